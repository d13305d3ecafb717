import { decimalOf, parseDecimal } from '../analysis/decimal.js';
import { converted, type PriceRates } from '../analysis/price-rates.js';
import type { PriceConverter } from './internals.js';

/** Converts prices by the rates of a catalog. */
export function priceConverter(rates: PriceRates): PriceConverter {
  const one = decimalOf(1, 0);
  return (price, from, to) => {
    const [given, rate] = [parseDecimal(String(price)), converted(one, from, to, rates)];
    const inOther = given && converted(given, from, to, rates);
    return inOther && rate && { price: inOther.toNumber(), rate: rate.toNumber() };
  };
}
