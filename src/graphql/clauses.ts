import type { Bound, Filter, Operand } from '../parser/ast.js';

/** Builders of conditions. Long lists of values stay syntax trees: as text they would exceed the longest query. */

/** No part. */
export const NONE: Filter = { kind: 'not', child: { kind: 'all' } };

/** The parts whose field has the value, or its words. */
export function equals(field: string, text: string): Filter {
  return { kind: 'field', field, operand: { kind: 'phrase', text } };
}

/** The parts whose field has one of some values; of a name, its words. */
export function hasAny(field: string, texts: readonly string[]): Filter {
  return alternatives(
    field,
    texts.map((text) => ({ kind: 'phrase', text })),
  );
}

/** The parts whose field is called one of some names: a range from a text to itself compares whole values, folded. */
export function isCalled(field: string, names: readonly string[]): Filter {
  return alternatives(
    field,
    names.map((name) => ({ kind: 'range', lower: boundOf(name), upper: boundOf(name) })),
  );
}

/** The parts whose field has one of some operands. */
export function alternatives(field: string, operands: readonly Operand[]): Filter {
  if (operands.length === 0) return NONE;
  return { kind: 'field', field, operand: operands.length === 1 ? operands[0] : { kind: 'or', children: operands } };
}

/** The parts that have some value of a field. */
export function exists(field: string): Filter {
  return { kind: 'field', field, operand: { kind: 'pattern', parts: [{ kind: 'any_run' }] } };
}

/** The parts that have no value of a field. */
export function lacks(field: string): Filter {
  return { kind: 'not', child: exists(field) };
}

/** The parts that have no value of a field, or an empty text alone. */
export function lacksText(field: string): Filter {
  const operand: Operand = { kind: 'pattern', parts: [{ kind: 'any_one' }, { kind: 'any_run' }] };
  return { kind: 'not', child: { kind: 'field', field, operand } };
}

/** The parts that meet all conditions. */
export function allOf(...conditions: readonly Filter[]): Filter {
  return conditions.length === 1 ? conditions[0] : { kind: 'and', children: conditions };
}

/** The parts that meet some condition; none if there is none. */
export function anyOf(conditions: readonly Filter[]): Filter {
  const others = conditions.filter((condition) => condition !== NONE);
  if (others.length === 0) return NONE;
  return others.length === 1 ? others[0] : { kind: 'or', children: others };
}

/** An inclusive end of a range; an empty text is an open end. */
export function boundOf(text: string): Bound {
  return { value: text === '' ? null : text, inclusive: true };
}
