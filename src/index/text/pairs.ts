import type { BundleArray, BundleReader } from '../../encoding/bundle.js';
import { Postings, PostingsWriter } from '../postings.js';
import { advance } from '../row-set/lists.js';
import type { RowStream } from './row-stream.js';
import { FIELD_MARKERS } from './token-codes.js';

/**
 * Postings of pairs of frequent terms that stand next to each other inside one value: what makes phrases of common words
 * cheap, whose rows would otherwise be read one by one. A pair of frequent terms that has no entry stands nowhere.
 */
const FREQUENT_SHARE = 256;
/** Most frequent terms that are paired: the build counts pairs in a square table of so many rows. */
const MOST_TERMS = 2048;
const NONE = 0xffff;

/** Whether a term of `count` rows of `rows` is paired; bench/README.md, class c. */
export function isPaired(count: number, rowCount: number): boolean {
  return count > 1 && count * FREQUENT_SHARE > rowCount;
}

/**
 * The arrays of the pairs: paired terms (numbers among the terms of several rows, ascending), keys, postings.
 * @param multiOf the number of each term to be paired among the terms of several rows, by rank
 */
export function pairArrays(stream: RowStream, multiOf: Uint32Array): BundleArray[] {
  const paired = multiOf.subarray(0, MOST_TERMS);
  const size = paired.length;
  const terms = paired.slice().sort();
  const numberOf = Uint16Array.from(paired, (multi) => indexIn(terms, multi));
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
  return [terms, keyOf, ...postings.arrays()];
}

/** Calls `visit` for every two paired terms that are neighbours in a value, row by row. `numberOf` has the paired ranks. */
function eachPair({ bytes, starts }: RowStream, numberOf: Uint16Array, visit: (pair: number, row: number) => void): void {
  const size = numberOf.length;
  for (let row = 0; row + 1 < starts.length; row++) {
    const to = starts[row + 1];
    let previous = NONE;
    for (let at = starts[row]; at < to; at++) {
      // What marks the beginning of a value ranks below all terms.
      let rank = bytes[at] - FIELD_MARKERS;
      while (at + 1 < to && bytes[at + 1] > 0x7f) rank = rank * 128 + (bytes[++at] & 0x7f);
      const number = rank >= 0 && rank < size ? numberOf[rank] : NONE;
      if (previous !== NONE && number !== NONE) visit(previous * size + number, row);
      previous = number;
    }
  }
}

export class TermPairs {
  readonly postings: Postings;
  /** Paired terms as numbers among the terms of several rows, ascending. */
  private readonly terms: Uint32Array;
  /** First × number of terms + second, ascending; the entries of the postings. */
  private readonly keys: Uint32Array;

  constructor(bundle: BundleReader, rows: number) {
    this.terms = bundle.u32();
    this.keys = bundle.u32();
    this.postings = new Postings(bundle, rows);
  }

  /** The entry of two neighbours, -1 if they stand nowhere, undefined if one of them is not paired. */
  find(firstMulti: number, secondMulti: number): number | undefined {
    const first = indexIn(this.terms, firstMulti);
    const second = indexIn(this.terms, secondMulti);
    return first < 0 || second < 0 ? undefined : indexIn(this.keys, first * this.terms.length + second);
  }

  /** Whether the keys fit the terms and the postings, and both ascend. */
  isWellFormed(): boolean {
    const ascends = (values: Uint32Array) => values.every((value, i) => i === 0 || value > values[i - 1]);
    return ascends(this.terms) && ascends(this.keys) && this.keys.length === this.postings.size;
  }
}

function indexIn(values: Uint32Array, value: number): number {
  if (value < 0) return -1;
  const at = advance(values, 0, values.length, value);
  return at < values.length && values[at] === value ? at : -1;
}
