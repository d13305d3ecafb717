import { type Decimal, decimalText, LONGEST_DECIMAL, parseDecimal, readDecimalText } from '../../analysis/decimal.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import { Interner } from '../../build/interner.js';
import type { BundleArray, BundleReader } from '../../encoding/bundle.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { finished, type Steps } from '../../work/pauses.js';
import { checkOffsets, partitionPoint } from './dictionary.js';
import { NumberMantissas } from './number-mantissas.js';

/** What `Interner` numbers that are no decimals are mapped to. */
export const NO_ORDINAL = 0xffffffff;

/** Numbers that are read or written between two steps. */
const STEP = 1 << 13;

/** The arrays of a dictionary of interned numbers and the ordinal of each interned text; equal decimals share one. */
export interface NumberDictionaryArrays {
  readonly arrays: BundleArray[];
  readonly ordinals: Uint32Array;
  readonly size: number;
}

/** @param parse reads a text, and tells what is no number */
export function numberDictionaryArrays(texts: Interner, parse = parseDecimal): NumberDictionaryArrays {
  return finished(makingNumberDictionary(texts, parse));
}

/** The same in steps. */
export function* makingNumberDictionary(texts: Interner, parse = parseDecimal): Steps<NumberDictionaryArrays> {
  const parsed: ParsedNumber[] = [];
  const ordinals = new Uint32Array(texts.size).fill(NO_ORDINAL);
  for (let entry = 0; entry < texts.size; entry++) {
    const text = decodeUtf8(texts.bytes.array, texts.offsets.array[entry], texts.offsets.array[entry + 1]);
    if (isShort(text)) parsed.push({ entry, value: undefined, approximate: Number(text) });
    else {
      const value = parse(text);
      if (value) parsed.push({ entry, value, approximate: value.toNumber() });
    }
    if (entry % STEP === 0) yield;
  }
  parsed.sort(compareNumbers);
  yield;
  const canonical = new Interner();
  const approximations: number[] = [];
  for (let i = 0; i < parsed.length; i++) {
    const number = parsed[i];
    if (i === 0 || compareNumbers(parsed[i - 1], number) !== 0) {
      canonical.intern(number.value ? decimalText(number.value) : String(number.approximate));
      approximations.push(number.approximate);
    }
    ordinals[number.entry] = approximations.length - 1;
    if (i % STEP === 0) yield;
  }
  const arrays = [Float64Array.from(approximations), canonical.offsets.view(), canonical.bytes.view()];
  return { arrays, ordinals, size: approximations.length };
}

/** A number of a document. Up to 15 digits the double stands for it alone, and JavaScript writes it as decimal.js does. */
interface ParsedNumber {
  readonly entry: number;
  readonly value: Decimal | undefined;
  readonly approximate: number;
}

/** Whether a text is a number of at most 15 digits, without sign or exponent. */
function isShort(text: string): boolean {
  if (text.length > 15) return false;
  let point = -1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x2e && point < 0) point = i;
    else if (unit < 0x30 || unit > 0x39) return false;
  }
  return text.length > 0 && point !== 0 && point !== text.length - 1;
}

function compareNumbers(a: ParsedNumber, b: ParsedNumber): number {
  // Not by difference: two numbers beyond the doubles are both infinite there.
  if (a.approximate !== b.approximate) return a.approximate < b.approximate ? -1 : 1;
  if (!a.value && !b.value) return 0;
  return exactly(a).cmp(exactly(b));
}

function exactly({ value, approximate }: ParsedNumber): Decimal {
  return value ?? (parseDecimal(String(approximate)) as Decimal);
}

/**
 * The distinct numbers of a column in ascending order, exact: the canonical text of each decides, its nearest double
 * only steers the search.
 */
export class NumberDictionary {
  readonly size: number;
  /** The nearest double of each number; neighbours may share one. */
  readonly approximations: Float64Array;
  private readonly offsets: Uint32Array;
  private readonly bytes: Uint8Array;
  private madeMantissas: NumberMantissas | undefined;

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
      // Not by whether they descend: NaN compares with nothing.
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
    if (!decimal) throw new CorruptCatalogError(this.section, `number ${ordinal} is no decimal`);
    // The doubles ascend, so decimals that are theirs do but for those that share one.
    if (decimal.toNumber() !== this.approximations[ordinal])
      throw new CorruptCatalogError(this.section, `number ${ordinal} is not its double`);
    return decimal;
  }

  /** The numbers as integers and exponents, made when they are first asked for. */
  *mantissas(): Steps<NumberMantissas> {
    // Two requests may make them at the same time; the first that has them gives them to all.
    const made = this.madeMantissas ?? (yield* NumberMantissas.read(this.section, this.offsets, this.bytes));
    this.madeMantissas ??= made;
    return this.madeMantissas;
  }

  /** First ordinal whose number is not below `number`. */
  lowerBound(number: Decimal): number {
    return this.bound(number, (difference) => difference < 0);
  }

  /** First ordinal whose number is above `number`. */
  upperBound(number: Decimal): number {
    return this.bound(number, (difference) => difference <= 0);
  }

  private bound(number: Decimal, isBefore: (difference: number) => boolean): number {
    const approximate = number.toNumber();
    const { approximations } = this;
    // Rounding to the nearest double keeps order, so unequal doubles decide.
    const from = partitionPoint(0, this.size, (at) => approximations[at] < approximate);
    const to = partitionPoint(from, this.size, (at) => approximations[at] === approximate);
    return partitionPoint(from, to, (at) => isBefore(this.decimal(at).cmp(number)));
  }

  validate(section: string): void {
    let previous: Decimal | undefined;
    for (let i = 0; i < this.size; i++) {
      const value = readDecimalText(this.value(i));
      if (!value || value.toNumber() !== this.approximations[i] || (previous && previous.cmp(value) >= 0)) {
        throw new CorruptCatalogError(section, `number ${i} is out of order or no decimal`);
      }
      previous = value;
    }
  }
}
