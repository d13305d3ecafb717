import type { ShownMembers } from '../answers/directives.js';
import type { AskRequest, AskResponse, Interpretation } from '../model/ask.js';
import type { Call } from '../model/call.js';
import { nameMap } from '../model/check-arguments.js';
import { type CheckedDirectives, checkDirectives } from '../model/check-directives.js';
import { normaliseMatchRequest } from '../model/check-match.js';
import { checkUids, type NormalisedSearchRequest, normaliseSearchRequest } from '../model/check-requests.js';
import type { FilterCompletion } from '../model/completions.js';
import type { Part } from '../model/documents.js';
import type { Explanation } from '../model/explanation.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { PartsMatchRequest, PartsMatchResponse } from '../model/match-requests.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { SimilarRequest, SimilarResponse } from '../model/similar.js';
import type { Filter } from '../parser/ast.js';
import type { ResolvedFilter } from '../resolve/resolved-filter.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import { waitFor } from '../work/pauses.js';
import { UNBOUNDED, type Work } from '../work/work.js';
import { refusalOf } from './capabilities.js';
import type { ClusterConnection, RequestBounds } from './client.js';
import { compileFilter } from './compile/filters.js';
import { ALL, allOf, anyOf, type Query } from './compile/queries.js';
import { Counting } from './counting.js';
import { cursorAt, cursorsOf, type EngineCursors, engineValues, isSamePlace, readPlace } from './cursors.js';
import { Drilldown } from './drilldown.js';
import { explained } from './explain.js';
import {
  type CallRules,
  checkQuestion,
  type GivenPlace,
  jsonSteps,
  lostPlace,
  type MatchRules,
  markingFor,
  millisecondsSince,
  type PartCollection,
  type PartInternals,
  type Running,
  type StoredPart,
  type Vocabulary,
} from './in-process.js';
import { runMatch } from './match.js';
import { answerOf, cutWarnings, noCounts, resultsOf } from './results.js';
import { REDIRECTED, STORED_PART, UID } from './schema.js';
import type { EngineHit, EngineHits } from './searcher.js';
import { type EngineAnswer, EngineSession } from './session.js';
import type { CatalogState } from './state.js';

/** The engine's result window: pages reach no further, cursors do. */
const WINDOW = 10_000;
/** Parts that a scan reads at a time. */
const SCAN_BATCH = 512;

/** A request that is checked and resolved. */
interface CheckedSearch {
  readonly normalised: NormalisedSearchRequest;
  readonly search: ResolvedSearch;
  readonly cursors: EngineCursors;
  readonly after: GivenPlace | undefined;
}

/** What the parts have of their catalog. */
export interface PartsContext {
  readonly connection: ClusterConnection;
  readonly limits: Limits;
  readonly running: Running;
  /** Answers a request from one index: if that is gone, once more from the one behind the alias. */
  within<T>(request: (state: CatalogState) => Promise<T>, bounds: RequestBounds): Promise<T>;
  /** The index that requests are answered from now. */
  current(): CatalogState;
}

/** The parts of a catalog on a cluster. */
export class ClusterParts implements PartCollection, PartInternals {
  /** Where the records that were read in turn have ended, by position. */
  private readonly readUpTo = new Map<number, string>();

  constructor(private readonly context: PartsContext) {}

  get(uid: string, directives?: Directives, call?: Call): Promise<Part | undefined> {
    return this.answer(call, (work) => this.getWithin(uid, directives, work));
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, Part>> {
    return this.answer(call, (work) => this.within(work, (state) => this.parts(state, uids, directives, work)));
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

  private answer<T>(call: Call | undefined, request: (work: Work) => Promise<T>): Promise<T> {
    return this.context.running.answerAsync(call, request);
  }

  private within<T>(work: Work, request: (state: CatalogState) => Promise<T>): Promise<T> {
    return this.context.within(request, boundsOf(work));
  }

  private session({ opened }: CatalogState, work: Work, isSeveral = false): EngineSession {
    return new EngineSession(this.context.connection, opened.index, boundsOf(work), isSeveral);
  }

  /** Checks, parses and resolves a request. What has an issue is left out, and nothing may be answered then. */
  private async check(
    state: CatalogState,
    request: SearchRequest | undefined,
    issues: Issues,
    work: Work,
    rules?: CallRules,
  ): Promise<CheckedSearch> {
    const limits = rules?.limits ? { ...this.context.limits, ...rules.limits } : this.context.limits;
    const { types, digest } = state.opened;
    const normalised = normaliseSearchRequest('parts', request, limits, issues, types.ownFields);
    const conditions: readonly Filter[] | undefined = rules?.conditions;
    const resolved = await work.run(state.resolver.resolve(normalised, work, limits, issues, { conditions }));
    const scope = await this.scope(state, rules, work);
    const order = rules?.order && [{ field: rules.order.name, order: rules.order.direction, numbers: rules.order.numbers }];
    const search = { ...resolved, ...(order && { sortKeys: order }), ...(scope && { scope }) };
    const cursors = cursorsOf(normalised, search.sortKeys, conditions, digest);
    const { after } = normalised;
    return { normalised, search, cursors, after: after === undefined ? undefined : readPlace(after, cursors, issues) };
  }

  private scope(state: CatalogState, rules: CallRules | undefined, work: Work): Promise<readonly ResolvedFilter[] | undefined> {
    return work.run(state.resolver.scope(rules?.scope ?? [], work, this.context.limits));
  }

  private async find(
    state: CatalogState,
    request: SearchRequest | undefined,
    work: Work,
    rules?: CallRules,
    explains?: (hits: EngineHits, session: EngineSession) => void,
  ): Promise<SearchResponse<Part>> {
    const began = performance.now();
    const issues = new Issues(request);
    const checked = await this.check(state, request, issues, work, rules);
    const { normalised, search } = checked;
    const { opened } = state;
    const { counts } = search;
    const hasRanges = counts?.facets.some(({ ranges }) => ranges > 0) ?? false;
    const session = this.session(state, work, counts?.drilldown !== undefined || hasRanges || checked.after?.kind === 'record');
    try {
      const shown = await state.fetcher.compile(normalised.directives, session, issues, rules?.unknownNames);
      issues.throwIfAny();
      const marking = normalised.highlight ? markingFor(search, { name: 'parts', types: opened.types }) : undefined;
      const drilldown = counts?.drilldown && new Drilldown(counts.drilldown, [...opened.types.specKeys()], opened.context.fields);
      const counting =
        counts && new Counting(counts, { ...opened.types, ...opened.context, categories: opened.categories }, drilldown);
      const found = await this.page(state, checked, session, (compiled, plan) => {
        counting?.addTo(compiled, plan);
        for (const { text, query } of compiled.facetQueries) plan.askQuery(`query ${text}`, query);
      });
      explains?.(found, session);
      const queries = nameMap<{ count: number }>();
      for (const { text } of search.facetQueries) queries[text] = { count: found.plan.query(`query ${text}`, found.answer) };
      const counted = counting ? await counting.read(found.answer, session) : noCounts();
      const parts = await this.documents(found.page, session);
      const items = await state.fetcher.show(parts, shown, work, marking);
      const { suggest } = normalised;
      if (suggest && found.hits === 0) throw refusalOf('suggestions');
      const results = items.map((item, i) => (marking ? { item, ...marking.marks[i] } : { item }));
      const last = found.page.at(-1);
      const next = last && !found.isLast ? cursorAt(checked.cursors, found.compiled.sort, last) : null;
      return answerOf(normalised.request, {
        results,
        hits: found.hits,
        msec: millisecondsSince(began),
        ...resultsOf(counted, queries, opened.specMetadata),
        next,
        ...(suggest && { suggestions: [] }),
        warnings: [...search.warnings, ...cutWarnings(counted)],
      });
    } finally {
      await session.end();
    }
  }

  /** Runs a search for a page of hits, and finds out whether others follow. */
  private async page(
    state: CatalogState,
    { search, normalised: { start, limit }, cursors, after }: CheckedSearch,
    session: EngineSession,
    makePlan: Parameters<CatalogState['searcher']['run']>[3],
  ): Promise<EngineHits> {
    if (!after) {
      if (start + limit > WINDOW) throw refusalOf('pages');
      return state.searcher.run(search, { from: start, size: limit, withParts: true }, session, makePlan);
    }
    if (limit + 1 > WINDOW) throw refusalOf('pages');
    const places = await this.placeOf(state, search, cursors, after, session);
    const found = await state.searcher.run(
      search,
      { from: 0, size: limit + 1, after: places, withParts: true },
      session,
      makePlan,
    );
    const page = found.page.slice(0, limit);
    return { ...found, page, isLast: limit === 0 || found.page.length <= limit };
  }

  /** The engine's values of a place. @throws ValidationError for one that is lost */
  private async placeOf(
    state: CatalogState,
    search: ResolvedSearch,
    cursors: EngineCursors,
    after: GivenPlace,
    session: EngineSession,
  ) {
    if (after.kind === 'row') throw lostPlace();
    if (after.kind === 'values') return engineValues(after, cursors, state.searcher.sortOf(search));
    const own: ResolvedFilter = { kind: 'field', name: UID, fieldKind: 'uid', operand: { kind: 'value', text: after.uid } };
    const one = {
      ...search,
      keywords: [],
      filters: [{ filter: own, excludedFor: undefined }],
      facetQueries: [],
      counts: undefined,
    };
    const { page, compiled } = await state.searcher.run(one, { from: 0, size: 1, withParts: false }, session);
    if (page.length === 0 || !isSamePlace(after, cursors, compiled.sort, page[0])) throw lostPlace();
    return page[0].sort;
  }

  /** The stored parts of hits. */
  private async documents(hits: readonly EngineHit[], session: EngineSession): Promise<object[]> {
    if (hits.every(({ part }) => part !== undefined)) return hits.map(({ part }) => part as object);
    const byUid = await this.byUids(
      session,
      hits.map(({ uid }) => uid),
      ALL,
    );
    return hits.map(({ uid }) => byUid.get(uid) as object);
  }

  async getWithin(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Promise<Part | undefined> {
    return this.within(work, async (state) => {
      const issues = new Issues({ uid, ...directives });
      if (typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
      const session = this.session(state, work);
      const scope = await this.scope(state, rules, work);
      const shown = await this.shownFor(state, checkDirectives(directives, issues), session, issues, rules);
      const filter = allOf((scope ?? []).map((one) => compileFilter(one, state.opened.context)));
      const found = await this.byUids(session, [uid], filter);
      const part = found.get(uid);
      return part && (await state.fetcher.show([part], shown, work))[0];
    });
  }

  private async parts(
    state: CatalogState,
    uids: string[],
    directives: Directives | undefined,
    work: Work,
  ): Promise<Record<string, Part>> {
    const issues = new Issues({ uids, ...directives });
    const wanted = checkUids(uids, this.context.limits, issues);
    const session = this.session(state, work);
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

  /** @throws ValidationError with all issues */
  private async shownFor(
    state: CatalogState,
    directives: CheckedDirectives,
    session: EngineSession,
    issues: Issues,
    rules?: CallRules,
  ): Promise<ShownMembers> {
    const shown = await state.fetcher.compile(directives, session, issues, rules?.unknownNames);
    issues.throwIfAny();
    return shown;
  }

  /** The stored parts that uids lead to. One that lives anywhere is never taken for one that was merged. */
  private async byUids(session: EngineSession, uids: readonly string[], filter: Query): Promise<Map<string, object>> {
    if (uids.length === 0) return new Map();
    const query = allOf([anyOf([{ terms: { [UID]: uids } }, { terms: { [REDIRECTED]: uids } }]), filter]);
    const body = { query, size: WINDOW, _source: [STORED_PART], sort: [{ [UID]: 'asc' }] };
    const answer = await session.search(body, 'reading parts');
    const wanted = new Set(uids);
    const own = new Map<string, object>();
    const merged = new Map<string, object>();
    for (const { _source } of answer.hits.hits) {
      const part = JSON.parse(_source[STORED_PART]) as Part;
      if (wanted.has(part.uid)) own.set(part.uid, part);
      for (const uid of part.redirected_uids ?? []) if (wanted.has(uid) && !merged.has(uid)) merged.set(uid, part);
    }
    return new Map([...merged, ...own]);
  }

  /** All hits, in order, of one point in time. */
  async *scan(request?: SearchRequest, call?: Call): AsyncIterable<Part> {
    const pieces = this.context.running.inPieces(call);
    const state = this.context.current();
    let session: EngineSession | undefined;
    try {
      let scanned: ScanState | undefined;
      for (;;) {
        const batch = await pieces.next((work) => {
          session ??= this.session(state, work, true);
          const own = session;
          return waitFor(this.scanBatch(state, request, scanned, own.renewed(boundsOf(work)), work));
        });
        scanned = batch.state;
        yield* batch.items;
        if (batch.state.isLast) return;
      }
    } finally {
      await session?.end();
      pieces.end();
    }
  }

  private async scanBatch(
    state: CatalogState,
    request: SearchRequest | undefined,
    scanned: ScanState | undefined,
    session: EngineSession,
    work: Work,
  ): Promise<{ items: Part[]; state: ScanState }> {
    const begun = scanned ?? (await this.beginScan(state, request, session, work));
    const { search, after } = begun;
    const wanted = { from: 0, size: SCAN_BATCH + 1, after, withParts: true };
    const found = await state.searcher.run(search, wanted, session);
    const page = found.page.slice(0, SCAN_BATCH);
    const items = await state.fetcher.show(await this.documents(page, session), begun.shown, work);
    return { items, state: { ...begun, after: page.at(-1)?.sort, isLast: found.page.length <= SCAN_BATCH } };
  }

  private async beginScan(
    state: CatalogState,
    request: SearchRequest | undefined,
    session: EngineSession,
    work: Work,
  ): Promise<ScanState> {
    // A page, and what is to be counted, mean nothing to a scan; the rest of the request is checked all the same.
    const { start: _start, limit: _limit, ...rest } = request ?? {};
    const issues = new Issues(rest);
    const checked = await this.check(state, rest, issues, work);
    const shown = await this.shownFor(state, checked.normalised.directives, session, issues);
    const search = { ...checked.search, facetQueries: [], counts: undefined };
    const after = checked.after && (await this.placeOf(state, search, checked.cursors, checked.after, session));
    return { search, shown, after, isLast: false };
  }

  async checkSearch(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    const state = this.context.current();
    const { normalised } = await this.check(state, request, issues, work, rules);
    await state.fetcher.compile(normalised.directives, this.session(state, work), issues, rules?.unknownNames);
  }

  async checkFetch(
    uids: readonly string[],
    directives: Directives,
    issues: Issues,
    work: Work,
    rules?: CallRules,
  ): Promise<void> {
    const state = this.context.current();
    checkUids(uids, this.context.limits, issues);
    await state.fetcher.compile(checkDirectives(directives, issues), this.session(state, work), issues, rules?.unknownNames);
  }

  get recordCount(): number {
    return this.context.current().opened.parts;
  }

  /** Positions are those in the order of uids; records are read in turn. */
  async recordsWithin(position: number, count: number, work: Work): Promise<readonly object[]> {
    const state = this.context.current();
    const after = this.readUpTo.get(position);
    if (position > 0 && after === undefined && position + count > WINDOW) throw refusalOf('records');
    const from = after === undefined ? { from: position } : { search_after: [after] };
    const body = { ...from, size: count, _source: [STORED_PART], sort: [{ [UID]: 'asc' }] };
    const answer = await this.session(state, work).search(body, 'reading parts');
    const parts = answer.hits.hits.map(({ _source }: { _source: Record<string, string> }) => JSON.parse(_source[STORED_PART]));
    const last = parts.at(-1);
    if (last) this.readUpTo.set(position + parts.length, last.uid);
    return parts;
  }

  /** The parts as they are stored, in the order of uids, of one point in time. */
  async *storedParts(size: number, call?: Call): AsyncIterable<readonly StoredPart[]> {
    const pieces = this.context.running.inPieces(call, UNBOUNDED);
    const session = new EngineSession(this.context.connection, this.context.current().opened.index, {}, true);
    try {
      for (let after: string | undefined; ; ) {
        const body = {
          size,
          _source: [STORED_PART],
          sort: [{ [UID]: 'asc' }],
          ...(after !== undefined && { search_after: [after] }),
        };
        const answer = await pieces.next((work) => waitFor(session.renewed(boundsOf(work)).search(body, 'reading parts')));
        const { hits } = answer.hits;
        if (hits.length === 0) return;
        yield hits.map((hit: EngineAnswer) => ({ uid: hit._id, text: hit._source[STORED_PART] }));
        after = hits[hits.length - 1].sort[0];
      }
    } finally {
      await session.end();
      pieces.end();
    }
  }

  /** How many parts the index has. */
  async countParts(work: Work): Promise<number> {
    const session = this.session(this.context.current(), work);
    const answer = await session.search({ size: 0, track_total_hits: true }, 'counting parts');
    return answer.hits.total.value;
  }

  hasMember(path: string): Promise<boolean> {
    const state = this.context.current();
    return state.fetcher.hasPath(path, new EngineSession(this.context.connection, state.opened.index, {}));
  }

  match(request: PartsMatchRequest & Directives, call?: Call): Promise<PartsMatchResponse> {
    return this.answer(call, (work) => this.matchWithin(request, {}, work));
  }

  matchWithin(request: PartsMatchRequest & Directives, rules: MatchRules, work: Work): Promise<PartsMatchResponse> {
    return this.within(work, async (state) => {
      const filter = await this.matchFilter(state, rules, work);
      const session = this.session(state, work);
      return runMatch(request, { state, rules, filter, limits: this.context.limits, session, work });
    });
  }

  /** What all parts of a match meet. */
  private async matchFilter(state: CatalogState, rules: MatchRules, work: Work): Promise<Query> {
    const { filter, conditions } = rules;
    const issues = new Issues({ filter });
    const { search } = await this.check(state, filter === undefined ? {} : { filter }, issues, work, {
      ...(conditions && { conditions }),
      ...(rules.scope && { scope: rules.scope }),
    });
    issues.throwIfAny();
    const filters = [...search.filters.map((one) => one.filter), ...(search.scope ?? [])];
    return allOf(filters.map((one) => compileFilter(one, state.opened.context)));
  }

  async checkMatch(request: PartsMatchRequest & Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    const state = this.context.current();
    const { directives } = normaliseMatchRequest(request, this.context.limits, issues);
    await state.fetcher.compile(directives, this.session(state, work), issues, rules?.unknownNames);
  }

  explain(request: SearchRequest, uid?: string, call?: Call): Promise<Explanation> {
    return this.answer(call, (work) =>
      this.within(work, async (state) => {
        if (uid !== undefined) throw refusalOf('explanations of a part');
        let sent: EngineSession['sent'] = [];
        const answer = await this.find(state, request, work, undefined, (_, session) => {
          sent = session.sent;
        });
        return explained(answer, sent, state.opened.parts);
      }),
    );
  }

  isMultiValued(field: string): boolean {
    return this.context.current().opened.types.isMultiValued(field);
  }

  async interpret(text: string): Promise<Interpretation> {
    checkText(text);
    throw refusalOf('questions');
  }

  interpretWithin(text: string): Promise<Interpretation> {
    return this.interpret(text);
  }

  async ask(text: string): Promise<AskResponse> {
    checkText(text);
    throw refusalOf('questions');
  }

  askWithin(text: string): Promise<AskResponse> {
    return this.ask(text);
  }

  async similar(_uid: string, _request?: SimilarRequest): Promise<SimilarResponse> {
    throw refusalOf('similar parts');
  }

  similarWithin(uid: string, request?: SimilarRequest): Promise<SimilarResponse> {
    return this.similar(uid, request);
  }

  async checkAsk(text: string, _request: AskRequest | undefined, issues: Issues): Promise<void> {
    checkQuestion(text, issues);
  }

  async completeFilter(): Promise<FilterCompletion[]> {
    throw refusalOf('completions');
  }

  async orderOf(): Promise<never> {
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

/** A scan between two batches. */
interface ScanState {
  readonly search: ResolvedSearch;
  readonly shown: ShownMembers;
  readonly after: EngineHit['sort'] | undefined;
  readonly isLast: boolean;
}

function checkText(text: unknown): void {
  const issues = new Issues(text);
  checkQuestion(text, issues);
  issues.throwIfAny();
}

/** What bounds the requests of a call. */
export function boundsOf({ signal, started, budget }: Work): RequestBounds {
  const { milliseconds } = budget;
  const deadline = Number.isFinite(milliseconds) ? started + milliseconds : undefined;
  return { signal, started, budget: milliseconds, deadline };
}
