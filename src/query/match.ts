import { compareCodePoints } from '../analysis/text.js';
import type { OfferCounts } from '../index/offer-counts.js';
import type { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import type { Universe } from '../index/universe.js';
import {
  type MatchedNumbers,
  type PartNumberField,
  type PartNumberQuery,
  type PartNumbers,
  partNumbersOf,
} from '../match/part-number-query.js';
import type { MatchCondition } from '../model/check-match.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { entriesLeaf } from './leaves/entries-leaf.js';
import { firstByOffers, firstByRank, onlyByRank, type RankedRows } from './match-order.js';
import type { Hit } from './merge.js';
import { and, evaluate, evaluateAtOnce, noRows, or, type PlanNode } from './plan.js';

/** A requested part number; at least one of the fields must have it. */
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

/** The part numbers of a match query, bound to one segment. */
export interface BoundNumbers {
  /** The part numbers that match any requested part number. */
  readonly matched: readonly MatchedNumbers[];
  readonly numbers: readonly BoundCondition[];
  /** Whether no row has one of the requested part numbers: the other conditions need not be looked up. */
  readonly isUnmet: boolean;
}

/** A match query bound to one segment: all that it reads is loaded. */
export interface BoundMatch extends BoundNumbers {
  readonly sources: MatchSources;
  readonly universe: Universe;
  /** Brand, seller and keywords. */
  readonly others: readonly BoundCondition[];
  /** The rows that all matches of the request must be in. */
  readonly within: PlanNode;
}

/** The matches of one segment, with the sources that order them. */
export interface SegmentMatches extends RankedRows {
  readonly sources: MatchSources;
  /** Exact number of rows that match. */
  readonly hits: number;
}

/** What a match request reads from a segment. Its needs must be loaded. */
export class MatchSources {
  private readonly numbers = new Map<PartNumberField, PartNumbers | undefined>();

  constructor(readonly segment: Segment) {}

  /** Adds what a match by part number reads from a segment. */
  static need(segment: Segment, needs: Needs): void {
    needs.add(segment.offerCounts).add(segment.uidOrder);
    const uid = segment.field('uid');
    if (uid) needs.add(uid.dictionary);
  }

  get offers(): OfferCounts {
    return this.segment.offerCounts.value;
  }

  get uidRanks(): Uint32Array {
    return this.segment.uidOrder.value.ranks;
  }

  /** The part numbers of a field, or undefined if no row has any. */
  numbersOf(name: PartNumberField): PartNumbers | undefined {
    if (!this.numbers.has(name)) this.numbers.set(name, partNumbersOf(this.segment, name));
    return this.numbers.get(name);
  }

  uidOf(row: number): string {
    return (this.segment.field('uid') as SegmentField).dictionary.value.value(this.uidRanks[row]);
  }
}

const numberLabel = () => 'part number';

/** What the patterns of a match query find, by field. */
export type FoundPatterns = ReadonlyMap<PartNumberQuery, ReadonlyMap<PartNumberField, MatchedNumbers>>;

const NO_PATTERNS: FoundPatterns = new Map();

/** Looks up the patterns of a match query; the other part numbers need no steps. */
export function* findPatterns(conditions: readonly NumberCondition[], sources: MatchSources, work: Work): Steps<FoundPatterns> {
  const found = new Map<PartNumberQuery, Map<PartNumberField, MatchedNumbers>>();
  for (const { fields, query } of conditions) {
    if (!query.isPattern) continue;
    const byField = new Map<PartNumberField, MatchedNumbers>();
    for (const field of fields) {
      const known = sources.numbersOf(field);
      if (known) byField.set(field, yield* query.find(known, work));
    }
    found.set(query, byField);
  }
  return found;
}

/** Looks up the part numbers of a match query. @param patterns what its patterns find, if it has any */
export function bindNumbers(conditions: readonly NumberCondition[], sources: MatchSources, patterns = NO_PATTERNS): BoundNumbers {
  let matched: MatchedNumbers[] = [];
  let isUnmet = false;
  const numbers = conditions.map(({ name, fields, query }): BoundCondition => {
    let nodes: PlanNode[] = [];
    for (const field of fields) {
      const known = sources.numbersOf(field);
      const found = known && (query.isPattern ? patterns.get(query)?.get(field) : query.findNow(known));
      if (!found || found.ordinals.length === 0) continue;
      // As literals, lists of one are no longer than they must be.
      matched = matched.length === 0 ? [found] : [...matched, found];
      const node = rowsHaving(found.numbers, found.ordinals);
      nodes = nodes.length === 0 ? [node] : [...nodes, node];
    }
    if (nodes.length === 0) isUnmet = true;
    return { name, node: nodes.length === 0 ? noRows(numberLabel) : or(nodes) };
  });
  return { matched, numbers, isUnmet };
}

/** The rows that have any of some part numbers, at least one. */
export function rowsHaving({ postings }: PartNumbers, ordinals: ArrayLike<number>): PlanNode {
  return entriesLeaf(numberLabel, postings, ordinals);
}

/** Runs a bound match: counts all hits and returns the first `wanted` in order. */
export function* runMatch(bound: BoundMatch, wanted: number): Steps<SegmentMatches> {
  const { sources, universe, matched, numbers } = bound;
  const { scratch } = universe;
  scratch.reset();
  const plan = planOf(bound);
  const set = evaluateAtOnce(plan, universe) ?? (yield* evaluate(plan, universe));
  const { count } = set;
  if (count === 0 || wanted === 0) return { sources, hits: count, rows: [], ranks: [] };
  const order = { offers: sources.offers, uidRanks: sources.uidRanks, wanted: Math.min(wanted, count) };
  const { rows, ranks } =
    numbers.length === 0 ? yield* firstByOffers(set, order, scratch) : yield* firstByRank(set, matched, order, scratch);
  return { sources, hits: count, rows, ranks };
}

/** The same of a match that needs no steps, as most do: at most one row matches. @returns undefined for another */
export function runMatchAtOnce(bound: BoundMatch, wanted: number): SegmentMatches | undefined {
  const { sources, universe, matched, numbers } = bound;
  const { scratch } = universe;
  scratch.reset();
  const set = evaluateAtOnce(planOf(bound), universe);
  if (!set || set.count > 1) return undefined;
  if (set.count === 0 || wanted === 0) return { sources, hits: set.count, rows: [], ranks: [] };
  const only = numbers.length > 0 ? onlyByRank(set, matched, scratch) : undefined;
  return only && { sources, hits: 1, rows: only.rows, ranks: only.ranks };
}

/** What a row must meet to match. */
function planOf({ numbers, others, within }: BoundMatch): PlanNode {
  const nodes = [...numbers, ...others].map(({ node }) => node);
  return and(within.kind === 'all' && nodes.length > 0 ? nodes : [...nodes, within]);
}

/** Merges the matches of all segments: adds the counts, and puts the best of each segment in one order. */
export function mergeMatches(partials: readonly SegmentMatches[], wanted: number): { hits: number; top: Hit[] } {
  const only = partials.length === 1 ? partials[0] : undefined;
  if (only) return { hits: only.hits, top: hitsOf(only.rows, only.sources) };
  const hits = partials.reduce((sum, partial) => sum + partial.hits, 0);
  const having = partials.filter(({ rows }) => rows.length > 0);
  const candidates = having.flatMap(({ rows, ranks, sources }) =>
    rows.map((row, at) => ({
      segment: sources.segment,
      row,
      rank: ranks[at],
      offers: sources.offers[row],
      uid: sources.uidOf(row),
    })),
  );
  candidates.sort((a, b) => a.rank - b.rank || b.offers - a.offers || compareCodePoints(a.uid, b.uid));
  return { hits, top: candidates.slice(0, wanted).map(({ segment, row }) => ({ segment, row })) };
}

function hitsOf(rows: readonly number[], { segment }: MatchSources): Hit[] {
  return rows.map((row) => ({ segment, row }));
}
