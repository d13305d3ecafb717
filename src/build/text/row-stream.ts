import { GrowableBytes } from '../../encoding/growable.js';
import { LONGEST } from '../../encoding/impact.js';
import { FIELD_MARKERS, LONGEST_CODE, writeCode } from '../../encoding/token-codes.js';

/** Log entries from here on mark the beginning of a value of the field `entry - VALUE_MARK`; all others are term numbers. */
export const VALUE_MARK = 0xffffff00;

/** The token stream (token-codes.ts) of all rows. */
export interface RowStream {
  readonly bytes: Uint8Array;
  /** Row `i` has `bytes[starts[i], starts[i + 1])`. */
  readonly starts: Uint32Array;
  /** Number of tokens of each row, at most LONGEST. */
  readonly lengths: Uint8Array;
}

/** For each term the number of documents, which is the number of rows, that have it. */
export function rowCounts(log: Uint32Array, starts: Uint32Array, terms: number): Uint32Array {
  // For each term the last document that had it, counted from 1, and the count: neighbours in memory, as they are used together.
  const states = new Uint32Array(terms * 2);
  for (let document = 1; document < starts.length; document++) {
    const to = starts[document];
    for (let at = starts[document - 1]; at < to; at++) {
      const term = log[at];
      if (term >= VALUE_MARK || states[term * 2] === document) continue;
      states[term * 2] = document;
      states[term * 2 + 1]++;
    }
  }
  return new Uint32Array(terms).map((_, term) => states[term * 2 + 1]);
}

/** Writes the logged tokens row by row. Document `i` has `log[starts[i], starts[i + 1])`; `rankOf` gives each term's rank. */
export function rowStream(log: Uint32Array, starts: Uint32Array, documentOf: Uint32Array, rankOf: Uint32Array): RowStream {
  const stream = new GrowableBytes();
  const rowStarts = new Uint32Array(documentOf.length + 1);
  const lengths = new Uint8Array(documentOf.length);
  for (let row = 0; row < documentOf.length; row++) {
    const from = starts[documentOf[row]];
    const to = starts[documentOf[row] + 1];
    stream.reserve((to - from) * LONGEST_CODE);
    const { array } = stream;
    let at = stream.length;
    let marks = 0;
    for (let i = from; i < to; i++) {
      const entry = log[i];
      if (entry < VALUE_MARK) at = writeCode(array, at, rankOf[entry]);
      else {
        array[at++] = entry - VALUE_MARK;
        marks++;
      }
    }
    lengths[row] = Math.min(to - from - marks, LONGEST);
    rowStarts[row + 1] = stream.length = at;
  }
  return { bytes: stream.view(), starts: rowStarts, lengths };
}

/** The postings of terms, each with the mask of its fields; terms of one row are stored apart. */
export interface Inversion {
  /** The term of rank `i` has the rows `rows[starts[i], starts[i + 1])`, if it has several. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly masks: Uint8Array;
  /** By ordinal, for terms of one row. */
  readonly singleRows: Uint32Array;
  readonly singleMasks: Uint8Array;
}

/**
 * Inverts a stream. Ranks below `counts.length` are terms of several rows, with `counts[rank]` rows; a higher rank is
 * `counts.length` + the ordinal of a term of one row.
 */
export function invert({ bytes, starts: rowStarts }: RowStream, counts: Uint32Array, terms: number): Inversion {
  const multi = counts.length;
  const starts = new Uint32Array(multi + 1);
  // For each rank the last row, and the place of the next one: neighbours in memory, as they are used together.
  const states = new Int32Array(multi * 2);
  for (let rank = 0; rank < multi; rank++) {
    starts[rank + 1] = starts[rank] + counts[rank];
    states[rank * 2] = -1;
    states[rank * 2 + 1] = starts[rank];
  }
  const rows = new Uint32Array(starts[multi]);
  const masks = new Uint8Array(starts[multi]);
  const singleRows = new Uint32Array(terms);
  const singleMasks = new Uint8Array(terms);
  for (let row = 0; row + 1 < rowStarts.length; row++) {
    let bit = 0;
    const to = rowStarts[row + 1];
    for (let at = rowStarts[row]; at < to; at++) {
      const byte = bytes[at];
      if (byte < FIELD_MARKERS) {
        bit = 1 << byte;
        continue;
      }
      let rank = byte - FIELD_MARKERS;
      while (at + 1 < to && bytes[at + 1] > 0x7f) rank = rank * 128 + (bytes[++at] & 0x7f);
      if (rank >= multi) {
        singleRows[rank - multi] = row;
        singleMasks[rank - multi] |= bit;
        continue;
      }
      if (states[rank * 2] !== row) {
        states[rank * 2] = row;
        rows[states[rank * 2 + 1]++] = row;
      }
      masks[states[rank * 2 + 1] - 1] |= bit;
    }
  }
  return { starts, rows, masks, singleRows, singleMasks };
}
