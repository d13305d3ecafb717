import { type Aggregates, Aggregator } from '../facets/aggregation.js';
import type { CategoryRecords } from '../facets/category-records.js';
import type { FoundRows } from '../index/found-rows.js';
import type { RowSet } from '../index/row-set/row-set.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { SpecMetadata } from '../model/documents.js';
import { type BoundSearch, bindSearch, needSearch } from '../query/bind-search.js';
import { type HitList, hitsOf, mergeHits, needMerge, type PartialHits } from '../query/merge.js';
import type { BoundPlace } from '../query/place.js';
import { countFacetQueries, findRows, runSearch } from '../query/run-search.js';
import type { Trace } from '../query/trace.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { type FacetResults, facetResults } from './facet-results.js';
import { load } from './load.js';

/** What a search has found. */
export interface Found {
  /** Exact number of hits. */
  readonly hits: number;
  /** The first of them, in order. */
  readonly top: HitList;
  readonly results: FacetResults;
  /** About what was left out of the counts. */
  readonly warnings: readonly string[];
}

/** How a search runs. */
export interface SearchOptions {
  /** In the order of each segment: only hits behind it are returned. */
  readonly places?: readonly BoundPlace[] | undefined;
  readonly trace?: Trace | undefined;
  /** The rows of each segment, if they are known. A search that counts finds them itself, since it may need more than these. */
  readonly known?: readonly RowSet[] | undefined;
}

/** Runs resolved searches over the segments of a collection: needs, load, look-ups, run, merge. */
export class Searcher {
  private readonly aggregator: Aggregator;

  constructor(
    private readonly segments: readonly Segment[],
    private readonly metadataOf: (key: string) => SpecMetadata | undefined,
    categories: CategoryRecords,
  ) {
    this.aggregator = new Aggregator(segments, categories);
  }

  /**
   * Adds the sections that a search is known to need.
   * @param withPlaces whether it goes on from a place, or says what its last hit's place is
   */
  need(search: ResolvedSearch, needs: Needs, withPlaces = false): void {
    for (const segment of this.segments) {
      needSearch(search, segment, needs);
      if (this.segments.length > 1 || withPlaces) needMerge(search.sortKeys, segment, needs);
    }
    if (search.counts) this.aggregator.need(search.counts, needs);
  }

  /** Looks up the values of a search whose needs are loaded: from here on it only waits for columns of a drilldown. */
  bind(search: ResolvedSearch, work: Work): Task<BoundSearch[]> {
    work.begin('looking up the values of the request');
    return bindSearch(search, this.segments, work);
  }

  /** Counts for a search whose hits nobody needs. */
  *count(search: ResolvedSearch, work: Work): Task<Found> {
    const needs = new Needs();
    this.need(search, needs);
    yield* load(needs, work);
    return yield* this.run(search, yield* this.bind(search, work), 0, work);
  }

  /** All hits counted, the first `wanted` in order, and what else is to be counted. */
  run(
    search: ResolvedSearch,
    bound: readonly BoundSearch[],
    wanted: number,
    work: Work,
    options: SearchOptions = NO_OPTIONS,
  ): Task<Found> {
    const counts = search.counts !== undefined || search.facetQueries.length > 0;
    return counts ? this.runCounting(search, bound, wanted, work, options) : this.runOrdering(bound, wanted, work, options);
  }

  private *runOrdering(
    bound: readonly BoundSearch[],
    wanted: number,
    work: Work,
    { places, trace, known }: SearchOptions,
  ): Task<Found> {
    const results = facetResults(undefined, [], NOTHING_COUNTED, this.metadataOf);
    if (bound.length === 1 && !known) {
      const [search] = bound;
      const found = yield* runSearch(search, wanted, { place: places?.[0], trace });
      return { hits: found.hits, top: hitsOf(search.segment, found), results, warnings: NO_WARNINGS };
    }
    const found = known && new Map(bound.map((one, i) => [one, knownRows(one, known[i])]));
    const { hits, top } = yield* this.order(bound, wanted, work, { places, trace, ...(found && { found }) });
    return { hits, top, results, warnings: NO_WARNINGS };
  }

  private *runCounting(
    search: ResolvedSearch,
    bound: readonly BoundSearch[],
    wanted: number,
    work: Work,
    { places, trace }: SearchOptions,
  ): Task<Found> {
    const found = new Map<BoundSearch, FoundRows>();
    const queryCounts = new Map<ResolvedFilter, number>();
    let aggregates: Aggregates | undefined;
    for (const one of bound) found.set(one, yield* findRows(one, trace));
    if (search.counts) aggregates = yield* this.aggregate(search.counts, [...found.values()], work, trace);
    if (search.facetQueries.length > 0) for (const [one, rows] of found) yield* countFacetQueries(one, rows, queryCounts, trace);
    const results = facetResults(aggregates, search.facetQueries, queryCounts, this.metadataOf);
    const warnings = cutWarnings(aggregates);
    if (bound.length === 1) {
      const alone = yield* runSearch(bound[0], wanted, { found: found.get(bound[0]), place: places?.[0], trace });
      return { hits: alone.hits, top: hitsOf(bound[0].segment, alone), results, warnings };
    }
    const { hits, top } = yield* this.order(bound, wanted, work, { places, trace, found });
    return { hits, top, results, warnings };
  }

  private aggregate(counts: NonNullable<ResolvedSearch['counts']>, found: readonly FoundRows[], work: Work, trace?: Trace) {
    const loadMore = function* (needs: Needs, fields: number): Task<void> {
      yield* load(needs, work);
      const label = fields === 1 ? '1 spec field' : `${fields} spec fields`;
      trace?.add('load', label, 'the specs that the rows may have');
    };
    return this.aggregator.count(counts, found, loadMore, work, trace?.note);
  }

  /** The first `wanted` hits of all segments, in order. @param options with `found` their rows, where they are found already */
  *order(
    bound: readonly BoundSearch[],
    wanted: number,
    work: Work,
    { places, trace, found = NOTHING_FOUND }: SearchOptions & { readonly found?: ReadonlyMap<BoundSearch, FoundRows> } = {},
  ): Task<{ hits: number; top: HitList }> {
    const partials: PartialHits[] = [];
    const isMerged = bound.length > 1;
    for (let i = 0; i < bound.length; i++) {
      const search = bound[i];
      const options = { found: found.get(search), place: places?.[i], trace, isMerged };
      const { hits, rows, scores } = yield* runSearch(search, wanted, options);
      partials.push({ search, hits, rows, scores });
    }
    return yield* mergeHits(partials, wanted, work);
  }
}

function knownRows({ universe }: BoundSearch, hits: RowSet): FoundRows {
  return { universe, hits, widened: NOTHING_WIDENED };
}

const NOTHING_WIDENED: FoundRows['widened'] = new Map();

/** A drilldown that does not return all the spec keys that hits have. */
function cutWarnings(aggregates: Aggregates | undefined): readonly string[] {
  const { specKeys, carriedKeys = 0 } = aggregates ?? { specKeys: [] };
  if (carriedKeys <= specKeys.length) return NO_WARNINGS;
  return [
    `spec_drilldown returns ${specKeys.length} of the ${carriedKeys} spec keys that hits have; spec_drilldown.keys sets how many`,
  ];
}

const NO_OPTIONS: SearchOptions = {};
const NO_WARNINGS: readonly string[] = [];
const NOTHING_COUNTED: ReadonlyMap<ResolvedFilter, number> = new Map();
const NOTHING_FOUND: ReadonlyMap<BoundSearch, FoundRows> = new Map();
