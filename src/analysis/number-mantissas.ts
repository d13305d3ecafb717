import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from '../work/pauses.js';
import { decodeUtf8 } from './utf8.js';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const E = 0x65;

/** Base of the limbs that long mantissas are cut into: six digits each. */
export const LIMB = 1e6;
const LIMB_DIGITS = 6;
/** Mantissas below it, of at most two limbs, are quickly cut when they are needed; the limbs of longer ones are kept. */
export const TWO_LIMBS = LIMB * LIMB;
/** Limbs that are kept: 24 digits, so that means (20 digits) are among them. */
export const LONG_LIMBS = 4;

/** Far beyond the exponent of any number that a catalog holds. */
const MAX_EXPONENT = 10_000;
/** Bytes of `e-9999`. */
const LONGEST_EXPONENT = 6;
/** Numbers that are read between two steps. */
const NUMBERS_AT_ONCE = 1 << 15;
/** A mantissa of so much is past 2^53 whatever digits follow. */
const ENOUGH = 1e16;

/** The limbs of the mantissas of 13 to 24 digits. */
export interface LongLimbs {
  /** Where the first limb of an ordinal is in `limbs`; -1 for mantissas of fewer or of more digits. */
  readonly places: Int32Array;
  /** Four limbs for each, lowest first; all have the sign of the number. */
  readonly limbs: Int32Array;
}

/**
 * The numbers of a dictionary as integers: number = mantissa · 10^exponent, where the mantissa does not end with 0 (and
 * the exponent of 0 is 0). What sums are made of.
 */
export class NumberMantissas {
  /** The mantissa of each ordinal, exact; NaN if it is 2^53 or more in size: `wide` has it. */
  readonly mantissas: Float64Array;
  readonly exponents: Int16Array;
  /** Bounds of `exponents`, both 0 for an empty dictionary. */
  leastExponent = 0;
  greatestExponent = 0;
  /** Mantissas of more than two limbs. */
  private longCount = 0;
  private madeLimbs: LongLimbs | undefined;
  private readonly wides = new Map<number, bigint>();

  /**
   * Reads all numbers, in steps.
   * @param offsets where the text of each number begins in `bytes`, and where the last one ends
   * @throws CorruptCatalogError if a text is no number
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

  /** The mantissa of an ordinal whatever its size. */
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

  /** The limbs of all mantissas of 13 to 24 digits, made when they are first asked for. */
  longLimbs(): LongLimbs {
    this.madeLimbs ??= this.makeLongLimbs();
    return this.madeLimbs;
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
        // Past 2^53 it need not be exact, only stay there.
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

  /** The exponent behind its `mark`, 0 where there is none. */
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

  /** Writes the limbs of a mantissa, or tells that it has more digits. */
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

  /** Where the number begins, behind its sign. */
  private start(ordinal: number): number {
    const start = this.offsets[ordinal];
    return start < this.offsets[ordinal + 1] && this.bytes[start] === MINUS ? start + 1 : start;
  }

  /** Where the mark of the exponent is, or the end of the number that has none. */
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
    throw new CorruptCatalogError(this.section, `number ${ordinal} is no decimal`);
  }
}
