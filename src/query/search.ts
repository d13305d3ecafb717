import { CHAMPIONS } from '../encoding/impact.js';
import { KEYWORDS } from '../encoding/manifest.js';
import { hasBit } from '../index/row-set/bits.js';
import type { FoundRows } from '../index/row-set/found-rows.js';
import { ALL, BITS, copyOf, type RowSet, release, rowsOf } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Segment } from '../index/segment.js';
import type { SortKey } from '../model/requests.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { bindFilter, bindFilters } from './bind-filter.js';
import { type ExcludableFilter, excludeFilters } from './exclude.js';
import { type BoundKeywords, bindKeywords, type ResolvedKeyword } from './keywords.js';
import { EntryLeaf } from './leaves.js';
import { ALL_ROWS, and, cost, costliestLeaf, evaluate, type PlanNode, restrict } from './plan.js';
import { inverseFrequency, type ScoredKeyword, Scorer, type ScoreSources } from './score.js';
import { type BoundSortKey, bindSort, sortValues } from './sort.js';
import { selectTop } from './top.js';
import { type Trace, TracedNode } from './trace.js';

/** A search, resolved against the catalog and the same for each of its segments. */
export interface ResolvedSearch {
  readonly keywords: readonly ResolvedKeyword[];
  /** All filters, as they were asked. */
  readonly filters: readonly ResolvedFilter[];
  /** Those of them that are left out where their field is counted with `exclude_filter`. */
  readonly excludable: readonly FieldFilters[];
  /** Filters whose hits are counted, each once. */
  readonly facetQueries: readonly ResolvedFilter[];
  /** Of each facet query of the request its place among those. */
  readonly queryPlaces: readonly number[];
  readonly sortKeys: readonly SortKey[];
}

/** The filters of one field. */
export interface FieldFilters {
  readonly field: string;
  readonly filters: readonly ResolvedFilter[];
}

/** A search bound to one segment: all that it reads is loaded. */
export interface BoundSearch {
  readonly segment: Segment;
  readonly scratch: Scratch;
  readonly keywords: BoundKeywords;
  /** The filters that are not excludable. */
  readonly filter: PlanNode;
  readonly excludable: readonly ExcludableFilter[];
  readonly facetQueries: readonly PlanNode[];
  readonly sort: readonly BoundSortKey[];
  readonly sources: ScoreSources | undefined;
  readonly uidRanks: Uint32Array;
  readonly rowsByUid: Uint32Array;
}

/** Rows that are walked in the order of uids between two steps. */
const ROWS_WALKED = 4096;

const CHAMPIONS_REASON = 'the best rows of a frequent word are known since the build; the count is that of its list';

const NO_KEYWORDS: BoundKeywords = { node: ALL_ROWS, scored: [], excludes: false };

/** What one segment answers; merge.ts makes one answer of several. */
export interface SegmentHits {
  /** Exact number of rows that match. */
  readonly hits: number;
  /** The first of them in the order of the request. */
  readonly rows: Uint32Array;
}

export async function bindSearch(search: ResolvedSearch, segment: Segment, work: Work): Promise<BoundSearch> {
  const keywords = search.keywords.length === 0 ? NO_KEYWORDS : await bindKeywords(search.keywords, segment, work);
  const filter = await bindFilters(notExcludable(search), segment, work);
  const excludable: ExcludableFilter[] = [];
  for (const { field, filters } of search.excludable) excludable.push({ field, node: await bindFilters(filters, segment, work) });
  const facetQueries: PlanNode[] = [];
  for (const query of search.facetQueries) facetQueries.push(await bindFilter(query, segment, work));
  const hasScores = keywords.scored.length > 0;
  const bound = bindSort(search.sortKeys, hasScores, segment);
  const sort = bound instanceof Promise ? await bound : bound;
  const sources = hasScores && sort.some(({ kind }) => kind === 'score') ? await loadScoreSources(keywords, segment) : undefined;
  const { ranks: uidRanks, rows: rowsByUid } = await segment.uidOrder();
  refuseHopeless([keywords.node, filter, ...excludable.map(({ node }) => node)], segment.rowCount, work);
  const scratch = work.scratch(segment.scratches);
  return { segment, scratch, keywords, filter, excludable, facetQueries, sort, sources, uidRanks, rowsByUid };
}

/** No machine reads a posting or a code in less, in milliseconds: a dense block has 2,048 postings in 64 words. */
const LEAST_READ_MS = 2e-8;

/** Refuses a search of which the cheapest condition alone takes longer than there is time. @throws BudgetExceededError */
function refuseHopeless(conditions: readonly PlanNode[], rowCount: number, work: Work): void {
  const plan = and(conditions);
  const milliseconds = cost(plan, rowCount) * LEAST_READ_MS;
  if (work.isShorterThanHalf(milliseconds)) return;
  work.refuse(milliseconds, 'finding the parts of a condition', costliestLeaf(plan, rowCount)?.label());
}

function notExcludable({ filters, excludable }: ResolvedSearch): readonly ResolvedFilter[] {
  if (excludable.length === 0) return filters;
  const apart = new Set(excludable.flatMap((field) => field.filters));
  return filters.filter((filter) => !apart.has(filter));
}

/** What scores of the terms that must be there are made of. */
export async function loadScoreSources(keywords: BoundKeywords, segment: Segment): Promise<ScoreSources> {
  const index = segment.text(KEYWORDS);
  const stream = keywords.scored.some(({ terms }) => (terms?.length ?? 0) > 1) ? await index.tokens() : undefined;
  return { index, masks: await index.masks(), scores: await index.scores(), stream };
}

/** The idf of each scored term over all segments, from what each segment has counted. */
export function weighKeywords(searches: readonly BoundSearch[]): number[] {
  let total = 0;
  for (const { segment } of searches) total += segment.rowCount;
  const scored = searches[0].keywords.scored;
  return scored.map((keyword, i) => {
    let idf = 0;
    for (let token = 0; token < keyword.counts.length; token++) {
      let count = 0;
      for (const { keywords } of searches) count += keywords.scored[i].counts[token];
      idf += inverseFrequency(count, total);
    }
    return idf;
  });
}

/**
 * Runs a bound search: all hits counted, the first `wanted` in order.
 * @param found the rows of `findRows`, if they are there already; uses the hits up
 * @param trace notes each step
 */
export function* runSearch(
  search: BoundSearch,
  idf: readonly number[],
  wanted: number,
  { found, trace }: { found?: FoundRows | undefined; trace?: Trace | undefined } = {},
): Steps<SegmentHits> {
  const { scratch } = search;
  if (!found) scratch.reset();
  const scored = search.keywords.scored.map((keyword, i): ScoredKeyword => ({ keyword, idf: idf[i] }));
  const champions = fromChampions(search, scored, wanted);
  if (champions) {
    trace?.add('champions', termOf(scored[0]), CHAMPIONS_REASON, { in: champions.hits, out: champions.rows.length });
    return champions;
  }
  const set = found ? found.hits : yield* evaluateTraced(planOf(search), scratch, trace);
  scratch.work.begin('ordering the parts that were found');
  return search.sort.length === 0
    ? yield* firstByUid(set, search, wanted, trace)
    : yield* firstSorted(set, search, scored, wanted, trace);
}

/** What a row must meet to be a hit. */
function planOf({ keywords, filter, excludable }: BoundSearch): PlanNode {
  return and([keywords.node, filter, ...excludable.map(({ node }) => node)]);
}

function evaluateTraced(plan: PlanNode, scratch: Scratch, trace: Trace | undefined): Steps<RowSet> {
  return trace ? trace.evaluate(plan, scratch) : evaluate(plan, scratch);
}

/** All rows that a bound search finds, for counting. Its sets are lent by the scratch until the call's next search. */
export function* findRows(search: BoundSearch, trace?: Trace): Steps<FoundRows> {
  const { scratch } = search;
  scratch.reset();
  const { keywords, filter, excludable } = search;
  if (excludable.length === 0)
    return { scratch, hits: yield* evaluateTraced(planOf(search), scratch, trace), widened: new Map() };
  const base = yield* evaluateTraced(and([keywords.node, filter]), scratch, trace);
  const { count } = base;
  if (!trace) return yield* excludeFilters(base, excludable, scratch);
  const traced = excludable.map(({ field, node }) => ({ field, node: new TracedNode(node, scratch.rowCount) }));
  const found = yield* excludeFilters(base, traced, scratch);
  const rows = { in: count, out: found.hits.count };
  const inside = traced.map(({ node }) => node);
  trace.add('exclude', `filters of ${counted(excludable.length, 'field')}`, EXCLUDE_REASON, rows, inside);
  return found;
}

/** The hits of `findRows` that meet each of the facet queries, counted. Leaves the hits as they are. */
export function* countFacetQueries({ scratch, facetQueries }: BoundSearch, { hits }: FoundRows, trace?: Trace): Steps<number[]> {
  const counts: number[] = [];
  for (const query of facetQueries) counts.push(yield* countWithin(hits, query, scratch));
  if (facetQueries.length > 0) {
    const rows = { in: hits.count, out: hits.count };
    trace?.add('facet', counted(facetQueries.length, 'facet query', 'facet queries'), 'counted within the hits', rows);
  }
  return counts;
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const EXCLUDE_REASON = 'one pass finds the hits and, for each field, the rows that miss its filters alone';

function* countWithin(hits: RowSet, query: PlanNode, scratch: Scratch): Steps<number> {
  const set = yield* restrict(query, copyOf(hits, scratch), scratch);
  release(set, scratch);
  return set.count;
}

function termOf({ keyword }: ScoredKeyword): string {
  return keyword.node.kind === 'leaf' ? keyword.node.label() : '';
}

function* firstSorted(
  set: RowSet,
  search: BoundSearch,
  scored: readonly ScoredKeyword[],
  wanted: number,
  trace?: Trace,
): Steps<SegmentHits> {
  const { scratch, sort, sources, uidRanks } = search;
  const { count } = set;
  const rows = rowsOf(set, scratch);
  // A single hit, or none that is wanted, needs no order.
  if (count <= 1 || wanted === 0) return { hits: count, rows: rows.slice(0, Math.min(count, wanted)) };
  let scores: Float64Array | undefined;
  if (sources) {
    scores = scratch.doubles(count);
    yield* new Scorer(sources, scored).score(rows, count, scores, scratch.work);
    trace?.add('score', `${scored.length} terms`, 'the order asks for the score of every hit', { in: count, out: count });
  }
  const keys = yield* sortValues(sort, rows, count, scores, scratch);
  const places = yield* selectTop(rows, count, wanted, keys, uidRanks, scratch.work);
  trace?.add('sort', sortLabel(sort), `the best ${wanted} are kept in a heap; ties by uid`, { in: count, out: places.length });
  return { hits: count, rows: places.map((place) => rows[place]) };
}

function sortLabel(sort: readonly BoundSortKey[]): string {
  return sort.map((key) => `${key.kind === 'score' ? 'score' : key.field} ${key.descending ? 'desc' : 'asc'}`).join(', ');
}

/** Without any key the order is that of uids, which for large sets is walked until enough of it is in the set. */
function* firstByUid(set: RowSet, search: BoundSearch, wanted: number, trace?: Trace): Steps<SegmentHits> {
  const hits = yield* selectByUid(set, search, wanted);
  trace?.add('sort', 'uid asc', 'nothing else orders the hits', { in: set.count, out: hits.rows.length });
  return hits;
}

function* selectByUid(set: RowSet, { segment, scratch, uidRanks, rowsByUid }: BoundSearch, wanted: number): Steps<SegmentHits> {
  const { count } = set;
  const most = Math.min(wanted, count);
  if (set.kind === ALL) return { hits: count, rows: rowsByUid.slice(0, most) };
  // Each of the rows walked is in the set with a chance of count / rows.
  if (set.kind === BITS && (most * segment.rowCount) / count < count) {
    const rows = new Uint32Array(most);
    let found = 0;
    for (let i = 0; found < most; ) {
      for (const to = i + ROWS_WALKED; i < to && found < most; i++)
        if (hasBit(set.words, rowsByUid[i])) rows[found++] = rowsByUid[i];
      if (scratch.work.spend(ROWS_WALKED)) yield;
    }
    return { hits: count, rows };
  }
  const rows = rowsOf(set, scratch);
  if (count <= 1) return { hits: count, rows: rows.slice(0, most) };
  const places = yield* selectTop(rows, count, most, [], uidRanks, scratch.work);
  return { hits: count, rows: places.map((place) => rows[place]) };
}

/** A lone frequent word, first pages: its best rows are known since the build, its count is that of its postings. */
function fromChampions(search: BoundSearch, scored: readonly ScoredKeyword[], wanted: number): SegmentHits | undefined {
  const { keywords, filter, excludable, sort, sources } = search;
  const isAlone = !keywords.excludes && filter.kind === 'all' && excludable.length === 0;
  if (wanted > CHAMPIONS || scored.length !== 1 || !isAlone || !sources) return undefined;
  if (sort.length !== 1 || sort[0].kind !== 'score' || !sort[0].descending) return undefined;
  const { node, exactRows, terms } = scored[0].keyword;
  if (!(node instanceof EntryLeaf) || exactRows.length > 0 || terms?.length !== 1) return undefined;
  const best = sources.index.championsOf(sources.scores, terms[0].multi);
  if (!best) return undefined;
  return { hits: terms[0].count, rows: best.slice(0, wanted) };
}
