import type { Offer } from '../model/documents.js';
import { type Decimal, decimalOf } from './decimal.js';
import { offerNumber } from './offer-price.js';

/* What the offers of a part have in stock (docs/semantics.md, "Stock"). */

const ZERO = decimalOf(0, 0);
/** The code of `in_stock_quantity` for a stock of unknown size. */
const SOME = decimalOf(-2, 0);

/** Whether an `in_stock_quantity` means that there is stock. */
export function hasStock(quantity: Decimal): boolean {
  return quantity.gt(ZERO) || quantity.eq(SOME);
}

/** Who sells an offer: the uid, without one the name as written; undefined if it has neither. Equal for the same seller. */
function sellerOf({ seller }: Pick<Offer, 'seller'>): string | undefined {
  if (typeof seller?.uid === 'string') return `uid ${seller.uid}`;
  return typeof seller?.name === 'string' ? `name ${seller.name}` : undefined;
}

/** The values of the fields of stock. */
export interface Stock {
  readonly total_stock: Decimal;
  readonly sellers_in_stock: number;
  readonly authorized_sellers: number;
  readonly offers_count: number;
}

/** The stock of a part. */
export function stockOf(offers: readonly Offer[]): Stock {
  let total = ZERO;
  const inStock = new Set<string>();
  const authorized = new Set<string>();
  for (const offer of offers) {
    const quantity = offerNumber(offer.in_stock_quantity);
    if (quantity?.gt(ZERO)) total = total.plus(quantity);
    const seller = sellerOf(offer);
    if (seller === undefined) continue;
    if (quantity && hasStock(quantity)) inStock.add(seller);
    if (offer.is_authorized === true) authorized.add(seller);
  }
  return {
    total_stock: total,
    sellers_in_stock: inStock.size,
    authorized_sellers: authorized.size,
    offers_count: offers.length,
  };
}
