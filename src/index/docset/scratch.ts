import { wordsFor } from './bits.js';

const SMALLEST_LIST = 256;
/** Bitsets that are kept between requests; a request with thousands of clauses may need more for itself. */
const BITSETS_KEPT = 64;

/** Of lists up to so many rows more are kept: a drilldown has two for each field; bench/README.md, class l. */
const SMALL_LIST = 8192;
const SMALL_LISTS_KEPT = 512;

/**
 * The arrays that a segment lends to the one request that it is running. They come back one by one as sets are used up,
 * and all of them at `reset`; nothing of it may be held across an `await` or handed out in an answer.
 */
export class Scratch {
  private bitsets: Int32Array[] = [];
  private freeBitsets: Int32Array[] = [];
  /** By power of two of their length. */
  private readonly lists: Uint32Array[][] = [];
  private readonly freeLists: Uint32Array[][] = [];

  /** By power of two of their length; all of them zero. */
  private readonly freeCounters: Uint32Array[][] = [];

  private readonly doubleArrays: Float64Array[] = [];
  private doublesLent = 0;

  constructor(readonly rows: number) {}

  /** A cleared bitset of all rows. */
  bits(): Int32Array {
    const free = this.freeBitsets.pop();
    if (free) return free.fill(0);
    const words = new Int32Array(wordsFor(this.rows));
    this.bitsets.push(words);
    return words;
  }

  /** A list with room for `length` rows, with anything in it. */
  list(length: number): Uint32Array {
    const power = 32 - Math.clz32(Math.max(length, SMALLEST_LIST) - 1);
    while (this.lists.length <= power) {
      this.lists.push([]);
      this.freeLists.push([]);
    }
    const free = this.freeLists[power].pop();
    if (free) return free;
    const rows = new Uint32Array(2 ** power);
    this.lists[power].push(rows);
    return rows;
  }

  /** Doubles for `length` rows, with anything in them; they come back at `reset` only. */
  doubles(length: number): Float64Array {
    const i = this.doublesLent++;
    if (i < this.doubleArrays.length && this.doubleArrays[i].length >= length) return this.doubleArrays[i];
    const values = new Float64Array(2 ** (32 - Math.clz32(Math.max(length, SMALLEST_LIST) - 1)));
    this.doubleArrays[i] = values;
    return values;
  }

  /**
   * Counters for `length` things, all zero, at least so many. Whoever has counted makes them zero again and gives them back with
   * `freeCounts`: only what was counted need be touched. What does not come back (after an error) is not lent again.
   */
  counts(length: number): Uint32Array {
    const power = 32 - Math.clz32(Math.max(length, SMALLEST_LIST) - 1);
    return this.freeCounters[power]?.pop() ?? new Uint32Array(2 ** power);
  }

  /** Takes counters back that are all zero. */
  freeCounts(counters: Uint32Array): void {
    const power = 31 - Math.clz32(counters.length);
    while (this.freeCounters.length <= power) this.freeCounters.push([]);
    this.freeCounters[power].push(counters);
  }

  /** Takes a bitset back early. */
  freeBits(words: Int32Array): void {
    if (words.length > 0) this.freeBitsets.push(words);
  }

  /** Takes a list back early. */
  freeList(rows: Uint32Array): void {
    if (rows.length >= SMALLEST_LIST) this.freeLists[31 - Math.clz32(rows.length)].push(rows);
  }

  /** Takes everything back. */
  reset(): void {
    this.doublesLent = 0;
    if (this.bitsets.length > BITSETS_KEPT) this.bitsets = this.bitsets.slice(0, BITSETS_KEPT);
    if (this.freeBitsets.length !== this.bitsets.length) this.freeBitsets = this.bitsets.slice();
    for (let power = 0; power < this.lists.length; power++) {
      const kept = 2 ** power <= SMALL_LIST ? SMALL_LISTS_KEPT : BITSETS_KEPT;
      if (this.lists[power].length > kept) this.lists[power].length = kept;
      if (this.freeLists[power].length !== this.lists[power].length) this.freeLists[power] = this.lists[power].slice();
    }
  }
}
