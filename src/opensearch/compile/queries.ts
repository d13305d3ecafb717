import type { PatternPiece } from '../../analysis/pattern.js';
import { hasLoneSurrogate, LONE_SURROGATE } from '../terms.js';

/** A query of the engine, as plain data. */
export type Query = Readonly<Record<string, unknown>>;

/** Finds nothing. */
export const NONE: Query = Object.freeze({ match_none: {} });
/** Finds everything. */
export const ALL: Query = Object.freeze({ match_all: {} });

/** Finds what any of some queries finds. */
export function anyOf(queries: readonly Query[]): Query {
  const some = withTermsJoined(queries.flatMap(alternativesOf));
  if (some.length === 0) return NONE;
  if (some.includes(ALL)) return ALL;
  return some.length === 1 ? some[0] : { bool: { should: some, minimum_should_match: 1 } };
}

/** The queries of which any is enough for a query; by itself, if it is no such choice. */
function alternativesOf(query: Query): readonly Query[] {
  if (query === NONE) return [];
  const { should, minimum_should_match, ...others } = (query.bool ?? {}) as Record<string, unknown>;
  return should && minimum_should_match === 1 && Object.keys(others).length === 0 ? (should as readonly Query[]) : [query];
}

/**
 * The same choice with one clause for all terms of a field: a word of a question and its synonyms are a clause for each field instead of
 * hundreds, which the engine would read and rewrite one by one.
 */
function withTermsJoined(queries: readonly Query[]): readonly Query[] {
  const byField = new Map<string, Set<string>>();
  const others: Query[] = [];
  for (const query of queries) {
    const [named] = Object.entries((query.term ?? {}) as Record<string, string>);
    if (!named) {
      others.push(query);
      continue;
    }
    const [field, value] = named;
    const known = byField.get(field);
    if (known) known.add(value);
    else byField.set(field, new Set([value]));
  }
  const joined = Array.from(byField, ([field, [first, ...more]]) =>
    more.length === 0 ? term(field, first) : oneOf(field, [first, ...more]),
  );
  return [...joined, ...others];
}

/** Finds what all of some queries find. */
export function allOf(queries: readonly Query[]): Query {
  const some = queries.filter((query) => query !== ALL);
  if (some.length === 0) return ALL;
  if (some.includes(NONE)) return NONE;
  return some.length === 1 ? some[0] : { bool: { filter: some } };
}

/** Finds what a query does not. */
export function noneOf(query: Query): Query {
  if (query === ALL) return NONE;
  return query === NONE ? ALL : { bool: { must_not: [query] } };
}

/** Has a term. No term has half of a surrogate pair, which would arrive as the replacement character. */
export const term = (field: string, value: string): Query => (hasLoneSurrogate(value) ? NONE : { term: { [field]: value } });

/** A longer list of values is several clauses: the engine takes 65,536 in one. */
const VALUES_AT_ONCE = 60_000;

/** Has one of some terms, of which none has half of a surrogate pair. */
export function oneOf(field: string, values: readonly string[]): Query {
  const clauses: Query[] = [];
  for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
    clauses.push({ terms: { [field]: values.slice(from, from + VALUES_AT_ONCE) } });
  }
  return anyOf(clauses);
}

/** Has some tokens, one after the other, in one value. @param prefix of each token, for fields that several keys share */
export function phrase(field: string, tokens: readonly string[], prefix = ''): Query {
  if (tokens.length === 1) return term(field, prefix + tokens[0]);
  if (tokens.some(hasLoneSurrogate)) return NONE;
  return { match_phrase: { [field]: { query: tokens.map((token) => prefix + token).join(' '), slop: 0 } } };
}

/** Scores nothing but a number where a filter is met. */
export const constant = (filter: Query, boost: number, name?: string): Query => ({
  constant_score: { filter, boost, ...(name !== undefined && { _name: name }) },
});

const WILD = /[\\*?]/g;

/** A text of which no character is a wildcard. */
export const literal = (text: string): string => text.replace(WILD, '\\$&');

/** The engine's text of a pattern. @param normal brings the literal pieces into the form of the terms */
export function wildcardText(pieces: readonly PatternPiece[], normal: (text: string) => string): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'literal') text += literal(normal(piece.text));
    else if (piece.kind === 'any_one') text += '?';
    // A piece of which nothing is left may have stood between two runs.
    else if (!endsWithRun(text)) text += '*';
  }
  return text;
}

function endsWithRun(text: string): boolean {
  return text.endsWith('*') && !text.endsWith('\\*');
}

/** One end of a range of terms. */
export interface TermBound {
  readonly value: string;
  readonly inclusive: boolean;
}

/** Has a term between two bounds, in the order of code points. */
export function termRange(field: string, lower: TermBound | undefined, upper: TermBound | undefined): Query {
  const range: Record<string, string> = {};
  const [from, to] = [lower && beyondSurrogate(lower, true), upper && beyondSurrogate(upper, false)];
  if (from) range[from.inclusive ? 'gte' : 'gt'] = from.value;
  if (to) range[to.inclusive ? 'lte' : 'lt'] = to.value;
  return { range: { [field]: range } };
}

/** The first character behind the surrogates. */
const BEHIND_SURROGATES = '\ue000';

/** A bound without half of a surrogate pair: no term has one, so the first text behind all that have it bounds the same terms. */
export function beyondSurrogate(bound: TermBound, isLower: boolean): TermBound {
  const at = bound.value.search(LONE_SURROGATE);
  return at < 0 ? bound : { value: bound.value.slice(0, at) + BEHIND_SURROGATES, inclusive: isLower };
}
