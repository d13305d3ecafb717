import { type BundleArray, narrowed } from './bundle.js';
import { BLOCK_ROWS, BLOCK_SHIFT, blocksOf } from './row-blocks.js';

/**
 * The codes of the ascending `rows`, in the layout that `RowCodes` reads: the sparse rows, the directory of blocks, the codes. One of
 * the first two is empty.
 */
export function layOutCodes(rows: Uint32Array, codes: Uint32Array, rowCount: number): BundleArray[] {
  let largest = 0;
  for (const code of codes) if (code > largest) largest = code;
  const width = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
  let blocks = 0;
  let previous = -1;
  for (const row of rows) {
    if (row >>> BLOCK_SHIFT !== previous) blocks++;
    previous = row >>> BLOCK_SHIFT;
  }
  const directoryLength = blocksOf(rowCount);
  const blockedBytes = (blocks + 1) * BLOCK_ROWS * width + directoryLength * 4;
  const sparseBytes = codes.length * (4 + width);
  // Blocked codes are read without a search, which is worth 50 % more bytes (bench/README.md, file).
  if (blockedBytes > sparseBytes * 1.5) return [rows, new Uint32Array(0), narrowed(codes, largest)];
  const directory = new Uint32Array(directoryLength);
  const blocked = new Uint32Array((blocks + 1) * BLOCK_ROWS);
  let block = 0;
  for (let i = 0; i < codes.length; i++) {
    const row = rows[i];
    // Block 0 is the empty block.
    if (directory[row >>> BLOCK_SHIFT] === 0) directory[row >>> BLOCK_SHIFT] = ++block;
    blocked[block * BLOCK_ROWS + (row & (BLOCK_ROWS - 1))] = codes[i];
  }
  return [new Uint32Array(0), directory, narrowed(blocked, largest)];
}
