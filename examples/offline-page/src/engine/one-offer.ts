const QUOTED = /"(?:\\.|[^"\\])*"/gs;
const FIELD = /[^\s():[\]{}]+(?=:)/g;
/** What is quoted, else a fieldname that has `offers.` before it outside of a group only. */
const QUOTED_OR_FIELD = /("(?:\\.|[^"\\])*")|offers\.(?=(?:seller\.name|in_stock_quantity):)/gs;

/**
 * The filter queries of the readings of a question. One offer must meet stock, seller and price, as in the question's own request:
 * docs/semantics.md, "Wishes for one offer".
 */
export function withOneOffer(queries: readonly string[]): string[] {
  const known = queries.map((query) => ({ query, wish: wishOf(query) }));
  const wishes = known.flatMap(({ wish }) => wish ?? []);
  if (new Set(wishes).size < 2) return [...queries];
  const inside = (...wanted: string[]) =>
    known.flatMap(({ query, wish }) => (wish && wanted.includes(wish) ? `(${query.replace(QUOTED_OR_FIELD, '$1')})` : []));
  const others = inside('stock', 'price');
  const sellers = inside('seller');
  const groups = sellers.length === 0 ? [others] : sellers.map((seller) => [seller, ...others]);
  const rest = known.filter(({ wish }) => !wish).map(({ query }) => query);
  return [...rest, ...groups.map((group) => `offers:(${group.join(' AND ')})`)];
}

/** What a query wants of an offer; undefined if it is about something else as well. */
function wishOf(query: string): 'seller' | 'stock' | 'price' | undefined {
  const fields = new Set(query.replace(QUOTED, '""').match(FIELD));
  const [field = ''] = fields.size === 1 ? fields : [];
  if (query.startsWith('NOT ')) return undefined;
  if (field === 'offers.seller.name') return 'seller';
  if (field === 'offers.in_stock_quantity') return 'stock';
  return /^price\.[A-Z]{3}\.\d+$/.test(field) ? 'price' : undefined;
}
