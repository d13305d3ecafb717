import type { BundleReader } from '../../encoding/bundle.js';
import { Postings } from '../postings.js';
import { advance } from '../row-set/lists.js';

/**
 * Postings of pairs of frequent terms that are neighbours in a value. They make phrases of common words cheap, whose rows would
 * otherwise be read one by one. A pair of frequent terms without an entry does not occur.
 */
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

  /** The entry of two neighbours; -1 if they do not occur, undefined if one of them is not among the frequent terms. */
  find(firstMulti: number, secondMulti: number): number | undefined {
    const first = indexIn(this.terms, firstMulti);
    const second = indexIn(this.terms, secondMulti);
    return first < 0 || second < 0 ? undefined : indexIn(this.keys, first * this.terms.length + second);
  }

  /** Whether terms and keys ascend, and keys and postings agree in number. */
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
