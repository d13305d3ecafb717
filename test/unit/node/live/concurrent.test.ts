import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LiveCatalog, openCatalogFolder, openLiveCatalog } from '../../../../src/node/partdex-node.js';
import type { Catalog, CatalogChanges, Part } from '../../../../src/partdex.js';
import { SeededRandom } from '../../../support/seeded-random.js';

/** Updates, compaction, snapshots and readers at the same time: each answer is that of one commit, as a plain map has it. */

/** Each update flushes files to disk several times. */
const UPDATES = Math.max(12, Math.min(150, Math.floor(Number(process.env.PARTDEX_RUNS ?? 0) / 100)));
const UIDS = 20;
const COMPACT_EVERY = 5;
/** Between two looks of a reader, so that the writer has its turn. */
const PAUSE_MS = 20;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-concurrent-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What lives after a commit: a number for each uid. */
type Model = ReadonlyMap<string, number>;

/** The next update of random puts, patches and removals, and what it leaves. */
function nextUpdate(random: SeededRandom, before: Model, commit: number): { changes: CatalogChanges; after: Model } {
  const after = new Map(before);
  const put: Part[] = [];
  const patch: { uid: string; n: number }[] = [];
  const remove: string[] = [];
  const uids = new Set(Array.from({ length: 1 + random.below(4) }, () => `u${random.below(UIDS)}`));
  for (const uid of uids) {
    const choice = random.below(10);
    if (!after.has(uid) || choice < 4) {
      put.push({ uid, mpn: `MPN-${uid}`, n: commit } as Part);
      after.set(uid, commit);
    } else if (choice < 8) {
      patch.push({ uid, n: commit });
      after.set(uid, commit);
    } else {
      remove.push(uid);
      after.delete(uid);
    }
  }
  return { changes: { put, patch, remove }, after };
}

/** What a catalog has: from its documents, with the count of its index. */
async function contentOf(catalog: Catalog): Promise<Model> {
  const found = new Map<string, number>();
  for await (const bytes of catalog.toNdjson('parts')) {
    for (const line of new TextDecoder().decode(bytes).split('\n')) {
      if (line === '') continue;
      const { uid, n } = JSON.parse(line) as { uid: string; n: number };
      found.set(uid, n);
    }
  }
  return found;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
const sorted = (model: Model) => [...model].sort(([a], [b]) => (a < b ? -1 : 1));

/** Follows the folder as another process would. Returns how often it was read. */
async function read(models: readonly Model[], isWriting: () => boolean): Promise<number> {
  const reader = await openCatalogFolder(folder);
  let last = 0;
  let reads = 0;
  while (isWriting()) {
    await reader.refresh();
    const { commit } = reader;
    expect(commit).toBeGreaterThanOrEqual(last);
    last = commit;
    expect(sorted(await contentOf(reader))).toEqual(sorted(models[commit]));
    expect((await reader.parts.search({ limit: 0 })).hits).toBe(models[commit].size);
    reads++;
    await pause();
  }
  await reader.close();
  return reads;
}

it(`answers by one commit each through ${UPDATES} updates, compaction and readers`, async () => {
  const random = new SeededRandom(37);
  const notices: string[] = [];
  const live: LiveCatalog = await openLiveCatalog(folder, { create: true, onNotice: (notice) => notices.push(notice) });
  const models: Model[] = [new Map()];
  let isWriting = true;
  const compactions: Promise<void>[] = [];

  const write = async () => {
    for (let commit = 1; commit <= UPDATES; commit++) {
      const { changes, after } = nextUpdate(random, models[commit - 1], commit);
      // Readers may see it before its promise resolves.
      models.push(after);
      await live.update(changes);
      if (commit % COMPACT_EVERY === 0) compactions.push(live.compact());
    }
    isWriting = false;
  };
  const look = async () => {
    while (isWriting) {
      const snapshot = live.snapshot();
      const model = models[snapshot.commit];
      expect((await snapshot.parts.search({ limit: 0 })).hits).toBe(model.size);
      // Long enough for commits and merges in between.
      await pause();
      expect(sorted(await contentOf(snapshot))).toEqual(sorted(model));
      await snapshot.close();
    }
  };
  const [, reads] = await Promise.all([write(), read(models, () => isWriting), look()]);
  await Promise.all(compactions);
  expect(reads).toBeGreaterThan(2);
  expect(compactions.length).toBe(Math.floor(UPDATES / COMPACT_EVERY));
  expect(sorted(await contentOf(live))).toEqual(sorted(models[UPDATES]));
  await live.close();
  expect(notices).toEqual([]);
  const again = await openLiveCatalog(folder);
  expect([again.commit, sorted(await contentOf(again))]).toEqual([UPDATES, sorted(models[UPDATES])]);
  await again.compact();
  expect(again.info).toMatchObject({ segments: 1, deadRows: 0, parts: models[UPDATES].size });
  await again.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('.') || name === 'lock')).toEqual([]);
}, 120_000);
