import type { FacetCount, FacetFieldRequest, FacetRange, SearchRequest, SearchResponse, StatsResult } from 'partdex';

/** The counts of a field that a panel needs. */
export interface Wish {
  /** The number of values, the most frequent first. */
  readonly values?: number;
  /** Values whose counts it needs wherever they are in the order. */
  readonly including?: readonly string[];
  /** For a number field: the maximum number of ranges. */
  readonly ranges?: number;
}

export interface Wishes {
  readonly fields: ReadonlyMap<string, Wish>;
  /** Whether to find the most useful specs. */
  readonly specs: boolean;
}

/** Counts of a field's values over the hits, ignoring the selection in the field itself. */
export interface FieldCounts {
  /** The most frequent first. */
  readonly values: readonly FacetCount[];
  /** Whether these are all values of the field. */
  readonly isComplete: boolean;
  /** Hits without a value. */
  readonly missing: number;
  /** Undefined if they were not requested. */
  readonly ranges: readonly FacetRange[] | undefined;
}

/** All counts over the hits of one request. */
export interface Counts {
  readonly fields: ReadonlyMap<string, FieldCounts>;
  readonly stats: ReadonlyMap<string, StatsResult>;
  /** Keys of the specs of the hits, the most useful first. Undefined: not requested. */
  readonly specs: readonly string[] | undefined;
}

/** More than any field has. */
export const ALL_VALUES = 1_000_000_000;
/** Values of each spec that a drilldown returns by default. */
const VALUES_OF_DRILLDOWN = 8;

/** The next request for missing counts, in addition to the known ones: undefined if nothing is missing. */
export function requestFor(request: SearchRequest, wishes: Wishes, counts: Counts | undefined): SearchRequest | undefined {
  const fields = new Map<string, FacetFieldRequest>();
  for (const [field, wish] of wishes.fields) {
    const wanting = wantingOf(wish, counts?.fields.get(field));
    if (wanting) fields.set(field, { include: true, exclude_filter: true, ...wanting });
  }
  const asksSpecs = wishes.specs && counts?.specs === undefined;
  if (fields.size === 0 && !asksSpecs) return undefined;
  const { q, filter } = request;
  return {
    q,
    filter,
    limit: 0,
    facet: { fields: Object.fromEntries(fields) },
    spec_drilldown: { include: asksSpecs, exclude_filter: true, limit: VALUES_OF_DRILLDOWN },
  };
}

function wantingOf(
  { values = 0, including = [], ranges = 0 }: Wish,
  have: FieldCounts | undefined,
): FacetFieldRequest | undefined {
  if (!have) return { limit: values, ranges };
  const isWithoutRanges = ranges > 0 && have.ranges === undefined;
  if (!have.isComplete) {
    const known = have.values.length;
    if (including.some((value) => !have.values.some((one) => one.value === value))) return { start: known, limit: ALL_VALUES };
    if (known < values) return { start: known, limit: values - known };
  }
  return isWithoutRanges ? { limit: 0, ranges } : undefined;
}

/** The known counts after the answer to a request of `requestFor`. */
export function withAnswer(counts: Counts | undefined, asked: SearchRequest, response: SearchResponse<unknown>): Counts {
  const fields = new Map(counts?.fields);
  for (const [field, { facets, missing, ranges }] of Object.entries(response.facet_results.fields)) {
    const { start = 0, limit = VALUES_OF_DRILLDOWN, ranges: mostRanges = 0 } = ownMember(asked.facet?.fields ?? {}, field) ?? {};
    const before = fields.get(field);
    fields.set(field, {
      values: [...(before?.values.slice(0, start) ?? []), ...facets, ...(before?.values.slice(start) ?? [])],
      isComplete: facets.length < limit || Boolean(before?.isComplete),
      missing,
      ranges: mostRanges > 0 ? (ranges ?? []) : before?.ranges,
    });
  }
  if (!asked.spec_drilldown?.include) return { fields, stats: counts?.stats ?? new Map(), specs: counts?.specs };
  return { fields, stats: new Map(Object.entries(response.stats_results)), specs: rankedKeys(response) };
}

/** The keys of a drilldown by rank. */
function rankedKeys({ spec_metadata, facet_results, stats_results }: SearchResponse<unknown>): string[] {
  const rankOf = (key: string) => {
    for (const member of ['value', 'min_value', 'max_value']) {
      const field = `specs.${key}.${member}`;
      const result = ownMember(facet_results.fields, field) ?? ownMember(stats_results, field);
      if (result?.spec_drilldown_rank) return result.spec_drilldown_rank;
    }
    return Number.POSITIVE_INFINITY;
  };
  return Object.keys(spec_metadata)
    .map((key) => ({ key, rank: rankOf(key) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
}

/** Keys come from catalogs, and `toString` may be one. */
function ownMember<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
