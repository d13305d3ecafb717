import type { Command } from 'commander';
import { type Files, openLiveCatalog, readChanges } from '../../node/partdex-node.js';
import type { CatalogChanges, UpdateReport } from '../../partdex.js';
import { isFolder, isSameFile, withClusterCatalog } from '../catalog-file.js';
import { isClusterUrl } from '../cluster-url.js';
import { CommandError, EXIT } from '../failure.js';
import { foreignKind } from '../not-ndjson.js';
import { examples } from '../options.js';
import { interruptible } from '../signals.js';
import { SkippedDocuments } from '../skipped.js';
import { formatAmount, formatBytes, formatCount, formatMilliseconds, jsonText, printable } from '../terminal/format.js';
import { type ProgressBar, startProgressBar } from '../terminal/progress-bar.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';
import { updateFile } from '../update-file.js';

/** The input as the command line names it, and its name in messages. */
const INPUT = { option: '-', name: 'stdin' };
/** Uids that are missing, and oddities, that are printed; the others are counted. */
const SHOWN = 10;
/** The share of the time that the first reading takes. */
const READING = 0.3;

interface Options {
  skipInvalid?: boolean;
  errors?: string;
  force?: boolean;
  json?: boolean;
}

/** How an update is applied to a kind of catalog. */
interface UpdateCall {
  readonly changes: CatalogChanges;
  readonly signal: AbortSignal;
  readonly skipped: SkippedDocuments | undefined;
}

/** What was done, and the number of the commit if the catalog counts them. */
interface Updated {
  readonly report: UpdateReport;
  readonly commit?: number;
}

/** `partdex update`: applies files of changes as one update. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Applies changes to a catalog as one update: all of it, or nothing if a line is invalid. ' +
        'A folder gets a commit, which readers see while they run; a catalog file is written anew.',
    )
    .argument('<catalog>', 'folder of a live catalog, catalog file, or opensearch+https://host:9200/<alias>')
    .argument('<changes...>', 'NDJSON of changes or of whole parts, plain or .gz; - for the input')
    .option('--skip-invalid', 'leave invalid changes out instead of stopping at the first; for folders')
    .option('--errors <file>', 'leave them out and write each of them to this file, as NDJSON')
    .option('--force', 'replace whatever has the name of --errors')
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      examples(
        ['partdex update parts/ prices.ndjson', 'a commit of a live catalog'],
        [`echo '{"remove": "60e55e78e8aeb407"}' | partdex update parts/ -`, 'one part goes'],
        ['partdex update parts.pdx changes.ndjson.gz', 'a catalog file, which is replaced when the new one is whole'],
      ),
    )
    .addHelpText(
      'after',
      '\nA line is {"put": part}, {"patch": {"uid": …}}, {"remove": "uid"}, a record such as {"brand": …}, or a part itself.',
    )
    .action((path: string, files: string[], options: Options) => update(path, files, options, terminal));
}

async function update(path: string, names: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { errors, force = false, json = false } = options;
  const skips = options.skipInvalid === true || errors !== undefined;
  const isLive = !isClusterUrl(path) && (await isFolder(path));
  await checkNames(path, names, errors);
  if (skips && !isLive) {
    throw new CommandError(`--${errors === undefined ? 'skip-invalid' : 'errors'} is for the folder of a live catalog`);
  }
  const skipped = skips ? await SkippedDocuments.open(errors, force) : undefined;
  const bar = startProgressBar(terminal.stderr);
  try {
    const changes = readChanges(filesOf(names, terminal), { onProgress: progressOn(bar) });
    const updated = await interruptible(
      (signal) =>
        (isLive ? updateFolder : isClusterUrl(path) ? updateCluster : updateOneFile)(path, { changes, signal, skipped }),
      isClusterUrl(path) ? 'the catalog may have a part of the update' : `"${path}" is as it was`,
      () => bar.show(1, 'stopping, Ctrl-C again ends it at once'),
    );
    await skipped?.commit();
    bar.stop();
    printReport(updated, skipped, json, terminal);
  } finally {
    bar.stop();
    await skipped?.discard();
  }
}

async function updateFolder(path: string, { changes, signal, skipped }: UpdateCall): Promise<Updated> {
  const live = await openLiveCatalog(path, skipped ? { onInvalid: (error) => skipped.add(error) } : {});
  try {
    const before = live.commit;
    const report = await live.update(changes, { signal });
    return live.commit > before ? { report, commit: live.commit } : { report };
  } finally {
    await live.close();
  }
}

async function updateOneFile(path: string, { changes, signal }: UpdateCall): Promise<Updated> {
  return { report: await updateFile(path, changes, signal) };
}

function updateCluster(address: string, { changes, signal }: UpdateCall): Promise<Updated> {
  return withClusterCatalog(address, async (catalog) => ({ report: await catalog.update(changes, { signal }) }));
}

function filesOf(names: readonly string[], { stdin }: Terminal): Files {
  return names.map((name) => (name === INPUT.option ? { name: INPUT.name, stream: stdin } : name));
}

/** Refuses an output that would destroy other data, and an input that cannot be read twice. */
async function checkNames(path: string, names: readonly string[], errors: string | undefined): Promise<void> {
  if (names.filter((name) => name === INPUT.option).length > 1)
    throw new CommandError('- is named twice; the input is read once');
  for (const name of names) {
    if (await isSameFile(path, name)) throw new CommandError(`"${name}" is the catalog itself; name files of changes after it`);
    const foreign = await foreignKind(name);
    if (foreign) throw new CommandError(notChanges(name, foreign), EXIT.failure);
    if (errors !== undefined && (await isSameFile(errors, name)))
      throw new CommandError(`--errors "${errors}": that is "${name}" of this update; name another file`);
  }
}

const ADVICE = {
  table: [
    '"partdex import" shows how it is read',
    '"partdex build" makes a catalog of it, and "partdex export" lines of whole parts, each of which replaces a part',
  ],
  catalog: [
    '"partdex diff" shows what differs in it',
    '"partdex export" writes its parts as lines, each of which replaces a part',
  ],
};

function notChanges(name: string, kind: keyof typeof ADVICE): string {
  return `"${name}" is a ${kind}, not a file of changes, which has a line of JSON for each: ${ADVICE[kind].join('; ')}`;
}

function progressOn(bar: ProgressBar) {
  return ({ phase, done, total }: { phase: 'read' | 'apply'; done: number; total: number }) => {
    const share = total > 0 ? Math.min(1, done / total) : 1;
    if (phase === 'read') bar.show(READING * share, `reading  ${formatBytes(done)}`);
    else bar.show(READING + (1 - READING) * share, `changing  ${formatCount(done)} of ${formatAmount(total, 'part')}`);
  };
}

function printReport(
  { report, commit }: Updated,
  skipped: SkippedDocuments | undefined,
  json: boolean,
  terminal: Terminal,
): void {
  const { added, replaced, removed, invalid, missing, milliseconds } = report;
  warn(terminal.stderr, [...(skipped?.lines() ?? []), ...missingLine(missing), ...noticeLines(report.notices)]);
  if (json) {
    print(terminal.stdout, `${jsonText({ ...report, ...(commit !== undefined && { commit }) })}\n`);
    return;
  }
  const counts = `${formatCount(added)} added, ${formatCount(replaced)} replaced, ${formatCount(removed)} removed`;
  const left = invalid > 0 ? `, ${formatCount(invalid)} skipped` : '';
  const made = commit === undefined ? '' : `; commit ${formatCount(commit)}`;
  print(terminal.stdout, `${counts}${left} in ${formatMilliseconds(milliseconds)}${made}\n`);
}

function missingLine(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const more = missing.length > SHOWN ? ` and ${formatCount(missing.length - SHOWN)} more` : '';
  const named = missing.slice(0, SHOWN).map(printable).join(', ');
  return [
    `${formatAmount(missing.length, 'uid')} to patch or remove ${missing.length === 1 ? 'is' : 'are'} missing: ${named}${more}`,
  ];
}

function noticeLines(notices: readonly string[]): string[] {
  const more = notices.length - SHOWN;
  const told = notices.slice(0, SHOWN);
  return more > 0 ? [...told, `${formatAmount(more, 'more oddity', 'more oddities')} of this kind`] : told;
}
