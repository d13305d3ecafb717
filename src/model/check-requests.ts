import { isTooLong, MemberReader, nameMap, withoutFaulty } from './check-arguments.js';
import {
  type DrilldownRequest,
  echoDrilldown,
  echoFacet,
  type FieldFacet,
  type FieldStats,
  readDrilldown,
  readFacets,
  readStats,
  silentWarnings,
} from './check-counts.js';
import { type CheckedDirectives, DIRECTIVES, readDirectives } from './check-directives.js';
import { fieldEntries } from './check-field-entries.js';
import { type CheckedRank, echoRank, readRank } from './check-rank.js';
import type { CollectionName, Field, FieldTable } from './fields.js';
import type { Path } from './issue.js';
import type { Issues } from './issues.js';
import type { Limits } from './limits.js';
import { checkLength, isLongText, mostConditions } from './request-size.js';
import type { Directives, SearchRequest, SortKey } from './requests.js';
import { distinctSortKeys, formatSortKeys, readSortKeys } from './sortby.js';

/** Values of one field, OR'd; never empty. */
export interface FieldFilter {
  readonly field: Field;
  /** Undefined for a value with an issue. */
  readonly values: readonly (string | undefined)[];
}

/** A valid search request, in the form of the echo and in the form that a search reads. */
export interface NormalisedSearchRequest {
  /**
   * For `response.request`: defaults present, lists as lists, `sortby` as text, maps without prototype. Shares nothing with the
   * caller's object. Contains directives and `spec_drilldown` only if the caller passed them.
   */
  readonly request: SearchRequest;
  readonly q: string;
  readonly start: number;
  readonly limit: number;
  /** At least one unless they have issues, each once; without the final tie-break by uid. */
  readonly sortKeys: readonly SortKey[];
  /** Undefined if the request has none. */
  readonly rank: CheckedRank | undefined;
  readonly filterFields: readonly FieldFilter[];
  /** Undefined for a text with an issue. */
  readonly filterQueries: readonly (string | undefined)[];
  readonly facetFields: readonly FieldFacet[];
  /** Undefined for a text with an issue. */
  readonly facetQueries: readonly (string | undefined)[];
  readonly stats: readonly FieldStats[];
  /** Undefined if the request has no drilldown. */
  readonly specDrilldown: DrilldownRequest | undefined;
  /** The cursor, unread. */
  readonly after: string | undefined;
  /** What it has that asks for nothing, and probably should. */
  readonly warnings: readonly string[];
  /** Whether results have highlights and a snippet. */
  readonly highlight: boolean;
  /** Whether the answer has suggestions. */
  readonly suggest: boolean;
  readonly directives: CheckedDirectives;
}

/** Results of a page. */
const DEFAULT_LIMIT = 10;
const MEMBERS: readonly string[] = [
  ...['q', 'start', 'limit', 'sortby', 'filter', 'facet', 'stats', 'spec_drilldown', 'after', 'highlight', 'suggest', 'rank'],
  ...DIRECTIVES,
];
const FILTER_FIELDS: Path = ['filter', 'fields'];

/**
 * Checks a search request and fills in its defaults. The result omits members with an issue, so that the rest can be checked;
 * such a request must not be answered. Filter queries are only checked to be texts, and directives only for their form.
 * @param limits the largest `start` and `limit`; Infinity for none
 * @param own the fields that the catalog's build declared
 */
export function normaliseSearchRequest(
  collection: CollectionName,
  request: unknown,
  limits: Limits,
  issues: Issues,
  own?: FieldTable,
): NormalisedSearchRequest {
  const given = MemberReader.of(request ?? {}, [], MEMBERS, issues);
  const read = readMembers(collection, given, limits, issues, own);
  const { sortKeys, filters, facets, stats, drilldown } = read;
  // Member by member, here and in `readMembers`: two spreads took twice as long as all the rest of a search (`bench:compare`, g).
  return {
    q: read.q,
    start: read.start,
    limit: read.limit,
    rank: read.rank,
    filterQueries: read.filterQueries,
    facetQueries: read.facetQueries,
    after: read.after,
    highlight: read.highlight,
    suggest: read.suggest,
    directives: read.directives,
    request: echo(read),
    sortKeys: distinctSortKeys(sortKeys, limits, issues),
    filterFields: filters.filter(({ values }) => values.length > 0),
    facetFields: facets.filter(({ include }) => include),
    stats: stats.filter(({ include }) => include),
    specDrilldown: drilldown?.include
      ? { excludeFilter: drilldown.exclude_filter, limit: drilldown.limit, keys: drilldown.keys }
      : undefined,
    warnings: silentWarnings(facets, stats, drilldown),
  };
}

/** The members of a search request, with those that are asked for and those that are turned off. */
function readMembers(collection: CollectionName, given: MemberReader, limits: Limits, issues: Issues, own?: FieldTable) {
  const q = given.text('q', '');
  const start = given.count('start', 0, limits.start);
  const limit = given.count('limit', Math.min(DEFAULT_LIMIT, limits.limit), limits.limit);
  const sortKeys = readSortKeys(collection, given.value('sortby'), issues, own);
  const rank = readRank(collection, given, limits, issues);
  const filter = given.object('filter', ['fields', 'queries']);
  const filters = readFieldFilters(collection, filter, limits, issues, own);
  const filterQueries = filter?.strings('queries', mostConditions(limits)) ?? [];
  const facet = given.object('facet', ['fields', 'queries']);
  const facets = readFacets(collection, facet, limits, issues, own);
  const facetQueries = facet?.strings('queries', mostConditions(limits)) ?? [];
  const stats = readStats(collection, given, issues, own);
  const drilldown = readDrilldown(collection, given, limits, issues);
  const after = readAfter(given, start, issues);
  const highlight = given.flag('highlight');
  const suggest = given.flag('suggest');
  const directives = readDirectives(given, issues);
  return {
    q,
    start,
    limit,
    sortKeys,
    rank,
    filters,
    filterQueries,
    facets,
    facetQueries,
    stats,
    drilldown,
    after,
    highlight,
    suggest,
    directives,
  };
}

/** The request as the answer repeats it: with its defaults. */
function echo(read: ReturnType<typeof readMembers>): NormalisedSearchRequest['request'] {
  const { q, start, limit, sortKeys, rank, filters, facets, stats, drilldown, after, highlight, suggest } = read;
  const request: SearchRequest = { q, start, limit, sortby: formatSortKeys(sortKeys) };
  // Member by member, as above, in the order of the documentation.
  if (rank) request.rank = echoRank(rank);
  request.filter = {
    fields: byField(filters, ({ values }) => withoutFaulty(values)),
    queries: withoutFaulty(read.filterQueries),
  };
  request.facet = { fields: byField(facets, echoFacet), queries: withoutFaulty(read.facetQueries) };
  request.stats = byField(stats, ({ include, excludeFilter }) => ({ include, exclude_filter: excludeFilter }));
  // Members without an issue are all defined.
  const { include, show, hide, slice } = read.directives as Directives;
  if (include) request.include = include;
  if (show) request.show = show;
  if (hide) request.hide = hide;
  if (slice) request.slice = slice;
  if (drilldown) request.spec_drilldown = echoDrilldown(drilldown);
  if (after !== undefined) request.after = after;
  if (highlight) request.highlight = highlight;
  if (suggest) request.suggest = suggest;
  return request;
}

/** A map of what the caller passed for each field, without prototype. */
function byField<T extends { readonly field: Field }, V>(given: readonly T[], echo: (given: T) => V): Record<string, V> {
  const map = nameMap<V>();
  for (const entry of given) map[entry.field.name] = echo(entry);
  return map;
}

function readFieldFilters(
  collection: CollectionName,
  filter: MemberReader | undefined,
  limits: Limits,
  issues: Issues,
  own: FieldTable | undefined,
): FieldFilter[] {
  const most = mostConditions(limits);
  return fieldEntries(collection, filter, 'fields', FILTER_FIELDS, issues, own).map(({ field, value, path }) => {
    if (value === undefined || value === null) return { field, values: [] };
    if (!Array.isArray(value)) return { field, values: [checkFilterValue(value, path, issues)] };
    if (isTooLong(value, path, issues, most)) return { field, values: [] };
    const values: (string | undefined)[] = [];
    // By index: an array may have holes.
    for (let i = 0; i < value.length; i++) values.push(filterValueAt(value[i], path, i, issues));
    return { field, values };
  });
}

/** The path of an element is only needed for its issue. */
function filterValueAt(value: unknown, path: Path, i: number, issues: Issues): string | undefined {
  return typeof value === 'string' && !isLongText(value) ? value : checkFilterValue(value, [...path, i], issues);
}

/** A literal value as text; a number or boolean is its text. */
function checkFilterValue(value: unknown, path: Path, issues: Issues): string | undefined {
  if (typeof value === 'string') return checkLength(value, path, issues);
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  issues.addWrongType(path, 'a string, a finite number, true or false', value);
  return undefined;
}

/** The place where a page begins. A text that is not a cursor of the request is found out when the request is resolved. */
function readAfter(request: MemberReader, start: number, issues: Issues): string | undefined {
  const after = request.value('after');
  if (after === undefined || after === null) return undefined;
  const expected = 'the `next` of an earlier answer';
  if (typeof after !== 'string') issues.addWrongType(['after'], expected, after);
  else if (start === 0) return after;
  else {
    const text = `: the page begins either behind a cursor or at a position, so start must be 0, not ${start}`;
    issues.add('out_of_range', ['after'], text, { found: after, expected: ['start 0'] });
  }
  return undefined;
}
