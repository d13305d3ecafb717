import type { Parents } from '../../index/offers/parents.js';
import { collectRuns, fillRun, scatter, wordsFor } from '../../index/row-set/bits.js';
import { BITS, LIST_SHARE, RowSet, release, rowsOf } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Segment } from '../../index/segment.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';
import { cost, estimate, evaluate, type PlanNode, restrict } from '../plan.js';
import { LongLeaf } from './leaf.js';

/** A set of offers that is a larger share of all is a bitset: then the columns are restricted in place. */
const DENSE = 8;
/** So is a set whose runs of neighbours are longer on average. */
const LONG_RUN = 64;

/**
 * The parts of which some offer meets a plan: the plan runs over the rows of offers (a block join). Where few parts are left, it runs
 * over their offers alone.
 */
export class OffersLeaf extends LongLeaf {
  readonly access = 'offers';
  readonly method = 'the offers are rows of their own, and each tells its part';

  /** @param offers the offers of the segment */
  constructor(
    label: Label,
    private readonly plan: PlanNode,
    private readonly offers: Segment,
    private readonly parents: Parents,
  ) {
    super(label, estimate(plan, offers.rowCount), offers.rowCount + cost(plan, offers.rowCount));
  }

  *toSet(scratch: Scratch): Steps<RowSet> {
    const universe = this.offers.universe(scratch.work);
    const met = yield* evaluate(this.plan, universe);
    if (scratch.work.spend(met.count)) yield;
    return this.partsOf(met, universe.scratch, scratch);
  }

  override *restrict(set: RowSet, scratch: Scratch): Steps<RowSet> {
    const universe = this.offers.universe(scratch.work);
    const offers = this.offersOf(set, universe.scratch, scratch);
    if (scratch.work.spend(offers.count)) yield;
    const met = universe.existing(yield* restrict(this.plan, offers, universe));
    return this.partsOf(met, universe.scratch, scratch);
  }

  /** The offers of some parts. Consumes the set. */
  private offersOf(set: RowSet, ofOffers: Scratch, ofParts: Scratch): RowSet {
    const runs = ofParts.list(2 * set.count + 2);
    const end = this.offerRuns(runs, rowRuns(set, runs));
    release(set, ofParts);
    let length = 0;
    for (let i = 0; i < end; i += 2) length += runs[i + 1] - runs[i];
    const isDense = length * DENSE > this.offers.rowCount || length * 2 > end * LONG_RUN;
    const offers = isDense ? bitsOfRuns(runs, end, ofOffers) : listOfRuns(runs, end, length, ofOffers);
    ofParts.freeList(runs);
    return offers;
  }

  /**
   * Replaces `runs[0, end)` of neighbouring parts by the runs of their offers, which are neighbours too: the parts of a category have
   * few runs. Returns how many numbers were written.
   */
  private offerRuns(runs: Uint32Array, end: number): number {
    const { starts } = this.parents;
    let written = 0;
    let last = -1;
    for (let i = 0; i < end; i += 2) {
      const first = starts[runs[i]];
      const next = starts[runs[i + 1]];
      if (first === next) continue;
      if (first === last) written--;
      else runs[written++] = first;
      runs[written++] = next;
      last = next;
    }
    return written;
  }

  /** The parts of some offers. Consumes the set. */
  private partsOf(offers: RowSet, ofOffers: Scratch, ofParts: Scratch): RowSet {
    const { parentOf, starts } = this.parents;
    const { count } = offers;
    if (count === 0) {
      release(offers, ofOffers);
      return RowSet.none;
    }
    const rows = rowsOf(offers, ofOffers);
    const parts = ofParts.list(count + 1);
    let length = 0;
    for (let i = 0; i < count; i++) {
      const part = parentOf[rows[i]];
      parts[length] = part;
      // The next offer of the same part writes over it.
      if (i + 1 === count || parentOf[rows[i + 1]] !== part) length++;
    }
    ofOffers.freeList(rows);
    if (length * LIST_SHARE <= starts.length - 1) return RowSet.list(parts, length);
    const words = ofParts.bits();
    scatter(words, parts, 0, length);
    ofParts.freeList(parts);
    return RowSet.bits(words);
  }
}

/** Writes the runs of neighbouring rows of a set: of each the first row, and the one after its last. Returns how many numbers were written. */
function rowRuns({ kind, count, rows, words, firstWord, endWord }: RowSet, out: Uint32Array): number {
  if (kind === BITS) return collectRuns(words, out, firstWord, endWord);
  let end = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    if (end > 0 && out[end - 1] === row) out[end - 1] = row + 1;
    else {
      out[end++] = row;
      out[end++] = row + 1;
    }
  }
  return end;
}

function listOfRuns(runs: Uint32Array, end: number, length: number, scratch: Scratch): RowSet {
  // A kernel that filters writes at most one row more than it keeps.
  const offers = scratch.list(length + 1);
  let at = 0;
  for (let i = 0; i < end; i += 2) for (let offer = runs[i]; offer < runs[i + 1]; offer++) offers[at++] = offer;
  return RowSet.list(offers, length);
}

function bitsOfRuns(runs: Uint32Array, end: number, scratch: Scratch): RowSet {
  const words = scratch.bits();
  for (let i = 0; i < end; i += 2) fillRun(words, runs[i], runs[i + 1]);
  return end === 0 ? RowSet.bits(words, 0, 0) : RowSet.bits(words, runs[0] >>> 5, wordsFor(runs[end - 1]));
}
