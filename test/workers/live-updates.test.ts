import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type LiveCatalog, openLive } from '../../src/node/live/live-catalog.js';
import type { LiveOptions } from '../../src/node/live/live-options.js';
import { buildCatalog, type Catalog, ClosedError, type Part, WorkerFailedError } from '../../src/partdex.js';
import { generateSample } from '../../src/sample/sample.js';

const PARTS = 300;

let folder: string;
let threads: Worker[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-updates-')), 'catalog');
  threads = [];
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Opens a catalog whose updates are written in a thread. @param onStart called with each thread that is started */
function open(options: LiveOptions = {}, onStart: (worker: Worker) => void = () => {}): Promise<LiveCatalog> {
  const script = pathToFileURL(join(inject('threads'), 'live-worker.js'));
  const started = (worker: Worker) => {
    threads.push(worker);
    onStart(worker);
  };
  return openLive(folder, { create: true, ...options }, { script, settling: 0, few: 0, onStart: started });
}

const parts = (): Part[] => [...generateSample(PARTS, 1)];
const OFFERS = [
  { sku: 'S-1', seller: { uid: 'shop', name: 'The Shop' }, in_stock_quantity: 7, prices: { USD: [[1, '0.5']] } },
] as unknown as NonNullable<Part['offers']>;
const patched = (part: Part): Part => ({ ...part, offers: OFFERS });

/** What several requests answer, and the documents in their order. */
async function answersOf(catalog: Catalog): Promise<unknown> {
  const fields = { 'brand.name': { include: true }, 'offers.seller.name': { include: true }, category_uids: { include: true } };
  const { results, hits, facet_results } = await catalog.parts.search({ sortby: 'uid', limit: 100, facet: { fields } });
  const scored = await catalog.parts.search({ q: 'resistor', limit: 20, spec_drilldown: { include: true } });
  const sellers = await catalog.sellers.search({ sortby: 'uid', limit: 100 });
  const documents: string[] = [];
  for await (const bytes of catalog.toNdjson('parts')) documents.push(new TextDecoder().decode(bytes));
  return [results, hits, facet_results, scored, sellers.results, documents.join('')].map((one) => withoutTimes(one));
}

const withoutTimes = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === 'msec' ? undefined : (value as unknown))));

const filesOf = (kind: string) => readdirSync(folder).filter((name) => name.includes(kind));

it('writes updates in one thread, which answer as a build of the documents does', async () => {
  const live = await open();
  const all = parts();
  for (let i = 0; i < 3; i++) await live.update({ put: all.slice(i * 100, i * 100 + 100) });
  const some = all.filter((_, i) => i % 7 === 3);
  const { replaced } = await live.update({ patch: some.map(({ uid }) => ({ uid, offers: OFFERS })) });
  expect(replaced).toBe(some.length);
  expect(threads).toHaveLength(1);
  const whole = await buildCatalog({ parts: all.map((part, i) => (i % 7 === 3 ? patched(part) : part)) });
  expect(await answersOf(live)).toEqual(await answersOf(whole));
  await live.close();
  const again = await open();
  expect(await answersOf(again)).toEqual(await answersOf(whole));
  // The thread has the segments open that the next commits replace.
  await again.update({ patch: some.map(({ uid }) => ({ uid, offers: [] })) });
  await again.compact();
  await again.update({ patch: some.map(({ uid }) => ({ uid, offers: OFFERS })) });
  expect(await answersOf(again)).toEqual(await answersOf(whole));
  await again.close();
});

/** The priorities of the threads of this process, which only Linux has. */
const priorities = () => readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));

it.skipIf(process.platform !== 'linux')('lets requests go before updates', async () => {
  const own = getPriority(process.pid);
  const lower = Math.min(own + 10, constants.priority.PRIORITY_LOW);
  const count = () => priorities().filter((one) => one === lower).length;
  const before = count();
  const live = await open();
  await live.update({ put: parts() });
  expect(count()).toBe(before + (lower === own ? 0 : 1));
  expect(getPriority(process.pid)).toBe(own);
  await live.close();
});

it('sends an update of many messages', async () => {
  const live = await open();
  // About 4 MB of texts: more messages than may be unread at a time.
  const put = parts().map(
    (part, i) => ({ ...part, descriptions: [{ value: `long ${String(i).padEnd(14_000, ' x')}` }] }) as Part,
  );
  await live.update({ put });
  expect((await live.parts.search({ q: 'long' })).hits).toBe(PARTS);
  const documents: string[] = [];
  for await (const bytes of live.toNdjson('parts')) documents.push(new TextDecoder().decode(bytes));
  expect(documents.join('')).toBe(put.map((part) => `${JSON.stringify(part)}\n`).join(''));
  await live.close();
});

it('reports what a build in the caller’s thread does, with the places of the documents', async () => {
  const notices: string[][] = [[], []];
  const put = parts()
    .slice(0, 20)
    .map((part, i) => (i === 11 ? { ...part, offers: [{ ...OFFERS[0], in_stock_quantity: 'many' }] } : part)) as Part[];
  const reports: unknown[] = [];
  for (const [i, workers] of [2, 0].entries()) {
    const live = await open({ workers, onNotice: (notice) => void notices[i].push(notice) });
    const { notices: reported } = await live.update({ put });
    reports.push(reported);
    await live.close();
    rmSync(folder, { recursive: true });
  }
  expect(threads).toHaveLength(1);
  expect(notices[0].join()).toContain('put:12');
  expect(notices[0]).toEqual(notices[1]);
  expect(reports[0]).toEqual(reports[1]);
});

it('leaves the last commit where the thread dies, and starts another one', async () => {
  let isDying = true;
  const live = await open({}, (worker) => {
    if (isDying) void worker.terminate();
  });
  const all = parts().slice(0, 30);
  await expect(live.update({ put: all })).rejects.toBeInstanceOf(WorkerFailedError);
  expect(live.commit).toBe(0);
  isDying = false;
  await live.update({ put: all });
  expect(threads).toHaveLength(2);
  expect((await live.parts.search()).hits).toBe(30);
  // It dies while it reads, and the next one while it writes.
  isDying = true;
  await threads[1].terminate();
  await expect(live.update({ patch: [{ uid: all[1].uid, offers: OFFERS }] })).rejects.toBeInstanceOf(WorkerFailedError);
  expect([live.commit, threads.length]).toEqual([1, 4]);
  isDying = false;
  await live.update({ remove: [all[3].uid], put: [{ uid: 'new', mpn: 'N-1' } as Part] });
  expect(threads).toHaveLength(5);
  expect(await answersOf(live)).toEqual(
    await answersOf(await buildCatalog({ parts: [...all.filter((_, i) => i !== 3), { uid: 'new', mpn: 'N-1' } as Part] })),
  );
  await live.close();
  expect(filesOf('.tmp')).toEqual([]);
  expect(filesOf('segment')).toHaveLength(2);
});

it('drops an update that is aborted while the thread writes it', async () => {
  const controller = new AbortController();
  const reason = { stop: 'please' };
  const live = await open({}, () => void setTimeout(() => controller.abort(reason)));
  await expect(live.update({ put: parts() }, { signal: controller.signal })).rejects.toBe(reason);
  expect([live.commit, threads.length]).toEqual([0, 1]);
  expect(filesOf('.tmp')).toEqual([]);
  await live.update({ put: parts() });
  expect([live.commit, threads.length]).toEqual([1, 2]);
  await live.close();
});

it('waits for updates and ends the thread when the catalog is closed', async () => {
  const exits: Promise<unknown>[] = [];
  const live = await open({}, (worker) => void exits.push(new Promise((resolve) => worker.once('exit', resolve))));
  const updating = live.update({ put: parts() });
  await live.close();
  expect((await updating).added).toBe(PARTS);
  await Promise.all(exits);
  expect(exits).toHaveLength(1);
  await expect(live.update({ put: [] })).rejects.toBeInstanceOf(ClosedError);
  const again = await open();
  expect((await again.parts.search()).hits).toBe(PARTS);
  await again.close();
});

it('writes updates in the caller’s thread where one thread is for merges', async () => {
  const live = await open({ workers: 1 });
  await live.update({ put: parts() });
  expect(threads).toHaveLength(0);
  await live.update({ remove: [parts()[0].uid] });
  await live.compact();
  expect(threads).toHaveLength(1);
  await live.close();
});
