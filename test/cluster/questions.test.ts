import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLimits } from '../../src/opensearch/compile/counts.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog, type CatalogSource } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { anyQuestions, catalogQuestions } from '../arbitraries/questions.js';
import { BRANDS, NUMBERS, OTHERS, QUOTED } from '../questions/over-reading.js';
import { ownQuestions } from '../questions/own-questions.js';
import { SMALL_CATALOG } from '../questions/small-catalog.js';
import { WISH_CATALOG, wishQuestions } from '../questions/wish-catalog.js';
import { conform } from '../support/cluster/conformance.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';
import { RUNS, SEED } from '../support/property/settings.js';

const client = connected();
/** Up to so many random questions, a third of the written ones are asked. */
const SHORT_RUNS = 2000;
afterAll(() => client.close());

it('reads random questions about random catalogs as in process', async () => {
  const interpret = (catalog: Catalog, text: string) => catalog.parts.interpret(text);
  const { asked, refused, faults } = await conform(client, catalogQuestions, interpret, { share: 0.2 });
  expect(faults.join('\n\n')).toBe('');
  expect(asked).toBeGreaterThan(10);
  expect(
    [...refused].reduce((sum, [, times]) => sum + times, 0),
    JSON.stringify([...refused]),
  ).toBeLessThan(asked * 0.05);
});

it('suggests other texts for searches that find nothing as in process', async () => {
  const questions = (catalog: Parameters<typeof catalogQuestions>[0]) =>
    fc.tuple(catalogQuestions(catalog), fc.constantFrom('', 'x', 'q'), fc.nat({ max: 20 })).map(([text, other, at]) => {
      return text.slice(0, at) + other + text.slice(at + 1);
    });
  const suggest = async (catalog: Catalog, q: string) => {
    const { hits, suggestions } = await catalog.parts.search({ q, suggest: true });
    return { hits, suggestions };
  };
  const { faults, refused } = await conform(client, questions, suggest, { share: 0.3 });
  expect(faults.join('\n\n')).toBe('');
  expect([...refused]).toEqual([]);
});

/** A catalog in process, and the same on a cluster. */
function both(source: CatalogSource, shards: number) {
  const index = freshIndex();
  const catalogs = {} as { local: Catalog; remote: OpenSearchCatalog };
  beforeAll(async () => {
    catalogs.local = await buildCatalog(source);
    await pushCatalog(client, catalogs.local, { index, shards, replicas: 0 });
    // On a busy machine a hostile text takes longer than the usual limit.
    catalogs.remote = await openOpenSearchCatalog(client, { index, limits: { milliseconds: 600_000 } });
  });
  afterAll(async () => {
    await catalogs.remote.close();
    await removeIndices(client, index);
  });
  return catalogs;
}

describe('questions about look-alikes', () => {
  const catalogs = both(SMALL_CATALOG, 1);
  const texts = [...NUMBERS, ...QUOTED, ...BRANDS, ...OTHERS].map(([text]) => text);

  it('are read as in process', async () => {
    for (const text of texts)
      expect(await catalogs.remote.parts.interpret(text), text).toEqual(await catalogs.local.parts.interpret(text));
  });

  it('are read as in process where the words of the texts are read in many pieces', async () => {
    const { values } = countLimits;
    countLimits.values = 40;
    try {
      await catalogs.remote.refresh();
      for (const text of ['capcitor 10k', 'shotky', 'swiching dioed'])
        expect(await catalogs.remote.parts.interpret(text), text).toEqual(await catalogs.local.parts.interpret(text));
    } finally {
      countLimits.values = values;
    }
  });
});

describe('questions with wishes for one offer', () => {
  const catalogs = both(WISH_CATALOG, 2);

  it('are read and answered as in process', async () => {
    for (const text of fc.sample(wishQuestions, { numRuns: Math.ceil(RUNS / 10), seed: SEED })) {
      const [remote, local] = await Promise.all([catalogs.remote, catalogs.local].map((one) => one.parts.ask(text)));
      expect(remote.understood, text).toEqual(local.understood);
      expect([remote.hits, remote.results], text).toEqual([local.hits, local.results]);
    }
  });
});

describe('questions about invented parts', () => {
  const metadata = sampleMetadata();
  const parts = [...generateSample(3000)];
  const catalogs = both({ parts, ...metadata }, 3);
  const names = new Map(metadata.categories.map(({ uid, name }) => [uid, name]));

  /** The questions that are not read as in process. */
  async function otherwise(texts: readonly string[]): Promise<string[]> {
    const others: string[] = [];
    for (const text of texts) {
      const [given, expected] = [await catalogs.remote.parts.interpret(text), await catalogs.local.parts.interpret(text)];
      if (JSON.stringify(given) !== JSON.stringify(expected)) others.push(text);
    }
    return others;
  }

  it('are read as in process', async () => {
    const asked = ownQuestions(names).filter((_, i) => i % 3 === 0 || RUNS > SHORT_RUNS);
    expect(await otherwise(asked.map(([text]) => text))).toEqual([]);
  });

  it('may be any text', async () => {
    const texts = fc.sample(anyQuestions, { numRuns: Math.ceil(RUNS / 12), seed: SEED });
    expect(await otherwise(texts)).toEqual([]);
  });

  it('that are searched for with mistakes have the same suggestions', async () => {
    const words = parts.flatMap(({ descriptions }) => descriptions?.[0]?.value?.match(/[a-z]{7,}/gi) ?? []);
    const mistyped = [...new Set(words)].slice(0, 6).map((word) => word.slice(0, 3) + word.slice(4));
    for (const q of [...mistyped, 'zzzzzz', '0603 resitsor']) {
      const [given, expected] = [catalogs.remote, catalogs.local].map((one) => one.parts.search({ q, suggest: true }));
      expect((await given).suggestions, q).toEqual((await expected).suggestions);
    }
    expect((await catalogs.remote.parts.search({ q: mistyped[0], suggest: true })).suggestions).not.toEqual([]);
  });

  it('are answered as in process', async () => {
    const answerOf = async (catalog: Catalog, text: string) => {
      const { msec, ...answer } = await catalog.parts.ask(text, { facet: { fields: { 'brand.name': { include: true } } } });
      return { ...answer, next: answer.next !== null };
    };
    for (const [text] of ownQuestions(names).slice(0, 10))
      expect(await answerOf(catalogs.remote, text), text).toEqual(await answerOf(catalogs.local, text));
  });
});
