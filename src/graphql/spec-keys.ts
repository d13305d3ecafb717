import type { Part } from '../model/documents.js';
import { parseSpecField } from '../model/fields.js';
import type { SearchResponse } from '../model/requests.js';

/** The spec keys that a drilldown ranks as the most useful filters for the hits, the best first; at most 50. */
export function rankedKeys({ facet_results, stats_results }: SearchResponse<Part>): string[] {
  const ranks = new Map<string, number>();
  for (const [name, { spec_drilldown_rank: rank }] of [
    ...Object.entries(facet_results.fields),
    ...Object.entries(stats_results),
  ]) {
    const key = parseSpecField(name)?.key;
    if (key === undefined || rank === null) continue;
    ranks.set(key, Math.min(rank, ranks.get(key) ?? rank));
  }
  return [...ranks].sort(([, a], [, b]) => a - b).map(([key]) => key);
}
