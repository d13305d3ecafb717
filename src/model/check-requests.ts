import {
  checkBoolean,
  checkCount,
  checkMap,
  checkObject,
  checkString,
  checkStrings,
  memberOf,
  nameMap,
  wrongArgument,
} from './check-arguments.js';
import { DIRECTIVES, readDirectives } from './check-directives.js';
import { ValidationError } from './errors.js';
import { type CollectionName, type Field, resolveField } from './fields.js';
import type { Limits } from './limits.js';
import type {
  Directives,
  FacetFieldRequest,
  SearchRequest,
  SortKey,
  SpecDrilldownRequest,
  StatsFieldRequest,
} from './requests.js';
import { formatSortKeys, readSortKeys } from './sortby.js';

/** Values of one field, OR'd; never empty. */
export interface FieldFilter {
  readonly field: Field;
  readonly values: readonly string[];
}

/** A facet that is asked for (`include: true`). */
export interface FieldFacet {
  readonly field: Field;
  readonly excludeFilter: boolean;
  readonly start: number;
  readonly limit: number;
  /** Most ranges of its numbers; 0 for none. */
  readonly ranges: number;
}

/** Statistics that are asked for (`include: true`). */
export interface FieldStats {
  readonly field: Field;
  readonly excludeFilter: boolean;
}

/** A search request that has been checked: as it is echoed, and in the form that a search reads. */
export interface NormalisedSearchRequest {
  /**
   * For `response.request`: defaults present, lists as lists, `sortby` as text, maps without prototype. Shares nothing
   * with the caller's object. Directives and `spec_drilldown` are there where they were given.
   */
  readonly request: SearchRequest;
  readonly q: string;
  readonly start: number;
  readonly limit: number;
  /** At least one, none of them twice; the last tie-break by uid is not among them. */
  readonly sortKeys: readonly SortKey[];
  readonly filterFields: readonly FieldFilter[];
  readonly filterQueries: readonly string[];
  readonly facetFields: readonly FieldFacet[];
  readonly facetQueries: readonly string[];
  readonly stats: readonly FieldStats[];
  /** Undefined where no drilldown is asked for. */
  readonly specDrilldown: { readonly excludeFilter: boolean; readonly limit: number } | undefined;
  readonly directives: Directives;
}

const DEFAULT_LIMIT = 10;
/** Ranges of one facet at most, whatever the limits are: nobody looks at more. */
const MOST_RANGES = 1000;

const MEMBERS: readonly string[] = ['q', 'start', 'limit', 'sortby', 'filter', 'facet', 'stats', 'spec_drilldown', ...DIRECTIVES];

/**
 * Checks a search request and fills in its defaults.
 * Filter queries are only looked at as text, and directives only by their form.
 * @param limits the largest `start` and `limit`; Infinity for none
 * @throws ValidationError whose `argument` is the dotted path of the first offending member
 */
export function normaliseSearchRequest(collection: CollectionName, request: unknown, limits: Limits): NormalisedSearchRequest {
  const given = checkObject(request ?? {}, '', MEMBERS);
  const q = checkString(given.q, 'q', '');
  const start = checkCount(given.start, 'start', 0, limits.start);
  const limit = checkCount(given.limit, 'limit', Math.min(DEFAULT_LIMIT, limits.limit), limits.limit);
  const sortKeys = readSortKeys(collection, given.sortby);
  const distinctKeys = distinctSortKeys(sortKeys, limits);
  const filter = readFilter(collection, given.filter);
  const facet = readFacet(collection, given.facet, limits);
  const stats = readStats(collection, given.stats);
  const drilldown = readDrilldown(collection, given.spec_drilldown, limits);
  const directives = readDirectives(given, '');
  const echo: SearchRequest = {
    q,
    start,
    limit,
    sortby: formatSortKeys(sortKeys),
    filter: filter.echo,
    facet: facet.echo,
    stats: stats.echo,
    ...directives,
  };
  if (drilldown) echo.spec_drilldown = drilldown;
  return {
    request: echo,
    q,
    start,
    limit,
    sortKeys: distinctKeys,
    filterFields: filter.fields,
    filterQueries: filter.queries,
    facetFields: facet.fields,
    facetQueries: facet.queries,
    stats: stats.fields,
    specDrilldown: drilldown?.include ? { excludeFilter: drilldown.exclude_filter, limit: drilldown.limit } : undefined,
    directives,
  };
}

/** A sort key that stands there again does nothing. */
function distinctSortKeys(keys: readonly SortKey[], limits: Limits): SortKey[] {
  const distinct = new Map<string, SortKey>();
  for (const key of keys) {
    const name = `${key.order} ${key.field}`;
    if (!distinct.has(name)) distinct.set(name, key);
  }
  if (distinct.size > limits.sortKeys) {
    throw new ValidationError(
      'sortby',
      `sortby: a request may have ${limits.sortKeys} different sort keys at most, not ${distinct.size} (limit sortKeys)`,
    );
  }
  return [...distinct.values()];
}

/** The uids of a `getMulti`, as a new list. @throws ValidationError for too many or for what is no string */
export function checkUids(uids: unknown, limits: Limits): string[] {
  if (uids === undefined || uids === null) throw wrongArgument('uids', 'a list of strings', uids);
  const list = checkStrings(uids, 'uids');
  if (list.length > limits.getMulti) {
    throw new ValidationError('uids', `uids must be at most ${limits.getMulti}, not ${list.length}`);
  }
  return list;
}

function readFilter(collection: CollectionName, value: unknown) {
  const echo = { fields: nameMap<string[]>(), queries: [] as string[] };
  const fields: FieldFilter[] = [];
  if (value === undefined || value === null) return { echo, fields, queries: echo.queries };
  const given = checkObject(value, 'filter', ['fields', 'queries']);
  echo.queries = checkStrings(given.queries, 'filter.queries');
  for (const [name, values] of namedMembers(given.fields, 'filter.fields')) {
    const field = resolveField(collection, name, 'filter.fields');
    const texts = checkFilterValues(values, memberOf('filter.fields', name));
    echo.fields[name] = texts;
    if (texts.length > 0) fields.push({ field, values: texts });
  }
  return { echo, fields, queries: echo.queries };
}

/** Literal values as text; a number or boolean is its text, one value a list of one. */
function checkFilterValues(value: unknown, argument: string): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [checkFilterValue(value, argument)];
  return value.map((element, i) => checkFilterValue(element, `${argument}[${i}]`));
}

function checkFilterValue(value: unknown, argument: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  throw wrongArgument(argument, 'a string, a finite number, true or false', value);
}

function readFacet(collection: CollectionName, value: unknown, limits: Limits) {
  const echo = { fields: nameMap<CheckedFacetField>(), queries: [] as string[] };
  const fields: FieldFacet[] = [];
  if (value === undefined || value === null) return { echo, fields, queries: echo.queries };
  const given = checkObject(value, 'facet', ['fields', 'queries']);
  echo.queries = checkStrings(given.queries, 'facet.queries');
  for (const [name, options] of namedMembers(given.fields, 'facet.fields')) {
    const field = resolveField(collection, name, 'facet.fields');
    const facet = readFacetField(options, memberOf('facet.fields', name), limits);
    echo.fields[name] = facet;
    const { include, exclude_filter: excludeFilter, start, limit, ranges = 0 } = facet;
    if (include) fields.push({ field, excludeFilter, start, limit, ranges });
  }
  return { echo, fields, queries: echo.queries };
}

/** Ranges are an extension: the echo tells them only where they are asked for. */
type CheckedFacetField = Required<Omit<FacetFieldRequest, 'ranges'>> & Pick<FacetFieldRequest, 'ranges'>;

function readFacetField(value: unknown, argument: string, limits: Limits): CheckedFacetField {
  const given = checkObject(value ?? {}, argument, ['include', 'exclude_filter', 'start', 'limit', 'ranges']);
  const ranges = checkCount(given.ranges, memberOf(argument, 'ranges'), 0, Math.min(limits.facetLimit, MOST_RANGES));
  return {
    include: checkBoolean(given.include, memberOf(argument, 'include')),
    exclude_filter: checkBoolean(given.exclude_filter, memberOf(argument, 'exclude_filter')),
    start: checkCount(given.start, memberOf(argument, 'start'), 0, limits.facetStart),
    limit: checkFacetLimit(given.limit, argument, limits),
    ...(ranges > 0 && { ranges }),
  };
}

function checkFacetLimit(value: unknown, argument: string, limits: Limits): number {
  return checkCount(value, memberOf(argument, 'limit'), Math.min(DEFAULT_LIMIT, limits.facetLimit), limits.facetLimit);
}

function readStats(collection: CollectionName, value: unknown) {
  const echo = nameMap<Required<StatsFieldRequest>>();
  const fields: FieldStats[] = [];
  for (const [name, options] of namedMembers(value, 'stats')) {
    const field = resolveField(collection, name, 'stats');
    const argument = memberOf('stats', name);
    const given = checkObject(options ?? {}, argument, ['include', 'exclude_filter']);
    const include = checkBoolean(given.include, memberOf(argument, 'include'));
    const excludeFilter = checkBoolean(given.exclude_filter, memberOf(argument, 'exclude_filter'));
    echo[name] = { include, exclude_filter: excludeFilter };
    if (include) fields.push({ field, excludeFilter });
  }
  return { echo, fields };
}

function readDrilldown(collection: CollectionName, value: unknown, limits: Limits): Required<SpecDrilldownRequest> | undefined {
  if (value === undefined || value === null) return undefined;
  const argument = 'spec_drilldown';
  if (collection !== 'parts') throw new ValidationError(argument, `${argument}: ${collection} have no specs, only parts have`);
  const given = checkObject(value, argument, ['include', 'exclude_filter', 'limit']);
  return {
    include: checkBoolean(given.include, memberOf(argument, 'include')),
    exclude_filter: checkBoolean(given.exclude_filter, memberOf(argument, 'exclude_filter')),
    limit: checkFacetLimit(given.limit, argument, limits),
  };
}

function namedMembers(value: unknown, argument: string): [string, unknown][] {
  return value === undefined || value === null ? [] : Object.entries(checkMap(value, argument));
}
