import type { Pattern } from '../../analysis/pattern.js';
import { maxUtf8Length, utf8Bytes } from '../../analysis/utf8.js';
import type { ResolvedBound } from '../../resolve/resolved-filter.js';
import type { IndexField } from '../schema.js';
import { hasLoneSurrogate, orderedAfter, orderedFrom } from '../terms.js';
import type { PartFields } from './fields.js';
import type { RecordNames } from './names.js';
import { anyOf, beyondSurrogate, literal, NONE, type Query, type TermBound, termRange } from './queries.js';
import { scriptedFold, scriptedRange, scriptedWildcard } from './scripts.js';

/**
 * Longest bound and pattern, in UTF-8, that the engine's automata take: it refuses those of more than 1,000 bytes. Programs compare the others.
 * Tests lower it.
 */
export const automatonLimits = { bytes: 990 };

/** What compiling a filter depends on. */
export interface FilterContext {
  readonly fields: PartFields;
  readonly names: RecordNames;
  /** Whether wildcards are programs: the engine has refused a pattern as too complex. */
  readonly scripted?: boolean;
}

function isLong(text: string): boolean {
  const { bytes } = automatonLimits;
  return maxUtf8Length(text.length) > bytes && utf8Bytes(text).length > bytes;
}

/**
 * Finds the values of an index field that fit a pattern.
 * @param kept the index field that has the values for a program to look through
 * @param separator behind the text of those values
 */
export function wildcard(field: string, pattern: string, { scripted }: FilterContext, kept: string, separator?: string): Query {
  if (hasLoneSurrogate(pattern)) return NONE;
  return scripted || isLong(pattern) ? scriptedWildcard(kept, pattern, separator) : { wildcard: { [field]: { value: pattern } } };
}

/** Where the index has the texts of a field of words. */
export type Texts = Required<Pick<IndexField, 'ordered' | 'folded' | 'text' | 'words'>>;

/** Finds the texts of which a token, or the fold of the whole, fits a pattern. */
export function wildcardOfWords({ ordered, folded, text, words }: Texts, pattern: string, { scripted }: FilterContext): Query {
  if (hasLoneSurrogate(pattern)) return NONE;
  if (scripted || isLong(pattern)) return anyOf([scriptedWildcard(words, pattern), scriptedFold(ordered, pattern)]);
  return anyOf([text, folded].map((field) => ({ wildcard: { [field]: { value: pattern } } })));
}

/** Whether every value meets a pattern. */
export function isEverything({ leastCharacters, codes }: Pattern): boolean {
  return leastCharacters === 0 && codes.length === 1 && codes[0] < 0;
}

/** Has a term that begins with a text. The field must have doc values. */
export function beginsWith(field: string, text: string): Query {
  if (hasLoneSurrogate(text)) return NONE;
  return isLong(text) ? scriptedWildcard(field, `${literal(text)}*`) : { prefix: { [field]: text } };
}

/** A range of the terms of an index field that begin with a prefix. */
export function compileRange(prefix: string, index: string, lower?: TermBound, upper?: TermBound): Query {
  const from = lower ? { ...lower, value: prefix + lower.value } : prefix === '' ? undefined : { value: prefix, inclusive: true };
  const end = { value: `${prefix.slice(0, -1)}>`, inclusive: false };
  const to = upper ? { ...upper, value: prefix + upper.value } : prefix === '' ? undefined : end;
  if (![from, to].some((bound) => bound && isLong(bound.value))) return termRange(index, from, to);
  return scriptedRange(index, from && beyondSurrogate(from, true), to && beyondSurrogate(to, false));
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
