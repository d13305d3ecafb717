import type { Offer } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { companyOf } from './company.js';
import type { Arguments, ObjectSource } from './schema.js';
import { floatOf, idOf, intOf, listOf, membersOf, textOf } from './values.js';

/** The price of one piece from a quantity on. */
interface PriceBreakRead {
  readonly quantity: number;
  readonly price: number;
}

/** The price breaks of a currency in ascending order, without values that are not numbers. */
function breaksOf(given: unknown): PriceBreakRead[] {
  const breaks: PriceBreakRead[] = [];
  for (const pair of listOf(given as unknown[])) {
    const [quantity, price] = (Array.isArray(pair) ? pair : []).map(floatOf);
    if (typeof quantity === 'number' && typeof price === 'number') breaks.push({ quantity, price });
  }
  return breaks.sort((a, b) => a.quantity - b.quantity);
}

/** The price of one piece at a quantity; undefined below the lowest break. */
function priceAt(breaks: readonly PriceBreakRead[], quantity: number): number | undefined {
  return breaks.findLast((step) => step.quantity <= quantity)?.price;
}

/** A price of the interface; rates between currencies are not known. */
function pricePoint(quantity: number, price: number, currency: string, wanted: string): ObjectSource {
  const isWanted = currency === wanted;
  return Object.assign(Object.create(null), {
    quantity: intOf(quantity),
    price,
    currency,
    converted_price: isWanted ? price : null,
    converted_currency: isWanted ? currency : null,
    conversion_rate: isWanted ? 1 : null,
  });
}

const MEDIAN_QUANTITY = 1000;

/** The median over offers of the price of one piece when 1,000 are bought. */
export function medianPrice(offers: readonly Offer[], currency: string): ObjectSource | null {
  const prices = offers
    .map(({ prices }) => priceAt(breaksOf(ownMember(prices, currency)), MEDIAN_QUANTITY))
    .filter((price) => price !== undefined)
    .sort((a, b) => a - b);
  if (prices.length === 0) return null;
  const middle = prices.length >> 1;
  const median = prices.length % 2 === 1 ? prices[middle] : roundedMean(prices[middle - 1], prices[middle]);
  return pricePoint(MEDIAN_QUANTITY, median, currency, currency);
}

/** A double represents fifteen digits of a decimal. */
function roundedMean(a: number, b: number): number {
  return Number(((a + b) / 2).toPrecision(15));
}

function ownMember(map: unknown, name: string): unknown {
  const members = membersOf(map);
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** An offer of the interface. */
export function offerSource(offer: Offer, currency: string, quantities?: readonly number[]): ObjectSource {
  return Object.assign(Object.create(null), {
    id: idOf(membersOf(offer).id),
    sku: textOf(offer.sku),
    eligible_region: textOf(offer.eligible_region),
    inventory_level: intOf(offer.in_stock_quantity),
    packaging: textOf(offer.packaging),
    moq: intOf(offer.moq),
    prices: () => pricePoints(offer, currency, quantities),
    click_url: textOf(offer.product_url),
    updated: textOf(offer.last_updated),
    factory_lead_days: intOf(offer.factory_lead_days),
    on_order_quantity: intOf(offer.on_order_quantity),
    factory_pack_quantity: intOf(offer.factory_order_multiple),
    order_multiple: intOf(offer.order_multiple),
    multipack_quantity: intOf(offer.multipack_quantity),
  });
}

/** All price breaks of an offer, or its prices at some quantities. */
function pricePoints({ prices }: Offer, wanted: string, quantities: readonly number[] | undefined): ObjectSource[] {
  return Object.entries(membersOf(prices)).flatMap(([currency, given]) => {
    const breaks = breaksOf(given);
    if (!quantities) return breaks.map(({ quantity, price }) => pricePoint(quantity, price, currency, wanted));
    return quantities.flatMap((quantity) => {
      const price = priceAt(breaks, quantity);
      return price === undefined ? [] : [pricePoint(quantity, price, currency, wanted)];
    });
  });
}

/** The quantity of an offer that is in stock, or its code below 0; 0 if it has neither. */
export function quantityOf({ in_stock_quantity }: Offer): number {
  return floatOf(in_stock_quantity) ?? 0;
}

/** A seller of a part with its offers. */
interface SellerOffers {
  readonly seller: unknown;
  readonly offers: Offer[];
  readonly isBroker: boolean;
  hasRfq: boolean;
}

/** The sellers of a part in the order of their first offers, then its brokers. */
export async function sellersOf(
  offers: readonly Offer[],
  listings: readonly unknown[],
  { include_brokers, authorized_only, start, limit }: Arguments,
  currency: string,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  const sellers = [...sellersWithOffers(offers), ...(include_brokers ? brokers(listings) : [])];
  const chosen = authorized_only ? sellers.filter((seller) => isAuthorized(seller) === true) : sellers;
  const from = Math.max(0, (start as number | null | undefined) ?? 0);
  const count = (limit as number | null | undefined) ?? chosen.length;
  const page = chosen.slice(from, from + Math.max(0, count));
  return Promise.all(page.map((seller) => sellerSource(seller, currency, context)));
}

function sellersWithOffers(offers: readonly Offer[]): SellerOffers[] {
  const sellers = new Map<string, SellerOffers>();
  for (const offer of offers) {
    const { uid, name } = membersOf(offer.seller);
    const key = JSON.stringify(textOf(uid) ?? [textOf(name)]);
    const known = sellers.get(key) ?? { seller: offer.seller, offers: [], isBroker: false, hasRfq: false };
    known.offers.push(offer);
    known.hasRfq ||= textOf(offer.catalog_rfq_url) !== null;
    sellers.set(key, known);
  }
  return [...sellers.values()];
}

function brokers(listings: readonly unknown[]): SellerOffers[] {
  return listings.map((listing) => {
    const { seller, catalog_rfq_url } = membersOf(listing);
    return { seller, offers: [], isBroker: true, hasRfq: textOf(catalog_rfq_url) !== null };
  });
}

/** Whether any of its offers has the value true; null if none has a value. */
function isAuthorized({ offers }: SellerOffers): boolean | null {
  const said = offers.map(({ is_authorized }) => is_authorized).filter((value) => typeof value === 'boolean');
  return said.length === 0 ? null : said.includes(true);
}

async function sellerSource(seller: SellerOffers, currency: string, context: AnswerContext): Promise<ObjectSource> {
  const { offers, isBroker, hasRfq } = seller;
  const hasPrices = offers.some(({ prices }) => Object.values(membersOf(prices)).some((breaks) => breaksOf(breaks).length > 0));
  return Object.assign(Object.create(null), {
    company: (await companyOf(seller.seller, 'sellers', context)) ?? {},
    offers: ({ price_breaks }: Arguments) => {
      return offers.map((offer) => offerSource(offer, currency, (price_breaks as number[] | null | undefined) ?? undefined));
    },
    is_authorized: isAuthorized(seller),
    is_broker: isBroker,
    is_rfq: hasRfq && !hasPrices,
    ships_to_countries: [],
  });
}
