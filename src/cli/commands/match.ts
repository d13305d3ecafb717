import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ColumnOptions } from '../../bom/columns.js';
import { BATCH } from '../../bom/match-lines.js';
import { Tally } from '../../bom/tally.js';
import type { Catalog } from '../../partdex.js';
import { type CostListOptions, costList, formatOf } from '../bom/cost-list.js';
import { windowsWarning } from '../bom/decode.js';
import { type ListSource, openList } from '../bom/list-source.js';
import { matchList } from '../bom/match-list.js';
import { openListTable } from '../bom/open-list-table.js';
import { promisedForm } from '../bom/output-names.js';
import type { Table } from '../bom/table.js';
import {
  CsvWriter,
  isEarlierResult,
  JsonWriter,
  NdjsonWriter,
  outputDelimiter,
  RESULT_BYTES,
  type ResultWriter,
} from '../bom/writers.js';
import { isSameFile, withCatalog } from '../catalog-file.js';
import { CommandError, EXIT } from '../failure.js';
import { collect, examples, readCurrency } from '../options.js';
import { OutputFile } from '../output-file.js';
import { interruptible } from '../signals.js';
import { formatAmount, formatBytes, formatCount, formatMilliseconds, printable } from '../terminal/format.js';
import { startProgressBar, timeLeft } from '../terminal/progress-bar.js';
import { colorsOf, print, type Terminal, warn } from '../terminal/terminal.js';
import { renderCostSummary } from '../views/cost-summary.js';
import { describeColumns, renderMatchSummary } from '../views/match-summary.js';

interface Options extends ColumnOptions, Omit<CostListOptions, keyof ColumnOptions> {
  output?: string;
  force?: boolean;
  delimiter?: string;
  decimalComma?: boolean;
  wildcards?: boolean;
  exact?: boolean;
  currency?: string;
  json?: boolean;
  ndjson?: boolean;
  strict?: boolean;
}

/** `partdex match`: adds the parts of a catalog to the lines of a parts list. */
export function addTo(command: Command, terminal: Terminal): void {
  describe(command);
  addReading(command);
  addCosts(command);
  addOutput(command);
  command.action((path: string, list: string, { output, ...options }: Options) => {
    const file = output === undefined || output === STDOUT ? {} : { output };
    return match(path, list, { ...options, ...file }, terminal);
  });
}

/** The name of the standard output, as where no file is named. */
const STDOUT = '-';

function describe(command: Command): void {
  command
    .description(
      'Finds the parts of a bill of materials, a table as spreadsheets write it (CSV, TSV, semicolons), and writes it again with ' +
        'part, stock and price beside each line. Part numbers are compared by their letters and digits.',
    )
    .argument('<catalog>', 'catalog file')
    .argument('<bom>', 'parts list with a line of headings such as MPN, Manufacturer, Qty; - for the input')
    .addHelpText(
      'after',
      examples(
        ['partdex match parts.pdx bom.csv -o matched.csv', 'a spreadsheet, saved as CSV'],
        ['partdex match parts.pdx bom.csv --boards 100 -o costed.xlsx', 'what 100 boards cost, as a workbook'],
        ['partdex match parts.pdx bom.csv --mpn "Our Part" --qty 4 -o matched.csv', 'columns with headings of your own'],
        [
          'partdex match parts.pdx bom.csv --ndjson | jq -r \'select(.match == "not found") | .mpn\'',
          'what was not found, for a program',
        ],
      ),
    );
}

/** How the list is read and matched. */
function addReading(command: Command): void {
  command
    .optionsGroup('Columns, by heading or number from 1; known headings are found without:')
    .option('--mpn <column>', 'part numbers of makers; may also contain those of sellers')
    .option('--sku <column>', "sellers' part numbers; several are tried in order", collect)
    .option('--brand <column>', 'brands; the brand of a part must match')
    .option('--no-brand', 'use no column of brands')
    .option('--seller <column>', "sellers; the seller of a seller's part number must match")
    .option('--no-seller', 'use no column of sellers')
    .option('--qty <column>', 'quantities, at which prices are taken')
    .option('--reference <column>', 'reference designators, for --json and --ndjson')
    .option('--no-header', 'the first line is a part')
    .addOption(
      new Option('--delimiter <character>', 'the character between cells, or "tab"; detected by default').argParser(
        readDelimiter,
      ),
    )
    .option('--decimal-comma', '1.000 is a thousand, and prices are written 0,25')
    .optionsGroup('How it is matched:')
    .option('--exact', 'compare numbers as written, ignoring case only')
    .option('--wildcards', 'treat * and ? in cells as wildcards')
    .addOption(new Option('--currency <code>', 'prices in this currency; default: that of the catalog').argParser(readCurrency));
}

function addCosts(command: Command): void {
  command
    .optionsGroup('What it costs; values and footprints are then matched too:')
    .addOption(
      new Option('--boards <number>', 'buy the parts of so many boards where they cost least').argParser((text) =>
        readCount('--boards', text),
      ),
    )
    .option('--from <seller>', 'buy from this seller, a uid or a name; several may be given', collect)
    .addOption(
      new Option('--max-sellers <number>', 'buy from at most so many sellers').argParser((text) =>
        readCount('--max-sellers', text),
      ),
    )
    .option('--authorized', 'buy authorized offers alone')
    .addOption(new Option('--attrition <share>', 'pieces that are lost: 0.02 for two of a hundred').argParser(readShare));
}

function addOutput(command: Command): void {
  command
    .optionsGroup('Output, a table without these:')
    .option('-o, --output <file>', 'output file (.tsv: with tabs; -: stdout); replaces an earlier result')
    .option('--force', 'replace any file of that name')
    .addOption(new Option('--json', 'one JSON object, with all suggestions and a summary').conflicts('ndjson'))
    .addOption(new Option('--ndjson', 'a JSON object for each line'))
    .option('--strict', 'exit status 1 if a line is ambiguous or not found');
}

function readDelimiter(text: string): string {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if (!/^[^\p{L}\p{N}"\r\n]$/u.test(delimiter)) throw new InvalidArgumentError('It must be one character such as ";", or "tab".');
  return delimiter;
}

function readShare(text: string): string {
  if (!/^(?:\d{1,9}(?:\.\d{1,15})?|\.\d{1,15})$/.test(text.trim())) {
    throw new InvalidArgumentError('--attrition takes a share from 0, such as 0.02 for two of a hundred.');
  }
  return text.trim();
}

function readCount(option: string, text: string): number {
  const count = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count)) throw new InvalidArgumentError(`${option} takes a whole number from 1.`);
  return count;
}

/** The outcome of a list, for the summary. */
interface Matched {
  readonly tally: Tally;
  readonly currency: string;
  /** Lines that were not valid UTF-8. */
  readonly windowsLines: number;
  readonly table: Table;
  readonly headings: readonly string[] | undefined;
}

async function match(path: string, list: string, given: Options, terminal: Terminal): Promise<void> {
  const began = performance.now();
  if (isCosted(given)) return costed(path, list, given, terminal);
  await checkInputs(path, list, given.output);
  const options = { ...given, ...formOf(given) };
  const matched = await interruptible(
    (signal) =>
      withCatalog(
        path,
        async (catalog) => writeResult(await openList(list, terminal.stdin, signal), catalog, options, terminal),
        { limits: { matchQueries: BATCH } },
      ),
    options.output === undefined ? 'the result is not whole' : `"${options.output}" is as it was`,
  );
  await summarize(matched, performance.now() - began, options, terminal);
  const { open, lines } = matched.tally;
  if (options.strict && open > 0) {
    throw new CommandError(
      `--strict: ${formatCount(open)} of ${formatAmount(lines, 'line')} ambiguous or not found`,
      EXIT.failure,
    );
  }
}

/** Whether a list is to be bought, not matched alone. */
function isCosted({ boards, from, maxSellers, authorized, attrition }: Options): boolean {
  return [boards, from, maxSellers, authorized, attrition].some((option) => option !== undefined);
}

async function costed(path: string, list: string, options: Options, terminal: Terminal): Promise<void> {
  const { output } = options;
  formatOf(options);
  await checkInputs(path, list, output);
  const result = await interruptible(
    (signal) =>
      withCatalog(path, async (catalog) => costList(await openList(list, terminal.stdin, signal), catalog, options, terminal)),
    output === undefined ? 'the result is not whole' : `"${output}" is as it was`,
  );
  const shown = output === undefined ? terminal.stderr : terminal.stdout;
  print(shown, `${renderCostSummary(result, shown)}\n`);
  const open = result.lines.filter(({ line }) => line.state === 'ambiguous' || line.state === 'missing').length;
  if (options.strict && open > 0) {
    const all = formatAmount(result.lines.length, 'line');
    throw new CommandError(`--strict: ${formatCount(open)} of ${all} ambiguous or not found`, EXIT.failure);
  }
}

/** The form of the result, where its name or an option says so. @throws CommandError for a name of another kind of file */
function formOf({ output, json, ndjson }: Options): Pick<Options, 'json' | 'ndjson'> {
  const form = output === undefined ? undefined : promisedForm(output, ['csv', 'tabs', 'json', 'ndjson']);
  if (json || ndjson) return {};
  return { json: form === 'json', ndjson: form === 'ndjson' };
}

/** Refuses to overwrite an input. */
async function checkInputs(catalog: string, list: string, output: string | undefined): Promise<void> {
  if (output === undefined) return;
  for (const input of [catalog, list === '-' ? '/dev/stdin' : list]) {
    if (await isSameFile(output, input)) throw new CommandError(`-o "${output}": that is what is read; name another file`);
  }
}

async function writeResult(source: ListSource, catalog: Catalog, options: Options, terminal: Terminal): Promise<Matched> {
  const opened = await openListTable(source, options);
  const { table } = opened;
  const { output } = options;
  let file: OutputFile | undefined;
  try {
    if (output !== undefined) file = await openOutputFile(output, options.force ?? false);
    const tally = new Tally();
    const currency = options.currency ?? catalog.info.priceCurrency;
    const { exact = false, wildcards = false, decimalComma: hasDecimalComma = false } = options;
    const isForTerminal = file ? file.isTerminal : terminal.stdout.isTerminal;
    const writer = writerOf(options, table, currency, isForTerminal);
    const settings = { exact, wildcards, currency, hasDecimalComma };
    const result = withProgress(matchList(table, catalog.parts, settings, writer, tally), source, tally, options, terminal);
    if (file) await writeAll(result, file);
    else await pipeline(Readable.from(result), terminal.stdout.stream, { end: false });
    await file?.commit();
    return { tally, currency, windowsLines: opened.windowsLines(), table, headings: table.headings };
  } finally {
    await file?.discard();
    await opened.close();
  }
}

async function writeAll(texts: AsyncIterable<string>, file: OutputFile): Promise<void> {
  for await (const text of texts) {
    file.write(text);
    await file.drained();
  }
}

function openOutputFile(path: string, force: boolean): Promise<OutputFile> {
  return OutputFile.create(path, {
    option: '-o',
    what: 'result of an earlier match',
    force,
    bytes: RESULT_BYTES,
    isEarlier: isEarlierResult,
  });
}

function writerOf(options: Options, table: Table, currency: string, isForTerminal: boolean): ResultWriter {
  const { json, ndjson, output, decimalComma } = options;
  if (json) return new JsonWriter();
  if (ndjson) return new NdjsonWriter();
  return new CsvWriter({
    currency,
    delimiter: outputDelimiter(output, table.delimiter),
    lineEnd: table.lineEnd,
    // In a pipe, the mark would become part of the first heading.
    hasMark: output !== undefined,
    hasDecimalComma: decimalComma ?? false,
    isForTerminal,
  });
}

/** The text of the result; a bar on the terminal shows the progress, unless the terminal shows the text itself. */
async function* withProgress(
  result: AsyncIterable<string>,
  source: ListSource,
  tally: Tally,
  { output }: Options,
  { stdout, stderr }: Terminal,
): AsyncGenerator<string, void, undefined> {
  const began = performance.now();
  const bar = startProgressBar(output === undefined && stdout.isTTY ? { ...stderr, isTTY: false } : stderr);
  try {
    for await (const text of result) {
      const seconds = (performance.now() - began) / 1000;
      const fraction = source.size ? Math.min(1, source.read / source.size) : 0;
      const rate = seconds > 0 ? `  ${formatCount(tally.lines / seconds)} lines/s` : '';
      bar.show(fraction, `${formatAmount(tally.lines, 'line')}${rate}${timeLeft(fraction, seconds)}`);
      yield text;
    }
  } finally {
    bar.stop();
  }
}

async function summarize(matched: Matched, milliseconds: number, options: Options, { stdout, stderr }: Terminal): Promise<void> {
  const { tally, currency, windowsLines, table, headings } = matched;
  const { output, json, ndjson } = options;
  warn(stderr, [
    ...(table.notes ?? []),
    ...warningsOf(tally, windowsLines),
    ...currencyWarning(tally, currency, options.currency !== undefined),
  ]);
  if (output === undefined && (json || ndjson)) return;
  // If the result goes to the standard output, nothing else may.
  const shown = output === undefined ? stderr : stdout;
  const { dim } = colorsOf(shown);
  const size = output === undefined ? undefined : await stat(output).catch(() => undefined);
  const where = size?.isFile() ? `; ${printable(output)} has ${formatBytes(size.size)}` : '';
  const parts = [
    `${formatAmount(tally.lines, 'line')} in ${formatMilliseconds(milliseconds)}${where}\n` +
      dim(printable(`columns: ${describeColumns(table.header, headings)}`)),
    renderMatchSummary(tally, shown),
  ];
  print(shown, `${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

function warningsOf({ faultyQuantities }: Tally, windowsLines: number): string[] {
  return [
    ...windowsWarning(windowsLines),
    ...(faultyQuantities > 0
      ? [`${formatAmount(faultyQuantities, 'quantity', 'quantities')} cannot be read; the last column says why`]
      : []),
  ];
}

function currencyWarning({ found, currencies }: Tally, currency: string, isAsked: boolean): string[] {
  if (found === 0 || currencies.has(currency) || (currencies.size === 0 && !isAsked)) return [];
  const others = [...currencies].sort().map(printable).join(', ');
  return [`no part that was found has a price in ${currency}${others === '' ? '' : `; there are prices in ${others}`}`];
}
