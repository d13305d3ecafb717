import { addTooMany, MemberReader } from './check-arguments.js';
import { type CheckedDirectives, DIRECTIVES, readDirectives } from './check-directives.js';
import { describeValue } from './describe.js';
import type { ValidationError, WriteIssue } from './errors.js';
import type { Path } from './issue.js';
import { Issues, pathText } from './issues.js';
import type { Limits } from './limits.js';
import type { EchoedMatchQuery, PartsMatchResponse } from './match-requests.js';
import { shorten } from './nearest.js';
import { isPlainObject } from './plain.js';
import { checkLength, isLongText } from './request-size.js';
import type { Directives } from './requests.js';

/** A valid match query. A text that is absent or blank is undefined. */
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

/** A query of a match request: its conditions, or its error. */
export type MatchQueryReading =
  | { readonly reference: string | null; readonly error: null; readonly query: CheckedMatchQuery }
  | { readonly reference: string | null; readonly error: ValidationError; readonly query: undefined };

/** A match request that has been checked: as it is echoed, and in the form that a match reads. */
export interface NormalisedMatchRequest {
  /** For `response.request`. Shares nothing with the caller's object. */
  readonly request: PartsMatchResponse['request'];
  /** In the order of the request. */
  readonly queries: readonly MatchQueryReading[];
  readonly exactOnly: boolean;
  readonly suggest: boolean;
  readonly directives: CheckedDirectives;
}

const DEFAULT_LIMIT = 3;
/** A part number with a wildcard needs this many characters that are not wildcards. */
const LEAST_LITERALS = 3;

const REQUEST_MEMBERS: readonly string[] = ['queries', 'exact_only', 'suggest', ...DIRECTIVES];
/** The members of a match query, in the order of the version 3 document, which is also the order of the echo. */
export const MATCH_QUERY_MEMBERS = ['q', 'mpn', 'brand', 'sku', 'seller', 'mpn_or_sku', 'start', 'limit', 'reference'] as const;
type MemberName = (typeof MATCH_QUERY_MEMBERS)[number];
const CONDITIONS = ['q', 'mpn', 'sku', 'mpn_or_sku', 'brand', 'seller'] as const;
const NUMBERS = ['mpn', 'sku', 'mpn_or_sku'] as const;

/** A member of a match query that is a condition on parts. */
export type MatchCondition = (typeof CONDITIONS)[number];

/**
 * Checks a match request and fills in its defaults. A fault of one query is the error of that query, not an issue of the request.
 */
export function normaliseMatchRequest(request: unknown, limits: Limits, issues: Issues): NormalisedMatchRequest {
  const given = MemberReader.of(request ?? {}, [], REQUEST_MEMBERS, issues);
  // If the request is not an object, nothing else is reported as missing.
  const queries = isPlainObject(request ?? {}) ? readQueries(given.value('queries') ?? undefined, limits, issues) : [];
  const exactOnly = given.flag('exact_only');
  const suggest = given.flag('suggest');
  const directives = readDirectives(given, issues);
  return {
    request: {
      queries: queries.map(({ echo }) => echo),
      exact_only: exactOnly,
      ...(suggest && { suggest }),
      ...(directives as Directives),
    },
    queries: queries.map(({ reading }) => reading),
    exactOnly,
    suggest,
    directives,
  };
}

/** The text of a query's error. Members have the names that the query gives them; the query itself is `a query`. */
export function queryError(error: ValidationError, write: WriteIssue = inQuery): string {
  return error.describe(write).join('; ');
}

function inQuery({ pathParts }: { readonly pathParts: readonly string[] }, predicate: string): string {
  const [, , ...member] = pathParts;
  return `${member.length === 0 ? 'a query' : shorten(pathText(member))}${predicate}`;
}

function readQueries(
  queries: unknown,
  limits: Limits,
  issues: Issues,
): { readonly reading: MatchQueryReading; readonly echo: EchoedMatchQuery }[] {
  if (!Array.isArray(queries)) {
    issues.addWrongType(['queries'], 'a list of queries', queries);
    return [];
  }
  if (queries.length > limits.matchQueries) {
    addTooMany(['queries'], `at most ${limits.matchQueries}`, queries.length, issues);
    return [];
  }
  // Those of one query, and of the next as long as there are none.
  let ofQuery = new Issues();
  return Array.from(queries, (given: unknown, i) => {
    const query = isPlainObject(given) ? withTexts(given) : given;
    const reading = readQuery(query, ['queries', i], limits, ofQuery);
    if (!ofQuery.isEmpty) ofQuery = new Issues();
    return { reading, echo: echoQuery(query, reading, limits) };
  });
}

/** The members that are texts. */
const TEXTS: readonly MemberName[] = ['q', ...NUMBERS, 'brand', 'seller', 'reference'];

/** A query whose numbers are texts: part numbers may be digits only, and programs send them as numbers. */
function withTexts(given: Record<string, unknown>): Record<string, unknown> {
  if (!TEXTS.some((name) => typeof given[name] === 'number')) return given;
  const numbers = TEXTS.filter((name) => Number.isFinite(given[name]));
  return { ...given, ...Object.fromEntries(numbers.map((name) => [name, String(given[name])])) };
}

function readQuery(value: unknown, path: Path, limits: Limits, issues: Issues): MatchQueryReading {
  if (!isPlainObject(value)) {
    issues.add('wrong_type', path, ` must be an object, not ${describeValue(value)}`, { found: value, expected: ['an object'] });
    return { reference: null, error: errorOf(issues, value, path) as ValidationError, query: undefined };
  }
  const query = checkQuery(MemberReader.of(value, path, MATCH_QUERY_MEMBERS, issues), path, limits, issues);
  const error = errorOf(issues, value, path);
  const reference = referenceOf(value);
  return error ? { reference, error, query: undefined } : { reference, error: null, query };
}

function errorOf(issues: Issues, query: unknown, path: Path): ValidationError | undefined {
  if (issues.isEmpty) return undefined;
  issues.request = { queries: { [path[1]]: query } };
  return issues.error();
}

function referenceOf({ reference }: Record<string, unknown>): string | null {
  return typeof reference === 'string' ? reference : null;
}

function checkQuery(given: MemberReader, path: Path, limits: Limits, issues: Issues): CheckedMatchQuery {
  const text = (name: MemberName) => checkText(given, name, issues);
  const query = {
    q: text('q'),
    mpn: text('mpn'),
    brand: text('brand'),
    sku: text('sku'),
    seller: text('seller'),
    mpn_or_sku: text('mpn_or_sku'),
    start: given.count('start', 0, limits.start),
    limit: given.count('limit', defaultLimit(limits), limits.limit),
  };
  text('reference');
  // A condition with an issue of its own is not missing.
  const isEmpty = CONDITIONS.every((name) => query[name] === undefined && isNothing(given.value(name)));
  if (isEmpty) {
    const names = CONDITIONS.map((name) => `"${name}"`).join(', ');
    issues.add('missing', path, ` needs a text for one of ${names}: it has none`, { expected: CONDITIONS });
  }
  for (const name of NUMBERS) if (query[name] !== undefined) checkWildcards(given.at(name), query[name], issues);
  return query;
}

/** A text; undefined if it is absent or blank. */
function checkText(given: MemberReader, name: MemberName, issues: Issues): string | undefined {
  const text = given.text(name, '');
  if (text === '') return undefined;
  // The path is only needed for the issue of a long text.
  const short = isLongText(text) ? checkLength(text, given.at(name), issues) : text;
  return short === undefined || isBlank(short) ? undefined : short;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

function isBlank(text: string): boolean {
  return !/\P{White_Space}/u.test(text);
}

function checkWildcards(path: Path, text: string, issues: Issues): void {
  const literals = literalsOfPattern(text);
  if (literals === undefined || literals >= LEAST_LITERALS) return;
  const expected = 'at least three other characters';
  const reason = `: a part number with wildcards needs ${expected}, "${shorten(text)}" has ${literals}`;
  issues.add('out_of_range', path, reason, { found: text, expected: [expected] });
}

/**
 * The number of code points of a pattern that are not wildcards, an escaped one counting once; undefined for a text without
 * wildcards.
 */
function literalsOfPattern(text: string): number | undefined {
  let literals = 0;
  let isPattern = false;
  let escaped = false;
  for (const character of text) {
    if (escaped) escaped = false;
    else if (character === '\\') {
      // Counted with the character that it escapes, or by itself at the end.
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

/** A query with all of its members. Of an invalid query, only members that JSON writes as a single value are echoed. */
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
    // In a valid query, null is the same as absent.
    if (isScalar || (value === null && !query)) echo[name] = value;
  }
  return echo as EchoedMatchQuery;
}
