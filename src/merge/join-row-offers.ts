import type { Offer } from '../model/documents.js';
import type { Conflict } from './conflict.js';
import { canonicalText, isSame } from './json-values.js';
import { ListIndexes } from './list-index.js';

type OnConflict = (conflict: Conflict) => void;

/** Offers without a number are several lots, such as in several places, unless they are equal. */
const ROWS = new ListIndexes<Offer>((offer) => [
  offer.sku === undefined ? canonicalText(offer) : `${offer.seller?.uid ?? ''} ${offer.sku}`,
]);

/**
 * Joins the offers of a further row of a table: those of the same seller and number complete each other, as do those without a number that
 * have the prices of other quantities and are otherwise the same as the row before. Others are added.
 */
export function joinRowOffers(offers: Offer[], given: readonly Offer[], onConflict: OnConflict): void {
  for (const offer of given) {
    const found = ROWS.find(ROWS.placesOf(offers), offer);
    const place = found < 0 && goesOn(offers.at(-1), offer) ? offers.length - 1 : found;
    if (place < 0) offers.push(offer);
    else complete(offers[place], offer, `offers[${place}]`, onConflict);
  }
}

/** Whether an offer without a number says no more than the prices of further quantities. */
function goesOn(own: Offer | undefined, offer: Offer): boolean {
  if (!own?.prices || !offer.prices || own.sku !== undefined || offer.sku !== undefined) return false;
  const members = own as Record<string, unknown>;
  if (Object.entries(offer).some(([name, given]) => name !== 'prices' && !isSame(members[name], given))) return false;
  return Object.entries(offer.prices).every(([currency, breaks]) => {
    const kept = own.prices?.[currency];
    return kept !== undefined && breaks.every((step) => !isOfQuantity(kept[placeFor(step, kept)], step));
  });
}

type Step = NonNullable<Offer['prices']>[string][number];

/** Where the price of a quantity belongs among those of an offer, which ascend. */
function placeFor([from]: Step, kept: readonly Step[]): number {
  const wanted = Number(from);
  // Rows mostly ascend, too.
  if (kept.length === 0 || Number(kept[kept.length - 1][0]) < wanted) return kept.length;
  let [low, high] = [0, kept.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(kept[middle][0]) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isOfQuantity(one: Step | undefined, [from]: Step): boolean {
  return one !== undefined && String(one[0]) === String(from);
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
      const at = placeFor(step, kept);
      const same = kept[at];
      if (!isOfQuantity(same, step)) kept.splice(at, 0, step);
      else if (!isSame(same, step)) onConflict({ path: `${path}.${currency}`, kept: same, given: step });
    }
  }
}
