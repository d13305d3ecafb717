import { categoryWarnings, givenCategories } from '../answers/category-warnings.js';
import type { ShownMembers } from '../answers/directives.js';
import type { RowSet } from '../index/row-set/row-set.js';
import { Needs } from '../index/section.js';
import type { Call } from '../model/call.js';
import { type CheckedDirectives, checkDirectives } from '../model/check-directives.js';
import type { NormalisedSearchRequest } from '../model/check-requests.js';
import { checkUids } from '../model/check-uids.js';
import { Issues } from '../model/issues.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import { withoutPage } from '../model/without-page.js';
import type { BoundSearch } from '../query/bind-search.js';
import type { Hit, HitList } from '../query/merge.js';
import type { Trace } from '../query/trace.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import { RequestResolver } from '../resolve/requests.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CollectionContext } from './collection-contexts.js';
import { isOfOneCatalog, lastWanted, nextCursor, type Page, pageOf, placesOf } from './cursor.js';
import { Fetcher, type Marking } from './fetcher.js';
import { markingFor } from './highlighting.js';
import type { CallRules, CollectionInternals } from './internals.js';
import { jsonSteps } from './json-steps.js';
import { load } from './load.js';
import { hasWord, nearWords } from './near-words.js';
import { type CheckedSearch, RequestChecker } from './request-checker.js';
import { isWithin, needScope } from './scope-filter.js';
import { Searcher } from './searcher.js';
import { SpellingSuggester } from './spelling-suggester.js';

/**
 * One of the collections of a catalog. The last argument of every method says how long it may take and what stops it; over the budget
 * it rejects with a {@link BudgetExceededError}. After `close()` of the catalog everything rejects with a {@link ClosedError}.
 * @typeParam T the documents of the collection
 */
export interface Collection<T> {
  /**
   * The record of a uid, or undefined; a uid that was merged into another record gives that one.
   * @throws {@link ValidationError}
   */
  get(uid: string, directives?: Directives, call?: Call): Promise<T | undefined>;
  /**
   * The records of up to 20 uids (`Limits.getMulti`) by uid; those that do not exist are left out.
   * @throws {@link ValidationError}
   */
  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, T>>;
  /**
   * The records that match, counted exactly, and one page of them.
   * @throws {@link ValidationError}, {@link FilterSyntaxError}
   */
  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<T>>;
  /**
   * The JSON text of what `search` answers, for a server that sends it on as it is.
   * @throws {@link ValidationError}, {@link FilterSyntaxError}
   */
  searchText(request?: SearchRequest, call?: Call): Promise<string>;
  /**
   * Every record that matches, in the order of the request; `start` and `limit` are not looked at. A scan that is not finished
   * when the catalog closes rejects with a {@link ClosedError}.
   * `Limits.milliseconds` bounds the time until the first record and between two of them, and a timeout of the call the whole scan.
   * @throws {@link ValidationError}, {@link FilterSyntaxError}, when the first record is asked for
   */
  scan(request?: SearchRequest, call?: Call): AsyncIterable<T>;
}

/** Documents that a scan reads at a time: they are fetched in the order in which they are stored. */
const SCAN_BATCH = 512;
/** Bytes that a hit of a scan takes while it waits. */
const ROW_BYTES = 4;

/** To the microsecond: clocks are no more exact, and the rest would only be long to read. */
export function millisecondsSince(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1000;
}

/** A collection that reads its segments in this thread. */
export class CatalogCollection<T extends object> implements Collection<T>, CollectionInternals {
  protected readonly resolver: RequestResolver;
  protected readonly checker: RequestChecker;
  protected readonly fetcher: Fetcher<T>;
  protected readonly searcher: Searcher;
  private readonly spelling: SpellingSuggester;

  constructor(protected readonly context: CollectionContext) {
    const { name, types, segments, specMetadata, categories, references, rates, hidden } = context;
    const computed = { rates, hides: (field: string) => hidden?.hasField(field) ?? false };
    this.resolver = new RequestResolver(name, types, context.wholeTypes);
    this.checker = new RequestChecker(context, this.resolver);
    this.fetcher = new Fetcher(
      name,
      segments,
      types,
      context.hidden?.names,
      references && { references, specMetadata, computed },
    );
    this.searcher = new Searcher(segments, specMetadata, categories);
    this.spelling = new SpellingSuggester({
      near: (wanted, work) => nearWords(segments, wanted, () => true, work),
      has: (word) => hasWord(segments, word),
    });
  }

  get(uid: string, directives?: Directives, call?: Call): Promise<T | undefined> {
    return this.context.running.answer(call, (work) => this.getTask(uid, directives, work));
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, T>> {
    return this.context.running.answer(call, (work) => this.getMultiTask(uids, directives, work));
  }

  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<T>> {
    return this.context.running.answer(call, (work) => this.searchTask(request, work));
  }

  searchText(request?: SearchRequest, call?: Call): Promise<string> {
    return this.context.running.answer(call, (work) => this.searchTextTask(request, work));
  }

  async *scan(request?: SearchRequest, call?: Call): AsyncIterable<T> {
    const pieces = this.context.running.inPieces(call);
    try {
      const { top, shown } = await pieces.next((work) => this.scanTask(request, work));
      for (let at = 0; at < top.length; at += SCAN_BATCH) {
        for (const record of await pieces.next((work) => this.scanned(top.slice(at, at + SCAN_BATCH), shown, work))) {
          pieces.check();
          yield record;
        }
      }
    } finally {
      pieces.end();
    }
  }

  searchWithin(request: SearchRequest | undefined, work: Work, rules?: CallRules): Promise<SearchResponse<T>> {
    return work.run(this.searchTask(request, work, rules));
  }

  getWithin(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Promise<T | undefined> {
    return work.run(this.getTask(uid, directives, work, rules));
  }

  checkSearch(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    return work.run(this.checkTask(request, issues, work, rules));
  }

  checkFetch(uids: readonly string[], directives: Directives, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    checkUids(uids, this.context.limits, issues);
    return work.run(this.compile(checkDirectives(directives, issues), issues, rules));
  }

  get recordCount(): number {
    return this.context.segments.reduce((sum, segment) => sum + segment.liveCount, 0);
  }

  recordsWithin(position: number, count: number, work: Work): Promise<readonly object[]> {
    return work.run(this.recordsTask(position, count));
  }

  private *recordsTask(position: number, count: number): Task<readonly object[]> {
    let first = position;
    for (const { liveCount, living, documents } of this.context.segments) {
      if (first < liveCount) {
        if (!living.isLoaded) yield* load(new Needs().add(living));
        return (yield* documents.read(Array.from(living.value.subarray(first, first + count)))) as object[];
      }
      first -= liveCount;
    }
    return [];
  }

  protected *getTask(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Task<T | undefined> {
    const issues = new Issues({ uid, ...directives });
    if (typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const scope = rules?.scope && (yield* this.checker.scope(rules, work));
    const shown = yield* this.loadForFetch(checkDirectives(directives, issues), issues, rules, scope);
    const hit = this.fetcher.find(uid);
    if (!hit || (scope && !(yield* isWithin(scope, hit, work)))) return undefined;
    return (yield* this.fetcher.read([hit], shown, work))[0];
  }

  private *getMultiTask(uids: string[], directives: Directives | undefined, work: Work): Task<Record<string, T>> {
    const issues = new Issues({ uids, ...directives });
    const wanted = checkUids(uids, this.context.limits, issues);
    const shown = yield* this.loadForFetch(checkDirectives(directives, issues), issues);
    const found: { readonly uid: string; readonly hit: Hit }[] = [];
    for (const uid of wanted) {
      const hit = this.fetcher.find(uid);
      if (hit) found.push({ uid, hit });
    }
    const documents = yield* this.fetcher.read(
      found.map(({ hit }) => hit),
      shown,
      work,
    );
    const answer: Record<string, T> = Object.create(null);
    found.forEach(({ uid }, i) => {
      answer[uid] = documents[i];
    });
    return answer;
  }

  /** Loads what a fetch needs, in one go. @throws ValidationError with all issues */
  private *loadForFetch(
    directives: CheckedDirectives,
    issues: Issues,
    rules?: CallRules,
    scope?: readonly ResolvedFilter[],
  ): Task<ShownMembers> {
    const needs = new Needs();
    if (issues.isEmpty) {
      if (scope) needScope(scope, this.context.segments, needs);
      this.fetcher.needToFind(needs);
      this.fetcher.need(directives, needs);
    }
    return yield* this.loadAndCompile(needs, directives, issues, rules);
  }

  /** @param known the rows of each segment that the request finds, if they are known: the scratch of the call has them */
  protected *searchTask(
    request: SearchRequest | undefined,
    work: Work,
    rules?: CallRules,
    known?: readonly RowSet[],
  ): Task<SearchResponse<T>> {
    const began = performance.now();
    const issues = new Issues(request);
    const checked = yield* this.checker.check(request, issues, work, rules);
    const { normalised, search } = checked;
    const isByUid = this.context.rowsMove || !isOfOneCatalog(search.sortKeys);
    const withPlaces = checked.after !== undefined || (normalised.limit > 0 && isByUid);
    const marking = normalised.highlight ? markingFor(search, this.context) : undefined;
    const needs = this.needsOf(checked, withPlaces, issues, marking);
    if (!needs.isEmpty) yield* load(needs, work);
    const shown = this.shownBy(normalised.directives, issues, rules);
    // Of rows that are known, nobody asks for the conditions again.
    const isKnown = known && !search.counts && search.facetQueries.length === 0;
    const bound = yield* this.searcher.bind(isKnown ? { ...search, filters: [] } : search, work);
    const places = checked.after && placesOf(checked.after, bound, work);
    const found = yield* this.searcher.run(search, bound, lastWanted(checked), work, { known, places });
    const page = pageOf(checked, found);
    const { hits, results, warnings } = found;
    const { facet_results, stats_results, spec_metadata, spec_keys } = results;
    const documents =
      this.fetcher.readColumns(page.hits, shown, work, marking) ??
      (yield* this.fetcher.read(page.hits, shown, work, marking, spec_metadata));
    const suggestions = normalised.suggest && (hits > 0 ? [] : yield* this.suggest(normalised, work, rules));
    const named = hits > 0 ? [] : yield* this.namesForUids(normalised, work, rules);
    const response = {
      request: normalised.request,
      results: documents.map((item, i) => (marking ? { item, ...marking.marks[i] } : { item })),
      hits,
      msec: millisecondsSince(began),
      facet_results,
      stats_results,
      spec_metadata,
    } as SearchResponse<T>;
    // In the order of the documentation.
    if (spec_keys !== undefined) response.spec_keys = spec_keys;
    response.next = nextCursor(checked.cursors, bound, page, work);
    if (suggestions) response.suggestions = suggestions;
    if (this.context.rates) response.rates = this.context.rates.given;
    const isWarned = search.warnings.length + warnings.length + named.length > 0;
    response.warnings = isWarned ? [...search.warnings, ...warnings, ...named] : [];
    return response;
  }

  /** Warnings of names of categories in the place of uids. A client that does not see all gets none. */
  private *namesForUids({ filterFields }: NormalisedSearchRequest, work: Work, rules?: CallRules): Task<readonly string[]> {
    const { name, categories, hidden } = this.context;
    if (name !== 'parts' || hidden || rules?.scope) return [];
    const given = givenCategories(filterFields);
    if (given.length === 0) return [];
    const needs = new Needs();
    categories.need(needs);
    yield* load(needs, work);
    return yield* categoryWarnings(given, categories.byUid, work);
  }

  /** Corrected texts of a `q` that finds nothing. Each of them finds something with the filters of the request. */
  private suggest({ q, request: { filter } }: NormalisedSearchRequest, work: Work, rules?: CallRules): Task<string[]> {
    const count = (corrected: string) => this.countHits({ q: corrected, limit: 0, ...(filter && { filter }) }, work, rules);
    return this.spelling.suggest(q, this.context.limits, (texts) => each(texts, count), work);
  }

  /** The hits of a request of the engine's own. */
  private *countHits(request: SearchRequest, work: Work, rules?: CallRules): Task<number> {
    const { search } = yield* this.checker.check(request, new Issues(), work, rules);
    return (yield* this.searcher.count(search, work)).hits;
  }

  /** Runs a search, and finds out whether hits follow its page. */
  protected *page(checked: CheckedSearch, bound: readonly BoundSearch[], work: Work, trace: Trace): Task<Page> {
    const places = checked.after && placesOf(checked.after, bound, work);
    return pageOf(checked, yield* this.searcher.run(checked.search, bound, lastWanted(checked), work, { trace, places }));
  }

  private *searchTextTask(request: SearchRequest | undefined, work: Work): Task<string> {
    const response = yield* this.searchTask(request, work);
    work.begin('writing the answer');
    return yield* jsonSteps(response, work);
  }

  private scanTask(request: SearchRequest | undefined, work: Work): Task<{ top: HitList; shown: ShownMembers }> {
    return this.allHits(withoutPage(request), work);
  }

  /** All hits of a request, in its order. */
  protected *allHits(request: SearchRequest, work: Work, rules?: CallRules): Task<{ top: HitList; shown: ShownMembers }> {
    const issues = new Issues(request);
    const checked = yield* this.checker.check(request, issues, work, rules);
    const { after } = checked;
    const search = { ...checked.search, facetQueries: [], counts: undefined };
    yield* load(this.needsOf({ ...checked, search }, after !== undefined, issues), work);
    const shown = this.shownBy(checked.normalised.directives, issues, rules);
    const bound = yield* this.searcher.bind(search, work);
    const places = after && placesOf(after, bound, work);
    const { top } = yield* this.searcher.run(search, bound, Number.MAX_SAFE_INTEGER, work, { places });
    work.hold(top.length * ROW_BYTES);
    return { top, shown };
  }

  /** The documents of hits as the directives of a request say. */
  protected *readShown(hits: readonly Hit[], request: SearchRequest, work: Work, rules?: CallRules): Task<T[]> {
    const issues = new Issues(request);
    const directives = checkDirectives(request, issues);
    const needs = new Needs();
    this.fetcher.need(directives, needs);
    const shown = yield* this.loadAndCompile(needs, directives, issues, rules);
    return yield* this.fetcher.read(hits, shown, work);
  }

  /** A batch of a scan, which goes on to the caller: its bytes are no longer held. */
  protected *scanned(hits: readonly Hit[], shown: ShownMembers, work: Work): Task<T[]> {
    if (work.isDue()) yield;
    const held = work.held;
    const documents = yield* this.fetcher.read(hits, shown, work);
    work.release(work.held - held);
    return documents;
  }

  protected *checkTask(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Task<void> {
    const { normalised } = yield* this.checker.check(request, issues, work, rules);
    yield* this.compile(normalised.directives, issues, rules);
  }

  /** What a search is known to need, with what its directives need. Of a request with issues they are compiled alone. */
  private needsOf(
    { search, normalised: { directives } }: CheckedSearch,
    withPlaces: boolean,
    issues: Issues,
    marking?: Marking,
  ): Needs {
    const needs = new Needs();
    if (issues.isEmpty) {
      this.searcher.need(search, needs, withPlaces);
      this.fetcher.need(directives, needs, marking);
    } else this.fetcher.needToCompile(directives, needs);
    return needs;
  }

  private *loadAndCompile(needs: Needs, directives: CheckedDirectives, issues: Issues, rules?: CallRules): Task<ShownMembers> {
    this.fetcher.needToCompile(directives, needs);
    yield* load(needs);
    return this.shownBy(directives, issues, rules);
  }

  /** The members that directives show; what compiling them needs must be loaded. @throws ValidationError with all issues */
  private shownBy(directives: CheckedDirectives, issues: Issues, rules?: CallRules): ShownMembers {
    const shown = this.fetcher.compile(directives, issues, rules?.unknownNames);
    issues.throwIfAny();
    return shown;
  }

  /** Adds what is wrong with directives. */
  protected *compile(directives: CheckedDirectives, issues: Issues, rules?: CallRules): Task<void> {
    const needs = new Needs();
    this.fetcher.needToCompile(directives, needs);
    yield* load(needs);
    this.fetcher.compile(directives, issues, rules?.unknownNames);
  }
}

/** What a task makes of each of some texts. */
function* each<T>(texts: readonly string[], task: (text: string) => Task<T>): Task<T[]> {
  const results: T[] = [];
  for (const text of texts) results.push(yield* task(text));
  return results;
}
