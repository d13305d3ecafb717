import type { Offer, PriceBreak, Seller } from '../partdex.js';
import { type Random, zipf } from './random.js';
import { repeated } from './values.js';

const BREAKS = [
  [1],
  [1, 10],
  [1, 10, 100],
  [1, 10, 100, 1000],
  [1, 25, 100, 250, 1000],
  [1, 10, 100, 500, 1000, 5000],
  [3000],
  [1000, 2500, 5000],
];
/** The unit price at one break relative to the break before. */
const DISCOUNT = 0.82;
const EUR_PER_USD = 0.93;

/** Suffixes of one seller's numbers: reel, cut tape, custom reel. */
const CUTS = ['1', '2', '6'];

const PACKAGING = repeated(
  ['Tape & Reel', 34],
  ['Cut Tape', 24],
  ['Bulk', 12],
  ['Custom Reel', 8],
  ['Tray', 7],
  ['Tube', 6],
  ['Bag', 3],
  ['Box', 2],
  ['Ammo Pack', 1],
  ['Tape & Reel (7 in.)', 1],
  ['Tape & Reel (13 in.)', 1],
  ['Rail', 1],
);

/** Writes offers: the sellers by Zipf's law, each with its own scheme for its stock numbers. */
export class OfferWriter {
  readonly #random: Random;
  readonly #sellers: readonly Pick<Seller, 'uid' | 'name'>[];
  readonly #ranks: readonly number[];

  constructor(random: Random, sellers: readonly Seller[]) {
    this.#random = random;
    this.#sellers = sellers.map(({ uid, name }) => ({ uid, name }));
    this.#ranks = zipf(sellers.length, 1);
  }

  /** One to six offers, 2.3 on average, for the part number of the brand with this rank. */
  offersOf(mpn: string, brandRank: number): Offer[] {
    const random = this.#random;
    const count = 1 + Math.min(5, Math.floor(random.next() * random.next() * 7));
    // Most parts cost cents, a few some dollars.
    const usd = 10 ** (random.next() * 3.2 - 2);
    return Array.from({ length: count }, () => this.#offer(mpn, brandRank, usd));
  }

  #offer(mpn: string, brandRank: number, usd: number): Offer {
    const random = this.#random;
    const rank = random.weighted(this.#ranks);
    const breaks = random.pick(BREAKS);
    const prices: Record<string, PriceBreak[]> = { USD: priceBreaks(breaks, usd * (0.8 + random.next() * 0.5)) };
    if (random.chance(0.15)) prices.EUR = priceBreaks(breaks.slice(0, 1), usd * EUR_PER_USD);
    return {
      sku: this.#sku(rank, mpn, brandRank),
      seller: { ...this.#sellers[rank] },
      prices,
      in_stock_quantity: random.chance(0.3) ? 0 : Math.floor(10 ** (random.next() * 5.5)),
      moq: breaks[0],
      packaging: random.pick(PACKAGING),
      is_authorized: random.chance(0.7),
    };
  }

  /** A seller's own number, which often contains the manufacturer's. */
  #sku(sellerRank: number, mpn: string, brandRank: number): string {
    const random = this.#random;
    switch (sellerRank % 6) {
      case 0:
        return `${100 + ((brandRank * 7) % 900)}-${mpn.slice(0, 4 + random.below(4))}${random.digits(3)}-${random.pick(CUTS)}-ND`;
      case 1:
        return `${100 + ((brandRank * 13) % 900)}-${mpn}`;
      case 2:
        return `${random.digits(2)}${random.letter()}${random.digits(4)}`;
      case 3:
        return random.digits(7);
      case 4:
        return `C${random.digits(6)}`;
      default:
        return mpn;
    }
  }
}

function priceBreaks(breaks: readonly number[], first: number): PriceBreak[] {
  let price = first;
  return breaks.map((quantity) => {
    const text = price.toFixed(price < 1 ? 4 : 2);
    price *= DISCOUNT;
    return [quantity, text];
  });
}
