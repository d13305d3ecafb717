import { decimalOf } from '../../analysis/decimal.js';
import { offerNumber, offerTerms } from '../../analysis/offer-price.js';
import { converted } from '../../analysis/price-rates.js';
import type { Offer, Part } from '../../model/documents.js';
import type { CostSettings } from './cost-settings.js';
import { inWholeNumbers, type PlainTerms, plainCount, termsIn, unitsOf, type WholeTerms, wholeTerms } from './whole-terms.js';

/** The code of an offer that has stock, but does not say how much. */
const QUANTITY_UNKNOWN = decimalOf(-2, 0);

/** An offer of a line that has a price. A class, as the results of lines are: see `ResultOfLine`. */
export class PricedOffer {
  constructor(
    /** Its place in `part.offers`, from 0. */
    readonly place: number,
    readonly offer: Offer,
    /** Its uid, else its name as written; undefined without either. */
    readonly seller: string | undefined,
    readonly terms: PlainTerms | WholeTerms,
    /** The most pieces that it can sell; undefined without a bound. 0: nothing. */
    readonly most: bigint | undefined,
  ) {}
}

/** The offers of a part with a price in the currency, in their order. */
export function pricedOffers(part: Part | null | undefined, settings: CostSettings): readonly PricedOffer[] {
  const offers: unknown = part?.offers ?? [];
  const list = (Array.isArray(offers) ? offers : [offers]) as (Offer | null)[];
  const priced = list.map((offer, place) => {
    const terms = offer ? termsOf(offer, settings) : undefined;
    if (!offer || !terms) return undefined;
    return new PricedOffer(place, offer, sellerOf(offer), terms, settings.stock ? mostOf(offer, terms) : undefined);
  });
  return priced.includes(undefined) ? priced.filter((one) => one !== undefined) : (priced as PricedOffer[]);
}

/** Whether the options allow to buy an offer. */
export function isAllowed({ offer, seller }: PricedOffer, { sellers, authorized, maxSellers }: CostSettings): boolean {
  if (authorized && offer.is_authorized !== true) return false;
  if (seller === undefined) return sellers === undefined && maxSellers === undefined;
  if (sellers === undefined) return true;
  return [offer.seller?.uid, offer.seller?.name].some((name) => typeof name === 'string' && sellers.has(name));
}

/** What names the seller of an offer: its uid, else its name as written. */
function sellerOf({ seller }: Offer): string | undefined {
  return [seller?.uid, seller?.name].find((name) => typeof name === 'string');
}

/** The terms in the currency, else those of the first other currency that the rates know, in alphabetical order. */
function termsOf(offer: Offer, { currency, rates }: CostSettings): PlainTerms | WholeTerms | undefined {
  const own = termsIn(offer, currency);
  if (own || !rates?.units.has(currency)) return own;
  for (const other of Object.keys(offer.prices ?? {}).sort()) {
    const terms = rates.units.has(other) ? offerTerms(offer, other) : undefined;
    if (!terms) continue;
    const steps = terms.steps.flatMap(({ quantity, price }) => {
      const changed = converted(price, other, currency, rates);
      return changed ? [{ quantity, price: changed }] : [];
    });
    return inWholeNumbers({ ...terms, steps });
  }
  return undefined;
}

/** The most pieces that are in stock and a quantity that the offer sells; undefined if its stock has no number. */
function mostOf(offer: Offer, terms: PlainTerms | WholeTerms): bigint | undefined {
  const plain = terms.isPlain ? plainCount(offer.in_stock_quantity) : undefined;
  if (terms.isPlain && typeof plain === 'number') {
    const most = plain - (plain % terms.multiple);
    return most < leastInDoubles(terms) ? 0n : BigInt(most);
  }
  const stock = piecesInStock(offer);
  if (stock === undefined) return undefined;
  const whole = terms.isPlain ? wholeTerms(terms) : terms;
  const most = (stock / whole.multiple) * whole.multiple;
  return most < leastOf(whole) ? 0n : most;
}

/** The whole pieces in stock; undefined if the offer does not say how many there are. */
function piecesInStock({ in_stock_quantity: given }: Offer): bigint | undefined {
  const stock = offerNumber(given);
  if (stock?.eq(QUANTITY_UNKNOWN)) return undefined;
  return stock?.gt(0) ? BigInt(stock.floor().toFixed(0)) : 0n;
}

/** The fewest pieces that an offer sells: `quantityToBuy` of one piece. */
function leastOf({ steps, moq, multiple }: WholeTerms): bigint {
  const [{ quantity }] = steps;
  const least = moq !== undefined && moq > quantity ? moq : quantity;
  return least > 1n ? multipleFrom(least, multiple) : multiple;
}

function leastInDoubles({ steps, moq = 0, multiple }: PlainTerms): number {
  return multipleInDoubles(Math.max(steps[0].quantity, moq, 1), multiple);
}

/** The least multiple that is not below a quantity: the remainder of doubles is exact, a quotient is not. */
function multipleInDoubles(quantity: number, multiple: number): number {
  const over = quantity % multiple;
  return over === 0 ? quantity : quantity + (multiple - over);
}

/** The least multiple that is not below a quantity; 0 or less for one that is not above 0. */
function multipleFrom(quantity: bigint, multiple: bigint): bigint {
  return multiple === 1n ? quantity : ((quantity + multiple - 1n) / multiple) * multiple;
}

/** Pieces of an offer, and the price of one in units of the bill of materials. */
export interface Lot {
  readonly pieces: bigint;
  readonly price: bigint;
  readonly cost: bigint;
}

/** The same in doubles. */
export interface LotInDoubles {
  readonly pieces: number;
  readonly price: number;
  readonly cost: number;
}

/** The prices of an offer as whole numbers, once they are needed. */
interface WholePrices {
  /** The least quantities of each price that the offer sells, ascending: the first is the least at all. */
  readonly tiers: readonly { readonly from: bigint; readonly price: bigint }[];
  readonly multiple: bigint;
}

/** Prices as whole numbers: money of a bill of materials is counted in units of 10^-scale of its currency. */
export class Sellable {
  readonly most: bigint | undefined;
  private made: WholePrices | undefined = undefined;

  constructor(
    readonly priced: PricedOffer,
    private readonly scale: number,
  ) {
    this.most = priced.most;
  }

  private get prices(): WholePrices {
    this.made ??= wholePrices(this.priced.terms, this.scale);
    return this.made;
  }

  /** What `atLeast` finds, in doubles; null if it cannot be bought. @returns undefined where doubles might not be exact */
  atLeastInDoubles(needed: number): LotInDoubles | null | undefined {
    const { terms } = this.priced;
    if (!terms.isPlain) return undefined;
    const { steps, multiple } = terms;
    const most = this.most === undefined ? Number.POSITIVE_INFINITY : Number(this.most);
    const least = leastInDoubles(terms);
    const fromOf = (at: number) => Math.max(multipleInDoubles(steps[at].quantity, multiple), least);
    const first = Math.max(multipleInDoubles(needed, multiple), least);
    if (first > most) return null;
    let at = 0;
    while (at + 1 < steps.length && fromOf(at + 1) <= first) at++;
    let best = lotInDoubles(first, steps[at], this.scale);
    for (at++; at < steps.length && fromOf(at) <= most; at++) {
      // Of several breaks below the same multiple, the highest has its price.
      if (at + 1 < steps.length && fromOf(at + 1) === fromOf(at)) continue;
      const more = lotInDoubles(fromOf(at), steps[at], this.scale);
      if (more.cost < best.cost || Number.isNaN(more.cost)) best = more;
    }
    return Number.isNaN(best.cost) ? undefined : best;
  }

  /** The cheapest way to buy at least so many pieces, 1 or more; the fewest of equally cheap ones. Undefined if it cannot. */
  atLeast(needed: bigint): Lot | undefined {
    const { most } = this;
    const { tiers, multiple } = this.prices;
    const up = ((needed + multiple - 1n) / multiple) * multiple;
    const first = up > tiers[0].from ? up : tiers[0].from;
    if (most !== undefined && first > most) return undefined;
    let at = 0;
    while (at + 1 < tiers.length && tiers[at + 1].from <= first) at++;
    let best = lot(first, tiers[at].price);
    for (at++; at < tiers.length && (most === undefined || tiers[at].from <= most); at++) {
      const more = lot(tiers[at].from, tiers[at].price);
      if (more.cost < best.cost) best = more;
    }
    return best;
  }

  /** The price of one piece where so many are needed, whatever is there. */
  priceAt(needed: bigint): bigint {
    const { tiers, multiple } = this.prices;
    const up = ((needed + multiple - 1n) / multiple) * multiple;
    return (tiers.findLast(({ from }) => from <= up) ?? tiers[0]).price;
  }

  /** All that it can sell. For an offer with a bound above 0 alone. */
  all(): Lot {
    const most = this.most as bigint;
    return lot(most, (this.prices.tiers.findLast(({ from }) => from <= most) as { price: bigint }).price);
  }

  /** The lowest price of one piece, of what it can sell. */
  lowestPrice(): bigint {
    const { tiers } = this.prices;
    let lowest = tiers[0].price;
    for (const { from, price } of tiers) {
      if (price < lowest && (this.most === undefined || from <= this.most)) lowest = price;
    }
    return lowest;
  }
}

function wholePrices(given: PlainTerms | WholeTerms, scale: number): WholePrices {
  const terms = given.isPlain ? wholeTerms(given) : given;
  const { multiple } = terms;
  const least = leastOf(terms);
  const tiers = terms.steps.map(({ quantity, price }) => {
    const whole = multipleFrom(quantity, multiple);
    return { from: whole < least ? least : whole, price: unitsOf(price, scale) };
  });
  // Of several breaks below the same multiple, the highest has its price.
  const isPassed = (at: number) => at + 1 < tiers.length && tiers[at + 1].from === tiers[at].from;
  return { tiers: tiers.some((_, at) => isPassed(at)) ? tiers.filter((_, at) => !isPassed(at)) : tiers, multiple };
}

/** Powers of ten that are doubles. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** @returns a cost of NaN where doubles might not be exact; what follows from it is NaN too */
function lotInDoubles(
  pieces: number,
  { units, scale: own }: { readonly units: number; readonly scale: number },
  scale: number,
): LotInDoubles {
  const price = units * POWERS[scale - own];
  const cost = pieces * price;
  return { pieces, price, cost: cost <= Number.MAX_SAFE_INTEGER ? cost : Number.NaN };
}

function lot(pieces: bigint, price: bigint): Lot {
  return { pieces, price, cost: pieces * price };
}
