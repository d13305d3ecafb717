import type { Columns } from './columns.js';
import { type Quantity, readQuantity } from './quantity.js';
import type { Row } from './table.js';

/** A line of a parts list: what is asked for. Texts are trimmed, and empty where the list has none. */
export interface BomLine {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** All of its cells as they are. */
  readonly cells: readonly string[];
  readonly mpn: string;
  /** Sellers' numbers, none of them empty. */
  readonly skus: readonly string[];
  readonly brand: string;
  readonly seller: string;
  readonly reference: string;
  readonly quantity: Quantity;
}

/** Reads the cells of a row by the columns of its table. */
export function readLine({ line, cells }: Row, columns: Columns, hasDecimalComma: boolean): BomLine {
  const textOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim());
  const mpn = textOf(columns.mpn);
  const skus = columns.skus.map(textOf).filter((sku) => sku !== '');
  const quantity = readQuantity(textOf(columns.quantity), hasDecimalComma);
  // A line such as one of totals has no quantity, and nobody minds.
  const isAsked = mpn !== '' || skus.length > 0;
  return {
    line,
    cells,
    mpn,
    skus,
    brand: textOf(columns.brand),
    seller: textOf(columns.seller),
    reference: textOf(columns.reference),
    quantity: isAsked || quantity.fault === undefined ? quantity : {},
  };
}
