import { isWhiteSpace } from '../analysis/white-space.js';

/** UTF-16 units with a meaning in the two query languages. */
export const BACKSLASH = 0x5c;
export const QUOTE = 0x22;
export const MINUS = 0x2d;
export const COLON = 0x3a;

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
