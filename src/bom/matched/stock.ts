import { type Decimal, decimalOf } from '../../analysis/decimal.js';
import { offerNumber } from '../../analysis/offer-price.js';
import type { Part } from '../../model/documents.js';

/** Whether an offer of a part has stock: a quantity above 0, or one that its seller does not say. */
export function hasStock({ offers }: Part): boolean {
  return (offers ?? []).some(({ in_stock_quantity: given }) => {
    // As most offers write it; a decimal takes longer.
    if (typeof given === 'number') return given > 0 || given === -2;
    const stock = offerNumber(given);
    return stock !== undefined && (stock.gt(0) || stock.eq(-2));
  });
}

/** Those in stock first; within both, the order stays. */
export function inStockFirst<T>(list: readonly T[], partOf: (element: T) => Part): T[] {
  return [...list.filter((element) => hasStock(partOf(element))), ...list.filter((element) => !hasStock(partOf(element)))];
}

/**
 * Those first of which the most pieces can be bought; then those that have stock; within equals, the order stays. Parts of one value and
 * footprint are alike, and a list is seldom for one board: a part with three pieces in stock is no use to it.
 */
export function mostStockFirst<T>(list: readonly T[], partOf: (element: T) => Part): T[] {
  const counted = list.map((element) => ({ element, pieces: piecesOf(partOf(element)), has: hasStock(partOf(element)) }));
  // The sort is stable.
  counted.sort((a, b) => b.pieces.cmp(a.pieces) || Number(b.has) - Number(a.has));
  return counted.map(({ element }) => element);
}

/** The pieces in stock of the offers that have a price, and no larger minimum. */
function piecesOf({ offers }: Part): Decimal {
  let pieces = decimalOf(0, 0);
  for (const { in_stock_quantity, moq, prices } of offers ?? []) {
    const stock = offerNumber(in_stock_quantity);
    if (!stock?.gt(0) || offerNumber(moq)?.gt(stock)) continue;
    if (Object.values(prices ?? {}).some((breaks) => breaks.length > 0)) pieces = pieces.plus(stock);
  }
  return pieces;
}
