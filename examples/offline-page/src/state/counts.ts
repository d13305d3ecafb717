import type { FacetCount, FacetFieldRequest, FacetRange, SearchRequest, SearchResponse, StatsResult } from 'partdex';

/** What a panel wants counted of a field. */
export interface Wish {
  /** So many of its values, the most frequent first. */
  readonly values?: number;
  /** Values whose counts it needs wherever they stand. */
  readonly including?: readonly string[];
  /** Of a number field: at most so many ranges. */
  readonly ranges?: number;
}

export interface Wishes {
  readonly fields: ReadonlyMap<string, Wish>;
  /** Whether to find out which specs matter. */
  readonly specs: boolean;
}

/** Counts of a field's values over the hits; the choices in the field itself are left out of account. */
export interface FieldCounts {
  /** The most frequent first. */
  readonly values: readonly FacetCount[];
  /** Whether these are all values that there are. */
  readonly isComplete: boolean;
  /** Hits without a value. */
  readonly missing: number;
  /** Undefined where they were not asked for. */
  readonly ranges: readonly FacetRange[] | undefined;
}

/** All that has been counted over the hits of one request. */
export interface Counts {
  readonly fields: ReadonlyMap<string, FieldCounts>;
  readonly stats: ReadonlyMap<string, StatsResult>;
  /** Keys of the specs that the hits have, the most useful first. Undefined: not asked. */
  readonly specs: readonly string[] | undefined;
}

/** More than any field has. */
export const ALL_VALUES = 1_000_000_000;
/** Values of each spec that come unasked. */
const VALUES_OF_DRILLDOWN = 8;

/** What to ask for next, on top of what has been counted already: undefined where nothing is wanting. */
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

/** What is known after an answer to what `requestFor` asked. */
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
