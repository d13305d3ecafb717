import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type LiveCatalog, openLive } from '../../src/node/live/live-catalog.js';
import type { LiveOptions } from '../../src/node/live/live-options.js';
import { openLiveCatalog } from '../../src/node/partdex-node.js';
import { buildCatalog, type Catalog, ClosedError, type Part, ValidationError, WorkerFailedError } from '../../src/partdex.js';
import { generateSample } from '../../src/sample/sample.js';

const PARTS = 400;

let folder: string;
let threads: Worker[];
let exits: Promise<number>[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-merges-')), 'catalog');
  threads = [];
  exits = [];
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/**
 * @param onStart called with each thread that merges
 * @param settling milliseconds without an update after which small segments are merged
 */
function open(options: LiveOptions, onStart: (worker: Worker) => void = () => {}, settling = 0): Promise<LiveCatalog> {
  return openLive(folder, options, {
    script: pathToFileURL(join(inject('threads'), 'live-worker.js')),
    settling,
    few: 0,
    writesUpdates: false,
    onStart: (worker) => {
      threads.push(worker);
      exits.push(new Promise((resolve) => worker.once('exit', resolve)));
      onStart(worker);
    },
  });
}

const parts = (): Part[] => [...generateSample(PARTS, 1)];
const PATCH = { descriptions: [{ value: 'patched' }] };
const patched = (part: Part): Part => ({ ...part, ...PATCH });

/** Text that does not compress well. */
function noise(seed: number, length: number): string {
  let text = '';
  for (let i = seed + 1; text.length < length; ) text += (i = (Math.imul(i, 1_664_525) + 1_013_904_223) >>> 0).toString(36);
  return text;
}

/** What several requests answer. */
async function answersOf(catalog: Catalog): Promise<unknown> {
  const { results, hits, facet_results } = await catalog.parts.search({
    sortby: 'uid',
    limit: 100,
    facet: { fields: { 'brand.name': { include: true }, category_uids: { include: true } } },
  });
  const scored = await catalog.parts.search({ q: 'patched', limit: 20 });
  const places: string[] = [];
  for await (const bytes of catalog.toNdjson('parts')) places.push(new TextDecoder().decode(bytes));
  return [results, hits, facet_results, scored.hits, scored.results, places.join('')];
}

const namesOf = () => readdirSync(folder).map((name) => name.replace(/\d+/, 'n'));

it('merges in a thread, while updates go on', async () => {
  const live = await open({ create: true });
  const all = parts();
  for (let i = 0; i < 4; i++) await live.update({ put: all.slice(i * 100, i * 100 + 100) });
  await live.update({ remove: [all[5].uid] });
  const compacting = live.compact();
  // Of the segments that are merged: one part, and later all of the second segment.
  await live.update({ patch: [{ uid: all[7].uid, ...PATCH }] });
  await live.update({ remove: all.slice(100, 200).map(({ uid }) => uid), put: [{ uid: 'new', mpn: 'N-1' } as Part] });
  await compacting;
  expect(threads).toHaveLength(1);
  const left = all.flatMap((part, i) => (i === 5 || (i >= 100 && i < 200) ? [] : [i === 7 ? patched(part) : part]));
  const whole = await buildCatalog({ parts: [...left, { uid: 'new', mpn: 'N-1' } as Part] });
  expect((await live.parts.search({ q: 'patched' })).hits).toBe(1);
  expect(await answersOf(live)).toEqual(await answersOf(whole));
  await live.compact();
  expect(live.info).toMatchObject({ segments: 1, deadRows: 0, parts: PARTS - 100, commit: 7 });
  expect(await answersOf(live)).toEqual(await answersOf(whole));
  await live.close();
  expect(namesOf().sort()).toEqual(['commit-n', 'facts-n', 'places-n', 'segment-n.pdx']);
  const again = await openLiveCatalog(folder);
  expect(await answersOf(again)).toEqual(await answersOf(whole));
  await again.close();
  // One thread has made both merges.
  expect(await Promise.all(exits)).toHaveLength(1);
});

it.skipIf(!existsSync('/proc/self/fd'))('closes the files of a merge, although its thread goes on', async () => {
  const live = await open({ create: true });
  // More than a megabyte, compressed: smaller files are read whole.
  const put = parts().map((part, i) => ({ ...part, descriptions: [{ value: noise(i, 6000) }] }) as Part);
  await live.update({ put });
  await live.update({ remove: [put[3].uid] });
  await live.compact();
  expect(threads).toHaveLength(1);
  const opened = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
  const segments = opened.filter((path) => path.startsWith(join(folder, 'segment-')));
  // The one of now, and the one before until its snapshot is collected: each once, in the caller's thread.
  expect(segments.length).toBeGreaterThan(0);
  expect(segments).toEqual([...new Set(segments)]);
  await live.close();
});

it('merges small segments after a while without updates', async () => {
  const live = await open({ create: true }, undefined, 1);
  await live.update({ put: parts().slice(0, 20) });
  await live.update({ patch: [{ uid: parts()[3].uid, ...PATCH }] });
  const before = await answersOf(live);
  await expect.poll(() => live.info, { timeout: 20_000 }).toMatchObject({ segments: 1, deadRows: 0, commit: 2 });
  expect(await answersOf(live)).toEqual(before);
  await live.close();
  expect(namesOf().filter((name) => name === 'segment-n.pdx')).toHaveLength(1);
});

it('merges a few parts without a thread', async () => {
  const script = pathToFileURL(join(inject('threads'), 'live-worker.js'));
  const live = await openLive(folder, { create: true }, { script, settling: 0, onStart: (worker) => void threads.push(worker) });
  const all = parts().slice(0, 12);
  for (const part of all) await live.update({ put: [part] });
  await expect.poll(() => live.info.segments, { timeout: 20_000 }).toBeLessThan(9);
  expect(await answersOf(live)).toEqual(await answersOf(await buildCatalog({ parts: all })));
  expect(threads).toHaveLength(0);
  await live.compact();
  expect(threads).toHaveLength(1);
  expect(await answersOf(live)).toEqual(await answersOf(await buildCatalog({ parts: all })));
  await live.close();
});

it('leaves the last commit where the thread dies, and reports it', async () => {
  let isDying = true;
  const live = await open({ create: true }, (worker) => {
    if (isDying) void worker.terminate();
  });
  for (let i = 0; i < 2; i++) await live.update({ put: parts().slice(i * 10, i * 10 + 10) });
  const before = await answersOf(live);
  await expect(live.compact()).rejects.toBeInstanceOf(WorkerFailedError);
  expect(live.info).toMatchObject({ segments: 2, commit: 2 });
  expect(await answersOf(live)).toEqual(before);
  expect(namesOf().filter((name) => name.endsWith('.tmp'))).toEqual([]);
  isDying = false;
  await live.compact();
  expect(live.info.segments).toBe(1);
  expect(await answersOf(live)).toEqual(before);
  await live.close();
});

it('reports a merge of its own that fails', async () => {
  const notices: string[] = [];
  const live = await open({ create: true, onNotice: (notice) => void notices.push(notice) }, (worker) => void worker.terminate());
  for (const part of parts().slice(0, 12)) await live.update({ put: [part] });
  await Promise.all(exits);
  await expect.poll(() => notices.length).toBeGreaterThan(0);
  expect(notices[0]).toMatch(/segments could not be merged: the thread .* has ended/);
  expect((await live.parts.search()).hits).toBe(12);
  await live.close();
});

it('ends the thread when the call is aborted or the catalog is closed', async () => {
  const live = await open({ create: true });
  for (let i = 0; i < 2; i++) await live.update({ put: parts().slice(i * 10, i * 10 + 10) });
  const controller = new AbortController();
  const compacting = live.compact({ signal: controller.signal });
  const reason = { stop: 'please' };
  const aborted = expect(compacting).rejects.toBe(reason);
  await expect.poll(() => threads.length).toBe(1);
  controller.abort(reason);
  await aborted;
  await exits[0];
  expect(live.info.segments).toBe(2);
  const closed = expect(live.compact()).rejects.toBeInstanceOf(ClosedError);
  await expect.poll(() => threads.length).toBe(2);
  await live.close();
  await closed;
  await exits[1];
  expect(namesOf().filter((name) => name === 'segment-n.pdx')).toHaveLength(2);
  expect(namesOf().filter((name) => name.endsWith('.tmp') || name === 'lock')).toEqual([]);
});

it('rejects an invalid number of threads, and threads without their script', async () => {
  await expect(open({ create: true, workers: -1 })).rejects.toBeInstanceOf(ValidationError);
  const script = pathToFileURL(join(folder, 'missing.js'));
  await expect(openLive(folder, { create: true, workers: 1 }, { script })).rejects.toThrow('missing.js');
  const live = await open({ create: true, workers: 0 });
  for (const part of parts().slice(0, 3)) await live.update({ put: [part] });
  await live.compact();
  expect([live.info.segments, threads.length]).toEqual([1, 0]);
  await live.close();
});
