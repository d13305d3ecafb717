import type { BundleReader } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { BytesMatcher, Dictionary } from './dictionary.js';

const LENGTH = 16;

const HEX_DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
/** Values to compare in one step, and the cost of one. */
const VALUES_AT_ONCE = 1 << 12;
const VALUE_COST = 16;

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex32(word: number): string {
  return HEX_PAIRS[word >>> 24] + HEX_PAIRS[(word >>> 16) & 0xff] + HEX_PAIRS[(word >>> 8) & 0xff] + HEX_PAIRS[word & 0xff];
}

/** Uids of 16 hex digits as 64 bits each, in numeric order, which is their code-point order. */
export class HexDictionary implements Dictionary {
  readonly order = 'raw';
  readonly size: number;
  /** High and low half of each uid. */
  private readonly words: Uint32Array;

  constructor(bundle: BundleReader) {
    this.words = bundle.u32();
    this.size = this.words.length >>> 1;
  }

  value(ordinal: number): string {
    return hex32(this.words[ordinal * 2]) + hex32(this.words[ordinal * 2 + 1]);
  }

  compare(a: number, b: number): number {
    return a - b;
  }

  find(value: string): number {
    if (!/^[0-9a-f]{16}$/.test(value)) return -1;
    const high = Number.parseInt(value.slice(0, 8), 16);
    const low = Number.parseInt(value.slice(8), 16);
    const { words } = this;
    let from = 0;
    let to = this.size;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const word = words[middle * 2];
      if (word < high || (word === high && words[middle * 2 + 1] < low)) from = middle + 1;
      else to = middle;
    }
    return from < this.size && words[from * 2] === high && words[from * 2 + 1] === low ? from : -1;
  }

  // The key can be any text, not only hex. Values are ASCII, so that comparing strings gives code-point order.
  lowerBound(key: string): number {
    return partitionPoint(0, this.size, (at) => this.value(at) < key);
  }

  upperBound(key: string): number {
    return partitionPoint(0, this.size, (at) => this.value(at) <= key);
  }

  *matching(matcher: BytesMatcher, work: Work): Steps<Uint32Array> {
    const found = new GrowableU32();
    const bytes = new Uint8Array(LENGTH);
    for (let ordinal = 0; ordinal < this.size; ordinal++) {
      this.writeHex(ordinal, bytes);
      if (matcher.matches(bytes, 0, LENGTH)) found.push(ordinal);
      if (ordinal % VALUES_AT_ONCE === 0 && work.spend(VALUES_AT_ONCE * VALUE_COST)) yield;
    }
    return found.view();
  }

  private writeHex(ordinal: number, bytes: Uint8Array): void {
    for (let half = 0; half < 2; half++) {
      const word = this.words[ordinal * 2 + half];
      for (let i = 0; i < 8; i++) bytes[half * 8 + i] = HEX_DIGITS[(word >>> (28 - i * 4)) & 15];
    }
  }

  validate(section: string): void {
    for (let i = 1; i < this.size; i++) {
      if (this.value(i) <= this.value(i - 1)) throw new CorruptCatalogError(section, `value ${i} is out of order`);
    }
  }
}
