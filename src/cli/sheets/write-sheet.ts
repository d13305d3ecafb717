import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AbortedError, ValidationError } from '../../model/errors.js';
import type { Catalog, SearchRequest } from '../../partdex.js';
import { isSameFile } from '../catalog-file.js';
import { CommandError, RequestError } from '../failure.js';
import type { CollectionName } from '../options.js';
import { OutputFile } from '../output-file.js';
import { interruptible } from '../signals.js';
import { formatAmount, formatBytes, formatMilliseconds, printable } from '../terminal/format.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';
import { type AnyRecord, collectionOf, nounsOf } from '../views/records.js';
import { CategoryPaths } from './category-paths.js';
import { columnOf, type SheetColumn } from './columns.js';
import { type CsvForm, csvText } from './csv-text.js';
import { defaultColumns } from './default-columns.js';
import type { SheetOptions } from './options.js';
import { type SheetCell, SheetRows } from './rows.js';
import { Workbook } from './workbook.js';

/** Rows per write. */
const ROWS_AT_ONCE = 256;
/** The standard output as a name. */
const OUTPUT = '-';

/** Results that are written as a sheet. */
export interface SheetSource {
  /** The catalog file. */
  readonly path: string;
  readonly catalog: Catalog;
  readonly collection: CollectionName;
  /** Its `limit` bounds the sheet; all results without it. */
  readonly request: SearchRequest;
}

/** Counts of a sheet that was written. */
interface Written {
  records: number;
  rows: number;
}

/** Writes the results of a search as CSV or XLSX, one page after the other. The file appears when it is whole. */
export async function writeSheet(source: SheetSource, options: SheetOptions, terminal: Terminal): Promise<void> {
  const { path, catalog, collection, request } = source;
  const file = (options.csv ?? options.xlsx) as string;
  if (await isSameFile(path, file)) throw new CommandError(`"${file}" is the catalog; name another file`);
  const began = performance.now();
  const { start, limit, ...rest } = request;
  const { warnings } = await collectionOf(catalog, collection).search({ ...rest, limit: 0 });
  warn(terminal.stderr, warnings);
  const names = options.columns ?? (await defaultColumns(catalog, collection, request));
  const context = { catalog, categories: new CategoryPaths(catalog), currency: options.currency };
  const columns = names.map((name) => columnOf(name, collection === 'parts', context));
  const sheet = new SheetRows(columns);
  const written: Written = { records: 0, rows: 0 };
  const { include: _include, show: _show, hide: _hide, ...searched } = rest;
  const show = [...new Set(columns.flatMap(({ members }) => members))];
  await interruptible(
    async (signal) => {
      const records = collectionOf(catalog, collection).scan({ ...searched, show }, { signal });
      const batches = counted(batchesOf(sliced(records, start ?? 0, limit), sheet, signal), written);
      await withColumnNames(() =>
        options.csv === undefined
          ? writeWorkbook(file, columns, batches, options, terminal)
          : writeCsv(file, columns, batches, options, terminal),
      );
    },
    file === OUTPUT ? 'the result is not whole' : `"${file}" is as it was`,
  );
  if (sheet.ambiguous > 0) {
    const cells = formatAmount(sheet.ambiguous, 'cell has', 'cells have');
    warn(terminal.stderr, [`${cells} a value with " | " in it, which separates the values of a cell`]);
  }
  if (file === OUTPUT) return;
  const [singular, plural] = nounsOf(collection);
  const rows = written.rows === written.records ? '' : ` in ${formatAmount(written.rows, 'row')}`;
  const size = await stat(file).catch(() => undefined);
  const where = size?.isFile() ? `; ${printable(file)} has ${formatBytes(size.size)}` : '';
  const time = formatMilliseconds(performance.now() - began);
  print(terminal.stdout, `${formatAmount(written.records, singular, plural)}${rows}, ${time}${where}\n`);
}

async function* sliced<T>(
  records: AsyncIterable<T>,
  start: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<T, void, undefined> {
  let at = 0;
  if (limit === 0) return;
  for await (const record of records) {
    if (at++ < start) continue;
    yield record;
    if (at - start >= limit) return;
  }
}

/** A record's rows, so that both can be counted. */
interface Batch {
  readonly records: number;
  readonly rows: readonly SheetCell[][];
}

async function* batchesOf(
  records: AsyncIterable<AnyRecord>,
  sheet: SheetRows,
  signal: AbortSignal,
): AsyncGenerator<Batch, void, undefined> {
  let rows: SheetCell[][] = [];
  let count = 0;
  for await (const record of records) {
    if (signal.aborted) throw new AbortedError(signal);
    rows.push(...(await sheet.of(record)));
    count++;
    if (rows.length < ROWS_AT_ONCE) continue;
    yield { records: count, rows };
    rows = [];
    count = 0;
  }
  if (count > 0) yield { records: count, rows };
}

async function* counted(
  batches: AsyncIterable<Batch>,
  written: Written,
): AsyncGenerator<readonly SheetCell[][], void, undefined> {
  for await (const { records, rows } of batches) {
    written.records += records;
    written.rows += rows.length;
    yield rows;
  }
}

type Rows = AsyncIterable<readonly SheetCell[][]>;

async function writeCsv(
  file: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  { rawCells = false, force = false }: SheetOptions,
  { stdout }: Terminal,
): Promise<void> {
  const delimiter = /\.(?:tsv|tab)$/i.test(file) ? '\t' : ',';
  const form = (isForTerminal: boolean): CsvForm => ({ delimiter, isGuarded: !rawCells, isForTerminal });
  const headings = [columns.map(({ heading }) => ({ text: heading }))];
  if (file === OUTPUT) {
    const own = form(stdout.isTerminal);
    const texts = async function* () {
      yield csvText(headings, own);
      for await (const some of rows) yield csvText(some, own);
    };
    await pipeline(Readable.from(texts()), stdout.stream, { end: false });
    return;
  }
  const first = csvText(headings, form(false));
  const start = Buffer.from(first);
  const isEarlier = (bytes: Buffer) => bytes.equals(start);
  const output = await OutputFile.create(file, {
    option: '--csv',
    what: 'sheet with these columns',
    force,
    bytes: start.length,
    isEarlier,
  });
  try {
    output.write(first);
    for await (const some of rows) {
      output.write(csvText(some, form(output.isTerminal)));
      await output.drained();
    }
    await output.commit();
  } finally {
    await output.discard();
  }
}

async function writeWorkbook(
  file: string,
  columns: readonly SheetColumn[],
  rows: Rows,
  { force = false }: SheetOptions,
  { stderr }: Terminal,
): Promise<void> {
  const output = await OutputFile.create(file, { option: '--xlsx', force, bytes: 1, isEarlier: () => false });
  try {
    const workbook = new Workbook(columns.map(({ heading }) => heading));
    for await (const some of rows) for (const row of some) workbook.add(row);
    for await (const bytes of await workbook.bytes()) {
      output.write(bytes as Buffer);
      await output.drained();
    }
    await output.commit();
    if (workbook.cut > 0) {
      const texts = formatAmount(workbook.cut, 'text is', 'texts are');
      warn(stderr, [`${texts} cut at 32,767 characters, the most that a cell of a workbook has; --csv has them whole`]);
    }
  } finally {
    await output.discard();
  }
}

/** A name that no record has is one of a column. */
async function withColumnNames<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new RequestError(error, { option: ({ pathParts }) => (pathParts[0] === 'show' ? '--columns' : undefined) });
  }
}
