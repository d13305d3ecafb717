import { type Decimal, decimalText, LONGEST_DECIMAL, readDecimalText } from '../../analysis/decimal.js';
import { NumberMantissas } from '../../analysis/number-mantissas.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import type { BundleReader } from '../../encoding/bundle.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import { checkOffsets } from './dictionary.js';

/** The distinct numbers of a column, ascending and exact: their canonical texts decide, their nearest doubles speed up searches. */
export class NumberDictionary {
  readonly size: number;
  /** The nearest double of each number; neighbours can have the same one. */
  readonly approximations: Float64Array;
  private readonly offsets: Uint32Array;
  private readonly bytes: Uint8Array;
  private cachedMantissas: NumberMantissas | undefined = undefined;

  constructor(
    private readonly section: string,
    bundle: BundleReader,
  ) {
    this.approximations = bundle.f64();
    this.offsets = bundle.u32();
    this.bytes = bundle.u8();
    this.size = this.approximations.length;
    if (this.offsets.length !== this.size + 1) throw new CorruptCatalogError(section, 'offsets and numbers differ in number');
    checkOffsets(section, this.offsets, this.bytes);
    const { offsets, approximations } = this;
    for (let i = 0; i < this.size; i++) {
      if (offsets[i + 1] - offsets[i] > LONGEST_DECIMAL) throw new CorruptCatalogError(section, `number ${i} is too long`);
      // Not written as `<`: every comparison with NaN is false.
      if (i > 0 && !(approximations[i] >= approximations[i - 1]))
        throw new CorruptCatalogError(section, `number ${i} is out of order`);
    }
  }

  /** The canonical text of an ordinal. */
  value(ordinal: number): string {
    return decodeUtf8(this.bytes, this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  decimal(ordinal: number): Decimal {
    const decimal = readDecimalText(this.value(ordinal));
    if (!decimal) throw new CorruptCatalogError(this.section, `number ${ordinal} is not a decimal`);
    // The doubles ascend; if each is the double of its decimal, decimals ascend too, except those with the same double.
    if (decimal.toNumber() !== this.approximations[ordinal])
      throw new CorruptCatalogError(this.section, `number ${ordinal} is not its double`);
    return decimal;
  }

  /** The numbers as integers and exponents, computed on first use. */
  *mantissas(): Steps<NumberMantissas> {
    // Two requests may compute them at the same time; the first result is kept.
    const mantissas = this.cachedMantissas ?? (yield* NumberMantissas.read(this.section, this.offsets, this.bytes));
    this.cachedMantissas ??= mantissas;
    return this.cachedMantissas;
  }

  /** First ordinal whose number is not below `number`. */
  lowerBound(number: Decimal): number {
    return this.bound(number, 0);
  }

  /** First ordinal whose number is above `number`. */
  upperBound(number: Decimal): number {
    return this.bound(number, 1);
  }

  /** First ordinal whose number is not below `number` (`least` 0), or above it (1). */
  private bound(number: Decimal, least: 0 | 1): number {
    const approximate = number.toNumber();
    const { approximations } = this;
    // Rounding to the nearest double keeps the order, so unequal doubles decide.
    const from = partitionPoint(0, this.size, (at) => approximations[at] < approximate);
    if (from === this.size || approximations[from] !== approximate) return from;
    // Most numbers are the only ones with their double, and most that are looked for are there.
    if (approximations[from + 1] !== approximate && this.value(from) === decimalText(number)) return from + least;
    const to = partitionPoint(from, this.size, (at) => approximations[at] === approximate);
    return partitionPoint(from, to, (at) => this.decimal(at).cmp(number) < least);
  }

  validate(section: string): void {
    let previous: Decimal | undefined;
    for (let i = 0; i < this.size; i++) {
      const value = readDecimalText(this.value(i));
      if (!value || value.toNumber() !== this.approximations[i] || (previous && previous.cmp(value) >= 0)) {
        throw new CorruptCatalogError(section, `number ${i} is out of order or not a decimal`);
      }
      previous = value;
    }
  }
}
