import { decimalOf } from '../../analysis/decimal.js';
import { medianOf } from '../../analysis/median.js';
import type { Steps } from '../../work/pauses.js';
import { writtenPrices } from './price-column.js';
import type { PriceLists } from './price-lists.js';

const ROWS_AT_ONCE = 1 << 14;

/**
 * The median of the prices of each part's offers, by row; NaN without a price. The price of an offer is that of its last break up to the
 * quantity, whatever it has to be bought in.
 * @param starts the offers of row `i` are `[starts[i], starts[i + 1])`
 * @param currency its number
 */
export function* offerMedians(lists: PriceLists, starts: Uint32Array, currency: number, quantity: number): Steps<Float64Array> {
  const steps = yield* lists.steps.lastStepsUpTo(decimalOf(quantity, 0), currency);
  const codes = yield* writtenPrices(lists, steps);
  const { approximations } = lists.values;
  const medians = new Float64Array(starts.length - 1);
  const prices: number[] = [];
  for (let row = 0; row < medians.length; row++) {
    prices.length = 0;
    for (let offer = starts[row]; offer < starts[row + 1]; offer++) {
      const price = codes[offer] === 0 ? Number.NaN : approximations[codes[offer] - 1];
      if (Number.isFinite(price)) prices.push(price);
    }
    medians[row] = medianOf(prices) ?? Number.NaN;
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
  }
  return medians;
}
