import { categoryWarnings, givenCategories } from '../answers/category-warnings.js';
import type { ShownMembers } from '../answers/directives.js';
import type { Call } from '../model/call.js';
import { nameMap } from '../model/check-arguments.js';
import { type CheckedDirectives, checkDirectives } from '../model/check-directives.js';
import { type NormalisedSearchRequest, normaliseSearchRequest } from '../model/check-requests.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import type { Filter } from '../parser/ast.js';
import type { ResolvedFilter } from '../resolve/resolved-filter.js';
import type { CountRequest, ResolvedSearch } from '../resolve/resolved-search.js';
import { turn, waitFor } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { refusalOf } from './capabilities.js';
import { boundsOf, type ClusterConnection, type RequestBounds } from './client.js';
import { compileFilter } from './compile/filters.js';
import { ALL, allOf, anyOf, oneOf, type Query } from './compile/queries.js';
import { type Counted, Counting } from './counting.js';
import { cursorAt, cursorsOf, type EngineCursors, engineValues, isSamePlace, readPlace } from './cursors.js';
import { Drilldown } from './drilldown.js';
import {
  type CallRules,
  type GivenPlace,
  lostPlace,
  markingFor,
  millisecondsSince,
  type Running,
  SpellingSuggester,
} from './in-process.js';
import { ClusterWords } from './near-words.js';
import type { OpenedIndex } from './opened.js';
import { answerOf, cutWarnings, noCounts, resultsOf } from './results.js';
import { REDIRECTED, STORED_PART, UID } from './schema.js';
import type { EngineHit, EngineHits } from './searcher.js';
import { EngineSession, TooManyBuckets } from './session.js';
import type { CatalogState } from './state.js';
import { checkWindow, inWindow, WINDOW } from './window.js';
import { withPrograms } from './with-programs.js';

/** A request that is checked and resolved. */
export interface CheckedSearch {
  readonly normalised: NormalisedSearchRequest;
  readonly search: ResolvedSearch;
  readonly cursors: EngineCursors;
  readonly after: GivenPlace | undefined;
}

/** What a search is answered with. */
export interface Finding {
  readonly state: CatalogState;
  readonly session: EngineSession;
  readonly work: Work;
  readonly rules: CallRules | undefined;
  readonly explaining: Explaining | undefined;
}

/** Parts that are read by uid in one request: a uid leads to one part, or to two while other programs change them. */
const UIDS_AT_ONCE = 2000;
/** Corrected texts that are counted in one request: all of them. */
const CORRECTED_AT_ONCE = 24;

/** What is told of a search beside its answer. */
export interface Explaining {
  /** Of the part that is explained. */
  readonly uid: string | undefined;
  /** Explains a search that was answered, in its session. */
  explain(checked: CheckedSearch, session: EngineSession): Promise<void>;
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

/** What requests of parts to a cluster have in common. */
export abstract class PartRequests {
  constructor(protected readonly context: PartsContext) {}

  protected answer<T>(call: Call | undefined, request: (work: Work) => Promise<T>): Promise<T> {
    return this.context.running.answerAsync(call, request);
  }

  protected within<T>(work: Work, request: (state: CatalogState) => Promise<T>): Promise<T> {
    return this.context.within(request, boundsOf(work));
  }

  /** Checks something within one index. What is wrong is added once, also where the index is gone and the next one is asked. */
  protected checking<T>(issues: Issues, work: Work, check: (state: CatalogState, found: Issues) => Promise<T>): Promise<T> {
    return this.within(work, async (state) => {
      const found = new Issues(issues.request);
      const checked = await check(state, found);
      issues.addAll(found);
      return checked;
    });
  }

  protected session({ opened }: CatalogState, work: Work, isSeveral = false): EngineSession {
    return new EngineSession(this.context.connection, opened.index, boundsOf(work), isSeveral);
  }

  /** Checks, parses and resolves a request. What has an issue is left out, and nothing may be answered then. */
  protected async check(
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

  protected scope(state: CatalogState, rules: CallRules | undefined, work: Work): Promise<readonly ResolvedFilter[] | undefined> {
    return work.run(state.resolver.scope(rules?.scope ?? [], work, this.context.limits));
  }

  /** @param session of the answer that this is a part of; by default of its own */
  protected async find(
    state: CatalogState,
    request: SearchRequest | undefined,
    work: Work,
    rules?: CallRules,
    { explaining, session: given }: { readonly explaining?: Explaining; readonly session?: EngineSession } = {},
  ): Promise<SearchResponse<Part>> {
    const began = performance.now();
    const issues = new Issues(request);
    const { uid } = explaining ?? {};
    if (uid !== undefined && typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const checked = await this.check(state, request, issues, work, rules);
    const session = given ?? this.session(state, work, uid !== undefined || isOfSeveralRequests(checked));
    try {
      const shown = await this.shownFor(state, checked.normalised.directives, session, issues, rules);
      const answered = await this.answerOf(checked, shown, { state, session, work, rules, explaining });
      const msec = millisecondsSince(began);
      await explaining?.explain(checked, session);
      return { ...answered, msec };
    } finally {
      if (!given) session.end();
    }
  }

  /** The answer of a checked request, except the time that it took. */
  private async answerOf(checked: CheckedSearch, shown: ShownMembers, finding: Finding): Promise<SearchResponse<Part>> {
    const { normalised, search } = checked;
    const { session, explaining, state, work, rules } = finding;
    const marking = normalised.highlight ? markingFor(search, { name: 'parts', types: state.opened.types }) : undefined;
    if (explaining) session.profiled();
    const { found, counting } = await this.findHits(checked, finding);
    const [counted, items] = await Promise.all([
      counting?.read(found.answer, session) ?? noCounts(),
      this.itemsOf(checked, found.page, shown, finding, marking),
    ]);
    const isLost = normalised.suggest && found.hits === 0 && !explaining;
    if (isLost) session.holdStill();
    const suggestions = isLost ? await this.suggest(normalised, finding) : [];
    // A client that does not see all gets no names.
    const given = found.hits > 0 || rules?.scope ? [] : givenCategories(normalised.filterFields);
    const named = await work.run(categoryWarnings(given, state.opened.categories(), work));
    const last = found.isLast ? undefined : found.page.at(-1);
    return answerOf(normalised.request, {
      results: items.map((item, i) => (marking ? { item, ...marking.marks[i] } : { item })),
      hits: found.hits,
      msec: 0,
      ...resultsOf(counted, queryCounts(search, found), state.opened.specMetadata),
      next: last ? cursorAt(checked.cursors, found.compiled.sort, last) : null,
      ...(normalised.suggest && { suggestions }),
      warnings: [...search.warnings, ...cutWarnings(counted), ...named],
    });
  }

  /** The parts of a page as the answer shows them. */
  private async itemsOf(
    { search }: CheckedSearch,
    page: readonly EngineHit[],
    shown: ShownMembers,
    { state, session, work }: Finding,
    marking: ReturnType<typeof markingFor> | undefined,
  ): Promise<Part[]> {
    // A drilldown has sent a further request. When it is on its way, the parts are read while the cluster answers it.
    if (search.counts?.drilldown) await turn();
    return state.fetcher.show(await this.documents(page, session), shown, work, marking);
  }

  /** The page of hits, and what is counted over all of them. */
  protected async findAndCount(checked: CheckedSearch, finding: Finding): Promise<{ found: EngineHits; counted: Counted }> {
    const { found, counting } = await this.findHits(checked, finding);
    return { found, counted: counting ? await counting.read(found.answer, finding.session) : noCounts() };
  }

  /** The page of hits. Its answer has what is counted over all of them, but for what takes further requests. */
  private async findHits(checked: CheckedSearch, { state, session }: Finding) {
    const { counts } = checked.search;
    const counting = counts && countingOf(counts, state.opened);
    const find = () => this.page(state, checked, session, countingPlan(counting));
    let found = await find().catch((error: unknown) => findWithFewer(error, find, counting, session));
    if (counting?.hasManyValues(found.answer) && session.holdStill()) found = await find();
    return { found, counting };
  }

  /** Corrected texts of a `q` that finds nothing. Each of them finds something with the filters of the request. */
  private suggest(
    { q, request: { filter } }: NormalisedSearchRequest,
    { state, session, work, rules }: Finding,
  ): Promise<string[]> {
    const hitsOf = async (texts: readonly string[]): Promise<number[]> => {
      const searches: ResolvedSearch[] = [];
      for (const corrected of texts) {
        const request = { q: corrected, limit: 0, ...(filter && { filter }) };
        searches.push((await this.check(state, request, new Issues(), work, rules)).search);
      }
      return state.searcher.countHits(searches, session, 'counting what corrected texts find');
    };
    const suggester = new SpellingSuggester(new ClusterWords(state.opened.context.layout, session), CORRECTED_AT_ONCE);
    return work.run(suggester.suggest(q, this.context.limits, (texts) => waitFor(hitsOf(texts)), work));
  }

  /** Runs a search for a page of hits, and finds out whether others follow. */
  protected async page(
    state: CatalogState,
    { search, normalised: { start, limit }, cursors, after }: CheckedSearch,
    session: EngineSession,
    makePlan: MakePlan,
  ): Promise<EngineHits> {
    if (!after) {
      const found = await state.searcher.run(search, { ...inWindow(start, limit), withParts: true }, session, makePlan);
      checkWindow(start, limit, found.hits);
      return found;
    }
    const places = await this.placeOf(state, search, cursors, after, session);
    const size = Math.min(limit + 1, WINDOW);
    const found = await state.searcher.run(search, { from: 0, size, after: places, withParts: true }, session, makePlan);
    // A full window does not tell whether further hits belong to the page.
    if (size <= limit && found.page.length === size) throw refusalOf('pages');
    const page = found.page.slice(0, limit);
    return { ...found, page, isLast: limit === 0 || found.page.length <= limit };
  }

  /** The engine's values of a place. @throws ValidationError for one that is lost */
  protected async placeOf(
    state: CatalogState,
    search: ResolvedSearch,
    cursors: EngineCursors,
    after: GivenPlace,
    session: EngineSession,
  ) {
    if (after.kind === 'row' || after.kind === 'uid') throw lostPlace();
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
  protected async documents(hits: readonly EngineHit[], session: EngineSession): Promise<object[]> {
    if (hits.every(({ stored }) => stored !== undefined)) return hits.map(({ stored }) => JSON.parse(stored as string));
    const byUid = await this.byUids(
      session,
      hits.map(({ uid }) => uid),
      ALL,
    );
    return hits.map(({ uid }) => byUid.get(uid) as object);
  }

  /** @throws ValidationError with all issues */
  protected async shownFor(
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

  /** Adds what is wrong with a request and the names in its directives. */
  protected async checkWith(
    state: CatalogState,
    request: SearchRequest | undefined,
    session: EngineSession,
    issues: Issues,
    work: Work,
    rules?: CallRules,
  ): Promise<void> {
    const { normalised } = await this.check(state, request, issues, work, rules);
    await state.fetcher.compile(normalised.directives, session, issues, rules?.unknownNames);
  }

  /** The part that a uid leads to. */
  protected async one(
    state: CatalogState,
    uid: string,
    directives: Directives | undefined,
    session: EngineSession,
    work: Work,
    rules?: CallRules,
  ): Promise<Part | undefined> {
    const issues = new Issues({ uid, ...directives });
    if (typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const scope = await this.scope(state, rules, work);
    const shown = await this.shownFor(state, checkDirectives(directives, issues), session, issues, rules);
    const found = await withPrograms(state.opened.context, (context) =>
      this.byUids(session, [uid], allOf((scope ?? []).map((one) => compileFilter(one, context)))),
    );
    const part = found.get(uid);
    return part && (await state.fetcher.show([part], shown, work))[0];
  }

  /** The stored parts that uids lead to. One that lives anywhere is never taken for one that was merged. */
  protected async byUids(session: EngineSession, uids: readonly string[], filter: Query): Promise<Map<string, object>> {
    const wanted = new Set(uids);
    const own = new Map<string, object>();
    const merged = new Map<string, object>();
    if (uids.length > UIDS_AT_ONCE) session.holdStill();
    for (let from = 0; from < uids.length; from += UIDS_AT_ONCE) {
      const some = uids.slice(from, from + UIDS_AT_ONCE);
      const query = allOf([anyOf([oneOf(UID, some), oneOf(REDIRECTED, some)]), filter]);
      const body = { query, size: WINDOW, _source: [STORED_PART], sort: [{ [UID]: 'asc' }] };
      const answer = await session.search(body, 'reading parts');
      for (const { _source } of answer.hits.hits) {
        const part = JSON.parse(_source[STORED_PART]) as Part;
        if (wanted.has(part.uid)) own.set(part.uid, part);
        for (const uid of part.redirected_uids ?? []) if (wanted.has(uid) && !merged.has(uid)) merged.set(uid, part);
      }
    }
    return new Map([...merged, ...own]);
  }
}

type MakePlan = Parameters<CatalogState['searcher']['run']>[3];

/** Adds to a search what is counted of its hits. */
function countingPlan(counting: Counting | undefined): MakePlan {
  return (compiled, plan) => {
    counting?.addTo(compiled, plan);
    for (const { text, query } of compiled.facetQueries) plan.askQuery(`query ${text}`, query);
  };
}

/** Finds again, with fewer values of each counted field, if all of them were more than the cluster answers with. */
function findWithFewer(
  error: unknown,
  find: () => Promise<EngineHits>,
  counting: Counting | undefined,
  session: EngineSession,
): Promise<EngineHits> {
  if (!(error instanceof TooManyBuckets) || !counting?.readFewer()) throw error;
  session.holdStill();
  return find();
}

/** What was counted of the facet queries of a search. */
export function queryCounts({ facetQueries }: ResolvedSearch, { plan, answer }: EngineHits): Record<string, { count: number }> {
  const queries = nameMap<{ count: number }>();
  for (const { text } of facetQueries) queries[text] = { count: plan.query(`query ${text}`, answer) };
  return queries;
}

/** Whether an answer takes several requests, which must see the same parts. */
function isOfSeveralRequests({ search: { counts }, after }: CheckedSearch): boolean {
  const hasRanges = counts?.facets.some(({ ranges }) => ranges > 0) ?? false;
  return counts?.drilldown !== undefined || hasRanges || after?.kind === 'record';
}

function countingOf(counts: CountRequest, { types, context, categories, valueCount, memberNames }: OpenedIndex): Counting {
  const { drilldown } = counts;
  const ranked = drilldown && new Drilldown(drilldown, memberNames(), context.fields, { valueCount });
  return new Counting(counts, { ...types, ...context, valueCount, categories }, ranked);
}
