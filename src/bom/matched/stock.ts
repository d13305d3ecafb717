import { offerNumber } from '../../analysis/offer-price.js';
import type { Part } from '../../model/documents.js';

/** Whether an offer of a part has stock: a quantity above 0, or one that its seller does not say. */
export function hasStock({ offers }: Part): boolean {
  return (offers ?? []).some(({ in_stock_quantity }) => {
    const stock = offerNumber(in_stock_quantity);
    return stock !== undefined && (stock.gt(0) || stock.eq(-2));
  });
}

/** The filter query that finds what `hasStock` says. */
export const IN_STOCK = 'offers:(in_stock_quantity:({0 TO *] OR "-2"))';

/** Whether an offer says how much is there: then stock is not hidden from the client, which may name it in a filter. */
export function tellsStock({ offers }: Part): boolean {
  return (offers ?? []).some(({ in_stock_quantity }) => in_stock_quantity !== undefined && in_stock_quantity !== null);
}

/** Those in stock first; within both, the order stays. */
export function inStockFirst<T>(list: readonly T[], partOf: (element: T) => Part): T[] {
  return [...list.filter((element) => hasStock(partOf(element))), ...list.filter((element) => !hasStock(partOf(element)))];
}
