/** Statistics of a number field, exact up to the last rounding (docs/semantics.md, "Statistics"). */
import type { StatsResult } from '../../src/model/requests.js';
import { compareDecimals, type Decimal, decimal, decimalText, inUnits, mean } from './decimal.js';
import type { Row } from './documents.js';
import { countMissing } from './facets.js';
import { type Catalog, type Field, numbersOf, valuesOf } from './fields.js';

/** Of every number of every row; a row counts each of its distinct numbers once. */
export function statistics(catalog: Catalog, rows: readonly Row[], field: Field): Omit<StatsResult, 'spec_drilldown_rank'> {
  // A key that no part carries has values of no kind.
  const numbers = field.carried && field.kind === 'number' ? rows.flatMap((row) => numbersOf(catalog, row, field)) : [];
  const missing = countMissing(catalog, rows, field);
  if (field.carried && field.kind !== 'number') {
    const count = rows.reduce((sum, row) => sum + valuesOf(catalog, row, field).length, 0);
    return { min: null, max: null, mean: null, stddev: null, count, missing };
  }
  if (numbers.length === 0) return { min: null, max: null, mean: null, stddev: null, count: 0, missing };
  return {
    min: decimalText(numbers.reduce((a, b) => (compareDecimals(a, b) <= 0 ? a : b))),
    max: decimalText(numbers.reduce((a, b) => (compareDecimals(a, b) >= 0 ? a : b))),
    mean: decimalText(mean(numbers)),
    stddev: decimalText(standardDeviation(numbers)),
    count: numbers.length,
    missing,
  };
}

/** That of a sample (n − 1), rounded to 20 significant digits, half up; 0 of one number. */
export function standardDeviation(numbers: readonly Decimal[]): Decimal {
  const { integers, exponent } = inUnits(numbers);
  const n = BigInt(integers.length);
  const sum = integers.reduce((a, b) => a + b);
  const squares = integers.reduce((a, b) => a + b * b, 0n);
  // The variance is over / under, in units of 10 ** (2 * exponent).
  const over = n * squares - sum * sum;
  const under = n * (n - 1n);
  if (over === 0n) return decimal(0n, 0);
  // Powers of ten in plenty, so that the root of even the smallest quotient has more digits than are kept.
  const places = 30 + String(under).length;
  const scaled = over * 10n ** BigInt(2 * places);
  const root = squareRoot(scaled / under);
  const drop = String(root).length - 20;
  const unit = 10n ** BigInt(drop);
  const kept = root / unit;
  // The true root is at least kept and a half: root² ≥ ((2 · kept + 1) · unit / 2)².
  const isUp = 4n * scaled >= ((2n * kept + 1n) * unit) ** 2n * under;
  return decimal(kept + (isUp ? 1n : 0n), exponent - places + drop);
}

/** The largest integer whose square is not above n: Newton's method, downwards from a power of two that is above it. */
export function squareRoot(n: bigint): bigint {
  if (n === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (let next = (root + n / root) / 2n; next < root; next = (root + n / root) / 2n) root = next;
  return root;
}
