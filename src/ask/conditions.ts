import type { PatternPiece } from '../analysis/pattern.js';
import { specField } from '../model/fields.js';
import type { Filter, Operand } from '../parser/ast.js';

/*
 * The conditions that readings consist of, as syntax trees of filter queries: nothing has to be parsed to count them, and printed
 * they are `Reading.query`.
 */

/** No part meets it. */
const NOTHING: Filter = { kind: 'not', child: { kind: 'all' } };

/** All of some conditions. */
export function all(children: readonly Filter[]): Filter {
  const flat = children.flatMap((child) => (child.kind === 'and' ? child.children : child.kind === 'all' ? [] : [child]));
  if (flat.length === 0) return { kind: 'all' };
  return flat.length === 1 ? flat[0] : { kind: 'and', children: flat };
}

/** One of some conditions. */
export function any(children: readonly Filter[]): Filter {
  const flat = children.flatMap((child) => (child.kind === 'or' ? child.children : child === NOTHING ? [] : [child]));
  if (flat.length === 0) return NOTHING;
  return flat.length === 1 ? flat[0] : { kind: 'or', children: flat };
}

export function not(child: Filter): Filter {
  return child.kind === 'not' ? child.child : { kind: 'not', child };
}

function anyOperand(children: readonly Operand[]): Operand {
  return children.length === 1 ? children[0] : { kind: 'or', children };
}

/** A field has a value. */
export function has(field: string): Filter {
  return { kind: 'field', field, operand: { kind: 'pattern', parts: [{ kind: 'any_run' }] } };
}

/** A field has one of some whole values, whatever their letter case: for names, strings and uids. */
export function isOneOf(field: string, values: readonly string[]): Filter {
  if (values.length === 0) return NOTHING;
  const operands = values.map((value): Operand => {
    const bound = { value, inclusive: true };
    return { kind: 'range', lower: bound, upper: bound };
  });
  return { kind: 'field', field, operand: anyOperand(operands) };
}

/** A field is one of some values as its kind compares them: uids raw, part numbers by their forms, texts by their words. */
export function is(field: string, values: readonly string[]): Filter {
  if (values.length === 0) return NOTHING;
  return { kind: 'field', field, operand: anyOperand(values.map((text): Operand => ({ kind: 'phrase', text }))) };
}

/** A number field has a value in a range; null is an open end. */
export function between(
  field: string,
  { min, max, min_excluded, max_excluded }: { min: string | null; max: string | null; min_excluded?: true; max_excluded?: true },
): Filter {
  const lower = { value: min, inclusive: !min_excluded };
  const upper = { value: max, inclusive: !max_excluded };
  return { kind: 'field', field, operand: { kind: 'range', lower, upper } };
}

const ANY_RUN: PatternPiece = { kind: 'any_run' };

/** A part number begins with a text, or contains it. */
export function beginsWith(field: string, text: string): Filter {
  return { kind: 'field', field, operand: { kind: 'pattern', parts: [{ kind: 'literal', text }, ANY_RUN] } };
}
export function contains(field: string, text: string): Filter {
  return { kind: 'field', field, operand: { kind: 'pattern', parts: [ANY_RUN, { kind: 'literal', text }, ANY_RUN] } };
}

const DIGITS = Array.from('0123456789');

/** A part number begins with a text, and no digit follows: `P6KE15A`, but not `P6KE150A`. */
export function endsAt(field: string, text: string): Filter {
  return all([beginsWith(field, text), not(any(DIGITS.map((digit) => beginsWith(field, text + digit))))]);
}

/** Some words stand one after the other in a text of the part. */
export function words(...texts: readonly string[]): Filter {
  return is('words', texts);
}

/** The field of the values of a spec key. */
export function valueField(key: string): string {
  return specField(key, 'value');
}

const CONDITION_WORD = /(^|_)conditions?(_|$)/;
/** Names of specs with the symbol of a unit that is not theirs, but that of their condition: `voltage_forward_vf_max_if` in amperes. */
const OTHER_UNITS: readonly (readonly [name: RegExp, symbol: string])[] = [
  [/^voltage_/, 'A'],
  [/^current_/, 'V'],
];

/** Whether a spec says at what another one was measured. @param symbol of its unit */
export function isOfCondition(key: string, symbol?: string): boolean {
  return CONDITION_WORD.test(key) || OTHER_UNITS.some(([name, other]) => symbol === other && name.test(key));
}

const SECONDARY = /(^|_)(?:trip|surge|leakage|clamping|saturation|insulation|b_constant|b_value)(_|$)/;

/** Whether a spec is a limit of another one of the same parts, which people mean if they do not name it: fuses are called by their hold current. */
export function isSecondary(key: string): boolean {
  return SECONDARY.test(key);
}

const PRINCIPAL = /^(resistance|capacitance|inductance)(?:_(?:value|nominal|nom))?$/;
const THINGS = new Map([
  ['resistance', 'resistor'],
  ['capacitance', 'capacitor'],
  ['inductance', 'inductor'],
]);

/** What parts are called that have a spec first of all; undefined for a spec of another property, such as `dc_resistance`. */
export function thingOf(key: string): string | undefined {
  return THINGS.get(PRINCIPAL.exec(key)?.[1] ?? '');
}
