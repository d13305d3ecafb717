import { Scratch } from '../../src/index/row-set/scratch.js';

/** The content of a returned list: no segment has this row. */
const POISONED_ROW = 0xffffffff;
/** The content of a returned bitset: every row, also those past the last one. */
const POISONED_WORD = -1;

/** How the message of a finished call reads. A call that failed or was stopped has another one. */
const FINISHED = 'the call has ended';

type Lent = Uint32Array | Int32Array;

/**
 * A scratch that checks how its arrays are used, in the manner of Lucene's asserting wrappers. It throws if an array is
 * returned twice, returned to the wrong scratch, or written to after it was returned, and if counters are returned that are
 * not zero. Arrays that may not be read are poisoned, so that a request that reads them anyway gives a wrong answer.
 */
export class CheckingScratch extends Scratch {
  /** What was wrong at the ends of calls. The setup file expects it to be empty after each test. */
  static readonly faults: string[] = [];

  private readonly lent = new Set<Lent>();
  private readonly lentCounters = new Set<Uint32Array>();
  /** Arrays that were returned, poisoned, and have not been lent again. */
  private readonly resting = new Set<Lent>();

  override bits(): Int32Array {
    // A bitset is cleared when it is lent, so all of them are checked before.
    for (const array of this.resting) if (array instanceof Int32Array) checkPoison(array);
    const words = super.bits();
    this.resting.delete(words);
    this.lent.add(words);
    return words;
  }

  override list(length: number): Uint32Array {
    const rows = super.list(length);
    if (this.resting.delete(rows)) checkPoison(rows);
    else rows.fill(POISONED_ROW);
    this.lent.add(rows);
    return rows;
  }

  override doubles(length: number): Float64Array {
    return super.doubles(length).fill(Number.NaN);
  }

  override counts(length: number): Uint32Array {
    const counters = super.counts(length);
    checkZero(counters, 'lent');
    this.lentCounters.add(counters);
    return counters;
  }

  override freeCounts(counters: Uint32Array): void {
    if (!this.lentCounters.delete(counters)) throw new Error('counters are returned that are not lent');
    checkZero(counters, 'returned');
    super.freeCounts(counters);
  }

  override freeBits(words: Int32Array): void {
    if (words.length > 0) this.takeBack(words);
    super.freeBits(words);
  }

  override freeList(rows: Uint32Array): void {
    const { bytesLent } = this;
    super.freeList(rows);
    // Small arrays are not of a scratch; it ignores them.
    if (this.bytesLent !== bytesLent) this.takeBack(rows);
  }

  private takeBack(array: Lent): void {
    if (!this.lent.delete(array)) throw new Error('an array is returned that is not lent');
    this.poison(array);
  }

  private poison(array: Lent): void {
    array.fill(array instanceof Int32Array ? POISONED_WORD : POISONED_ROW);
    this.resting.add(array);
  }

  override reset(): void {
    for (const array of this.lent) this.poison(array);
    this.lent.clear();
    super.reset();
  }

  override trim(): void {
    this.note(() => {
      if (!this.isOfFailedCall()) this.expectCountersBack();
      for (const array of this.resting) checkPoison(array);
    });
    this.lentCounters.clear();
    super.trim();
    this.resting.clear();
    this.note(() => {
      if (this.bytesLent !== 0) throw new Error(`${this.bytesLent} bytes are still lent after the end of a call`);
    });
  }

  /** At the end of a call an error would never arrive, so that it is kept for the end of the test. */
  private note(check: () => void): void {
    try {
      check();
    } catch (error) {
      CheckingScratch.faults.push((error as Error).message);
    }
  }

  /** A call that fails may leave its counters behind. */
  private isOfFailedCall(): boolean {
    try {
      this.work.check();
      return false;
    } catch (reason) {
      return !(reason instanceof Error && reason.message === FINISHED);
    }
  }

  /** @throws if counters are lent */
  expectCountersBack(): void {
    if (this.lentCounters.size > 0) throw new Error(`counters are still lent: ${this.lentCounters.size} of them`);
  }

  /** Whether the array is lent. */
  isLent(array: Lent): boolean {
    return this.lent.has(array);
  }

  /** Whether the array was lent and is returned: an array of another owner is neither. */
  isReturned(array: Lent): boolean {
    return this.resting.has(array);
  }
}

function checkPoison(array: Lent): void {
  const poison = array instanceof Int32Array ? POISONED_WORD : POISONED_ROW;
  for (let i = 0; i < array.length; i++)
    if (array[i] !== poison) throw new Error(`an array was written to after it was returned, at ${i}: ${array[i]}`);
}

function checkZero(counters: Uint32Array, when: string): void {
  const at = counters.findIndex((count) => count !== 0);
  if (at >= 0) throw new Error(`counters are ${when} that are not zero, at ${at}: ${counters[at]}`);
}
