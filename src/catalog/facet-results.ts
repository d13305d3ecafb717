import { shapeObject } from '../answers/shape.js';
import type { Aggregates } from '../facets/aggregation.js';
import { nameMap } from '../model/check-arguments.js';
import type { SpecMetadata } from '../model/documents.js';
import type { FacetCount, FacetRange, FacetResult, SearchResponse } from '../model/requests.js';
import { SPEC_METADATA } from '../model/schema.js';
import { printFilter } from '../parser/print.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { FacetQuery } from '../resolve/resolved-search.js';

/** The members of an answer that have counts. */
export type FacetResults = Pick<SearchResponse<never>, 'facet_results' | 'stats_results' | 'spec_metadata' | 'spec_keys'>;

const NO_FACETS: Aggregates['facets'] = nameMap();

/**
 * Formats the counts for the answer.
 * @param aggregates undefined if the request counts no field
 * @param queryCounts of each filter of the facet queries
 */
export function facetResults(
  aggregates: Aggregates | undefined,
  queries: readonly FacetQuery[],
  queryCounts: ReadonlyMap<ResolvedFilter, number>,
  metadataOf: (key: string) => SpecMetadata | undefined,
): FacetResults {
  const fields = nameMap<FacetResult>();
  const counted = aggregates?.facets ?? NO_FACETS;
  // A map without a prototype.
  for (const field in counted) {
    const { facets, missing, spec_drilldown_rank, values, ranges } = counted[field];
    const result: FacetResult = { facets, missing, spec_drilldown_rank, values };
    if (ranges) result.ranges = ranges.map((range, i) => withQuery(field, range, i === ranges.length - 1));
    fields[field] = result;
  }
  const counts = nameMap<Pick<FacetCount, 'count'>>();
  for (const { text, filter } of queries) counts[text] = { count: queryCounts.get(filter) ?? 0 };
  const metadata = nameMap<SpecMetadata>();
  for (const key of aggregates?.specKeys ?? []) {
    const known = metadataOf(key);
    if (known) metadata[key] = shapeObject(known, SPEC_METADATA) as unknown as SpecMetadata;
  }
  const carried = aggregates?.carriedKeys;
  const results: FacetResults = {
    facet_results: { fields, queries: counts },
    stats_results: aggregates?.stats ?? nameMap(),
    spec_metadata: metadata,
  };
  if (carried !== undefined) results.spec_keys = carried;
  return results;
}

/** A range with the filter query that finds its hits: its upper bound belongs to the next range, that of the last to itself. */
function withQuery(field: string, { from, to, count }: Omit<FacetRange, 'query'>, isLast: boolean): FacetRange {
  const lower = { value: from, inclusive: true };
  const upper = { value: to, inclusive: isLast };
  return { from, to, count, query: printFilter({ kind: 'field', field, operand: { kind: 'range', lower, upper } }) };
}
