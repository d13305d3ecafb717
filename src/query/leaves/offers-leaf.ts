import type { Parents } from '../../index/offers/offer-rows.js';
import { scatter } from '../../index/row-set/bits.js';
import { intersect, LIST_SHARE, RowSet, release, rowsOf } from '../../index/row-set/row-set.js';
import type { Scratch } from '../../index/row-set/scratch.js';
import type { Segment } from '../../index/segment.js';
import type { Label } from '../../resolve/describe.js';
import type { Steps } from '../../work/pauses.js';
import { cost, estimate, evaluate, type PlanNode, restrict } from '../plan.js';
import { LongLeaf } from './leaf.js';

/** A set of offers that is a larger share of all is a bitset: then the columns are restricted in place. */
const DENSE = 8;

/** Listing the offers of a part, and looking up their codes, takes as long as reading the columns of this many parts in a row. */
const LISTED_COST = 8;

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
    const { starts } = this.parents;
    if (set.count * LISTED_COST > starts.length) return intersect(set, yield* this.toSet(scratch), scratch);
    const offers = this.offersOf(set, universe.scratch, scratch);
    if (scratch.work.spend(offers.count)) yield;
    const met = universe.existing(yield* restrict(this.plan, offers, universe));
    return this.partsOf(met, universe.scratch, scratch);
  }

  /** The offers of some parts. Consumes the set. */
  private offersOf(set: RowSet, ofOffers: Scratch, ofParts: Scratch): RowSet {
    const { starts } = this.parents;
    const { count } = set;
    const rows = rowsOf(set, ofParts);
    let length = 0;
    for (let i = 0; i < count; i++) length += starts[rows[i] + 1] - starts[rows[i]];
    const offers = ofOffers.list(length + 1);
    let at = 0;
    for (let i = 0; i < count; i++) {
      const end = starts[rows[i] + 1];
      for (let offer = starts[rows[i]]; offer < end; offer++) offers[at++] = offer;
    }
    ofParts.freeList(rows);
    if (length * DENSE <= this.offers.rowCount) return RowSet.list(offers, length);
    const words = ofOffers.bits();
    scatter(words, offers, 0, length);
    ofOffers.freeList(offers);
    return RowSet.bits(words);
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
