import { offerMedians } from '../index/offers/offer-medians.js';
import type { Segment } from '../index/segment.js';
import type { RowNumbers } from '../resolve/resolved-search.js';
import { Pauses } from '../work/pauses.js';

/** The median of the prices of each part's offers at a quantity, by row; NaN without a price. */
export async function medianPrices(segments: readonly Segment[], currency: string, quantity: number): Promise<RowNumbers> {
  const byRow = new Map<Segment, Float64Array>();
  for (const segment of segments) {
    const { offerRows, rowCount } = segment;
    const number = offerRows?.manifest.currencies.indexOf(currency) ?? -1;
    if (!offerRows || number < 0) {
      byRow.set(segment, new Float64Array(rowCount).fill(Number.NaN));
      continue;
    }
    const [lists, { starts }] = await Promise.all([offerRows.lists.load(), offerRows.parents.load()]);
    byRow.set(segment, await new Pauses().run(offerMedians(lists, starts, number, quantity)));
  }
  return byRow;
}
