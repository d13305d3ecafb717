import { decimalText } from '../analysis/decimal.js';
import { shorten } from '../model/nearest.js';
import { printPattern } from '../parser/print.js';
import type { ResolvedBound, ResolvedFilter, ResolvedOperand } from './filters.js';

/** The label of a plan node, for people. A function, because only an explained search reads it. */
export type Label = () => string;

/** Values of a list that a label names; of further values it has the number. */
const NAMED = 4;

/** One condition on a field. */
export function conditionLabel(name: string, operand: ResolvedOperand): Label {
  return () =>
    operand.kind === 'value' ? `${shorten(name)} is ${quoted(operand.text)}` : `${shorten(name)}:${operandText(operand)}`;
}

/** A condition that a field has one of some literal values. */
export function valuesLabel(name: string, operands: readonly ResolvedOperand[]): Label {
  return () => {
    const named = operands
      .slice(0, NAMED)
      .map((operand) => (operand.kind === 'value' ? quoted(operand.text) : operandText(operand)));
    const more = operands.length - named.length;
    return `${shorten(name)} is ${named.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
  };
}

/** A whole filter. */
export function filterLabel(filter: ResolvedFilter): Label {
  return () => filterText(filter);
}

function filterText(filter: ResolvedFilter): string {
  switch (filter.kind) {
    case 'all':
      return '*:*';
    case 'not':
      return `NOT (${filterText(filter.child)})`;
    case 'offers':
      return shorten(`offers:(${filterText(filter.child)})`, 200);
    case 'and':
    case 'or':
      return shorten(
        filter.children.map((child) => `(${filterText(child)})`).join(filter.kind === 'and' ? ' AND ' : ' OR '),
        200,
      );
    case 'field':
      return conditionLabel(filter.name, filter.operand)();
  }
}

function operandText(operand: ResolvedOperand): string {
  switch (operand.kind) {
    case 'and':
    case 'or':
      return shorten(`(${operand.children.map(operandText).join(operand.kind === 'and' ? ' AND ' : ' OR ')})`, 200);
    case 'not':
      return `NOT (${operandText(operand.child)})`;
    case 'value':
    case 'term':
      return quoted(operand.text);
    case 'pattern':
      return shorten(printPattern(operand.parts));
    case 'exists':
      return '*';
    case 'number':
      return shorten(decimalText(operand.number));
    case 'number_range':
    case 'covered_range':
      return rangeText(operand.lower, operand.upper, decimalText);
    case 'text_range':
      return rangeText(operand.lower, operand.upper, quoted);
  }
}

/** A range as a filter query has it. @param text how a bound is written */
export function rangeText<T>(
  lower: ResolvedBound<T> | undefined,
  upper: ResolvedBound<T> | undefined,
  text: (value: T) => string,
): string {
  const from = lower ? text(lower.value) : '*';
  const to = upper ? text(upper.value) : '*';
  return `${lower?.inclusive === false ? '{' : '['}${from} TO ${to}${upper?.inclusive === false ? '}' : ']'}`;
}

function quoted(text: string): string {
  return `"${shorten(text)}"`;
}
