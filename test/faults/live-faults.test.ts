import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

/**
 * Which operation of the file system fails, counted from 1; 0 for none. Removals have a count of their own: two files are written at the
 * same time, so that the place of a removal among other operations differs from run to run.
 */
const faults = vi.hoisted(() => ({ at: 0, count: 0, isTorn: false, areRemovals: false }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const isFault = (isRemoval = false): boolean => isRemoval === faults.areRemovals && ++faults.count === faults.at;
  const fail = (what: string): never => {
    throw Object.assign(new Error(`EIO: ${what}`), { code: 'EIO' });
  };
  const faulty = <F extends (...args: never[]) => Promise<unknown>>(what: string, run: F): F =>
    (async (...args: never[]) => {
      if (isFault(what === 'unlink')) fail(what);
      return run(...args);
    }) as unknown as F;
  const open = (async (...args: Parameters<typeof real.open>) => {
    if (isFault()) fail('open');
    const file = await real.open(...args);
    const write = file.write.bind(file) as (bytes: Uint8Array, offset: number, length: number, at: number) => Promise<unknown>;
    const sync = file.sync.bind(file);
    file.write = (async (bytes: Uint8Array, offset: number, length: number, position: number) => {
      if (!isFault()) return write(bytes, offset, length, position);
      // A torn write: half of it is on disk.
      if (faults.isTorn) await write(bytes, offset, Math.floor(length / 2), position);
      return fail('write');
    }) as unknown as typeof file.write;
    file.sync = faulty('fsync', () => sync()) as typeof file.sync;
    return file;
  }) as typeof real.open;
  return { ...real, open, link: faulty('link', real.link), unlink: faulty('unlink', real.unlink) };
});

const { openLiveCatalog } = await import('../../src/node/partdex-node.js');
type Part = import('../../src/partdex.js').Part;

const part = (uid: string): Part => ({ uid, mpn: `M-${uid}`, descriptions: [{ value: `part ${uid}` }] }) as Part;

/** What a catalog has: the number of its commit, and its parts. */
async function stateOf(folder: string): Promise<string> {
  const live = await openLiveCatalog(folder);
  const { results } = await live.parts.search({ sortby: 'uid', limit: 100, show: ['uid', 'mpn'] });
  const state = JSON.stringify([live.commit, results.map(({ item }) => item)]);
  await live.close();
  return state;
}

/** The folder as a crash would leave it, without the lock of this process: a copy in `root`. */
function afterCrash(folder: string, root: string): string {
  const copy = mkdtempSync(join(root, 'crash-'));
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, 'lock'), { force: true });
  return copy;
}

for (const [what, isTorn, areRemovals] of [
  ['write, fsync or link fails', false, false],
  ['write, fsync or link fails, torn', true, false],
  ['removal of a file fails', false, true],
] as const) {
  it(`leaves one commit or the other whatever ${what}`, async () => {
    const root = mkdtempSync(join(tmpdir(), 'live-faults-'));
    const failed: string[] = [];
    try {
      for (let at = 1; ; at++) {
        const folder = join(root, String(at));
        const live = await openLiveCatalog(folder, { create: true });
        await live.update({ put: [part('a'), part('b')] });
        const before = await stateOf(afterCrash(folder, root));
        Object.assign(faults, { at, count: 0, isTorn, areRemovals });
        // A new spec key changes the facts, so that their file is written too.
        const specs = { width: { name: 'Width', value: '2' } };
        const change = {
          put: [{ ...part('c'), specs } as object as Part],
          patch: [{ uid: 'a', mpn: 'N' } as object as Part],
          remove: ['b'],
        };
        const done = await live.update(change).catch((error: Error & { code?: string }) => error);
        const isReached = faults.count >= at;
        Object.assign(faults, { at: 0, count: 0 });
        const left = await stateOf(afterCrash(folder, root));
        if (done instanceof Error) {
          failed.push(done.message);
          expect(done).toMatchObject({ code: expect.stringMatching(/unwritable|unreadable/) });
          // A link that was reported as failed may have happened; here it has not.
          expect(left).toBe(before);
          expect(live.commit).toBe(1);
          // The next update is one as if nothing had happened.
          await live.update(change);
        } else expect(left).not.toBe(before);
        expect((await live.parts.search({ sortby: 'uid', show: ['uid', 'mpn'] })).results.map(({ item }) => item)).toEqual([
          { uid: 'a', mpn: 'N' },
          { uid: 'c', mpn: 'M-c' },
        ]);
        await live.compact();
        await live.close();
        expect(readdirSync(folder).filter((name) => name.endsWith('.tmp') || name === 'lock')).toEqual([]);
        expect(await stateOf(folder)).toContain('"uid":"c"');
        if (!isReached) break;
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    // Segment, places, facts and manifest are each opened, written, synced and linked; what cannot be removed is removed later.
    if (areRemovals) expect(failed).toEqual([]);
    else expect(failed.length).toBeGreaterThanOrEqual(16);
  }, 120_000);
}
