/**
 * The soak test of live catalogs: updates of one thread, and requests of several, for half an hour. Every answer is checked against the
 * commit that it belongs to, memory and open files must not grow. It prints a table, and exits with status 1 if anything is wrong.
 *
 * npm run soak:live -- [--minutes 30] [--readers 2]
 */
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openLiveCatalog } from '../dist/partdex-node.js';
import { ask, Model, numbers, partOf } from './soak/live-model.mjs';

/** Memory is flat if it grows by no more than this: a share, and bytes. */
const FLAT_SHARE = 1.15;
const FLAT_BYTES = 48 * 2 ** 20;
/** Open files that merges and snapshots may hold for a while. */
const FLAT_FILES = 12;
const SAMPLE_EVERY = 500;
/** Updates between a snapshot and its end. */
const SNAPSHOT_UPDATES = 25;
const COMPACT_EVERY = 200;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, readers: { type: 'string', default: '2' } },
});
const milliseconds = Number(values.minutes) * 60_000;
const readers = Number(values.readers);
if (!(milliseconds > 0)) throw new Error(`--minutes must be a number above 0, not "${values.minutes}"`);
if (!Number.isInteger(readers) || readers < 0) throw new Error(`--readers must be a whole number, not "${values.readers}"`);

const root = await mkdtemp(join(tmpdir(), 'partdex-soak-live-'));
const folder = join(root, 'catalog');
const faults = [];
const samples = [];
try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function soak() {
  const live = await openLiveCatalog(folder, { create: true, onNotice: (notice) => faults.push(notice) });
  const model = new Model();
  await update(live, model);
  const threads = Array.from({ length: readers }, (_, i) => startReader(i + 1));
  const sampling = setInterval(() => samples.push({ memory: process.memoryUsage.rss(), files: openFiles() }), SAMPLE_EVERY);
  const end = performance.now() + milliseconds;
  const counts = { answers: 0, snapshots: 0 };
  while (performance.now() < end && faults.length === 0) await round(live, model, counts);
  clearInterval(sampling);
  for (const { worker } of threads) worker.postMessage('end');
  const read = await Promise.all(threads.map(({ result }) => result));
  await live.compact();
  await live.close();
  return report(model, counts, read);
}

/** Updates beside requests to the newest commit and to a snapshot. */
async function round(live, model, counts) {
  const below = numbers(model.commit + 7);
  const snapshot = live.snapshot();
  const then = model.copy();
  counts.snapshots++;
  for (let i = 0; i < SNAPSHOT_UPDATES && faults.length === 0; i++) {
    const before = model.copy();
    const asking = [ask(live, before, below), ask(snapshot, then, below)];
    const compacting = model.commit % COMPACT_EVERY === 0 ? live.compact() : undefined;
    const results = await Promise.allSettled([update(live, model), compacting, ...asking]);
    for (const { status, reason } of results) if (status === 'rejected') faults.push(String(reason?.stack ?? reason));
    counts.answers += asking.length;
    await wait(10);
  }
  await snapshot.close();
}

async function update(live, model) {
  const put = [];
  const patch = [];
  const remove = [];
  for (const [number, version] of Model.changesOf(model.commit + 1)) {
    const part = partOf(number, version ?? 0);
    if (version === undefined) remove.push(part.uid);
    else if (model.versions.has(number)) patch.push(part);
    else put.push(part);
  }
  const { missing } = await live.update({ put, patch, remove });
  const wanted = remove.filter((uid) => !model.versions.has(Number(uid.slice('part-'.length))));
  model.forward(live.commit === model.commit ? model.commit : model.commit + 1);
  if (missing.join() !== wanted.join()) throw new Error(`missing as of commit ${model.commit}: ${missing}, not ${wanted}`);
}

function startReader(seed) {
  const worker = new Worker(new URL('soak/live-reader.mjs', import.meta.url), { workerData: { folder, seed } });
  const result = new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error) => {
      faults.push(String(error.stack));
      resolve({ answers: 0, commit: 0 });
    });
  });
  return { worker, result };
}

/** The number of this process's open files; 0 where the system does not list them. */
function openFiles() {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

function report(model, { answers, snapshots }, read) {
  // The first third warms up.
  const third = Math.floor(samples.length / 3);
  const [early, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const median = (all, name) => all.map((one) => one[name]).sort((a, b) => a - b)[all.length >> 1] ?? 0;
  const [memory, lastMemory] = [median(early, 'memory'), median(late, 'memory')];
  const [files, lastFiles] = [median(early, 'files'), median(late, 'files')];
  const isFlat = lastMemory <= Math.max(memory * FLAT_SHARE, memory + FLAT_BYTES);
  const isFewFiles = lastFiles <= files + FLAT_FILES;
  const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;
  const rows = [
    ['commits', model.commit, ''],
    ['answers checked', answers + read.reduce((sum, one) => sum + one.answers, 0), `of ${read.length} readers and the writer`],
    ['snapshots', snapshots, ''],
    ['last commit of the readers', read.map(({ commit }) => commit).join(', '), ''],
    ['memory', `${megabytes(memory)}, later ${megabytes(lastMemory)}`, isFlat ? 'flat' : 'GROWS'],
    ['open files', `${files}, later ${lastFiles}`, isFewFiles ? 'flat' : 'GROWS'],
    ['faults', faults.length, faults.length === 0 ? '' : faults[0]],
  ];
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  return isFlat && isFewFiles && faults.length === 0;
}
