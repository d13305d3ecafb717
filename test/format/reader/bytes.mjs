/** Text and checks on bytes, as docs/format.md uses them. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A file that is not as docs/format.md says. */
class FormatError extends Error {
  name = 'FormatError';
}

/**
 * @param what is wrong otherwise: a text, or a function that makes one where that would take long
 * @throws FormatError unless `condition` holds
 */
export function demand(condition, what) {
  if (!condition) throw new FormatError(typeof what === 'function' ? what() : what);
}

/** UTF-8 in which half a surrogate pair may be three bytes of its own. */
export function decodeText(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeHalves(bytes);
  }
}

function decodeHalves(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i];
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let point = length === 1 ? first : first & (0x7f >> length);
    for (const next of bytes.subarray(i + 1, i + length)) point = (point << 6) | (next & 0x3f);
    text += String.fromCodePoint(point);
    i += length;
  }
  return text;
}

/** The bytes of a text, the reverse of `decodeText`. */
export function encodeText(text) {
  const bytes = [];
  for (const character of text) {
    const point = character.codePointAt(0);
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 0x3f));
    else {
      if (point < 0x10000) bytes.push(0xe0 | (point >> 12));
      else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f));
      bytes.push(0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    }
  }
  return Uint8Array.from(bytes);
}

/** Below zero if `a` comes first in the order of bytes, which is that of code points and not that of UTF-16 units. */
export function compareText(a, b) {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  if (i === a.length || i === b.length) return a.length - b.length;
  const isInsidePair = i > 0 && isHigh(a.charCodeAt(i - 1)) && (isLow(a.charCodeAt(i)) || isLow(b.charCodeAt(i)));
  return a.codePointAt(isInsidePair ? i - 1 : i) - b.codePointAt(isInsidePair ? i - 1 : i);
}

function isHigh(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Whether all neighbours are in the given order and none are equal. */
export function isAscending(list, compare = (a, b) => a - b) {
  for (let i = 1; i < list.length; i++) if (compare(list[i - 1], list[i]) >= 0) return false;
  return true;
}

/** The next multiple of 8. */
export function padded(length) {
  return Math.ceil(length / 8) * 8;
}

/** Whether all bytes from `start` to `end` are zero. */
export function isZero(bytes, start, end) {
  return bytes.subarray(start, end).every((byte) => byte === 0);
}
