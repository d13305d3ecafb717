import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ImportReport, TableMap } from '../../import/partdex-import.js';
import type { NamedStream } from '../../node/partdex-node.js';
import type { Brand } from '../../partdex.js';
import { checkDistinct } from '../catalog-file.js';
import { CommandError, EXIT } from '../failure.js';
import { examples } from '../options.js';
import { systemFailure } from '../report-failure.js';
import { inputOfPath, inputOfStream, type TableFile } from '../tables/inputs.js';
import { mapText, openTextFile } from '../tables/map-file.js';
import { proposedBrands } from '../tables/proposed-brands.js';
import { openTableFiles } from '../tables/read-tables.js';
import { printReport } from '../tables/report.js';
import { formatAmount } from '../terminal/format.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';

interface Options {
  map?: string;
  mapOut?: string;
  report?: string;
  aliasesOut?: string;
  currency?: string;
  force?: boolean;
}

/** Most columns that a warning names. */
const FEW = 10;

/** `partdex import`: how tables are read, and a map to change it. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description('Reads tables as a build would, and shows how. With --map-out, the columns are written as a map to edit.')
    .argument('<tables...>', 'CSV, XLSX or JSON files, plain, .gz or .zip; - for the input')
    .option('--map-out <file>', 'write the map to this file, as YAML or JSON')
    .option('--map <file>', 'begin with this map; the rest is inferred')
    .option('--report <file>', 'write the report to this file, as JSON')
    .option(
      '--aliases-out <file>',
      'write brands that are likely to have several names, for build --brands; reads NDJSON of parts too',
    )
    .option('--currency <code>', 'currency of prices that name none, USD without it')
    .option('--force', 'replace whatever has the name of --map-out, --report and --aliases-out')
    .addHelpText(
      'after',
      examples(
        ['partdex import parts.csv', 'how each column is read, and what does not fit'],
        ['partdex import parts.csv --map-out map.yaml', 'a map to edit, for partdex build --map map.yaml'],
        [
          'partdex import a.csv b.ndjson --aliases-out brands.ndjson',
          'brands that may be one, to check, for partdex build --brands',
        ],
      ),
    )
    .action((names: string[], options: Options) => importTables(names, options, terminal));
}

async function importTables(names: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { map, mapOut, report, aliasesOut, currency, force = false } = options;
  await checkOutputs(names, options);
  const files: (TableFile | NamedStream)[] = [];
  const documents: (string | NamedStream)[] = [];
  for (const name of names) {
    const input = await (name === '-' ? inputOfStream('stdin', terminal.stdin) : inputOfPath(name));
    if (input.kind === 'table') files.push(input.file);
    else if (aliasesOut !== undefined) documents.push(input.input);
    else throw await notATable(name);
  }
  if (files.length === 0 && (map ?? mapOut ?? report) !== undefined) {
    throw new CommandError('--map, --map-out and --report are for tables, and there is none');
  }
  const settings = { ...(map !== undefined && { map }), ...(currency !== undefined && { currency }) };
  const tables = files.length === 0 ? undefined : await openTableFiles(files, settings);
  const reportFile = report === undefined ? undefined : await openTextFile(report, '--report', force);
  const mapFile = mapOut === undefined ? undefined : await openTextFile(mapOut, '--map-out', force);
  const brandsFile = aliasesOut === undefined ? undefined : await openTextFile(aliasesOut, '--aliases-out', force);
  let brands: readonly Brand[] = [];
  try {
    if (brandsFile) brands = await proposedBrands(tables, documents);
    else if (tables) for await (const _ of tables.batches());
    for (const brand of brands) brandsFile?.write(`${lineOf(brand)}\n`);
    if (tables) {
      const read = tables.report();
      printReport(read, mapOut === undefined && aliasesOut === undefined ? terminal.stdout : terminal.stderr);
      reportFile?.write(`${JSON.stringify(read, undefined, 2)}\n`);
      const inferred = await tables.inferredMap();
      mapFile?.write(await mapText(inferred, mapOut));
      if (mapOut !== undefined) warn(terminal.stderr, columnsThatDiffer(read, inferred, mapOut));
    }
    for (const file of [reportFile, mapFile, brandsFile]) await file?.commit();
  } finally {
    for (const file of [reportFile, mapFile, brandsFile]) await file?.discard();
  }
  if (mapOut !== undefined) {
    print(terminal.stdout, `${mapOut} has the map; partdex build ${names.join(' ')} --map ${mapOut} uses it\n`);
  }
  if (aliasesOut !== undefined) print(terminal.stdout, describeBrands(brands, aliasesOut, names));
}

/** Refuses to replace what is read, and to write two things to a file. A map may replace the one that it began with. */
function checkOutputs(names: readonly string[], { mapOut, report, aliasesOut }: Options): Promise<void> {
  const inputs = names.map((name) => (name === '-' ? '/dev/stdin' : name));
  const outputs = [
    { option: '--map-out', path: mapOut },
    { option: '--report', path: report },
    { option: '--aliases-out', path: aliasesOut },
  ];
  return checkDistinct(outputs, inputs, 'import');
}

/** Why an input is not a table. */
async function notATable(name: string): Promise<CommandError> {
  if (name === '-') return new CommandError('the input is empty, or NDJSON of parts, which a build reads as it is', EXIT.failure);
  const info = await stat(name).catch((error: unknown) => systemFailure(error, name));
  if (typeof info === 'string') return new CommandError(info, EXIT.failure);
  if (info.isDirectory()) return new CommandError(`"${name}": it is a folder; name the files in it`, EXIT.failure);
  const isEmpty = info.isFile() && info.size === 0;
  const why = isEmpty ? 'is empty; a table of parts is needed' : 'is not a table; a build reads NDJSON as it is';
  return new CommandError(`"${name}" ${why}`, EXIT.failure);
}

/** Names the columns that a map of several tables leaves out. */
function columnsThatDiffer(report: ImportReport, { columns = {} }: TableMap, file: string): string[] {
  const headings = report.flatMap((table) => table.columns.map(({ heading }) => heading));
  const missing = [...new Set(headings)].filter((heading) => !(heading in columns)).map((heading) => `"${heading}"`);
  if (missing.length === 0) return [];
  const named = missing.length > FEW ? [...missing.slice(0, FEW), '…'] : missing;
  return [`${file} leaves out columns that the tables read differently, so that each table infers them: ${named.join(', ')}`];
}

/** A line with the aliases first, by which a later run recognises the file: other records begin with their uid. */
function lineOf({ aliases, uid, name }: Brand): string {
  return JSON.stringify({ aliases, uid, name });
}

function describeBrands(brands: readonly Brand[], file: string, names: readonly string[]): string {
  if (brands.length === 0) return `no brand seems to have several names; ${file} is empty\n`;
  const found = formatAmount(brands.length, 'brand that may have', 'brands that may have');
  const use = `partdex build ${names.join(' ')} --brands ${file} --merge "brand and part number"`;
  return `${file} has ${found} several names; check them, then ${use} uses them\n`;
}
