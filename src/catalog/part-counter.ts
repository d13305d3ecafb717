import { Issues } from '../model/issues.js';
import type { FacetCount } from '../model/requests.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CallRules } from './internals.js';
import type { RequestChecker } from './request-checker.js';
import type { Searcher } from './searcher.js';

const NO_LIMITS: CallRules = { limits: { facetLimit: Number.POSITIVE_INFINITY, facets: Number.POSITIVE_INFINITY } };

/** Counts values and queries over all parts. */
export class PartCounter {
  constructor(
    private readonly checker: RequestChecker,
    private readonly searcher: Searcher,
  ) {}

  *valuesBeginning(field: string, text: string, most: number, work: Work): Task<readonly { text: string; parts: number }[]> {
    const facet = { fields: { [field]: { include: true, limit: most, contains: text } } };
    const { search } = yield* this.checker.check({ limit: 0, facet }, new Issues(), work, NO_LIMITS);
    const { counts } = search;
    if (!counts) return [];
    const facets = counts.facets.map((one) => ({ ...one, isBeginning: true }));
    const { results } = yield* this.searcher.count({ ...search, counts: { ...counts, facets } }, work);
    const found: readonly FacetCount[] = results.facet_results.fields[field]?.facets ?? [];
    return found.map(({ value, count }) => ({ text: value, parts: count }));
  }

  *countQueries(queries: readonly string[], work: Work): Task<readonly number[] | undefined> {
    if (queries.length === 0) return [];
    const issues = new Issues();
    const request = { limit: 0, facet: { queries: [...queries] } };
    const { search } = yield* this.checker.check(request, issues, work, NO_LIMITS);
    if (!issues.isEmpty) return undefined;
    const { results } = yield* this.searcher.count(search, work);
    return queries.map((query) => results.facet_results.queries[query].count);
  }
}
