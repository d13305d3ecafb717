/*
 * Fieldnames of prices, of offers, and of stock (docs/semantics.md, "Offers and prices"). They are apart from fields.ts, which has the table of
 * all others.
 */

/** The member of parts, and the fieldname of its groups: `offers:( … )`. */
export const OFFERS = 'offers';
export const OFFER_PREFIX = 'offers.';

/** The fieldnames inside `offers:( … )` besides prices; with `offers.` before it each is a field of parts. */
export const OFFER_MEMBERS: readonly string[] = [
  ...[
    'sku',
    'seller.name',
    'seller.uid',
    'packaging',
    'eligible_region',
    'in_stock_quantity',
    'on_order_quantity',
    'on_order_eta',
  ],
  ...[
    'moq',
    'order_multiple',
    'multipack_quantity',
    'factory_lead_days',
    'factory_order_multiple',
    'is_authorized',
    'last_updated',
  ],
];

/** The fields of the stock of a part, computed from its offers; every part has a value. */
export const STOCK_FIELDS: readonly string[] = ['total_stock', 'sellers_in_stock', 'authorized_sellers', 'offers_count'];

/** A price at a quantity. */
export interface PriceName {
  /** Three capital letters. */
  readonly currency: string;
  /** A whole number from 1 to 999,999,999. */
  readonly quantity: number;
  /** Whether it has the prices of each offer, not the lowest. */
  readonly isOfEach: boolean;
}

export const PRICE_PREFIX = 'price.';
/** A price field, as messages show how to write one. */
export const PRICE_EXAMPLE = 'price.USD.1000';

const PRICE = /^(offers\.)?price\.([A-Z]{3})\.([1-9][0-9]{0,8})$/;

/** What `price.<CUR>.<n>` asks for, and `offers.price.<CUR>.<n>`; undefined for another name. */
export function parsePriceField(name: string): PriceName | undefined {
  if (!name.startsWith(PRICE_PREFIX) && !name.startsWith(OFFER_PREFIX)) return undefined;
  const match = PRICE.exec(name);
  return match ? { currency: match[2], quantity: Number(match[3]), isOfEach: match[1] !== undefined } : undefined;
}

/** Whether a name is `price`, or begins as the name of a price does. */
export function isLikePrice(name: string): boolean {
  return /^(?:offers\.)?price(?:\.|$)/.test(name);
}
