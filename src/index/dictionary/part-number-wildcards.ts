import type { BundleReader } from '../../encoding/bundle.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { BLOCK_ORDINALS, BLOCK_SHIFT, wildcardArrays } from '../../encoding/wildcard-arrays.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { finished } from '../../work/pauses.js';
import type { PlainDictionary } from './plain-dictionary.js';

/**
 * Narrows a search for part numbers with wildcards: for each trigram the blocks of part numbers that have it in a form, and for each
 * part number the symbols and the length of its form.
 * After: Cox, "Regular Expression Matching with a Trigram Index" (2012); Lucene's wildcard field.
 */
export class PartNumberWildcards {
  /** Number of part numbers. */
  readonly size: number;
  /** The trigrams that occur, ascending. */
  private readonly trigrams: Uint16Array;
  /** The list of trigram `trigrams[i]` is `lists[starts[i], starts[i + 1])`. */
  private readonly starts: Uint32Array;
  private readonly lists: Uint8Array;
  /** By ordinal: the symbols below 32 of the form, one bit each; */
  readonly low: Uint32Array;
  /** the others; */
  readonly high: Uint8Array;
  /** the code points of the form, at most LONGEST_STORED. */
  readonly lengths: Uint8Array;
  /** By ordinal: length of the prefix that the part number shares with the one before, at most LONGEST_STORED. */
  readonly shared: Uint8Array;

  /** @throws CorruptCatalogError unless the arrays fit each other */
  constructor(bundle: BundleReader) {
    this.trigrams = bundle.u16();
    this.starts = bundle.u32();
    this.lists = bundle.u8();
    this.low = bundle.u32();
    this.high = bundle.u8();
    this.lengths = bundle.u8();
    this.shared = bundle.u8();
    this.size = this.low.length;
    const { section } = bundle;
    const { starts, trigrams } = this;
    const fail = (what: string): never => {
      throw new CorruptCatalogError(section, what);
    };
    if ([this.high, this.lengths, this.shared].some(({ length }) => length !== this.size))
      fail('signatures and lengths differ in number');
    if (starts.length !== trigrams.length + 1) fail('trigrams and lists differ in number');
    if (starts[0] !== 0 || starts[trigrams.length] !== this.lists.length) fail('the lists do not fit their places');
    for (let i = 0; i < trigrams.length; i++) {
      if (starts[i + 1] <= starts[i]) fail(`list ${i} is out of order`);
      if (i > 0 && trigrams[i] <= trigrams[i - 1]) fail(`trigram ${i} is out of order`);
    }
  }

  /** Number of blocks. */
  get blocks(): number {
    return (this.size + BLOCK_ORDINALS - 1) >>> BLOCK_SHIFT;
  }

  /** First place in the table of trigrams that is not below `code`. */
  placeOf(code: number): number {
    return partitionPoint(0, this.trigrams.length, (place) => this.trigrams[place] < code);
  }

  /** The trigram at a place; undefined after the last. */
  trigramAt(place: number): number | undefined {
    return this.trigrams[place];
  }

  /** Bytes of the list at a place: about the number of its blocks. */
  listBytes(place: number): number {
    return this.starts[place + 1] - this.starts[place];
  }

  /** Writes the blocks of the list at a place to `target`, which has room for `listBytes`; returns their number. */
  readList(place: number, target: Uint32Array): number {
    const { lists, blocks } = this;
    const end = this.starts[place + 1];
    let count = 0;
    let block = -1;
    for (let at = this.starts[place]; at < end; ) {
      let byte = lists[at++];
      let skipped = byte & 0x7f;
      for (let shift = 7; byte > 0x7f && at < end; shift += 7) {
        byte = lists[at++];
        skipped |= (byte & 0x7f) << shift;
      }
      block += skipped + 1;
      // In a forged list, blocks could be past the last part number.
      if (block >= blocks || skipped < 0) break;
      target[count++] = block;
    }
    return count;
  }

  /** Keeps the blocks of the ascending `candidates[0, count)` that are in the list at a place; returns their number. */
  intersectList(place: number, candidates: Uint32Array, count: number): number {
    const { lists } = this;
    const end = this.starts[place + 1];
    let kept = 0;
    let next = 0;
    let block = -1;
    for (let at = this.starts[place]; at < end && next < count; ) {
      let byte = lists[at++];
      let skipped = byte & 0x7f;
      for (let shift = 7; byte > 0x7f && at < end; shift += 7) {
        byte = lists[at++];
        skipped |= (byte & 0x7f) << shift;
      }
      block += skipped + 1;
      while (next < count && candidates[next] < block) next++;
      if (next < count && candidates[next] === block) candidates[kept++] = candidates[next++];
    }
    return kept;
  }

  /** Checks all arrays against the part numbers. @throws CorruptCatalogError */
  validate(section: string, { bytes, offsets }: PlainDictionary): void {
    const texts = { bytes, starts: offsets, ends: offsets.subarray(1) };
    const { trigrams, starts, lists, low, high, lengths, shared } = this;
    const given = [trigrams, starts, lists, low, high, lengths, shared];
    for (const [i, expected] of finished(wildcardArrays(texts, this.size)).entries()) {
      if (expected.length !== given[i].length || expected.some((value, at) => value !== given[i][at])) {
        throw new CorruptCatalogError(section, `array ${i} does not fit the part numbers`);
      }
    }
  }
}
