import { numberOf, textOf } from '../../import/cells.js';
import { type NamedBytes, namedBytes, type TableInput } from '../../import/formats/bytes.js';
import { openTables } from '../../import/formats/open.js';
import type { RawTable } from '../../import/formats/raw-table.js';
import type { Row } from '../../import/header.js';
import { checkMap } from '../../import/table-map.js';
import type { TableRow } from '../bom-line.js';
import { type ColumnError, type ColumnOptions, findHeader, HEADER_ROWS, type Header, noHeader } from '../columns.js';
import { filledRows } from './filled-rows.js';

export { isJson } from '../../import/formats/json.js';

/** A table whose cells are texts. */
export interface CellTable {
  readonly header: Header;
  readonly rows: readonly TableRow[];
  /** What separates the cells of a text file. */
  readonly delimiter: string | undefined;
  /** What a person should know of how the rows were read. */
  readonly notes: readonly string[];
}

/**
 * Reads the first table with a column of numbers in a workbook, an archive or JSON.
 * @throws UnreadableTableError for a damaged file; ColumnError if no table has such a column
 */
export async function readCellTable(
  source: TableInput,
  options: ColumnOptions & { readonly delimiter?: string },
): Promise<CellTable> {
  const { delimiter } = options;
  const input: NamedBytes = namedBytes(source);
  let fault: ColumnError | undefined;
  for (const table of await openTables(input, checkMap(delimiter === undefined ? {} : { delimiter }))) {
    const rows = await withHeadings(table);
    const first = rows.slice(0, HEADER_ROWS + 1).map(({ cells }) => cells.map(textOf));
    const header = findHeader(first, options);
    if (header) {
      const { delimiter: found, notes = [] } = table;
      return { header, rows: rows.map((row) => textRow(row, header.columns.quantity)), delimiter: found, notes };
    }
    fault ??= noHeader(first, options);
  }
  throw fault ?? noHeader([], options);
}

function textRow({ line, cells }: Row, quantity: number | undefined): TableRow {
  const number = quantity === undefined ? undefined : numberOf(cells[quantity]);
  return { line, cells: cells.map(textOf), ...(number !== undefined && { quantity: number }) };
}

async function withHeadings(table: RawTable): Promise<Row[]> {
  const rows = await filledRows(table);
  // The names of JSON are known when all objects have been read.
  return table.headings ? [{ line: 0, cells: table.headings }, ...rows] : rows;
}
