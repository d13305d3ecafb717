import { type Aggregates, Aggregator } from '../facets/aggregation.js';
import type { FoundRows } from '../index/found-rows.js';
import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { SpecMetadata } from '../model/documents.js';
import { type BoundSearch, bindSearch, needSearch } from '../query/bind-search.js';
import { type HitList, mergeHits, needMerge, type PartialHits } from '../query/merge.js';
import { countFacetQueries, findRows, runSearch } from '../query/run-search.js';
import type { Trace } from '../query/trace.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { ResolvedSearch } from '../resolve/requests.js';
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
}

/** Runs resolved searches over the segments of a collection: needs, load, look-ups, run, merge. */
export class Searcher {
  private readonly aggregator: Aggregator;

  constructor(
    private readonly segments: readonly Segment[],
    private readonly metadataOf: (key: string) => SpecMetadata | undefined,
  ) {
    this.aggregator = new Aggregator(segments);
  }

  /** Adds the sections that a search is known to need. */
  need(search: ResolvedSearch, needs: Needs): void {
    for (const segment of this.segments) {
      needSearch(search, segment, needs);
      if (this.segments.length > 1) needMerge(search.sortKeys, segment, needs);
    }
    if (search.counts) this.aggregator.need(search.counts, needs);
  }

  /** Looks up the values of a search whose needs are loaded: from here on it only waits for columns of a drilldown. */
  bind(search: ResolvedSearch, work: Work): Task<BoundSearch[]> {
    work.begin('looking up the values of the request');
    return bindSearch(search, this.segments, work);
  }

  /** All hits counted, the first `wanted` in order, and what else is to be counted. */
  *run(search: ResolvedSearch, bound: readonly BoundSearch[], wanted: number, work: Work, trace?: Trace): Task<Found> {
    if (!search.counts && search.facetQueries.length === 0) {
      const { hits, top } = yield* this.order(bound, wanted, NOTHING_FOUND, trace);
      return { hits, top, results: facetResults(undefined, [], NOTHING_COUNTED, this.metadataOf) };
    }
    const found = new Map<BoundSearch, FoundRows>();
    const queryCounts = new Map<ResolvedFilter, number>();
    let aggregates: Aggregates | undefined;
    for (const one of bound) found.set(one, yield* findRows(one, trace));
    if (search.counts) aggregates = yield* this.count(search.counts, [...found.values()], work, trace);
    for (const [one, rows] of found) yield* countFacetQueries(one, rows, queryCounts, trace);
    const results = facetResults(aggregates, search.facetQueries, queryCounts, this.metadataOf);
    return { ...(yield* this.order(bound, wanted, found, trace)), results };
  }

  private count(counts: NonNullable<ResolvedSearch['counts']>, found: readonly FoundRows[], work: Work, trace?: Trace) {
    const loadMore = function* (needs: Needs, fields: number): Task<void> {
      yield* load(needs);
      const label = fields === 1 ? '1 spec field' : `${fields} spec fields`;
      trace?.add('load', label, 'the specs that the rows may have');
    };
    return this.aggregator.count(counts, found, loadMore, work, trace?.note);
  }

  /** The first `wanted` hits of all segments, in order. @param found their rows, where they are found already */
  *order(
    bound: readonly BoundSearch[],
    wanted: number,
    found: ReadonlyMap<BoundSearch, FoundRows> = NOTHING_FOUND,
    trace?: Trace,
  ): Task<{ hits: number; top: HitList }> {
    const partials: PartialHits[] = [];
    for (const search of bound) {
      const { hits, rows } = yield* runSearch(search, wanted, { found: found.get(search), trace });
      partials.push({ search, hits, rows });
    }
    return mergeHits(partials, wanted);
  }
}

const NOTHING_COUNTED: ReadonlyMap<ResolvedFilter, number> = new Map();
const NOTHING_FOUND: ReadonlyMap<BoundSearch, FoundRows> = new Map();
