import type { BundleReader } from '../../encoding/bundle.js';
import { Postings } from '../postings.js';
import { advance } from '../row-set/lists.js';

/**
 * Postings of pairs of frequent terms that stand next to each other inside one value: what makes phrases of common words
 * cheap, whose rows would otherwise be read one by one. A pair of frequent terms that has no entry stands nowhere.
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
