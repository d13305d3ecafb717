import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../../src/analysis/decimal.js';
import { priceAt } from '../../../src/analysis/offer-price.js';
import { compareCodePoints } from '../../../src/analysis/text.js';
import type { Offer } from '../../../src/model/documents.js';
import { currencyPrefix, pricesOf, priceTerms, quantityText } from '../../../src/opensearch/price-intervals.js';
import { decimalOfSortable, sortableDecimal } from '../../../src/opensearch/sortable-decimal.js';

const number = fc.oneof(
  fc.integer({ min: -20, max: 200 }),
  fc.constantFrom('1.5', '0', '99.999', '1e3', '999999999', '1000000000', '1e30', '-1e30', '9007199254740993', 'none', ' 7 '),
);
const price = fc.constantFrom('0.1', '0.10', '0.100000000000000000000000001', '2', '1e-40', '-1', '0', 'x');
const breaks = fc.array(fc.tuple(number, price), { maxLength: 6 });
const offers = fc.array(
  fc.record(
    {
      prices: fc.record({ USD: breaks, EUR: breaks, bits: breaks }, { requiredKeys: [] }),
      moq: number,
      order_multiple: fc.oneof(number, fc.integer({ min: 1, max: 60 })),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Offer>,
  { maxLength: 4 },
);

/** The prices of terms at a quantity, in the order of the terms. */
function pricesAt(terms: readonly string[], currency: string, quantity: number): string[] {
  const at = quantityText(quantity);
  const counted = [...terms].sort(compareCodePoints).filter((term) => {
    const [, from, to] = term.split(' ');
    return term.startsWith(currencyPrefix(currency)) && from <= at && at <= to;
  });
  return counted.map((term) => term.split(' ')[0].slice(currencyPrefix(currency).length));
}

const quantities = fc.oneof(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 999_999_999 }), fc.constant(999_999_999));

describe('prices at quantities as terms', () => {
  it('has at each quantity the prices of the offers, in order and once', () => {
    fc.assert(
      fc.property(offers, fc.array(quantities, { minLength: 1 }), (all, asked) => {
        const terms = priceTerms(all.map(pricesOf));
        for (const quantity of [...asked, ...boundsOf(terms)]) {
          for (const currency of ['USD', 'EUR', 'GBP']) {
            const prices = all.flatMap((offer) => priceAt(offer, currency, decimalOf(quantity, 0)) ?? []);
            const expected = [...new Set(prices.map(sortableDecimal))].sort(compareCodePoints);
            expect(pricesAt(terms, currency, quantity)).toEqual(expected);
          }
        }
      }),
    );
  });

  it('has one price of an offer at each quantity', () => {
    const offer = { prices: { USD: [['1', '5'] as const, ['10', '4'] as const, ['100', '3'] as const] }, order_multiple: '50' };
    const terms = priceTerms([pricesOf(offer as unknown as Offer)]);
    expect(terms.map((term) => term.split(' ').slice(1).map(Number)).sort()).toEqual([
      [1, 50],
      [51, 999_999_999],
    ]);
    expect(decimalOfSortable(pricesAt(terms, 'USD', 50)[0])?.toString()).toBe('4');
  });

  it('joins what several offers have', () => {
    const offer = { prices: { USD: [['1', '5']] } } as unknown as Offer;
    expect(priceTerms([pricesOf(offer), pricesOf(offer)])).toEqual(['USD=650005 000000001 999999999']);
    expect(priceTerms([pricesOf({} as Offer)])).toEqual([]);
  });
});

/** The quantities at which terms begin and end, and those beside them. */
function boundsOf(terms: readonly string[]): number[] {
  const ends = terms.flatMap((term) => term.split(' ').slice(1).map(Number));
  return [...new Set(ends.flatMap((end) => [end - 1, end, end + 1]))].filter((end) => end >= 1 && end <= 999_999_999);
}
