import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ValidationError } from '../../src/model/errors.js';
import { packError, unpackError } from '../../src/node/workers/carried-errors.js';
import { buildCatalog, type Catalog, type CatalogSource, type SearchRequest } from '../../src/partdex.js';
import { faultyMembers } from '../arbitraries/faulty-requests.js';
import { issuesOf, pathText, placeOf } from '../oracle/issues.js';
import { RUNS, SEED } from '../support/property/settings.js';

const MOST_ISSUES = 100;

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({
    parts: [
      { uid: 'a', mpn: 'A1', brand: { uid: 'b', name: 'Acme' }, specs: { ohms: { value: ['10'] } } },
      { uid: 'b', mpn: 'B2', offers: [{ sku: 's' }] },
    ],
    spec_metadata: [{ key: 'ohms', datatype: 'decimal' }],
  } as unknown as CatalogSource);
});

afterAll(() => catalog.close());

async function refusal(request: object): Promise<ValidationError | undefined> {
  try {
    await catalog.parts.search(request as SearchRequest);
    return undefined;
  } catch (error) {
    return error as ValidationError;
  }
}

it('every fault of a request is an issue with its code and its place, in the order of the request', async () => {
  const property = fc.asyncProperty(faultyMembers, async (members) => {
    const request = Object.fromEntries(members.map(({ name, value }) => [name, value]));
    const expected = issuesOf(members);
    const error = await refusal(request);
    expect(error?.issues.map(placeOf) ?? []).toEqual(expected);
    if (!error) return;
    const [first] = error.issues;
    expect([error.code, error.name]).toEqual(
      first.code === 'syntax' ? ['filter_syntax', 'FilterSyntaxError'] : ['validation', 'ValidationError'],
    );
    const { offset, length, found, expected: wanted } = error;
    expect([offset, length, found, wanted]).toEqual([first.offset, first.length, first.found, first.expected]);
    expect(error.message).toBe(error.describe().join('; '));
    for (const { path, pathParts } of error.issues) {
      expect(path).toBe(pathText(pathParts, (step) => path.includes(`[${pathParts[step]}]`)));
      expect(error.message).toContain(path);
    }
    const carried = unpackError(structuredClone(packError(error))) as ValidationError;
    expect([carried.issues, carried.describe(), carried.message]).toEqual([error.issues, error.describe(), error.message]);
  });
  await fc.assert(property, { numRuns: Math.min(RUNS, 5000), seed: SEED });
}, 600_000);

it('very many issues are listed up to a limit, and the others counted', async () => {
  const queries = Array.from({ length: 130 }, (_, i) => `nope${i}:x`);
  const error = await refusal({ filter: { queries }, limit: -1 });
  expect(error?.issues).toHaveLength(MOST_ISSUES + 1);
  expect(error?.issues.at(-1)).toMatchObject({ code: 'too_many_issues', path: '', found: 31 });
});

it('offsets are those of the text at the path', async () => {
  const texts = ['nope:x AND avg_price:ten', 'µ😀:1 OR uid:(a'];
  const error = await refusal({ facet: { queries: texts } });
  expect(
    error?.issues.map(({ pathParts, offset = 0, length = 0 }) => texts[Number(pathParts[2])].slice(offset, offset + length)),
  ).toEqual(['nope', 'ten', '']);
});
