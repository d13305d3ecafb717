import type { BundleReader } from '../../encoding/bundle.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { BLOCK_ORDINALS, BLOCK_SHIFT, wildcardArrays } from '../../encoding/wildcard-arrays.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { finished } from '../../work/pauses.js';
import type { PlainDictionary } from './plain-dictionary.js';

/**
 * What narrows a search for part numbers with wildcards: for each trigram of forms the blocks of part numbers in which it
 * stands, and for each part number which symbols its form has and how long it is.
 * After: Cox, "Regular Expression Matching with a Trigram Index" (2012); Lucene's wildcard field.
 */
export class PartNumberWildcards {
  /** Number of part numbers. */
  readonly size: number;
  /** The trigrams that stand anywhere, ascending. */
  private readonly trigrams: Uint16Array;
  /** The list of the i-th of them is `lists[starts[i], starts[i + 1])`. */
  private readonly starts: Uint32Array;
  private readonly lists: Uint8Array;
  /** By ordinal: the symbols below 32 of the form, a bit each; */
  readonly low: Uint32Array;
  /** the others; */
  readonly high: Uint8Array;
  /** the code points of the form, at most LONGEST_STORED. */
  readonly lengths: Uint8Array;
  /** By ordinal: bytes that the part number and the one before begin with alike, at most LONGEST_STORED. */
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

  /** The trigram at a place; undefined behind the last. */
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
      // A forged list must not lead past the part numbers.
      if (block >= blocks || skipped < 0) break;
      target[count++] = block;
    }
    return count;
  }

  /** Keeps those of the ascending `candidates[0, count)` that stand in the list at a place; returns their number. */
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

  /** Checks that it is what these part numbers give. @throws CorruptCatalogError */
  validate(section: string, { bytes, offsets }: PlainDictionary): void {
    const texts = { bytes, starts: offsets, ends: offsets.subarray(1) };
    const { trigrams, starts, lists, low, high, lengths, shared } = this;
    const given = [trigrams, starts, lists, low, high, lengths, shared];
    for (const [i, expected] of finished(wildcardArrays(texts, this.size)).entries()) {
      if (expected.length !== given[i].length || expected.some((value, at) => value !== given[i][at])) {
        throw new CorruptCatalogError(section, `array ${i} is not what the part numbers give`);
      }
    }
  }
}
