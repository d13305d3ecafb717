import type { Offer } from '../model/documents.js';
import type { Conflict } from './conflict.js';
import { canonicalText, isSame } from './json-values.js';
import { ListIndexes } from './list-index.js';

type OnConflict = (conflict: Conflict) => void;

/** Offers without a number are several lots, such as in several places, unless they are equal. */
const ROWS = new ListIndexes<Offer>((offer) => [
  offer.sku === undefined ? canonicalText(offer) : `${offer.seller?.uid ?? ''} ${offer.sku}`,
]);

/** Joins the offers of a further row of a table: those of the same seller and number complete each other, and others are added. */
export function joinRowOffers(offers: Offer[], given: readonly Offer[], onConflict: OnConflict): void {
  for (const offer of given) {
    const place = ROWS.find(ROWS.placesOf(offers), offer);
    if (place < 0) offers.push(offer);
    else complete(offers[place], offer, `offers[${place}]`, onConflict);
  }
}

function complete(own: Offer, offer: Offer, path: string, onConflict: OnConflict): void {
  const members = own as Record<string, unknown>;
  for (const [name, given] of Object.entries(offer)) {
    if (name === 'prices') completePrices(own, offer, `${path}.prices`, onConflict);
    else if (members[name] === undefined) members[name] = given;
    else if (!isSame(members[name], given)) onConflict({ path: `${path}.${name}`, kept: members[name], given });
  }
}

/** Rows may each have the price of another quantity. */
function completePrices(own: Offer, { prices }: Offer, path: string, onConflict: OnConflict): void {
  if (!own.prices) own.prices = prices ?? {};
  if (isSame(own.prices, prices)) return;
  for (const [currency, breaks] of Object.entries(prices ?? {})) {
    const kept = own.prices[currency];
    if (!kept) {
      own.prices[currency] = breaks;
      continue;
    }
    for (const step of breaks) {
      const same = kept.find(([from]) => String(from) === String(step[0]));
      if (!same) kept.push(step);
      else if (!isSame(same, step)) onConflict({ path: `${path}.${currency}`, kept: same, given: step });
    }
    kept.sort(([a], [b]) => Number(a) - Number(b));
  }
}
