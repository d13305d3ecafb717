import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { BRANDS, NUMBERS, OTHERS, type OverReading, QUOTED } from './over-reading.js';
import { partNumbersOf } from './part-numbers.js';
import { SMALL_CATALOG } from './small-catalog.js';

const TABLES: readonly (readonly [name: string, rows: readonly OverReading[]])[] = [
  ['part numbers', NUMBERS],
  ['quoted phrases', QUOTED],
  ['brands and words', BRANDS],
  ['units, exclusions and purchase', OTHERS],
];
const PAGE = 100;

describe('texts that must not be over-read', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(SMALL_CATALOG);
  });
  afterAll(() => catalog.close());

  it('are two hundred different ones', () => {
    expect(new Set(TABLES.flatMap(([, rows]) => rows.map(([text]) => text))).size).toBeGreaterThanOrEqual(200);
  });

  describe.each(TABLES)('%s', (_, rows) => {
    it.each([...rows])('%s', async (text, kinds, found) => {
      const { understood, hits, results } = await catalog.parts.ask(text, { limit: PAGE });
      expect(understood.readings.map(({ as }) => as).join(' + ')).toBe(kinds);
      if (typeof found === 'number') expect(hits).toBe(found);
      else expect(partNumbersOf(results)).toBe(found);
    });
  });

  it('quoted phrases and exclusions have no other reading, are not corrected and not dropped', async () => {
    for (const [text] of QUOTED) {
      const { readings } = await catalog.parts.interpret(text);
      for (const { text: piece, as, corrected, relaxed, alternatives } of readings) {
        if (!/["]/.test(piece) || as === 'ignored') continue;
        expect([as, corrected, relaxed, alternatives], text).toEqual(['words', undefined, undefined, []]);
      }
    }
  });

  it('a number of a word that is typed twice has one alternative for both', async () => {
    const parts = ['BB', 'B'].map((mpn) => ({ uid: mpn, mpn, brand: { uid: 'b', name: 'Molex' } }));
    const doubled = await buildCatalog({ parts });
    const { readings } = await doubled.parts.interpret('B B');
    for (const { query, alternatives } of readings) {
      const queries = [query, ...alternatives.map((other) => other.query)];
      expect(new Set(queries).size).toBe(queries.length);
    }
    await doubled.close();
  });
});
