import { parsePriceField } from '../model/offer-fields.js';
import type { Filter } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import type { Task } from '../work/pauses.js';
import { all } from './conditions.js';
import type { Evidence, Found } from './evidence.js';
import type { Option } from './pieces.js';

/*
 * Stock, seller and price are wishes for an offer. One offer has to meet those of a question: docs/semantics.md, "Wishes for one offer".
 * Source: questions and tables, C15.
 */

export const SELLER_FIELD = 'offers.seller.name';
export const STOCK_FIELD = 'offers.in_stock_quantity';
const OFFER_PREFIX = 'offers.';

/** What a wish asks for, in the order in which a group has them. */
const KINDS = ['seller', 'stock', 'price'] as const;
type WishKind = (typeof KINDS)[number];

/** A meaning with the parts that it has by itself. */
interface Met {
  readonly meant: Option | undefined;
  readonly found: Found;
}

/** The kind of a condition of offers alone; undefined for another one, and for a mixture. */
function kindOf(condition: Filter): WishKind | undefined {
  if (condition.kind === 'field') return kindOfField(condition.field);
  if (condition.kind !== 'or') return undefined;
  const [first, ...others] = condition.children.map(kindOf);
  return others.every((kind) => kind === first) ? first : undefined;
}

function kindOfField(field: string): WishKind | undefined {
  if (field === SELLER_FIELD) return 'seller';
  if (field === STOCK_FIELD) return 'stock';
  return parsePriceField(field) ? 'price' : undefined;
}

/** A condition of offers as it is inside of `offers:( … )`. */
function inside(condition: Filter): Filter {
  if (condition.kind === 'or') return { kind: 'or', children: condition.children.map(inside) };
  if (condition.kind !== 'field') return condition;
  const { field } = condition;
  return { ...condition, field: field.startsWith(OFFER_PREFIX) ? field.slice(OFFER_PREFIX.length) : field };
}

/** Whether a piece has become a wish for an offer. */
export function isWish({ meant }: { readonly meant: Option | undefined }): boolean {
  return (meant?.as === 'seller' || meant?.as === 'purchase') && kindOf(meant.condition) !== undefined;
}

/** Whether one offer has to meet several wishes. */
export function areOfOneOffer(wishes: readonly { readonly meant: Option | undefined }[]): boolean {
  return new Set(wishes.map(({ meant }) => meant && kindOf(meant.condition))).size > 1;
}

/** The filter queries of some wishes: a group, one for each seller if there are several; the wishes as they are if they ask for one thing. */
export function queriesOf(wishes: readonly { readonly meant: Option | undefined }[]): Filter[] {
  const conditions = wishes.flatMap(({ meant }) => meant?.condition ?? []);
  const distinct = [...new Map(conditions.map((one) => [printFilter(one), one])).values()];
  if (!areOfOneOffer(wishes)) return distinct;
  const [sellers, stocks, prices] = KINDS.map((kind) => distinct.filter((one) => kindOf(one) === kind).map(inside));
  const groupOf = (seller: readonly Filter[]): Filter => ({ kind: 'offers', child: all([...seller, ...stocks, ...prices]) });
  return sellers.length === 0 ? [groupOf([])] : sellers.map((seller) => groupOf([seller]));
}

/** Whether each part of a group meets a wish by itself: a price with a lower end is that of any offer in a group, by itself the least. */
function isImplied({ meant }: Met): boolean {
  const condition = meant?.condition;
  if (condition?.kind !== 'field' || kindOf(condition) !== 'price') return true;
  return condition.operand.kind === 'range' && condition.operand.lower.value === null;
}

/** Those of some parts that meet wishes. What one offer has to meet is looked for where each wish by itself leaves parts. */
export function* meetingWishes(within: Found, wishes: readonly Met[], evidence: Evidence): Task<Found> {
  const isGrouped = areOfOneOffer(wishes);
  let found = within;
  for (const one of wishes) {
    if (!isGrouped || isImplied(one) || one.found.parts === 0) found = yield* evidence.both(found, one.found);
  }
  if (!isGrouped) return found;
  for (const query of queriesOf(wishes)) if (found.parts > 0) found = yield* evidence.within(found, query);
  return found;
}
