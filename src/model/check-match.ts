import { checkBoolean, checkCount, checkObject, checkString, wrongArgument } from './check-arguments.js';
import { DIRECTIVES, readDirectives } from './check-directives.js';
import { describeValue } from './describe.js';
import { ValidationError } from './errors.js';
import type { Limits } from './limits.js';
import type { EchoedMatchQuery, PartsMatchResponse } from './match-requests.js';
import { shorten } from './nearest.js';
import { isPlainObject } from './plain.js';
import type { Directives } from './requests.js';

/** A match query without faults. A text that is not given, or blank, is undefined. */
export interface CheckedMatchQuery {
  readonly q: string | undefined;
  readonly mpn: string | undefined;
  readonly brand: string | undefined;
  readonly sku: string | undefined;
  readonly seller: string | undefined;
  readonly mpn_or_sku: string | undefined;
  readonly start: number;
  readonly limit: number;
}

/** A query of a match request: what it asks, or what is wrong with it. */
export type MatchQueryReading =
  | { readonly reference: string | null; readonly error: null; readonly query: CheckedMatchQuery }
  | { readonly reference: string | null; readonly error: string; readonly query: undefined };

/** A match request that has been checked: as it is echoed, and in the form that a match reads. */
export interface NormalisedMatchRequest {
  /** For `response.request`. Shares nothing with the caller's object. */
  readonly request: PartsMatchResponse['request'];
  /** In the order of the request. */
  readonly queries: readonly MatchQueryReading[];
  readonly exactOnly: boolean;
  readonly suggest: boolean;
  readonly directives: Directives;
}

const DEFAULT_LIMIT = 3;
/** Bytes of UTF-8 of one text. */
const LONGEST_TEXT = 65_536;
/** A part number with a wildcard needs so many characters that are none. */
const LEAST_LITERALS = 3;

const REQUEST_MEMBERS: readonly string[] = ['queries', 'exact_only', 'suggest', ...DIRECTIVES];
/** The members of a match query, in the order of the version 3 document, in which they are echoed. */
export const MATCH_QUERY_MEMBERS = ['q', 'mpn', 'brand', 'sku', 'seller', 'mpn_or_sku', 'start', 'limit', 'reference'] as const;
type MemberName = (typeof MATCH_QUERY_MEMBERS)[number];
const CONDITIONS = ['q', 'mpn', 'sku', 'mpn_or_sku', 'brand', 'seller'] as const;
const NUMBERS = ['mpn', 'sku', 'mpn_or_sku'] as const;

/** A member of a match query that parts must meet. */
export type MatchCondition = (typeof CONDITIONS)[number];

/**
 * Checks a match request and fills in its defaults. What is wrong with one query is told with that query.
 * @throws ValidationError for what is wrong with the request itself
 */
export function normaliseMatchRequest(request: unknown, limits: Limits): NormalisedMatchRequest {
  const given = checkObject(request ?? {}, '', REQUEST_MEMBERS);
  const { queries } = given;
  if (!Array.isArray(queries)) throw wrongArgument('queries', 'a list of queries', queries);
  if (queries.length > limits.matchQueries) {
    throw new ValidationError('queries', `queries must be at most ${limits.matchQueries}, not ${queries.length}`);
  }
  const exactOnly = checkBoolean(given.exact_only, 'exact_only');
  const suggest = checkBoolean(given.suggest, 'suggest');
  const directives = readDirectives(given, '');
  const readings: MatchQueryReading[] = [];
  const echoes: EchoedMatchQuery[] = [];
  for (let i = 0; i < queries.length; i++) {
    const reading = readQuery(queries[i], limits);
    readings.push(reading);
    echoes.push(echoQuery(queries[i], reading, limits));
  }
  return {
    request: { queries: echoes, exact_only: exactOnly, ...(suggest && { suggest }), ...directives },
    queries: readings,
    exactOnly,
    suggest,
    directives,
  };
}

function readQuery(value: unknown, limits: Limits): MatchQueryReading {
  if (!isPlainObject(value)) return faulty(`a query must be an object, not ${describeValue(value)}`, null);
  try {
    const query = checkQuery(checkObject(value, '', MATCH_QUERY_MEMBERS), limits);
    return { reference: referenceOf(value), error: null, query };
  } catch (error) {
    if (error instanceof ValidationError) return faulty(error.message, referenceOf(value));
    throw error;
  }
}

function faulty(error: string, reference: string | null): MatchQueryReading {
  return { reference, error, query: undefined };
}

function referenceOf({ reference }: Record<string, unknown>): string | null {
  return typeof reference === 'string' ? reference : null;
}

/** @throws ValidationError for the first fault */
function checkQuery(given: Record<string, unknown>, limits: Limits): CheckedMatchQuery {
  const query = {
    q: checkText(given, 'q'),
    mpn: checkText(given, 'mpn'),
    brand: checkText(given, 'brand'),
    sku: checkText(given, 'sku'),
    seller: checkText(given, 'seller'),
    mpn_or_sku: checkText(given, 'mpn_or_sku'),
    start: checkCount(given.start, 'start', 0, limits.start),
    limit: checkCount(given.limit, 'limit', defaultLimit(limits), limits.limit),
  };
  checkText(given, 'reference');
  if (CONDITIONS.every((name) => query[name] === undefined)) {
    const names = CONDITIONS.map((name) => `"${name}"`).join(', ');
    throw new ValidationError('', `a query needs a text for one of ${names}: it has none`);
  }
  for (const name of NUMBERS) checkWildcards(name, query[name] ?? '');
  return query;
}

/** A text, or undefined for one that is not there or blank. */
function checkText(given: Record<string, unknown>, name: MemberName): string | undefined {
  const text = checkString(given[name], name, '');
  if (isTooLong(text)) throw new ValidationError(name, `${name} must be at most ${LONGEST_TEXT} bytes of UTF-8`);
  return isBlank(text) ? undefined : text;
}

/** No unit of UTF-16 takes more than three bytes: hardly a text has to be encoded to be measured. */
function isTooLong(text: string): boolean {
  return text.length * 3 > LONGEST_TEXT && new TextEncoder().encode(text).length > LONGEST_TEXT;
}

function isBlank(text: string): boolean {
  return !/\P{White_Space}/u.test(text);
}

function checkWildcards(name: MemberName, text: string): void {
  const literals = literalsOfPattern(text);
  if (literals === undefined || literals >= LEAST_LITERALS) return;
  throw new ValidationError(
    name,
    `${name}: a part number with wildcards needs at least three other characters, "${shorten(text)}" has ${literals}`,
  );
}

/** How many code points of a pattern are no wildcards, an escaped one being one; undefined for a text without wildcards. */
function literalsOfPattern(text: string): number | undefined {
  let literals = 0;
  let isPattern = false;
  let escaped = false;
  for (const character of text) {
    if (escaped) escaped = false;
    else if (character === '\\') {
      // Counted with what it escapes, or for itself at the end.
      escaped = true;
      literals++;
    } else if (character === '*' || character === '?') isPattern = true;
    else literals++;
  }
  return isPattern ? literals : undefined;
}

function defaultLimit(limits: Limits): number {
  return Math.min(DEFAULT_LIMIT, limits.limit);
}

/** A query with all of its members. Of a faulty one those are echoed that JSON writes as a single value. */
function echoQuery(given: unknown, { query }: MatchQueryReading, limits: Limits): EchoedMatchQuery {
  const members: Record<string, unknown> = isPlainObject(given) ? given : {};
  const echo: Record<MemberName, unknown> = {
    q: '',
    mpn: null,
    brand: null,
    sku: null,
    seller: null,
    mpn_or_sku: null,
    start: query ? query.start : 0,
    limit: query ? query.limit : defaultLimit(limits),
    reference: null,
  };
  for (const name of MATCH_QUERY_MEMBERS) {
    const value: unknown = members[name];
    const isScalar = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
    // Without a fault null is the same as nothing.
    if (isScalar || (value === null && !query)) echo[name] = value;
  }
  return echo as EchoedMatchQuery;
}
