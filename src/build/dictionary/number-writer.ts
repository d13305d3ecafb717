import { type Decimal, decimalText, parseDecimal } from '../../analysis/decimal.js';
import { shortDecimal } from '../../analysis/short-decimal.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import type { BundleArray } from '../../encoding/bundle.js';
import type { Steps } from '../../work/pauses.js';
import { Interner } from '../interner.js';
import { NO_ORDINAL } from '../rows/row-values.js';

/** Numbers to read or write in one step. */
const STEP = 1 << 13;

/** The arrays of a dictionary of interned numbers and the ordinal of each interned text; equal decimals share one. */
export interface NumberDictionaryArrays {
  readonly arrays: BundleArray[];
  readonly ordinals: Uint32Array;
  readonly size: number;
}

/** @param parse reads a text; undefined for a text that is not a number */
export function* numberDictionaryArrays(texts: Interner, parse = parseDecimal): Steps<NumberDictionaryArrays> {
  const parsed: ParsedNumber[] = [];
  const ordinals = new Uint32Array(texts.size).fill(NO_ORDINAL);
  const [bytes, offsets] = [texts.bytes.array, texts.offsets.array];
  for (let entry = 0; entry < texts.size; entry++) {
    const short = shortDecimal(bytes, offsets[entry], offsets[entry + 1]);
    if (short >= 0) parsed.push({ entry, value: undefined, approximate: short });
    else {
      const value = parse(decodeUtf8(bytes, offsets[entry], offsets[entry + 1]));
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

/** A number of a document. */
interface ParsedNumber {
  readonly entry: number;
  /** Undefined for one that its double identifies. */
  readonly value: Decimal | undefined;
  readonly approximate: number;
}

function compareNumbers(a: ParsedNumber, b: ParsedNumber): number {
  // Not by difference: doubles of very large numbers are infinite.
  if (a.approximate !== b.approximate) return a.approximate < b.approximate ? -1 : 1;
  if (!a.value && !b.value) return 0;
  return exactly(a).cmp(exactly(b));
}

function exactly({ value, approximate }: ParsedNumber): Decimal {
  return value ?? (parseDecimal(String(approximate)) as Decimal);
}
