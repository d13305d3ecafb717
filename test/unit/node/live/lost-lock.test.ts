import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openLiveCatalog } from '../../../../src/node/partdex-node.js';
import type { Part } from '../../../../src/partdex.js';
import { rejectionOf } from '../../../support/thrown.js';

const root = mkdtempSync(join(tmpdir(), 'lost-lock-'));
let folder: string;
let number = 0;

beforeEach(async () => {
  folder = join(root, String(number++));
  const live = await openLiveCatalog(folder, { create: true });
  await live.update({ put: [part('a')] });
  await live.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const part = (uid: string): Part => ({ uid, mpn: `M-${uid}` }) as Part;

/** What a catalog has, opened again. */
async function uidsIn(path: string): Promise<string[]> {
  const live = await openLiveCatalog(path);
  const { results } = await live.parts.search({ sortby: 'uid', show: ['uid'] });
  await live.close();
  return results.map(({ item }) => item.uid as string);
}

/** Takes the lock away, as another writer does after a minute in which the holder slept. */
const takeLock = () => rmSync(join(folder, 'lock'));

describe('a writer whose lock was taken over', () => {
  it('removes nothing of the next one when it closes', async () => {
    const first = await openLiveCatalog(folder);
    takeLock();
    const second = await openLiveCatalog(folder);
    for (const uid of ['b', 'c', 'd']) await second.update({ put: [part(uid)] });
    await first.close();
    await second.update({ put: [part('e')] });
    await second.close();
    expect(await uidsIn(folder)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('removes nothing when it closes after the next one', async () => {
    const first = await openLiveCatalog(folder);
    takeLock();
    const second = await openLiveCatalog(folder);
    for (const uid of ['b', 'c', 'd']) await second.update({ put: [part(uid)] });
    await second.close();
    await first.close();
    expect(await uidsIn(folder)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('overwrites no file of the next one by an update that had begun, nor by a further one', async () => {
    const first = await openLiveCatalog(folder);
    let goOn = () => {};
    const waited = new Promise<void>((resolve) => (goOn = resolve));
    const slow = (async function* () {
      for (const uid of ['x1', 'x2', 'x3', 'x4', 'x5']) yield part(uid);
      await waited;
      yield part('x6');
    })();
    const running = rejectionOf(first.update({ put: slow }));
    takeLock();
    const second = await openLiveCatalog(folder);
    await second.update({ put: ['b', 'c', 'd', 'e', 'f', 'g'].map(part) });
    goOn();
    expect(await running).toMatchObject({ code: expect.stringMatching(/locked|unwritable/) });
    expect(await rejectionOf(first.update({ put: [part('y')] }))).toMatchObject({ code: 'locked' });
    expect(await uidsIn(copy())).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    await second.update({ remove: ['b'] });
    await first.close();
    await second.close();
    expect(await uidsIn(folder)).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
  });
});

/** The folder as it is, without its lock. */
function copy(): string {
  const path = join(root, `copy-${number++}`);
  cpSync(folder, path, { recursive: true });
  rmSync(join(path, 'lock'), { force: true });
  return path;
}

describe('a catalog in a folder with other files', () => {
  it('keeps temporary files that are not its own', async () => {
    writeFileSync(join(folder, '.draft.tmp'), 'mine');
    writeFileSync(join(folder, '.segment-9.pdx.0.1.0.0a0b0c0d.tmp'), 'of a writer that died');
    const live = await openLiveCatalog(folder);
    await live.update({ put: [part('b')] });
    await live.close();
    expect(readFileSync(join(folder, '.draft.tmp'), 'utf8')).toBe('mine');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual(['.draft.tmp']);
  });

  it.each(['segment-3.pdx', 'facts-2', 'places-1'])('does not begin where %s has no commit', async (name) => {
    const other = join(root, `other-${number++}`);
    mkdirSync(other);
    writeFileSync(join(other, name), 'whose?');
    const error = await rejectionOf(openLiveCatalog(other, { create: true }));
    expect(error).toMatchObject({ code: 'unwritable', message: expect.stringContaining(`"${name}"`) });
    expect(readdirSync(other)).toEqual([name]);
  });

  it('does not begin again where the manifests are lost', async () => {
    for (const name of readdirSync(folder)) if (name.startsWith('commit-')) rmSync(join(folder, name));
    const before = readdirSync(folder);
    expect(await rejectionOf(openLiveCatalog(folder, { create: true }))).toMatchObject({ code: 'unwritable' });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('begins again where its beginning was interrupted', async () => {
    for (const name of readdirSync(folder)) if (name.startsWith('commit-')) rmSync(join(folder, name));
    writeFileSync(join(folder, 'beginning'), '');
    const live = await openLiveCatalog(folder, { create: true });
    await live.close();
    expect(await uidsIn(folder)).toEqual([]);
    expect(existsSync(join(folder, 'beginning'))).toBe(false);
  });

  it('is not a file', async () => {
    const file = join(root, `${number++}.pdx`);
    writeFileSync(file, '');
    expect(await rejectionOf(openLiveCatalog(file))).toMatchObject({
      message: expect.stringContaining('`base` or `partdex live`'),
    });
  });

  it('leaves nothing where it cannot begin', async () => {
    const other = join(root, `none-${number++}`);
    const base = join(root, 'missing.pdx');
    expect(await rejectionOf(openLiveCatalog(join(other, 'deep'), { base }))).toMatchObject({ code: 'unreadable' });
    expect(existsSync(other)).toBe(false);
    mkdirSync(other);
    expect(await rejectionOf(openLiveCatalog(other, { base }))).toMatchObject({ code: 'unreadable' });
    expect(readdirSync(other)).toEqual([]);
  });
});
