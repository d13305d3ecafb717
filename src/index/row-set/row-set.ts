import * as bits from './bits.js';
import { countByBits, countByList, filterByList, sortUnique } from './lists.js';
import type { Scratch } from './scratch.js';

/** The shapes of a set of rows. */
export const NONE = 0;
export const ALL = 1;
export const LIST = 2;
export const BITS = 3;

/** A set of at most `rowCount / LIST_SHARE` rows is a list: shorter than the bitset and faster to probe; bench/README.md, "Kernels". */
export const LIST_SHARE = 64;

const NO_ROWS = new Uint32Array(0);
const NO_WORDS = new Int32Array(0);

/**
 * A set of rows of one segment while a request runs.
 *
 * - Order: the rows of a list ascend and are distinct; row `i` of a bitset is bit `i & 31` of word `i >>> 5`.
 * - Ownership: a set has one owner. Its arrays are lent by the scratch of the request, and the operations below consume the sets that
 *   they are given: they return one of them, changed, or a new one, and give the arrays of the others back. `copyOf` is the exception.
 * - Cost: `count` is exact and free. An operation on a list costs about its length, one on a bitset about its words.
 * - Empty: `RowSet.none`, but an empty list or bitset is valid too. Test `count`, not `kind`.
 *
 * All sets have all members, and `kind` is a number, so that V8 sees one hidden class in all operations: a union of four types would
 * make each of them polymorphic.
 */
export class RowSet {
  private constructor(
    /** `NONE`, `ALL`, `LIST` or `BITS`. */
    readonly kind: number,
    /** Number of rows in the set. */
    readonly count: number,
    /** LIST: the rows are `rows[0, count)`. Empty for other kinds. */
    readonly rows: Uint32Array,
    /** BITS: one bit for each row of the segment. Empty for other kinds. */
    readonly words: Int32Array,
    /** BITS: all set bits are in `words[firstWord, endWord)`: the rows of a category are neighbours. */
    readonly firstWord = 0,
    readonly endWord = 0,
  ) {}

  static readonly none = new RowSet(NONE, 0, NO_ROWS, NO_WORDS);

  static all(rowCount: number): RowSet {
    return rowCount === 0 ? RowSet.none : new RowSet(ALL, rowCount, NO_ROWS, NO_WORDS);
  }

  static list(rows: Uint32Array, count: number): RowSet {
    return new RowSet(LIST, count, rows, NO_WORDS);
  }

  /** A bitset, whose bits are counted here; all set bits are in `words[from, to)`. */
  static bits(words: Int32Array, from = 0, to = words.length): RowSet {
    const first = bits.firstUsed(words, from, to);
    const end = bits.endOfUsed(words, first, to);
    return new RowSet(BITS, bits.countBits(words, first, end), NO_ROWS, words, first, end);
  }

  /** A bitset with the rows of another one, which has them counted. */
  static bitsLike({ count, firstWord, endWord }: RowSet, words: Int32Array): RowSet {
    return new RowSet(BITS, count, NO_ROWS, words, firstWord, endWord);
  }
}

/** Gives a set's arrays back. */
export function release(set: RowSet, scratch: Scratch): void {
  if (set.kind === LIST) scratch.freeList(set.rows);
  else if (set.kind === BITS) scratch.freeBits(set.words);
}

/** The rows of a set, ascending: the first `set.count` of the returned array, which may be longer. Consumes the set. */
export function rowsOf(set: RowSet, scratch: Scratch): Uint32Array {
  if (set.kind === LIST) return set.rows;
  // A kernel that filters writes at most one row more than it keeps.
  const rows = scratch.list(set.count + 1);
  if (set.kind === ALL) for (let row = 0; row < set.count; row++) rows[row] = row;
  else if (set.kind === BITS) bits.collectBits(set.words, rows, set.firstWord, set.endWord);
  release(set, scratch);
  return rows;
}

/** The set as a bitset. Consumes the set. */
export function bitsOf(set: RowSet, scratch: Scratch): Int32Array {
  if (set.kind === BITS) return set.words;
  const words = scratch.bits();
  if (set.kind === ALL) bits.fillBits(words, scratch.rowCount);
  else bits.scatter(words, set.rows, 0, set.count);
  release(set, scratch);
  return words;
}

/** An equal set with arrays of its own. Leaves the set as it is. */
export function copyOf(set: RowSet, scratch: Scratch): RowSet {
  if (set.kind === LIST) {
    const rows = scratch.list(set.count);
    for (let i = 0; i < set.count; i++) rows[i] = set.rows[i];
    return RowSet.list(rows, set.count);
  }
  if (set.kind === BITS) {
    const words = scratch.bits();
    words.set(set.words.subarray(set.firstWord, set.endWord), set.firstWord);
    return RowSet.bitsLike(set, words);
  }
  return set;
}

/**
 * The rows that are in both sets. Consumes both.
 *
 * | a \ b    | NONE | ALL | LIST                     | BITS                 |
 * |----------|------|-----|--------------------------|----------------------|
 * | **NONE** | a    | a   | a                        | a                    |
 * | **ALL**  | b    | a   | b                        | b                    |
 * | **LIST** | b    | a   | filter the shorter list  | filter a by bits     |
 * | **BITS** | b    | a   | filter b by bits         | and the words of b   |
 */
export function intersect(a: RowSet, b: RowSet, scratch: Scratch): RowSet {
  if (a.kind === NONE || b.kind === ALL) return keep(a, b, scratch);
  if (b.kind === NONE || a.kind === ALL) return keep(b, a, scratch);
  if (a.kind === BITS) {
    if (b.kind === LIST) return keep(filtered(b, a, true), a, scratch);
    bits.andBits(a.words, b.words, a.firstWord, a.endWord);
    return keep(RowSet.bits(a.words, a.firstWord, a.endWord), b, scratch);
  }
  const isShorter = b.kind === BITS || a.count <= b.count;
  return isShorter ? keep(filtered(a, b, true), b, scratch) : keep(filtered(b, a, true), a, scratch);
}

/** The rows that are in both sets. Leaves both as they are. */
export function common(a: RowSet, b: RowSet, scratch: Scratch): RowSet {
  if (a.kind === NONE || b.kind === ALL) return copyOf(a, scratch);
  if (b.kind === NONE || a.kind === ALL) return copyOf(b, scratch);
  if (a.kind === LIST && (b.kind === BITS || a.count <= b.count)) return filtered(copyOf(a, scratch), b, true);
  if (b.kind === LIST) return filtered(copyOf(b, scratch), a, true);
  const { words } = copyOf(a, scratch);
  bits.andBits(words, b.words, a.firstWord, a.endWord);
  return RowSet.bits(words, a.firstWord, a.endWord);
}

/** Number of rows that are in both sets. Leaves both as they are. */
export function countCommon(a: RowSet, b: RowSet): number {
  if (a.kind === NONE || b.kind === NONE) return 0;
  if (a.kind === ALL || b.kind === ALL) return a.kind === ALL ? b.count : a.count;
  if (a.kind === BITS && b.kind === BITS) {
    const from = Math.max(a.firstWord, b.firstWord);
    const to = Math.min(a.endWord, b.endWord);
    return from < to ? bits.countCommonBits(b.words, from, a.words, from, to) : 0;
  }
  if (a.kind === LIST && b.kind === LIST) {
    return a.count <= b.count ? countByList(a.rows, a.count, b.rows, b.count) : countByList(b.rows, b.count, a.rows, a.count);
  }
  const [list, set] = a.kind === LIST ? [a, b] : [b, a];
  return countByBits(list.rows, 0, list.count, set.words, set.firstWord, set.endWord);
}

/** The rows of `a` that are not in `b`. Leaves both as they are. */
export function difference(a: RowSet, b: RowSet, scratch: Scratch): RowSet {
  if (b.kind === ALL) return RowSet.none;
  const rest = copyOf(a, scratch);
  if (rest.kind === NONE || b.kind === NONE) return rest;
  if (rest.kind === LIST) return filtered(rest, b, false);
  const words = bitsOf(rest, scratch);
  if (b.kind === BITS) bits.andNotBits(words, b.words, b.firstWord, b.endWord);
  else bits.clear(words, b.rows, 0, b.count);
  return RowSet.bits(words);
}

/** The rows of any of some sets. Leaves them as they are. */
export function unionOf(sets: readonly RowSet[], scratch: Scratch): RowSet {
  if (sets.some(({ kind }) => kind === ALL)) return RowSet.all(scratch.rowCount);
  const some = sets.filter(({ count }) => count > 0);
  if (some.length === 0) return RowSet.none;
  if (some.length === 1) return copyOf(some[0], scratch);
  const count = some.reduce((sum, set) => sum + set.count, 0);
  if (count * LIST_SHARE <= scratch.rowCount && some.every(({ kind }) => kind === LIST)) {
    const rows = scratch.list(count);
    let end = 0;
    for (const set of some) for (let i = 0; i < set.count; i++) rows[end++] = set.rows[i];
    return listOf(rows, count, scratch);
  }
  const words = scratch.bits();
  for (const set of some) {
    if (set.kind === BITS) bits.orBits(words, set.words, set.firstWord, set.endWord);
    else bits.scatter(words, set.rows, 0, set.count);
  }
  return compact(RowSet.bits(words), scratch);
}

/** The same rows, as a list if they are few. Consumes the set. */
export function compact(set: RowSet, scratch: Scratch): RowSet {
  const { count } = set;
  return set.kind === BITS && count * LIST_SHARE <= scratch.rowCount ? RowSet.list(rowsOf(set, scratch), count) : set;
}

/** The rows of `a` that are not in `b`. Consumes both. */
export function subtract(a: RowSet, b: RowSet, scratch: Scratch): RowSet {
  if (a.kind === NONE || b.kind === NONE) return keep(a, b, scratch);
  if (b.kind === ALL) return keep(RowSet.none, a, scratch);
  if (a.kind === LIST) return keep(filtered(a, b, false), b, scratch);
  const words = bitsOf(a, scratch);
  if (b.kind === BITS) bits.andNotBits(words, b.words, b.firstWord, b.endWord);
  else bits.clear(words, b.rows, 0, b.count);
  return keep(RowSet.bits(words), b, scratch);
}

/** The rows of a list that are (`wanted`) or are not in a list or bitset, in the list's array. */
function filtered({ rows, count }: RowSet, other: RowSet, wanted: boolean): RowSet {
  const kept =
    other.kind === BITS
      ? bits.filterByBits(rows, count, other.words, wanted ? 1 : 0)
      : filterByList(rows, count, other.rows, 0, other.count, wanted);
  return RowSet.list(rows, kept);
}

function keep(kept: RowSet, dropped: RowSet, scratch: Scratch): RowSet {
  release(dropped, scratch);
  return kept;
}

/** Unites sets one by one, counting the rows at the end only. */
export class Union {
  private list: Uint32Array | undefined = undefined;
  private listCount = 0;
  private words: Int32Array | undefined = undefined;
  private isAll = false;

  constructor(private readonly scratch: Scratch) {}

  /** Adds a set. Consumes it. */
  add(set: RowSet): void {
    const { scratch } = this;
    if (set.kind === ALL) this.isAll = true;
    if (set.kind === BITS || (set.kind === LIST && !this.fits(set.count))) {
      this.words ??= this.toBits();
      if (set.kind === BITS) bits.orBits(this.words, set.words, set.firstWord, set.endWord);
      else bits.scatter(this.words, set.rows, 0, set.count);
    } else if (set.kind === LIST) this.append(set);
    release(set, scratch);
  }

  /** Lists are collected unsorted as long as they are short together. */
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

  /** The union of the sets added; no more may be added. */
  finish(): RowSet {
    if (this.isAll) return RowSet.all(this.scratch.rowCount);
    if (this.words) return RowSet.bits(this.words);
    if (!this.list) return RowSet.none;
    return listOf(this.list, this.listCount, this.scratch);
  }
}

/** Sorting rows takes longer than setting their bits and reading all bits, from one row for so many words on. */
const WORDS_PER_SORTED = 8;

/** The set of `rows[0, count)`, in any order and with repetitions. Consumes the list. */
export function listOf(rows: Uint32Array, count: number, scratch: Scratch): RowSet {
  if (count * WORDS_PER_SORTED * 32 <= scratch.rowCount) return RowSet.list(rows, sortUnique(rows, count));
  const words = scratch.bits();
  bits.scatter(words, rows, 0, count);
  scratch.freeList(rows);
  return compact(RowSet.bits(words), scratch);
}
