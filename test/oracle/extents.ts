/** What parts span under a number key: `specs.<key>.range` and `.covers` (docs/semantics.md, "Ranges of specs"). */
import { compareDecimals, type Decimal } from './decimal.js';
import type { Row } from './documents.js';
import { OracleError } from './errors.js';
import { type Catalog, type Field, numbersOf, resolveField } from './fields.js';

/** Undefined is an open end. */
export interface Interval {
  readonly low: Decimal | undefined;
  readonly high: Decimal | undefined;
}

/** An end of what a filter asks for. */
export interface End {
  readonly at: Decimal;
  readonly inclusive: boolean;
}

export function isExtent({ spec }: Pick<Field, 'spec'>): boolean {
  return spec?.member === 'range' || spec?.member === 'covers';
}

/** Only numbers span anything, and what a part covers is nothing that can be listed. */
export function checkExtent(catalog: Catalog, field: Field, use: 'filter' | 'count' | 'sort'): void {
  if (!isExtent(field)) return;
  if (use !== 'filter' && field.spec?.member === 'covers')
    throw new OracleError('ValidationError', `${field.name} is for filters`);
  if (catalog.specTypes.get(field.spec?.key ?? '') === 'string')
    throw new OracleError('ValidationError', `${field.name} has texts`);
}

/** The interval between the ends, if the part has one of them, and each value as an interval of one point. */
export function intervalsOf(catalog: Catalog, row: Row, { spec }: Field): Interval[] {
  const numbers = (member: string) => numbersOf(catalog, row, resolveField(catalog, 'parts', `specs.${spec?.key}.${member}`));
  const [[low], [high]] = [numbers('min_value'), numbers('max_value')];
  const points = numbers('value').map((at) => ({ low: at, high: at }));
  if (!low && !high) return points;
  const isExchanged = low && high && compareDecimals(low, high) > 0;
  return [isExchanged ? { low: high, high: low } : { low, high }, ...points];
}

/** Whether no number is between two ends. */
export function isEmpty(lower: End | undefined, upper: End | undefined): boolean {
  if (!lower || !upper) return false;
  const difference = compareDecimals(lower.at, upper.at);
  return difference > 0 || (difference === 0 && !(lower.inclusive && upper.inclusive));
}

/** Whether an interval and a requested range have a number in common. */
export function meets({ low, high }: Interval, lower: End | undefined, upper: End | undefined): boolean {
  const reaches = (difference: number, { inclusive }: End) => difference > 0 || (difference === 0 && inclusive);
  if (isEmpty(lower, upper)) return false;
  if (lower && high && !reaches(compareDecimals(high, lower.at), lower)) return false;
  return !(upper && low && !reaches(compareDecimals(upper.at, low), upper));
}

/** Whether an interval holds all of a requested range. It has its own ends, so it makes no difference whether the range has them. */
export function covers({ low, high }: Interval, lower: End | undefined, upper: End | undefined): boolean {
  const from = lower ?? upper;
  const to = upper ?? lower;
  if (!from || !to) return true;
  if (isEmpty(lower, upper)) return false;
  return (!low || compareDecimals(low, from.at) <= 0) && (!high || compareDecimals(to.at, high) <= 0);
}

/** Compares the lowest or the highest ends of two parts that have any; open ends are beyond all numbers. */
export function compareEnds(a: readonly Interval[], b: readonly Interval[], end: 'low' | 'high'): number {
  const beyond = end === 'low' ? -1 : 1;
  const compare = (x: Interval, y: Interval): number => {
    const [at, other] = [x[end], y[end]];
    if (at && other) return compareDecimals(at, other);
    return beyond * (Number(at === undefined) - Number(other === undefined));
  };
  const outermost = (intervals: readonly Interval[]) =>
    intervals.reduce((best, one) => (beyond * compare(one, best) > 0 ? one : best));
  return compare(outermost(a), outermost(b));
}
