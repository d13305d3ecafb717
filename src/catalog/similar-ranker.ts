import { compareCodePoints } from '../analysis/text.js';
import { type RowSet, rowsOf } from '../index/row-set/row-set.js';
import { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { Issues } from '../model/issues.js';
import type { SearchRequest } from '../model/requests.js';
import type { BoundSearch } from '../query/bind-search.js';
import { RowsLeaf } from '../query/leaves/rows-leaf.js';
import type { Hit } from '../query/merge.js';
import { estimate, evaluate, type PlanNode } from '../query/plan.js';
import { findRows } from '../query/run-search.js';
import {
  CATEGORIES,
  type ComparedKey,
  canCompare,
  NOT_IN_STOCK,
  needSimilarity,
  needSimilarRows,
  rowsInStock,
  rowsOfCategory,
  similarityOf,
  similarRows,
} from '../query/similar-rows.js';
import { StockedRows } from '../query/stocked-rows.js';
import { selectTop } from '../query/top.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps, Task } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import type { CallRules } from './internals.js';
import { load } from './load.js';
import type { RequestChecker } from './request-checker.js';
import type { Searcher } from './searcher.js';
import type { Candidate } from './similar-parts.js';

/** What orders the parts that are similar to one. */
export interface SimilarOrder {
  /** The part itself, which is none of them. */
  readonly uid: string;
  /** The category that all of them are in. */
  readonly category: string;
  readonly keys: readonly ComparedKey[];
  /** Most parts to return. */
  readonly limit: number;
  /** Whether parts without stock are not wanted: those may be missing then, also in the number of hits. */
  readonly onlyInStock: boolean;
}

/** Categories of segments whose rows in stock are kept, and most numbers that all of them list: 64 MB (`npm run bench:offers`). */
const STOCKED_KEPT = { entries: 256, weight: 1 << 24, weightOf: ({ weight }: StockedRows) => weight };

/** The rows in stock of larger categories are not kept: marking them takes longer than finding a few. */
const LARGE_CATEGORY = 1 << 18;

/** A part of one segment in that order. */
interface Ranked extends Candidate<Hit> {
  readonly place: number;
}

/** Orders similar parts by the columns of their specs and of their stock: no document is read. */
export class SimilarRanker {
  private readonly stocked = new RecentCache<StockedRows>(STOCKED_KEPT);

  constructor(
    private readonly segments: readonly Segment[],
    private readonly checker: RequestChecker,
    private readonly searcher: Searcher,
  ) {}

  /**
   * The best of all hits but the part itself, and how many there are; undefined where only documents can be compared.
   * @param request what the hits meet; undefined: they are of the category, and have the values of the keys in which they agree
   */
  *rank(
    request: SearchRequest | undefined,
    order: SimilarOrder,
    work: Work,
    rules: CallRules,
  ): Task<{ best: readonly Candidate<Hit>[]; hits: number } | undefined> {
    const { segments } = this;
    if (!fastPaths.similarColumns || !segments.every((segment) => canCompare(order.keys, segment))) return undefined;
    const needs = new Needs();
    for (const segment of segments) {
      needSimilarity(order.keys, segment, needs);
      segment.needToFind(needs);
    }
    const ranked: Ranked[] = [];
    let hits = 0;
    for (const one of request ? yield* this.searched(request, needs, work, rules) : yield* this.described(order, needs, work))
      hits += yield* this.rankIn(one, order, work, ranked);
    if (segments.length > 1) ranked.sort((a, b) => a.place - b.place || compareCodePoints(a.uid, b.uid));
    return { best: ranked.slice(0, order.limit), hits };
  }

  /** The conditions of a request, bound to each segment. */
  private *searched(request: SearchRequest, needs: Needs, work: Work, rules: CallRules): Task<readonly BoundRows[]> {
    const issues = new Issues(request);
    const { search } = yield* this.checker.check(request, issues, work, rules);
    issues.throwIfAny();
    this.searcher.need(search, needs);
    yield* load(needs, work);
    const bound = yield* this.searcher.bind(search, work);
    return bound.map((one) => ({ segment: one.segment, find: () => findHits(one) }));
  }

  /** The conditions that an order describes, bound to each segment. */
  private *described({ category, keys, onlyInStock }: SimilarOrder, needs: Needs, work: Work): Task<readonly BoundRows[]> {
    for (const segment of this.segments) {
      needSimilarRows(keys, segment, needs);
      if (onlyInStock) StockedRows.need(keys, segment, needs);
    }
    yield* load(needs, work);
    const bound: BoundRows[] = [];
    for (const segment of this.segments) {
      const all = rowsOfCategory(category, segment);
      const stocked =
        onlyInStock && estimate(all, segment.rowCount) <= LARGE_CATEGORY
          ? yield* this.inStock(category, all, segment, work)
          : undefined;
      const having = stocked && (yield* stocked.having(keys, work));
      // Many a part is like no other.
      if (having?.rows.length === 0) continue;
      const ofCategory = having ? new RowsLeaf(() => CATEGORIES, having.rows) : all;
      bound.push({ segment, find: () => findSimilar(similarRows(ofCategory, having?.left ?? keys, segment), segment, work) });
    }
    return bound;
  }

  /** The rows of a category of which an offer has stock. A list of parts asks for few categories again and again. */
  private *inStock(category: string, all: PlanNode, segment: Segment, work: Work): Steps<StockedRows> {
    const name = `${this.segments.indexOf(segment)} ${category}`;
    const known = this.stocked.find(name);
    if (known) return known;
    // Two calls may find the same rows at the same time; the later ones are kept.
    const set = yield* findSimilar(all, segment, work);
    const { scratch } = segment.universe(work);
    const places = scratch.list(set.count);
    const rows = yield* rowsInStock(rowsOf(set, scratch), set.count, segment, places, work);
    return this.stocked.keep(name, new StockedRows(rows, segment));
  }

  /** Adds the best of one segment, and returns how many there are. */
  private *rankIn({ segment, find }: BoundRows, { uid, keys, limit }: SimilarOrder, work: Work, ranked: Ranked[]): Steps<number> {
    const set = yield* find();
    if (set.count === 0) return 0;
    work.begin('comparing similar parts');
    const { scratch } = segment.universe(work);
    const rows = rowsOf(set, scratch);
    const count = without(rows, set.count, segment.rowOf(uid));
    // Many a part is like no other: nothing is looked up to compare it.
    if (count === 0) return 0;
    const places = scratch.list(count);
    yield* similarityOf(rows, count, keys, segment, places, work);
    const { ranks } = segment.uidOrder.value;
    const { value: uids } = (segment.field('uid') as SegmentField).dictionary;
    for (const at of yield* selectTop(rows, count, Math.min(limit, count), [places], ranks, work)) {
      const row = rows[at];
      const place = places[at];
      ranked.push({ hit: { segment, row }, place, inStock: place < NOT_IN_STOCK, uid: uids.value(ranks[row]) });
    }
    return count;
  }
}

/** What finds the rows of one segment. */
interface BoundRows {
  readonly segment: Segment;
  readonly find: () => Steps<RowSet>;
}

function* findHits(bound: BoundSearch): Steps<RowSet> {
  return (yield* findRows(bound)).hits;
}

function* findSimilar(node: PlanNode, segment: Segment, work: Work): Steps<RowSet> {
  const universe = segment.universe(work);
  universe.scratch.reset();
  return yield* evaluate(node, universe);
}

/** Removes a row from ascending ones; returns how many are left. */
function without(rows: Uint32Array, count: number, row: number): number {
  const at = row < 0 ? -1 : rows.subarray(0, count).indexOf(row);
  if (at < 0) return count;
  rows.copyWithin(at, at + 1, count);
  return count - 1;
}
