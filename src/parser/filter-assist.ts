import type { IToken, TokenType } from 'chevrotain';
import { assistedClause } from './assisted-clause.js';
import { DEEPEST, filterParser } from './filter.js';
import * as T from './filter-lexer.js';
import { readPhrase, readWord } from './words.js';

/** What may stand at a place of a filter query. */
export interface FilterAssist {
  /** The text that a completion replaces, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** What of it is before the place, escapes resolved, without wildcards; `""` for nothing. */
  readonly typed: string;
  /** Whether the typed text is a quoted phrase. */
  readonly isQuoted: boolean;
  readonly fieldname: boolean;
  /** Whether the fieldnames there are those of an offer: inside `offers:( … )`. */
  readonly isOfOffer: boolean;
  /** The field whose value, or bound of a range, may stand there. */
  readonly value: { readonly field: string; readonly isBound: boolean } | undefined;
  /** Operators and closing brackets that may stand there, as they are written. */
  readonly operators: readonly string[];
  /** Whether a colon may follow the word that ends at the place: the word then is `typed`. */
  readonly colon: boolean;
  /** Whether white space must precede, or follow, a word or operator. */
  readonly blankBefore: boolean;
  readonly blankAfter: boolean;
}

const WORDS = new Set([T.Word, T.To, T.And, T.Or, T.Not]);
/** Tokens that a word can be typed into. */
const TYPED = new Set([...WORDS, T.Phrase, T.OpenPhrase]);
/** Tokens that end an operand. */
const OPERAND_ENDS = new Set([T.Word, T.To, T.Phrase, T.Everything, T.CloseParen, T.CloseBracket, T.CloseBrace]);
/** Tokens that no other word may touch. */
const NEEDS_BLANK = new Set([...WORDS, ...OPERAND_ENDS]);
const OPENS_WORD = new Set([...WORDS, T.Phrase, T.OpenPhrase, T.Everything, T.Minus]);

/** In the order of answers. */
const OPERATORS: readonly (readonly [TokenType, string])[] = [
  [T.And, 'AND'],
  [T.Or, 'OR'],
  [T.Not, 'NOT'],
  [T.To, 'TO'],
  [T.CloseParen, ')'],
  [T.CloseBracket, ']'],
  [T.CloseBrace, '}'],
];

/** What may stand at a place of a filter query; undefined where nothing can be said. Takes any text. */
export function assistFilter(text: string, offset: number): FilterAssist | undefined {
  const clause = assistedClause(text, offset);
  const assist = clause && assistClause(clause.text, clause.offset);
  return assist && { ...assist, from: assist.from + clause.removed, to: assist.to + clause.removed };
}

function assistClause(text: string, offset: number): FilterAssist | undefined {
  const tokens = T.tokenizeFilter(text);
  const at = tokens.findIndex((token) => token.startOffset < offset && offset <= endOf(token));
  const typing = [tokens[at], tokens[at + 1]].find(
    (token) => token && TYPED.has(token.tokenType) && isAt(token, offset, tokens[at]),
  );
  // Inside a token that is not typed, such as the middle of `*:*`, nothing may be inserted.
  if (at >= 0 && !typing && offset < endOf(tokens[at])) return undefined;
  const from = typing ? typing.startOffset : offset;
  const before = tokens.filter((token) => endOf(token) <= from);
  const last = before.at(-1);
  const { kept, field, isOfOffer, depth } = lastOperands(before);
  if (depth > DEEPEST) return undefined;
  const next = expected(kept);
  if (next.length === 0) return undefined;
  // A phrase without an end has all text behind it.
  const to = typing && typing.tokenType !== T.OpenPhrase ? endOf(typing) : offset;
  const following = tokens.find((token) => token.startOffset >= to);
  const touchesLast = last !== undefined && endOf(last) === from;
  const isIn = (rule: string) => next.some((one) => one.type === T.Word && one.rule === rule);
  const value = isIn('value') ? { field, isBound: false } : isIn('bound') ? { field, isBound: true } : undefined;
  const isWord = typing !== undefined && WORDS.has(typing.tokenType) && offset === endOf(typing);
  return {
    from,
    to,
    typed: typing ? typedText(typing, text.slice(from, offset)) : '',
    isQuoted: typing !== undefined && !WORDS.has(typing.tokenType),
    fieldname: isIn('fieldClause'),
    isOfOffer,
    value: value?.field === undefined ? undefined : { field: value.field, isBound: value.isBound },
    operators: OPERATORS.flatMap(([type, operator]) => (next.some((one) => one.type === type) ? [operator] : [])),
    colon: isWord && isIn('fieldClause') && following?.tokenType !== T.Colon,
    blankBefore: touchesLast && NEEDS_BLANK.has(last.tokenType),
    blankAfter: following !== undefined && following.startOffset === to && OPENS_WORD.has(following.tokenType),
  };
}

/** Whether a word contains a place: also one that begins there, directly behind a token that is not a word. */
function isAt(word: IToken, offset: number, left: IToken | undefined): boolean {
  return word === left || (left !== undefined && word.startOffset === offset && endOf(left) === offset);
}

function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

/** The beginning of a word or phrase: of a pattern what precedes its wildcards. */
function typedText({ tokenType }: IToken, written: string): string {
  if (!WORDS.has(tokenType)) return readPhrase(written);
  const word = readWord(written.endsWith('\\') ? written.slice(0, -1) : written);
  if (typeof word === 'string') return word;
  return word[0]?.kind === 'literal' ? word[0].text : '';
}

/** The tokens that may follow some others, with the rule of the grammar that they would be read by. */
function expected(tokens: IToken[]): { readonly type: TokenType; readonly rule: string }[] {
  return filterParser()
    .computeContentAssist('query', tokens)
    .map(({ nextTokenType, ruleStack }) => ({ type: nextTokenType, rule: ruleStack[ruleStack.length - 1] }));
}

/** An open parenthesis, or the whole query. */
interface Level {
  /** Its first token among those that are kept. */
  readonly start: number;
  /** The field of the last clause in it, or of the group that it is. */
  field: string | undefined;
  /** Whether an operand has ended. */
  isComplete: boolean;
  /** Whether the fieldnames in it are those of an offer. */
  readonly isOfOffer: boolean;
}

/**
 * What decides about the next token: of each open parenthesis the last operand. What precedes it changes nothing, so the grammar's
 * content assist, which takes long for many tokens, need not see it.
 */
function lastOperands(tokens: readonly IToken[]): {
  readonly kept: IToken[];
  readonly field: string | undefined;
  readonly isOfOffer: boolean;
  readonly depth: number;
} {
  const kept: IToken[] = [];
  const levels: Level[] = [{ start: 0, field: undefined, isComplete: false, isOfOffer: false }];
  let inRange = false;
  for (const [i, token] of tokens.entries()) {
    const { tokenType: type } = token;
    const level = levels[levels.length - 1];
    const isOperator = type === T.And || type === T.Or;
    if (!inRange && level.isComplete && type !== T.Colon && type !== T.CloseParen) {
      kept.length = level.start;
      level.isComplete = false;
    }
    if (isOperator) continue;
    kept.push(token);
    if (type === T.Colon) level.field = fieldOf(tokens[i - 1]);
    else if (type === T.OpenOffers) levels.push({ start: kept.length, field: undefined, isComplete: false, isOfOffer: true });
    else if (type === T.OpenParen) levels.push({ ...level, start: kept.length, isComplete: false });
    else if (type === T.CloseParen && levels.length > 1) levels.pop();
    else if (T.opensRange(token)) inRange = true;
    else if (type === T.CloseBracket || type === T.CloseBrace) inRange = false;
    if (!inRange && OPERAND_ENDS.has(type) && tokens[i + 1]?.tokenType !== T.Colon) levels[levels.length - 1].isComplete = true;
  }
  const { field, isOfOffer } = levels[levels.length - 1];
  return { kept, field, isOfOffer, depth: levels.length };
}

function fieldOf(token: IToken | undefined): string | undefined {
  if (!token || !WORDS.has(token.tokenType)) return undefined;
  const name = readWord(token.image);
  return typeof name === 'string' ? name : undefined;
}
