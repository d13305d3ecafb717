import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LiveCatalog, openCatalogFolder, openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { buildCatalog, ClosedError, type Part } from '../../../../src/partdex.js';
import { createSuggester } from '../../../../src/suggest/partdex-suggest.js';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'live-')), 'catalog');
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const part = (uid: string, more: object = {}): Part => ({ uid, mpn: `M-${uid}`, ...more }) as Part;

/** The files of the segments that a live catalog has now. */
function filesOf(live: LiveCatalog): WeakRef<object>[] {
  const { segments } = (live as unknown as { live: { state: { segments: { file: object }[] } } }).live.state;
  return segments.map(({ file }) => new WeakRef(file));
}

const uidsOf = async (catalog: Pick<LiveCatalog, 'parts'>): Promise<string[]> =>
  (await catalog.parts.search({ sortby: 'uid', limit: 100, show: ['uid'] })).results.map(({ item }) => item.uid);

describe('openLiveCatalog', () => {
  it('has what was committed when it is opened again', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    expect(await live.update({ put: [part('a'), part('b'), part('c')] })).toMatchObject({ added: 3, replaced: 0, removed: 0 });
    const report = await live.update({ patch: [part('b', { mpn: 'N' }), { uid: 'x' }], remove: ['c', 'y'] });
    expect(report).toMatchObject({ added: 0, replaced: 1, removed: 1, missing: ['x', 'y'] });
    expect([live.commit, await uidsOf(live)]).toEqual([2, ['a', 'b']]);
    await live.close();
    const again = await openLiveCatalog(folder);
    expect([again.commit, await uidsOf(again), (await again.parts.get('b'))?.mpn]).toEqual([2, ['a', 'b'], 'N']);
    await again.close();
    await expect(again.update({ put: [part('d')] })).rejects.toMatchObject({ code: 'closed' });
    await expect(again.parts.search()).rejects.toMatchObject({ code: 'closed' });
  });

  it('leaves nothing of an update that fails, and makes no commit of one that changes nothing', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    await live.update({ put: [part('a')] });
    await expect(live.update({ put: [part('b'), { uid: 'c' } as Part] })).rejects.toMatchObject({ source: 'put', line: 2 });
    await live.update({});
    await live.update({ remove: ['z'] });
    expect([live.commit, await uidsOf(live)]).toEqual([1, ['a']]);
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(live.update({ put: [part('b')] }, { signal: controller.signal })).rejects.toThrow();
    expect(live.commit).toBe(1);
    await live.close();
  });

  it('ends with the reason of the signal, before and while it reads changes', async () => {
    const live = await openLiveCatalog(folder, { create: true, workers: 0 });
    await live.update({ put: [part('a')] });
    await live.update({ put: [part('b')] });
    const reason = { stop: 'please' };
    const stopped = { signal: AbortSignal.abort(reason) };
    await expect(live.update({ put: [part('c')] }, stopped)).rejects.toBe(reason);
    await expect(live.compact(stopped)).rejects.toBe(reason);
    const controller = new AbortController();
    async function* parts() {
      yield part('c');
      controller.abort(reason);
      yield part('d');
    }
    await expect(live.update({ put: parts() }, { signal: controller.signal })).rejects.toBe(reason);
    expect([live.commit, await uidsOf(live)]).toEqual([2, ['a', 'b']]);
    const later = new AbortController();
    const compacting = live.compact({ signal: later.signal });
    later.abort(reason);
    await expect(compacting).rejects.toBe(reason);
    await live.update({ put: [part('c')] });
    expect([live.commit, await uidsOf(live)]).toEqual([3, ['a', 'b', 'c']]);
    await live.close();
  });

  it('takes part of an update where onInvalid is a function', async () => {
    const invalid: string[] = [];
    const live = await openLiveCatalog(folder, { create: true, onInvalid: ({ message }) => void invalid.push(message) });
    const report = await live.update({ put: [part('a'), { uid: 'c' } as Part, part('a')] });
    expect([report.added, report.invalid, invalid.length]).toEqual([1, 2, 2]);
    await live.close();
  });

  it('keeps the texts of a large update in a file, and removes it', async () => {
    let files: string[] = [];
    const live = await openLiveCatalog(folder, {
      create: true,
      onInvalid: () => {
        files = readdirSync(folder).filter((name) => name.startsWith('.changes.'));
      },
    });
    const text = 'word '.repeat(60_000);
    const parts = Array.from({ length: 40 }, (_, i) => part(`p${i}`, { short_description: `${i} ${text}` }));
    const { added } = await live.update({ put: [...parts, { uid: 'invalid' } as Part] });
    expect([added, files.length]).toEqual([40, 1]);
    expect((await live.parts.get('p39', { show: ['short_description'] }))?.short_description).toBe(`39 ${text}`);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await live.close();
  });

  it('says when the newest update was written, not the newest merge', async () => {
    const written = () => {
      const newest = readdirSync(folder)
        .filter((name) => name.startsWith('commit-'))
        .sort()
        .at(-1) as string;
      return JSON.parse(readFileSync(join(folder, newest), 'utf8').split('\n')[1]).written as number;
    };
    const live = await openLiveCatalog(folder, { create: true });
    const began = written();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await live.update({ put: [part('a')] });
    const updated = written();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await live.compact();
    expect(live.info.segments).toBe(1);
    expect([updated > began, written()]).toEqual([true, updated]);
    await live.close();
  });

  it('keeps snapshots as they were, through later commits and merges', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    await live.update({ put: [part('a'), part('b')] });
    const snapshot = live.snapshot();
    for (let i = 0; i < 12; i++) await live.update({ put: [part(`n${i}`)], remove: i === 3 ? ['a'] : [] });
    await live.compact();
    expect(live.info).toMatchObject({ segments: 1, deadRows: 0, parts: 13, commit: 13 });
    expect([snapshot.commit, await uidsOf(snapshot)]).toEqual([1, ['a', 'b']]);
    await snapshot.close();
    await expect(snapshot.parts.search()).rejects.toMatchObject({ code: 'closed' });
    expect((await uidsOf(live)).length).toBe(13);
    await live.close();
    const names = readdirSync(folder).map((name) => name.replace(/\d+/, 'n'));
    expect(names.sort()).toEqual(['commit-n', 'facts-n', 'segment-n.pdx']);
  });

  it('begins with a file where there is no catalog', async () => {
    const base = join(folder, '..', 'base.pdx');
    const catalog = await buildCatalog({ parts: [part('a', { brand: { uid: 'b1', name: 'Bourns' } })] });
    writeFileSync(base, await catalog.toBytes());
    const live = await openLiveCatalog(folder, { base });
    await live.update({ put: [part('z', { brand: { uid: 'b1', name: 'Other' } })] });
    expect((await live.brands.get('b1'))?.name).toBe('Bourns');
    await live.update({ remove: ['a'] });
    expect((await live.brands.get('b1'))?.name).toBe('Other');
    await live.close();
    await expect(openLiveCatalog(folder, { base })).rejects.toMatchObject({ code: 'validation' });
    await expect(openLiveCatalog(join(folder, 'none'))).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('has one writer, and takes over the lock of a dead one', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    await expect(openLiveCatalog(folder)).rejects.toMatchObject({ code: 'locked', status: 503, holder: { pid: process.pid } });
    await live.close();
    const own = await openLiveCatalog(folder);
    const lock = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'));
    await own.close();
    // Another process has the number of the dead one since: its start time differs.
    writeFileSync(join(folder, 'lock'), JSON.stringify({ ...lock, started: '1' }));
    await (await openLiveCatalog(folder)).close();
    writeFileSync(join(folder, 'lock'), '{ "pid"');
    await (await openLiveCatalog(folder)).close();
  });

  it('takes over the lock of another machine or boot when it was not touched for a minute', async () => {
    const own = await openLiveCatalog(folder, { create: true });
    const path = join(folder, 'lock');
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    await own.close();
    writeFileSync(path, JSON.stringify({ ...lock, system: 'another', host: 'elsewhere' }));
    await expect(openLiveCatalog(folder)).rejects.toMatchObject({ code: 'locked', holder: { host: 'elsewhere' } });
    const before = new Date(Date.now() - 90_000);
    utimesSync(path, before, before);
    const live = await openLiveCatalog(folder);
    // A writer that slept for a minute commits nothing more, and leaves the lock to its new holder.
    writeFileSync(path, JSON.stringify({ ...lock, system: 'another', host: 'elsewhere' }));
    await expect(live.update({ put: [part('a')] })).rejects.toMatchObject({ code: 'locked', holder: { host: 'elsewhere' } });
    expect((await live.parts.search()).hits).toBe(0);
    await live.close();
    expect(existsSync(path)).toBe(true);
  });

  it('begins with what a link leads to, and never writes into a file that was there', async () => {
    const files = mkdtempSync(join(tmpdir(), 'partdex-base-'));
    try {
      const [first, second] = [join(files, 'a.pdx'), join(files, 'b.pdx')];
      for (const [path, uid] of [
        [first, 'a'],
        [second, 'b'],
      ]) {
        // biome-ignore format: two pairs
        const built = await buildCatalog({ parts: [part(uid)] });
        writeFileSync(path, await built.toBytes());
        await built.close();
      }
      const bytes = readFileSync(first);
      // What a beginning left that was interrupted before its commit.
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'beginning'), '');
      linkSync(first, join(folder, 'segment-0.pdx'));
      symlinkSync('b.pdx', join(files, 'current.pdx'));
      const live = await openLiveCatalog(folder, { base: join(files, 'current.pdx') });
      expect(await uidsOf(live)).toEqual(['b']);
      await live.close();
      rmSync(join(files, 'current.pdx'));
      const again = await openLiveCatalog(folder);
      expect(await uidsOf(again)).toEqual(['b']);
      await again.close();
      expect(readFileSync(first).equals(bytes)).toBe(true);
    } finally {
      rmSync(files, { recursive: true });
    }
  });

  it('converts prices by the rates that it is opened with, and so does a reader', async () => {
    const rates = { base: 'USD', rates: { EUR: '0.5' } };
    const live = await openLiveCatalog(folder, { create: true, rates });
    await live.update({ put: [part('a', { offers: [{ sku: 's', prices: { USD: [[1, '2']] } }] })] });
    const reader = await openCatalogFolder(folder, { rates });
    for (const catalog of [live, live.snapshot(), reader]) {
      const found = await catalog.parts.search({ filter: { queries: ['price.EUR.1:[1 TO 1]'] } });
      expect([found.hits, found.warnings, found.rates]).toEqual([1, [], rates]);
    }
    await reader.close();
    await live.close();
    await expect(openLiveCatalog(folder, { rates: 'EUR' as never })).rejects.toMatchObject({ code: 'validation' });
  });

  it('merges a base with a merged uid that lives on', async () => {
    const base = join(folder, '..', `${basename(folder)}.pdx`);
    const parts = [part('p', { redirected_uids: ['q'] }), part('q')];
    const built = await buildCatalog({ parts }, { onInvalid: () => {} });
    writeFileSync(base, await built.toBytes());
    const live = await openLiveCatalog(folder, { base });
    await live.update({ put: [part('z')] });
    await live.compact();
    expect(await uidsOf(live)).toEqual(['p', 'q', 'z']);
    await live.close();
    await built.close();
    rmSync(base);
  });

  it('ends updates, compact and refresh by the timeout of their call', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    async function* slowly() {
      yield part('b');
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield part('c');
    }
    await expect(live.update({ put: slowly() }, { timeout: 10 })).rejects.toMatchObject({ code: 'budget_exceeded', limit: 10 });
    await expect(live.compact({ timeout: 0 })).rejects.toMatchObject({ code: 'validation' });
    await live.update({ put: [part('a')] }, { timeout: 60_000 });
    expect(await uidsOf(live)).toEqual(['a']);
    const reader = await openCatalogFolder(folder);
    await expect(reader.refresh({ timeout: -1 })).rejects.toMatchObject({ code: 'validation' });
    const reason = new Error('no longer needed');
    await expect(reader.refresh({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await reader.refresh({ timeout: 60_000 })).toBe(false);
    await reader.close();
    await live.close();
  });

  it('keeps nothing of segments that were merged away', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const live = await openLiveCatalog(folder, { create: true, workers: 0 });
    await live.update({ put: [part('a')] });
    const files = filesOf(live);
    await live.update({ put: [part('b')] });
    await live.compact();
    await live.update({ put: [part('c')] });
    const isGone = () => files.every((file) => file.deref() === undefined);
    for (let tries = 0; tries < 50 && !isGone(); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
    }
    expect(isGone()).toBe(true);
    await live.close();
  });

  it('ends with what runs on earlier commits', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    await live.update({ put: Array.from({ length: 600 }, (_, i) => part(`p${i}`)) });
    const suggester = await createSuggester(live);
    const scan = live.parts.scan()[Symbol.asyncIterator]();
    await scan.next();
    await live.update({ put: [part('z')] });
    expect(suggester.suggest('M-p1').length).toBeGreaterThan(0);
    await live.close();
    expect(() => suggester.suggest('M-p1')).toThrow(ClosedError);
    const rest = async () => {
      for (let next = await scan.next(); !next.done; next = await scan.next());
    };
    await expect(rest()).rejects.toBeInstanceOf(ClosedError);
  });

  it('does not notice as missing what other parts have', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    const [usd, eur] = ['USD', 'EUR'].map((currency) => [{ sku: 's', prices: { [currency]: [[1, '1']] } }]);
    await live.update({ put: [part('a', { brand: { uid: 'b1', name: 'One' }, offers: usd })] });
    const { notices } = await live.update({ put: [part('b', { brand: { uid: 'b1' }, offers: eur })] });
    expect(notices).toEqual([]);
    const unknown = await live.update({ put: [part('c', { brand: { uid: 'b2' } })] });
    expect(unknown.notices).toEqual([expect.stringContaining('"b2"')]);
    await live.close();
  });

  it('reports to listeners commits before an update resolves', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    const told: unknown[] = [];
    const end = live.onCommit(({ commit, report }) => told.push([commit, report.added, live.commit]));
    live.onCommit(() => {
      throw new Error('a listener');
    });
    await Promise.all([live.update({ put: [part('a')] }), live.update({ put: [part('b'), part('c')] })]);
    end();
    await live.update({ put: [part('d')] });
    expect(told).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
    await live.close();
  });

  it('names the file that is damaged, and goes back on request', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    await live.update({ put: [part('a')] });
    await live.update({ put: [part('b')] });
    const kept = readdirSync(folder).filter((name) => name.startsWith('commit-'));
    expect(kept.length).toBe(2);
    const copies = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
    await live.close();
    for (const [name, bytes] of copies) if (name !== 'lock') writeFileSync(join(folder, name), bytes);
    const newest = join(folder, kept.sort()[1]);
    writeFileSync(newest, readFileSync(newest).subarray(0, 40));
    await expect(openLiveCatalog(folder)).rejects.toMatchObject({ code: 'corrupt_catalog', section: newest });
    const back = await openLiveCatalog(folder, { commit: 'newest whole' });
    expect([back.commit, await uidsOf(back)]).toEqual([1, ['a']]);
    await back.update({ put: [part('c')] });
    await back.close();
    const again = await openLiveCatalog(folder);
    expect(await uidsOf(again)).toEqual(['a', 'c']);
    await again.close();
  });
});

describe('openCatalogFolder', () => {
  it('reads beside the writer, commit by commit', async () => {
    const live = await openLiveCatalog(folder, { create: true });
    await live.update({ put: [part('a')] });
    const reader = await openCatalogFolder(folder);
    await live.update({ put: [part('b')] });
    await live.compact();
    expect([reader.commit, await uidsOf(reader)]).toEqual([1, ['a']]);
    expect([await reader.refresh(), await reader.refresh(), reader.commit, await uidsOf(reader)]).toEqual([
      true,
      false,
      2,
      ['a', 'b'],
    ]);
    const watched = new Promise<void>((resolve) => void reader.watch(resolve));
    await live.update({ put: [part('c')] });
    await watched;
    expect(await uidsOf(reader)).toEqual(['a', 'b', 'c']);
    await reader.close();
    await expect(reader.refresh()).rejects.toMatchObject({ code: 'closed' });
    await live.close();
  });
});
