import { describe, expect, it } from 'vitest';
import { suitableColumns } from '../../../../examples/offline-page/src/parts/columns.js';
import { averagePrice, largestStock, priceText, stockOfOffer } from '../../../../examples/offline-page/src/parts/offers.js';
import { specName, specText } from '../../../../examples/offline-page/src/parts/specs.js';
import type { CatalogSpec, Offer, Part } from '../../../../src/partdex.js';

const part = (members: Partial<Part>): Part => ({ uid: 'u', mpn: 'm', ...members });
const withOffers = (...offers: Offer[]) => part({ offers });
const usd = (...breaks: [string | number, string | number][]): Offer => ({ prices: { USD: breaks } });

describe('the average price', () => {
  it.each([
    [[usd([1, '0.5'])], '$0.50'],
    [[usd([1, '0.1']), usd([1, '0.2'])], '$0.15'],
    [[usd([100, '0.1'], [1, '0.4'])], '$0.40'],
    [[usd([1, '0.0123456'])], '$0.0123'],
    [[usd([1, '1234.567'])], '$1,234.57'],
    [[usd(['x', '9'], [1, '2'])], '$2.00'],
    [[usd([1, 'x'])], ''],
    [[{ prices: { EUR: [[1, '2']] as [number, string][] } }], ''],
    [[{}], ''],
    [[], ''],
  ])('of %j is %s', (offers, text) => {
    expect(averagePrice(withOffers(...offers), 'USD')).toBe(text);
  });

  it('has the sign of its currency', () => {
    expect(priceText('1', 'EUR')).toBe('€1');
    expect(priceText('1', 'CHF')).toBe('CHF 1');
    expect(priceText('1', 'no currency')).toBe('no currency 1');
  });
});

describe('stock', () => {
  it.each([
    [[5, 1200], '1,200', true],
    [[0, -1], '0', false],
    [[-2, 0], 'yes', true],
    [[-3], '', false],
    [['7'], '7', true],
    [[null], '', false],
    [[], '', false],
  ])('of %j is %s', (quantities, text, isInStock) => {
    const offers = quantities.map((in_stock_quantity) => ({ in_stock_quantity }));
    expect(largestStock(withOffers(...offers))).toMatchObject({ text, isInStock });
  });

  it('codes are words', () => {
    const texts = [-1, -2, -3, -4, 0, 5000, null].map((code) => stockOfOffer({ in_stock_quantity: code }).text);
    expect(texts).toEqual(['not stocked', 'in stock', 'unknown', 'on request', '0', '5,000', '']);
  });
});

const volt = { name: 'volt', symbol: 'V' };
const spec = (key: string, members: Partial<CatalogSpec> = {}): [string, CatalogSpec] => [
  key,
  { key, type: 'number', parts: 100, values: 10, ...members },
];
const KEYS = new Map([
  spec('voltage', { metadata: { key: 'voltage', name: 'Voltage', unit: volt } }),
  spec('case', { type: 'string' }),
]);

describe('a spec', () => {
  it.each([
    ['voltage', { value: ['0.0047'] }, '4.7 mV'],
    ['voltage', { value: [1000, 2000] }, '1 kV, 2 kV'],
    ['voltage', { value: '5' }, '5 V'],
    ['voltage', { min_value: '2.7', max_value: '5.5' }, '2.7 … 5.5 V'],
    ['voltage', { min_value: '0.5', max_value: '5' }, '500 mV … 5 V'],
    ['voltage', { min_value: 0 }, '≥ 0 V'],
    ['voltage', { max_value: '5' }, '≤ 5 V'],
    ['voltage', { value: ['5'], metadata: { unit: { name: 'kelvin', symbol: 'K' } } }, '5 K'],
    ['case', { value: ['0603'] }, '0603'],
    ['unknown', { value: ['x'] }, 'x'],
    ['unknown', {}, ''],
  ])('%s %j is %s', (key, value, text) => expect(specText(key, value, KEYS).text).toBe(text));

  it('has a name', () => {
    expect(specName('voltage', KEYS)).toBe('Voltage');
    expect(specName('voltage', KEYS, { name: 'Own' })).toBe('Own');
    expect(specName('case_package', KEYS)).toBe('Case package');
    expect(specName('_', KEYS)).toBe('_');
  });
});

describe('automatic columns', () => {
  const keys = new Map([
    ...['a', 'b', 'c', 'd'].map((key) => spec(key, { metadata: { key, unit: volt }, parts: 20 })),
    ...['x', 'y', 'z'].map((key) => spec(key, { type: 'string', parts: 20 })),
    spec('everywhere', { metadata: { key: 'everywhere', unit: volt }, parts: 100 }),
  ]);
  const parts = (members: (i: number) => object) =>
    Array.from({ length: 10 }, (_, i) =>
      part({ specs: Object.fromEntries(Object.entries(members(i)).map(([key, value]) => [key, { value: [String(value)] }])) }),
    );

  it('are three quantities and two words, those that tell the rows apart', () => {
    const found = parts((i) => ({
      a: `${i}`,
      b: `${i}`,
      c: `${i % 5}`,
      d: '1',
      everywhere: `${i}`,
      x: 'same',
      y: `w${i}`,
      z: `w${i % 2}`,
    }));
    expect(suitableColumns(found, keys, 100, [])).toEqual(['a', 'b', 'c', 'y', 'z']);
  });

  it('are those that most rows have', () => {
    const found = parts((i) => (i < 5 ? { a: `${i}` } : { b: `${i}`, y: `w${i}` }));
    expect(suitableColumns(found, keys, 100, [])).toEqual([]);
    expect(suitableColumns(found, keys, 100, ['b'])).toEqual(['b']);
  });

  it('stay while they may', () => {
    const found = parts((i) => ({ a: `${i}`, b: `${i}`, c: `${i}`, d: `${i % 7}` }));
    expect(suitableColumns(found, keys, 100, ['d', 'b'])).toEqual(['d', 'b', 'a']);
  });

  it('are not both the least and the greatest of one quantity', () => {
    const named = new Map(
      ['Min Temperature', 'Temperature (max)', 'Minimum Voltage'].map((name) =>
        spec(name, { metadata: { key: name, name, unit: volt } }),
      ),
    );
    const found = parts((i) => ({ 'Min Temperature': `${i}`, 'Temperature (max)': `${i % 7}`, 'Minimum Voltage': `${i % 3}` }));
    expect(suitableColumns(found, named, 100, [])).toEqual(['Min Temperature', 'Minimum Voltage']);
  });

  it('are not both the range and the bound of one quantity, of whatever type', () => {
    const named = new Map([
      spec('Temperature range', { metadata: { key: 'Temperature range', name: 'Temperature range' } }),
      spec('Temperature', { metadata: { key: 'Temperature', name: 'Temperature', unit: volt } }),
    ]);
    const found = parts((i) => ({ 'Temperature range': `${i % 5} to ${i}`, Temperature: `${i}` }));
    expect(suitableColumns(found, named, 100, [])).toEqual(['Temperature']);
  });

  it('of no part there are none', () => expect(suitableColumns([], keys, 100, ['a'])).toEqual([]));
});
