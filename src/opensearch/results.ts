import { shapeObject } from '../answers/shape.js';
import { nameMap } from '../model/check-arguments.js';
import type { SpecMetadata } from '../model/documents.js';
import type { SearchRequest, SearchResponse } from '../model/requests.js';
import { SPEC_METADATA } from '../model/schema.js';
import type { Counted } from './counting.js';

/** The members of an answer that have counts. */
type Results = Pick<SearchResponse<never>, 'facet_results' | 'stats_results' | 'spec_metadata' | 'spec_keys'>;

/** Of a request that counts no field. */
export const noCounts = (): Counted => ({ facets: nameMap(), stats: nameMap(), specKeys: [], carriedKeys: undefined });

/** Counts as answers have them. @param queries the counts of facet queries by their texts */
export function resultsOf(
  { facets, stats, specKeys, carriedKeys }: Counted,
  queries: Record<string, { count: number }>,
  metadataOf: (key: string) => SpecMetadata | undefined,
): Results {
  const metadata = nameMap<SpecMetadata>();
  for (const key of specKeys) {
    const known = metadataOf(key);
    if (known) metadata[key] = shapeObject(known, SPEC_METADATA) as unknown as SpecMetadata;
  }
  return {
    facet_results: { fields: facets, queries },
    stats_results: stats,
    spec_metadata: metadata,
    ...(carriedKeys !== undefined && { spec_keys: carriedKeys }),
  };
}

/** A drilldown that does not return all the spec keys that hits have. */
export function cutWarnings({ specKeys, carriedKeys = 0 }: Counted): string[] {
  if (carriedKeys <= specKeys.length) return [];
  return [
    `spec_drilldown returns ${specKeys.length} of the ${carriedKeys} spec keys that hits have; spec_drilldown.keys sets how many`,
  ];
}

/** An answer, its members in their fixed order. */
export function answerOf<T>(request: SearchRequest, answer: Omit<SearchResponse<T>, 'request'>): SearchResponse<T> {
  return { request, ...answer };
}
