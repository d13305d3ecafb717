import { compareCodePoints } from '../analysis/text.js';
import type { Dictionary } from '../index/dictionary/dictionary.js';
import type { OfferCounts } from '../index/offer-counts.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Segment } from '../index/segment.js';
import {
  loadPartNumbers,
  type MatchedNumbers,
  type PartNumberField,
  type PartNumberQuery,
  type PartNumbers,
} from '../match/part-number-query.js';
import type { MatchCondition } from '../model/check-match.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { entriesLeaf } from './leaves.js';
import { firstByOffers, firstByRank, type RankedRows } from './match-order.js';
import type { Hit } from './merge.js';
import { ALL_ROWS, and, evaluate, noRows, or, type PlanNode } from './plan.js';

/** A part number that is asked for, and the fields of which one must have it. */
export interface NumberCondition {
  readonly name: MatchCondition;
  readonly fields: readonly PartNumberField[];
  readonly query: PartNumberQuery;
}

/** A condition bound to one segment. */
export interface BoundCondition {
  readonly name: MatchCondition;
  readonly node: PlanNode;
}

/** A match query bound to one segment: all that it reads is loaded. */
export interface BoundMatch {
  readonly sources: MatchSources;
  readonly scratch: Scratch;
  /** The numbers that match any of the part numbers that are asked for. */
  readonly matched: readonly MatchedNumbers[];
  readonly numbers: readonly BoundCondition[];
  /** Brand, seller and keywords. */
  readonly others: readonly BoundCondition[];
  /** What all parts of the request must be among. */
  readonly within: PlanNode;
}

/** What one segment answers. */
export interface SegmentMatches extends RankedRows {
  /** Exact number of rows that match. */
  readonly hits: number;
}

/** What matches read of a segment, kept from one to the next. */
export class MatchSources {
  private readonly loaded = new Map<PartNumberField, PartNumbers>();

  private constructor(
    readonly segment: Segment,
    readonly offers: OfferCounts,
    readonly uidRanks: Uint32Array,
    private readonly uids: Dictionary | undefined,
  ) {}

  static async of(segment: Segment): Promise<MatchSources> {
    const uids = await segment.field('uid')?.dictionary();
    return new MatchSources(segment, await segment.offerCounts(), await segment.uidRanks(), uids);
  }

  /** The part numbers of a field, or undefined if no row has any. */
  async numbers(name: PartNumberField): Promise<PartNumbers | undefined> {
    const known = this.loaded.get(name);
    if (known) return known;
    const numbers = await loadPartNumbers(this.segment, name);
    if (numbers) this.loaded.set(name, numbers);
    return numbers;
  }

  uidOf(row: number): string {
    return (this.uids as Dictionary).value(this.uidRanks[row]);
  }
}

const numberLabel = () => 'part number';

/** @param others the conditions that are no part numbers */
export async function bindMatch(
  numbers: readonly NumberCondition[],
  others: readonly BoundCondition[],
  sources: MatchSources,
  work: Work,
  within: PlanNode = ALL_ROWS,
): Promise<BoundMatch> {
  const matched: MatchedNumbers[] = [];
  const bound: BoundCondition[] = [];
  for (const { name, fields, query } of numbers) {
    const nodes: PlanNode[] = [];
    for (const field of fields) {
      const loaded = await sources.numbers(field);
      const found = loaded && (await query.find(loaded, work));
      if (!found || found.ordinals.length === 0) continue;
      matched.push(found);
      nodes.push(rowsHaving(found.numbers, found.ordinals));
    }
    bound.push({ name, node: nodes.length === 0 ? noRows(numberLabel) : or(nodes) });
  }
  const scratch = work.scratch(sources.segment.scratches);
  return { sources, scratch, matched, numbers: bound, others, within };
}

/** The rows that have any of some part numbers, one at least. */
export function rowsHaving({ postings }: PartNumbers, ordinals: ArrayLike<number>): PlanNode {
  return entriesLeaf(numberLabel, postings, ordinals);
}

/** Runs a bound match: all hits counted, the first `wanted` in order. */
export function* runMatch(
  { sources, scratch, matched, numbers, others, within }: BoundMatch,
  wanted: number,
): Steps<SegmentMatches> {
  scratch.reset();
  const set = yield* evaluate(and([...[...numbers, ...others].map(({ node }) => node), within]), scratch);
  const { count } = set;
  const order = { offers: sources.offers, uidRanks: sources.uidRanks, wanted: Math.min(wanted, count) };
  if (order.wanted === 0) return { hits: count, rows: [], ranks: [] };
  const ranked =
    numbers.length === 0 ? yield* firstByOffers(set, order, scratch) : yield* firstByRank(set, matched, order, scratch);
  return { hits: count, ...ranked };
}

/** The matches of all segments as one answer: counts add up, the best of each segment are put in one order. */
export function mergeMatches(
  sources: readonly MatchSources[],
  partials: readonly SegmentMatches[],
  wanted: number,
): { hits: number; top: Hit[] } {
  if (partials.length === 1) {
    const [{ segment }] = sources;
    return { hits: partials[0].hits, top: partials[0].rows.map((row) => ({ segment, row })) };
  }
  const candidates = partials.flatMap(({ rows, ranks }, i) =>
    rows.map((row, at) => ({
      segment: sources[i].segment,
      row,
      rank: ranks[at],
      offers: sources[i].offers[row],
      uid: sources[i].uidOf(row),
    })),
  );
  candidates.sort((a, b) => a.rank - b.rank || b.offers - a.offers || compareCodePoints(a.uid, b.uid));
  const hits = partials.reduce((sum, partial) => sum + partial.hits, 0);
  return { hits, top: candidates.slice(0, wanted).map(({ segment, row }) => ({ segment, row })) };
}
