import { isWhiteSpace } from '../analysis/white-space.js';
import { BACKSLASH, COLON, QUOTE } from './characters.js';
import { DEEPEST } from './filter.js';
import { closingQuote } from './words.js';

/** Shorter texts are read as they are. */
const SHORT = 1024;
/** A clause that is longer has no completions: reading it would take too long at a time. */
const LONGEST = 4096;
/** Words before the place that are kept of each open parenthesis. */
const WORDS_KEPT = 6;

const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** A piece of a text that says what may stand at a place of it. */
export interface AssistedClause {
  readonly text: string;
  /** The place in it. */
  readonly offset: number;
  /** Number of characters that were left out before it. */
  readonly removed: number;
}

/** An open parenthesis, or the whole text. */
interface Level {
  /** Where its content begins. */
  readonly start: number;
  /** The beginnings of its last words. */
  readonly words: number[];
}

/**
 * The last words before a place, and before each parenthesis that is open there, with the word at the place and what follows it. Nothing
 * else decides about what may stand there.
 * @returns undefined if even that is too long, or too deep
 */
export function assistedClause(text: string, offset: number): AssistedClause | undefined {
  if (text.length <= SHORT) return { text, offset, removed: 0 };
  const levels: Level[] = [{ start: 0, words: [] }];
  const tail = scan(text, offset, levels);
  if (levels.length > DEEPEST) return undefined;
  let before = '';
  for (const [i, { start, words }] of levels.entries()) {
    const from = words.length < WORDS_KEPT ? start : words[0];
    before += text.slice(from, levels[i + 1]?.start ?? offset);
  }
  const clause = before + text.slice(offset, endOfClause(text, tail));
  return clause.length > LONGEST ? undefined : { text: clause, offset: before.length, removed: offset - before.length };
}

/** Finds the parentheses that are open at a place. Returns the place, or the end of the phrase around it. */
function scan(text: string, offset: number, levels: Level[]): number {
  let inRange = false;
  let wasWhite = false;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    const isWhite = isWhiteSpace(code);
    if (wasWhite && !isWhite && !inRange && beginsOperand(text, at)) note(levels[levels.length - 1].words, at);
    wasWhite = isWhite;
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) {
      const closing = closingQuote(text, at);
      if (closing < 0) return text.length;
      if (closing >= offset) return closing + 1;
      at = closing;
    } else if (code === OPEN_PAREN) {
      levels.push({ start: at + 1, words: [] });
      if (levels.length > DEEPEST) return offset;
    } else if (code === CLOSE_PAREN) {
      if (levels.length > 1) levels.pop();
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) inRange = true;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) inRange = false;
  }
  return offset;
}

/** Whether a word behind white space belongs to nothing before it: neither to a fieldname nor to `NOT`. */
function beginsOperand(text: string, at: number): boolean {
  if (text.charCodeAt(at) === COLON) return false;
  let end = at;
  while (end > 0 && at - end < SHORT && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.charCodeAt(end - 1) !== COLON && !text.startsWith('NOT', end - 3);
}

function note(words: number[], at: number): void {
  words.push(at);
  if (words.length > WORDS_KEPT) words.shift();
}

/** The end of what may belong to the word at a place, and the beginning of what follows it. */
function endOfClause(text: string, from: number): number {
  let at = from;
  for (; at < text.length && !isWhiteSpace(text.charCodeAt(at)); at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    if (code !== QUOTE) continue;
    const closing = closingQuote(text, at);
    at = closing < 0 ? text.length : closing;
  }
  while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++;
  return Math.min(text.length, at + 2);
}
