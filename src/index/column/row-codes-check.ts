import { BLOCK_ROWS, blocksOf } from '../../encoding/row-blocks.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import { ascends, CHECKED_AT_ONCE, checkBelow, checkLists } from '../array-checks.js';
import { type Codes, kernelsFor } from './kernels.js';

/** Most values that all rows of a column may have together: counts are 32 bits wide, and sums are exact up to here. */
const MOST_VALUES = 2 ** 31 - 1;

/** The arrays of a column (row-codes.ts). */
export interface ColumnArrays {
  readonly sparseRows: Uint32Array;
  readonly directory: Uint32Array;
  readonly codes: Codes;
  readonly setStarts: Uint32Array;
  readonly setOrdinals: Uint32Array;
}

/**
 * Checks that rows, codes, blocks and sets are in order and in range. All readers rely on it.
 * @param ordinalCount number of values of the dictionary
 * @throws CorruptCatalogError
 */
export function* checkRowCodes(section: string, arrays: ColumnArrays, rowCount: number, ordinalCount: number): Steps<void> {
  const { setStarts, setOrdinals } = arrays;
  const isMultiValued = setStarts.length > 0;
  yield* checkCodes(section, arrays.codes, isMultiValued ? setStarts.length - 1 : ordinalCount);
  if (arrays.directory.length === 0) checkSparse(section, arrays, rowCount);
  else yield* checkBlocked(section, arrays, rowCount);
  if (!isMultiValued) return;
  yield* checkLists(section, setStarts, setOrdinals, ordinalCount);
  yield* checkSets(section, arrays);
}

function* checkCodes(section: string, codes: Codes, most: number): Steps<void> {
  const { firstAbove } = kernelsFor(codes);
  for (let from = 0; from < codes.length; from += CHECKED_AT_ONCE) {
    const to = Math.min(from + CHECKED_AT_ONCE, codes.length);
    const at = firstAbove(codes, from, to, most);
    if (at < to) throw new CorruptCatalogError(section, `code ${codes[at]} is out of range`);
    yield;
  }
}

function checkSparse(section: string, { sparseRows, codes }: ColumnArrays, rowCount: number): void {
  if (sparseRows.length !== codes.length) throw new CorruptCatalogError(section, 'rows and codes differ in number');
  if (!ascends(sparseRows, 0, sparseRows.length, rowCount)) throw new CorruptCatalogError(section, 'rows are out of order');
  if (codes.includes(0)) throw new CorruptCatalogError(section, 'a listed row has no value');
}

function* checkBlocked(section: string, { directory, codes }: ColumnArrays, rowCount: number): Steps<void> {
  const fail = (what: string): never => {
    throw new CorruptCatalogError(section, what);
  };
  if (directory.length !== blocksOf(rowCount)) fail('the directory does not fit the rows');
  yield* checkBelow(section, 'block', directory, Math.floor(codes.length / BLOCK_ROWS));
  if (codes.subarray(0, BLOCK_ROWS).some((code) => code !== 0)) fail('the empty block is not empty');
  const last = directory[directory.length - 1] * BLOCK_ROWS;
  const past = ((rowCount - 1) & (BLOCK_ROWS - 1)) + 1;
  if (codes.subarray(last + past, last + BLOCK_ROWS).some((code) => code !== 0)) fail('a row past the last has a value');
}

/** Checks that no set is empty, and that the values of all rows together can be counted. */
function* checkSets(section: string, { setStarts, codes }: ColumnArrays): Steps<void> {
  const [smallest, largest] = setSizes(setStarts);
  yield;
  if (smallest === 0) throw new CorruptCatalogError(section, 'a set is empty');
  if (codes.length * largest <= MOST_VALUES) return;
  let values = 0;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] > 0) values += setStarts[codes[i]] - setStarts[codes[i] - 1];
    if (i % CHECKED_AT_ONCE === 0) yield;
  }
  if (values > MOST_VALUES) throw new CorruptCatalogError(section, `the rows have ${values} values, more than can be counted`);
}

/** The sizes of the smallest and the largest set. */
function setSizes(starts: Uint32Array): [number, number] {
  let smallest = 0xffffffff;
  let largest = 0;
  for (let i = 1; i < starts.length; i++) {
    const size = starts[i] - starts[i - 1];
    if (size < smallest) smallest = size;
    if (size > largest) largest = size;
  }
  return [smallest, largest];
}
