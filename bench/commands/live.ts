import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildCatalogFile, openCatalogFile, openLiveCatalog } from '../../src/node/partdex-node.js';
import type { Catalog, Part } from '../../src/partdex.js';
import { openData } from '../data/data.js';
import type { DataSet } from '../data/data-set.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import {
  type ClassTimes,
  compareClasses,
  type MixTimes,
  type RequestClass,
  timeMix,
  timeMixBesideUpdates,
} from '../live/requests.js';
import { DrawnPatches, patchedPerSecond, timeUpdates, type UpdateTimes } from '../live/updates.js';
import { timed } from '../measure/measure.js';
import { QUESTIONS, requestOf } from '../queries/questions.js';
import { LIMITS } from '../queries/requests.js';
import { figure, table } from '../report/table.js';
import { positiveNumber, readOptions, wholeNumber } from './options.js';

export const HELP = `npm run bench:live -- [options]

Measures a catalog that changes: updates, requests beside updates, and requests to a catalog with parts that were changed and not
merged, beside the same catalog as a file.

  --data <name>        generated or real; default generated
  --parts <number>     default 200000
  --catalog <file>     keeps the catalog file there, and builds it only if it is missing
  --seconds <number>   how long each load lasts; default 10
  --json               print the figures as JSON instead of tables
`;

const DEFAULT_PARTS = 200_000;
/** Parts that are changed, of all. */
const CHANGED_SHARE = 0.02;
/** Updates that change them. */
const CHANGES = 4;
const DRAWN_PARTS = 20_000;
const REQUESTS_OF_A_CLASS = 12;

interface Measured {
  readonly updates: readonly UpdateTimes[];
  readonly perSecond: number;
  readonly alone: MixTimes;
  readonly beside: MixTimes;
  readonly changed: readonly ClassTimes[];
  readonly compacting: { readonly seconds: number; readonly mix: MixTimes };
  readonly compacted: readonly ClassTimes[];
}

/** Measures a catalog that changes. */
export async function liveCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    data: { type: 'string', default: 'generated' },
    parts: { type: 'string' },
    catalog: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(HELP);
    return;
  }
  const data = await openData(options.data, wholeNumber('--parts', options.parts) ?? DEFAULT_PARTS);
  if (typeof data === 'string') {
    console.log(`bench:live is skipped: ${data}`);
    return;
  }
  const folder = temporaryFolder();
  const base = options.catalog === undefined ? join(folder, 'catalog.pdx') : resolve(options.catalog);
  if (!existsSync(base)) await buildCatalogFile({ ...(await data.files(folder)), out: base });
  const measured = await measureLive(base, folder, data, positiveNumber('--seconds', options.seconds, 0.1) * 1000);
  console.log(options.json ? JSON.stringify({ data: data.name, ...measured }, null, 1) : report(data.description, measured));
}

async function measureLive(base: string, folder: string, data: DataSet, milliseconds: number): Promise<Measured> {
  const fixed = await openCatalogFile(base, { limits: LIMITS });
  const classes = await classesOf(data);
  const patches = new DrawnPatches(await drawnParts(base));
  stage('requests');
  await timeMix(fixed, classes, Number.POSITIVE_INFINITY, classes.length * REQUESTS_OF_A_CLASS);
  const alone = await timeMix(fixed, classes, milliseconds);
  const { changed, compacting, compacted } = await measureChanged(
    base,
    join(folder, 'changed'),
    fixed,
    classes,
    patches,
    milliseconds,
  );
  stage('updates');
  const live = await openLiveCatalog(join(folder, 'live'), { base, limits: LIMITS });
  await timeUpdates(live, patches, 1, 3);
  const updates = [await timeUpdates(live, patches, 1, 50), await timeUpdates(live, patches, 1000, 10)];
  await live.compact();
  stage('requests beside updates');
  const beside = await timeMixBesideUpdates(live, classes, patches, milliseconds);
  await live.compact();
  stage('patches');
  const perSecond = await patchedPerSecond(live, patches, 5000, milliseconds);
  await live.close();
  await fixed.close();
  return { updates, perSecond, alone, beside, changed, compacting, compacted };
}

/** A catalog with changed parts, then merged, both beside the file. */
async function measureChanged(
  base: string,
  folder: string,
  fixed: Catalog,
  classes: readonly RequestClass[],
  patches: DrawnPatches,
  milliseconds: number,
): Promise<Pick<Measured, 'changed' | 'compacting' | 'compacted'>> {
  stage('changed parts');
  const live = await openLiveCatalog(folder, { base, limits: LIMITS });
  const most = Math.round((live.info.parts * CHANGED_SHARE) / CHANGES);
  for (let i = 0; i < CHANGES; i++) await live.update({ patch: patches.draw(most) });
  // Several segments run other code than one does: it is as warm then as that of the file.
  await timeMix(live, classes, milliseconds);
  const changed = await compareClasses(fixed, live, classes);
  stage('compact');
  let seconds = Number.NaN;
  const compact = timed(() => live.compact()).then((took) => (seconds = took / 1000));
  let mix: MixTimes | undefined;
  while (Number.isNaN(seconds)) {
    const more = await timeMix(live, classes, 1000);
    if (!mix || more.stall.wall_ms > mix.stall.wall_ms) mix = more;
  }
  await compact;
  // A file of the same parts: the order of their values differs from that of the base.
  const merged = join(folder, '..', 'merged');
  await live.close();
  await cp(folder, merged, { recursive: true });
  const again = await openLiveCatalog(folder, { limits: LIMITS });
  const whole = await openCatalogFile(join(merged, (await segmentsIn(merged))[0]), { limits: LIMITS });
  const compacted = await compareClasses(whole, again, classes);
  await whole.close();
  await again.close();
  return { changed, compacting: { seconds, mix: mix as MixTimes }, compacted };
}

async function segmentsIn(folder: string): Promise<string[]> {
  const { readdir } = await import('node:fs/promises');
  return (await readdir(folder)).filter((name) => name.endsWith('.pdx'));
}

/** Parts from all over the catalog, as they were given: an answer has what their sellers' records say too. */
async function drawnParts(base: string): Promise<Part[]> {
  const catalog = await openCatalogFile(base);
  const every = Math.max(1, Math.floor(catalog.info.parts / DRAWN_PARTS));
  const drawn: Part[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  let at = 0;
  for await (const bytes of catalog.toNdjson('parts')) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (at++ % every === 0) drawn.push(pick(JSON.parse(line)));
  }
  await catalog.close();
  return drawn;
}

function pick({ uid, mpn, offers }: Part): Part {
  return { uid, mpn, ...(offers && { offers }) };
}

/** Some requests of each question of the benchmarks. */
async function classesOf(data: DataSet): Promise<RequestClass[]> {
  const queries = await data.queries();
  return QUESTIONS.flatMap((question) => {
    const drawn = queries.get(question.argumentsOf)?.slice(0, REQUESTS_OF_A_CLASS) ?? [];
    return drawn.length === 0 ? [] : [{ name: question.name, requests: drawn.map((args) => requestOf(question, args)) }];
  });
}

function stage(name: string): void {
  console.error(`${name} …`);
}

function report(description: string, measured: Measured): string {
  const { updates, perSecond, alone, beside, changed, compacting, compacted } = measured;
  const goals = ['≤ 15', '≤ 120'];
  const ratios = (all: readonly ClassTimes[]) => all.map(({ fixed, changing }) => changing / fixed).sort((a, b) => a - b);
  const summary = (all: readonly ClassTimes[]) => {
    const sorted = ratios(all);
    return `${figure(sorted[sorted.length >> 1])}, at most ${figure(sorted[sorted.length - 1])}`;
  };
  const rows = [
    ...updates.map(({ parts, median, longest }, i) => [
      `update of ${parts}, ms`,
      `${figure(median)}, longest ${figure(longest)}`,
      goals[i],
    ]),
    ['patches of price and stock, parts/s', figure(perSecond), '≥ 15,000'],
    ['requests beside updates, p50 of static', figure(beside.p50 / alone.p50), '≤ 2'],
    ['requests beside updates, p99 of static', figure(beside.p99 / alone.p99), '≤ 2'],
    ['longest stall beside updates, ms', stallText(beside), '≤ 20'],
    ['longest stall of the static catalog, ms', stallText(alone), ''],
    ['`compact`, s', figure(compacting.seconds), ''],
    ['longest stall beside `compact`, ms', stallText(compacting.mix), '≤ 20'],
    ['classes with 2 % changed, of static', summary(changed), '≤ 1.5'],
    ['classes after `compact`, of static', summary(compacted), '≤ 1.02'],
  ];
  const classes = changed.map(({ name, fixed, changing }, i) => {
    const after = compacted[i];
    return [name, figure(fixed), figure(changing), figure(changing / fixed), figure(after.changing / after.fixed)];
  });
  return [
    `# A live catalog: ${description}\n`,
    table(['', 'measured', 'goal'], rows, ['measured', 'goal']),
    '\nMedians of each class of requests in milliseconds, and times those of the file.\n',
    table(['request', 'static', '2 % changed', 'times', 'compacted, times'], classes),
  ].join('\n');
}

function stallText({ stall }: MixTimes): string {
  return stall.own_ms === undefined
    ? figure(stall.wall_ms)
    : `${figure(stall.wall_ms)}, of that own time ${figure(stall.own_ms)}`;
}
