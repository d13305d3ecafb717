import { type Command, InvalidArgumentError } from 'commander';
import type { FacetFieldRequest, SearchRequest, StatsFieldRequest } from '../partdex.js';
import { collect, isObject, mapOf, wholeNumber } from './options.js';

/** The value of an option about one field. */
type OfField<T> = readonly [field: string, T];

/** Options for counts and statistics over the hits. */
export interface AggregationOptions {
  facet?: OfField<FacetFieldRequest>[];
  ranges?: OfField<FacetFieldRequest>[];
  facetQuery?: string[];
  stats?: OfField<StatsFieldRequest>[];
  /** True without a limit. */
  drilldown?: number | true;
  drilldownKeys?: number;
  excludeFilter?: boolean;
}

const DEFAULT_RANGES = 10;

/** `:10+20` after the fieldname, which may contain colons itself. */
const PAGE = /:(\d+)(?:\+(\d+))?$/;
const MOST = /:(\d+)$/;

/** Adds an option for every member of `facet`, `stats` and `spec_drilldown`. */
export function addAggregationOptions(command: Command): Command {
  return command
    .optionsGroup('Facets and statistics, over all hits:')
    .option(
      '--facet <field:n>',
      'values of a field by count, 10 without n; brand.name:20+40 begins at position 40',
      collectFacets,
    )
    .option('--ranges <field:n>', 'histogram of a number field, of n ranges at most, 10 without n', collectRanges)
    .option('--facet-query <query>', 'number of hits that meet a filter query', collect)
    .option('--stats <field>', 'count, smallest, mean, largest, deviation of a number field', collectStats)
    .option('--drilldown [n]', 'specs by how well they narrow the hits, with n values at most, 10 without n', drilldownLimit)
    .option('--drilldown-keys <n>', 'a drilldown of so many specs at most, 50 without it', wholeNumber(0))
    .option('--exclude-filter', 'all of these without the filters of their own field; --facet -brand.name for one field');
}

/** Whether an option requests something that only the table and `--json` show. */
export function asksAggregations(options: AggregationOptions): boolean {
  const { facet, ranges, facetQuery, stats, drilldown, drilldownKeys } = options;
  return [facet, ranges, facetQuery, stats, drilldown, drilldownKeys].some((option) => option !== undefined);
}

/** Whether a request has an aggregation. */
export function hasAggregations({ facet, stats, spec_drilldown: drilldown }: SearchRequest): boolean {
  const isIncluded = ({ include }: { include?: boolean }) => include === true;
  return (
    Object.values(facet?.fields ?? {}).some(isIncluded) ||
    (facet?.queries ?? []).length > 0 ||
    Object.values(stats ?? {}).some(isIncluded) ||
    (drilldown?.include ?? false)
  );
}

/**
 * `facet`, `stats` and `spec_drilldown` of a request with the options added. Values of another shape are left to the catalog's
 * check.
 */
export function aggregationsOf(given: SearchRequest, options: AggregationOptions): SearchRequest {
  const { facet, stats, spec_drilldown: drilldown } = given;
  const all: SearchRequest = {
    ...(hasFacets(options) && { facet: withFacets(facet ?? {}, options) }),
    ...(options.stats && { stats: withFields(stats ?? {}, options.stats) }),
    ...drilldownOf(drilldown ?? {}, options),
  };
  return options.excludeFilter ? withoutOwnFilters({ ...given, ...all }) : all;
}

function hasFacets({ facet, ranges, facetQuery }: AggregationOptions): boolean {
  return facet !== undefined || ranges !== undefined || facetQuery !== undefined;
}

type Facets = NonNullable<SearchRequest['facet']>;

function withFacets(given: Facets, { facet = [], ranges = [], facetQuery = [] }: AggregationOptions): Facets {
  if (!isObject(given)) return given;
  const values = withFields(given.fields ?? {}, facet);
  return {
    ...given,
    fields: withFields(
      values,
      ranges.map((asked) => withoutValues(values, asked)),
    ),
    queries: [given.queries ?? [], facetQuery].flat(),
  };
}

/** If only ranges are requested, the values are left out. */
function withoutValues(
  values: Record<string, FacetFieldRequest>,
  [field, asked]: OfField<FacetFieldRequest>,
): OfField<FacetFieldRequest> {
  const { include = false } = (isObject(values) && Object.hasOwn(values, field) && values[field]) || {};
  return [field, include ? asked : { limit: 0, ...asked }];
}

/** For one field, the options are added to the request's. */
function withFields<T extends object>(given: Record<string, T>, asked: readonly OfField<T>[]): Record<string, T> {
  if (!isObject(given)) return given;
  const all = new Map(Object.entries(given));
  for (const [field, more] of asked) {
    const before = all.get(field) ?? {};
    if (isObject(before)) all.set(field, { ...(before as T), ...more });
  }
  return mapOf(all);
}

type Drilldown = NonNullable<SearchRequest['spec_drilldown']>;

/** `--drilldown-keys` asks for a drilldown too. */
function drilldownOf(given: Drilldown, { drilldown, drilldownKeys: keys }: AggregationOptions): SearchRequest {
  if (drilldown === undefined && keys === undefined) return {};
  if (!isObject(given)) return { spec_drilldown: given };
  const limit = drilldown === true ? undefined : drilldown;
  return {
    spec_drilldown: { ...given, include: true, ...(limit !== undefined && { limit }), ...(keys !== undefined && { keys }) },
  };
}

/** Excludes the filters of its own field from each aggregation. */
function withoutOwnFilters({ facet, stats, spec_drilldown: drilldown }: SearchRequest): SearchRequest {
  const excluding = <T extends object>(asked: T): T => (isObject(asked) ? { ...asked, exclude_filter: true } : asked);
  const each = <T extends object>(fields: Record<string, T>): Record<string, T> =>
    isObject(fields) ? mapOf(Object.entries(fields).map(([field, asked]) => [field, excluding(asked)])) : fields;
  return {
    ...(facet && { facet: isObject(facet) && facet.fields ? { ...facet, fields: each(facet.fields) } : facet }),
    ...(stats && { stats: each(stats) }),
    ...(drilldown && { spec_drilldown: excluding(drilldown) }),
  };
}

/** A fieldname, after a `-` for `exclude_filter`. */
function readField(text: string, example: string): { field: string; excludes: { exclude_filter?: true } } {
  const field = text.startsWith('-') ? text.slice(1) : text;
  if (field === '') throw new InvalidArgumentError(`It must name a field, as in ${example}.`);
  return { field, excludes: field === text ? {} : { exclude_filter: true } };
}

function collectFacets(text: string, before: OfField<FacetFieldRequest>[] = []): OfField<FacetFieldRequest>[] {
  const [page = '', limit, start] = PAGE.exec(text) ?? [];
  const { field, excludes } = readField(text.slice(0, text.length - page.length), 'brand.name:20');
  const asked = { include: true, ...excludes, ...(limit && { limit: Number(limit) }), ...(start && { start: Number(start) }) };
  return [...before, [field, asked]];
}

function collectRanges(text: string, before: OfField<FacetFieldRequest>[] = []): OfField<FacetFieldRequest>[] {
  const [most = '', ranges = DEFAULT_RANGES] = MOST.exec(text) ?? [];
  const { field, excludes } = readField(text.slice(0, text.length - most.length), 'avg_price:20');
  return [...before, [field, { include: true, ...excludes, ranges: Number(ranges) }]];
}

function collectStats(text: string, before: OfField<StatsFieldRequest>[] = []): OfField<StatsFieldRequest>[] {
  const { field, excludes } = readField(text, 'avg_price');
  return [...before, [field, { include: true, ...excludes }]];
}

function drilldownLimit(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number; the path of the catalog goes before it.');
  return Number(text);
}
