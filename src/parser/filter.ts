import type { IToken } from 'chevrotain';
import { ValidationError } from '../model/errors.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import type { Filter } from './ast.js';
import { utf8Length } from './characters.js';
import { characterNumber, type FilterSource } from './filter-faults.js';
import { FilterParser } from './filter-grammar.js';
import * as T from './filter-lexer.js';

/** The limits that a filter query is held to. */
export type FilterLimits = Pick<Limits, 'queryLength' | 'queryDepth' | 'queryClauses'>;

/** The deepest nesting that any stack is sure to hold, whatever `queryDepth` says. */
const DEEPEST = 250;

let parser: FilterParser | undefined;

/**
 * Reads a filter query. The answer is deeply frozen; `warnings` names what was perhaps meant otherwise.
 *
 * @param limits - lengths in UTF-8 bytes, nesting of parentheses (250 at the most), clauses; what is unset has its default
 * @param argument - dotted path of the request's member that holds the text, for messages
 * @throws FilterSyntaxError with the place in the text, what was found there and what was expected
 * @throws ValidationError naming the limit that the text exceeds
 */
export function parseFilter(
  text: string,
  limits: Partial<FilterLimits> = {},
  argument = 'filter.queries',
): { filter: Filter; warnings: string[] } {
  const source: FilterSource = { text, argument };
  checkLength(source, limits.queryLength ?? DEFAULT_LIMITS.queryLength);
  const tokens = T.tokenizeFilter(text);
  checkDepth(source, tokens, Math.min(limits.queryDepth ?? DEFAULT_LIMITS.queryDepth, DEEPEST));
  checkClauses(source, tokens, limits.queryClauses ?? DEFAULT_LIMITS.queryClauses);
  parser ??= new FilterParser({ skipValidations: true });
  return parser.parse(tokens, source);
}

function checkLength({ text, argument }: FilterSource, limit: number): void {
  // a UTF-16 unit takes three bytes at the most, so short texts need no counting
  if (text.length * 3 <= limit) return;
  const bytes = text.length > limit ? text.length : utf8Length(text);
  if (bytes <= limit) return;
  throw new ValidationError(argument, `${argument}: the query is longer than ${limit} bytes (limit queryLength)`);
}

/** Counts parentheses before any rule recurses into them. */
function checkDepth({ text, argument }: FilterSource, tokens: readonly IToken[], limit: number): void {
  let depth = 0;
  for (const { tokenType, startOffset } of tokens) {
    if (tokenType === T.CloseParen) depth--;
    else if (tokenType === T.OpenParen && ++depth > limit) {
      const place = `at character ${characterNumber(text, startOffset)}`;
      throw new ValidationError(
        argument,
        `${argument}: parentheses are nested more than ${limit} deep ${place} (limit queryDepth)`,
      );
    }
  }
}

/** Counts the values: a fieldname is no clause without one, and a range is one value. */
function checkClauses({ argument }: FilterSource, tokens: readonly IToken[], limit: number): void {
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
  if (clauses <= limit) return;
  throw new ValidationError(argument, `${argument}: the query has more than ${limit} clauses (limit queryClauses)`);
}

const VALUES = new Set([T.Word, T.To, T.Phrase, T.Everything]);
