import { MeanPrice } from '../../src/build/mean-price.js';
import type { Offer } from '../../src/model/documents.js';

/** The mean price of offers as a build reckons it. */
export function meanPriceOf(offers: readonly Offer[], currency: string): string | undefined {
  const price = new MeanPrice();
  for (const { prices } of offers) {
    price.beginOffer();
    if (!prices || !Object.hasOwn(prices, currency)) continue;
    for (const [quantity, unitPrice] of prices[currency]) price.addBreak(String(quantity), String(unitPrice));
  }
  return price.result();
}
