/** The code of an offer that is in stock in a quantity that its seller does not publish. */
export const IN_STOCK = -2;
/** The code of an offer whose stock is not known. */
export const UNKNOWN_STOCK = -3;

/** The codes that `in_stock_quantity` of an offer may have instead of a quantity. */
export const STOCK_CODES: ReadonlyMap<number, string> = new Map([
  [-1, 'not stocked'],
  [IN_STOCK, 'in stock'],
  [UNKNOWN_STOCK, 'unknown'],
  [-4, 'on request'],
]);
