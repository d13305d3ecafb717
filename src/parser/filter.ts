import type { IToken } from 'chevrotain';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import { utf8Length } from './characters.js';
import { characterNumber, FilterFault } from './filter-faults.js';
import { FilterParser, type ParsedFilter } from './filter-grammar.js';
import * as T from './filter-lexer.js';

export type { ParsedFilter, Place } from './filter-grammar.js';

/** The limits on a filter query. */
export type FilterLimits = Pick<Limits, 'queryLength' | 'queryDepth' | 'queryClauses'>;

/** The deepest nesting that is safe for any stack, whatever `queryDepth` is. */
export const DEEPEST = 250;

let parser: FilterParser | undefined;

/** The parser, made on first use: that takes as long as parsing hundreds of queries. */
export function filterParser(): FilterParser {
  parser ??= new FilterParser({ skipValidations: true });
  return parser;
}

/**
 * Parses a filter query. Of a long one, the tokens are read in one step and the clauses in another: each takes some milliseconds.
 *
 * @param limits - lengths in UTF-8 bytes, nesting of parentheses (at most 250), clauses; unset ones have their defaults
 * @param path - the member of the request that holds the text
 * @param issues - receives the first syntax fault of the text, or the limit that it exceeds
 * @param isDue - told how many characters were read; returns whether to pause
 * @returns undefined for a text with an issue
 */
export function* parsingFilter(
  text: string,
  limits: Partial<FilterLimits>,
  path: Path,
  issues: Issues,
  isDue: (characters: number) => boolean,
): Generator<undefined, ParsedFilter | undefined> {
  const source = new FilterSource(text, path, issues);
  if (!isShortEnough(text, limits.queryLength ?? DEFAULT_LIMITS.queryLength, source)) return undefined;
  const tokens = T.tokenizeFilter(text);
  if (isDue(text.length)) yield;
  if (isTooDeep(tokens, Math.min(limits.queryDepth ?? DEFAULT_LIMITS.queryDepth, DEEPEST), source)) return undefined;
  if (hasTooManyClauses(tokens, limits.queryClauses ?? DEFAULT_LIMITS.queryClauses, source)) return undefined;
  try {
    return filterParser().parse(tokens, text);
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error;
    source.addFault(error);
    return undefined;
  }
}

/** Parses a filter query without pauses. */
export function parseFilter(text: string, limits: Partial<FilterLimits>, path: Path, issues: Issues): ParsedFilter | undefined {
  const steps = parsingFilter(text, limits, path, issues, () => false);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A text of the request, and the collector of its issues. */
class FilterSource {
  constructor(
    readonly text: string,
    private readonly path: Path,
    private readonly issues: Issues,
  ) {}

  addTooLarge(what: string, limit: number, name: string, found: number): void {
    this.issues.add('query_too_large', this.path, `: the query ${what}`, {
      found,
      expected: [`at most ${limit} (limit ${name})`],
      argument: argumentOf(this.path),
    });
  }

  addFault({ message, offset, found, expected }: FilterFault): void {
    const { text } = this;
    const details = { offset, length: found.length, found, expected, query: text, argument: argumentOf(this.path) };
    this.issues.add('syntax', this.path, `: ${message}`, details);
  }
}

/** The argument that errors and warnings name: for a text in a list, the list. */
export function argumentOf(path: Path): Path {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

function isShortEnough(text: string, limit: number, source: FilterSource): boolean {
  // a UTF-16 unit takes at most three bytes, so short texts need no counting
  if (text.length * 3 <= limit) return true;
  const bytes = text.length > limit ? text.length : utf8Length(text);
  if (bytes <= limit) return true;
  source.addTooLarge(`is longer than ${limit} bytes (limit queryLength)`, limit, 'queryLength', bytes);
  return false;
}

/** Counts parentheses before any rule recurses into them. */
function isTooDeep(tokens: readonly IToken[], limit: number, source: FilterSource): boolean {
  let depth = 0;
  for (const token of tokens) {
    const { tokenType, startOffset } = token;
    if (tokenType === T.CloseParen) depth--;
    else if (T.opensParen(token) && ++depth > limit) {
      const place = `at character ${characterNumber(source.text, startOffset)}`;
      source.addTooLarge(`nests parentheses more than ${limit} deep ${place} (limit queryDepth)`, limit, 'queryDepth', depth);
      return true;
    }
  }
  return false;
}

/** Counts the values: a fieldname is not a clause without one, and a range is one value. */
function hasTooManyClauses(tokens: readonly IToken[], limit: number, source: FilterSource): boolean {
  let clauses = 0;
  let inRange = false;
  for (let i = 0; i < tokens.length; i++) {
    const type = tokens[i].tokenType;
    if (T.opensRange(tokens[i])) {
      inRange = true;
      clauses++;
    } else if (type === T.CloseBracket || type === T.CloseBrace) inRange = false;
    else if (!inRange && VALUES.has(type) && tokens[i + 1]?.tokenType !== T.Colon) clauses++;
  }
  if (clauses <= limit) return false;
  source.addTooLarge(`has more than ${limit} clauses (limit queryClauses)`, limit, 'queryClauses', clauses);
  return true;
}

const VALUES = new Set([T.Word, T.To, T.Phrase, T.Everything]);
