import { type ReadQuantity, readQuantity, unitOfQuantity } from '../analysis/quantity.js';
import { describeUnit, type FieldUnit, isSameKind } from '../analysis/quantity-unit.js';
import { shorten } from '../model/nearest.js';

/** What is wrong with a value of a number field, and what would be right. */
export interface NumberFault {
  /** Default `not_a_number`. */
  readonly code?: 'not_a_number' | 'wrong_unit';
  readonly text: string;
  readonly expected: readonly string[];
}

/** A text in place of a number on a field in a unit, or what is wrong with it. @param takesRange whether it may be a range */
export function readInUnit(
  text: string,
  field: string,
  unit: FieldUnit,
  takesRange: boolean,
): { readonly read: ReadQuantity } | { readonly fault: NumberFault } {
  const read = readQuantity(text, unit);
  if (read && (takesRange || read.kind === 'number')) return { read };
  const { name, spellings, examples } = describeUnit(unit);
  const written = `${name} (written ${orList(spellings)})`;
  const expected = [`a number or a quantity in ${written}, such as ${orList(examples)}`];
  const instead = `write for example ${orList(examples)}`;
  const given = `"${shorten(text)}"`;
  if (read) return { fault: { text: `: ${given} is a range, and one quantity in ${written} is expected; ${instead}`, expected } };
  const other = unitOfQuantity(text);
  const isOther = other && !isSameKind(other, unit);
  const what = isOther ? `is in ${other.given.name}, and` : 'is neither a number nor a quantity, and';
  const fault = { text: `: ${given} ${what} ${shorten(field)} is in ${written}; ${instead}`, expected };
  return { fault: { code: isOther ? 'wrong_unit' : 'not_a_number', ...fault } };
}

function orList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items[items.length - 1]}`;
}
