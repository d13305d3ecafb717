import type { BlockedRows, BlockedRuns } from '../row-set/row-forms.js';

/**
 * Kernels that count the codes of a column (row-codes.ts) over a set of rows: they add to `counts[code]` the number of rows with that
 * code. Written out for each width for the reason given in code-kernels.ts.
 */

/** Counts rows one by one. Skips blocks without a value, so that code 0 is not counted in full. */
export function countRows8(
  { rows, blocks, starts, length }: BlockedRows,
  directory: Uint32Array,
  codes: Uint8Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = directory[blocks[i]] << 8;
    if (place === 0) continue;
    const end = starts[i + 1];
    for (let at = starts[i]; at < end; at++) counts[codes[place + (rows[at] & 0xff)]]++;
  }
}

/** Counts runs of rows; likewise. */
export function countRuns8(
  { bounds, blocks, starts, length }: BlockedRuns,
  directory: Uint32Array,
  codes: Uint8Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = directory[blocks[i]] << 8;
    if (place === 0) continue;
    const end = starts[i + 1];
    for (let run = starts[i]; run < end; run += 2) {
      const to = place + bounds[run + 1];
      for (let at = place + bounds[run]; at < to; at++) counts[codes[at]]++;
    }
  }
}

/** Sparse layout: counts the entries `[from, to)` whose row has its bit set. */
export function countProbed8(
  sparseRows: Uint32Array,
  from: number,
  to: number,
  codes: Uint8Array,
  words: Int32Array,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    const row = sparseRows[at];
    counts[codes[at]] += (words[row >>> 5] >>> (row & 31)) & 1;
  }
}

export function countRows16(
  { rows, blocks, starts, length }: BlockedRows,
  directory: Uint32Array,
  codes: Uint16Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = directory[blocks[i]] << 8;
    if (place === 0) continue;
    const end = starts[i + 1];
    for (let at = starts[i]; at < end; at++) counts[codes[place + (rows[at] & 0xff)]]++;
  }
}

export function countRuns16(
  { bounds, blocks, starts, length }: BlockedRuns,
  directory: Uint32Array,
  codes: Uint16Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = directory[blocks[i]] << 8;
    if (place === 0) continue;
    const end = starts[i + 1];
    for (let run = starts[i]; run < end; run += 2) {
      const to = place + bounds[run + 1];
      for (let at = place + bounds[run]; at < to; at++) counts[codes[at]]++;
    }
  }
}

export function countProbed16(
  sparseRows: Uint32Array,
  from: number,
  to: number,
  codes: Uint16Array,
  words: Int32Array,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    const row = sparseRows[at];
    counts[codes[at]] += (words[row >>> 5] >>> (row & 31)) & 1;
  }
}

export function countRows32(
  { rows, blocks, starts, length }: BlockedRows,
  directory: Uint32Array,
  codes: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = directory[blocks[i]] << 8;
    if (place === 0) continue;
    const end = starts[i + 1];
    for (let at = starts[i]; at < end; at++) counts[codes[place + (rows[at] & 0xff)]]++;
  }
}

export function countRuns32(
  { bounds, blocks, starts, length }: BlockedRuns,
  directory: Uint32Array,
  codes: Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const place = directory[blocks[i]] << 8;
    if (place === 0) continue;
    const end = starts[i + 1];
    for (let run = starts[i]; run < end; run += 2) {
      const to = place + bounds[run + 1];
      for (let at = place + bounds[run]; at < to; at++) counts[codes[at]]++;
    }
  }
}

export function countProbed32(
  sparseRows: Uint32Array,
  from: number,
  to: number,
  codes: Uint32Array,
  words: Int32Array,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    const row = sparseRows[at];
    counts[codes[at]] += (words[row >>> 5] >>> (row & 31)) & 1;
  }
}
