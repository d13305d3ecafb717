import { parseSpecField } from '../model/fields.js';
import type { SearchRequest } from '../model/requests.js';
import type { Answering } from './answering.js';

/** The spec keys that are the most useful filters for the parts of a request, the best first; at most 50. */
export async function drilldownKeys(request: SearchRequest, { parts, work }: Answering): Promise<string[]> {
  const { facet_results, stats_results } = await parts.searchWithin(
    { ...request, start: 0, limit: 0, spec_drilldown: { include: true, limit: 1 } },
    work,
  );
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
