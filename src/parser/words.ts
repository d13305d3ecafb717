import type { PatternPiece } from '../analysis/pattern.js';
import { BACKSLASH, QUOTE } from './characters.js';

const ANY_ONE: PatternPiece = Object.freeze({ kind: 'any_one' });
const ANY_RUN: PatternPiece = Object.freeze({ kind: 'any_run' });

/**
 * The offset after the word that starts at `offset`: at the first character that `ends` it and is not escaped, or at the end of
 * the text. One more than the text's length means that the last character is a backslash with nothing to escape.
 */
export function wordEnd(text: string, offset: number, ends: (code: number) => boolean): number {
  let at = offset;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 2;
    else if (ends(code)) break;
    else at++;
  }
  return at;
}

/** The offset of the quote that closes the phrase whose opening quote is at `offset`, or -1 if there is none. */
export function closingQuote(text: string, offset: number): number {
  for (let at = offset + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

/**
 * The meaning of a written word: its text, or the pieces of a pattern if it has an unescaped wildcard. Escapes are resolved; a
 * backslash at the very end is literal.
 */
export function readWord(image: string): string | readonly PatternPiece[] {
  if (!/[\\*?]/.test(image)) return image;
  const parts: PatternPiece[] = [];
  let literal = '';
  let copied = 0;
  for (let at = 0; at < image.length; at++) {
    const character = image[at];
    if (character === '\\' && at + 1 < image.length) {
      literal += image.slice(copied, at);
      copied = ++at;
    } else if (character === '*' || character === '?') {
      literal += image.slice(copied, at);
      copied = at + 1;
      if (literal !== '') parts.push(Object.freeze({ kind: 'literal', text: literal }));
      literal = '';
      if (character === '?') parts.push(ANY_ONE);
      else if (parts.at(-1) !== ANY_RUN) parts.push(ANY_RUN);
    }
  }
  literal += image.slice(copied);
  if (parts.length === 0) return literal;
  if (literal !== '') parts.push(Object.freeze({ kind: 'literal', text: literal }));
  return Object.freeze(parts);
}

/** The text of a written phrase, whose closing quote may be missing. Escapes are resolved, wildcards are literal. */
export function readPhrase(image: string): string {
  const closing = closingQuote(image, 0);
  const inside = closing < 0 ? image.slice(1) : image.slice(1, closing);
  return inside.replace(/\\([\s\S])/g, '$1');
}
