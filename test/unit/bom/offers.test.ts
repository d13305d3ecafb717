import { describe, expect, it } from 'vitest';
import { bestStockOf, unitPriceOf } from '../../../src/bom/offers.js';
import type { Offer, Part } from '../../../src/partdex.js';

const partOf = (...offers: Offer[]): Part => ({ uid: '1', mpn: 'A', offers });
const seller = (name: string) => ({ seller: { uid: name, name } });

describe('the best stock', () => {
  const stockOf = (...quantities: (number | string | null)[]) =>
    bestStockOf(partOf(...quantities.map((in_stock_quantity, i) => ({ ...seller(`s${i}`), in_stock_quantity }))));

  it('is the largest, with its seller', () => {
    expect(stockOf(5, '1e3', 20)).toEqual({ text: '1000', quantity: 1000, seller: 's1' });
  });

  it('may be a code where no quantity is known, the best of them', () => {
    expect(stockOf(-4, -2, 0)?.text).toBe('in stock');
    expect(stockOf(-4, 0, -1)?.text).toBe('0');
    expect(stockOf(-1, -3, -4)?.text).toBe('on request');
    expect(stockOf(-3, -1)?.text).toBe('not stocked');
    expect(stockOf(-2, 3)?.text).toBe('3');
  });

  it('is missing where no seller reports one', () => {
    expect(stockOf()).toBeUndefined();
    expect(stockOf(null, 'many', -7)).toBeUndefined();
    expect(bestStockOf({ uid: '1', mpn: 'A' })).toBeUndefined();
  });
});

describe('the unit price', () => {
  const offer = (name: string, prices: Offer['prices'], more: Partial<Offer> = {}): Offer => ({
    ...seller(name),
    prices,
    in_stock_quantity: 10_000,
    ...more,
  });
  const breaks = {
    USD: [
      [1, '0.5'],
      [100, '0.25'],
      [10, '0.3'],
    ],
  } as NonNullable<Offer['prices']>;

  it.each([
    [1, '0.5'],
    [9, '0.5'],
    [10, '0.3'],
    [99, '0.3'],
    [100, '0.25'],
    [5000, '0.25'],
  ])('at %d pieces is that of the largest break below', (quantity, price) => {
    expect(unitPriceOf(partOf(offer('a', breaks)), quantity, 'USD')?.price).toBe(price);
  });

  it('of equal breaks the first counts, and a price below 0 is passed over', () => {
    const of = (...pairs: [number, string][]) => partOf(offer('a', { USD: pairs }));
    expect(unitPriceOf(of([1, '0.10'], [1, '0.20']), 1, 'USD')?.price).toBe('0.1');
    expect(unitPriceOf(of([10, '0.3'], [1, '-1'], [1, '0.10'], [10, '-1']), 10, 'USD')?.price).toBe('0.3');
    expect(unitPriceOf(of([1, '-1']), 1, 'USD')).toBeUndefined();
  });

  it('is the lowest of the sellers who sell that quantity and have it in stock', () => {
    const part = partOf(
      offer('few', { USD: [[1, '0.1']] }, { in_stock_quantity: 3 }),
      offer('reels', { USD: [[1000, '0.05']] }),
      offer('moq', { USD: [[1, '0.07']] }, { moq: 500 }),
      offer('dear', { USD: [[1, '0.4']] }),
      offer('good', { USD: [[1, '0.2']] }, { in_stock_quantity: -2 }),
      offer('other', { EUR: [[1, '0.01']] }),
    );
    expect(unitPriceOf(part, 10, 'USD')).toEqual({ price: '0.2', seller: 'good', total: '2', remark: '' });
    expect(unitPriceOf(part, 3, 'USD')).toMatchObject({ price: '0.1', seller: 'few', total: '0.3' });
    expect(unitPriceOf(part, 600, 'USD')).toMatchObject({ price: '0.07', seller: 'moq' });
    expect(unitPriceOf(part, 10, 'EUR')).toMatchObject({ price: '0.01', seller: 'other' });
    expect(unitPriceOf(part, 10, 'JPY')).toBeUndefined();
    expect(unitPriceOf(part, 10, '__proto__')).toBeUndefined();
  });

  it('reports where no seller has that many, or sells that few', () => {
    const without = partOf(offer('a', { USD: [[1, '0.1']] }, { in_stock_quantity: 3 }), offer('b', { USD: [[50, '0.01']] }));
    expect(unitPriceOf(without, 10, 'USD')).toEqual({
      price: '0.1',
      seller: 'a',
      total: '1',
      remark: 'only 3 in stock at sellers of that quantity, 10 needed',
    });
    expect(unitPriceOf(partOf(without.offers?.[0] as Offer), 10, 'USD')?.remark).toBe('only 3 in stock, 10 needed');
    expect(unitPriceOf(partOf(offer('a', { USD: [[1, '1']] }, { in_stock_quantity: 0 })), 10, 'USD')?.remark).toBe(
      'none in stock, 10 needed',
    );
    const reels = partOf(offer('a', { USD: [[1000, '0.01']] }, { in_stock_quantity: 1 }), offer('b', { USD: [[3000, '0.02']] }));
    expect(unitPriceOf(reels, 10, 'USD')).toEqual({ price: '0.02', seller: 'b', remark: 'sold from 3000 on' });
    expect(unitPriceOf(partOf(reels.offers?.[0] as Offer), 10, 'USD')?.remark).toBe('sold from 1000 on, which are not in stock');
  });

  it('is that of the pieces that must be ordered together', () => {
    const multiples = partOf(
      offer(
        'a',
        {
          USD: [
            [25, '1.6432'],
            [50, '1.5'],
          ],
        },
        { moq: 25, order_multiple: '25' },
      ),
    );
    expect(unitPriceOf(multiples, 30, 'USD')).toEqual({
      price: '1.5',
      seller: 'a',
      total: '75',
      remark: '50 must be ordered, in multiples of 25',
    });
    expect(unitPriceOf(multiples, 25, 'USD')).toMatchObject({ price: '1.6432', total: '41.08', remark: '' });
    expect(unitPriceOf(multiples, 10, 'USD')).toEqual({ price: '1.6432', seller: 'a', remark: 'sold from 25 on' });
    const short = partOf(offer('a', { USD: [[1, '1']] }, { order_multiple: 20, in_stock_quantity: 35 }));
    expect(unitPriceOf(short, 30, 'USD')?.remark).toBe('only 35 in stock, 40 needed; 40 must be ordered, in multiples of 20');
    const metres = partOf(offer('a', { USD: [[1, '2']] }, { order_multiple: 0.5 }));
    expect(unitPriceOf(metres, 2.5, 'USD')).toMatchObject({ total: '5', remark: '' });
  });

  it('and the total are exact, and without an exponent', () => {
    const part = partOf(offer('a', { USD: [[1, '1.00000000000000000000001e-7']] }));
    expect(unitPriceOf(part, 3_000_000, 'USD')).toMatchObject({
      price: '0.000000100000000000000000000001',
      total: '0.300000000000000000000003',
    });
  });

  it('has no total without a quantity; that of one piece is taken', () => {
    expect(unitPriceOf(partOf(offer('a', breaks)), undefined, 'USD')).toEqual({ price: '0.5', seller: 'a', remark: '' });
    expect(unitPriceOf(partOf(offer('a', breaks)), 0, 'USD')).toMatchObject({ price: '0.5', total: '0' });
  });

  it('ignores prices that are not numbers', () => {
    const part = partOf(
      offer('a', {
        USD: [
          ['x', '1'],
          [1, 'ask'],
        ] as never,
      }),
      offer('b', null),
      offer('c', { USD: [[1, ' 2 ']] }),
    );
    expect(unitPriceOf(part, 1, 'USD')).toMatchObject({ price: '2', seller: 'c' });
  });
});
