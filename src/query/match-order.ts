import type { OfferCounts } from '../index/offer-counts.js';
import { hasBit } from '../index/row-set/bits.js';
import { advance } from '../index/row-set/lists.js';
import { bitsOf, LIST, type RowSet, rowsOf } from '../index/row-set/row-set.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { MatchedNumbers } from '../match/part-number-query.js';
import type { Steps } from '../work/pauses.js';
import { selectTop } from './top.js';

/** Rows that match, in order, and the rank of each. */
export interface RankedRows {
  readonly rows: readonly number[];
  readonly ranks: readonly number[];
}

/** What orders rows that match equally well, and how many to order: at most as many as the set has. */
export interface MatchOrder {
  readonly offers: OfferCounts;
  readonly uidRanks: Uint32Array;
  readonly wanted: number;
}

/**
 * Up to this many rows each get their rank. For more rows, the part numbers are read in the order of their ranks until there are
 * enough rows.
 */
const FEW_ROWS = 4096;
const WORST = 0xffffffff;
/** Part numbers that are ranked without a pause. */
const NUMBERS_AT_ONCE = 1 << 15;

/** The first rows of a set that match equally well: more offers first, then by uid. Consumes the set. */
export function* firstByOffers(set: RowSet, order: MatchOrder, scratch: Scratch): Steps<RankedRows> {
  const { count } = set;
  const chosen = yield* selectByOffers(rowsOf(set, scratch), count, order, scratch);
  return { rows: chosen, ranks: chosen.map(() => 0) };
}

function* selectByOffers(
  rows: Uint32Array,
  count: number,
  { offers, uidRanks, wanted }: MatchOrder,
  scratch: Scratch,
): Steps<number[]> {
  if (count === 1) return [rows[0]];
  const keys = offerKeys(rows, count, offers, scratch);
  const places = yield* selectTop(rows, count, wanted, [keys], uidRanks, scratch.work);
  scratch.freeList(keys);
  const chosen: number[] = [];
  for (const place of places) chosen.push(rows[place]);
  return chosen;
}

/** Ascending: more offers give a smaller key. */
function offerKeys(rows: Uint32Array, count: number, offers: OfferCounts, scratch: Scratch): Uint32Array {
  const keys = scratch.list(count);
  for (let i = 0; i < count; i++) keys[i] = WORST - offers[rows[i]];
  return keys;
}

/**
 * The first rows of a set by the best rank of their part numbers that match, then more offers first, then by uid. Consumes the
 * set. Every row of the set has such a part number.
 */
export function* firstByRank(
  set: RowSet,
  matched: readonly MatchedNumbers[],
  order: MatchOrder,
  scratch: Scratch,
): Steps<RankedRows> {
  return areFew(matched) ? yield* rankEach(set, matched, order, scratch) : yield* walkRanks(set, matched, order, scratch);
}

/** The same of a set of one row, which needs no order. @returns undefined if there are many part numbers */
export function onlyByRank(set: RowSet, matched: readonly MatchedNumbers[], scratch: Scratch): RankedRows | undefined {
  if (set.count !== 1 || !areFew(matched)) return undefined;
  const rows = rowsOf(set, scratch);
  const ranks = ranksOf(rows, 1, matched, scratch);
  const only = { rows: [rows[0]], ranks: [ranks[0]] };
  // The scratch need not take them back: a list has some hundred such matches.
  scratch.freeList(ranks);
  if (set.kind === LIST) scratch.freeList(rows);
  return only;
}

/** Whether few rows have the part numbers. */
function areFew(matched: readonly MatchedNumbers[]): boolean {
  let listed = 0;
  for (const { numbers, ordinals } of matched) {
    // Stops as soon as there are more than `FEW_ROWS`.
    for (let i = 0; i < ordinals.length && listed <= FEW_ROWS; i++) listed += numbers.postings.count(ordinals[i]);
  }
  return listed <= FEW_ROWS;
}

/** The best rank of each row. */
function ranksOf(rows: Uint32Array, count: number, matched: readonly MatchedNumbers[], scratch: Scratch): Uint32Array {
  const ranks = scratch.list(count).fill(WORST, 0, count);
  for (const found of matched) {
    const { postings } = found.numbers;
    for (let i = 0; i < found.ordinals.length; i++) {
      const ordinal = found.ordinals[i];
      const rank = found.base + found.rankOf(ordinal);
      const having = scratch.list(postings.count(ordinal));
      const end = postings.collect(ordinal, having, 0);
      let at = 0;
      for (let j = 0; j < end; j++) {
        at = advance(rows, at, count, having[j]);
        if (at < count && rows[at] === having[j] && rank < ranks[at]) ranks[at] = rank;
      }
      scratch.freeList(having);
    }
  }
  return ranks;
}

function* rankEach(set: RowSet, matched: readonly MatchedNumbers[], order: MatchOrder, scratch: Scratch): Steps<RankedRows> {
  const { count } = set;
  const rows = rowsOf(set, scratch);
  const ranks = ranksOf(rows, count, matched, scratch);
  if (count === 1) return { rows: [rows[0]], ranks: [ranks[0]] };
  const keys = [ranks, offerKeys(rows, count, order.offers, scratch)];
  const places = yield* selectTop(rows, count, order.wanted, keys, order.uidRanks, scratch.work);
  const ranked = { rows: [] as number[], ranks: [] as number[] };
  for (const place of places) {
    ranked.rows.push(rows[place]);
    ranked.ranks.push(ranks[place]);
  }
  return ranked;
}

/** Rank by rank: a row is taken at its first part number, and the loop ends after the last rank that is needed. */
function* walkRanks(set: RowSet, matched: readonly MatchedNumbers[], order: MatchOrder, scratch: Scratch): Steps<RankedRows> {
  const groups: RankGroups[] = [];
  for (const found of matched) groups.push(yield* RankGroups.of(found, scratch));
  const { count } = set;
  const left = bitsOf(set, scratch);
  const rows: number[] = [];
  const ranks: number[] = [];
  const taken = scratch.list(count);
  while (rows.length < order.wanted) {
    const rank = groups.reduce((least, group) => Math.min(least, group.rank), WORST);
    if (rank === WORST) break;
    let end = 0;
    for (const group of groups) if (group.rank === rank) end = yield* group.take(left, taken, end, scratch);
    if (end === 0) continue;
    taken.subarray(0, end).sort();
    const wanted = Math.min(order.wanted - rows.length, end);
    for (const row of yield* selectByOffers(taken, end, { ...order, wanted }, scratch)) {
      rows.push(row);
      ranks.push(rank);
    }
  }
  return { rows, ranks };
}

/** The part numbers of a field that match, by rank. */
class RankGroups {
  /** The next rank. */
  rank = WORST;
  private readonly sorted: Uint32Array;
  /** Where the part numbers of each rank, counted from the base, end in `sorted`. */
  private readonly ends: Uint32Array;
  private at = 0;
  private having = new Uint32Array(16);

  private constructor(
    private readonly found: MatchedNumbers,
    sorted: Uint32Array,
    ends: Uint32Array,
  ) {
    this.sorted = sorted;
    this.ends = ends;
    this.seek(0);
  }

  static *of(found: MatchedNumbers, scratch: Scratch): Steps<RankGroups> {
    const { ordinals } = found;
    const ranks = scratch.list(ordinals.length);
    let largest = 0;
    for (let from = 0; from < ordinals.length; from += NUMBERS_AT_ONCE) {
      const to = Math.min(from + NUMBERS_AT_ONCE, ordinals.length);
      for (let i = from; i < to; i++) {
        ranks[i] = found.rankOf(ordinals[i]);
        if (ranks[i] > largest) largest = ranks[i];
      }
      if (scratch.work.spend(to - from)) yield;
    }
    const ends = new Uint32Array(largest + 2);
    for (let i = 0; i < ordinals.length; i++) ends[ranks[i] + 1]++;
    for (let rank = 1; rank < ends.length; rank++) ends[rank] += ends[rank - 1];
    if (scratch.work.isDue()) yield;
    const sorted = scratch.list(ordinals.length);
    for (let i = 0; i < ordinals.length; i++) sorted[ends[ranks[i]]++] = ordinals[i];
    scratch.freeList(ranks);
    return new RankGroups(found, sorted, ends);
  }

  private seek(rank: number): void {
    let next = rank;
    while (next < this.ends.length && this.ends[next] === this.at) next++;
    this.rank = next < this.ends.length ? this.found.base + next : WORST;
  }

  /** Moves the remaining rows of this rank's part numbers from the bitset to `out`, from `end` on; returns the new end. */
  *take(left: Int32Array, out: Uint32Array, end: number, { work }: Scratch): Steps<number> {
    const { base, numbers } = this.found;
    const { postings } = numbers;
    const rank = this.rank - base;
    let to = end;
    for (; this.at < this.ends[rank]; this.at++) {
      const ordinal = this.sorted[this.at];
      const count = postings.count(ordinal);
      if (this.having.length < count) this.having = new Uint32Array(count * 2);
      postings.collect(ordinal, this.having, 0);
      for (let i = 0; i < count; i++) {
        const row = this.having[i];
        if (!hasBit(left, row)) continue;
        left[row >>> 5] &= ~(1 << (row & 31));
        out[to++] = row;
      }
      if (work.spend(count)) yield;
    }
    this.seek(rank + 1);
    return to;
  }
}
