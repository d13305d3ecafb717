import type { IToken } from 'chevrotain';
import { EOF } from 'chevrotain';
import { isWhiteSpace } from '../analysis/white-space.js';
import { shorten } from '../model/nearest.js';
import * as T from './filter-lexer.js';

/** A syntax fault of a filter query, which ends its parsing. */
export class FilterFault extends Error {
  constructor(
    readonly offset: number,
    /** The text at that place. */
    readonly found: string,
    readonly expected: readonly string[],
    message: string,
  ) {
    super(message);
  }
}

/** What would be valid at each place of the grammar, in words for users. */
export const EXPECTED = {
  clause: ['fieldname:value', '"("', '"NOT"'],
  negated_clause: ['fieldname:value', '"("'],
  colon: ['":" directly after the fieldname'],
  value: ['a value'],
  end: ['"AND"', '"OR"', 'fieldname:value', 'the end of the query'],
  close_clauses: ['"AND"', '"OR"', 'fieldname:value', '")"'],
  close_values: ['a value', '"AND"', '"OR"', '")"'],
  bound: ['a value', '"*"'],
  to: ['"TO"'],
  close_range: ['"]"', '"}"'],
  white_space: ['white space'],
  quote: ['a closing quote'],
  escaped: ['a character after the backslash'],
} as const satisfies Record<string, readonly string[]>;

/** A place of the grammar. */
export type Expectation = keyof typeof EXPECTED;

/** The offset after a token. */
export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

/** Whether nothing separates two tokens. */
export function touch(left: IToken, right: IToken): boolean {
  return endOf(left) === right.startOffset;
}

/** The position of the character at an offset, counted from 1 in code points, as users count. */
export function characterNumber(text: string, offset: number): number {
  let count = 1;
  for (let at = 0; at < offset; at++) {
    if ((text.codePointAt(at) as number) > 0xffff) at++;
    count++;
  }
  return count;
}

/** The fault of a range of the text, from offset `from` up to `to`. */
export function faultAt(text: string, from: number, to: number, expectation: Expectation, hint?: string): FilterFault {
  const found = text.slice(from, to);
  const expected = EXPECTED[expectation];
  const message =
    `found ${describe(found, from === text.length)} at character ${characterNumber(text, from)}, ` +
    `expected ${expected.length === 1 ? expected[0] : `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}`}` +
    (hint === undefined ? '' : `; ${hint}`);
  return new FilterFault(from, found, expected, message);
}

function describe(found: string, atEnd: boolean): string {
  if (atEnd) return 'the end of the query';
  if ([...found].every((character) => isWhiteSpace(character.charCodeAt(0)))) return 'white space';
  return found.startsWith('"') && found.length > 1 ? visible(found) : `"${visible(found)}"`;
}

/** A user's text for a one-line message. */
function visible(text: string): string {
  return shorten(text).replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The fault of a misplaced token. */
export function unexpected(text: string, tokens: readonly IToken[], token: IToken, expectation: Expectation): FilterFault {
  if (token.tokenType === EOF) return faultAt(text, text.length, text.length, expectation, hintAtEnd(text, tokens));
  if (token.tokenType === T.DanglingBackslash) {
    return faultAt(text, token.startOffset, endOf(token), 'escaped', 'a backslash itself is written "\\\\"');
  }
  const index = tokens.indexOf(token);
  const before = index > 0 ? tokens[index - 1] : undefined;
  const closesShortRange = isRangeEnd(token) && (expectation === 'to' || expectation === 'bound');
  const spoilsWord = before !== undefined && !closesShortRange && hintInsideWord(before, token);
  if (token.tokenType === T.OpenPhrase && !spoilsWord) {
    const start = characterNumber(text, token.startOffset);
    return faultAt(text, text.length, text.length, 'quote', `the phrase that starts at character ${start} is not closed`);
  }
  const end = token.tokenType === T.OpenPhrase ? token.startOffset + 1 : endOf(token);
  const hint = spoilsWord || hintFor(token, before, tokens[index + 1], expectation);
  return faultAt(text, token.startOffset, end, expectation, hint);
}

/** A word in place of a clause: perhaps an operator in lower case, perhaps the rest of a value. */
export function bareWord(text: string, word: IToken): FilterFault {
  return faultAt(text, word.startOffset, endOf(word), 'clause', hintForBareWord(word.image));
}

const OPERATORS = new Map([
  ['and', 'AND'],
  ['&&', 'AND'],
  ['or', 'OR'],
  ['||', 'OR'],
  ['not', 'NOT'],
  ['!', 'NOT'],
]);

function hintForBareWord(image: string): string {
  const operator = OPERATORS.get(image.toLowerCase());
  if (operator !== undefined) return `the operator is written "${operator}"`;
  if (image === '*') return 'everything is "*:*"';
  const comparison = COMPARISON.exec(image);
  if (comparison) return hintForComparison(comparison);
  return 'several words after one fieldname are written fieldname:"in quotes" or fieldname:(in parentheses)';
}

const COMPARISON = /^([^<>=]+)(>=|<=|[<>=])([^<>=]+)$/u;

/** `resistance>1000` as a range. */
function hintForComparison([, field, sign, value]: readonly string[]): string {
  const ranges: Readonly<Record<string, string>> = {
    '>=': `[${value} TO *]`,
    '>': `{${value} TO *]`,
    '<=': `[* TO ${value}]`,
    '<': `[* TO ${value}}`,
    '=': value,
  };
  return `it is written ${visible(`${field}:${ranges[sign]}`)}`;
}

function hintAtEnd(text: string, tokens: readonly IToken[]): string | undefined {
  if (tokens.length === 0) return 'the query is empty';
  const open = innermostOpen(tokens);
  if (open === undefined) return undefined;
  return `the "${open.image}" at character ${characterNumber(text, open.startOffset)} is not closed`;
}

function innermostOpen(tokens: readonly IToken[]): IToken | undefined {
  const open: IToken[] = [];
  for (const token of tokens) {
    const type = token.tokenType;
    if (T.opensParen(token) || T.opensRange(token)) open.push(token);
    else if (type === T.CloseParen || isRangeEnd(token)) open.pop();
  }
  return open.at(-1);
}

const WORDS = new Set([T.Word, T.To, T.And, T.Or, T.Not]);
const NEEDS_BACKSLASH = new Set([
  T.Colon,
  T.OpenParen,
  T.OpenOffers,
  T.OpenBracket,
  T.CloseBracket,
  T.OpenBrace,
  T.CloseBrace,
  T.Phrase,
  T.OpenPhrase,
]);

/** A reserved character that touches the word before it may have been meant as a part of that word. */
export function hintInsideWord(before: IToken, token: IToken): string | undefined {
  if (!WORDS.has(before.tokenType) || !NEEDS_BACKSLASH.has(token.tokenType) || !touch(before, token)) return undefined;
  if (isOperator(before)) return token.tokenType === T.Colon ? hintForOperator(before, 'clause') : undefined;
  return `inside a value or a fieldname it is written "\\${token.image[0]}"`;
}

function hintFor(
  token: IToken,
  before: IToken | undefined,
  after: IToken | undefined,
  expectation: Expectation,
): string | undefined {
  const type = token.tokenType;
  if (type === T.CloseParen && expectation === 'end') return 'no "(" is open here';
  if (expectation === 'to') {
    const lower = before?.tokenType === T.To;
    return lower ? 'the lower bound is missing; "*" stands for none' : 'a range is written [lower TO upper]';
  }
  if (type === T.Not || type === T.Minus) {
    if (before?.tokenType === T.Not || before?.tokenType === T.Minus) return 'a negation is not repeated';
  }
  const asWord = expectation === 'value' || expectation === 'bound' || after?.tokenType === T.Colon;
  if (isOperator(token) && asWord) return hintForOperator(token, expectation);
  if (type === T.Phrase && (expectation === 'end' || expectation === 'close_clauses')) return hintForBareWord(token.image);
  return undefined;
}

function isRangeEnd(token: IToken): boolean {
  return token.tokenType === T.CloseBracket || token.tokenType === T.CloseBrace;
}

function isOperator(token: IToken): boolean {
  return token.tokenType === T.And || token.tokenType === T.Or || token.tokenType === T.Not;
}

function hintForOperator({ image }: IToken, expectation: Expectation): string {
  const asValue = expectation === 'value' || expectation === 'bound';
  const written = asValue ? 'as a value it is written in quotes or as' : 'as a fieldname it is written';
  return `"${image}" is an operator; ${written} "\\${image}"`;
}
