import { type Decimal, roundedQuotient } from '../../analysis/decimal.js';

/**
 * An amount in another currency, rounded to 20 significant digits, half up.
 * @param from units of its own currency for one of the base
 * @param to units of the other currency for one of the base
 */
export function converted(amount: Decimal, from: Decimal, to: Decimal): Decimal {
  return roundedQuotient(amount.times(to), from);
}
