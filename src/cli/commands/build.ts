import type { Command } from 'commander';
import { type BuildReport, buildCatalogFile } from '../../node/partdex-node.js';
import type { InvalidDocumentError } from '../../partdex.js';
import { collect } from '../options.js';
import { openProgressLine } from '../progress.js';
import { formatAmount, formatBytes, formatCount, printable, type Terminal, warn } from '../terminal.js';

/** Invalid documents that are told one by one; of the others the number is. */
const TOLD = 10;

interface Options {
  output: string;
  categories?: string[];
  brands?: string[];
  manufacturers?: string[];
  sellers?: string[];
  specMetadata?: string[];
  skipInvalid?: boolean;
}

/** `partdex build`: NDJSON files to one catalog file. */
export function addBuildCommand(program: Command, terminal: Terminal): void {
  program
    .command('build')
    .description('Build a catalog file from NDJSON files (.gz too).')
    .argument('<parts...>', 'files of parts')
    .requiredOption('-o, --output <file>', 'the catalog file to write')
    .option('--categories <file>', 'file of categories; this and the next ones may be repeated', collect)
    .option('--brands <file>', 'file of brands; without them, brands are gathered from the parts', collect)
    .option('--manufacturers <file>', 'file of manufacturers, likewise', collect)
    .option('--sellers <file>', 'file of sellers, likewise', collect)
    .option('--spec-metadata <file>', 'file of spec metadata: datatypes, names and units', collect)
    .option('--skip-invalid', 'leave invalid documents out instead of stopping at the first')
    .action((parts: string[], options: Options) => build(parts, options, terminal));
}

async function build(parts: string[], options: Options, terminal: Terminal): Promise<void> {
  const progress = openProgressLine(terminal);
  const invalid: InvalidDocumentError[] = [];
  const { output, specMetadata, skipInvalid, ...sources } = options;
  let report: BuildReport;
  try {
    report = await buildCatalogFile({
      parts,
      ...sources,
      spec_metadata: specMetadata,
      out: output,
      onProgress: (state) => progress.update(state),
      onInvalid: skipInvalid ? (error) => invalid.length < TOLD && invalid.push(error) : 'throw',
    });
  } finally {
    progress.stop();
  }
  for (const error of invalid) warn(terminal, `skipped: ${error.message}`);
  if (report.skipped > invalid.length) warn(terminal, `skipped ${formatCount(report.skipped - invalid.length)} more`);
  for (const notice of report.notices) warn(terminal, notice);
  terminal.stdout.write(`${summarize(report, output)}\n`);
}

function summarize({ parts, skipped, seconds, bytes }: BuildReport, output: string): string {
  const rate = seconds > 0 ? ` (${formatCount(parts / seconds)} parts/s)` : '';
  const left = skipped > 0 ? `, ${formatCount(skipped)} skipped` : '';
  return `${formatAmount(parts, 'part')}${left} in ${seconds.toFixed(1)} s${rate}; ${printable(output)} has ${formatBytes(bytes)}`;
}
