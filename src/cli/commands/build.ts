import type { Command } from 'commander';
import { type BuildReport, buildCatalogFile } from '../../node/partdex-node.js';
import { checkReplaceable } from '../catalog-file.js';
import { collect, examples } from '../options.js';
import { interruptible } from '../signals.js';
import { SkippedDocuments } from '../skipped.js';
import { formatAmount, formatBytes, formatCount, printable } from '../terminal/format.js';
import { openProgressLine } from '../terminal/progress.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';

/** Oddities of the data that are told one by one; of the others the number is. */
const TOLD_NOTICES = 10;

/** The standard input as a file. Windows has none. */
const INPUT = '/dev/stdin';

interface Options {
  output: string;
  force?: boolean;
  categories?: string[];
  brands?: string[];
  manufacturers?: string[];
  sellers?: string[];
  specMetadata?: string[];
  currency?: string;
  skipInvalid?: boolean;
  errors?: string;
}

/** `partdex build`: NDJSON files to one catalog file. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description('Makes one catalog file of NDJSON files, plain or gzip. It appears under its name when it is whole.')
    .argument('<parts...>', 'files of parts, one JSON object a line; - for the input')
    .requiredOption('-o, --output <file>', 'the catalog file to write; an earlier catalog is replaced')
    .option('--force', 'replace it even if it is something else than a catalog')
    .optionsGroup('Other records, each option may be repeated:')
    .option('--categories <file>', 'categories and their tree', collect)
    .option('--brands <file>', 'brands; those that parts name are gathered anyway', collect)
    .option('--manufacturers <file>', 'manufacturers, likewise', collect)
    .option('--sellers <file>', 'sellers, likewise', collect)
    .option('--spec-metadata <file>', 'names, datatypes and units of specs', collect)
    .optionsGroup('Data:')
    .option('--currency <code>', 'currency of avg_price, USD without it')
    .option('--skip-invalid', 'leave invalid documents out instead of stopping at the first')
    .option('--errors <file>', 'leave them out and write each of them to this file, as NDJSON')
    .addHelpText(
      'after',
      examples(
        ['partdex build parts.ndjson -o parts.pdx', 'the least'],
        ['partdex build 2024/*.ndjson.gz --categories categories.ndjson -o parts.pdx', 'many files, and a tree of categories'],
        ['partdex build export.ndjson --errors bad.ndjson -o parts.pdx', 'data with faults: what was left out is in bad.ndjson'],
      ),
    )
    .action((parts: string[], options: Options) => build(parts, options, terminal));
}

async function build(names: string[], options: Options, terminal: Terminal): Promise<void> {
  const parts = names.map((name) => (name === '-' ? INPUT : name));
  const { output, force, specMetadata, skipInvalid, errors, currency, ...sources } = options;
  const files = [...parts, ...Object.values(sources).flat(), ...(specMetadata ?? [])];
  if (!force) await checkReplaceable(output);
  const skipped = await SkippedDocuments.open(errors, [...files, output]);
  const progress = openProgressLine(terminal.stderr);
  const skips = skipInvalid || errors !== undefined;
  let report: BuildReport;
  try {
    report = await interruptible(
      (signal) =>
        buildCatalogFile({
          parts,
          ...sources,
          spec_metadata: specMetadata,
          out: output,
          ...(currency !== undefined && { priceCurrency: currency }),
          signal,
          onProgress: (state) => {
            if (!signal.aborted) progress.update(state);
          },
          onInvalid: skips ? (error) => skipped.add(error) : 'throw',
        }),
      `"${output}" is as it was`,
      () => progress.say('stopping, Ctrl-C again ends it at once'),
    );
  } finally {
    progress.stop();
    await skipped.close();
  }
  warn(terminal.stderr, [...skipped.lines(), ...noticeLines(report.notices)]);
  print(terminal.stdout, `${printable(summarize(report, output, errors))}\n`);
}

function noticeLines(notices: readonly string[]): string[] {
  const told = notices.slice(0, TOLD_NOTICES);
  const more = notices.length - told.length;
  return more > 0 ? [...told, `${formatAmount(more, 'more oddity', 'more oddities')} of this kind`] : told;
}

function summarize({ parts, skipped, seconds, bytes }: BuildReport, output: string, errors: string | undefined): string {
  const rate = seconds > 0 ? ` (${formatCount(parts / seconds)} parts/s)` : '';
  const listed = errors === undefined ? '' : ` (listed in ${errors})`;
  const left = skipped > 0 ? `, ${formatCount(skipped)} skipped${listed},` : '';
  return `${formatAmount(parts, 'part')}${left} in ${seconds.toFixed(1)} s${rate}; ${output} has ${formatBytes(bytes)}`;
}
