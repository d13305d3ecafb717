import fc from 'fast-check';
import { rowCodesArrays } from '../../src/build/rows/row-codes-writer.js';
import { FieldValues } from '../../src/build/rows/row-values.js';
import type { BundleArray } from '../../src/encoding/bundle.js';
import { RowCodes } from '../../src/index/column/row-codes.js';
import { range, someRows } from './row-sets.js';
import { bundleOf } from './sections.js';

/** A column whose row `i` has the ordinals `column.get(i)`. */
export function arraysOf(column: ReadonlyMap<number, readonly number[]>, rows: number, ordinals: number): BundleArray[] {
  const values = new FieldValues();
  for (const [row, list] of [...column].sort(([a], [b]) => a - b)) for (const ordinal of list) values.add(row, ordinal);
  const identity = Uint32Array.from(range(0, Math.max(rows, ordinals)));
  return rowCodesArrays(values.byRow(identity.subarray(0, ordinals), identity.subarray(0, rows)), rows);
}

/** A column to be made. */
export interface Column {
  readonly rows: number;
  /** Number of ordinals, which decides how wide the codes are. */
  readonly ordinals: number;
  readonly column: Map<number, number[]>;
}

/** Columns of each width, dense and sparse, of one value or several. */
export const columns = (): fc.Arbitrary<Column> =>
  fc
    .record({
      rows: fc.constantFrom(1, 255, 256, 257, 700, 3000),
      ordinals: fc.constantFrom(1, 3, 255, 256, 70_000),
      several: fc.boolean(),
      dense: fc.boolean(),
    })
    .chain(({ rows, ordinals, several, dense }) => {
      const ordinal = fc.oneof(fc.nat(ordinals - 1), fc.constantFrom(0, ordinals - 1));
      const having = dense
        ? fc.oneof(someRows(rows), fc.constant(range(0, rows)))
        : someRows(rows).map((list) => list.slice(0, 20));
      const some = fc.uniqueArray(ordinal, { minLength: 1, maxLength: several ? 4 : 1 });
      const pool = fc.array(some, { minLength: 1, maxLength: 12 });
      return fc.tuple(having, pool, fc.nat(1000)).map(([list, sets, seed]) => ({
        rows,
        ordinals,
        // The largest ordinal is first, so that the codes are as wide as they are meant to be.
        column: new Map(list.map((row, i) => [row, i === 0 ? [ordinals - 1] : sets[(i * 31 + seed) % sets.length]])),
      }));
    });

export const open = ({ column, rows, ordinals }: Column): RowCodes =>
  new RowCodes(bundleOf(arraysOf(column, rows, ordinals)), rows);

export const ascending = (list: readonly number[] | undefined): number[] => (list ?? []).slice().sort((a, b) => a - b);

/** A column of each layout, and whether it is that. */
export interface Layout extends Column {
  readonly name: string;
  readonly isSparse: boolean;
  /** Bytes of a code. */
  readonly width: number;
}

/** Blocked and sparse columns of every width, of one value and of several. */
export function layouts(): Layout[] {
  const all: Layout[] = [];
  for (const isSparse of [false, true]) {
    for (const several of [false, true]) for (const width of [1, 2, 4]) all.push(layout(isSparse, several, width));
  }
  return all;
}

function layout(isSparse: boolean, several: boolean, width: number): Layout {
  const ordinals = width === 1 ? 200 : width === 2 ? 1000 : 70_000;
  // As many rows with a value: sets of values are numbered as they come, and must be more than a narrower code could tell.
  const having = several ? (width === 1 ? 200 : width === 2 ? 1000 : 66_000) : 1000;
  // Wide codes are listed although more rows have them.
  const apart = width === 4 ? 5 : 12;
  const rowOf = (i: number) => (isSparse ? i * apart + 4 : Math.floor(i / 300) * 400 + (i % 300));
  const valuesOf = (i: number) => {
    const first = i === 0 ? ordinals - 1 : (i * 7919) % ordinals;
    return several ? [...new Set([first, i % 97, (i >>> 7) % ordinals])] : [first];
  };
  const column = new Map(range(0, having).map((i) => [rowOf(i), valuesOf(i)]));
  const name = `${isSparse ? 'sparse' : 'blocked'}, ${width * 8} bits, ${several ? 'several values' : 'one value'}`;
  return { name, isSparse, width, rows: rowOf(having), ordinals, column };
}
