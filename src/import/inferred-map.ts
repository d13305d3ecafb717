import { knownHeading } from './headings.js';
import type { TableColumn } from './infer-columns.js';
import { quantityIn } from './quantity-headings.js';
import type { ColumnMap, TableMap } from './table-map.js';

/**
 * The columns of several tables as one map has them. Those that tables read differently have what the given map says, if anything: the
 * rest is inferred of each table again.
 */
export function commonColumns(
  tables: readonly (readonly TableColumn[])[],
  given: ReadonlyMap<string, ColumnMap>,
): NonNullable<TableMap['columns']> {
  const found = new Map<string, ColumnMap | undefined>();
  const prices = new Set<string>();
  for (const { heading, map } of tables.flat()) {
    found.set(heading, found.has(heading) ? commonMap(found.get(heading), map) : map);
    if (isOfPrices(heading, map)) prices.add(heading);
  }
  // Columns of prices decide together which of them are prices and which quantities, and for how many pieces the prices are.
  const differ = [...prices].some((heading) => found.get(heading) === undefined);
  const columns: Record<string, string | ColumnMap> = Object.create(null);
  for (const [heading, map] of found) {
    const kept = differ && prices.has(heading) ? undefined : map;
    const column = kept ?? given.get(heading);
    if (column) columns[heading] = Object.keys(column).length === 1 ? column.as : column;
  }
  return columns;
}

/** Whether a column may say something of prices. */
function isOfPrices(heading: string, { as }: ColumnMap): boolean {
  const meant = knownHeading(heading)?.as ?? '';
  return [as, meant].some((one) => one.startsWith('offers.prices')) || quantityIn(heading) !== undefined;
}

/** What is the same of a column in two tables, if they differ in the decimal mark at most. */
function commonMap(one: ColumnMap | undefined, other: ColumnMap): ColumnMap | undefined {
  if (!one || JSON.stringify(one) === JSON.stringify(other)) return one;
  const [{ decimal: _, ...rest }, { decimal: __, ...others }] = [one, other];
  return JSON.stringify(rest) === JSON.stringify(others) ? rest : undefined;
}
