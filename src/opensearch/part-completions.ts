import type { Call } from '../model/call.js';
import type { FilterCompletion } from '../model/completions.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest } from '../model/requests.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Work } from '../work/work.js';
import { ClusterCompletions, type CountingRequests } from './completions.js';
import { type CallRules, checkPlace, FilterCompleter } from './in-process.js';
import { PartAlternatives } from './part-alternatives.js';
import { type CheckedSearch, queryCounts } from './part-requests.js';
import type { EngineSession } from './session.js';
import type { CatalogState } from './state.js';

const NO_LIMITS: CallRules = { limits: { facetLimit: Number.POSITIVE_INFINITY, facets: Number.POSITIVE_INFINITY } };

/** Completions of filter queries, by the code that completes them in process. */
export abstract class PartCompletions extends PartAlternatives {
  completeFilter(text: string, offset?: number, call?: Call): Promise<FilterCompletion[]> {
    return this.answer(call, async (work) => {
      const at = checkPlace(text, offset);
      return this.within(work, async (state) => {
        const session = this.session(state, work, true);
        try {
          const source = new ClusterCompletions(state.opened, session, this.countingRequests(state, session));
          return await work.run(new FilterCompleter(source, state.opened.types).complete(text, at, work));
        } finally {
          session.end();
        }
      });
    });
  }

  private countingRequests(state: CatalogState, session: EngineSession): CountingRequests {
    const check = (request: SearchRequest, issues: Issues, work: Work) =>
      this.check(state, { limit: 0, ...request }, issues, work, NO_LIMITS);
    const count = (checked: CheckedSearch, work: Work) =>
      this.findAndCount(checked, { state, session, work, rules: NO_LIMITS, explaining: undefined });
    return {
      valuesBeginning: async (field, text, most, work) => {
        const facet = { fields: { [field]: { include: true, limit: most, contains: text } } };
        const checked = await check({ facet }, new Issues(), work);
        const { counted } = await count({ ...checked, search: fromBeginnings(checked.search) }, work);
        const values = counted.facets[field]?.facets ?? [];
        return values.map((one) => ({ text: one.value, parts: one.count }));
      },
      countQueries: async (queries, work) => {
        if (queries.length === 0) return [];
        const issues = new Issues();
        const checked = await check({ facet: { queries: [...queries] } }, issues, work);
        if (!issues.isEmpty) return undefined;
        const counts = queryCounts(checked.search, (await count(checked, work)).found);
        return queries.map((query) => counts[query].count);
      },
    };
  }
}

/** The same search with facets of the values that go on from a text. */
function fromBeginnings(search: ResolvedSearch): ResolvedSearch {
  const { counts } = search;
  if (!counts) return search;
  return { ...search, counts: { ...counts, facets: counts.facets.map((one) => ({ ...one, isBeginning: true })) } };
}
