import { type Decimal, decimalOf } from '../../analysis/decimal.js';
import { hasStock, offerNumber } from '../../analysis/offer-price.js';
import type { Part } from '../../model/documents.js';

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
