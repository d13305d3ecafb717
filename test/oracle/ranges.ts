/** Ranges of round numbers for histograms (docs/semantics.md, "Ranges"). */
import type { FacetRange } from '../../src/model/requests.js';
import { compareDecimals, type Decimal, decimal, decimalText, inUnits, scientific } from './decimal.js';
import type { Row } from './documents.js';
import { intervalsOf, isExtent, meets } from './extents.js';
import { type Catalog, type Field, numbersOf } from './fields.js';

/** At most so many ranges that hold all numbers of the rows, with the number of rows that have a number in each. */
export function ranges(catalog: Catalog, rows: readonly Row[], field: Field, most: number): FacetRange[] {
  const values = field.carried ? rows.flatMap((row) => numbersOf(catalog, row, field)) : [];
  const edges = edgesFor(values, most);
  return edges.slice(1).map((to, i) => {
    const from = edges[i];
    const isLast = i === edges.length - 2;
    const isInside = (row: Row) => {
      if (!isExtent(field)) return numbersOf(catalog, row, field).some(inside);
      return intervalsOf(catalog, row, field).some((interval) =>
        meets(interval, { at: from, inclusive: true }, { at: to, inclusive: isLast }),
      );
    };
    const inside = (n: Decimal) => compareDecimals(from, n) <= 0 && compareDecimals(n, to) < (isLast ? 1 : 0);
    const [lower, upper] = [decimalText(from), decimalText(to)];
    return {
      from: lower,
      to: upper,
      count: rows.filter(isInside).length,
      query: `${escaped(field.name)}:[${lower} TO ${upper}${isLast ? ']' : '}'}`,
    };
  });
}

/** The edges of the ranges in ascending order: none, or one more than there are ranges. */
export function edgesFor(values: readonly Decimal[], most: number): Decimal[] {
  const sorted = [...values].sort(compareDecimals);
  if (sorted.length === 0) return [];
  const [least, greatest] = [sorted[0], sorted[sorted.length - 1]];
  if (most === 1 || compareDecimals(least, greatest) === 0) return [least, greatest];
  const smallest = sorted.find((n) => n.digits > 0n);
  const spans = (n: Decimal) => compareDecimals(greatest, decimal(n.digits * 100n, n.exponent)) >= 0;
  if (least.digits < 0n || !smallest || !spans(smallest)) return linearEdges(least, greatest, most);
  const zero = least.digits === 0n ? [least] : [];
  return [...zero, ...logarithmicEdges(smallest, greatest, most - zero.length)];
}

function logarithmicEdges(smallest: Decimal, greatest: Decimal, most: number): Decimal[] {
  const start = scientific(smallest);
  const oneTwoFive = (i: number) => decimal([1n, 2n, 5n][i % 3], start + Math.floor(i / 3));
  const powers = (step: number) => (i: number) => decimal(1n, start + step * i);
  for (let step = 0; ; step++) {
    const edges = between(step === 0 ? oneTwoFive : powers(step), smallest, greatest, most);
    if (edges) return edges;
  }
}

/** From the largest edge that is not above `smallest` to the smallest that is not below `greatest`; undefined for too many. */
function between(edge: (i: number) => Decimal, smallest: Decimal, greatest: Decimal, most: number): Decimal[] | undefined {
  let i = 0;
  while (compareDecimals(edge(i + 1), smallest) <= 0) i++;
  const edges = [edge(i)];
  while (compareDecimals(edges[edges.length - 1], greatest) < 0) {
    if (edges.length > most) return undefined;
    edges.push(edge(++i));
  }
  return edges;
}

/** Multiples of the smallest step of 1, 2 or 5 times a power of ten of which there are few enough. */
function linearEdges(least: Decimal, greatest: Decimal, most: number): Decimal[] {
  const [low, high] = inUnits([least, greatest]).integers;
  const span = decimal(high - low, inUnits([least, greatest]).exponent);
  // A thousandth of the span is too small a step for a hundred ranges.
  for (let exponent = scientific(span) - 3; ; exponent++) {
    for (const mantissa of [1n, 2n, 5n]) {
      const step = decimal(mantissa, exponent);
      const [from, to] = [floor(least, step), -floor(negative(greatest), step)];
      if (to - from > BigInt(most)) continue;
      return Array.from({ length: Number(to - from) + 1 }, (_, i) => decimal((from + BigInt(i)) * step.digits, step.exponent));
    }
  }
}

/** The largest integer that is not above value / step. */
function floor(value: Decimal, step: Decimal): bigint {
  const [a, b] = inUnits([value, step]).integers;
  return a / b - (a < 0n && a % b !== 0n ? 1n : 0n);
}

function negative({ digits, exponent }: Decimal): Decimal {
  return { digits: -digits, exponent };
}

/** The fieldname as filter queries write it. */
function escaped(name: string): string {
  return name.replace(/[()"*?[\]{}:\\\p{White_Space}]/gu, '\\$&');
}
