import { type BundleArray, narrowed } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { BLOCK_ROWS, BLOCK_SHIFT, blocksOf } from '../../encoding/row-blocks.js';
import { Interner } from '../interner.js';
import type { RowValues } from './row-values.js';

/** The arrays of the codes of `values`, as `RowCodes` reads them. */
export function rowCodesArrays(values: RowValues, rowCount: number): BundleArray[] {
  const { codes, setStarts, setOrdinals } = encodeSets(values);
  let largest = 0;
  for (const code of codes) if (code > largest) largest = code;
  const width = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
  let blocks = 0;
  let previous = -1;
  for (const row of values.rows) {
    if (row >>> BLOCK_SHIFT !== previous) blocks++;
    previous = row >>> BLOCK_SHIFT;
  }
  const directoryLength = blocksOf(rowCount);
  const blockedBytes = (blocks + 1) * BLOCK_ROWS * width + directoryLength * 4;
  const sparseBytes = codes.length * (4 + width);
  const sets = [setStarts, setOrdinals];
  // Blocked codes are read without a search, which is worth 50 % more bytes (bench/README.md, file).
  if (blockedBytes > sparseBytes * 1.5) return [values.rows, new Uint32Array(0), narrowed(codes, largest), ...sets];
  const directory = new Uint32Array(directoryLength);
  const blocked = new Uint32Array((blocks + 1) * BLOCK_ROWS);
  let block = 0;
  for (let i = 0; i < codes.length; i++) {
    const row = values.rows[i];
    // Block 0 is the empty block.
    if (directory[row >>> BLOCK_SHIFT] === 0) directory[row >>> BLOCK_SHIFT] = ++block;
    blocked[block * BLOCK_ROWS + (row & (BLOCK_ROWS - 1))] = codes[i];
  }
  return [new Uint32Array(0), directory, narrowed(blocked, largest), ...sets];
}

function encodeSets({ rows, starts, ordinals }: RowValues): {
  codes: Uint32Array;
  setStarts: Uint32Array;
  setOrdinals: Uint32Array;
} {
  const codes = new Uint32Array(rows.length);
  if (ordinals.length === rows.length) {
    for (let i = 0; i < rows.length; i++) codes[i] = ordinals[i] + 1;
    return { codes, setStarts: new Uint32Array(0), setOrdinals: new Uint32Array(0) };
  }
  const bytes = new Uint8Array(ordinals.buffer, ordinals.byteOffset, ordinals.byteLength);
  const sets = new Interner();
  const setStarts = new GrowableU32();
  const setOrdinals = new GrowableU32();
  for (let i = 0; i < rows.length; i++) {
    const known = sets.size;
    const set = sets.internBytes(bytes, starts[i] * 4, starts[i + 1] * 4);
    if (set === known) {
      setStarts.push(setOrdinals.length);
      for (let at = starts[i]; at < starts[i + 1]; at++) setOrdinals.push(ordinals[at]);
    }
    codes[i] = set + 1;
  }
  setStarts.push(setOrdinals.length);
  return { codes, setStarts: setStarts.view(), setOrdinals: setOrdinals.view() };
}
