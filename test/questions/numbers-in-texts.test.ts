import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchBom } from '../../src/bom/partdex-bom.js';
import { buildCatalog, type Catalog } from '../../src/partdex.js';

/** A price list whose descriptions alone have values. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  R4K7: 'RES 4.7K OHM 1% 1/10W 0603',
  R10K: 'RES 10K OHM 1% 1/10W 0603',
  R100: 'RES 100 OHM 1% 1/10W 0603',
  C100N: 'CAP CER 0.1UF 50V X7R 0603',
  C10U: 'CAP CER 10UF 16V X5R 0805',
  L4U7: 'Inductor 4u7 2A',
};

describe('numbers of a catalog without specs', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    const parts = Object.entries(DESCRIPTIONS).map(([mpn, text], i) => ({ uid: `${i}`, mpn, descriptions: [{ value: text }] }));
    catalog = await buildCatalog({ parts });
  });
  afterAll(() => catalog.close());

  it.each([
    ['100nF', 'C100N'],
    ['0.1 µF 0603', 'C100N'],
    ['10 uF', 'C10U'],
    ['4.7uH', 'L4U7'],
    ['4.7 kohm', 'R4K7'],
    ['4700 ohm', 'R4K7'],
    ['100R', 'R100'],
    ['100 ohm resistor', 'R100'],
    ['10kohm 0603 resistor', 'R10K'],
  ])('%s', async (text, mpn) => {
    const { results } = await catalog.parts.ask(text);
    expect(results.map(({ item }) => item.mpn)).toEqual([mpn]);
  });

  it('are found for the values of a parts list', async () => {
    const lines = [
      { quantity: 1, references: ['R1'], value: '10k', footprint: 'R_0603' },
      { quantity: 1, references: ['C1'], value: '100n', footprint: 'C_0603' },
    ];
    const matched = await matchBom(catalog, lines);
    expect(matched.map(({ candidates }) => candidates.map(({ item }) => item.mpn))).toEqual([['R10K'], ['C100N']]);
  });
});
