import { PRICE_PREFIX } from '../model/offer-fields.js';
import { any, between, is } from './conditions.js';
import type { CheapestReading, LexicalReading, MostStockReading, PriceReading, StockReading } from './lexical.js';
import { STOCK_FIELD } from './offer-wishes.js';
import type { Option, Piece } from './pieces.js';

/** In stock, with an unknown quantity: docs/semantics.md, "Documents". */
const SOME_STOCK = '-2';
/** Most pieces that a price may be for. */
const MOST_PIECES = 999_999_999;

/** How many pieces of a part a question asks for: the most that a price is for or a stock has to have, else one. */
export function piecesWanted(readings: readonly LexicalReading[]): number {
  let most = 1;
  for (const reading of readings) {
    if (reading.kind === 'stock') most = Math.max(most, Number(reading.least ?? 1));
    if (reading.kind === 'price' || reading.kind === 'cheapest' || reading.kind === 'pieces')
      most = Math.max(most, Number(reading.pieces ?? 1));
  }
  return Math.min(MOST_PIECES, most);
}

/** The price that wishes are about. */
export interface WishedPrice {
  /** That of the catalog's prices. */
  readonly currency: string;
  /** The quantity. */
  readonly pieces: number;
}

/** What a purchase wish means. Source: questions and tables, C15. */
export function purchasePiece(
  reading: PriceReading | StockReading | CheapestReading | MostStockReading,
  { currency, pieces }: WishedPrice,
): Pick<Piece, 'certain' | 'sortby' | 'isIgnored' | 'relaxed'> {
  const field = `${PRICE_PREFIX}${currency}.${pieces}`;
  if (reading.kind === 'cheapest') return { sortby: `${field} asc` };
  if (reading.kind === 'most stock') return { sortby: 'total_stock desc' };
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
  return { certain: { as: 'purchase', field, value, condition: between(field, range) } };
}

function stockOption({ least }: StockReading): Option {
  const field = STOCK_FIELD;
  const value = least ?? '1';
  if (least !== null) return { as: 'purchase', field, value, condition: between(field, { min: least, max: null }) };
  const above = between(field, { min: '0', max: null, min_excluded: true });
  return { as: 'purchase', field, value, condition: any([above, is(field, [SOME_STOCK])]) };
}
