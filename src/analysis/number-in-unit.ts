import type { UnitOfMeasurement } from '../model/documents.js';
import { shorten } from '../model/nearest.js';
import { type ReadQuantity, readQuantity, unitOfQuantity } from './quantity.js';
import { describeUnit, type FieldUnit, isSameKind, resolveUnit } from './quantity-unit.js';

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

/** What is wrong with a text whose unit is of another kind than that of its field; undefined of any other text. */
export function wrongUnit(text: string, field: string, given: UnitOfMeasurement): NumberFault | undefined {
  const unit = resolveUnit(given);
  const read = unit && readInUnit(text, field, unit, true);
  return read && 'fault' in read && read.fault.code === 'wrong_unit' ? read.fault : undefined;
}

function orList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items[items.length - 1]}`;
}
