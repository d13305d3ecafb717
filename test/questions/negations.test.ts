import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource } from '../../src/partdex.js';
import { partNumbersOf } from './part-numbers.js';
import { SMALL_CATALOG } from './small-catalog.js';

/** Pieces that leave some parts, and what may be negated beside them. */
const KEPT = ['mosfet', 'capacitor', 'led', 'regulator', 'op amp', 'sot-23', 'resistor', '0603', 'in stock', 'Texas Instruments'];
const NEGATED = [
  'infineon',
  'Murata',
  'red',
  '0603',
  'sot-23',
  '60V',
  '10k',
  '2N7002',
  'low noise',
  'diode',
  'in stock',
  'from Mouser',
];
const NEGATIONS = ['not', 'except', 'other than', 'nicht', 'sauf'];
const PAGE = 100;
/** Has a colour beside another one: neither a red part nor one that is not red. */
const RED_AMONG_OTHERS = 'LED-TWO-RG';

describe('negations', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog(SMALL_CATALOG);
  });
  afterAll(() => catalog.close());

  async function numbersOf(text: string): Promise<Set<string>> {
    const { results } = await catalog.parts.ask(text, { limit: PAGE });
    return new Set(partNumbersOf(results).split(' '));
  }

  it.each(KEPT)('beside %s leave the parts that do not have what they negate', async (kept) => {
    const all = await numbersOf(kept);
    for (const [i, text] of NEGATED.entries()) {
      if (text === kept) continue;
      const { understood } = await catalog.parts.ask(`${kept} ${text}`);
      const isWhole = understood.readings.every(({ relaxed }) => relaxed === undefined);
      const having = isWhole ? await numbersOf(`${kept} ${text}`) : new Set<string>();
      if (text === 'red') having.add(RED_AMONG_OTHERS);
      const left = [...all].filter((number) => !having.has(number)).sort();
      const question = `${kept} ${NEGATIONS[i % NEGATIONS.length]} ${text}`;
      const { readings } = await catalog.parts.interpret(question);
      if (left.length > 0) expect([...(await numbersOf(question))].sort(), question).toEqual(left);
      expect(
        readings.filter(({ query }) => query?.startsWith('NOT ')),
        question,
      ).toHaveLength(1);
      expect(
        readings.some(({ text: piece, relaxed }) => relaxed !== undefined && piece.endsWith(text)),
        question,
      ).toBe(false);
    }
  });

  it('have the reading of what they negate, and its alternatives', async () => {
    const { readings } = await catalog.parts.interpret('mosfet not Infineon');
    const [, negation] = readings;
    expect(negation).toMatchObject({
      text: 'not Infineon',
      offset: 7,
      length: 12,
      as: 'brand',
      field: 'brand.name',
      value: 'Infineon',
    });
    expect(negation.query).toBe('NOT brand.name:[Infineon TO Infineon]');
    for (const { query } of negation.alternatives) expect(query).toMatch(/^NOT /);
  });

  it('leave parts that are said to lack it, and put them first', async () => {
    const parts = ['Socket with lock', 'Socket', 'Socket without lock', 'Socket, no lock'].map((value, i) => ({
      uid: String(i),
      mpn: `SOCKET-${i}`,
      brand: { uid: 'b', name: 'Molex' },
      descriptions: [{ value, attribution: { sources: [] } }],
    }));
    const sockets = await buildCatalog({ parts });
    const { results } = await sockets.parts.ask('socket without lock');
    expect(results.map(({ item }) => item.uid).sort()).toEqual(['1', '2', '3']);
    expect(
      results
        .slice(0, 2)
        .map(({ item }) => item.uid)
        .sort(),
    ).toEqual(['2', '3']);
    await sockets.close();
  });

  it('know that `NO` before a contact says that it is normally open', async () => {
    const parts = ['Relay, NO contact', 'Relay', 'Relay without contact', 'Relay with sensor'].map((value, i) => ({
      uid: String(i),
      mpn: `RELAY-${i}`,
      brand: { uid: 'b', name: 'Omron' },
      descriptions: [{ value, attribution: { sources: [] } }],
    }));
    const relays = await buildCatalog({ parts });
    const { results } = await relays.parts.ask('relay without contact');
    expect(results.map(({ item }) => item.uid).sort()).toEqual(['1', '2', '3']);
    await relays.close();
  });

  it('of a mounting on the surface mean that through holes, since packages on the surface have many names', async () => {
    const rows = [
      ['1', 'SMD,5x5mm'],
      ['2', '0603'],
      ['3', 'Through Hole'],
    ];
    const parts = rows.map(([uid, value]) => ({
      ...{ uid, mpn: `LED-${uid}`, brand: { uid: 'b', name: 'Kingbright' } },
      specs: { package: { value: [value], attribution: { sources: [] } } },
    }));
    const mounted = await buildCatalog({ parts } as unknown as CatalogSource);
    const uidsOf = async (text: string) => (await mounted.parts.ask(text)).results.map(({ item }) => item.uid).sort();
    expect(await uidsOf('kingbright not smd')).toEqual(['3']);
    expect(await uidsOf('kingbright not through hole')).toEqual(['1', '2']);
    await mounted.close();
  });

  it('go on in lists', async () => {
    const colors = ['Red', 'Green', 'Blue', 'Green/Blue', 'Red/Green', 'Yellow'];
    const parts = colors.map((value, i) => ({
      ...{ uid: value, mpn: `LED-${i}`, brand: { uid: 'b', name: 'Kingbright' } },
      specs: { color: { value: [value], attribution: { sources: [] } } },
    }));
    const leds = await buildCatalog({ parts } as unknown as CatalogSource);
    const uidsOf = async (text: string) => (await leds.parts.ask(text)).results.map(({ item }) => item.uid).sort();
    expect(await uidsOf('kingbright not red, green or blue')).toEqual(['Yellow']);
    expect(await uidsOf('kingbright not green, blue')).toEqual(['Red', 'Yellow']);
    expect(await uidsOf('kingbright sauf red ou green, blue')).toEqual(['Yellow']);
    expect(await uidsOf('kingbright green, blue')).toEqual(['Green/Blue']);
    await leds.close();
  });

  it('are not what names of gates and memories begin with', async () => {
    const rows = [
      ['nor', 'NOR Gate', 'Quad gate'],
      ['not', 'NOT Gate', 'Hex gate'],
      ['nand', 'NAND Gate', 'Quad gate'],
      ['flash', 'Memory', 'NOR flash'],
    ];
    const parts = rows.map(([uid, value, description]) => ({
      ...{ uid, mpn: `U-${uid}`, brand: { uid: 'b', name: 'Nexperia' } },
      descriptions: [{ value: description, attribution: { sources: [] } }],
      specs: { function: { value: [value], attribution: { sources: [] } } },
    }));
    const logic = await buildCatalog({ parts } as unknown as CatalogSource);
    const uidsOf = async (text: string) => (await logic.parts.ask(text)).results.map(({ item }) => item.uid).sort();
    expect(await uidsOf('nor gate')).toEqual(['nor']);
    expect(await uidsOf('quad NOR gate')).toEqual(['nor']);
    expect(await uidsOf('not gate')).toEqual(['not']);
    expect(await uidsOf('nor flash')).toEqual(['flash']);
    expect(await uidsOf('nexperia not nand gate nor flash')).toEqual(['flash']);
    expect(await uidsOf('gate not NAND nor NOR')).toEqual(['not']);
    await logic.close();
  });

  it('are corrected in the word that they negate', async () => {
    const { readings } = await catalog.parts.interpret('capacitor not muratta');
    expect(readings[1]).toMatchObject({ as: 'brand', corrected: expect.stringContaining('muratta → ') });
  });
});
