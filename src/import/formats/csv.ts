import { UnreadableTableError } from '../../model/errors.js';
import { Pauses } from '../../work/pauses.js';
import { isBlank } from '../cells.js';
import { findHeader, HEADER_ROWS, type Row } from '../header.js';
import type { CheckedMap } from '../table-map.js';
import type { NamedBytes } from './bytes.js';
import { withQuotedCell } from './csv-quotes.js';
import { textOfBytes } from './encoding.js';
import type { RawTable } from './raw-table.js';

/** Delimiters, the most usual first. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Characters at the beginning that determine the form. */
const SAMPLE = 1 << 16;
/** Longest row; a quote that is never closed makes one of all that follows. */
const LONGEST_ROW = 1 << 20;
/** Characters that are parsed at once: their rows are young when they are dropped, which costs the collector least. */
const PIECE = 1 << 16;
/** A loop over the characters of a text that was joined takes fifty times as long. */
const BLANK_LINES = /^\n+/;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const GUARDED = /^'+[=+\-@\t\r]/;
/** A formula that is a text: `="0402"`, by which spreadsheets keep zeros in front. */
const TEXT_FORMULA = /^="([^"]*)"$/;
/** The line that Excel writes above a table to state its delimiter. */
const SEPARATOR = /^sep=(.)(?:\n|$)/;

/** Most cells of a text that are quoted anew; each takes a pass over the text. */
const MOST_REQUOTED = 1000;

/** The rows of a text; `text` is what they were read from, with other quotes where some were wrong. */
type Parse = (text: string, isLast: boolean) => { text: string; rows: string[][]; end: number; hasOpenQuote: boolean };

/** The parser for a delimiter; the library is loaded when the first table is read. */
async function parserFor(delimiter: string): Promise<Parse> {
  const { default: papa } = await import('papaparse');
  const parsed = (text: string, isLast: boolean) => {
    const parser = new papa.Parser({ delimiter, newline: '\n' });
    return parser.parse(text, 0, !isLast) as {
      data: string[][];
      errors: { code: string; index: number }[];
      meta: { cursor: number };
    };
  };
  return (text, isLast) => {
    let read = text;
    for (let requoted = 0; ; requoted++) {
      const { data, errors, meta } = parsed(read, isLast);
      const starts = new Set(errors.flatMap(({ code, index }) => (code === 'InvalidQuotes' ? [index] : [])));
      const better = requoted < MOST_REQUOTED ? withQuotedCell(read, starts, delimiter, isLast) : undefined;
      if (better === undefined) {
        const hasOpenQuote = errors.some(({ code }) => code === 'MissingQuotes');
        return { text: read, rows: data, end: meta.cursor, hasOpenQuote };
      }
      read = better;
    }
  };
}

/** Opens a text file with delimiters. @throws UnreadableTableError if it is empty */
export async function openCsv(source: NamedBytes, map: CheckedMap, sheet?: string): Promise<RawTable> {
  const sample = await sampleOf(source, map.encoding);
  if (sample.trim() === '') throw new UnreadableTableError(source.name, 'it is empty; a table of parts is needed, with headings');
  const stated = SEPARATOR.exec(sample)?.[1];
  const delimiter = map.delimiter ?? stated ?? (await detectDelimiter(sample, map));
  return {
    source: source.name,
    ...(sheet !== undefined && { sheet }),
    delimiter,
    rows: () => readRows(source, map.encoding, delimiter),
  };
}

async function sampleOf(source: NamedBytes, encoding: string | undefined): Promise<string> {
  let sample = '';
  for await (const text of textOfBytes(source, encoding)) {
    sample += text;
    if (sample.length >= SAMPLE) break;
  }
  return sample.slice(0, SAMPLE);
}

/** The delimiter with which headings are found, else the one that gives the most rows of the same width. */
async function detectDelimiter(sample: string, map: CheckedMap): Promise<string> {
  let best = DELIMITERS[0];
  let most = -1;
  const pauses = new Pauses();
  for (const delimiter of DELIMITERS) {
    const parse = await parserFor(delimiter);
    await pauses.pause();
    const rows = withoutBlankRuns(parse(sample, true).rows).slice(0, HEADER_ROWS);
    const score = scoreOf(rows, map);
    if (score > most) [best, most] = [delimiter, score];
  }
  return best;
}

/** Of several blank rows below each other, one: that is what is read. */
function withoutBlankRuns(rows: readonly string[][]): readonly string[][] {
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
  return rows.filter((cells, i) => !isEmpty(cells) || i === 0 || !isEmpty(rows[i - 1]));
}

function scoreOf(rows: readonly string[][], map: CheckedMap): number {
  const header = findHeader(
    rows.map((cells, i): Row => ({ line: i + 1, cells })),
    map,
  );
  const known = header ? 1 + header.meanings.filter((meaning) => meaning).length : 0;
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const regularity = Math.max(0, ...[...counts].map(([width, count]) => count * 100 + Math.min(width, 99)));
  return known * 100_000 + regularity;
}

/** Makes rows of parsed cells. A blank row separates a title from the headings; further ones behind it say nothing more, and are left out. */
class RowMaker {
  /** The line of the next row. */
  line = 1;
  /** That of the last one. */
  lastLine = 1;
  private isBelowBlank = false;

  rowsOf(cells: readonly string[][], text: string): Row[] {
    const rows: Row[] = [];
    // Looking into every cell costs as much as a third of parsing them.
    const hasLineEnds = newlinesIn(text) + (text.endsWith('\n') ? 0 : 1) > cells.length;
    for (const row of cells) {
      for (let i = 0; i < row.length; i++) {
        const first = row[i].charCodeAt(0);
        if (first === APOSTROPHE || first === EQUALS) row[i] = unguarded(row[i]);
      }
      const isBlankRow = row.every(isBlank);
      if (!isBlankRow || !this.isBelowBlank) rows.push({ line: this.line, cells: row });
      this.isBelowBlank = isBlankRow;
      this.lastLine = this.line;
      this.line += 1 + (hasLineEnds ? lineEndsIn(row) : 0);
    }
    return rows;
  }

  /** A text that begins with a row, without blank lines before its first row but for one: parsing them would take long. */
  withoutBlankLines(text: string): string {
    const count = (BLANK_LINES.exec(text)?.[0].length ?? 1) - 1;
    this.line += count;
    return count === 0 ? text : text.slice(count);
  }
}

async function* readRows(
  source: NamedBytes,
  encoding: string | undefined,
  delimiter: string,
): AsyncGenerator<readonly Row[], void, undefined> {
  const parse = await parserFor(delimiter);
  const maker = new RowMaker();
  let rest = '';
  let isFirst = true;
  const begin = () => {
    if (isFirst) ({ rest, line: maker.line } = withoutSeparator(rest));
    isFirst = false;
    rest = maker.withoutBlankLines(rest);
  };
  for await (const text of textOfBytes(source, encoding)) {
    rest = rest === '' ? text : rest + text;
    if (rest.length < PIECE) continue;
    begin();
    const { text: read, rows, end } = parse(rest, false);
    const made = maker.rowsOf(rows, read.slice(0, end));
    if (made.length > 0) yield made;
    rest = read.slice(end);
    if (rest.length > LONGEST_ROW) throw openQuote(source.name, maker.line);
  }
  begin();
  if (rest === '') return;
  const { rows, hasOpenQuote } = parse(rest, true);
  const last = maker.rowsOf(rest.endsWith('\n') && rows.at(-1)?.join('') === '' ? rows.slice(0, -1) : rows, rest);
  if (hasOpenQuote) throw openQuote(source.name, maker.lastLine);
  if (last.length > 0) yield last;
}

/** A cell without what makes it a text in a spreadsheet: the apostrophe of `'=A`, the formula of `="0402"`. */
function unguarded(cell: string): string {
  return TEXT_FORMULA.exec(cell)?.[1] ?? (GUARDED.test(cell) ? cell.slice(1) : cell);
}

function withoutSeparator(text: string): { rest: string; line: number } {
  const match = SEPARATOR.exec(text);
  return match ? { rest: text.slice(match[0].length), line: 2 } : { rest: text, line: 1 };
}

function openQuote(name: string, line: number): UnreadableTableError {
  const reason = 'a cell that begins with a quote is never closed; a quote in a cell is written twice';
  return new UnreadableTableError(name, reason, line);
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function lineEndsIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  }
  return count;
}
