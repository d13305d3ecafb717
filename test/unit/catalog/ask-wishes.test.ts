import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../../src/partdex.js';

type Prices = readonly (readonly [quantity: number, price: string])[];
const offer = (name: string, stock: number, prices: Prices) => ({
  sku: `${name}-${stock}`,
  seller: { uid: name, name },
  in_stock_quantity: stock,
  prices: { USD: prices },
});
const part = (mpn: string, text: string, ...offers: object[]) => ({ uid: mpn, mpn, descriptions: [{ value: text }], offers });

const catalog = await buildCatalog({
  parts: [
    part('ESP32-A', 'module', offer('Mouser', 0, [[1, '3']]), offer('LCSC', 500, [[1, '2']])),
    part('ESP32-B', 'module', offer('Mouser', 20, [[1, '4']]), offer('LCSC', 0, [[1, '1']])),
    part('ESP32-C', 'module', offer('Mouser', -2, [[1, '9']]), offer('LCSC', 7, [[1, '2']])),
    part('ESP32-D', 'module', offer('LCSC', 9, [[1, '3']])),
    part(
      'RES-A',
      'chip',
      offer('Mouser', 300, [
        [1, '0.10'],
        [100, '0.01'],
      ]),
    ),
    part('RES-B', 'chip', offer('Mouser', 300, [[1, '0.04']])),
    part('RES-C', 'chip', offer('Mouser', 50, [[1, '0.02']]), offer('LCSC', 300, [[1, '0.06']])),
  ],
} as unknown as CatalogSource);
afterAll(() => catalog.close());

const found = async (text: string) => (await catalog.parts.ask(text)).results.map(({ item }) => item.mpn);
const sorted = async (text: string) => (await found(text)).sort().join(' ');
const queriesOf = async (text: string) => (await catalog.parts.interpret(text)).request.filter?.queries;
const IN_STOCK = 'in_stock_quantity:{0 TO *] OR in_stock_quantity:"-2"';

describe('wishes for one offer', () => {
  it.each([
    ['esp32 from Mouser', 'ESP32-A ESP32-B ESP32-C'],
    ['esp32 from Mouser in stock', 'ESP32-B ESP32-C'],
    ['esp32 mouser in stock', 'ESP32-B ESP32-C'],
    ['esp32 in stock from Mouser under $5', 'ESP32-B'],
    ['esp32 in stock under $2.50', 'ESP32-A ESP32-C'],
    ['esp32 from Mouser under $3.50', 'ESP32-A'],
    ['esp32 from Mouser from LCSC in stock', 'ESP32-C'],
    ['chip under $0.05', 'RES-B RES-C'],
    ['chip 100 pcs in stock under $0.05', 'RES-A RES-B'],
    ['100+ in stock chip from LCSC', 'RES-C'],
    ['chip 100 pcs under $0.03 in stock', 'RES-A RES-C'],
    ['chip under $0.03 at 100 pcs', 'RES-A RES-C'],
  ])('%s finds %s', async (text, expected) => expect(await sorted(text)).toBe(expected));

  it.each([
    ['from Mouser', ['offers.seller.name:[Mouser TO Mouser]']],
    ['in stock', ['offers.in_stock_quantity:{0 TO *] OR offers.in_stock_quantity:"-2"']],
    ['under $5', ['price.USD.1:[* TO 5}']],
    ['over $1 under $9', ['price.USD.1:{1 TO *]', 'price.USD.1:[* TO 9}']],
    ['from Mouser in stock under $5', [`offers:(seller.name:[Mouser TO Mouser] AND (${IN_STOCK}) AND price.USD.1:[* TO 5})`]],
    [
      'under $5 in stock from Mouser in stock',
      [`offers:(seller.name:[Mouser TO Mouser] AND (${IN_STOCK}) AND price.USD.1:[* TO 5})`],
    ],
    ['100 pcs in stock under $0.05', ['offers:(in_stock_quantity:[100 TO *] AND price.USD.100:[* TO 0.05})']],
    [
      'from Mouser from LCSC in stock',
      [`offers:(seller.name:[Mouser TO Mouser] AND (${IN_STOCK}))`, `offers:(seller.name:[LCSC TO LCSC] AND (${IN_STOCK}))`],
    ],
  ])('%s: %j', async (text, expected) => expect(await queriesOf(text)).toEqual(expected));

  it('leave each reading its own words, condition and parts', async () => {
    const { readings } = await catalog.parts.interpret('esp32 from Mouser in stock under $5');
    expect(readings.slice(1).map(({ text, as, field, query, parts }) => [text, as, field, query, parts])).toEqual([
      ['from Mouser', 'seller', 'offers.seller.name', 'offers.seller.name:[Mouser TO Mouser]', 6],
      [
        'in stock',
        'purchase',
        'offers.in_stock_quantity',
        'offers.in_stock_quantity:{0 TO *] OR offers.in_stock_quantity:"-2"',
        7,
      ],
      ['under $5', 'purchase', 'price.USD.1', 'price.USD.1:[* TO 5}', 7],
    ]);
  });

  it('are dropped one by one where no offer meets all', async () => {
    const { readings } = (await catalog.parts.ask('ESP32-A from Mouser in stock')).understood;
    expect(readings.map(({ text, as }) => [text, as])).toEqual([
      ['ESP32-A', 'part number'],
      ['from Mouser', 'seller'],
      ['in stock', 'ignored'],
    ]);
    expect(readings[2].relaxed).toBe('dropped: no part has "in stock" with all the rest');
    expect(await found('ESP32-A from Mouser in stock')).toEqual(['ESP32-A']);
  });

  it('may be more than are dropped one by one', async () => {
    const text = 'esp32 from LCSC 1+ in stock 2+ in stock 3+ in stock 4+ in stock under $0.001 over $8';
    const { hits, understood } = await catalog.parts.ask(text);
    expect(hits).toBe(3);
    const kept = understood.readings.filter(({ as }) => as !== 'ignored');
    expect(kept.map((reading) => reading.text)).toEqual(['esp32', 'from LCSC', '1+ in stock', '2+ in stock', '3+ in stock']);
  });

  it('are dropped rather than a quantity or a name', async () => {
    expect(await sorted('esp32 from Mouser in stock under $1')).toBe('ESP32-B ESP32-C');
  });
});

describe('the name of a seller that is a part number as well', () => {
  it('is no wish', async () => {
    const own = await buildCatalog({
      parts: [
        part('LCSC', 'board', offer('Mouser', 5, [[1, '1']])),
        part('B', 'chip', offer('LCSC', 0, [[1, '1']]), offer('Mouser', 5, [[1, '1']])),
      ],
    } as unknown as CatalogSource);
    const { understood, hits } = await own.parts.ask('lcsc in stock');
    expect(understood.request.filter?.queries).toEqual([
      'mpn:"lcsc" OR offers.seller.name:[LCSC TO LCSC]',
      'offers.in_stock_quantity:{0 TO *] OR offers.in_stock_quantity:"-2"',
    ]);
    expect(hits).toBe(2);
    await own.close();
  });
});

describe('the order by price', () => {
  it.each([
    ['cheapest', 'price.USD.1 asc'],
    ['cheapest 100 pcs in stock', 'price.USD.100 asc'],
    ['cheapest at 500 pcs', 'price.USD.500 asc'],
    ['cheapest 100+ in stock 200 pcs under $1', 'price.USD.200 asc'],
    ['cheapest stock > 999999999', 'price.USD.999999999 asc'],
    ['cheapest 0+ in stock', 'price.USD.1 asc'],
  ])('of %s is %s', async (text, sortby) => {
    const { request, readings } = await catalog.parts.interpret(text);
    expect(request.sortby).toBe(sortby);
    expect(readings[0]).toMatchObject({ as: 'purchase', field: sortby.split(' ')[0], value: sortby, parts: 7 });
  });

  it('is that of the least price at the quantity', async () => {
    expect(await found('cheapest chip')).toEqual(['RES-C', 'RES-B', 'RES-A']);
    expect(await found('cheapest chip 100 pcs in stock')).toEqual(['RES-A', 'RES-C', 'RES-B']);
  });
});

describe('the order by stock', () => {
  it.each([
    ['chip most in stock', 'most', 'RES-C RES-A RES-B'],
    ['chip highest stock', 'highest stock', 'RES-C RES-A RES-B'],
    ['largest stock chip', 'largest stock', 'RES-C RES-A RES-B'],
    ['chip sort by stock', 'sort by stock', 'RES-C RES-A RES-B'],
    ['esp32 größter Bestand', 'größter Bestand', 'ESP32-A ESP32-B ESP32-D ESP32-C'],
  ])('of %s is that of the sum of all offers', async (text, words, expected) => {
    const { results, understood } = await catalog.parts.ask(text);
    expect(understood.request.sortby).toBe('total_stock desc');
    const reading = understood.readings.find((one) => one.text === words);
    expect(reading).toMatchObject({ as: 'purchase', field: 'total_stock', value: 'total_stock desc', parts: 7 });
    expect(results.map(({ item }) => item.mpn).join(' ')).toBe(expected);
  });

  it('is none of words that stand apart', async () => {
    expect((await catalog.parts.interpret('most chip in stock')).request.sortby).toBeUndefined();
  });
});

describe('another currency', () => {
  it('than that of the catalog is ignored', async () => {
    const { readings } = await catalog.parts.interpret('chip in stock under €5');
    expect(readings.at(-1)).toMatchObject({
      text: 'under €5',
      as: 'ignored',
      relaxed: 'dropped: prices of this catalog are in USD, not in EUR',
    });
  });

  it('of the catalog is that of its prices', async () => {
    const own = await buildCatalog({ parts: [part('A', 'chip')] } as unknown as CatalogSource, { priceCurrency: 'EUR' });
    expect((await own.parts.interpret('under €5 in stock')).readings[0].query).toBe('price.EUR.1:[* TO 5}');
    await own.close();
  });
});

describe('limits', () => {
  it.each([{ queryClauses: 2 }, { queryLength: 60 }, { queryDepth: 0 }, { filters: 2 }, { filters: 0 }])(
    '%j: no question with wishes fails, and its request is one of the catalog',
    async (limits) => {
      const parts = [part('A1', 'chip', offer('Mouser', 5, [[1, '1']]), offer('LCSC', 0, [[1, '2']]))];
      const own = await buildCatalog({ parts } as unknown as CatalogSource, { limits });
      for (const text of ['chip from Mouser in stock under $5', 'from Mouser from LCSC in stock', 'over $1 in stock "no"']) {
        const { understood, hits } = await own.parts.ask(text);
        expect((await own.parts.search(understood.request)).hits, text).toBe(hits);
      }
      await own.close();
    },
  );

  it('are told where they leave a wish out', async () => {
    const parts = [part('A1', 'chip', offer('Mouser', 5, [[1, '1']]))];
    const own = await buildCatalog({ parts } as unknown as CatalogSource, { limits: { filters: 2 } });
    const { readings } = await own.parts.interpret('from Mouser in stock under $5');
    expect(readings.filter(({ relaxed }) => relaxed?.includes('exceeds a limit')).length).toBeGreaterThan(0);
    await own.close();
  });
});
