import { applyDirectives, compileDirectives, onlyMembers, type ShownMembers } from '../answers/directives.js';
import { type Aggregates, Aggregation, AggregationColumns } from '../facets/aggregation.js';
import type { FoundRows } from '../index/row-set/found-rows.js';
import type { Segment } from '../index/segment.js';
import type { Call } from '../model/call.js';
import { type CheckedDirectives, checkDirectives } from '../model/check-directives.js';
import { checkUids, type NormalisedSearchRequest, normaliseSearchRequest } from '../model/check-requests.js';
import type { SpecMetadata } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { Directives, SearchRequest, SearchResponse } from '../model/requests.js';
import { type Hit, type HitList, mergeHits } from '../query/merge.js';
import {
  type BoundSearch,
  bindSearch,
  countFacetQueries,
  findRows,
  runSearch,
  type SegmentHits,
  weighKeywords,
} from '../query/search.js';
import type { Trace } from '../query/trace.js';
import type { FieldTypes } from '../resolve/filters.js';
import { RequestResolver, type ResolvedRequest } from '../resolve/requests.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { type FacetResults, facetResults } from './facet-results.js';
import type { CallRules, CollectionInternals } from './internals.js';
import { jsonSteps } from './json-steps.js';
import type { Running } from './running.js';

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

/** What a collection is asked of its catalog. */
export interface CollectionContext {
  readonly name: CollectionName;
  readonly segments: readonly Segment[];
  readonly types: FieldTypes;
  readonly limits: Limits;
  readonly running: Running;
  /** Of parts: what a spec key means. */
  readonly specMetadata?: (key: string) => SpecMetadata | undefined;
}

/** What of a resolved request is carried out. */
export type Executable = Pick<ResolvedRequest, 'search' | 'aggregation'>;

/** A request bound to all segments. */
export interface BoundRequest {
  readonly searches: BoundSearch[];
  readonly queryPlaces: readonly number[];
  readonly aggregation: Aggregation | undefined;
}

/** A request that nothing refuses. */
export interface PreparedRequest {
  readonly normalised: NormalisedSearchRequest;
  readonly shown: ShownMembers;
  readonly resolved: ResolvedRequest;
}

/** What the segments have answered. */
interface Ran {
  readonly results: FacetResults;
  readonly partials: readonly SegmentHits[];
}

/** What a search has found. */
interface Executed {
  readonly hits: number;
  readonly top: HitList;
  readonly results: FacetResults;
}

/** Documents that a scan reads at a time: they are fetched in the order in which they are stored. */
const SCAN_BATCH = 512;
/** Documents that are read between two steps. */
const DOCUMENTS_AT_ONCE = 64;
/** What a hit of a scan takes while it waits, and about what a value takes in an answer. */
const ROW_BYTES = 4;
const VALUE_BYTES = 64;
const NO_PATHS = { has: () => false, hasSpec: () => false };

/** To the microsecond: clocks tell no more, and the rest would only be long to read. */
export function millisecondsSince(began: number): number {
  return Math.round((performance.now() - began) * 1000) / 1000;
}

export class CatalogCollection<T extends object> implements Collection<T>, CollectionInternals {
  private readonly shownByDefault: ShownMembers;
  protected readonly resolver: RequestResolver;
  private readonly columns: AggregationColumns;
  private readonly compiledDirectives = new RecentCache<ShownMembers>();

  constructor(protected readonly context: CollectionContext) {
    this.shownByDefault = compileDirectives(context.name, {}, NO_PATHS, new Issues());
    this.resolver = new RequestResolver(context.name, context.types, context.limits);
    this.columns = new AggregationColumns(context.segments);
  }

  get(uid: string, directives?: Directives, call?: Call): Promise<T | undefined> {
    return this.context.running.answer(call, (work) => this.getWithin(uid, directives, work));
  }

  getMulti(uids: string[], directives?: Directives, call?: Call): Promise<Record<string, T>> {
    return this.context.running.answer(call, async (work) => {
      const issues = new Issues({ uids, ...directives });
      const wanted = checkUids(uids, this.context.limits, issues);
      const shown = await this.compile(checkDirectives(directives, issues), issues);
      issues.throwIfAny();
      const hits = await Promise.all(wanted.map((uid) => this.find(uid)));
      const found = wanted.filter((_, i) => hits[i] !== undefined);
      const documents = await this.documents(
        hits.filter((hit) => hit !== undefined),
        shown,
        work,
      );
      const answer: Record<string, T> = Object.create(null);
      found.forEach((uid, i) => {
        answer[uid] = documents[i];
      });
      return answer;
    });
  }

  search(request?: SearchRequest, call?: Call): Promise<SearchResponse<T>> {
    return this.context.running.answer(call, (work) => this.searchWithin(request, work));
  }

  searchText(request?: SearchRequest, call?: Call): Promise<string> {
    return this.context.running.answer(call, async (work) => {
      const response = await this.searchWithin(request, work);
      work.begin('writing the answer');
      return work.run(jsonSteps(response, work));
    });
  }

  async getWithin(uid: string, directives: Directives | undefined, work: Work, rules?: CallRules): Promise<T | undefined> {
    const issues = new Issues({ uid, ...directives });
    if (typeof uid !== 'string') issues.addWrongType(['uid'], 'a string', uid);
    const shown = await this.compile(checkDirectives(directives, issues), issues, rules);
    issues.throwIfAny();
    const hit = await this.find(uid);
    return hit && (await this.documents([hit], shown, work))[0];
  }

  async searchWithin(request: SearchRequest | undefined, work: Work, rules?: CallRules): Promise<SearchResponse<T>> {
    const began = performance.now();
    const { normalised, shown, resolved } = await this.prepare(request, work, rules);
    const { start, limit } = normalised;
    const { hits, top, results } = await this.execute(
      resolved,
      normalised.facetQueries as readonly string[],
      start + limit,
      work,
    );
    const documents = await this.documents(top.slice(start, start + limit), shown, work);
    return {
      request: normalised.request,
      results: documents.map((item) => ({ item })),
      hits,
      msec: millisecondsSince(began),
      ...results,
      warnings: resolved.warnings,
    };
  }

  async *scan(request?: SearchRequest, call?: Call): AsyncIterable<T> {
    const pieces = this.context.running.inPieces(call);
    try {
      const { top, shown } = await pieces.next(async (work) => {
        // What is asked of a page, or to be counted, is no matter of a scan; the rest of it is checked all the same.
        const { start: _start, limit: _limit, ...rest } = request ?? {};
        const prepared = await this.prepare(rest, work);
        const search = { ...prepared.resolved.search, excludable: [], facetQueries: [], queryPlaces: [] };
        const executed = await this.execute({ search, aggregation: undefined }, [], Number.MAX_SAFE_INTEGER, work);
        work.hold(executed.top.length * ROW_BYTES);
        return { top: executed.top, shown: prepared.shown };
      });
      for (let at = 0; at < top.length; at += SCAN_BATCH) {
        yield* await pieces.next((work) => this.scanned(top.slice(at, at + SCAN_BATCH), shown, work));
      }
    } finally {
      pieces.end();
    }
  }

  /** A batch of a scan, which goes on to the caller: its bytes are no longer held. */
  private async scanned(hits: readonly Hit[], shown: ShownMembers, work: Work): Promise<T[]> {
    await work.pause();
    const held = work.held;
    const documents = await this.documents(hits, shown, work);
    work.release(work.held - held);
    return documents;
  }

  async checkSearch(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Promise<void> {
    await this.read(request, issues, work, rules);
  }

  async checkFetch(uids: readonly string[], directives: Directives, issues: Issues, rules?: CallRules): Promise<void> {
    checkUids(uids, this.context.limits, issues);
    await this.compile(checkDirectives(directives, issues), issues, rules);
  }

  get recordCount(): number {
    return this.context.segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  }

  async recordsWithin(position: number, count: number): Promise<readonly object[]> {
    let first = position;
    for (const { rowCount, documents } of this.context.segments) {
      if (first < rowCount) {
        return documents.read(Array.from({ length: Math.min(count, rowCount - first) }, (_, i) => first + i)) as Promise<
          object[]
        >;
      }
      first -= rowCount;
    }
    return [];
  }

  /** @throws ValidationError, FilterSyntaxError with all issues of the request */
  protected async prepare(request: SearchRequest | undefined, work: Work, rules?: CallRules): Promise<PreparedRequest> {
    const issues = new Issues(request);
    const prepared = await this.read(request, issues, work, rules);
    issues.throwIfAny();
    return prepared;
  }

  /** Checks, parses and resolves a request. What has an issue is left out, and nothing may be answered then. */
  private async read(
    request: SearchRequest | undefined,
    issues: Issues,
    work: Work,
    rules?: CallRules,
  ): Promise<PreparedRequest> {
    const limits = rules?.limits ? { ...this.context.limits, ...rules.limits } : this.context.limits;
    const normalised = normaliseSearchRequest(this.context.name, request, limits, issues);
    const shown = await this.compile(normalised.directives, issues, rules);
    work.begin('reading the request');
    const steps = this.resolver.resolve(normalised, work, issues, limits);
    const first = steps.next();
    return { normalised, shown, resolved: first.done ? first.value : await work.resume(steps) };
  }

  /** All hits counted, the first `wanted` in order, and what else is to be counted. */
  protected async execute(
    request: Executable,
    facetQueries: readonly string[],
    wanted: number,
    work: Work,
    trace?: Trace,
  ): Promise<Executed> {
    const bound = await this.bind(request, work, trace);
    const idf = weighKeywords(bound.searches);
    for (;;) {
      const steps = this.run(bound, idf, facetQueries, wanted, work, trace);
      const first = steps.next();
      const ran = first.done ? first.value : await work.resume(steps);
      if (!('missing' in ran)) {
        const merged = mergeHits(bound.searches, ran.partials, idf, wanted);
        const { hits, top } = merged instanceof Promise ? await merged : merged;
        return { hits, top, results: ran.results };
      }
      const { missing } = ran;
      await this.columns.load(missing);
      const label = missing.length === 1 ? '1 spec field' : `${missing.length} spec fields`;
      trace?.add('load', label, 'the specs that the rows may have; the search is run once more');
    }
  }

  /** What the segments answer, or the columns that have to be loaded before they can. */
  private *run(
    { searches, aggregation, queryPlaces }: BoundRequest,
    idf: readonly number[],
    facetQueries: readonly string[],
    wanted: number,
    work: Work,
    trace: Trace | undefined,
  ): Steps<Ran | { readonly missing: readonly string[] }> {
    const found: FoundRows[] = [];
    let aggregates: Aggregates | undefined;
    const queryCounts: number[] = facetQueries.map(() => 0);
    if (aggregation || facetQueries.length > 0) {
      for (const search of searches) found.push(yield* findRows(search, trace));
      const counted = aggregation && (yield* aggregation.count(found, work, trace?.note));
      if (counted && 'missing' in counted) return counted;
      aggregates = counted;
      for (let i = 0; i < searches.length; i++) {
        const counts = yield* countFacetQueries(searches[i], found[i], trace);
        queryPlaces.forEach((place, query) => {
          queryCounts[query] += counts[place];
        });
      }
    }
    const results = facetResults(aggregates, facetQueries, queryCounts, (key) => this.context.specMetadata?.(key));
    const partials: SegmentHits[] = [];
    for (let i = 0; i < searches.length; i++) {
      partials.push(yield* runSearch(searches[i], idf, wanted, { found: found[i], trace }));
    }
    return { results, partials };
  }

  /** Loads what a request is known to need. */
  protected async bind({ search, aggregation }: Executable, work: Work, _trace?: Trace): Promise<BoundRequest> {
    const searches: BoundSearch[] = [];
    for (const segment of this.context.segments) searches.push(await bindSearch(search, segment, work));
    const { queryPlaces } = search;
    if (!aggregation) return { searches, queryPlaces, aggregation };
    return { searches, queryPlaces, aggregation: await Aggregation.bind(aggregation, this.columns) };
  }

  protected async compile(directives: CheckedDirectives, issues: Issues, rules?: CallRules): Promise<ShownMembers> {
    const { include, show, hide, slice } = directives;
    if (!include && !show && !hide && !slice) return this.shownByDefault;
    const key = JSON.stringify(directives);
    const known = this.compiledDirectives.find(key);
    if (known) return known;
    const paths = await Promise.all(this.context.segments.map((segment) => segment.paths()));
    const has = (path: string) => paths.some((dictionary) => dictionary.find(path) >= 0);
    const hasSpec = (spec: string) => this.context.types.specType(spec) !== undefined;
    const unknownNames = rules?.unknownNames ?? issues;
    const before = issues.count + unknownNames.count;
    const shown = compileDirectives(this.context.name, directives, { has, hasSpec }, issues, unknownNames);
    const isSound = issues.count + unknownNames.count === before;
    return isSound ? this.compiledDirectives.keep(key, shown) : shown;
  }

  /** The record of a uid. One that lives anywhere is never taken for one that was merged. */
  protected async find(uid: string): Promise<Hit | undefined> {
    for (const segment of this.context.segments) {
      const row = await segment.rowOf(uid);
      if (row >= 0) return { segment, row };
    }
    for (const segment of this.context.segments) {
      const row = await segment.rowOfMerged(uid);
      if (row >= 0) return { segment, row };
    }
    return undefined;
  }

  /** The shown members of hits, in their order. */
  protected async documents(hits: readonly Hit[], shown: ShownMembers, work: Work): Promise<T[]> {
    if (hits.length === 0) return [];
    work.begin('reading the documents of the answer');
    const members = onlyMembers(shown);
    if (members && members.length > 0 && members.every((member) => member === 'uid' || member === this.nameMember)) {
      return this.fromColumns(hits, members, work);
    }
    const answers = new Array<T>(hits.length);
    for (const segment of this.context.segments) {
      const places = hits.map((_, i) => i).filter((i) => hits[i].segment === segment);
      if (places.length === 0) continue;
      const numbers = await segment.documentNumbers();
      for (let from = 0; from < places.length; from += DOCUMENTS_AT_ONCE) {
        if (from > 0) await work.pause();
        const some = places.slice(from, from + DOCUMENTS_AT_ONCE);
        const documents = await segment.documents.read(
          some.map((i) => numbers[hits[i].row]),
          work,
        );
        work.measure(() =>
          some.forEach((i, at) => {
            answers[i] = applyDirectives(shown, documents[at] as object) as T;
          }),
        );
      }
    }
    return answers;
  }

  private get nameMember(): string {
    return this.context.name === 'parts' ? 'mpn' : 'name';
  }

  /** Answers of uid and mpn (or name) alone need no stored documents. */
  private async fromColumns(hits: readonly Hit[], members: readonly string[], work: Work): Promise<T[]> {
    work.hold(hits.length * members.length * VALUE_BYTES);
    const answers: Record<string, unknown>[] = hits.map(() => ({}));
    for (const segment of this.context.segments) {
      for (const member of members) {
        const field = segment.field(member);
        if (!field) continue;
        const codes = await field.codes();
        const dictionary = await field.dictionary();
        for (let i = 0; i < hits.length; i++) {
          if (hits[i].segment !== segment) continue;
          answers[i][member] = dictionary.value(codes.ordinalOf(codes.code(hits[i].row), false));
        }
      }
    }
    return answers as T[];
  }
}
