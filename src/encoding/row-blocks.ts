/** Columns and the lists of spec fields are divided into blocks of `BLOCK_ROWS` rows: the block of a row is `row >>> BLOCK_SHIFT`. */
export const BLOCK_SHIFT = 8;
export const BLOCK_ROWS = 1 << BLOCK_SHIFT;

/** Number of blocks of `rowCount` rows. */
export function blocksOf(rowCount: number): number {
  return (rowCount + BLOCK_ROWS - 1) >>> BLOCK_SHIFT;
}
