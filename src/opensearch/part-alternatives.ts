import type { Call } from '../model/call.js';
import { checkDirectives } from '../model/check-directives.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest } from '../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../model/similar.js';
import { waitFor } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type CallRules, CategoryRecords, internalsOf, SimilarFinder, type SimilarSource } from './in-process.js';
import { PartQuestions } from './part-questions.js';
import type { EngineHit } from './searcher.js';
import type { EngineSession } from './session.js';
import type { CatalogState } from './state.js';

/** Parts that are read at a time. */
const BATCH = 2048;
/** Reading in the order of uids computes no score. */
const ORDER = 'uid';

/** Parts that could stand in for others: found as in process, by requests to the cluster in one point in time. */
export abstract class PartAlternatives extends PartQuestions {
  similar(uid: string, request?: SimilarRequest, call?: Call): Promise<SimilarResponse> {
    return this.answer(call, (work) => this.similarWithin(uid, request, work));
  }

  similarWithin(uid: string, request: SimilarRequest | undefined, work: Work, rules: CallRules = {}): Promise<SimilarResponse> {
    return this.within(work, async (state) => {
      const { types, catalog } = state.opened;
      const categories = new CategoryRecords(internalsOf(catalog).segments('categories'));
      const session = this.session(state, work, true);
      try {
        const finder = new SimilarFinder({ types, limits: this.context.limits, categories }, this.similarSource(state, session));
        return await work.run(finder.find(uid, request, work, rules));
      } finally {
        session.end();
      }
    });
  }

  private similarSource(state: CatalogState, session: EngineSession): SimilarSource<object> {
    return {
      isLasting: false,
      check: (request, issues, work, rules) => waitFor(this.checkWith(state, request, session, issues, work, rules)),
      get: (uid, show, work, rules) => waitFor(this.one(state, uid, { show }, session, work, rules)),
      search: (request, work, rules) => waitFor(this.find(state, request, work, rules, { session })),
      scan: (request, take, work, rules) => waitFor(this.readAll(state, request, take, session, work, rules)),
      shown: (parts, request, work, rules) => waitFor(this.shown(state, parts, request, session, work, rules)),
    };
  }

  /** Reads the stored parts of all hits of a request, and shows them as its directives say. */
  private async readAll(
    state: CatalogState,
    request: SearchRequest,
    take: (parts: readonly object[], documents: readonly Part[]) => void,
    session: EngineSession,
    work: Work,
    rules: CallRules,
  ): Promise<void> {
    const issues = new Issues(request);
    const { normalised, search } = await this.check(state, { ...request, sortby: ORDER }, issues, work, rules);
    const shown = await this.shownFor(state, normalised.directives, session, issues, rules);
    for (let after: EngineHit['sort'] | undefined; ; ) {
      const { page } = await state.searcher.run(search, { from: 0, size: BATCH, after, withParts: true }, session);
      const parts = await this.documents(page, session);
      take(parts, await state.fetcher.show(parts, shown, work));
      if (page.length < BATCH) return;
      after = page[page.length - 1].sort;
    }
  }

  private async shown(
    state: CatalogState,
    parts: readonly object[],
    request: SearchRequest,
    session: EngineSession,
    work: Work,
    rules: CallRules,
  ): Promise<Part[]> {
    const issues = new Issues(request);
    const shown = await this.shownFor(state, checkDirectives(request, issues), session, issues, rules);
    return state.fetcher.show(parts, shown, work);
  }
}
