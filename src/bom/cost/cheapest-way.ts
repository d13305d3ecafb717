import type { Lot, LotInDoubles, Sellable } from './sellable.js';
import { MOST_PLAIN } from './whole-terms.js';

/** What is bought of one offer. A class, as the results of lines are: see `ResultOfLine`. */
export class Bought implements Lot {
  constructor(
    readonly offer: Sellable,
    readonly pieces: bigint,
    readonly price: bigint,
    readonly cost: bigint,
  ) {}
}

/** Pieces of an offer, as they are bought. */
export function boughtOf(offer: Sellable, { pieces, price, cost }: Lot): Bought {
  return new Bought(offer, pieces, price, cost);
}

/** How the pieces of a line are bought. */
export class Way {
  constructor(
    /** In the order of the offers. */
    readonly bought: readonly Bought[],
    readonly cost: bigint,
    /** How many of the needed pieces are bought. */
    readonly covered: bigint,
    /** Whether all ways were weighed. */
    readonly exact: boolean,
  ) {}
}

/** Most offers of a line whose sets are all weighed. */
const MOST_OFFERS = 12;

export const NOTHING = new Way([], 0n, 0n, true);

/**
 * The cheapest way to buy the pieces of a line: of one offer if any can sell them all; else some offers sell all that they can, and one
 * more, or none, the rest. Ties: fewer offers, those that come first, fewer pieces, more pieces of those that come first.
 * @param offers those that can sell something, in their order
 */
export function cheapestWay(offers: readonly Sellable[], needed: bigint): Way {
  if (needed === 0n || offers.length === 0) return NOTHING;
  const single = cheapestInDoubles(offers, needed) ?? cheapestOffer(offers, needed);
  if (single) return new Way(Array.of(single), single.cost, needed, true);
  const { weighed, exact } = theCheapest(offers, needed);
  const all = weighed.map((offer) => boughtOf(offer, offer.all()));
  const pieces = sum(all.map((lot) => lot.pieces));
  if (pieces <= needed) return new Way(all, sum(all.map(({ cost }) => cost)), pieces, exact);
  const bought = new WaySearch(all, needed).best();
  return new Way(bought, sum(bought.map(({ cost }) => cost)), needed, exact);
}

/** The cheapest of the offers that can sell all pieces. */
function cheapestOffer(offers: readonly Sellable[], needed: bigint): Bought | undefined {
  let single: Bought | undefined;
  for (const offer of offers) {
    const lot = offer.atLeast(needed);
    if (lot && (!single || lot.cost < single.cost)) single = boughtOf(offer, lot);
  }
  return single;
}

/** The same in doubles, which take a fraction of the time. @returns undefined if there is none, or where doubles might not be exact */
function cheapestInDoubles(offers: readonly Sellable[], needed: bigint): Bought | undefined {
  if (needed > MOST_PLAIN) return undefined;
  const pieces = Number(needed);
  let best: { readonly offer: Sellable; readonly lot: LotInDoubles } | undefined;
  for (const offer of offers) {
    const lot = offer.atLeastInDoubles(pieces);
    if (lot === undefined) return undefined;
    if (lot && (!best || lot.cost < best.lot.cost)) best = { offer, lot };
  }
  if (!best) return undefined;
  const { pieces: bought, price, cost } = best.lot;
  return new Bought(best.offer, BigInt(bought), BigInt(price), BigInt(cost));
}

/** Those of the lowest price at the needed quantity if there are too many. */
function theCheapest(offers: readonly Sellable[], needed: bigint): { weighed: readonly Sellable[]; exact: boolean } {
  if (offers.length <= MOST_OFFERS) return { weighed: offers, exact: true };
  const byPrice = offers.map((offer, i) => ({ i, price: offer.priceAt(needed) }));
  byPrice.sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : a.i - b.i));
  const places = byPrice.slice(0, MOST_OFFERS).map(({ i }) => i);
  return { weighed: places.sort((a, b) => a - b).map((i) => offers[i]), exact: false };
}

/**
 * Branch and bound over the sets of offers that sell all they can. Together the offers have more pieces than are needed, each alone
 * fewer. Such a set never has all the pieces: its last offer would sell as many or fewer of them for the same or less.
 */
class WaySearch {
  /** Those with the lowest prices first, so that a good way is found early. */
  private readonly order: readonly number[];
  private found: { bought: Bought[]; cost: bigint } | undefined = undefined;
  private readonly taken: boolean[];
  /** The lowest price of a piece of each. */
  private readonly lowest: readonly bigint[];

  /** @param all what each offer sells at most */
  constructor(
    private readonly all: readonly Bought[],
    private readonly needed: bigint,
  ) {
    this.lowest = all.map(({ offer }) => offer.lowestPrice());
    this.order = all
      .map((_, i) => i)
      .sort((a, b) => (this.lowest[a] < this.lowest[b] ? -1 : this.lowest[a] > this.lowest[b] ? 1 : a - b));
    this.taken = all.map(() => false);
  }

  best(): Bought[] {
    this.extend(0, this.needed, 0n, 0);
    return (this.found as { bought: Bought[] }).bought;
  }

  /** Weighs the taken offers with one more for the rest, then with further offers of the order from a place on. */
  private extend(from: number, rest: bigint, cost: bigint, count: number): void {
    if (!this.mayBeBetter(rest, cost, count)) return;
    for (const i of this.order) if (!this.taken[i]) this.finish(i, rest, cost, count);
    for (let at = from; at < this.order.length; at++) {
      const i = this.order[at];
      const { pieces, cost: more } = this.all[i];
      if (pieces >= rest) continue;
      this.taken[i] = true;
      this.extend(at + 1, rest - pieces, cost + more, count + 1);
      this.taken[i] = false;
    }
  }

  /** Whether the rest can be had for as little as the best way has: at the lowest prices, and with as few offers. */
  private mayBeBetter(rest: bigint, cost: bigint, count: number): boolean {
    if (!this.found) return true;
    let left = rest;
    let least = cost;
    for (const i of this.order) {
      if (this.taken[i]) continue;
      const { pieces } = this.all[i];
      const some = pieces < left ? pieces : left;
      least += some * this.lowest[i];
      left -= some;
      if (left === 0n) break;
    }
    if (left > 0n || least > this.found.cost) return false;
    return least < this.found.cost || count < this.found.bought.length;
  }

  /** Weighs the taken offers, and one more for the rest. */
  private finish(last: number, rest: bigint, cost: bigint, count: number): void {
    if (this.all[last].pieces < rest) return;
    const { offer } = this.all[last];
    const lot = offer.atLeast(rest) as Lot;
    const total = cost + lot.cost;
    const { found } = this;
    if (found && (total > found.cost || (total === found.cost && count + 1 > found.bought.length))) return;
    const bought = this.all.flatMap((lotOfAll, i) => (i === last ? boughtOf(offer, lot) : this.taken[i] ? lotOfAll : []));
    if (!found || total < found.cost || comparePurchases(bought, found.bought) < 0) this.found = { bought, cost: total };
  }
}

/** Of ways that cost the same: fewer offers, those that come first, fewer pieces, more pieces of those that come first. */
function comparePurchases(a: readonly Bought[], b: readonly Bought[]): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const difference = a[i].offer.priced.place - b[i].offer.priced.place;
    if (difference !== 0) return difference;
  }
  const [pieces, others] = [a, b].map((way) => sum(way.map((lot) => lot.pieces)));
  if (pieces !== others) return pieces < others ? -1 : 1;
  const differing = a.findIndex((lot, i) => lot.pieces !== b[i].pieces);
  return differing < 0 ? 0 : a[differing].pieces > b[differing].pieces ? -1 : 1;
}

export function sum(values: readonly bigint[]): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}
