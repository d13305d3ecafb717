import type { NumberText, Part, PriceBreak } from '../../partdex.js';
import { bestPriceOf, stockOf } from '../views/part-cells.js';

/** The stock of all offers of a part as a plain number; `in stock` if only that is known. */
export function stockCell(part: Part): string {
  return stockOf(part).replaceAll(',', '');
}

/** The lowest unit price of a part, with its currency if that is another one. */
export function priceCell(part: Part, currency: string): string {
  const price = bestPriceOf(part, currency);
  return price.endsWith(` ${currency}`) ? price.slice(0, -1 - currency.length) : price;
}

/** All price breaks as one text: `1: 0.10; 100: 0.08`. */
export function pricesText(breaks: readonly PriceBreak[]): string {
  return breaks.map(([quantity, price]) => `${quantity}: ${price}`).join('; ');
}

/** The unit price of a quantity: that of the largest break up to it; empty if all are above. */
export function unitPriceAt(breaks: readonly PriceBreak[], quantity: number): string {
  let best: { readonly from: number; readonly price: NumberText } | undefined;
  for (const [first, price] of breaks) {
    const from = Number(first);
    if (from <= quantity && (best === undefined || from > best.from)) best = { from, price };
  }
  return best === undefined ? '' : String(best.price);
}
