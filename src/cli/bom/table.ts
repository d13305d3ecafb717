import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import type { TableRow } from '../../bom/bom-line.js';
import { ColumnError, type ColumnOptions, findHeader, HEADER_ROWS, type Header, noHeader } from '../../bom/columns.js';
import { CommandError, EXIT } from '../failure.js';
import { describeColumnFault } from './column-faults.js';

/** Delimiters, the most usual first. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Characters at the beginning of a file that determine its form. */
const SAMPLE = 1 << 16;
/** Longest row; a quote that is never closed makes one of all that follows. */
const LONGEST_ROW = 1 << 20;
/** The line that Excel writes above a table to state its delimiter. */
const SEPARATOR = /^sep=(.)$/;
const LINE_ENDS = /\r\n|\n|\r/g;

/** A table of text, whose first rows have been read. */
export interface Table {
  readonly header: Header;
  /** The row of headings; undefined if there is none. */
  readonly headings: readonly string[] | undefined;
  readonly delimiter: string;
  /** `\r\n` if its first line ends so, else `\n`. */
  readonly lineEnd: string;
  /** What a person should know of how its rows were read. */
  readonly notes?: readonly string[];
  /** All rows, those above the headings too. @throws CommandError if it is not a table */
  rows(): AsyncGenerator<TableRow, void, undefined>;
}

/**
 * Reads the first lines of a table and detects its form.
 * @param delimiter detected if it is undefined
 * @param name for messages
 * @throws CommandError if it is empty, or no column of part numbers is known
 */
export async function openTable(
  text: AsyncIterator<string>,
  options: ColumnOptions & { readonly delimiter?: string },
  name: string,
): Promise<Table> {
  let sample = '';
  while (sample.length < SAMPLE) {
    const { done, value } = await text.next();
    if (done) break;
    sample += value;
  }
  if (sample.trim() === '') throw new CommandError(`"${name}" is empty; a table of parts is needed, with headings`, EXIT.failure);
  const { delimiter, rows, header } = withHeader(sample, options, name);
  return {
    header,
    headings: rows[header.row],
    delimiter,
    lineEnd: /^[^\r\n]*\r\n/.test(sample) ? '\r\n' : '\n',
    rows: () => readRows(sample, text, delimiter, name),
  };
}

/** The form of a table and its headings. @throws CommandError if it has none and needs them */
function withHeader(
  sample: string,
  options: ColumnOptions & { readonly delimiter?: string },
  name: string,
): Form & { readonly header: Header } {
  try {
    const form = detectForm(sample, options);
    const header = findHeader(form.rows, options);
    if (!header) throw noHeader(form.rows, options);
    return { ...form, header };
  } catch (error) {
    throw error instanceof ColumnError ? new CommandError(describeColumnFault(error.fault, name)) : error;
  }
}

interface Form {
  readonly delimiter: string;
  readonly rows: readonly string[][];
}

/** The delimiter that gives the most known headings, else the one that gives the most rows of the same width. */
function detectForm(sample: string, options: ColumnOptions & { readonly delimiter?: string }): Form {
  const said = SEPARATOR.exec(sample.split(/[\r\n]/, 1)[0])?.[1];
  const given = options.delimiter ?? said;
  if (given !== undefined) return { delimiter: given, rows: firstRows(sample, given) };
  const forms = DELIMITERS.map((delimiter): Form => ({ delimiter, rows: firstRows(sample, delimiter) }));
  const scores = forms.map(({ rows }) => score(rows, options));
  return forms[scores.indexOf(Math.max(...scores))];
}

function score(rows: readonly string[][], options: ColumnOptions): number {
  const known = options.header ? (findHeader(rows, options)?.known ?? 0) : 0;
  return known * 10_000 + regularity(rows);
}

/** How much the rows look like columns: how many rows have the most common width, and that width. */
function regularity(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([width, count]) => count * 100 + Math.min(width, 99)));
}

function csvOptions(delimiter: string): Options {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  };
}

/** The first rows; the last of them may be cut off. */
function firstRows(sample: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  try {
    parseWhole(sample, {
      ...csvOptions(delimiter),
      to: HEADER_ROWS + 1,
      on_record: (cells: string[]) => {
        rows.push(cells);
        return null;
      },
    });
  } catch (error) {
    // The error is reported when the table is read.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

async function* readRows(
  sample: string,
  rest: AsyncIterator<string>,
  delimiter: string,
  name: string,
): AsyncGenerator<TableRow, void, undefined> {
  let next = 1;
  // Called by the parser at once: when it fails, its earlier results are no longer read.
  const lineOf = new WeakMap<string[], number>();
  const on_record = (cells: string[]): string[] => {
    lineOf.set(cells, next);
    next += 1 + cells.reduce((sum, cell) => sum + (cell.match(LINE_ENDS)?.length ?? 0), 0);
    return cells;
  };
  const parser = parse({ ...csvOptions(delimiter), on_record });
  let fault: unknown;
  const fed = pipeline(Readable.from(pieces(sample, rest)), parser).catch((error: unknown) => {
    fault = error;
  });
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { line: lineOf.get(cells) ?? 0, cells };
  } catch (error) {
    // The pipeline reports it too, or an error before the parser.
    fault ??= error;
  } finally {
    parser.destroy();
    await fed;
  }
  if (fault !== undefined) throw inWords(fault, name, next);
}

async function* pieces(sample: string, rest: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  try {
    yield sample;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      // An empty piece would end the stream.
      if (value !== '') yield value;
    }
  } finally {
    await rest.return?.();
  }
}

function inWords(error: unknown, name: string, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new CommandError(
      `"${name}", line ${line}: a cell that begins with a quote there is never closed; a quote in a cell is written twice`,
      EXIT.failure,
    );
  }
  return new CommandError(`"${name}", line ${line}: ${error.message}`, EXIT.failure);
}
