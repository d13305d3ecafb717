import type { Columns } from './columns.js';
import { isNothing, plainCell } from './empty-cells.js';
import { type Quantity, quantityOf, readQuantity } from './quantity.js';
import { isNameOfTotals } from './totals.js';

/** A row of a table and the line of the file on which it begins, from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** The number of its cell of quantities, where the file has numbers. */
  readonly quantity?: number | undefined;
}

/** A line of a parts list. Texts are trimmed, and empty if the list has no text, a dash or `n/a`. */
export interface BomLine {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** All of its cells, unchanged. */
  readonly cells: readonly string[];
  readonly mpn: string;
  /** Sellers' numbers, none of them empty. */
  readonly skus: readonly string[];
  readonly brand: string;
  readonly seller: string;
  readonly reference: string;
  readonly quantity: Quantity;
}

/** What stands in the place of a part number in lines that are not placed, without case and punctuation. */
const NOT_PLACED: ReadonlySet<string> = new Set(['dnp', 'dni']);

/** Reads the cells of a row according to the columns of its table. */
export function readLine({ line, cells, quantity: number }: TableRow, columns: Columns, hasDecimalComma: boolean): BomLine {
  const textOf = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim());
  const nameOf = (column: number | undefined) => (isNoName(textOf(column)) ? '' : textOf(column));
  const mpn = nameOf(columns.mpn);
  const skus = columns.skus.map(nameOf).filter((sku) => sku !== '');
  // No mark of a number in the file is that of the list.
  const quantity = number === undefined ? readQuantity(textOf(columns.quantity), hasDecimalComma) : quantityOf(number);
  // A line of totals needs no valid quantity.
  const isAsked = mpn !== '' || skus.length > 0;
  return {
    line,
    cells,
    mpn,
    skus,
    brand: nameOf(columns.brand),
    seller: nameOf(columns.seller),
    reference: textOf(columns.reference),
    quantity: isAsked || quantity.fault === undefined ? quantity : {},
  };
}

function isNoName(text: string): boolean {
  return isNothing(text) || NOT_PLACED.has(plainCell(text)) || isNameOfTotals(text);
}
