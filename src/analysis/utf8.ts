/**
 * UTF-8 of JavaScript strings, with lone surrogates kept as three bytes of their own (WTF-8), so that every string that JSON can
 * carry survives a round trip. Byte order of the encoding is code-point order.
 */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Upper bound of the bytes of a string of `length` UTF-16 units. */
export function maxUtf8Length(length: number): number {
  return length * 3;
}

/** Bytes of the encoding of a string. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a pair counts half of its four bytes, though one that stands alone takes three.
    const isHalf = (unit & 0xf800) === 0xd800;
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : isHalf && isPaired(text, i) ? 2 : 3;
  }
  return bytes;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Whether half of a surrogate pair has its other half. A half is high or low: no low one is the first of two pairs. */
function isPaired(text: string, at: number): boolean {
  return isHigh(text.charCodeAt(at)) ? isLow(text.charCodeAt(at + 1)) : isHigh(text.charCodeAt(at - 1));
}

/** Writes the encoding of `text` at `at`; `target` must have room for `maxUtf8Length(text.length)`. Returns the end. */
export function encodeUtf8(text: string, target: Uint8Array, at: number): number {
  const length = text.length;
  for (let i = 0; i < length; i++) {
    let unit = text.charCodeAt(i);
    if (unit < 0x80) {
      target[at++] = unit;
    } else if (unit < 0x800) {
      target[at++] = 0xc0 | (unit >> 6);
      target[at++] = 0x80 | (unit & 0x3f);
    } else {
      if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < length) {
        const next = text.charCodeAt(i + 1);
        if (next >= 0xdc00 && next < 0xe000) {
          unit = 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
          i++;
          target[at++] = 0xf0 | (unit >> 18);
          target[at++] = 0x80 | ((unit >> 12) & 0x3f);
          target[at++] = 0x80 | ((unit >> 6) & 0x3f);
          target[at++] = 0x80 | (unit & 0x3f);
          continue;
        }
      }
      target[at++] = 0xe0 | (unit >> 12);
      target[at++] = 0x80 | ((unit >> 6) & 0x3f);
      target[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return at;
}

/** The encoding of a string as a new array. */
export function utf8Bytes(text: string): Uint8Array {
  const ascii = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encoded(text);
    ascii[i] = unit;
  }
  return ascii;
}

function encoded(text: string): Uint8Array {
  const bytes = new Uint8Array(maxUtf8Length(text.length));
  return bytes.slice(0, encodeUtf8(text, bytes, 0));
}

/** Strings up to this many bytes are built unit by unit, which is faster than the call into TextDecoder. */
const SHORT = 32;

/** The string that `bytes[from, to)` encodes. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  if (to - from <= SHORT) {
    let text = '';
    let at = from;
    for (; at < to; at++) {
      const byte = bytes[at];
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    return at === to ? text : text + decodeGeneral(bytes, at, to);
  }
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    return decodeGeneral(bytes, from, to);
  }
}

function decodeGeneral(bytes: Uint8Array, from: number, to: number): string {
  const units: string[] = [];
  for (let at = from; at < to; ) {
    const lead = bytes[at];
    const width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let codePoint = width === 1 ? lead : lead & (0x7f >> width);
    for (let i = 1; i < width; i++) codePoint = (codePoint << 6) | (at + i < to ? bytes[at + i] & 0x3f : 0);
    units.push(String.fromCodePoint(Math.min(codePoint, 0x10ffff)));
    at += width;
  }
  return units.join('');
}

/** Compares `a[aFrom, aTo)` with `b[bFrom, bTo)` byte by byte. */
export function compareBytes(a: Uint8Array, aFrom: number, aTo: number, b: Uint8Array, bFrom: number, bTo: number): number {
  const length = Math.min(aTo - aFrom, bTo - bFrom);
  for (let i = 0; i < length; i++) {
    const difference = a[aFrom + i] - b[bFrom + i];
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}
