import { any, between, is } from './conditions.js';
import type { CheapestReading, PriceReading, StockReading } from './lexical.js';
import type { Option, Piece } from './pieces.js';

/** In stock, with an unknown quantity: docs/semantics.md, "Documents". */
const SOME_STOCK = '-2';
const STOCK = 'offers.in_stock_quantity';
const PRICE = 'avg_price';

/**
 * What a purchase wish means. Source: questions and tables, C15.
 * @param currency that of the catalog's prices
 */
export function purchasePiece(
  reading: PriceReading | StockReading | CheapestReading,
  currency: string,
): Pick<Piece, 'certain' | 'sortby' | 'isIgnored' | 'relaxed'> {
  if (reading.kind === 'cheapest') return { sortby: `${PRICE} asc` };
  if (reading.kind === 'stock') return { certain: stockOption(reading) };
  if (reading.currency !== null && reading.currency !== currency) {
    return { isIgnored: true, relaxed: `dropped: prices of this catalog are in ${currency}, not in ${reading.currency}` };
  }
  const { min, max, isMinExcluded, isMaxExcluded } = reading;
  const range = {
    min,
    max,
    ...(isMinExcluded && { min_excluded: true as const }),
    ...(isMaxExcluded && { max_excluded: true as const }),
  };
  const value = max ?? min ?? '';
  return { certain: { as: 'purchase', field: PRICE, value, condition: between(PRICE, range) } };
}

function stockOption({ least }: StockReading): Option {
  const value = least ?? '1';
  if (least !== null) return { as: 'purchase', field: STOCK, value, condition: between(STOCK, { min: least, max: null }) };
  const above = between(STOCK, { min: '0', max: null, min_excluded: true });
  return { as: 'purchase', field: STOCK, value, condition: any([above, is(STOCK, [SOME_STOCK])]) };
}
