import { expect, it } from 'vitest';
import { examplesOf } from '../../../../examples/offline-page/src/parts/examples.js';
import { buildCatalog, type Catalog, type Part } from '../../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../../src/sample/sample.js';

async function examplesIn(catalog: Catalog) {
  const { results } = await catalog.parts.search({ limit: 40, include: ['descriptions', 'specs'] });
  return examplesOf(
    results.map(({ item }) => item),
    new Map(catalog.specs.map((spec) => [spec.key, spec])),
  );
}

it.each([1, 2, 3])('every example finds a part (seed %i)', async (seed) => {
  const catalog = await buildCatalog({ parts: generateSample(300, seed), ...sampleMetadata(seed) });
  const examples = await examplesIn(catalog);
  expect(examples.length).toBe(5);
  for (const { q, filter } of examples) {
    const { hits, warnings } = await catalog.parts.search({ q, filter: { queries: filter === '' ? [] : [filter] } });
    expect({ q, filter, found: hits > 0, warnings }).toEqual({ q, filter, found: true, warnings: [] });
  }
});

it('parts that have next to nothing give few examples, or none', async () => {
  const bare = async (...parts: Part[]) => (await examplesIn(await buildCatalog({ parts }))).map(({ q }) => q);
  expect(await bare()).toEqual([]);
  expect(await bare({ uid: '1', mpn: '-' })).toEqual([]);
  expect(await bare({ uid: '1', mpn: 'LM358' })).toEqual(['LM358*']);
});
