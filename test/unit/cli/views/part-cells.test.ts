import { describe, expect, it } from 'vitest';
import { bestPriceOf, descriptionOf, stockOf, textAt } from '../../../../src/cli/views/part-cells.js';
import type { Offer } from '../../../../src/partdex.js';

const part = (offers: Offer[]) => ({ uid: '1', mpn: 'X', offers });

describe('cells of a part', () => {
  it.each([
    ['sums what is in stock', [100, 0, 1200, -1], '1,300'],
    ['knows stock of unknown quantity', [0, -2], 'in stock'],
    ['says 0 where an offer does', [0, -4], '0'],
    ['says nothing where nothing is known', [-3, null], ''],
  ])('%s', (_, quantities, text) => {
    expect(stockOf(part(quantities.map((quantity) => ({ in_stock_quantity: quantity }))))).toBe(text);
  });

  it('takes the lowest price at the lowest break, in the currency if there is one', () => {
    const offers: Offer[] = [
      { prices: { EUR: [[1, '0.01']] } },
      {
        prices: {
          USD: [
            [100, '0.02'],
            [10, '0.05'],
          ],
        },
      },
      { prices: { USD: [[1, '0.06']] } },
      { prices: null },
    ];
    expect(bestPriceOf(part(offers), 'USD')).toBe('0.05 USD');
    expect(bestPriceOf(part(offers), 'JPY')).toBe('0.01 EUR');
    expect(bestPriceOf(part([{ prices: {} }]), 'USD')).toBe('');
  });

  it('prefers the short description', () => {
    expect(descriptionOf({ uid: '1', mpn: 'X', short_description: 'short', descriptions: [{ value: 'long' }] })).toBe('short');
    expect(descriptionOf({ uid: '1', mpn: 'X', short_description: null, descriptions: [{ value: 'long' }] })).toBe('long');
    expect(descriptionOf({ uid: '1', mpn: 'X' })).toBe('');
  });

  it('follows dotted paths through lists and keys with dots', () => {
    const document = { offers: [{ sku: 'a' }, { sku: 'b' }, {}], specs: { 'v.max': { value: ['5', '6'] } }, none: null };
    expect(textAt(document, 'offers.sku')).toBe('a, b');
    expect(textAt(document, 'specs.v.max.value')).toBe('5, 6');
    expect(textAt(document, 'none')).toBe('');
    expect(textAt(document, 'toString.length')).toBe('');
  });
});
