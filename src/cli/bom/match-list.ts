import { readLine, type TableRow } from '../../bom/bom-line.js';
import { BATCH, type MatchSettings, matchLines } from '../../bom/match-lines.js';
import { isSameMaker } from '../../bom/matched/makers.js';
import { currenciesOf } from '../../bom/offers.js';
import { resultOf } from '../../bom/output-columns.js';
import { repeats } from '../../bom/read/column-texts.js';
import type { Tally } from '../../bom/tally.js';
import type { Catalog } from '../../partdex.js';
import type { Table } from './table.js';
import type { OutputRow, ResultWriter } from './writers.js';

export interface ListSettings extends MatchSettings {
  readonly currency: string;
  readonly hasDecimalComma: boolean;
}

/** The text of a result, some lines at a time; `tally` counts the results. */
export async function* matchList(
  table: Table,
  parts: Pick<Catalog['parts'], 'match'>,
  settings: ListSettings,
  writer: ResultWriter,
  tally: Tally,
): AsyncGenerator<string, void, undefined> {
  const { header } = table;
  const headings = table.headings?.map((heading) => heading.trim());
  let width: number | undefined;
  let position = 0;
  yield writer.begin();
  for await (const rows of batches(table.rows())) {
    const lines = rows.map((row, i) => {
      const isLine =
        position + i > header.row && row.cells.some((cell) => cell.trim() !== '') && !(headings && repeats(headings, row.cells));
      return isLine ? readLine(row, header.columns, settings.hasDecimalComma) : undefined;
    });
    const wanted = lines.filter((line) => line !== undefined);
    const matches = (await matchLines(wanted, (request) => parts.match(request), { ...settings, isSameMaker })).values();
    const written = rows.map((row, i): OutputRow => {
      const { cells } = row;
      if (position + i === header.row) width = cells.length;
      if (!lines[i]) return { kind: position + i === header.row ? 'headings' : 'other', cells };
      const { value: match } = matches.next();
      if (!match) throw new Error(`line ${row.line} has no result`);
      const result = resultOf(match, settings.currency, width);
      tally.add(result, match.line.quantity.fault !== undefined, match.part ? currenciesOf(match.part) : []);
      return { kind: 'line', cells, result };
    });
    position += rows.length;
    yield writer.rows(written);
  }
  yield writer.end(tally);
}

/** Rows in groups that are matched together. */
async function* batches(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow[], void, undefined> {
  let batch: TableRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
