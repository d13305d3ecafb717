import * as bits from './bits.js';
import { filterByList, sortUnique } from './lists.js';
import type { Scratch } from './scratch.js';

/** The shapes of a set of rows. */
export const NONE = 0;
export const ALL = 1;
export const LIST = 2;
export const BITS = 3;

const NO_ROWS = new Uint32Array(0);
const NO_WORDS = new Int32Array(0);

/**
 * A set of rows of one segment while a request runs. Its arrays are lent by the segment's scratch. A set has one owner:
 * the operations below use up the sets that they are given and return one of them, changed, or a new one.
 */
export class RowSet {
  private constructor(
    readonly kind: number,
    /** Number of rows in the set, exact. */
    readonly count: number,
    /** LIST: ascending in `rows[0, count)`. */
    readonly rows: Uint32Array,
    /** BITS: one bit a row. */
    readonly words: Int32Array,
    /** BITS: all set bits are in `words[firstWord, endWord)`: the rows of a category are neighbours. */
    readonly firstWord = 0,
    readonly endWord = 0,
  ) {}

  static readonly none = new RowSet(NONE, 0, NO_ROWS, NO_WORDS);

  static all(count: number): RowSet {
    return count === 0 ? RowSet.none : new RowSet(ALL, count, NO_ROWS, NO_WORDS);
  }

  static list(rows: Uint32Array, count: number): RowSet {
    return new RowSet(LIST, count, rows, NO_WORDS);
  }

  /** A bitset whose count is taken here; all set bits are in `words[from, to)`. */
  static bits(words: Int32Array, from = 0, to = words.length): RowSet {
    const first = bits.firstUsed(words, from, to);
    const end = bits.endOfUsed(words, first, to);
    return new RowSet(BITS, bits.countBits(words, first, end), NO_ROWS, words, first, end);
  }
}

/** A set of at most `rows / LIST_SHARE` rows is kept as a list: it is shorter than the bitset and quicker to probe with. */
export const LIST_SHARE = 64;

/** Gives a set's arrays back. */
export function release(set: RowSet, scratch: Scratch): void {
  if (set.kind === LIST) scratch.freeList(set.rows);
  else if (set.kind === BITS) scratch.freeBits(set.words);
}

/** The rows of a set in ascending order, in an array of which the first `set.count` are meant. Uses the set up. */
export function rowsOf(set: RowSet, scratch: Scratch): Uint32Array {
  if (set.kind === LIST) return set.rows;
  // A kernel that collects bits writes one row more than it keeps at most.
  const rows = scratch.list(set.count + 1);
  if (set.kind === ALL) for (let row = 0; row < set.count; row++) rows[row] = row;
  else if (set.kind === BITS) bits.collectBits(set.words, rows, set.firstWord, set.endWord);
  release(set, scratch);
  return rows;
}

/** The set as a bitset. Uses the set up. */
export function bitsOf(set: RowSet, scratch: Scratch): Int32Array {
  if (set.kind === BITS) return set.words;
  const words = scratch.bits();
  if (set.kind === ALL) bits.fillBits(words, scratch.rowCount);
  else bits.scatter(words, set.rows, 0, set.count);
  release(set, scratch);
  return words;
}

/** An equal set with arrays of its own. */
export function copyOf(set: RowSet, scratch: Scratch): RowSet {
  if (set.kind === LIST) {
    const rows = scratch.list(set.count);
    for (let i = 0; i < set.count; i++) rows[i] = set.rows[i];
    return RowSet.list(rows, set.count);
  }
  if (set.kind === BITS) {
    const words = scratch.bits();
    for (let i = set.firstWord; i < set.endWord; i++) words[i] = set.words[i];
    return RowSet.bits(words, set.firstWord, set.endWord);
  }
  return set;
}

export function intersect(a: RowSet, b: RowSet, scratch: Scratch): RowSet {
  if (a.kind === NONE || b.kind === ALL) return keep(a, b, scratch);
  if (b.kind === NONE || a.kind === ALL) return keep(b, a, scratch);
  if (b.kind === LIST && (a.kind === BITS || b.count < a.count)) return intersect(b, a, scratch);
  let result: RowSet;
  if (a.kind === LIST) {
    const count =
      b.kind === BITS ? bits.filterByBits(a.rows, a.count, b.words, 1) : filterByList(a.rows, a.count, b.rows, 0, b.count, true);
    result = RowSet.list(a.rows, count);
  } else {
    bits.andBits(a.words, b.words, a.firstWord, a.endWord);
    result = RowSet.bits(a.words, a.firstWord, a.endWord);
  }
  return keep(result, b, scratch);
}

function keep(kept: RowSet, dropped: RowSet, scratch: Scratch): RowSet {
  release(dropped, scratch);
  return kept;
}

/** The rows of `a` that are not in `b`. */
export function subtract(a: RowSet, b: RowSet, scratch: Scratch): RowSet {
  if (a.kind === NONE || b.kind === NONE) return keep(a, b, scratch);
  if (b.kind === ALL) return keep(RowSet.none, a, scratch);
  if (a.kind === LIST) {
    const count =
      b.kind === BITS ? bits.filterByBits(a.rows, a.count, b.words, 0) : filterByList(a.rows, a.count, b.rows, 0, b.count, false);
    return keep(RowSet.list(a.rows, count), b, scratch);
  }
  const words = bitsOf(a, scratch);
  if (b.kind === BITS) bits.andNotBits(words, b.words, b.firstWord, b.endWord);
  else for (let i = 0; i < b.count; i++) words[b.rows[i] >>> 5] &= ~(1 << (b.rows[i] & 31));
  return keep(RowSet.bits(words), b, scratch);
}

/** Unites sets one by one without counting in between. */
export class Union {
  private list: Uint32Array | undefined;
  private listCount = 0;
  private words: Int32Array | undefined;
  private everything = false;

  constructor(private readonly scratch: Scratch) {}

  /** Adds a set and uses it up. */
  add(set: RowSet): void {
    const { scratch } = this;
    if (set.kind === ALL) this.everything = true;
    if (set.kind === BITS || (set.kind === LIST && !this.fits(set.count))) {
      this.words ??= this.toBits();
      if (set.kind === BITS) bits.orBits(this.words, set.words);
      else bits.scatter(this.words, set.rows, 0, set.count);
    } else if (set.kind === LIST) this.append(set);
    release(set, scratch);
  }

  /** Lists are collected unsorted while they are short in all. */
  private fits(count: number): boolean {
    return !this.words && (this.listCount + count) * LIST_SHARE <= this.scratch.rowCount + LIST_SHARE;
  }

  private append(set: RowSet): void {
    const needed = this.listCount + set.count;
    if (!this.list || this.list.length < needed) {
      const larger = this.scratch.list(needed * 2);
      if (this.list) {
        larger.set(this.list.subarray(0, this.listCount));
        this.scratch.freeList(this.list);
      }
      this.list = larger;
    }
    for (let i = 0; i < set.count; i++) this.list[this.listCount++] = set.rows[i];
  }

  private toBits(): Int32Array {
    const words = this.scratch.bits();
    if (this.list) bits.scatter(words, this.list, 0, this.listCount);
    return words;
  }

  finish(): RowSet {
    if (this.everything) return RowSet.all(this.scratch.rowCount);
    if (this.words) return RowSet.bits(this.words);
    if (!this.list) return RowSet.none;
    return RowSet.list(this.list, sortUnique(this.list, this.listCount));
  }
}
