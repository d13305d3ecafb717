import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type Category, type Part } from '../../../src/partdex.js';

const uidOf = (number: number): string => number.toString(16).padStart(16, '0');
const CATEGORIES = ['Amplifiers', 'Voltage Regulators'];
const KEYS: Readonly<Record<string, { name: string; symbol: string } | null>> = {
  number_of_amplifiers: null,
  switching_frequency: { name: 'hertz', symbol: 'Hz' },
};
const FILLERS = 60;

type Row = readonly [mpn: string, category: string, specs: Readonly<Record<string, readonly [string, string?]>>];

const ROWS: readonly Row[] = [
  ['LM386N-1', 'Amplifiers', {}],
  ['LM386M', 'Amplifiers', {}],
  ['LM358', 'Amplifiers', { number_of_amplifiers: ['2'] }],
  ['TDA2030', 'Amplifiers', { number_of_amplifiers: ['1'] }],
  ['LM317T', 'Voltage Regulators', {}],
  ['AZ317', 'Voltage Regulators', {}],
  ['SG3525', 'Voltage Regulators', { switching_frequency: ['100', '400000'] }],
  ...Array.from(
    { length: FILLERS },
    (_, i): Row => [`REG-${String.fromCharCode(65 + (i % 26))}${i}`, 'Voltage Regulators', { switching_frequency: ['90000'] }],
  ),
];

function partOf([mpn, category, specs]: Row, index: number): Part {
  return {
    uid: uidOf(index + 1),
    mpn,
    category_uids: [uidOf(1000 + CATEGORIES.indexOf(category))],
    specs: Object.fromEntries(
      Object.entries(specs).map(([key, [value, max]]) => [
        key,
        {
          ...(max === undefined ? { value: [value] } : { value: [], min_value: value, max_value: max }),
          metadata: { key, name: key, datatype: 'decimal', unit: KEYS[key] },
        },
      ]),
    ),
  } as Part;
}

describe('digits of a part number in a question', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    const categories = CATEGORIES.map((name, i): Category => ({ uid: uidOf(1000 + i), name }));
    catalog = await buildCatalog({ parts: ROWS.map(partOf), categories });
  });
  afterAll(() => catalog.close());

  async function ask(text: string) {
    const { results, understood } = await catalog.parts.ask(text, { limit: 100 });
    const readings = understood.readings.map(({ text: piece, as, value, corrected }) => [
      piece,
      as,
      value,
      ...(corrected ? [corrected] : []),
    ]);
    return { mpns: results.map(({ item }) => item.mpn).sort(), readings };
  }

  it('are no number of things that no part has', async () => {
    const { mpns, readings } = await ask('386 amplifier');
    expect(mpns).toEqual(['LM386M', 'LM386N-1']);
    expect(readings).toEqual([
      ['386', 'part number', '386'],
      ['amplifier', 'category', 'Amplifiers'],
    ]);
    expect((await ask('2 amplifiers')).mpns).toEqual(['LM358']);
  });

  it('are meant rather than a number in an interval that hardly a part has', async () => {
    expect((await ask('317 regulator')).mpns).toEqual(['AZ317', 'LM317T']);
    expect((await ask('317 Hz regulator')).mpns).toEqual(['SG3525']);
    // The interval of one more holds it.
    expect((await ask('90000 regulator')).mpns).toHaveLength(FILLERS + 1);
  });
});
