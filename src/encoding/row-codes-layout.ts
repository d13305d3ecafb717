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
  if (isSparse(codes.length, blocks, directoryLength, width)) return [rows, new Uint32Array(0), narrowed(codes, largest)];
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

/** The same layout of the codes of all rows: `codes[row]` is the code of a row, 0 without one. */
export function layOutAllCodes(codes: Uint32Array): { arrays: BundleArray[]; rowCount: number } {
  const directory = new Uint32Array(blocksOf(codes.length));
  let largest = 0;
  let rowCount = 0;
  let blocks = 0;
  for (let block = 0; block < directory.length; block++) {
    const end = Math.min(codes.length, (block + 1) * BLOCK_ROWS);
    const before = rowCount;
    for (let row = block * BLOCK_ROWS; row < end; row++) {
      const code = codes[row];
      if (code > largest) largest = code;
      if (code !== 0) rowCount++;
    }
    // Block 0 is the empty block.
    if (rowCount > before) directory[block] = ++blocks;
  }
  const width = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
  if (isSparse(rowCount, blocks, directory.length, width)) return { arrays: listed(codes, rowCount, largest), rowCount };
  const blocked = new (width === 1 ? Uint8Array : width === 2 ? Uint16Array : Uint32Array)((blocks + 1) * BLOCK_ROWS);
  for (let block = 0; block < directory.length; block++) {
    if (directory[block] === 0) continue;
    const first = block * BLOCK_ROWS;
    blocked.set(codes.subarray(first, first + BLOCK_ROWS), directory[block] * BLOCK_ROWS);
  }
  return { arrays: [new Uint32Array(0), directory, blocked], rowCount };
}

function listed(codes: Uint32Array, rowCount: number, largest: number): BundleArray[] {
  const rows = new Uint32Array(rowCount);
  const some = new Uint32Array(rowCount);
  let count = 0;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] === 0) continue;
    rows[count] = row;
    some[count++] = codes[row];
  }
  return [rows, new Uint32Array(0), narrowed(some, largest)];
}

/** Blocked codes are read without a search, which is worth 50 % more bytes (bench/README.md, file). */
function isSparse(rowCount: number, blocks: number, directoryLength: number, width: number): boolean {
  const blockedBytes = (blocks + 1) * BLOCK_ROWS * width + directoryLength * 4;
  return blockedBytes > rowCount * (4 + width) * 1.5;
}
