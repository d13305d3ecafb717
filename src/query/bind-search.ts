import { KEYWORDS } from '../encoding/text-indexes.js';
import type { Needs } from '../index/section.js';
import type { Segment, UidOrder } from '../index/segment.js';
import type { Universe } from '../index/universe.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { allOf, bindFilter, bindFilters, boundAtOnce, needFilter } from './bind-filter.js';
import type { ExcludableFilter } from './exclude.js';
import { type BoundKeywords, bindKeywords, needKeywords } from './keywords.js';
import { ALL_ROWS, and, cost, costliestLeaf, type PlanNode } from './plan.js';
import { type BoundRank, bindRank, needRank } from './rank.js';
import { inverseFrequency, type ScoredKeyword, type ScoreSources } from './score.js';
import { type BoundSortKey, bindSort, needSort } from './sort.js';

/** A search bound to one segment: its values are looked up, and it runs without waiting for the index. */
export interface BoundSearch {
  readonly segment: Segment;
  readonly universe: Universe;
  readonly keywords: BoundKeywords;
  /** The terms of `q` that are not excluded, with their idf over all segments. */
  readonly scored: readonly ScoredKeyword[];
  /** The filters that are not excludable. */
  readonly filter: PlanNode;
  readonly excludable: readonly ExcludableFilter[];
  /** Distinct. */
  readonly facetQueries: ReadonlyMap<ResolvedFilter, PlanNode>;
  readonly sort: readonly BoundSortKey[];
  readonly sources: ScoreSources | undefined;
  /** What the score means in the order; undefined for the score alone. */
  readonly rank: BoundRank | undefined;
  readonly uidOrder: UidOrder;
}

const NO_KEYWORDS: BoundKeywords = { node: ALL_ROWS, scored: [], excludes: false };

/** Adds the sections of a segment that binding and running a search reads. */
export function needSearch(search: ResolvedSearch, segment: Segment, needs: Needs): void {
  needKeywords(search.keywords, segment, needs);
  for (const { filter } of search.filters) needFilter(filter, segment, needs);
  for (const filter of search.scope ?? NO_FILTERS) needFilter(filter, segment.whole, needs);
  for (const { filter } of search.facetQueries) needFilter(filter, segment, needs);
  needSort(search.sortKeys, segment, needs);
  if (hasScores(search) && search.sortKeys.some(({ field }) => field === 'score')) needScores(search, segment, needs);
  if (search.rank) needRank(search.rank, segment, needs);
  needs.add(segment.uidOrder);
}

/** Adds what the scores of the terms of `q` are computed from. */
export function needScores({ keywords }: ResolvedSearch, segment: Segment, needs: Needs): void {
  const index = segment.text(KEYWORDS);
  needs.add(index.terms).add(index.masks).add(index.scores);
  if (keywords.some((term) => !term.excluded && term.kind === 'words' && term.tokens.length > 1)) needs.add(index.tokens);
}

function hasScores({ keywords }: ResolvedSearch): boolean {
  return keywords.some(({ excluded }) => !excluded);
}

/**
 * Binds a search to all segments. Their needs must be loaded.
 * @throws BudgetExceededError if the search cannot end in time
 */
export function* bindSearch(search: ResolvedSearch, segments: readonly Segment[], work: Work): Steps<BoundSearch[]> {
  const keywords: BoundKeywords[] = [];
  for (const segment of segments)
    keywords.push(search.keywords.length === 0 ? NO_KEYWORDS : yield* bindKeywords(search.keywords, segment, work));
  const idf = inverseFrequencies(keywords, segments, work);
  const grouped = groupedFilters(search);
  const bound: BoundSearch[] = [];
  for (let i = 0; i < segments.length; i++) {
    const { scored: own } = keywords[i];
    const scored = own.length === 0 ? NOTHING_SCORED : own.map((keyword, term): ScoredKeyword => ({ keyword, idf: idf[term] }));
    const place = { search, keywords: keywords[i], scored, segment: segments[i], work };
    const nodes = boundAtOnce(grouped.always, segments[i]);
    const needsSteps = nodes.length < grouped.always.length || !isPlain(search, grouped);
    bound.push(needsSteps ? yield* bindToSegment(place, grouped, nodes) : boundSearch(place, { filter: allOf(nodes) }));
  }
  return bound;
}

/** The filters of a search: those that all counts respect, and those of each field whose own are left out of its counts. */
interface GroupedFilters {
  readonly always: readonly ResolvedFilter[];
  readonly excludable: readonly { readonly field: string; readonly filters: readonly ResolvedFilter[] }[];
}

function groupedFilters({ filters }: ResolvedSearch): GroupedFilters {
  if (filters.length === 0) return NO_GROUPS;
  if (filters.every(({ excludedFor }) => excludedFor === undefined))
    return { always: filters.map(({ filter }) => filter), excludable: NO_GROUPS.excludable };
  const of = (field: string | undefined) => filters.flatMap(({ filter, excludedFor }) => (excludedFor === field ? [filter] : []));
  const fields = new Set(filters.flatMap(({ excludedFor }) => excludedFor ?? []));
  return { always: of(undefined), excludable: Array.from(fields, (field) => ({ field, filters: of(field) })) };
}

/** The idf of each term that is not excluded: the rows of all segments count. */
function inverseFrequencies(keywords: readonly BoundKeywords[], segments: readonly Segment[], work: Work): number[] {
  if (keywords.length === 0 || keywords[0].scored.length === 0) return [];
  const total = segments.reduce((sum, segment) => sum + segment.universe(work).size, 0);
  return keywords[0].scored.map(({ counts }, term) => {
    let idf = 0;
    for (let token = 0; token < counts.length; token++) {
      let count = 0;
      for (const { scored } of keywords) count += scored[term].counts[token];
      idf += inverseFrequency(count, total);
    }
    return idf;
  });
}

/** A search and one of the segments that it is bound to, with what is bound already. */
interface SegmentPlace {
  readonly search: ResolvedSearch;
  readonly keywords: BoundKeywords;
  readonly scored: readonly ScoredKeyword[];
  readonly segment: Segment;
  readonly work: Work;
}

/** What binding takes steps for, where a search has it. */
interface BoundParts extends Pick<BoundSearch, 'filter'>, Partial<Pick<BoundSearch, 'excludable' | 'facetQueries' | 'rank'>> {}

/** Whether a search has only keywords and filters. */
function isPlain({ scope, facetQueries, rank }: ResolvedSearch, { excludable }: GroupedFilters): boolean {
  return !scope && !rank && facetQueries.length === 0 && excludable.length === 0;
}

/** @param nodes the first of the filters that all counts respect, which are bound already */
function* bindToSegment(
  place: SegmentPlace,
  { always, excludable: ofFields }: GroupedFilters,
  nodes: PlanNode[],
): Steps<BoundSearch> {
  const { search, segment, work } = place;
  let filter = yield* bindFilters(always, segment, work, nodes);
  if (search.scope) filter = and([filter, yield* bindFilters(search.scope, segment.whole, work)]);
  let excludable = NOTHING_EXCLUDABLE;
  if (ofFields.length > 0) {
    const nodes: ExcludableFilter[] = [];
    for (const { field, filters } of ofFields) nodes.push({ field, node: yield* bindFilters(filters, segment, work) });
    excludable = nodes;
  }
  let facetQueries = NO_QUERIES;
  for (const query of search.facetQueries) {
    if (facetQueries.has(query.filter)) continue;
    if (facetQueries === NO_QUERIES) facetQueries = new Map();
    facetQueries.set(query.filter, yield* bindFilter(query.filter, segment, work));
  }
  const rank = search.rank && (yield* bindRank(search.rank, segment, work));
  return boundSearch(place, { filter, excludable, facetQueries, rank });
}

function boundSearch(
  { search, keywords, scored, segment, work }: SegmentPlace,
  { filter, excludable = NOTHING_EXCLUDABLE, facetQueries = NO_QUERIES, rank }: BoundParts,
): BoundSearch {
  const sort = bindSort(search.sortKeys, scored.length > 0, segment, rank);
  const sources = scored.length > 0 && sort.some(({ kind }) => kind === 'score') ? scoreSources(keywords, segment) : undefined;
  const universe = segment.universe(work);
  refuseHopeless(conditionsOf({ keywords, filter, excludable }), universe.rowCount, work);
  return {
    segment,
    universe,
    keywords,
    scored,
    filter,
    excludable,
    facetQueries,
    sort,
    sources,
    rank,
    uidOrder: segment.uidOrder.value,
  };
}

const NO_FILTERS: readonly ResolvedFilter[] = [];
const NO_QUERIES = new Map<ResolvedFilter, PlanNode>();
const NO_GROUPS: GroupedFilters = { always: [], excludable: [] };
const NOTHING_EXCLUDABLE: readonly ExcludableFilter[] = [];
const NOTHING_SCORED: readonly ScoredKeyword[] = [];

/** What a row must meet to be a hit. */
export function conditionsOf({
  keywords,
  filter,
  excludable,
}: Pick<BoundSearch, 'keywords' | 'filter' | 'excludable'>): PlanNode {
  if (excludable.length === 0 && keywords.node.kind === 'all') return filter;
  return and([keywords.node, filter, ...excludable.map(({ node }) => node)]);
}

/** What computes the scores of the terms that are not excluded. */
export function scoreSources({ scored }: BoundKeywords, segment: Segment): ScoreSources {
  const index = segment.text(KEYWORDS);
  const stream = scored.some(({ terms }) => (terms?.length ?? 0) > 1) ? index.tokens.value : undefined;
  return { index, masks: index.masks.value, scores: index.scores.value, stream };
}

/** Milliseconds to read a posting or a code on the fastest machine we expect: a dense block has 2,048 postings in 64 words. */
const LEAST_READ_MS = 2e-8;

/**
 * Rejects a search whose cheapest condition alone takes longer than the time left.
 * @throws BudgetExceededError
 */
function refuseHopeless(plan: PlanNode, rowCount: number, work: Work): void {
  const milliseconds = cost(plan, rowCount) * LEAST_READ_MS;
  if (work.isShorterThanHalf(milliseconds)) return;
  work.refuse(milliseconds, 'finding the parts of a condition', costliestLeaf(plan, rowCount)?.label());
}
