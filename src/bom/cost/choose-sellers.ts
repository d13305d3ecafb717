import { boughtOf, cheapestWay, NOTHING, sum, type Way } from './cheapest-way.js';
import type { Sellable } from './sellable.js';

/** A line whose offers are to be chosen from. */
export interface OpenLine {
  readonly needed: bigint;
  /** Offers of sellers that can sell something, in their order. */
  readonly offers: readonly Sellable[];
}

/** Most sellers whose sets are all weighed. */
const MOST_SELLERS = 12;

/** What sellers can do for a line, or for all. */
interface Outcome {
  readonly missing: bigint;
  readonly cost: bigint;
}

/**
 * Chooses at most so many sellers: those with the fewest missing pieces, then the least cost, then fewer sellers, then those that come
 * first in the bill of materials. A set of sellers is a mask with a bit for each.
 * @returns how each line is bought of them, and whether all choices were weighed
 */
export function chooseSellers(lines: readonly OpenLine[], most: number): { ways: Way[]; exact: boolean } {
  const all = [...new Set(lines.flatMap(({ offers }) => offers.map(sellerOf)))];
  const exact = all.length <= MOST_SELLERS;
  const sellers = exact ? all : promising(all, lines, MOST_SELLERS);
  const tables = lines.map((line) => new LineTable(line, sellers));
  const mask = new SellerSearch(tables).best(choices(sellers.length, Math.min(most, sellers.length)));
  const ways = tables.map((table) => table.way(mask));
  if (exact) return { ways, exact: tables.every((table) => table.exact) };
  const more = most > MOST_SELLERS ? waysOfMany(lines, most < all.length ? promising(all, lines, most) : all) : ways;
  return { ways: isBetter(outcomeOf(more, lines), outcomeOf(ways, lines)) ? more : ways, exact: false };
}

/** How each line is bought of more sellers than sets are weighed of. */
function waysOfMany(lines: readonly OpenLine[], sellers: readonly string[]): Way[] {
  const chosen = new Set(sellers);
  return lines.map(({ offers, needed }) =>
    cheapestWay(
      offers.filter((offer) => chosen.has(sellerOf(offer))),
      needed,
    ),
  );
}

function outcomeOf(ways: readonly Way[], lines: readonly OpenLine[]): Outcome {
  return { missing: sum(lines.map(({ needed }, i) => needed - ways[i].covered)), cost: sum(ways.map(({ cost }) => cost)) };
}

function sellerOf({ priced }: Sellable): string {
  return priced.seller as string;
}

/** All masks with at most so many bits: those with fewer bits first, then those with the first sellers. */
function choices(count: number, most: number): number[] {
  const masks = Array.from({ length: 1 << count }, (_, mask) => mask).filter((mask) => bits(mask) <= most);
  return masks.sort((a, b) => {
    const lowest = (a ^ b) & -(a ^ b);
    return bits(a) - bits(b) || (a & lowest ? -1 : 1);
  });
}

function bits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

/** Weighs choices of sellers, of which it gives up most after a few lines. */
class SellerSearch {
  /** The fewest missing pieces that any choice leaves. */
  private readonly fewest: bigint;
  /** The least cost of the lines from each one on, where no more pieces are missing than that. */
  private readonly leastFrom: readonly bigint[];
  private missing: bigint | undefined = undefined;
  private cost = 0n;

  constructor(private readonly tables: readonly LineTable[]) {
    this.fewest = sum(tables.map((table) => table.missing(table.mask)));
    const leastFrom = [0n];
    for (const table of tables.toReversed()) leastFrom.push(leastFrom[leastFrom.length - 1] + table.leastCost);
    this.leastFrom = leastFrom.reverse();
  }

  /** The best of choices, those that win ties first. */
  best(masks: readonly number[]): number {
    let best = 0;
    // Large choices first: they are seldom worse, and the others are then given up early.
    for (let i = masks.length - 1; i >= 0; i--) if (this.isAsGood(masks[i])) best = masks[i];
    return best;
  }

  /** Notes a choice that is as good as all before. */
  private isAsGood(mask: number): boolean {
    const { tables } = this;
    let missing = 0n;
    for (const table of tables) {
      missing += table.missing(mask);
      if (this.missing !== undefined && missing > this.missing) return false;
    }
    const isEqual = missing === this.missing;
    const hasFewest = missing === this.fewest;
    let cost = 0n;
    for (let i = 0; i < tables.length; i++) {
      cost += tables[i].cost(mask);
      if (isEqual && cost + (hasFewest ? this.leastFrom[i + 1] : 0n) > this.cost) return false;
    }
    this.missing = missing;
    this.cost = cost;
    return true;
  }
}

/** How a line is bought of each set of its sellers. */
class LineTable {
  /** The sellers that have an offer for the line. */
  readonly mask: number;
  /** False once there were too many offers to weigh all ways. */
  exact = true;
  /** The cheapest offer of each seller that can sell all pieces alone: the cheapest seller first. */
  private readonly singles: readonly { readonly bit: number; readonly way: Way }[];
  private readonly singleMask: number;
  private readonly ways = new Map<number, Way>();
  private readonly bitOf: readonly number[];

  constructor(
    private readonly line: OpenLine,
    sellers: readonly string[],
  ) {
    const { needed, offers } = line;
    const places = new Map(sellers.map((seller, i) => [seller, 1 << i]));
    this.bitOf = offers.map((offer) => places.get(sellerOf(offer)) ?? 0);
    this.mask = this.bitOf.reduce((mask, bit) => mask | bit, 0);
    const singles = offers.flatMap((offer, i) => {
      const lot = this.bitOf[i] === 0 ? undefined : offer.atLeast(needed);
      const way = lot && { bought: [boughtOf(offer, lot)], cost: lot.cost, covered: needed, exact: true };
      return way ? [{ bit: this.bitOf[i], way }] : [];
    });
    // The sort is stable: of equal costs the first offer stays the first.
    this.singles = singles.sort((a, b) => (a.way.cost < b.way.cost ? -1 : a.way.cost > b.way.cost ? 1 : 0));
    this.singleMask = singles.reduce((mask, { bit }) => mask | bit, 0);
  }

  /** A cost that no choice goes below that leaves no more pieces missing than all sellers do. */
  get leastCost(): bigint {
    // Several offers together may cost less than one that has all pieces, and are then bought if that one's seller is not chosen.
    if (this.singleMask === this.mask) return this.singles[0]?.way.cost ?? 0n;
    const { offers, needed } = this.line;
    const prices = offers.flatMap((offer, i) => (this.bitOf[i] === 0 ? [] : [offer.lowestPrice()]));
    const lowest = prices.reduce((least, price) => (price < least ? price : least));
    return (needed - this.missing(this.mask)) * lowest;
  }

  /** Pieces that are missing if it is bought of a choice. */
  missing(choice: number): bigint {
    if (choice & this.singleMask) return 0n;
    const { needed, offers } = this.line;
    let left = needed;
    for (let i = 0; i < offers.length && left > 0n; i++) if (this.bitOf[i] & choice) left -= offers[i].most as bigint;
    return left > 0n ? left : 0n;
  }

  cost(choice: number): bigint {
    return this.way(choice).cost;
  }

  way(choice: number): Way {
    if (choice & this.singleMask) {
      for (const { bit, way } of this.singles) if (bit & choice) return way;
    }
    const own = choice & this.mask;
    if (own === 0 || this.line.needed === 0n) return NOTHING;
    let way = this.ways.get(own);
    if (!way) {
      const offers = this.line.offers.filter((_, i) => this.bitOf[i] & own);
      way = cheapestWay(offers, this.line.needed);
      if (!way.exact) this.exact = false;
      this.ways.set(own, way);
    }
    return way;
  }
}

/** Of too many sellers, those that help most when they are added one after the other. */
function promising(sellers: readonly string[], lines: readonly OpenLine[], count: number): string[] {
  const chosen = new Set<string>();
  // The best way of each line so far, of one offer alone: what several together could do is weighed afterwards.
  const left = lines.map(({ needed }): Outcome => ({ missing: needed, cost: 0n }));
  const lots = lines.map(({ needed, offers }) =>
    offers.map((offer) => {
      const lot = offer.atLeast(needed) ?? offer.all();
      return { seller: sellerOf(offer), cost: lot.cost, missing: lot.pieces < needed ? needed - lot.pieces : 0n };
    }),
  );
  while (chosen.size < count) {
    const gains = new Map<string, Outcome>();
    lots.forEach((offers, i) => {
      for (const { seller, missing, cost } of offers) {
        const before = left[i];
        if (chosen.has(seller) || !isBetter({ missing, cost }, before)) continue;
        const gain = gains.get(seller) ?? { missing: 0n, cost: 0n };
        gains.set(seller, { missing: gain.missing + missing - before.missing, cost: gain.cost + cost - before.cost });
      }
    });
    if (gains.size === 0 && chosen.size >= MOST_SELLERS) break;
    const [seller] = [...gains].reduce((best, one) => (isBetter(one[1], best[1]) ? one : best), [
      sellers.find((one) => !chosen.has(one)) as string,
      { missing: 0n, cost: 0n },
    ] as [string, Outcome]);
    chosen.add(seller);
    lots.forEach((offers, i) => {
      for (const lot of offers) if (lot.seller === seller && isBetter(lot, left[i])) left[i] = lot;
    });
  }
  return sellers.filter((seller) => chosen.has(seller));
}

function isBetter(a: Outcome, b: Outcome): boolean {
  return a.missing < b.missing || (a.missing === b.missing && a.cost < b.cost);
}
