/**
 * Folding, tokens and part-number form: the three readings of a text that all comparisons use (docs/semantics.md, "Text and part
 * numbers").
 */

/** `™ ℠ ®`, which NFKD would turn into letters. */
const MARKS_OF_TRADE = /[\u2122\u2120\u00AE]/gu;
const COMBINING_MARKS = /\p{M}+/gu;
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const DECIMAL_DIGIT = /\p{Nd}/u;
const MU = /\u03BC/gu;
const OMEGA = /\u03C9/gu;
/** Lower case of `Σ` at the end of a word; elsewhere it is `σ`. */
const FINAL_SIGMA = /\u03C2/gu;

/** Real texts have no longer runs of marks. */
const LONG = 1000;

/** True if every UTF-16 unit of `text` is below 0x80. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/**
 * The form in which texts are compared: without case, accents, compatibility forms and trade marks; `µ` is `u`, `Ω` is `ohm`. The
 * result for a character does not depend on its neighbours, so a piece of a text folds to a piece of its fold.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const named = text.replace(MARKS_OF_TRADE, '');
  // Normalisation sorts marks by comparing each with each: thousands in a row would take seconds.
  const ordered = text.length > LONG ? named.replace(COMBINING_MARKS, '') : named;
  return ordered
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replace(MU, 'u')
    .replace(OMEGA, 'ohm')
    .replace(FINAL_SIGMA, '\u03C3');
}

/** A text in lower case, character by character, otherwise as written. */
export function lowerCase(text: string): string {
  return text.toLowerCase().replace(FINAL_SIGMA, '\u03C3');
}

/** Part-number form: the folded text with everything but letters and digits removed. */
export function partNumberForm(text: string): string {
  return fold(text).replace(NOT_ALPHANUMERIC, '');
}

/** The class of a code point of a folded text for the tokenizer. */
export const SEPARATOR = 0;
export const LETTER = 1;
export const DIGIT = 2;

const BMP_CLASSES = new Uint8Array(0x10000);
const BMP_KNOWN = new Uint8Array(0x10000);

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (DECIMAL_DIGIT.test(character)) return DIGIT;
  return ALPHANUMERIC.test(character) ? LETTER : SEPARATOR;
}

/** SEPARATOR, LETTER (any letter or number) or DIGIT (a decimal digit). */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  if (BMP_KNOWN[codePoint] === 0) {
    BMP_CLASSES[codePoint] = classify(codePoint);
    BMP_KNOWN[codePoint] = 1;
  }
  return BMP_CLASSES[codePoint];
}

/**
 * The tokens of an already folded text: maximal runs of letters and digits, in which a `.` between two decimal digits is kept
 * (`0.1uf`).
 */
export function tokensOfFolded(folded: string): string[] {
  const tokens: string[] = [];
  let start = -1;
  let previous = SEPARATOR;
  for (let i = 0; i < folded.length; ) {
    const codePoint = folded.codePointAt(i) as number;
    const width = codePoint > 0xffff ? 2 : 1;
    let kind = characterClass(codePoint);
    if (codePoint === 0x2e && previous === DIGIT && i + 1 < folded.length) {
      if (characterClass(folded.codePointAt(i + 1) as number) === DIGIT) kind = LETTER;
    }
    if (kind === SEPARATOR) {
      if (start >= 0) tokens.push(folded.slice(start, i));
      start = -1;
    } else if (start < 0) start = i;
    previous = kind;
    i += width;
  }
  if (start >= 0) tokens.push(folded.slice(start));
  return tokens;
}

/** The tokens of a text. */
export function tokens(text: string): string[] {
  return tokensOfFolded(fold(text));
}

/** Compares in code-point order (JavaScript's `<` compares UTF-16 units, which puts emoji before `ﬀ`). */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogate pairs are code points above every single unit; a lone surrogate is its own code point.
    if (x >= 0xd800 && y >= 0xd800) {
      // After a lead that both have, a trail completes a pair: the code points differ there.
      const at = i > 0 && isLead(a.charCodeAt(i - 1)) && (isTrail(x) || isTrail(y)) ? i - 1 : i;
      x = a.codePointAt(at) as number;
      y = b.codePointAt(at) as number;
    }
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A text as requests write it where `*`, `?` and a backslash have a meaning. */
export function withoutWildcards(text: string): string {
  return text.replace(/[\\*?]/g, '\\$&');
}
