import type { Pattern } from '../../analysis/pattern.js';
import { maxUtf8Length, utf8Bytes } from '../../analysis/utf8.js';
import { UnsupportedError } from '../../model/errors.js';
import type { ResolvedBound } from '../../resolve/resolved-filter.js';
import { SPEC, STRINGS } from '../schema.js';
import { orderedAfter, orderedFrom } from '../terms.js';
import type { PartFields } from './fields.js';
import type { RecordNames } from './names.js';
import { type Query, type TermBound, termRange } from './queries.js';
import { scriptedRange, scriptedWildcard } from './scripts.js';

/** Longest bound and pattern, in UTF-8, that the engine's automata take: it refuses those of more than 1,000 bytes. */
const LONGEST_AUTOMATON = 990;

/** Index fields whose values no program can look through. */
const UNREAD: ReadonlySet<string> = new Set([SPEC.from, SPEC.to, STRINGS.ordered]);

/** What compiling a filter depends on. */
export interface FilterContext {
  readonly fields: PartFields;
  readonly names: RecordNames;
  /** Whether wildcards are programs: the engine has refused a pattern as too complex. */
  readonly scripted?: boolean;
}

const isLong = (text: string): boolean =>
  maxUtf8Length(text.length) > LONGEST_AUTOMATON && utf8Bytes(text).length > LONGEST_AUTOMATON;

/**
 * Finds the values of an index field that fit a pattern.
 * @param kept the index field that has the values for a program to look through, if there is one
 * @param separator behind the text of those values
 * @throws UnsupportedError for a pattern that needs a program, without such a field
 */
export function wildcard(field: string, pattern: string, { scripted }: FilterContext, kept?: string, separator?: string): Query {
  if (!scripted && !isLong(pattern)) return { wildcard: { [field]: { value: pattern } } };
  if (kept !== undefined) return scriptedWildcard(kept, pattern, separator);
  throw new UnsupportedError(
    'a wildcard pattern that is long or has many wildcards, on a field of words',
    'ask for fewer wildcards, or for whole words',
  );
}

/** Whether every value meets a pattern. */
export function isEverything({ leastCharacters, codes }: Pattern): boolean {
  return leastCharacters === 0 && codes.length === 1 && codes[0] < 0;
}

/**
 * A range of the terms of an index field that begin with a prefix.
 * @throws UnsupportedError for a long bound of a field whose values no program can look through
 */
export function compileRange(prefix: string, index: string, lower?: TermBound, upper?: TermBound): Query {
  const from = lower ? { ...lower, value: prefix + lower.value } : prefix === '' ? undefined : { value: prefix, inclusive: true };
  const end = { value: `${prefix.slice(0, -1)}>`, inclusive: false };
  const to = upper ? { ...upper, value: prefix + upper.value } : prefix === '' ? undefined : end;
  if (![from, to].some((bound) => bound && isLong(bound.value))) return termRange(index, from, to);
  if (!UNREAD.has(index)) return scriptedRange(index, from, to);
  throw new UnsupportedError('a bound of about 1,000 characters on this field', 'ask for a shorter bound');
}

/** The bounds of ordered forms that folds between two bounds have. */
export function foldBounds(
  lower: ResolvedBound<string> | undefined,
  upper: ResolvedBound<string> | undefined,
): [TermBound | undefined, TermBound | undefined] {
  const place = ({ value }: ResolvedBound<string>, isAfter: boolean) => (isAfter ? orderedAfter(value) : orderedFrom(value));
  return [
    lower && { value: place(lower, !lower.inclusive), inclusive: true },
    upper && { value: place(upper, upper.inclusive), inclusive: false },
  ];
}
