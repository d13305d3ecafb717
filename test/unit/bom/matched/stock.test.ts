import { expect, it } from 'vitest';
import { hasStock, IN_STOCK, inStockFirst, tellsStock } from '../../../../src/bom/matched/stock.js';
import { buildCatalog, type CatalogSource, type Part } from '../../../../src/partdex.js';

const STOCKS = [undefined, null, 0, 1, 0.5, -1, -2, -3, -4, '7', '-2', '-2.0', ' 1e2 ', '0.0', 'many', '1e-30'];

/** A part for each stock alone, and for each pair of them. */
const parts = [
  { uid: 'none' },
  ...STOCKS.map((stock, i) => ({ uid: `s${i}`, offers: [{ sku: `a${i}`, in_stock_quantity: stock }] })),
  ...STOCKS.map((stock, i) => ({
    uid: `p${i}`,
    offers: [{ in_stock_quantity: stock }, { in_stock_quantity: STOCKS[(i + 5) % STOCKS.length] }],
  })),
].map((part) => ({ mpn: part.uid, ...part })) as unknown as Part[];

it('the filter query of parts in stock finds those that have stock', async () => {
  const catalog = await buildCatalog({ parts } as unknown as CatalogSource);
  const { results } = await catalog.parts.search({ filter: { queries: [IN_STOCK] }, show: ['uid'], limit: 100 });
  await catalog.close();
  const expected = parts.filter(hasStock).map(({ uid }) => uid);
  expect(expected.length).toBeGreaterThan(10);
  expect(results.map(({ item }) => item.uid).sort()).toEqual(expected.sort());
});

it('the stock of a part is shown if an offer has any', () => {
  const shown = parts.filter((part) => part.uid.startsWith('s') && tellsStock(part)).map(({ uid }) => uid);
  expect(shown).toEqual(STOCKS.flatMap((stock, i) => (stock === undefined || stock === null ? [] : [`s${i}`])));
  expect(tellsStock(parts[0])).toBe(false);
});

it('parts in stock come first, in their order', () => {
  const [none, two, three] = ['none', 's4', 's3'].map((uid) => parts.find((part) => part.uid === uid) as Part);
  expect(inStockFirst([none, three, two], (part) => part)).toEqual([three, two, none]);
});
