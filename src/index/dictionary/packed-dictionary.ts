import { compareCodePoints, fold } from '../../analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../../analysis/utf8.js';
import type { BundleReader } from '../../encoding/bundle.js';
import type { Codec } from '../../encoding/codec.js';
import { LARGEST_RATIO } from '../../encoding/deflate.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { BytesMatcher, FoldedDictionary } from './dictionary.js';

/** Cached unpacked blocks: enough for a binary search and a page of facets. */
const BLOCKS_KEPT = 64;

/** Cost of unpacking and comparing a byte, in steps of a plain loop. */
const BYTE_COST = 16;

/** Long texts in compressed blocks, in fold order. Sorts and facet counts use ordinals only and rarely read the texts. */
export class PackedDictionary implements FoldedDictionary {
  readonly order = 'fold';
  readonly size: number;
  /** Block `i` holds the ordinals `[firsts[i], firsts[i + 1])`. */
  private readonly firsts: Uint32Array;
  private readonly lengths: Uint32Array;
  private readonly ends: Uint32Array;
  private readonly packed: Uint8Array;
  private readonly blocks = new Map<number, string[]>();

  constructor(
    private readonly section: string,
    bundle: BundleReader,
    private readonly codec: Codec,
  ) {
    this.firsts = bundle.u32();
    this.lengths = bundle.u32();
    this.ends = bundle.u32();
    this.packed = bundle.u8();
    if (this.firsts.length !== this.lengths.length + 1 || this.ends.length !== this.lengths.length) {
      throw new CorruptCatalogError(section, 'the numbers of blocks differ');
    }
    this.size = this.firsts[this.lengths.length];
    this.checkBlocks();
  }

  /** Requests allocate memory by the declared number of values; each value takes at least one byte of its block. */
  private checkBlocks(): void {
    const { section, firsts, lengths, ends, packed } = this;
    for (let block = 0; block < lengths.length; block++) {
      const from = block === 0 ? 0 : ends[block - 1];
      const values = firsts[block + 1] - firsts[block];
      const isInside = ends[block] >= from && ends[block] <= packed.length;
      if (!isInside || values <= 0 || values > lengths[block] || lengths[block] > (ends[block] - from) * LARGEST_RATIO) {
        throw new CorruptCatalogError(section, `block ${block} is out of range`);
      }
    }
    if (firsts[0] !== 0) throw new CorruptCatalogError(section, `begins with value ${firsts[0]}`);
  }

  value(ordinal: number): string {
    const block = this.blockOf(ordinal);
    return this.texts(block)[ordinal - this.firsts[block]];
  }

  compare(a: number, b: number): number {
    return compareCodePoints(this.value(a), this.value(b));
  }

  /** Blocks without any of the values are not unpacked. */
  *matchingFold(matcher: BytesMatcher, asked: Uint8Array, work: Work): Steps<Uint8Array> {
    const matched = new Uint8Array(this.size);
    for (let block = 0; block < this.lengths.length; block++) {
      if (!isAnySet(asked, this.firsts[block], this.firsts[block + 1])) continue;
      this.matchBlock(block, matcher, asked, matched);
      if (work.spend(this.lengths[block] * BYTE_COST)) yield;
    }
    return matched;
  }

  *matching(matcher: BytesMatcher, work: Work): Steps<Uint32Array> {
    const found = new GrowableU32();
    for (let block = 0; block < this.lengths.length; block++) {
      const bytes = this.unpackBytes(block);
      let ordinal = this.firsts[block];
      this.readLengths(block, bytes, (from, to) => {
        if (matcher.matches(bytes, from, to)) found.push(ordinal);
        ordinal++;
      });
      if (work.spend(bytes.length * BYTE_COST)) yield;
    }
    return found.view();
  }

  private matchBlock(block: number, matcher: BytesMatcher, asked: Uint8Array, matched: Uint8Array): void {
    const bytes = this.unpackBytes(block);
    let ordinal = this.firsts[block];
    this.readLengths(block, bytes, (from, to) => {
      const at = ordinal++;
      if (asked[at] === 0) return;
      if (lowerAscii(bytes, from, to)) matched[at] = matcher.matches(bytes, from, to) ? 1 : 0;
      else {
        const folded = utf8Bytes(fold(decodeUtf8(bytes, from, to)));
        matched[at] = matcher.matches(folded, 0, folded.length) ? 1 : 0;
      }
    });
  }

  find(value: string): number {
    const key = fold(value);
    const found = partitionPoint(0, this.size, (at) => {
      const text = this.value(at);
      return (compareCodePoints(fold(text), key) || compareCodePoints(text, value)) < 0;
    });
    return found < this.size && this.value(found) === value ? found : -1;
  }

  lowerBound(key: string): number {
    return partitionPoint(0, this.size, (at) => compareCodePoints(fold(this.value(at)), key) < 0);
  }

  upperBound(key: string): number {
    return partitionPoint(0, this.size, (at) => compareCodePoints(fold(this.value(at)), key) <= 0);
  }

  private blockOf(ordinal: number): number {
    return partitionPoint(0, this.lengths.length, (at) => this.firsts[at + 1] <= ordinal);
  }

  private texts(block: number): string[] {
    const kept = this.blocks.get(block);
    if (kept) return kept;
    const texts = this.unpack(block);
    const oldest = this.blocks.size < BLOCKS_KEPT ? undefined : this.blocks.keys().next().value;
    if (oldest !== undefined) this.blocks.delete(oldest);
    this.blocks.set(block, texts);
    return texts;
  }

  private unpack(block: number): string[] {
    const bytes = this.unpackBytes(block);
    const texts: string[] = [];
    this.readLengths(block, bytes, (from, to) => texts.push(decodeUtf8(bytes, from, to)));
    return texts;
  }

  /** The unpacked bytes of a block, which the caller may change. */
  private unpackBytes(block: number): Uint8Array {
    const from = block === 0 ? 0 : this.ends[block - 1];
    try {
      return this.codec.inflate(this.packed.subarray(from, this.ends[block]), this.lengths[block]);
    } catch (cause) {
      throw new CorruptCatalogError(this.section, `block ${block} cannot be unpacked`, 'corrupt_catalog', { cause });
    }
  }

  /** Calls `visit` with the place of each text of an unpacked block, in order. */
  private readLengths(block: number, bytes: Uint8Array, visit: (from: number, to: number) => void): void {
    const count = this.firsts[block + 1] - this.firsts[block];
    for (let read = 0, at = 0; read < count; read++) {
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        if (at >= bytes.length || shift > 28) throw new CorruptCatalogError(this.section, `block ${block} ends early`);
        length |= (bytes[at] & 0x7f) << shift;
        if (bytes[at++] < 0x80) break;
      }
      if (at + length > bytes.length) throw new CorruptCatalogError(this.section, `block ${block} ends early`);
      visit(at, at + length);
      at += length;
    }
  }

  validate(section: string): void {
    let previousText: string | undefined;
    for (let block = 0; block < this.lengths.length; block++) {
      for (const text of this.unpack(block)) {
        if (
          previousText !== undefined &&
          (compareCodePoints(fold(previousText), fold(text)) || compareCodePoints(previousText, text)) >= 0
        ) {
          throw new CorruptCatalogError(section, `block ${block} is out of order`);
        }
        previousText = text;
      }
    }
  }
}

function isAnySet(flags: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (flags[i] !== 0) return true;
  return false;
}

/** Converts `bytes[from, to)` to lower case, which is the fold of ASCII; returns false, without changes, if not all of it is ASCII. */
function lowerAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] > 0x7f) return false;
  for (let at = from; at < to; at++) if (bytes[at] >= 0x41 && bytes[at] <= 0x5a) bytes[at] += 0x20;
  return true;
}
