/**
 * Layout of postings: for each entry of a dictionary the rows that carry it, in one of three shapes.
 *
 * - At most one row: the entry's head is the row itself, or `NO_ROW`.
 * - A list: a slice of one arena of sorted rows.
 * - A block bitset, for frequent entries: a directory of blocks of 2,048 rows. Rows are ordered for locality, so most frequent
 *   entries leave most blocks empty; all of these are block 0, whose bits are never set.
 *
 * The head of an entry of several rows is its number in the entry table, with the bit `MULTI`.
 */
export interface PostingsArrays {
  readonly heads: Uint32Array;
  /** `ENTRY_FIELDS` numbers for each entry of several rows: at `COUNT`, `PLACE` and `SHAPE`. */
  readonly entries: Uint32Array;
  readonly arena: Uint32Array;
  /** For each bitset the number of each of its blocks. */
  readonly directories: Uint32Array;
  readonly blocks: Int32Array;
}

export const MULTI = 0x80000000;
export const NO_ROW = 0x7fffffff;

export const ENTRY_FIELDS = 3;
/** Number of rows. */
export const COUNT = 0;
/** Where the list begins in the arena, or the number of the bitset among the bitsets. */
export const PLACE = 1;
/** `LIST_SHAPE` or `BLOCK_SHAPE`. */
export const SHAPE = 2;
export const LIST_SHAPE = 0;
export const BLOCK_SHAPE = 1;

export const BLOCK_SHIFT = 11;
export const BLOCK_ROWS = 1 << BLOCK_SHIFT;
export const BLOCK_WORDS = BLOCK_ROWS >>> 5;

/** Number of blocks of a bitset over `rowCount` rows. */
export function blocksPerBitset(rowCount: number): number {
  return (rowCount + BLOCK_ROWS - 1) >>> BLOCK_SHIFT;
}
