import { CatalogTooLargeError } from '../model/errors.js';

/** Largest section, and so the largest array that a builder may grow to, in bytes. */
export const MAX_SECTION_BYTES = 2 ** 31 - 64;

/** An array of fewer values grows fourfold: a small segment has many, and a new array takes longer than its copy. */
const FEW = 1024;

/** The views of empty arrays. A small segment has many of them, and making a view costs more than using it. */
const NO_U32 = new Uint32Array(0);
const NO_BYTES = new Uint8Array(0);

/** A `Uint32Array` that grows as it fills. */
export class GrowableU32 {
  array = new Uint32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }

  /** Makes room for `extra` more values. */
  reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed > this.array.length) this.array = grown(this.array, needed, (n) => new Uint32Array(n));
  }

  /** The values pushed so far, not copied. */
  view(): Uint32Array {
    return this.length === 0 ? NO_U32 : this.array.subarray(0, this.length);
  }
}

/** A `Uint8Array` that grows as it fills. */
export class GrowableBytes {
  array = new Uint8Array(64);
  length = 0;

  /** Makes room for `extra` more bytes. */
  reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed > this.array.length) this.array = grown(this.array, needed, (n) => new Uint8Array(n));
  }

  append(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    const target = this.array;
    // For the few bytes of a term a loop is faster than `set(subarray())`.
    if (to - from < 64) for (let at = this.length, i = from; i < to; i++) target[at++] = source[i];
    else target.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** Appends a number in groups of seven bits, low ones first; all bytes but the last have the bit 128. */
  appendVarint(value: number): void {
    this.reserve(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.array[this.length++] = (rest & 0x7f) | 0x80;
    this.array[this.length++] = rest;
  }

  view(): Uint8Array {
    return this.length === 0 ? NO_BYTES : this.array.subarray(0, this.length);
  }
}

function grown<T extends Uint8Array | Uint32Array>(array: T, needed: number, create: (length: number) => T): T {
  const unit = array.BYTES_PER_ELEMENT;
  if (needed * unit > MAX_SECTION_BYTES) {
    throw new CatalogTooLargeError(`one list of the catalog would be larger than 2 GiB; split the parts into several catalogs`);
  }
  const growth = array.length < FEW ? 4 : 2;
  const length = Math.min(Math.max(needed, array.length * growth), Math.floor(MAX_SECTION_BYTES / unit));
  const larger = create(length);
  larger.set(array as never);
  return larger;
}
