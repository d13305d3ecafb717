import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EmptyCatalogError, InvalidDocumentError } from '../../model/errors.js';
import {
  type BuildFileOptions,
  type BuildReport,
  buildCatalogFile,
  type FileRead,
  type NamedStream,
} from '../../node/partdex-node.js';
import type { FieldKind } from '../../partdex.js';
import { checkDistinct, checkReplaceable, isSameFile } from '../catalog-file.js';
import { CommandError, EXIT } from '../failure.js';
import { notNdjsonHint } from '../not-ndjson.js';
import { collect, examples, wholeNumber } from '../options.js';
import { interruptible } from '../signals.js';
import { SkippedDocuments } from '../skipped.js';
import type { BuildTables } from '../tables/build-tables.js';
import { inputOfPath, inputOfStream, type PartsInput } from '../tables/inputs.js';
import { openTextFile } from '../tables/map-file.js';
import { openBuildTables } from '../tables/open-tables.js';
import { faultOfTable } from '../tables/read-tables.js';
import { printReport, withConflicts } from '../tables/report.js';
import { formatAmount, formatBytes, formatCount, printable } from '../terminal/format.js';
import { openProgressLine } from '../terminal/progress.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';

/** Most oddities of the data that are printed; the others are only counted. */
const TOLD_NOTICES = 10;

/** The input as the command line names it, in messages and, where possible, for comparing it with other files. */
const INPUT = { option: '-', name: 'stdin', file: '/dev/stdin' };

/** A field as `--field` declares it; the build checks its name and kind. */
interface OwnField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly keywords: boolean;
}

interface Options {
  output: string;
  force?: boolean;
  allowEmpty?: boolean;
  categories?: string[];
  brands?: string[];
  manufacturers?: string[];
  sellers?: string[];
  specMetadata?: string[];
  currency?: string;
  field?: OwnField[];
  skipInvalid?: boolean;
  errors?: string;
  map?: string;
  report?: string;
  merge?: 'uid' | 'brand and part number';
  segments?: number;
  threads?: number;
}

/** `partdex build`: NDJSON files to one catalog file. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description('Makes one catalog file of tables and NDJSON files. It appears under its name when it is whole.')
    .argument('<parts...>', 'CSV, XLSX, JSON tables, or NDJSON of parts; plain, .gz or .zip; - for the input')
    .requiredOption('-o, --output <file>', 'the catalog file to write; an earlier catalog is replaced')
    .option('--force', 'replace whatever has that name, and that of --errors')
    .option('--allow-empty', 'write a catalog even where there is no valid part')
    .optionsGroup('Tables:')
    .option('--map <file>', 'how columns are read, YAML or JSON; partdex import --map-out writes one to begin with')
    .option('--report <file>', 'write how the tables were read, and what a merge has not kept, to this file, as JSON')
    .optionsGroup('Other records, each option may be repeated:')
    .option('--categories <file>', 'categories and their tree', collect)
    .option('--brands <file>', 'brands; those that parts name are gathered anyway', collect)
    .option('--manufacturers <file>', 'manufacturers, likewise', collect)
    .option('--sellers <file>', 'sellers, likewise', collect)
    .option('--spec-metadata <file>', 'names, datatypes and units of specs', collect)
    .optionsGroup('Data:')
    .option('--currency <code>', 'currency of avg_price, and of prices in tables that name none; USD without it')
    .option('--field <name: kind>', 'a field of your own: "internal_pn: part number, keywords"; may be repeated', collectFields)
    .addOption(
      new Option('--merge <by>', 'make one part of those that are the same part in several files; the first file counts').choices(
        ['uid', 'brand and part number'],
      ),
    )
    .option('--skip-invalid', 'leave invalid documents out instead of stopping at the first')
    .option('--errors <file>', 'leave them out and write each of them to this file, as NDJSON')
    .optionsGroup('Large catalogs:')
    .option('--segments <number>', 'parts of the file that are built at the same time; one up to 2 GiB of text', wholeNumber(1))
    .option('--threads <number>', 'threads that build; as many as there are processors without it', wholeNumber(1))
    .addHelpText(
      'after',
      examples(
        ['partdex build parts.csv -o parts.pdx', 'a spreadsheet; the report says how each column was read'],
        ['partdex build parts.csv more.xlsx --map map.yaml -o parts.pdx', 'several tables, and a map of their columns'],
        [
          'partdex build a.csv b.ndjson --merge "brand and part number" -o parts.pdx',
          'several sources; where they differ, a.csv counts',
        ],
        ['partdex build parts.ndjson -o parts.pdx', 'documents as they are'],
        ['partdex build 2024/*.ndjson.gz --categories categories.ndjson -o parts.pdx', 'many files, and a tree of categories'],
        ['partdex build parts.ndjson --field "tags: name" -o parts.pdx', 'parts can be filtered by their member tags'],
        ['partdex build export.ndjson --errors bad.ndjson -o parts.pdx', 'data with faults: what was left out is in bad.ndjson'],
      ),
    )
    .action((parts: string[], options: Options) => build(parts, options, terminal));
}

/** Collects the declared fields of a repeated option. A name may contain colons, kinds do not. */
function collectFields(text: string, before: readonly OwnField[] = []): OwnField[] {
  const colon = text.lastIndexOf(':');
  const [kind, ...flags] = text
    .slice(colon + 1)
    .split(',')
    .map((piece) => piece.trim());
  const isRight = colon > 0 && kind !== '' && flags.length <= 1 && flags.every((flag) => flag === 'keywords');
  if (!isRight) throw new InvalidArgumentError('It must be "name: kind" or "name: kind, keywords", as in "tags: name".');
  return [...before, { name: text.slice(0, colon).trim(), kind: kind as FieldKind, keywords: flags.length > 0 }];
}

async function build(names: string[], options: Options, terminal: Terminal): Promise<void> {
  const { categories = [], brands = [], manufacturers = [], sellers = [], specMetadata = [] } = options;
  await checkNames(names, [...categories, ...brands, ...manufacturers, ...sellers, ...specMetadata], options);
  const inputs = await openInputs(names, options, terminal);
  try {
    await buildOf(inputs, options, terminal);
  } finally {
    await inputs.tables?.close();
  }
}

async function buildOf(inputs: Inputs, options: Options, terminal: Terminal): Promise<void> {
  const { output, force = false, errors, report: reportPath, merge } = options;
  const { parts, tables } = inputs;
  const read: FileRead[] = [];
  const reportFile = reportPath === undefined ? undefined : await openTextFile(reportPath, '--report', force);
  const skipped = await SkippedDocuments.open(errors, force);
  const progress = openProgressLine(terminal.stderr);
  const told = toldOf(parts, options, { skipped, read });
  let report: BuildReport;
  try {
    report = await interruptible(
      (signal) =>
        buildCatalogFile({
          ...filesOf(inputs, options),
          ...told,
          signal,
          onProgress: (state) => {
            if (!signal.aborted) progress.update(state);
          },
        }),
      `"${output}" is as it was`,
      () => {
        progress.say('stopping, Ctrl-C again ends it at once');
        // A read that waits for more of the input ends only with it.
        if (terminal.stdin instanceof Readable) terminal.stdin.destroy();
      },
    );
    await skipped.commit();
  } catch (error) {
    progress.stop();
    await reportFile?.discard();
    if (error instanceof NothingLeft) {
      await skipped.commit();
      warn(terminal.stderr, skipped.lines());
    }
    throw error instanceof EmptyCatalogError ? nothingToBuild(error) : await withHint(faultOfTable(error));
  } finally {
    progress.stop();
    await skipped.discard();
  }
  if (tables || merge) {
    const entries = withConflicts(tables?.report() ?? [], merge ? read : [], report);
    printReport(entries, terminal.stderr);
    reportFile?.write(`${JSON.stringify(entries, undefined, 2)}\n`);
    await reportFile?.commit();
  }
  warn(terminal.stderr, [...skipped.lines(), ...noticeLines(report.notices)]);
  print(terminal.stdout, `${printable(summarize(report, output, errors))}\n`);
}

/** What a build reads and writes. */
function filesOf({ parts, tables }: Inputs, options: Options): BuildFileOptions {
  const { output, allowEmpty = false, categories, brands, manufacturers, sellers, specMetadata } = options;
  const { currency, field, merge, segments, threads } = options;
  const ofTables = tables && [{ name: 'categories', stream: tables.categoryLines() }];
  return {
    parts,
    categories: ofTables ? [...(categories ?? []), ...ofTables] : categories,
    brands,
    manufacturers,
    sellers,
    spec_metadata: specMetadata,
    out: output,
    allowEmpty,
    segments,
    threads,
    ...(currency !== undefined && { priceCurrency: currency }),
    ...(field && { fields: field }),
    ...(merge && { merge }),
  };
}

/** What a build tells of its documents, and to whom. */
function toldOf(
  parts: Inputs['parts'],
  { allowEmpty = false, skipInvalid, errors }: Options,
  { skipped, read }: { skipped: SkippedDocuments; read: FileRead[] },
): Pick<BuildFileOptions, 'onInvalid' | 'onFileRead'> {
  const sources = new Set(parts.map((part) => (typeof part === 'string' ? part : part.name)));
  const skips = skipInvalid || errors !== undefined;
  return {
    onInvalid: skips ? (error) => skipped.add(error) : 'throw',
    onFileRead: (file) => {
      const isOfParts = sources.has(file.source);
      if (isOfParts) read.push(file);
      if (!(allowEmpty && isOfParts)) checkSomeAreLeft(file, skipped);
    },
  };
}

interface Inputs {
  /** What the build reads; without a merge, all tables together are a stream at the place of the first one. */
  readonly parts: (string | NamedStream)[];
  readonly tables: BuildTables | undefined;
}

/** Tells documents from tables, and reads the tables once. */
async function openInputs(names: readonly string[], options: Options, { stdin }: Terminal): Promise<Inputs> {
  const { map, currency, report, merge } = options;
  const inputs: PartsInput[] = [];
  for (const name of names) inputs.push(await (name === INPUT.option ? inputOfStream(INPUT.name, stdin) : inputOfPath(name)));
  const files = inputs.flatMap((input) => (input.kind === 'table' ? [input.file] : []));
  if (files.length === 0) {
    if (map !== undefined || (report !== undefined && !merge)) {
      throw new CommandError(`--${map === undefined ? 'report' : 'map'} is for tables, and there is none`);
    }
    return { parts: inputs.flatMap((input) => (input.kind === 'documents' ? [input.input] : [])), tables: undefined };
  }
  const tables = await openBuildTables(files, {
    ...(map !== undefined && { map }),
    ...(currency !== undefined && { currency }),
    merges: merge !== undefined,
  });
  const whole = { name: files.map(({ name }) => name).join(', '), stream: tables.partLines() };
  const parts = inputs.flatMap((input) => {
    if (input.kind === 'documents') return [input.input];
    const place = files.indexOf(input.file);
    // A merge has the files as its sources.
    if (merge) return [{ name: input.file.name, stream: tables.partLinesOf(place) }];
    return place === 0 ? [whole] : [];
  });
  return { parts, tables };
}

/** Refuses at once an output that would destroy other data, and an input that cannot be read twice. */
async function checkNames(parts: readonly string[], others: readonly string[], options: Options): Promise<void> {
  const { output, errors, report, map, force } = options;
  const inputs = parts.map((name) => (name === INPUT.option ? INPUT.file : name)).concat(others);
  if (parts.filter((name) => name === INPUT.option).length > 1)
    throw new CommandError('- is named twice; the input is read once');
  const isFolder = parts.includes(INPUT.option) && (await stat(INPUT.file).catch(() => undefined))?.isDirectory();
  if (isFolder) throw new CommandError('the input is a folder; name the files in it', EXIT.failure);
  for (const input of inputs) {
    if (await isSameFile(output, input)) throw new CommandError(`"${output}" is read by this build; name another file after -o`);
  }
  const outputs = [
    { option: '--errors', path: errors },
    { option: '--report', path: report },
  ];
  await checkDistinct(outputs, [...inputs, ...(map === undefined ? [] : [map]), output], 'build');
  if (!force) await checkReplaceable(output);
}

/** A file without a valid document: skipping all of it would silently build a catalog without it. */
class NothingLeft extends CommandError {
  constructor(readonly source: string) {
    super(`"${source}" has no valid document, so there is no catalog of it`, EXIT.failure);
  }
}

function checkSomeAreLeft({ source, documents }: FileRead, skipped: SkippedDocuments): void {
  if (skipped.countIn(source) >= documents) throw new NothingLeft(source);
}

function nothingToBuild({ sources }: EmptyCatalogError): CommandError {
  const names = sources.map((source) => `"${source}"`).join(', ');
  const have = sources.length === 1 ? 'has' : 'have';
  return new CommandError(
    `${names} ${have} no part, so no catalog was written; --allow-empty writes one without parts`,
    EXIT.failure,
  );
}

/** The error, with the likely kind of the file if its first line is not a document. */
async function withHint(error: unknown): Promise<unknown> {
  const { source } = error as { source?: string };
  const isWhole =
    error instanceof NothingLeft || (error instanceof InvalidDocumentError && error.path === '' && error.line === 1);
  const hint = isWhole && source !== undefined ? await notNdjsonHint(source) : '';
  return hint === '' ? error : new CommandError(`${(error as Error).message}; ${hint}`, EXIT.failure);
}

function noticeLines(notices: readonly string[]): string[] {
  const told = notices.slice(0, TOLD_NOTICES);
  const more = notices.length - told.length;
  return more > 0 ? [...told, `${formatAmount(more, 'more oddity', 'more oddities')} of this kind`] : told;
}

function summarize({ parts, skipped, merged, seconds, bytes }: BuildReport, output: string, errors: string | undefined): string {
  const rate = seconds > 0 ? ` (${formatCount(parts / seconds)} parts/s)` : '';
  const listed = errors === undefined ? '' : ` (listed in ${errors})`;
  const left = skipped > 0 ? `, ${formatCount(skipped)} skipped${listed},` : '';
  const joined = merged > 0 ? ` of ${formatCount(parts + merged)} merged` : '';
  return `${formatAmount(parts, 'part')}${joined}${left} in ${seconds.toFixed(1)} s${rate}; ${output} has ${formatBytes(bytes)}`;
}
