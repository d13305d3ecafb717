import { CHAMPIONS } from '../encoding/impact.js';
import type { FoundRows } from '../index/found-rows.js';
import { hasBit } from '../index/row-set/bits.js';
import { picked } from '../index/row-set/lists.js';
import { ALL, BITS, copyOf, type RowSet, release, rowsOf } from '../index/row-set/row-set.js';
import type { Universe } from '../index/universe.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps } from '../work/pauses.js';
import { rowsBehind } from './behind.js';
import { type BoundSearch, conditionsOf } from './bind-search.js';
import { excludeFilters } from './exclude.js';
import { EntryLeaf } from './leaves/entry-leaf.js';
import type { BoundPlace } from './place.js';
import { and, evaluate, evaluateAtOnce, type PlanNode, restrict } from './plan.js';
import { boost } from './rank.js';
import { type ScoredKeyword, Scorer } from './score.js';
import { type BoundSortKey, sortValues } from './sort.js';
import { selectTop } from './top.js';
import { type Trace, TracedNode } from './trace.js';

/** Rows that are walked in the order of uids without a pause. */
const ROWS_WALKED = 4096;

const CHAMPIONS_REASON = 'the best rows of a frequent word are known since the build; the count is that of its list';
const NOTHING_WIDENED: FoundRows['widened'] = new Map();

/** The hits of one segment; merge.ts merges those of several. */
export interface SegmentHits {
  /** Exact number of rows that match. */
  readonly hits: number;
  /** The first of them in the order of the request. */
  readonly rows: Uint32Array;
  /** Those of the rows, where they were computed and are asked for. */
  readonly scores?: readonly number[] | undefined;
}

/** How a bound search runs. */
export interface RunOptions {
  /** The rows that `findRows` found before. */
  readonly found?: FoundRows | undefined;
  /** Only rows behind it are returned; all hits are counted. */
  readonly place?: BoundPlace | undefined;
  /** Records each step. */
  readonly trace?: Trace | undefined;
  /** Whether the hits of other segments are compared with these. */
  readonly isMerged?: boolean | undefined;
}

/** Runs a bound search: counts all hits and returns the first `wanted` in order. */
export function* runSearch(search: BoundSearch, wanted: number, options: RunOptions = {}): Steps<SegmentHits> {
  const { found, place, trace } = options;
  const { universe } = search;
  const { scratch } = universe;
  if (!found) scratch.reset();
  const champions = fromChampions(search, wanted, place);
  if (champions) {
    trace?.add('champions', termOf(search.scored[0]), CHAMPIONS_REASON, { in: champions.hits, out: champions.rows.length });
    return champions;
  }
  const atOnce = found || trace ? undefined : evaluateAtOnce(conditionsOf(search), universe);
  // A single hit needs no order.
  if (atOnce && atOnce.count <= 1 && !place)
    return { hits: atOnce.count, rows: rowsOf(atOnce, scratch).slice(0, Math.min(atOnce.count, wanted)) };
  const set = found?.hits ?? atOnce ?? (yield* evaluateTraced(conditionsOf(search), universe, trace));
  scratch.work.begin('ordering the parts that were found');
  return search.sort.length === 0
    ? yield* firstByUid(set, search, wanted, { place, trace })
    : yield* firstSorted(set, search, wanted, options);
}

function evaluateTraced(plan: PlanNode, universe: Universe, trace: Trace | undefined): Steps<RowSet> {
  return trace ? trace.evaluate(plan, universe) : evaluate(plan, universe);
}

/** All rows that a bound search finds, for counting. The scratch lends the sets until the next search of the call. */
export function* findRows(search: BoundSearch, trace?: Trace): Steps<FoundRows> {
  const { keywords, filter, excludable, universe } = search;
  universe.scratch.reset();
  if (excludable.length === 0)
    return { universe, hits: yield* evaluateTraced(conditionsOf(search), universe, trace), widened: NOTHING_WIDENED };
  const base = yield* evaluateTraced(and([keywords.node, filter]), universe, trace);
  const { count } = base;
  if (!trace) return yield* excludeFilters(base, excludable, universe);
  const traced = excludable.map(({ field, node }) => ({ field, node: new TracedNode(node, universe) }));
  const found = yield* excludeFilters(base, traced, universe);
  const rows = { in: count, out: found.hits.count };
  const inside = traced.map(({ node }) => node);
  trace.add('exclude', `filters of ${counted(excludable.length, 'field')}`, EXCLUDE_REASON, rows, inside);
  return found;
}

/** Adds the hits of `findRows` that meet each facet query to its count. Leaves the hits as they are. */
export function* countFacetQueries(
  { facetQueries }: BoundSearch,
  { universe, hits }: FoundRows,
  counts: Map<ResolvedFilter, number>,
  trace?: Trace,
): Steps<void> {
  for (const [filter, node] of facetQueries) {
    counts.set(filter, (counts.get(filter) ?? 0) + (yield* countWithin(hits, node, universe)));
  }
  if (facetQueries.size > 0) {
    const rows = { in: hits.count, out: hits.count };
    trace?.add('facet', counted(facetQueries.size, 'facet query', 'facet queries'), 'counted within the hits', rows);
  }
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const EXCLUDE_REASON = 'one pass finds the hits and, for each field, the rows that miss its filters alone';

function* countWithin(hits: RowSet, query: PlanNode, universe: Universe): Steps<number> {
  const { scratch } = universe;
  const set = yield* restrict(query, copyOf(hits, scratch), universe);
  release(set, scratch);
  return set.count;
}

function termOf({ keyword }: ScoredKeyword): string {
  return keyword.node.kind === 'leaf' ? keyword.node.label() : '';
}

function* firstSorted(set: RowSet, search: BoundSearch, wanted: number, options: RunOptions): Steps<SegmentHits> {
  const { place, trace, isMerged } = options;
  const { sort, sources, scored, uidOrder, rank } = search;
  const { scratch } = search.universe;
  const { count } = set;
  const boosted = rank && rank.boosts.length > 0 ? copyOf(set, scratch) : undefined;
  const rows = rowsOf(set, scratch);
  // A single hit, or a page of no hits, needs no order.
  if ((count <= 1 && !place) || wanted === 0) return { hits: count, rows: rows.slice(0, Math.min(count, wanted)) };
  let scores: Float64Array | undefined;
  if (sources) {
    scores = scratch.doubles(count);
    yield* new Scorer(sources, scored).score(rows, count, scores, scratch.work);
    trace?.add('score', `${scored.length} terms`, 'the order asks for the score of every hit', { in: count, out: count });
  } else if (rank) scores = scratch.doubles(count).fill(1, 0, count);
  if (boosted && rank && scores) {
    yield* boost(scores, rows, boosted, rank, search.universe);
    const boosts = counted(rank.boosts.length, 'boost');
    trace?.add('score', boosts, 'the scores of the hits that meet them are multiplied', { in: count, out: count });
  }
  const keys = yield* sortValues(sort, rows, count, scores, scratch);
  const all = { rows, count, keys };
  const ordered = place ? yield* rowsBehind(all, place, uidOrder.ranks, scratch) : all;
  const chosen = yield* selectTop(ordered.rows, ordered.count, wanted, ordered.keys, uidOrder.ranks, scratch.work);
  trace?.add('sort', sortLabel(sort), `the best ${wanted} are kept in a heap; ties by uid`, { in: count, out: chosen.length });
  // Behind a place there are fewer rows than scores.
  const kept = isMerged && !place ? scores : undefined;
  return {
    hits: count,
    rows: picked(ordered.rows, chosen),
    scores: kept && scoresAt(kept, chosen),
  };
}

function scoresAt(scores: Float64Array, places: Uint32Array): number[] {
  const some = new Array<number>(places.length).fill(0);
  for (let i = 0; i < places.length; i++) some[i] = scores[places[i]];
  return some;
}

const LABELS = { rank: 'steps of the score, then what is known', score: 'score' };

function sortLabel(sort: readonly BoundSortKey[]): string {
  return sort.map((key) => `${'field' in key ? key.field : LABELS[key.kind]} ${key.descending ? 'desc' : 'asc'}`).join(', ');
}

/**
 * Without a sort key the order is that of uids. For a large set, rows are walked in that order until enough of them are in the
 * set.
 */
function* firstByUid(set: RowSet, search: BoundSearch, wanted: number, { place, trace }: RunOptions): Steps<SegmentHits> {
  const hits = set.kind === ALL ? firstOfAll(set, search, wanted, place) : yield* selectByUid(set, search, wanted, place);
  trace?.add('sort', 'uid asc', 'nothing else orders the hits', { in: set.count, out: hits.rows.length });
  return hits;
}

/** Behind a place, or from the first one on. */
function firstRank(place: BoundPlace | undefined): number {
  return place ? Math.floor(place.rank) + 1 : 0;
}

function firstOfAll({ count }: RowSet, { uidOrder }: BoundSearch, wanted: number, place: BoundPlace | undefined): SegmentHits {
  const first = firstRank(place);
  return { hits: count, rows: uidOrder.rows.slice(first, first + Math.min(wanted, count)) };
}

function* selectByUid(
  set: RowSet,
  { universe, uidOrder }: BoundSearch,
  wanted: number,
  place: BoundPlace | undefined,
): Steps<SegmentHits> {
  const { count } = set;
  const { scratch, rowCount } = universe;
  const { ranks: uidRanks, rows: rowsByUid } = uidOrder;
  const most = Math.min(wanted, count);
  const first = firstRank(place);
  // A walked row is in the set with a probability of count / rowCount.
  if (fastPaths.uidWalk && set.kind === BITS && (most * rowCount) / count < count) {
    const rows = new Uint32Array(most);
    let found = 0;
    for (let i = first; found < most && i < rowCount; ) {
      for (const to = Math.min(i + ROWS_WALKED, rowCount); i < to && found < most; i++)
        if (hasBit(set.words, rowsByUid[i])) rows[found++] = rowsByUid[i];
      if (scratch.work.spend(ROWS_WALKED)) yield;
    }
    return { hits: count, rows: rows.subarray(0, found) };
  }
  const rows = rowsOf(set, scratch);
  if (count <= 1 && !place) return { hits: count, rows: rows.slice(0, most) };
  const all = { rows, count, keys: [] };
  const ordered = place ? yield* rowsBehind(all, { ...place, keys: [] }, uidRanks, scratch) : all;
  const chosen = yield* selectTop(ordered.rows, ordered.count, most, [], uidRanks, scratch.work);
  return { hits: count, rows: picked(ordered.rows, chosen) };
}

/** First pages of a single frequent word: the build stored its best rows, and the hit count is that of its postings. */
function fromChampions(search: BoundSearch, wanted: number, place: BoundPlace | undefined): SegmentHits | undefined {
  const { keywords, scored, filter, excludable, sort, sources } = search;
  const isAlone = !keywords.excludes && filter.kind === 'all' && excludable.length === 0;
  if (!fastPaths.champions || wanted > CHAMPIONS || scored.length !== 1 || !isAlone || !sources) return undefined;
  if (sort.length !== 1 || sort[0].kind !== 'score' || !sort[0].descending) return undefined;
  const { node, counts, exactRows, terms } = scored[0].keyword;
  if (!(node instanceof EntryLeaf) || exactRows.length > 0 || terms?.length !== 1) return undefined;
  const best = sources.index.championsOf(sources.scores, terms[0].multi);
  if (!best) return undefined;
  // Where some of them are dead, others follow that are not known.
  const isKnown = (end: number) => end <= best.length || best.length >= counts[0];
  if (!place) return isKnown(wanted) ? { hits: counts[0], rows: best.slice(0, wanted) } : undefined;
  // Only the place of one of them is known to be among them.
  const first = place.keys ? 0 : best.indexOf(place.row) + 1;
  return first === 0 || !isKnown(first + wanted) ? undefined : { hits: counts[0], rows: best.slice(first, first + wanted) };
}
