import { MemberReader } from './check-arguments.js';
import { fieldEntries } from './check-field-entries.js';
import type { CollectionName, Field, FieldTable } from './fields.js';
import type { Path } from './issue.js';
import { type Issues, pathText } from './issues.js';
import type { Limits } from './limits.js';
import { shorten } from './nearest.js';
import { checkLength } from './request-size.js';
import type { FacetFieldRequest, FacetOrder, SpecDrilldownRequest } from './requests.js';

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

/** Values of a facet. */
const DEFAULT_LIMIT = 10;
/** Most ranges of one facet, whatever the limits are: a longer histogram is not useful. */
const MOST_RANGES = 1000;

/** Spec keys of a drilldown. */
const DEFAULT_KEYS = 50;
/** Most levels of a facet's tree. */
const MOST_LEVELS = 20;

const FACET_MEMBERS: readonly string[] = [
  ...['include', 'exclude_filter', 'start', 'limit', 'ranges'],
  ...['contains', 'order', 'chosen', 'tree'],
];
const FACET_FIELDS: Path = ['facet', 'fields'];

const NO_WARNINGS: readonly string[] = [];

/** The warnings of entries that do not say whether they are asked for. */
export function silentWarnings(facets: readonly Asked[], stats: readonly Asked[], drilldown: GivenDrilldown | undefined) {
  // Most searches have none of them.
  if (facets.length + stats.length === 0 && !drilldown) return NO_WARNINGS;
  const warnings: string[] = [];
  for (const { silent } of facets) if (silent !== undefined) warnings.push(silent);
  for (const { silent } of stats) if (silent !== undefined) warnings.push(silent);
  if (drilldown?.silent !== undefined) warnings.push(drilldown.silent);
  return warnings;
}

/** A warning of an entry that does not say whether it is asked for; undefined for one that does. */
function silentEntry(given: MemberReader, path: Path): string | undefined {
  const include = given.value('include');
  return include === undefined || include === null
    ? `${shorten(pathText(path))} requests nothing without include: true`
    : undefined;
}

/** Whether an entry is asked for. */
export interface Asked {
  readonly include: boolean;
  /** The warning if it does not say. */
  readonly silent: string | undefined;
}

/** A facet as it was given, asked for or not. */
export type GivenFacet = FieldFacet & Asked;

/** The facets of a request: the member `facet.fields`. */
export function readFacets(
  collection: CollectionName,
  facet: MemberReader | undefined,
  limits: Limits,
  issues: Issues,
  own: FieldTable | undefined,
): GivenFacet[] {
  return fieldEntries(collection, facet, 'fields', FACET_FIELDS, issues, own).map(({ field, value, path }) => {
    const given = MemberReader.of(value ?? {}, path, FACET_MEMBERS, issues);
    return given.hasOnly('include') ? plainFacet(field, given, path, limits) : readFacet(field, given, path, limits, issues);
  });
}

/** A facet with all defaults, as most are: reading each of its members would take longer than counting it. */
function plainFacet(field: Field, given: MemberReader, path: Path, limits: Limits): GivenFacet {
  return {
    field,
    include: given.flag('include'),
    silent: silentEntry(given, path),
    excludeFilter: false,
    start: 0,
    limit: defaultFacetLimit(limits),
    ranges: 0,
    contains: '',
    order: 'count',
    chosen: false,
    tree: 0,
  };
}

function readFacet(field: Field, given: MemberReader, path: Path, limits: Limits, issues: Issues): GivenFacet {
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
}

function readOrder(facet: MemberReader, issues: Issues): FacetOrder {
  const order = facet.value('order');
  if (order === 'count' || order === 'value') return order;
  if (order !== undefined && order !== null) issues.addWrongType(facet.at('order'), '"count" or "value"', order);
  return 'count';
}

/** A facet as the answer repeats it. Extensions are echoed only if the caller passed them. */
export function echoFacet({
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
  return given.count('limit', defaultFacetLimit(limits), limits.facetLimit);
}

function defaultFacetLimit({ facetLimit }: Limits): number {
  return Math.min(DEFAULT_LIMIT, facetLimit);
}

/** The statistics of a request: the member `stats`. */
export function readStats(
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

/** A drilldown as it was given, asked for or not. */
export type GivenDrilldown = Required<SpecDrilldownRequest> & Pick<Asked, 'silent'> & { readonly hasKeys: boolean };

/** A drilldown as the answer repeats it. The extension `keys` is echoed only if the caller passed it. */
export function echoDrilldown({ hasKeys, keys, silent: _, ...documented }: GivenDrilldown): SpecDrilldownRequest {
  return hasKeys ? { ...documented, keys } : documented;
}

/** The drilldown of a request: the member `spec_drilldown`, which only parts have. */
export function readDrilldown(
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
