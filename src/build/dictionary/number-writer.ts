import { type Decimal, decimalText, parseDecimal } from '../../analysis/decimal.js';
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

/** A number of a document. Up to 15 digits the double identifies it, and JavaScript prints it as decimal.js does. */
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
  // Not by difference: doubles of very large numbers are infinite.
  if (a.approximate !== b.approximate) return a.approximate < b.approximate ? -1 : 1;
  if (!a.value && !b.value) return 0;
  return exactly(a).cmp(exactly(b));
}

function exactly({ value, approximate }: ParsedNumber): Decimal {
  return value ?? (parseDecimal(String(approximate)) as Decimal);
}
