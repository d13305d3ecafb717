import { checkField, isTooLong, MemberReader, nameMap, withoutFaulty } from './check-arguments.js';
import { type CheckedDirectives, DIRECTIVES, readDirectives } from './check-directives.js';
import { type CheckedRank, echoRank, readRank } from './check-rank.js';
import type { CollectionName, Field, FieldTable } from './fields.js';
import type { Path } from './issue.js';
import { type Issues, pathText } from './issues.js';
import type { Limits } from './limits.js';
import { shorten } from './nearest.js';
import { checkLength, isLongText, mostConditions } from './request-size.js';
import type { Directives, FacetFieldRequest, FacetOrder, SearchRequest, SortKey, SpecDrilldownRequest } from './requests.js';
import { distinctSortKeys, formatSortKeys, readSortKeys } from './sortby.js';

/** Values of one field, OR'd; never empty. */
export interface FieldFilter {
  readonly field: Field;
  /** Undefined for a value with an issue. */
  readonly values: readonly (string | undefined)[];
}

/** A facet with `include: true`. */
export interface FieldFacet {
  readonly field: Field;
  readonly excludeFilter: boolean;
  readonly start: number;
  readonly limit: number;
  /** Most ranges of its numbers; 0 for none. */
  readonly ranges: number;
  /** Empty for all values. */
  readonly contains: string;
  readonly order: FacetOrder;
  /** Whether to append the values that the request filters the field by. */
  readonly chosen: boolean;
  /** Levels of the category tree; 0 for a list. */
  readonly tree: number;
}

/** A drilldown with `include: true`. */
export interface DrilldownRequest {
  readonly excludeFilter: boolean;
  /** Values of each facet. */
  readonly limit: number;
  /** Most spec keys, without those that the request filters by. */
  readonly keys: number;
}

/** Statistics with `include: true`. */
export interface FieldStats {
  readonly field: Field;
  readonly excludeFilter: boolean;
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

const DEFAULT_LIMIT = 10;
/** Most ranges of one facet, whatever the limits are: a longer histogram is not useful. */
const MOST_RANGES = 1000;

/** Spec keys of a drilldown. */
const DEFAULT_KEYS = 50;
/** Most levels of a facet's tree. */
const MOST_LEVELS = 20;

const MEMBERS: readonly string[] = [
  ...['q', 'start', 'limit', 'sortby', 'filter', 'facet', 'stats', 'spec_drilldown', 'after', 'highlight', 'suggest', 'rank'],
  ...DIRECTIVES,
];
const FACET_MEMBERS: readonly string[] = [
  ...['include', 'exclude_filter', 'start', 'limit', 'ranges'],
  ...['contains', 'order', 'chosen', 'tree'],
];
const FILTER_FIELDS: Path = ['filter', 'fields'];
const FACET_FIELDS: Path = ['facet', 'fields'];

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

const NO_WARNINGS: readonly string[] = [];

/** The warnings of entries that do not say whether they are asked for. */
function silentWarnings(facets: readonly Asked[], stats: readonly Asked[], drilldown: GivenDrilldown | undefined) {
  // Most searches have none of them.
  if (facets.length + stats.length === 0 && !drilldown) return NO_WARNINGS;
  return [...facets, ...stats, ...(drilldown ? [drilldown] : [])].flatMap(({ silent }) => silent ?? []);
}

/** A warning of an entry that does not say whether it is asked for; undefined for one that does. */
function silentEntry(given: MemberReader, path: Path): string | undefined {
  const include = given.value('include');
  return include === undefined || include === null
    ? `${shorten(pathText(path))} requests nothing without include: true`
    : undefined;
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
  return {
    q,
    start,
    limit,
    sortby: formatSortKeys(sortKeys),
    ...(rank && { rank: echoRank(rank) }),
    filter: { fields: byField(filters, ({ values }) => withoutFaulty(values)), queries: withoutFaulty(read.filterQueries) },
    facet: { fields: byField(facets, echoFacet), queries: withoutFaulty(read.facetQueries) },
    stats: byField(stats, ({ include, excludeFilter }) => ({ include, exclude_filter: excludeFilter })),
    ...(read.directives as Directives),
    ...(drilldown && { spec_drilldown: echoDrilldown(drilldown) }),
    ...(after !== undefined && { after }),
    ...(highlight && { highlight }),
    ...(suggest && { suggest }),
  };
}

/** A map of what the caller passed for each field, without prototype. */
function byField<T extends { readonly field: Field }, V>(given: readonly T[], echo: (given: T) => V): Record<string, V> {
  const map = nameMap<V>();
  for (const entry of given) map[entry.field.name] = echo(entry);
  return map;
}

/** The members of a map by fieldname. Unknown fields get issues and are left out. */
function fieldEntries(
  collection: CollectionName,
  holder: MemberReader | undefined,
  name: string,
  path: Path,
  issues: Issues,
  own: FieldTable | undefined,
): { field: Field; value: unknown; path: Path }[] {
  const entries: { field: Field; value: unknown; path: Path }[] = [];
  for (const [fieldname, value] of holder?.entries(name) ?? NO_ENTRIES) {
    const at = [...path, fieldname];
    const field = checkField(collection, fieldname, { path: at, argument: path }, issues, undefined, own);
    if (field) entries.push({ field, value, path: at });
  }
  return entries;
}

const NO_ENTRIES: readonly [string, unknown][] = [];

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

/** Whether an entry is asked for. */
interface Asked {
  readonly include: boolean;
  /** The warning if it does not say. */
  readonly silent: string | undefined;
}

type GivenFacet = FieldFacet & Asked;

function readFacets(
  collection: CollectionName,
  facet: MemberReader | undefined,
  limits: Limits,
  issues: Issues,
  own: FieldTable | undefined,
): GivenFacet[] {
  return fieldEntries(collection, facet, 'fields', FACET_FIELDS, issues, own).map(({ field, value, path }) => {
    const given = MemberReader.of(value ?? {}, path, FACET_MEMBERS, issues);
    return {
      field,
      include: given.flag('include'),
      silent: silentEntry(given, path),
      excludeFilter: given.flag('exclude_filter'),
      start: given.count('start', 0, limits.facetStart),
      limit: readFacetLimit(given, limits),
      ranges: given.count('ranges', 0, Math.min(limits.facetLimit, MOST_RANGES)),
      contains: checkLength(given.text('contains', ''), given.at('contains'), issues) ?? '',
      order: readOrder(given, issues),
      chosen: given.flag('chosen'),
      tree: given.count('tree', 0, MOST_LEVELS, 1),
    };
  });
}

function readOrder(facet: MemberReader, issues: Issues): FacetOrder {
  const order = facet.value('order');
  if (order === 'count' || order === 'value') return order;
  if (order !== undefined && order !== null) issues.addWrongType(facet.at('order'), '"count" or "value"', order);
  return 'count';
}

/** Extensions are echoed only if the caller passed them. */
function echoFacet({
  include,
  excludeFilter,
  start,
  limit,
  ranges,
  contains,
  order,
  chosen,
  tree,
}: GivenFacet): FacetFieldRequest {
  const echo: FacetFieldRequest = { include, exclude_filter: excludeFilter, start, limit };
  if (ranges > 0) echo.ranges = ranges;
  if (contains !== '') echo.contains = contains;
  if (order !== 'count') echo.order = order;
  if (chosen) echo.chosen = chosen;
  if (tree > 0) echo.tree = tree;
  return echo;
}

function readFacetLimit(given: MemberReader, limits: Limits): number {
  return given.count('limit', Math.min(DEFAULT_LIMIT, limits.facetLimit), limits.facetLimit);
}

function readStats(
  collection: CollectionName,
  request: MemberReader,
  issues: Issues,
  own: FieldTable | undefined,
): (FieldStats & Asked)[] {
  return fieldEntries(collection, request, 'stats', ['stats'], issues, own).map(({ field, value, path }) => {
    const given = MemberReader.of(value ?? {}, path, ['include', 'exclude_filter'], issues);
    return {
      field,
      include: given.flag('include'),
      silent: silentEntry(given, path),
      excludeFilter: given.flag('exclude_filter'),
    };
  });
}

type GivenDrilldown = Required<SpecDrilldownRequest> & Pick<Asked, 'silent'> & { readonly hasKeys: boolean };

function echoDrilldown({ hasKeys, keys, silent: _, ...documented }: GivenDrilldown): SpecDrilldownRequest {
  return hasKeys ? { ...documented, keys } : documented;
}

function readDrilldown(
  collection: CollectionName,
  request: MemberReader,
  limits: Limits,
  issues: Issues,
): GivenDrilldown | undefined {
  const argument = 'spec_drilldown';
  const value = request.value(argument);
  if (value === undefined || value === null) return undefined;
  if (collection !== 'parts') {
    issues.add('wrong_kind', [argument], `: ${collection} have no specs, only parts have`, {
      found: collection,
      expected: ['the collection parts'],
    });
    return undefined;
  }
  const given = MemberReader.of(value, [argument], ['include', 'exclude_filter', 'limit', 'keys'], issues);
  const keys = given.value('keys');
  return {
    include: given.flag('include'),
    silent: silentEntry(given, [argument]),
    exclude_filter: given.flag('exclude_filter'),
    limit: readFacetLimit(given, limits),
    keys: given.count('keys', Math.min(DEFAULT_KEYS, limits.drilldownKeys), limits.drilldownKeys),
    hasKeys: keys !== undefined && keys !== null,
  };
}
