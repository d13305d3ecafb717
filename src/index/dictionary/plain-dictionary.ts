import { fold } from '../../analysis/text.js';
import { compareBytes, decodeUtf8, utf8Bytes } from '../../analysis/utf8.js';
import type { BundleReader } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import { type BytesMatcher, checkOffsets, type FoldedDictionary } from './dictionary.js';

/** Values to compare in one step, and the cost of one. */
const VALUES_AT_ONCE = 1 << 12;
const VALUE_COST = 16;

/** Values as bytes in memory, found by binary search. */
export class PlainDictionary implements FoldedDictionary {
  readonly size: number;
  /** Value `i` is `bytes[offsets[i], offsets[i + 1])`, UTF-8. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;

  constructor(
    section: string,
    bundle: BundleReader,
    readonly order: 'fold' | 'raw',
  ) {
    this.offsets = bundle.u32();
    this.bytes = bundle.u8();
    this.size = this.offsets.length - 1;
    checkOffsets(section, this.offsets, this.bytes);
  }

  value(ordinal: number): string {
    return decodeUtf8(this.bytes, this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  find(value: string): number {
    const raw = utf8Bytes(value);
    const key = this.order === 'fold' ? fold(value) : value;
    const keyBytes = utf8Bytes(key);
    const found = partitionPoint(0, this.size, (at) => (this.compareKey(at, keyBytes) || this.compareRaw(at, raw)) < 0);
    return found < this.size && this.compareRaw(found, raw) === 0 ? found : -1;
  }

  compare(a: number, b: number): number {
    if (this.order === 'raw') return a - b;
    const { bytes, offsets } = this;
    return compareBytes(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]);
  }

  lowerBound(key: string): number {
    const bytes = utf8Bytes(key);
    return partitionPoint(0, this.size, (at) => this.compareKey(at, bytes) < 0);
  }

  upperBound(key: string): number {
    const bytes = utf8Bytes(key);
    return partitionPoint(0, this.size, (at) => this.compareKey(at, bytes) <= 0);
  }

  private compareRaw(ordinal: number, raw: Uint8Array): number {
    return compareBytes(this.bytes, this.offsets[ordinal], this.offsets[ordinal + 1], raw, 0, raw.length);
  }

  private compareKey(ordinal: number, key: Uint8Array): number {
    if (this.order === 'raw') return this.compareRaw(ordinal, key);
    const from = this.offsets[ordinal];
    const length = this.offsets[ordinal + 1] - from;
    for (let i = 0; i < length; i++) {
      const byte = this.bytes[from + i];
      // ASCII folds letter by letter. With the first other character, fold the whole text instead.
      if (byte > 0x7f) return this.compareFolded(ordinal, key);
      if (i === key.length) return 1;
      const difference = (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) - key[i];
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }

  private compareFolded(ordinal: number, key: Uint8Array): number {
    const folded = utf8Bytes(fold(this.value(ordinal)));
    return compareBytes(folded, 0, folded.length, key, 0, key.length);
  }

  *matching(matcher: BytesMatcher, work: Work): Steps<Uint32Array> {
    const { bytes, offsets, size } = this;
    const found = new GrowableU32();
    for (let ordinal = 0; ordinal < size; ordinal++) {
      if (matcher.matches(bytes, offsets[ordinal], offsets[ordinal + 1])) found.push(ordinal);
      if (ordinal % VALUES_AT_ONCE === 0 && work.spend(VALUES_AT_ONCE * VALUE_COST)) yield;
    }
    return found.view();
  }

  *matchingFold(matcher: BytesMatcher, asked: Uint8Array, work: Work): Steps<Uint8Array> {
    const matched = new Uint8Array(this.size);
    for (let ordinal = 0; ordinal < this.size; ordinal++) {
      if (ordinal % VALUES_AT_ONCE === 0 && work.spend(VALUES_AT_ONCE)) yield;
      if (asked[ordinal] === 0) continue;
      const folded = utf8Bytes(fold(this.value(ordinal)));
      if (matcher.matches(folded, 0, folded.length)) matched[ordinal] = 1;
      if (work.spend(VALUE_COST)) yield;
    }
    return matched;
  }

  validate(section: string): void {
    for (let i = 1; i < this.size; i++) {
      const raw = this.bytes.subarray(this.offsets[i], this.offsets[i + 1]);
      const key = this.order === 'fold' ? utf8Bytes(fold(this.value(i))) : raw;
      if ((this.compareKey(i - 1, key) || this.compareRaw(i - 1, raw)) >= 0) {
        throw new CorruptCatalogError(section, `value ${i} is out of order`);
      }
    }
  }
}
