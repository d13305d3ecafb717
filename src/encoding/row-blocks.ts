/** Columns and the lists of spec fields are cut into blocks of `BLOCK_ROWS` rows: a row's block is `row >>> BLOCK_SHIFT`. */
export const BLOCK_SHIFT = 8;
export const BLOCK_ROWS = 1 << BLOCK_SHIFT;

/** How many blocks so many rows take. */
export function blocksOf(rowCount: number): number {
  return (rowCount + BLOCK_ROWS - 1) >>> BLOCK_SHIFT;
}
