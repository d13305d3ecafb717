import { decodeUtf8 } from '../../analysis/utf8.js';
import { CorruptCatalogError } from '../../model/errors.js';

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
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);

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
  readonly leastExponent: number = 0;
  readonly greatestExponent: number = 0;
  /** Mantissas of more than two limbs. */
  private longCount = 0;
  private madeLimbs: LongLimbs | undefined;
  private readonly wides = new Map<number, bigint>();

  /**
   * @param offsets where the text of each number begins in `bytes`, and where the last one ends
   * @throws CorruptCatalogError if a text is no number
   */
  constructor(
    private readonly section: string,
    private readonly offsets: Uint32Array,
    private readonly bytes: Uint8Array,
  ) {
    const size = offsets.length - 1;
    this.mantissas = new Float64Array(size);
    this.exponents = new Int16Array(size);
    for (let ordinal = 0; ordinal < size; ordinal++) this.read(ordinal);
    if (size === 0) return;
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
      const digits = decodeUtf8(this.bytes, this.firstDigit(ordinal), this.digitsEnd(ordinal)).replace('.', '');
      wide = this.isNegative(ordinal) ? -BigInt(digits) : BigInt(digits);
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
    const end = this.offsets[ordinal + 1];
    const start = this.offsets[ordinal] + (this.isNegative(ordinal) ? 1 : 0);
    let mantissa = 0;
    let zeros = 0;
    let point = -1;
    let at = start;
    for (; at < end; at++) {
      const digit = bytes[at] - ZERO;
      if (digit > 0 && digit <= 9) {
        // Past 2^53 it is no longer exact, but stays past it.
        mantissa = zeros === 0 ? mantissa * 10 + digit : zeros < 22 ? mantissa * POWERS[zeros + 1] + digit : Infinity;
        zeros = 0;
      } else if (digit === 0) {
        if (mantissa > 0) zeros++;
      } else if (bytes[at] === POINT && point < 0) point = at;
      else if (bytes[at] === E) break;
      else this.fail(ordinal);
    }
    if (at === start) this.fail(ordinal);
    if (mantissa === 0) return;
    const decimals = point < 0 ? 0 : at - point - 1;
    const exponent = zeros - decimals + (at < end ? this.writtenExponent(ordinal, at + 1) : 0);
    if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) this.fail(ordinal);
    this.exponents[ordinal] = exponent;
    if (mantissa >= TWO_LIMBS) this.longCount++;
    if (mantissa > Number.MAX_SAFE_INTEGER) this.mantissas[ordinal] = NaN;
    else this.mantissas[ordinal] = start > this.offsets[ordinal] ? -mantissa : mantissa;
  }

  /** The exponent that is written from `at` on. */
  private writtenExponent(ordinal: number, at: number): number {
    const { bytes } = this;
    const end = this.offsets[ordinal + 1];
    const sign = bytes[at];
    const start = sign === MINUS || sign === PLUS ? at + 1 : at;
    if (start >= end) this.fail(ordinal);
    let exponent = 0;
    for (let i = start; i < end; i++) {
      const digit = bytes[i] - ZERO;
      exponent = exponent * 10 + digit;
      if (digit < 0 || digit > 9 || exponent > MAX_EXPONENT) this.fail(ordinal);
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
    const first = this.firstDigit(ordinal);
    let at = this.digitsEnd(ordinal);
    // One byte may be the point.
    if (at - first > LONG_LIMBS * LIMB_DIGITS + 1) return false;
    const sign = this.isNegative(ordinal) ? -1 : 1;
    for (let i = 0; i < LONG_LIMBS; i++) {
      let limb = 0;
      for (let digits = 0, unit = 1; digits < LIMB_DIGITS && at > first; ) {
        const byte = bytes[--at];
        if (byte === POINT) continue;
        limb += (byte - ZERO) * unit;
        unit *= 10;
        digits++;
      }
      limbs[place + i] = sign * limb;
    }
    return at === first;
  }

  private isNegative(ordinal: number): boolean {
    const at = this.offsets[ordinal];
    return at < this.offsets[ordinal + 1] && this.bytes[at] === MINUS;
  }

  /** Where the first digit is that is not 0 (of a 0, the last digit). */
  private firstDigit(ordinal: number): number {
    const last = this.offsets[ordinal + 1] - 1;
    let at = this.offsets[ordinal];
    while (at < last && (this.bytes[at] === ZERO || this.bytes[at] === POINT || this.bytes[at] === MINUS)) at++;
    return at;
  }

  /** Where the digits end, before zeros at the end (of a 0, behind it). */
  private digitsEnd(ordinal: number): number {
    const first = this.firstDigit(ordinal);
    let end = first;
    for (let at = first; at < this.offsets[ordinal + 1] && this.bytes[at] !== E; at++) {
      if (this.bytes[at] !== ZERO && this.bytes[at] !== POINT) end = at + 1;
    }
    return Math.max(end, first + 1);
  }

  private fail(ordinal: number): never {
    throw new CorruptCatalogError(this.section, `number ${ordinal} is no decimal`);
  }
}
