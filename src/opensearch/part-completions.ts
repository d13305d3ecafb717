import type { Call } from '../model/call.js';
import type { FilterCompletion } from '../model/completions.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest } from '../model/requests.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Work } from '../work/work.js';
import { ClusterCompletions, type CountingRequests } from './completions.js';
import { type CallRules, checkPlace, FilterCompleter } from './in-process.js';
import { PartAlternatives } from './part-alternatives.js';
import { queryCounts } from './part-requests.js';
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
    const count = async (request: SearchRequest, issues: Issues, work: Work, change = (search: ResolvedSearch) => search) => {
      const checked = await this.check(state, { limit: 0, ...request }, issues, work, NO_LIMITS);
      if (!issues.isEmpty) return undefined;
      const search = change(checked.search);
      const finding = { state, session, work, rules: NO_LIMITS, explaining: undefined };
      return { search, ...(await this.findAndCount({ ...checked, search }, finding)) };
    };
    return {
      valuesBeginning: async (field, text, most, work) => {
        const facet = { fields: { [field]: { include: true, limit: most, contains: text } } };
        const counted = await count({ facet }, new Issues(), work, fromBeginnings);
        const values = counted?.counted.facets[field]?.facets ?? [];
        return values.map((one) => ({ text: one.value, parts: one.count }));
      },
      countQueries: async (queries, work) => {
        if (queries.length === 0) return [];
        const counted = await count({ facet: { queries: [...queries] } }, new Issues(), work);
        if (!counted) return undefined;
        const counts = queryCounts(counted.search, counted.found);
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
