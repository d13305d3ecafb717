import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from '../work/pauses.js';
import { decodeUtf8 } from './utf8.js';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const E = 0x65;

/** Base of the limbs of long mantissas: six digits each. */
export const LIMB = 1e6;
const LIMB_DIGITS = 6;
/** Mantissas below this have at most two limbs, which are computed when needed; the limbs of longer ones are cached. */
export const TWO_LIMBS = LIMB * LIMB;
/** Limbs of a cached mantissa: 24 digits, enough for means (20 digits). */
export const LONG_LIMBS = 4;

/** Far beyond the exponent of any number in a catalog. */
const MAX_EXPONENT = 10_000;
/** Bytes of `e-9999`. */
const LONGEST_EXPONENT = 6;
/** Numbers to read in one step. */
const NUMBERS_AT_ONCE = 1 << 15;
/** From here on a mantissa is past 2^53 whatever digits follow. */
const ENOUGH = 1e16;

/** The limbs of the mantissas of 13 to 24 digits. */
export interface LongLimbs {
  /** Index in `limbs` of the first limb of each ordinal; -1 for mantissas with fewer or more digits. */
  readonly places: Int32Array;
  /** Four limbs for each mantissa, lowest first, with the sign of the number. */
  readonly limbs: Int32Array;
}

/**
 * The numbers of a dictionary as integers, for exact sums: number = mantissa · 10^exponent, where the mantissa does not end with 0
 * (and the exponent of 0 is 0).
 */
export class NumberMantissas {
  /** The exact mantissa of each ordinal; NaN if its absolute value is 2^53 or more: then use `wide`. */
  readonly mantissas: Float64Array;
  readonly exponents: Int16Array;
  /** Smallest and largest of `exponents`; both 0 for an empty dictionary. */
  leastExponent = 0;
  greatestExponent = 0;
  /** Number of mantissas with more than two limbs. */
  private longCount = 0;
  private cachedLimbs: LongLimbs | undefined = undefined;
  private readonly wides = new Map<number, bigint>();

  /**
   * Reads all numbers, in steps.
   * @param offsets start of the text of each number in `bytes`, and the end of the last one
   * @throws CorruptCatalogError if a text is not a number
   */
  static *read(section: string, offsets: Uint32Array, bytes: Uint8Array): Steps<NumberMantissas> {
    const mantissas = new NumberMantissas(section, offsets, bytes);
    const size = offsets.length - 1;
    for (let from = 0; from < size; from += NUMBERS_AT_ONCE) {
      const to = Math.min(from + NUMBERS_AT_ONCE, size);
      for (let ordinal = from; ordinal < to; ordinal++) mantissas.read(ordinal);
      yield;
    }
    mantissas.findExponents();
    return mantissas;
  }

  private constructor(
    private readonly section: string,
    private readonly offsets: Uint32Array,
    private readonly bytes: Uint8Array,
  ) {
    const size = offsets.length - 1;
    this.mantissas = new Float64Array(size);
    this.exponents = new Int16Array(size);
  }

  private findExponents(): void {
    if (this.exponents.length === 0) return;
    let least = this.exponents[0];
    let greatest = least;
    for (const exponent of this.exponents) {
      if (exponent < least) least = exponent;
      else if (exponent > greatest) greatest = exponent;
    }
    this.leastExponent = least;
    this.greatestExponent = greatest;
  }

  /** The mantissa of an ordinal, of any size. */
  wide(ordinal: number): bigint {
    let wide = this.wides.get(ordinal);
    if (wide === undefined) {
      const start = this.start(ordinal);
      const last = this.lastDigit(start, this.mark(ordinal, start));
      const digits = BigInt(decodeUtf8(this.bytes, start, last + 1).replace('.', ''));
      wide = start > this.offsets[ordinal] ? -digits : digits;
      this.wides.set(ordinal, wide);
    }
    return wide;
  }

  /** The limbs of all mantissas of 13 to 24 digits, computed on first use. */
  longLimbs(): LongLimbs {
    this.cachedLimbs ??= this.makeLongLimbs();
    return this.cachedLimbs;
  }

  private read(ordinal: number): void {
    const { bytes } = this;
    const start = this.start(ordinal);
    const mark = this.mark(ordinal, start);
    const last = this.lastDigit(start, mark);
    if (mark === start) this.fail(ordinal);
    let mantissa = 0;
    let point = -1;
    for (let at = start; at <= last; at++) {
      const digit = bytes[at] - ZERO;
      if (digit >= 0 && digit <= 9) {
        // Past 2^53 it need not be exact.
        if (mantissa < ENOUGH) mantissa = mantissa * 10 + digit;
      } else if (bytes[at] === POINT && point < 0 && at < last) point = at;
      else this.fail(ordinal);
    }
    if (mantissa === 0) return;
    const exponent = (point < 0 ? mark - 1 : point) - last + this.writtenExponent(ordinal, mark);
    if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) this.fail(ordinal);
    this.exponents[ordinal] = exponent;
    if (mantissa >= TWO_LIMBS) this.longCount++;
    if (mantissa > Number.MAX_SAFE_INTEGER) mantissa = NaN;
    this.mantissas[ordinal] = start > this.offsets[ordinal] ? -mantissa : mantissa;
  }

  /** The exponent after its mark `e`; 0 if there is none. */
  private writtenExponent(ordinal: number, mark: number): number {
    const { bytes } = this;
    const end = this.offsets[ordinal + 1];
    if (mark === end) return 0;
    const sign = bytes[mark + 1];
    const start = sign === MINUS || sign === PLUS ? mark + 2 : mark + 1;
    if (start >= end) this.fail(ordinal);
    let exponent = 0;
    for (let at = start; at < end; at++) {
      const digit = bytes[at] - ZERO;
      exponent = exponent * 10 + digit;
      if (digit < 0 || digit > 9) this.fail(ordinal);
    }
    return sign === MINUS ? -exponent : exponent;
  }

  private makeLongLimbs(): LongLimbs {
    const { mantissas } = this;
    const places = new Int32Array(mantissas.length).fill(-1);
    const limbs = new Int32Array(this.longCount * LONG_LIMBS);
    let next = 0;
    for (let ordinal = 0; ordinal < mantissas.length; ordinal++) {
      // NaN is not below it.
      if (Math.abs(mantissas[ordinal]) < TWO_LIMBS || !this.cut(ordinal, limbs, next)) continue;
      places[ordinal] = next;
      next += LONG_LIMBS;
    }
    return { places, limbs: limbs.subarray(0, next) };
  }

  /** Writes the limbs of a mantissa; returns false if it has more digits. */
  private cut(ordinal: number, limbs: Int32Array, place: number): boolean {
    const { bytes } = this;
    const start = this.start(ordinal);
    const last = this.lastDigit(start, this.mark(ordinal, start));
    const first = this.firstDigit(start, last);
    // One byte may be the point.
    if (last - first > LONG_LIMBS * LIMB_DIGITS) return false;
    const sign = start > this.offsets[ordinal] ? -1 : 1;
    let at = last;
    for (let i = 0; i < LONG_LIMBS; i++) {
      let limb = 0;
      for (let unit = sign; unit !== sign * LIMB && at >= first; at--) {
        if (bytes[at] === POINT) continue;
        limb += (bytes[at] - ZERO) * unit;
        unit *= 10;
      }
      limbs[place + i] = limb;
    }
    return at < first;
  }

  /** The place of the first digit, after the sign. */
  private start(ordinal: number): number {
    const start = this.offsets[ordinal];
    return start < this.offsets[ordinal + 1] && this.bytes[start] === MINUS ? start + 1 : start;
  }

  /** The place of the `e` of the exponent, or the end of a number without one. */
  private mark(ordinal: number, start: number): number {
    const end = this.offsets[ordinal + 1];
    const least = Math.max(start, end - LONGEST_EXPONENT);
    for (let at = end - 1; at >= least; at--) if (this.bytes[at] === E) return at;
    return end;
  }

  /** The place before `mark` of the last digit that is not 0; before `start` if there is none. */
  private lastDigit(start: number, mark: number): number {
    let at = mark - 1;
    while (at >= start && this.bytes[at] === ZERO) at--;
    return at;
  }

  /** The place of the first digit that is not 0; at most `last`. */
  private firstDigit(start: number, last: number): number {
    let at = start;
    while (at < last && (this.bytes[at] === ZERO || this.bytes[at] === POINT)) at++;
    return at;
  }

  private fail(ordinal: number): never {
    throw new CorruptCatalogError(this.section, `number ${ordinal} is not a decimal`);
  }
}
