import type { BundleArray } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { FIELD_MARKERS } from '../../encoding/token-codes.js';
import { PostingsWriter } from '../rows/postings-writer.js';
import type { RowStream } from './row-stream.js';

/** A term is frequent enough for pairs if more than one row in 256 has it; bench/README.md, `two-word-phrase`. */
const FREQUENT_SHARE = 256;
/** Limit for the number of paired terms, the most frequent ones: the build counts pairs in a square table of this size. */
const MOST_TERMS = 2048;
const NONE = 0xffff;
/**
 * Pairs are sorted where a table has more than so many cells for each byte of tokens, as in the segment of an update. Measured: a table takes
 * 1.4 times as long with 3.6 cells a byte, 3 times with 6.6 (1,000 parts), 12 times with 85 (100 parts).
 */
const SORTED_CELLS = 2;

/** Whether a term with `count` rows gets pairs. */
export function isPaired(count: number, rowCount: number): boolean {
  return count > 1 && count * FREQUENT_SHARE > rowCount;
}

/**
 * The arrays of the pairs: paired terms (numbers among the terms of several rows, ascending), keys, postings.
 * @param multiOf by rank, for each term to pair, its number among the terms of several rows
 */
export function pairArrays(stream: RowStream, multiOf: Uint32Array): BundleArray[] {
  const paired = multiOf.subarray(0, MOST_TERMS);
  const size = paired.length;
  const terms = paired.slice().sort();
  const numbers = new Map(Array.from(terms, (multi, number) => [multi, number]));
  const numberOf = Uint16Array.from(paired, (multi) => numbers.get(multi) as number);
  if (stream.bytes.length * SORTED_CELLS < size * size) return [terms, ...sortedPairs(stream, numberOf)];
  return [terms, ...tabulatedPairs(stream, numberOf)];
}

/** The keys and postings of few pairs. */
function sortedPairs(stream: RowStream, numberOf: Uint16Array): BundleArray[] {
  const rowCount = stream.starts.length - 1;
  const found: number[] = [];
  eachPair(stream, numberOf, (pair, row) => void found.push(pair * rowCount + row));
  // Exact: at most 2 ** 22 pairs, and fewer rows than bytes.
  const sorted = Float64Array.from(found).sort();
  const keys = new GrowableU32();
  const rows = new GrowableU32();
  const starts = new GrowableU32();
  let last = -1;
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && sorted[i] === sorted[i - 1]) continue;
    const pair = Math.floor(sorted[i] / rowCount);
    if (pair !== last) {
      keys.push((last = pair));
      starts.push(rows.length);
    }
    rows.push(sorted[i] - pair * rowCount);
  }
  starts.push(rows.length);
  const postings = new PostingsWriter(rowCount);
  for (let key = 0; key < keys.length; key++) postings.add(rows.array, starts.array[key], starts.array[key + 1]);
  return [keys.view(), ...postings.arrays()];
}

/** The same by a square table. */
function tabulatedPairs(stream: RowStream, numberOf: Uint16Array): BundleArray[] {
  const size = numberOf.length;
  const rowCount = stream.starts.length - 1;
  const counts = new Uint32Array(size * size);
  const lastRow = new Int32Array(size * size).fill(-1);
  eachPair(stream, numberOf, (pair, row) => {
    if (lastRow[pair] === row) return;
    lastRow[pair] = row;
    counts[pair]++;
  });
  const keys = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const keyOf = new Uint32Array(keys);
  const ends = new Uint32Array(size * size);
  for (let pair = 0, key = 0, sum = 0; pair < counts.length; pair++) {
    ends[pair] = sum;
    sum += counts[pair];
    if (counts[pair] > 0) keyOf[key++] = pair;
  }
  const rows = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  lastRow.fill(-1);
  eachPair(stream, numberOf, (pair, row) => {
    if (lastRow[pair] === row) return;
    lastRow[pair] = row;
    rows[ends[pair]++] = row;
  });
  const postings = new PostingsWriter(rowCount);
  for (const pair of keyOf) postings.add(rows, ends[pair] - counts[pair], ends[pair]);
  return [keyOf, ...postings.arrays()];
}

/** Calls `visit` for every two paired terms that are neighbours in a value, row by row. `numberOf` has the number of each paired rank. */
function eachPair({ bytes, starts }: RowStream, numberOf: Uint16Array, visit: (pair: number, row: number) => void): void {
  const size = numberOf.length;
  for (let row = 0; row + 1 < starts.length; row++) {
    const to = starts[row + 1];
    let previous = NONE;
    for (let at = starts[row]; at < to; at++) {
      // Field markers have negative ranks.
      let rank = bytes[at] - FIELD_MARKERS;
      while (at + 1 < to && bytes[at + 1] > 0x7f) rank = rank * 128 + (bytes[++at] & 0x7f);
      const number = rank >= 0 && rank < size ? numberOf[rank] : NONE;
      if (previous !== NONE && number !== NONE) visit(previous * size + number, row);
      previous = number;
    }
  }
}
