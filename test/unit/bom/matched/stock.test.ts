import { expect, it } from 'vitest';
import { hasStock } from '../../../../src/analysis/offer-price.js';
import { inStockFirst, mostStockFirst } from '../../../../src/bom/matched/stock.js';
import type { Part } from '../../../../src/partdex.js';

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

it('a part has stock if an offer has a number above 0, or does not say how much', () => {
  const having = parts.filter((part) => part.uid.startsWith('s') && hasStock(part)).map(({ uid }) => uid);
  const expected = STOCKS.flatMap((stock, i) =>
    [1, 0.5, -2, '7', '-2', '-2.0', ' 1e2 ', '1e-30'].includes(stock as never) ? [`s${i}`] : [],
  );
  expect(having).toEqual(expected);
});

it('parts in stock come first, in their order', () => {
  const [none, two, three] = ['none', 's4', 's3'].map((uid) => parts.find((part) => part.uid === uid) as Part);
  expect(inStockFirst([none, three, two], (part) => part)).toEqual([three, two, none]);
});

it('of parts that are alike, those of which the most pieces can be bought come first', () => {
  const part = (uid: string, ...offers: object[]) => ({ uid, mpn: uid, offers }) as unknown as Part;
  const prices = { USD: [[1, '0.1']] };
  const list = [
    part('no stock', { in_stock_quantity: 0, prices }),
    part('no price', { in_stock_quantity: 900 }),
    part('below its minimum', { in_stock_quantity: 500, moq: 1000, prices }),
    part('little', { in_stock_quantity: 14, prices }),
    part(
      'of two',
      { in_stock_quantity: '200', moq: 200, prices },
      { in_stock_quantity: 100, prices: { USD: [], EUR: [[1, '1']] } },
    ),
    part('unknown', { in_stock_quantity: -2, prices }),
    part('much', { in_stock_quantity: '1e3', prices }),
    part('none'),
  ];
  expect(mostStockFirst(list, (one) => one).map(({ uid }) => uid)).toEqual([
    ...['much', 'of two', 'little', 'no price', 'below its minimum', 'unknown', 'no stock', 'none'],
  ]);
});
