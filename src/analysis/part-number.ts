import { partNumberForm } from './text.js';
import { decodeUtf8, encodeUtf8, maxUtf8Length } from './utf8.js';

/** Letters and digits of ASCII in lower case; 0 for bytes that part-number form drops. */
export const ALPHANUMERIC_LOWER = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  if (/[0-9a-z]/.test(character)) ALPHANUMERIC_LOWER[unit] = unit;
  else if (/[A-Z]/.test(character)) ALPHANUMERIC_LOWER[unit] = unit + 0x20;
}

/**
 * Part-number forms read straight from the UTF-8 bytes of part numbers, so that a dictionary of part numbers as written needs no
 * second copy of their normalised forms. `bytes[0, length)` holds the last form read.
 */
export class PartNumberReader {
  bytes = new Uint8Array(64);
  length = 0;

  /** Reads the form of `source[from, to)`. */
  read(source: Uint8Array, from: number, to: number): void {
    if (this.bytes.length < to - from) this.bytes = new Uint8Array((to - from) * 2);
    const target = this.bytes;
    let length = 0;
    for (let at = from; at < to; at++) {
      const byte = source[at];
      if (byte > 0x7f) {
        this.readText(decodeUtf8(source, from, to));
        return;
      }
      const lower = ALPHANUMERIC_LOWER[byte];
      target[length] = lower;
      length += lower === 0 ? 0 : 1;
    }
    this.length = length;
  }

  /** Reads the form of a string. */
  readText(text: string): void {
    const form = partNumberForm(text);
    if (this.bytes.length < maxUtf8Length(form.length)) this.bytes = new Uint8Array(maxUtf8Length(form.length) * 2);
    this.length = encodeUtf8(form, this.bytes, 0);
  }
}

/**
 * Compares the form of `source[from, to)` with `key[0, length)`, byte by byte up to the first difference. Undefined if a character that
 * is not ASCII comes before it: then the whole text must be folded.
 * @param longer the result for a form that continues the key
 */
export function comparePartNumber(
  source: Uint8Array,
  from: number,
  to: number,
  key: Uint8Array,
  length = key.length,
  longer = 1,
): number | undefined {
  let at = 0;
  for (let i = from; i < to; i++) {
    const byte = source[i];
    if (byte > 0x7f) return undefined;
    const lower = ALPHANUMERIC_LOWER[byte];
    if (lower === 0) continue;
    if (at === length) return longer;
    if (lower !== key[at]) return lower - key[at];
    at++;
  }
  return at - length;
}
