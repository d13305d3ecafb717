import { dateText, instantOf, parsePeriod } from '../analysis/date.js';
import type { ResolvedBound, ResolvedOperand } from './filters.js';

/** The bounds of dates as a request gives them. */
interface AskedBounds {
  readonly lower: { readonly value: string | null; readonly inclusive: boolean };
  readonly upper: { readonly value: string | null; readonly inclusive: boolean };
}

/** The instants of a date as a range of canonical texts; undefined for a text that is not a date. */
export function datesOf(text: string): ResolvedOperand | undefined {
  const period = parsePeriod(text);
  if (!period) return undefined;
  const bound = (instant: number): ResolvedBound<string> => ({ value: dateText(instant), inclusive: true });
  return { kind: 'text_range', lower: bound(period.from), upper: bound(period.to) };
}

/**
 * The range between two dates: a bound without a time is its whole year, month or day, which an inclusive bound includes and an
 * exclusive one excludes. The bounds must be dates.
 */
export function dateRange({ lower, upper }: AskedBounds): ResolvedOperand & { readonly kind: 'text_range' } {
  const from = lower.value === null ? undefined : parsePeriod(lower.value);
  const to = upper.value === null ? undefined : parsePeriod(upper.value);
  return {
    kind: 'text_range',
    lower: from && { value: dateText(lower.inclusive ? from.from : from.to), inclusive: lower.inclusive },
    upper: to && { value: dateText(upper.inclusive ? to.to : to.from), inclusive: upper.inclusive },
  };
}

/** Whether the lower bound of a range of dates is after the upper one. */
export function isReversed({ lower, upper }: ResolvedOperand & { readonly kind: 'text_range' }): boolean {
  return lower !== undefined && upper !== undefined && instantOf(lower.value) > instantOf(upper.value);
}
