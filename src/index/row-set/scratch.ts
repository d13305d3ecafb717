import { type Lender, type Loan, UNBOUNDED, Work } from '../../work/work.js';
import { wordsFor } from './bits.js';

const SMALLEST_LIST = 256;

/** More lists are kept if they have at most this many rows: a drilldown has two for each field; bench/README.md, `drilldown-of-a-category`. */
const SMALL_LIST = 8192;
const SMALL_LISTS_KEPT = 512;
/** Bytes of larger arrays to keep between requests: for each row, and at least. */
const KEPT_BYTES_PER_ROW = 32;
const LEAST_KEPT_BYTES = 1 << 20;
/** Scratches to keep for requests that run at the same time. */
const SCRATCHES_KEPT = 2;

/** The scratches of a segment: each is lent to one request until that ends. */
export class ScratchPool implements Lender<Scratch> {
  private readonly free: Scratch[] = [];

  constructor(readonly rowCount: number) {}

  /** Creates the scratches of all pools. Tests replace it, to check how arrays are used. */
  static create = (rowCount: number, work: Work): Scratch => new Scratch(rowCount, work);

  lend(work: Work): Scratch {
    const scratch = this.free.pop() ?? ScratchPool.create(this.rowCount, work);
    scratch.work = work;
    return scratch;
  }

  takeBack(scratch: Scratch): void {
    scratch.trim();
    scratch.work = IDLE;
    if (this.free.length < SCRATCHES_KEPT) this.free.push(scratch);
  }
}

/**
 * Arrays lent to one request. They come back one by one as sets are consumed, and all of them at `reset`. A response must not refer to
 * any of them.
 */
export class Scratch implements Loan {
  /** Bytes of the arrays that are currently lent. */
  bytesLent = 0;
  private bitsets: Int32Array[] = [];
  private freeBitsets: Int32Array[] = [];
  /** By power of two of their length. */
  private readonly lists: Uint32Array[][] = [];
  private readonly freeLists: Uint32Array[][] = [];
  /** By power of two of their length; all values are zero. */
  private readonly freeCounters: Uint32Array[][] = [];
  private doubleArrays: Float64Array[] = [];
  private doublesLent = 0;
  private readonly bitsetBytes: number;
  /** Whether an array was lent (`isUsed`) or created (`hasGrown`) since the last request. */
  private isUsed = false;
  private hasGrown = false;

  /** @param work the work of the request that uses the scratch */
  constructor(
    readonly rowCount: number,
    public work: Work = IDLE,
  ) {
    this.bitsetBytes = wordsFor(rowCount) * 4;
  }

  private lend(bytes: number): void {
    this.isUsed = true;
    this.bytesLent += bytes;
    if (this.bytesLent > this.checkedTo) this.checkBytes();
  }

  /** The number of lent bytes at which the request's budget is checked again. */
  private checkedTo = CHECKED_BYTES;

  private checkBytes(): void {
    this.checkedTo = this.bytesLent + CHECKED_BYTES;
    this.work.checkBytes();
  }

  /** A cleared bitset of all rows. */
  bits(): Int32Array {
    this.lend(this.bitsetBytes);
    const free = this.freeBitsets.pop();
    if (free) return free.fill(0);
    const words = new Int32Array(wordsFor(this.rowCount));
    this.bitsets.push(words);
    this.hasGrown = true;
    return words;
  }

  /** A list with room for `length` rows, not cleared. */
  list(length: number): Uint32Array {
    const power = powerFor(length);
    while (this.lists.length <= power) {
      this.lists.push([]);
      this.freeLists.push([]);
    }
    this.lend(4 * lengthOf(power));
    const free = this.freeLists[power].pop();
    if (free) return free;
    const rows = new Uint32Array(lengthOf(power));
    this.lists[power].push(rows);
    this.hasGrown = true;
    return rows;
  }

  /** Doubles for `length` rows, not cleared; they come back at `reset` only. */
  doubles(length: number): Float64Array {
    const size = lengthOf(powerFor(length));
    this.lend(size * 8);
    const i = this.doublesLent++;
    if (i < this.doubleArrays.length && this.doubleArrays[i].length >= length) return this.doubleArrays[i];
    const values = new Float64Array(size);
    this.doubleArrays[i] = values;
    this.hasGrown = true;
    return values;
  }

  /**
   * At least `length` counters, all zero. The caller resets those that it used to zero and gives them back with `freeCounts`. Counters
   * that do not come back, for example after an error, are not lent again.
   */
  counts(length: number): Uint32Array {
    const power = powerFor(length);
    this.lend(4 * lengthOf(power));
    return this.freeCounters[power]?.pop() ?? new Uint32Array(lengthOf(power));
  }

  /** Takes back counters, which must all be zero. */
  freeCounts(counters: Uint32Array): void {
    const power = 31 - Math.clz32(counters.length);
    while (this.freeCounters.length <= power) this.freeCounters.push([]);
    this.freeCounters[power].push(counters);
    this.hasGrown = true;
    this.bytesLent -= counters.byteLength;
  }

  /** Takes back a bitset before `reset`. */
  freeBits(words: Int32Array): void {
    if (words.length === 0) return;
    this.freeBitsets.push(words);
    this.bytesLent -= words.byteLength;
  }

  /** Takes back a list before `reset`. */
  freeList(rows: Uint32Array): void {
    if (rows.length < SMALLEST_LIST) return;
    this.freeLists[31 - Math.clz32(rows.length)].push(rows);
    this.bytesLent -= rows.byteLength;
  }

  /** Takes back all arrays. */
  reset(): void {
    this.bytesLent = 0;
    this.checkedTo = CHECKED_BYTES;
    this.doublesLent = 0;
    if (this.freeBitsets.length !== this.bitsets.length) this.freeBitsets = this.bitsets.slice();
    for (let power = 0; power < this.lists.length; power++) {
      if (this.freeLists[power].length !== this.lists[power].length) this.freeLists[power] = this.lists[power].slice();
    }
  }

  /** Takes back all arrays, and releases those beyond what most requests need. */
  trim(): void {
    if (this.isUsed) this.reset();
    this.isUsed = false;
    if (this.hasGrown) this.release();
    this.hasGrown = false;
  }

  private release(): void {
    let room = Math.max(LEAST_KEPT_BYTES, this.rowCount * KEPT_BYTES_PER_ROW);
    const keep = <T extends { readonly byteLength: number }>(arrays: T[]): T[] => {
      for (let i = 0; i < arrays.length; i++) {
        if (arrays[i].byteLength > room) return arrays.slice(0, i);
        room -= arrays[i].byteLength;
      }
      return arrays;
    };
    this.bitsets = keep(this.bitsets);
    for (let power = 0; power < this.lists.length; power++) {
      const isSmall = lengthOf(power) <= SMALL_LIST;
      if (!isSmall) this.lists[power] = keep(this.lists[power]);
      else if (this.lists[power].length > SMALL_LISTS_KEPT) this.lists[power].length = SMALL_LISTS_KEPT;
    }
    this.doubleArrays = keep(this.doubleArrays);
    for (let power = 0; power < this.freeCounters.length; power++) {
      if (this.freeCounters[power]) this.freeCounters[power] = keep(this.freeCounters[power]);
    }
    this.reset();
  }
}

/** The work of scratches that are not lent. */
const IDLE = new Work(UNBOUNDED);

/** Bytes to lend between two checks of the budget. */
const CHECKED_BYTES = 1 << 20;

function powerFor(length: number): number {
  return 32 - Math.clz32(Math.max(length, SMALLEST_LIST) - 1);
}

/** Two to the power of `power`. A shift, since V8 calls a C function for `**`. */
function lengthOf(power: number): number {
  return (1 << power) >>> 0;
}
