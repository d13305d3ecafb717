import { encodeUtf8, maxUtf8Length } from '../analysis/utf8.js';
import { GrowableBytes, GrowableU32 } from '../encoding/growable.js';

/** 2^32 divided by the golden ratio, odd. */
const MULTIPLIER = 0x9e3779b1;

/** The bytes of the string that is being looked up, of whatever interner: a segment has one for each field. */
let scratch = new Uint8Array(256);

/**
 * Distinct byte strings numbered in the order in which they are first seen, without a JavaScript string for each:
 * an open-addressing table of numbers over one byte arena.
 */
export class Interner {
  readonly bytes = new GrowableBytes();
  /** Entry `i` is `bytes[offsets[i], offsets[i + 1])`. */
  readonly offsets = new GrowableU32();
  private readonly hashes = new GrowableU32();
  /** Entry number + 1, 0 is free. So few at first that V8 keeps them with the object: most fields of a small segment have few values. */
  private table = new Uint32Array(16);
  /** Initial value of every hash. It is random, so that an attacker cannot construct strings with equal hashes. */
  private readonly seed = Math.floor(Math.random() * 2 ** 32) | 0;

  constructor() {
    this.offsets.push(0);
  }

  get size(): number {
    return this.hashes.length;
  }

  /** The number of a string. */
  intern(text: string): number {
    const length = this.encode(text);
    return this.internBytes(scratch, 0, length);
  }

  /** The number of a string that was interned, or -1. */
  find(text: string): number {
    const length = this.encode(text);
    return this.findBytes(scratch, 0, length);
  }

  /** The number of the byte string `source[from, to)` if it was interned, or -1. */
  findBytes(source: Uint8Array, from: number, to: number): number {
    return this.table[this.slotOf(hashOf(this.seed, source, from, to), source, from, to)] - 1;
  }

  /** The number of the byte string `source[from, to)`. */
  internBytes(source: Uint8Array, from: number, to: number): number {
    const hash = hashOf(this.seed, source, from, to);
    const slot = this.slotOf(hash, source, from, to);
    const entry = this.table[slot];
    return entry === 0 ? this.insert(slot, hash, source, from, to) : entry - 1;
  }

  private encode(text: string): number {
    if (scratch.length < maxUtf8Length(text.length)) scratch = new Uint8Array(maxUtf8Length(text.length) * 2);
    return encodeUtf8(text, scratch, 0);
  }

  /** The slot of the table that holds the byte string, or the free slot for it. */
  private slotOf(hash: number, source: Uint8Array, from: number, to: number): number {
    const mask = this.table.length - 1;
    let slot = hash & mask;
    for (;;) {
      const entry = this.table[slot];
      if (entry === 0 || (this.hashes.array[entry - 1] === hash && this.equals(entry - 1, source, from, to))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private equals(entry: number, source: Uint8Array, from: number, to: number): boolean {
    const offsets = this.offsets.array;
    let at = offsets[entry];
    if (offsets[entry + 1] - at !== to - from) return false;
    const bytes = this.bytes.array;
    for (let i = from; i < to; i++) if (bytes[at++] !== source[i]) return false;
    return true;
  }

  private insert(slot: number, hash: number, source: Uint8Array, from: number, to: number): number {
    const entry = this.hashes.length;
    this.bytes.append(source, from, to);
    this.offsets.push(this.bytes.length);
    this.hashes.push(hash);
    this.table[slot] = entry + 1;
    if (this.hashes.length * 2 > this.table.length) this.rehash();
    return entry;
  }

  private rehash(): void {
    // Fourfold, because growing rehashes all entries.
    const table = new Uint32Array(this.table.length * 4);
    const mask = table.length - 1;
    const hashes = this.hashes.array;
    for (let entry = 0; entry < this.hashes.length; entry++) {
      let slot = hashes[entry] & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = entry + 1;
    }
    this.table = table;
  }
}

/**
 * FNV-1a, but after every byte the high bits are mixed into the low ones. Otherwise the low eight bits of a hash would depend on the
 * low eight bits of the seed only, and strings that collide for one seed would collide for all seeds with the same eight bits.
 */
function hashOf(seed: number, source: Uint8Array, from: number, to: number): number {
  let hash = seed;
  for (let i = from; i < to; i++) {
    hash = Math.imul(hash ^ source[i], MULTIPLIER);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
