import { ColumnError, type ColumnOptions } from '../../bom/columns.js';
import { isJson, readCellTable } from '../../bom/read/cell-table.js';
import { CommandError } from '../failure.js';
import { describeColumnFault } from './column-faults.js';
import { beginningOf, PACKED, TableText, takeHead } from './decode.js';
import type { ListSource } from './list-source.js';
import { openTable, type Table } from './table.js';

/** A parts list whose first rows have been read. */
export interface ListTable {
  readonly table: Table;
  /** Lines that were not valid UTF-8, so far. */
  windowsLines(): number;
  close(): Promise<void>;
}

/** Bytes that tell JSON from text with delimiters. */
const HEAD_BYTES = 4096;

/**
 * Opens a parts list: text with delimiters, which is read as it comes; or a workbook, an archive or JSON, which are read at once.
 * @throws CommandError if no column of part numbers is known; UnreadableTableError
 */
export async function openListTable(
  source: ListSource,
  options: ColumnOptions & { readonly delimiter?: string },
): Promise<ListTable> {
  const { head, rest } = await takeHead(source.bytes, HEAD_BYTES);
  const start = String.fromCharCode(...head.subarray(0, 8));
  const bytes = joined(head, rest);
  const isJsonText = options.delimiter === undefined && isJson(beginningOf(head));
  if (isJsonText || PACKED.some((beginning) => start.startsWith(beginning))) {
    const table = await cellTable(source.name, bytes, options);
    return { table, windowsLines: () => 0, close: async () => {} };
  }
  const text = new TableText(bytes, source.name);
  const pieces = text.pieces();
  const close = async () => {
    await pieces.return();
  };
  try {
    const table = await openTable(pieces, options, source.name);
    return { table, windowsLines: () => text.windowsLines, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* joined(head: Uint8Array, rest: AsyncGenerator<Uint8Array, void, undefined>) {
  if (head.length > 0) yield head;
  yield* rest;
}

async function cellTable(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  options: ColumnOptions & { readonly delimiter?: string },
): Promise<Table> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const data = new Blob(pieces as Uint8Array<ArrayBuffer>[]);
  try {
    const { header, rows, delimiter = ',', notes } = await readCellTable({ name, data }, options);
    return { header, headings: rows[header.row]?.cells, delimiter, lineEnd: '\n', notes, rows: () => each(rows) };
  } catch (error) {
    throw error instanceof ColumnError ? new CommandError(describeColumnFault(error.fault, name)) : error;
  }
}

async function* each<T>(rows: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* rows;
}
