import type { CustomPatternMatcherFunc, IToken } from 'chevrotain';
import { createToken, Lexer } from 'chevrotain';
import { WHITE_SPACE } from '../analysis/white-space.js';
import { OFFERS } from '../model/offer-fields.js';
import { COLON, isReserved, MINUS, QUOTE } from './characters.js';
import { closingQuote, readWord, wordEnd } from './words.js';

/*
 * Every character of a text belongs to a token or to white space between two, so that all faults are the grammar's to
 * report. White space is skipped; where it matters the grammar compares offsets.
 */

const OPEN_PAREN = '('.charCodeAt(0);

const WILDCARDS = new Set([...'*?'].map((character) => character.charCodeAt(0)));

/** The characters that end a word: a backslash never gets here, and a wildcard belongs to the word. */
const endsWord = (code: number): boolean => isReserved(code) && !WILDCARDS.has(code);

const matchWord: CustomPatternMatcherFunc = (text, offset) => {
  const end = wordEnd(text, offset, endsWord);
  // a backslash as the last character of the text becomes a token of its own
  const image = text.slice(offset, end > text.length ? text.length - 1 : end);
  return image === '' ? null : [image];
};

const matchPhrase: CustomPatternMatcherFunc = (text, offset) => {
  if (text.charCodeAt(offset) !== QUOTE) return null;
  const closing = closingQuote(text, offset);
  return closing < 0 ? null : [text.slice(offset, closing + 1)];
};

/** A `-` at the start of a word negates, unless it belongs to a value or is the sign of a number. */
const matchMinus: CustomPatternMatcherFunc = (text, offset, tokens) => {
  if (text.charCodeAt(offset) !== MINUS) return null;
  return expectsValue(tokens, offset) || isSign(text, offset) ? null : ['-'];
};

/** Directly after `offers:`, a parenthesis opens clauses: conditions on one offer. */
const matchOpenOffers: CustomPatternMatcherFunc = (text, offset, tokens) => {
  if (text.charCodeAt(offset) !== OPEN_PAREN || tokens.length < 2) return null;
  const [name, colon] = tokens.slice(-2);
  const isGroup =
    colon.tokenType === Colon && colon.startOffset + 1 === offset && name.startOffset + name.image.length === colon.startOffset;
  return isGroup && readWord(name.image) === OFFERS ? ['('] : null;
};

/** Directly after a fieldname's colon and as a bound of a range, a `-` belongs to the value. */
function expectsValue(tokens: IToken[], offset: number): boolean {
  if (tokens.length === 0) return false;
  const last = tokens[tokens.length - 1];
  if (last.tokenType === Colon) return last.startOffset + 1 === offset;
  if (opensRange(last)) return true;
  return last.tokenType === To && tokens.length >= 3 && opensRange(tokens[tokens.length - 3]);
}

/** Before a digit or `.`, a `-` is a sign if the word is a value and not a fieldname. */
function isSign(text: string, offset: number): boolean {
  return /[0-9.]/.test(text.charAt(offset + 1)) && text.charCodeAt(wordEnd(text, offset, endsWord)) !== COLON;
}

/** Whether a token opens a parenthesis. */
export function opensParen({ tokenType }: IToken): boolean {
  return tokenType === OpenParen || tokenType === OpenOffers;
}

export function opensRange(token: IToken): boolean {
  return token.tokenType === OpenBracket || token.tokenType === OpenBrace;
}

const WhiteSpace = createToken({ name: 'WhiteSpace', pattern: new RegExp(`[${WHITE_SPACE}]+`), group: Lexer.SKIPPED });
export const OpenOffers = createToken({ name: 'OpenOffers', pattern: matchOpenOffers, line_breaks: false });
export const OpenParen = createToken({ name: 'OpenParen', pattern: '(' });
export const CloseParen = createToken({ name: 'CloseParen', pattern: ')' });
export const OpenBracket = createToken({ name: 'OpenBracket', pattern: '[' });
export const CloseBracket = createToken({ name: 'CloseBracket', pattern: ']' });
export const OpenBrace = createToken({ name: 'OpenBrace', pattern: '{' });
export const CloseBrace = createToken({ name: 'CloseBrace', pattern: '}' });
export const Colon = createToken({ name: 'Colon', pattern: ':' });
export const Minus = createToken({ name: 'Minus', pattern: matchMinus, line_breaks: false });
export const Phrase = createToken({ name: 'Phrase', pattern: matchPhrase, line_breaks: true });
/** A quote that is never closed, and all text after it. No rule of the grammar accepts it. */
export const OpenPhrase = createToken({ name: 'OpenPhrase', pattern: /"[\s\S]*/, line_breaks: true });
/** A backslash at the end of the text. No rule of the grammar accepts it. */
export const DanglingBackslash = createToken({ name: 'DanglingBackslash', pattern: /\\(?![\s\S])/ });
/** `*:*` */
export const Everything = createToken({ name: 'Everything', pattern: '*:*' });
export const Word = createToken({ name: 'Word', pattern: matchWord, line_breaks: true });
export const And = createToken({ name: 'And', pattern: 'AND', longer_alt: Word });
export const Or = createToken({ name: 'Or', pattern: 'OR', longer_alt: Word });
export const Not = createToken({ name: 'Not', pattern: 'NOT', longer_alt: Word });
/** The word between two bounds; elsewhere an ordinary word. */
export const To = createToken({ name: 'To', pattern: /TO|to/, longer_alt: Word, categories: Word });

/** In the order in which the lexer tries them; `Word` matches what the others leave. */
export const FILTER_TOKENS = [
  WhiteSpace,
  Colon,
  OpenOffers,
  OpenParen,
  CloseParen,
  OpenBracket,
  CloseBracket,
  OpenBrace,
  CloseBrace,
  Phrase,
  OpenPhrase,
  Minus,
  Everything,
  And,
  Or,
  Not,
  To,
  DanglingBackslash,
  Word,
];

let lexer: Lexer | undefined;

/** The tokens of a filter query, white space left out. Takes time linear in the length of the text. */
export function tokenizeFilter(text: string): IToken[] {
  lexer ??= new Lexer(FILTER_TOKENS, { positionTracking: 'onlyOffset' });
  const { tokens, errors } = lexer.tokenize(text);
  // the tokens cover every text; a lexer that drops characters must not go unnoticed
  if (errors.length > 0) throw new Error(`filter lexer: ${errors[0].message}`);
  return tokens;
}
