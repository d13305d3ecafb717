import { expect, it } from 'vitest';
import { decimalOf } from '../../../src/analysis/decimal.js';
import { offerTerms, priceAt, purchaseAt, quantitiesToWeigh } from '../../../src/analysis/offer-price.js';
import { OfferPrices, readPriceRates } from '../../../src/analysis/price-rates.js';
import type { Offer } from '../../../src/partdex.js';

const USD = (...prices: [number | string, number | string][]): Offer => ({ prices: { USD: prices } });
const at = (offer: Offer, n: number) => {
  const bought = purchaseAt(offer, 'USD', decimalOf(n, 0));
  return bought && [String(bought.quantity), String(bought.price)];
};

const TWO = USD([1, '0.10'], [100, '0.05']);

it.each<[string, Offer, number, string[] | undefined]>([
  ['the break below', TWO, 10, ['10', '0.1']],
  ['the break itself', TWO, 100, ['100', '0.05']],
  ['the moq', { ...TWO, moq: '1e2' }, 10, ['100', '0.05']],
  ['the multiple', { ...TWO, order_multiple: 50 }, 95, ['100', '0.05']],
  ['the smallest break', USD([3000, '0.02']), 1, ['3000', '0.02']],
  ['a multiple above the moq', { ...TWO, moq: 10, order_multiple: 7 }, 1, ['14', '0.1']],
  ['a multiple that is not whole', { ...TWO, order_multiple: 2.5 }, 7, ['7', '0.1']],
  ['a moq that is not a number', { ...TWO, moq: 'ask' }, 7, ['7', '0.1']],
  ['the first of equal breaks', USD([1, 3], ['1.0', 2]), 1, ['1', '3']],
  ['breaks in any order', USD([100, '0.05'], [1, '0.10']), 99, ['99', '0.1']],
  ['pairs without numbers, and prices below 0', USD([1, 'ask'], ['x', 1], [1, -1]), 1, undefined],
  ['quantities above 2^53', USD([1, 2], ['9007199254740993', 1]), 1, ['1', '2']],
])('buys at %s', (_, offer, n, expected) => expect(at(offer, n)).toEqual(expected));

it('has no price in another currency, nor under a name of objects', () => {
  expect(priceAt(TWO, 'EUR', decimalOf(1, 0))).toBeUndefined();
  expect(priceAt(TWO, '__proto__', decimalOf(1, 0))).toBeUndefined();
});

it('weighs what must be bought and every larger break, rounded up', () => {
  const terms = offerTerms({ ...USD([1, 3], [10, 2], [25, 1]), order_multiple: 10 }, 'USD');
  expect(terms && quantitiesToWeigh(terms, decimalOf(5, 0)).map(String)).toEqual(['10', '30']);
});

it('converts the first currency in alphabetical order, to twenty digits', () => {
  const rates = readPriceRates({ base: 'USD', rates: { EUR: '0.92', GBP: 3 } });
  const offer: Offer = { prices: { GBP: [[1, '1']], USD: [[1, '9']], AAA: [[1, 1]] } };
  const price = (currency: string) => new OfferPrices([offer], { currency, rates }).lowest(decimalOf(1, 0));
  expect(String(price('EUR'))).toBe('0.30666666666666666667');
  expect(String(price('USD'))).toBe('9');
  expect(price('JPY')).toBeUndefined();
});

it.each([
  [{ base: 'usd', rates: {} }, 'rates.base'],
  [{ base: 'USD', rates: { EUR: 0 } }, 'rates.rates.EUR'],
  [{ base: 'USD', rates: { eur: 1 } }, 'rates.rates.eur'],
  [{ base: 'USD', rates: { USD: 2 } }, 'rates.rates.USD'],
  [{ base: 'USD', rates: {}, when: 1 }, 'rates.when'],
])('refuses rates that cannot be: %j', (given, place) => expect(() => readPriceRates(given)).toThrow(place));
