import type { Call } from '../model/call.js';
import { checkDirectives } from '../model/check-directives.js';
import { normaliseMatchRequest } from '../model/check-match.js';
import { checkUids } from '../model/check-uids.js';
import type { Part } from '../model/documents.js';
import { NotFoundError } from '../model/errors.js';
import type { Explanation, ScoreExplanation } from '../model/explanation.js';
import { Issues } from '../model/issues.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import { shorten } from '../model/nearest.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { ResolvedFilter } from '../resolve/resolved-filter.js';
import type { Work } from '../work/work.js';
import { refusalOf } from './capabilities.js';
import { ALL } from './compile/queries.js';
import { explained } from './explain.js';
import { explainPart } from './explain-part.js';
import {
  type CallRules,
  jsonSteps,
  type MatchRules,
  type PartCollection,
  type PartInternals,
  type Vocabulary,
} from './in-process.js';
import { runMatch } from './match.js';
import { PartCompletions } from './part-completions.js';
import type { CheckedSearch } from './part-requests.js';
import type { EngineSession } from './session.js';
import type { CatalogState } from './state.js';

/** The parts of a catalog on a cluster. */
export class ClusterParts extends PartCompletions implements PartCollection, PartInternals {
  get(uid: string, directives?: Directives, call?: Call): Promise<Part | undefined> {
    return this.answer(call, (work) => this.getWithin(uid, directives, work));
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, Part>> {
    return this.answer(call, (work) =>
      this.within(work, async (state) => {
        const session = this.session(state, work);
        try {
          return await this.parts(state, uids, directives, session, work);
        } finally {
          session.end();
        }
      }),
    );
  }

  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<Part>> {
    return this.answer(call, (work) => this.searchWithin(request, work));
  }

  searchText(request?: SearchRequest, call?: Call): Promise<string> {
    return this.answer(call, async (work) => work.run(jsonSteps(await this.searchWithin(request, work), work)));
  }

  searchWithin(request: SearchRequest | undefined, work: Work, rules?: CallRules): Promise<SearchResponse<Part>> {
    return this.within(work, (state) => this.find(state, request, work, rules));
  }

  getWithin(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Promise<Part | undefined> {
    return this.within(work, (state) => this.one(state, uid, directives, this.session(state, work), work, rules));
  }

  private async parts(
    state: CatalogState,
    uids: string[],
    directives: Directives | undefined,
    session: EngineSession,
    work: Work,
  ): Promise<Record<string, Part>> {
    const issues = new Issues({ uids, ...directives });
    const wanted = checkUids(uids, this.context.limits, issues);
    const shown = await this.shownFor(state, checkDirectives(directives, issues), session, issues);
    const found = await this.byUids(session, wanted, ALL);
    const known = wanted.filter((uid) => found.has(uid));
    const items = await state.fetcher.show(
      known.map((uid) => found.get(uid) as object),
      shown,
      work,
    );
    const answer: Record<string, Part> = Object.create(null);
    known.forEach((uid, i) => {
      answer[uid] = items[i];
    });
    return answer;
  }

  checkSearch(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.checking(issues, work, (state, found) =>
      this.checkWith(state, request, this.session(state, work), found, work, rules),
    );
  }

  checkFetch(uids: readonly string[], directives: Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.checking(issues, work, async (state, found) => {
      checkUids(uids, this.context.limits, found);
      const directed = checkDirectives(directives, found);
      await state.fetcher.compile(directed, this.session(state, work), found, rules?.unknownNames);
    });
  }

  get recordCount(): number {
    return this.context.current().opened.parts;
  }

  hasMember(path: string): Promise<boolean> {
    return this.answer(undefined, (work) => this.within(work, (state) => state.fetcher.hasPath(path, this.session(state, work))));
  }

  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.answer(call, (work) => this.matchWithin(request, {}, work));
  }

  matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Promise<PartsMatchResponse> {
    return this.within(work, async (state) => {
      const filters = await this.matchFilters(state, rules, work);
      // Near matches are those of parts that the queries did not find.
      const session = this.session(state, work, request?.suggest === true);
      try {
        return await runMatch(request, { state, rules, filters, limits: this.context.limits, session, work });
      } finally {
        session.end();
      }
    });
  }

  /** What all parts of a match meet. */
  private async matchFilters(state: CatalogState, rules: MatchRules, work: Work): Promise<ResolvedFilter[]> {
    const { filter, conditions } = rules;
    const issues = new Issues({ filter });
    const { search } = await this.check(state, filter === undefined ? {} : { filter }, issues, work, {
      ...(conditions && { conditions }),
      ...(rules.scope && { scope: rules.scope }),
    });
    issues.throwIfAny();
    return [...search.filters.map((one) => one.filter), ...(search.scope ?? [])];
  }

  checkMatch(request: PartsMatchRequest & Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return this.checking(issues, work, async (state, found) => {
      const { directives } = normaliseMatchRequest(request, this.context.limits, found);
      await state.fetcher.compile(directives, this.session(state, work), found, rules?.unknownNames);
    });
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.answer(call, (work) =>
      this.within(work, async (state) => {
        let sent: EngineSession['sent'] = [];
        let score: ScoreExplanation | undefined;
        const explain = async (checked: CheckedSearch, session: EngineSession) => {
          sent = [...session.sent];
          if (uid !== undefined) score = await this.explainPart(state, uid, checked, session, work);
        };
        const answer = await this.find(state, request, work, undefined, { explaining: { uid, explain } });
        return explained(answer, sent, state.opened.parts, score);
      }),
    );
  }

  /** @throws NotFoundError */
  private async explainPart(
    state: CatalogState,
    uid: string,
    { search }: CheckedSearch,
    session: EngineSession,
    work: Work,
  ): Promise<ScoreExplanation> {
    const part = (await this.byUids(session, [uid], ALL)).get(uid) as Part | undefined;
    if (!part) throw new NotFoundError(`no part has the uid "${shorten(uid)}"`);
    return explainPart(part, search, { state, session, work });
  }

  isMultiValued(field: string): boolean {
    return this.context.current().opened.types.isMultiValued(field);
  }

  async medianPrices(): Promise<never> {
    throw refusalOf('computed orders');
  }

  async makerOrder(): Promise<never> {
    throw refusalOf('computed orders');
  }

  readonly vocabulary: Vocabulary = {
    wordsBeginning: async () => {
      throw refusalOf('words');
    },
    has: async () => {
      throw refusalOf('words');
    },
    nearest: async () => {
      throw refusalOf('words');
    },
  };
}
