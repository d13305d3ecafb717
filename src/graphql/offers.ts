import { MemberReader } from '../model/check-arguments.js';
import type { Offer } from '../model/documents.js';
import { withoutIssues } from '../model/issues.js';
import type { AnswerContext } from './answer-context.js';
import { companyOf } from './company.js';
import type { OfferOfPart, PartOffers } from './part-offers.js';
import { pricePoints } from './price-points.js';
import { hasPrices } from './prices.js';
import type { Arguments, ObjectSource } from './schema.js';
import { cacheId } from './stable-hash.js';
import { intOf, leadingIntOf, membersOf, textOf } from './values.js';

/** An offer of the interface. */
export function offerSource({ offer, id, part }: OfferOfPart, currency: string, quantities?: readonly number[]): ObjectSource {
  const { is_custom_pricing } = membersOf(offer);
  return Object.assign(Object.create(null), {
    _cache_id: () => cacheId('offer', [part, id, offer, currency, quantities]),
    id,
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
    multipack_quantity: leadingIntOf(offer.multipack_quantity),
    is_custom_pricing: typeof is_custom_pricing === 'boolean' ? is_custom_pricing : null,
  });
}

/** A seller of a part with its offers. */
interface SellerOffers {
  readonly seller: unknown;
  readonly offers: OfferOfPart[];
  readonly isBroker: boolean;
  hasRfq: boolean;
}

/** The sellers of a part in the order of their first offers, then its brokers. */
export async function sellersOf(
  { part, shown }: PartOffers,
  listings: readonly unknown[],
  { include_brokers, authorized_only, start, limit }: Arguments,
  currency: string,
  context: AnswerContext,
): Promise<ObjectSource[]> {
  const limits = context.internals.limits;
  const [from, most] = withoutIssues(undefined, (issues) => {
    const given = MemberReader.of({ start, limit }, [], ['start', 'limit'], issues);
    return [given.count('start', 0, limits.start), given.count('limit', Number.POSITIVE_INFINITY, limits.limit)];
  });
  const sellers = [...sellersWithOffers(shown), ...(include_brokers ? brokers(listings) : [])];
  const chosen = authorized_only ? sellers.filter((seller) => isAuthorized(seller) === true) : sellers;
  const page = chosen.slice(from, from + most);
  return Promise.all(page.map((seller) => sellerSource(seller, part, currency, context)));
}

function sellersWithOffers(offers: readonly OfferOfPart[]): SellerOffers[] {
  const sellers = new Map<string, SellerOffers>();
  for (const one of offers) {
    const { seller, catalog_rfq_url } = one.offer;
    const { uid, name } = membersOf(seller);
    const key = JSON.stringify(textOf(uid) ?? [textOf(name)]);
    const known = sellers.get(key) ?? { seller, offers: [], isBroker: false, hasRfq: false };
    known.offers.push(one);
    known.hasRfq ||= textOf(catalog_rfq_url) !== null;
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
  const said = offers.map(({ offer }) => offer.is_authorized).filter((value) => typeof value === 'boolean');
  return said.length === 0 ? null : said.includes(true);
}

async function sellerSource(seller: SellerOffers, part: string, currency: string, context: AnswerContext): Promise<ObjectSource> {
  const { offers, isBroker, hasRfq } = seller;
  const company = await companyOf(seller.seller, 'sellers', context, isBroker);
  const given: readonly Offer[] = offers.map(({ offer }) => offer);
  return Object.assign(Object.create(null), {
    _cache_id: () => cacheId('seller', [part, seller.seller, given, isBroker, currency]),
    // An offer may have no seller.
    company: company ?? NO_COMPANY,
    country: company?.display_flag,
    offers: ({ price_breaks }: Arguments) => {
      return offers.map((offer) => offerSource(offer, currency, (price_breaks as number[] | null | undefined) ?? undefined));
    },
    is_authorized: isAuthorized(seller),
    is_broker: isBroker,
    is_rfq: hasRfq && !given.some(hasPrices),
    ships_to_countries: [],
  });
}

const NO_COMPANY: ObjectSource = Object.freeze(Object.create(null));
