import { expect, it } from 'vitest';
import { type BuildOptions, buildCatalog, type CatalogSource } from '../../../src/partdex.js';

async function noticesOf(source: object, options: BuildOptions = {}): Promise<string[]> {
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  const catalog = await buildCatalog(source as unknown as CatalogSource, { ...options, onNotice });
  await catalog.close();
  return notices;
}

const part = (uid: string, members: object) => ({ uid, mpn: uid, ...members });
const brand = (uid: string, ...names: string[]) => names.map((name, i) => part(`${uid}${i}`, { brand: { uid, name } }));

it('reports each company with several names once', async () => {
  const parts = [
    ...brand('a', 'One', 'One', 'Two', 'Three', 'One'),
    ...brand('b', 'Same', 'Same'),
    ...brand('c', 'Of parts', 'Of parts'),
    part('offer', { offers: [{ seller: { uid: 's', name: 'S' } }], broker_listings: [{ seller: { uid: 's', name: 'Other' } }] }),
  ];
  const notices = await noticesOf({ parts, brands: [{ uid: 'c', name: 'Given' }] });
  expect(notices).toEqual([
    'brand c is "Given" in its record and "Of parts" in a part; parts keep their own text',
    'brand a is "One" in the first part that names it and "Two" in a part; parts keep their own text',
    'seller s is "S" in the first part that names it and "Other" in a part; parts keep their own text',
  ]);
});

it('reports each number field with values that are not numbers once', async () => {
  const k = { value: ['1', 'n/a', 'none'], min_value: 'low', metadata: { datatype: 'decimal' } };
  const offers = [{ moq: 'many', in_stock_quantity: '5' }];
  const notices = await noticesOf({ parts: [part('a', { specs: { k }, offers }), part('b', { specs: { k }, offers })] });
  expect(notices.sort()).toEqual([
    'offers.moq: "many" is not a number (2 parts, the first in parts:1)',
    'specs.k.min_value: "low" is not a number (2 parts, the first in parts:1)',
    'specs.k.value: 2 values are not numbers ("n/a", "none"; 2 parts, the first in parts:1)',
  ]);
});

it('quotes three of many values that are not numbers, and counts parts and not values', async () => {
  const specs = (...value: unknown[]) => ({ specs: { k: { value, metadata: { datatype: 'integer' } } } });
  const parts = [
    part('a', specs(1)),
    { uid: 'refused' },
    part('b', specs('2', '4,7', 'x'.repeat(100))),
    part('c', specs(5, '"')),
    part('d', specs('4,7', 'fourth')),
  ];
  const notices = await noticesOf({ parts }, { onInvalid: () => {} });
  const long = `"${'x'.repeat(60)}…"`;
  expect(notices).toEqual([`specs.k.value: 4 values are not numbers ("4,7", ${long}, "\\"", …; 3 parts, the first in parts:3)`]);
});

const priced = (uid: string, ...offers: object[]) => part(uid, { offers: offers.map((prices) => ({ prices })) });

it('reports prices and breaks that are not numbers', async () => {
  const parts = [
    priced('a', { USD: [[1, '0.5']], EUR: [[1, '1,5']] }),
    priced('b', { USD: [[1, '0,0045']] }, { USD: [[1, '0,0045']] }),
    priced('c', { USD: [[1, 2], [10, '0,0045']] }), // biome-ignore format: a pair
  ];
  expect(await noticesOf({ parts })).toEqual(['offers.prices.USD: "0,0045" is not a number (2 parts, the first in parts:2)']);
  parts.push(priced('d', { USD: [['1k', 'call']] }));
  expect(await noticesOf({ parts })).toEqual([
    'offers.prices.USD: 3 values are not numbers ("0,0045", "1k", "call"; 3 parts, the first in parts:2)',
  ]);
  expect(await noticesOf({ parts }, { priceCurrency: 'EUR' })).toEqual(['offers.prices.EUR: "1,5" is not a number (in parts:1)']);
});

it('reports where no price is in the currency of avg_price', async () => {
  const parts = [part('a', {}), priced('b', { GBP: [[1, '1']] }, {}), priced('c', { EUR: [[1, '1']], euro: [[1, 2]] })];
  expect(await noticesOf({ parts })).toEqual(['no price is in USD, the currency of avg_price; prices are in EUR, GBP, "euro"']);
  expect(await noticesOf({ parts }, { priceCurrency: 'GBP' })).toEqual([]);
  const many = Array.from({ length: 12 }, (_, i) => priced(`m${i}`, { [`X${String.fromCharCode(65 + i)}Z`]: [[1, 1]] }));
  expect((await noticesOf({ parts: many }))[0]).toMatch(/XAZ, .*, XJZ, 2 more$/);
  const refused = { ...priced('x', { CHF: [[1, 1]] }), mpn: [] };
  expect(await noticesOf({ parts: [refused] }, { onInvalid: () => {} })).toEqual([]);
});

it('reports a spec key whose given type is not that of its values', async () => {
  const specs = { k: { value: [1], metadata: { datatype: 'decimal' } } };
  const notices = await noticesOf({ parts: [part('a', { specs })], spec_metadata: [{ key: 'k', datatype: 'string' }] });
  expect(notices).toEqual(['specs.k: its metadata says "string", but to its values it is a number']);
});

it('reports nothing where the data is in order', async () => {
  const specs = { k: { value: ['1'], metadata: { datatype: 'decimal' } }, s: { value: ['n/a'] } };
  expect(await noticesOf({ parts: [part('a', { specs, brand: { uid: 'x', name: 'X' } })] })).toEqual([]);
});
