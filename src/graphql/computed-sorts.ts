import type { CallRules, RowNumbers } from '../catalog/internals.js';
import type { SortOrder } from '../model/requests.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { MEDIAN_QUANTITY } from './prices.js';

/** The names of sorts by what no field has. */
const NAMES: ReadonlyMap<string, ComputedSort['by']> = new Map([
  ['manufacturer', 'maker'],
  ['manufacturer.displayname', 'maker'],
  ['median_price_1000', 'median_price_1000'],
]);

/** A sort by what is computed for it. */
export interface ComputedSort {
  readonly by: 'maker' | 'median_price_1000';
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
  if (by !== 'maker' && context.hides(`offers.prices.${priceCurrency}`)) {
    warn(`sort: "${sort}" is neither a field nor an attribute, so it orders nothing`);
    return null;
  }
  return { by, direction };
}

/** The order of the parts, found once for a catalog. */
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
  return records.orders.get(by, work, () =>
    by === 'maker' ? parts.makerOrder() : parts.medianPrices(context.catalog.info.priceCurrency, MEDIAN_QUANTITY),
  );
}
