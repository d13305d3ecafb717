/** UTF-16 units with a meaning in the two query languages. */
export const BACKSLASH = 0x5c;
export const QUOTE = 0x22;
export const MINUS = 0x2d;
export const COLON = 0x3a;

/** Unicode's White_Space property as the content of a character class; all of it is in the basic plane. */
export const WHITE_SPACE = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** Whether a UTF-16 unit is white space: the same set as `WHITE_SPACE`. */
export function isWhiteSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

const RESERVED = new Set([...'()"*?[]{}:\\'].map((character) => character.charCodeAt(0)));

/** Whether a UTF-16 unit must be escaped to be literal in a filter query. */
export function isReserved(code: number): boolean {
  return code < 0x80 ? RESERVED.has(code) || isWhiteSpace(code) : isWhiteSpace(code);
}

/** Length of a text in UTF-8; a lone surrogate counts as the replacement character that is written for it. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) length += 1;
    else if (code < 0x800) length += 2;
    else if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      length += 4;
      at++;
    } else length += 3;
  }
  return length;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
