import type { Decimal } from '../analysis/decimal.js';
import type { FieldPlace } from '../model/check-arguments.js';
import { type Field, specField } from '../model/fields.js';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { ResolvedBound, ResolvedOperand } from './resolved-filter.js';

/** A range of numbers; a bound that is missing is open. */
export interface NumberRange {
  readonly lower: ResolvedBound<Decimal> | undefined;
  readonly upper: ResolvedBound<Decimal> | undefined;
}

/** Whether the lower bound is above the upper one. */
export function isReversedRange({ lower, upper }: NumberRange): boolean {
  return lower !== undefined && upper !== undefined && lower.value.gt(upper.value);
}

/** Whether no number is in a range. */
export function isEmptyRange({ lower, upper }: NumberRange): boolean {
  if (!lower || !upper) return false;
  const difference = lower.value.cmp(upper.value);
  return difference > 0 || (difference === 0 && !(lower.inclusive && upper.inclusive));
}

/** What a condition on `covers` asks for; a condition on another field as it is. */
export function ofExtent({ spec }: Field, operand: ResolvedOperand): ResolvedOperand {
  if (spec?.member !== 'covers') return operand;
  if (operand.kind === 'number') {
    const bound = { value: operand.number, inclusive: true };
    return { kind: 'covered_range', lower: bound, upper: bound };
  }
  if (operand.kind !== 'number_range') return operand;
  const { lower, upper } = operand;
  return lower || upper ? { kind: 'covered_range', lower, upper } : { kind: 'exists' };
}

/** The issue of the range of a spec that has texts. */
export function addExtentOfTexts(name: string, key: string, { path, ...place }: FieldPlace, issues: Issues): void {
  const values = specField(key, 'value');
  const text = `: ${shorten(key)} has texts, which have no range; ${shorten(values)} compares them`;
  issues.add('wrong_kind', path, text, { ...place, found: name, expected: ['a number spec'], nearest: [values] });
}

/** The issue of `covers` where a request sorts or counts. */
export function addCovers(name: string, key: string, { path, ...at }: FieldPlace, issues: Issues): void {
  const range = specField(key, 'range');
  const text = `: ${shorten(name)} is a condition of filters and has no values; did you mean "${shorten(range)}"?`;
  issues.add('wrong_kind', path, text, { ...at, found: name, expected: ['a field with values'], nearest: [range] });
}

/** The issue of a facet that would list the values of a range. */
export function addFacetOfRange(name: string, path: Path, issues: Issues): void {
  const text = ` must be at least 1: a facet of ${shorten(name)} counts ranges of numbers, not single values`;
  issues.add('wrong_kind', path, text, { found: 0, expected: ['at least 1'] });
}
