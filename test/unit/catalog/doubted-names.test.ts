import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';

interface Given {
  readonly category?: string;
  readonly brand?: string;
  readonly text?: string;
  readonly specs?: Readonly<Record<string, string>>;
}

const part = (mpn: string, { category, brand = 'Acme', text, specs = {} }: Given) => ({
  uid: mpn,
  mpn,
  brand: { uid: brand, name: brand },
  ...(category && { category_uids: [category] }),
  ...(text && { descriptions: [{ value: text }] }),
  specs: Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, { value: [value] }])),
});
const many = (count: number, mpn: string, given: Given) => Array.from({ length: count }, (_, i) => part(`${mpn}${i}`, given));

const catalog = await buildCatalog({
  parts: [
    ...many(30, 'POT-', { category: 'pots' }),
    ...many(10, 'LIN-', { category: 'pots', text: 'carbon track, linear' }),
    part('BOTH', { category: 'regulators', text: 'a potentiometer on a board' }),
    { ...part('ODD', {}), category_uids: ['pots', 'regulators'] },
    ...many(50, 'REG-', { category: 'regulators' }),
    ...many(30, 'MIC-', { category: 'microphones' }),
    ...many(9, 'MEMSIC-', { category: 'microphones', text: 'a mems microphone' }),
    part('M-1', { category: 'microphones', brand: 'MEMS' }),
    ...many(3, 'MLCC-', { category: 'mlcc' }),
    ...many(12, 'FUSE-', { category: 'fuses', specs: { mounting: 'SMD' } }),
    ...many(4, 'AXIAL-', { category: 'fuses', specs: { mounting: 'Axial' } }),
    part('CLIP-1', { category: 'holders' }),
    ...many(9, 'HOLD-', { specs: { type: 'Battery holder' } }),
    ...many(2, 'NAND-', { category: 'gates', specs: { package: 'TSSOP-14' } }),
    ...many(2, 'QFN-', { category: 'gates', specs: { package: 'QFN-16-EP(3x3)' } }),
    part('DIPS', { category: 'gates', specs: { package: '14-DIP' } }),
    ...many(3, 'LED-', { category: 'leds', specs: { package: '0603' } }),
    ...many(5, 'LEDS-', { category: 'leds', specs: { package: 'SMD,3.5x2.8mm' } }),
    ...many(3, 'ATTINY', { category: 'mcus' }),
  ],
  categories: [
    { uid: 'pots', name: 'Potentiometers' },
    { uid: 'regulators', name: 'Voltage Regulators - Linear, Low Dropout' },
    { uid: 'microphones', name: 'Microphones' },
    { uid: 'mlcc', name: 'Ceramic Capacitors - SMD/SMT' },
    { uid: 'fuses', name: 'Fuses' },
    { uid: 'holders', name: 'Battery Holders' },
    { uid: 'gates', name: 'Logic Gates' },
    { uid: 'leds', name: 'LEDs' },
    { uid: 'mcus', name: 'Microcontrollers' },
  ],
} as unknown as CatalogSource);
afterAll(() => catalog.close());

const answer = async (text: string) => {
  const { hits, results, understood } = await catalog.parts.ask(text, { limit: 100 });
  return { hits, mpns: results.map(({ item }) => item.mpn).sort(), as: understood.readings.map((reading) => reading.as) };
};

describe('a name that hardly fits the rest of a question', () => {
  it.each([
    ['potentiometer linear', /^(LIN-\d|ODD)$/, 11],
    ['microphone mems', /^(MEMSIC-\d|M-1)$/, 10],
  ])('is read as words: %s', async (text, numbers, hits) => {
    const { mpns, as, hits: found } = await answer(text);
    expect(as).toEqual(['category', 'words']);
    expect(found).toBe(hits);
    for (const mpn of mpns) expect(mpn).toMatch(numbers);
  });

  it('is read as a name alone', async () => {
    expect((await answer('mems')).as).toEqual(['brand']);
    expect((await answer('linear')).as).toEqual(['category']);
  });
});

describe('a mounting or a package', () => {
  it('is no category that ends with it', async () => {
    const { hits, as } = await answer('smd fuse');
    expect(as).toEqual(['spec', 'category']);
    expect(hits).toBe(12);
  });

  it('is any outline on the surface beside a package', async () => {
    expect(await answer('smd led 0603')).toEqual({
      hits: 3,
      mpns: ['LED-0', 'LED-1', 'LED-2'],
      as: ['spec', 'category', 'spec'],
    });
  });

  it('has a number of pins', async () => {
    expect((await answer('logic gate 14 pin')).mpns).toEqual(['DIPS', 'NAND-0', 'NAND-1']);
    expect((await answer('16-pin logic gate')).mpns).toEqual(['QFN-0', 'QFN-1']);
  });
});

it('a value that far more parts have than a category of its name is meant with it', async () => {
  const { hits, mpns } = await answer('battery holder');
  expect(hits).toBe(10);
  expect(mpns[0]).toBe('CLIP-1');
});

it('letters that nothing explains begin part numbers', async () => {
  expect(await answer('attiny')).toEqual({ hits: 3, mpns: ['ATTINY0', 'ATTINY1', 'ATTINY2'], as: ['part number'] });
  expect((await catalog.parts.interpret('fusse')).readings[0].corrected).toBe('fusse → fuses');
});
