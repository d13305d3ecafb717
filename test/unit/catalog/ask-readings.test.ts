import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';

const CELSIUS = { datatype: 'decimal', unit: { name: 'degree celsius', symbol: '°C' } };
const VOLT = { datatype: 'decimal', unit: { name: 'volt', symbol: 'V' } };
const COUNT = { datatype: 'integer' };
const part = (mpn: string, name: string, specs: object = {}) => ({
  uid: mpn,
  mpn,
  brand: { uid: 'b', name: 'Acme' },
  descriptions: [{ value: name }],
  specs,
});
const temperatures = (min: string, max: string) => ({
  operating_temperature: { min_value: min, max_value: max, metadata: CELSIUS },
});

const catalog = await buildCatalog({
  parts: [
    part('OPA-1', 'op amp', temperatures('-40', '85')),
    part('OPA-2', 'op amp', temperatures('0', '70')),
    part('OPA-3', 'op amp', { operating_temperature: { value: ['25'], metadata: CELSIUS } }),
    part('RES-A', 'chip resistor'),
    part('RES-B', 'chip resistor', { supply_voltage: { value: ['5'], metadata: VOLT } }),
    part('RES-C', 'chip resistor', { supply_voltage: { value: ['12'], metadata: VOLT } }),
    part('22-23-2021', 'header'),
    part('RX-1', 'relay'),
    part('RX-10', 'relay', { pin_count: { value: ['4'], metadata: COUNT } }),
    part('RX-77', 'relay for RX 10', { pin_count: { value: ['10'], metadata: COUNT } }),
    part('MAXI232N', 'transceiver'),
    part('MAX232N', 'transceiver'),
    part('MAX232D', 'transceiver'),
    part('IRF540N', 'transistor'),
    part('IRF540', 'transistor'),
    part('IRF540PBF', 'transistor'),
    part('ATMEGA328-AU', 'controller'),
    part('7805', 'regulator'),
    part('A7805B', 'regulator', { family: { value: ['7805'] } }),
    ...Array.from({ length: 8 }, (_, i) => part(`LM78-${i}`, 'regulator like 7805', { family: { value: ['7805'] } })),
  ],
} as unknown as CatalogSource);
afterAll(() => catalog.close());

const mpns = async (text: string) => (await catalog.parts.ask(text)).results.map(({ item }) => item.mpn);
const sorted = async (text: string) => (await mpns(text)).sort().join(' ');

describe('a number before any noun', () => {
  it.each(['3 resistors', '3 chip resistors', 'Acme 3 chip resistors'])('is dropped alone: %s', async (text) => {
    expect(await sorted(text)).toBe('RES-A RES-B RES-C');
  });
});

describe('a quantity of a spec with intervals', () => {
  it.each([
    ['-40 to 85°C op amp', 'OPA-1'],
    ['-40..85 op amp', 'OPA-1'],
    ['>=80°C op amp', 'OPA-1'],
    ['< -10°C op amp', 'OPA-1'],
    ['25°C op amp', 'OPA-1 OPA-2 OPA-3'],
    ['80°C op amp', 'OPA-1'],
  ])('%s finds %s', async (text, expected) => {
    expect(await sorted(text)).toBe(expected);
  });
});

describe('a whole part number', () => {
  it.each([
    ['22232021', '22-23-2021'],
    ['RX1', 'RX-1'],
    ['RX 1', 'RX-1'],
    ['7805', '7805'],
    ['7805 regulator', '7805'],
    ['RX 10 relay', 'RX-10'],
    ['RX 10 pin', 'RX-10'],
    ['RX 10 pin relay', 'RX-10'],
  ])('comes first: %s', async (text, first) => {
    expect((await mpns(text))[0]).toBe(first);
  });

  it('is looked for across the pieces of a question three times', async () => {
    const { readings } = await catalog.parts.interpret('RX 10 pin '.repeat(5));
    expect(readings.filter(({ as }) => as === 'part number').map(({ text }) => text)).toEqual(Array(3).fill('RX 10 pin'));
  });

  it('is found beside what else its digits mean', async () => {
    expect((await mpns('7805')).length).toBe(10);
    const [reading] = (await catalog.parts.interpret('7805')).readings;
    expect(reading).toMatchObject({ as: 'spec', value: '7805', parts: 10 });
  });
});

describe('letters and digits that stand apart', () => {
  it.each([
    ['IRF 540', 'IRF540 IRF540N IRF540PBF'],
    ['irf 540 transistor', 'IRF540 IRF540N IRF540PBF'],
    ['max 232', 'MAX232D MAX232N'],
    ['transceiver max 232', 'MAX232D MAX232N'],
    ['atmega 328', 'ATMEGA328-AU'],
  ])('are a piece of part numbers: %s', async (text, expected) => {
    expect(await sorted(text)).toBe(expected);
  });

  it('are none beside what no such part is', async () => {
    const { readings } = await catalog.parts.interpret('resistor max 232');
    expect(readings.map(({ text, as }) => [text, as])).not.toContainEqual(['max 232', 'part number']);
  });

  it('are none where the words mean more parts', async () => {
    const own = await buildCatalog({
      parts: [part('LED100X', 'lamp'), ...['a', 'b'].map((mpn) => part(mpn, 'led', { size: { value: ['100'] } }))],
    } as unknown as CatalogSource);
    expect((await own.parts.ask('led 100')).results.map(({ item }) => item.mpn).sort()).toEqual(['a', 'b']);
    await own.close();
  });
});

describe('an excluded comparison', () => {
  it.each(['resistor NOT >5V', 'resistor -<5V', 'resistor NOT > 5V'])('%s finds none with what it excludes', async (text) => {
    const { readings } = await catalog.parts.interpret(text);
    expect(readings.at(-1)?.query).toBe('NOT words:"5V"');
  });
});

describe('a question', () => {
  it('is answered the same whatever was asked before', async () => {
    const parts = [
      ...Array.from({ length: 600 }, (_, i) => ({ uid: `a${i}`, mpn: `a${i}`, category_uids: ['amps'] })),
      { uid: 'n', mpn: 'n', category_uids: ['low'] },
    ];
    const categories = [
      { uid: 'amps', name: 'Op Amps' },
      { uid: 'low', name: 'Low Noise Op Amps' },
    ];
    const readings = async (...texts: string[]) => {
      const own = await buildCatalog({ parts, categories } as unknown as CatalogSource);
      let last: unknown;
      for (const text of texts)
        last = (await own.parts.interpret(text)).readings.map(({ as, query, parts: n }) => ({ as, query, n }));
      await own.close();
      return last;
    };
    expect(await readings('low-noise-op-amp')).toEqual(await readings('low noise op amp', 'low-noise-op-amp'));
    expect(await readings('low noise op amp')).toEqual(await readings('low-noise-op-amp', 'low noise op amp'));
  });

  it('is not read in how it asks, unless that is all', async () => {
    const own = await buildCatalog({
      parts: [
        { ...part('NE555', 'timer that you have'), brand: { uid: 'we', name: 'WE' } },
        { ...part('DO-35', 'do-it-all diode'), brand: { uid: 'b', name: 'Acme' } },
      ],
    } as unknown as CatalogSource);
    const found = async (text: string) => (await own.parts.ask(text)).results.map(({ item }) => item.mpn);
    expect(await found('do you have ne555')).toEqual(['NE555']);
    expect(await found('we need a diode')).toEqual(['DO-35']);
    expect(await found('we')).toEqual(['NE555']);
    const { readings } = await own.parts.interpret('We need a diode');
    expect(readings.map(({ text, as }) => `${text}: ${as}`)).toEqual(['We need a: ignored', 'diode: words']);
    await own.close();
  });

  it('may have a synonym of many words', async () => {
    const own = await buildCatalog(
      {
        parts: [{ ...part('RES-A', 'chip'), category_uids: ['r'] }, part('CAP-A', 'capacitor')],
        categories: [{ uid: 'r', name: 'Resistors' }],
      } as unknown as CatalogSource,
      { synonyms: [['resistor', 'thing that makes it harder for a current']] },
    );
    expect((await own.parts.ask('thing that makes it harder for a current')).results.map(({ item }) => item.mpn)).toEqual([
      'RES-A',
    ]);
    await own.close();
  });
});

describe('limits', () => {
  const number = 'A1B2C3D4E5F6G7H8I9J1K2L3M4N5P6Q7R8S9';
  const source = {
    parts: [
      { ...part(number, 'relay'), category_uids: ['r'], avg_price: 1 },
      ...Array.from({ length: 8 }, (_, i) => ({ ...part(`RL${i}0`, 'relay NOT >5V'), category_uids: ['s'] })),
    ],
    categories: [
      { uid: 'r', name: 'Power Relays' },
      { uid: 's', name: 'Signal Relays' },
    ],
  } as unknown as CatalogSource;
  const texts = [
    Array.from({ length: 62 }, (_, i) => number.slice(i % 30, (i % 30) + 5 + Math.floor(i / 30))).join(' '),
    'Acme relay',
    'cheapest relays in stock under $3',
    '"relay" -header signal relays RL10',
    'RL10 RL20 RL30 RX 10 5V',
    'a very long question about relays which are of no use to anybody at all "very long phrase in quotes that no limit of length allows here"',
  ];

  it.each([
    {},
    { facets: 1 },
    { facets: 0 },
    { queryClauses: 3 },
    { queryClauses: 0 },
    { queryLength: 60 },
    { queryLength: 0 },
    { queryDepth: 0 },
    { wildcards: 0 },
    { filters: 2 },
    { filters: 0 },
  ])('%j: no text fails, and its request is one of the catalog', async (limits) => {
    const own = await buildCatalog(source, { limits });
    for (const text of texts) {
      const { understood, hits } = await own.parts.ask(text);
      expect((await own.parts.search(understood.request)).hits).toBe(hits);
      for (const { query, parts } of understood.readings) {
        if (query !== undefined) expect((await own.parts.search({ filter: { queries: [query] } })).hits).toBe(parts);
      }
    }
    await own.close();
  });

  it('are told where they leave something out', async () => {
    const own = await buildCatalog(source, { limits: { wildcards: 5 } });
    const { readings } = await own.parts.interpret(texts[0]);
    const told = readings.filter(({ relaxed }) => relaxed?.includes('exceeds a limit'));
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ as: 'ignored', parts: 0 });
    await own.close();
  });
});
