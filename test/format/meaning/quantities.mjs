import { decimalText } from '../../oracle/decimal.ts';
import { readQuantity } from '../../oracle/quantities.ts';
import { decimalOf, textOf } from './decimal.mjs';

/** Numbers of specs in a unit (docs/semantics.md, "Quantities"); the oracle of searches reads the quantities. */

/** The text of the number that a value is in a unit; undefined for other values. */
export function numberTextIn(unit, value) {
  const plain = decimalOf(value);
  if (plain) return textOf(plain);
  const quantity = unit === undefined || typeof value === 'number' ? undefined : readQuantity(value, unit);
  return quantity && 'digits' in quantity ? decimalText(quantity) : undefined;
}
