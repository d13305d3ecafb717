import { isBlank } from '../../import/cells.js';
import type { RawTable } from '../../import/formats/raw-table.js';
import type { Row } from '../../import/header.js';
import { UnreadableTableError } from '../../model/errors.js';

/** What a list may have at most, since memory holds it. */
export interface ListSize {
  readonly rows: number;
  readonly cells: number;
}

const ANY_SIZE: ListSize = { rows: Infinity, cells: Infinity };

/**
 * The rows of a table that are not blank.
 * @param most what memory should hold of them
 * @param first rows that are enough
 * @throws UnreadableTableError if there are more than `most`
 */
export async function filledRows(table: RawTable, most: ListSize = ANY_SIZE, first = Infinity): Promise<Row[]> {
  const filled: Row[] = [];
  let cells = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      if (row.cells.every(isBlank)) continue;
      cells += row.cells.length;
      if (cells > most.cells) throw tooMany(table, row, `${most.cells} cells`);
      if (filled.length === most.rows) throw tooMany(table, row, `${most.rows} rows`);
      filled.push(row);
      if (filled.length >= first) return filled;
    }
  }
  return filled;
}

function tooMany({ source }: RawTable, { line }: Row, what: string): UnreadableTableError {
  return new UnreadableTableError(source, `it has over ${what}; a parts list has fewer`, line);
}
