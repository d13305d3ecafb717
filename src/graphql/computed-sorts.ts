import type { CallRules, RowNumbers } from '../catalog/internals.js';
import type { SortOrder } from '../model/requests.js';
import type { AnswerContext, Warn } from './answer-context.js';

/** The names of sorts by what no field has. */
const NAMES: ReadonlyMap<string, ComputedSort['by']> = new Map([
  ['manufacturer', 'maker'],
  ['manufacturer.displayname', 'maker'],
  ['median_price_1000', 'median_price_1000'],
  ['num_authsuppliers', 'num_authsuppliers'],
  ['total_avail', 'total_avail'],
]);

/** The members that a sort reads. */
const MEMBERS: Readonly<Record<Exclude<ComputedSort['by'], 'maker'>, readonly string[]>> = {
  median_price_1000: ['offers.prices'],
  num_authsuppliers: ['offers.is_authorized', 'offers.seller.uid', 'offers.seller.name'],
  total_avail: ['offers.in_stock_quantity'],
};

/** A sort by numbers that this interface computes. */
export interface ComputedSort {
  readonly by: 'maker' | 'median_price_1000' | 'num_authsuppliers' | 'total_avail';
  readonly direction: SortOrder;
}

/** The computed sort of a name; undefined for another sort, null for one that orders nothing, with a warning. */
export function computedSort(
  sort: string,
  direction: SortOrder,
  currency: string,
  context: AnswerContext,
  warn: Warn,
): ComputedSort | null | undefined {
  const by = NAMES.get(sort);
  if (by === undefined) return undefined;
  const { priceCurrency } = context.catalog.info;
  if (by === 'median_price_1000' && currency !== priceCurrency) {
    warn(
      `sort: ${sort} is known in ${priceCurrency}, the currency of the catalog, so in ${currency.slice(0, 80)} it orders nothing`,
    );
    return null;
  }
  if (by !== 'maker' && MEMBERS[by].some(context.hides)) {
    warn(`sort: "${sort}" is neither a field nor an attribute, so it orders nothing`);
    return null;
  }
  return { by, direction };
}

/** The order of the parts, found once for a catalog. All but that of makers read the documents of all parts. */
export async function computedOrder(
  { by, direction }: ComputedSort,
  context: AnswerContext,
): Promise<NonNullable<CallRules['order']>> {
  return { name: by, direction, numbers: await numbersOf(by, context) };
}

function numbersOf(by: ComputedSort['by'], context: AnswerContext): Promise<RowNumbers> {
  const { records, work } = context;
  const { parts } = context.whole.collections;
  // Hidden names order nothing, and what is not hidden is the same for all clients.
  if (by === 'maker' && context.hidesMembers) return context.internals.collections.parts.makerOrder();
  return records.orders.get(by, work, async () => {
    if (by === 'maker') return parts.makerOrder();
    const { medianPrices, authorizedSellers, totalStocks } = await records.partFacts(work);
    const numbers = { median_price_1000: medianPrices, num_authsuppliers: authorizedSellers, total_avail: totalStocks }[by];
    return parts.orderOf(numbers);
  });
}
