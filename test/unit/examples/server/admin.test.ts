import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { type Answer, KEY, PARTS, SampleFolder, type Started } from '../../../support/sample-server.js';

const ADMIN = 'key-of-an-admin';
let folder: SampleFolder;
let keys: string;

beforeAll(async () => {
  folder = await SampleFolder.create();
  keys = join(folder.catalog, '..', 'admins.txt');
  await writeFile(keys, `${ADMIN}\n`);
}, 60_000);
afterAll(() => folder.remove());

/** A folder with the catalog of the sample, of its own. */
async function liveFolder(name: string): Promise<string> {
  const path = join(folder.catalog, '..', name);
  await (await openLiveCatalog(path, { base: folder.catalog })).close();
  return path;
}

const NDJSON = { 'content-type': 'application/x-ndjson' };
function post(
  started: Started,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = { token: ADMIN },
): Promise<Answer> {
  return started.fetch('/admin/parts', { method: 'POST', headers: { ...NDJSON, ...headers }, body });
}
const linesOf = (...changes: readonly object[]) => changes.map((change) => JSON.stringify(change)).join('\n');
const hits = async (started: Started, q: string) => JSON.parse((await started.send(`/parts/search?q=${q}&limit=0`)).text).hits;

describe('POST /admin/parts', () => {
  let started: Started;

  beforeAll(async () => {
    started = await folder.start({ catalog: await liveFolder('written'), adminKeys: keys });
  });

  it('applies a body as one commit, which requests see', async () => {
    const body = linesOf({ put: { uid: 'own', mpn: 'OWN-1' } }, { uid: 'own2', mpn: 'OWN-2' }, { remove: 'nobody' });
    const answer = await post(started, body);
    expect(answer.status, answer.text).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      commit: 1,
      added: 2,
      replaced: 0,
      removed: 0,
      missing: ['nobody'],
      invalid: 0,
    });
    expect([await hits(started, 'OWN-1'), await hits(started, '')]).toEqual([1, PARTS + 2]);
    const zipped = await post(started, gzipSync(linesOf({ patch: { uid: 'own', mpn: 'MINE-1' } }, { remove: 'own2' })));
    expect(JSON.parse(zipped.text)).toMatchObject({ commit: 2, replaced: 1, removed: 1 });
    expect([await hits(started, 'OWN-1'), await hits(started, 'MINE-1'), await hits(started, '')]).toEqual([0, 1, PARTS + 1]);
    expect(JSON.parse((await post(started, '')).text)).toMatchObject({ commit: 2, added: 0 });
    expect(started.lines).toContain(`commit 2: ${PARTS + 1} parts`);
  });

  it('changes nothing where a line is invalid, and names it', async () => {
    const before = await hits(started, '');
    const answer = await post(started, `${linesOf({ uid: 'n1', mpn: 'N-1' })}\n\n{"put":{"uid":"n2"}}`);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { message: 'body:3: mpn: expected a string or a finite number, which is missing', line: 3, path: 'mpn' },
    ]);
    expect((await post(started, 'nonsense')).status).toBe(400);
    expect(await hits(started, '')).toBe(before);
  });

  it.each([
    [401, {}, ''],
    [403, { token: KEY }, ''],
    [403, { token: 'other' }, ''],
    [415, { token: ADMIN, 'content-type': 'text/plain' }, ''],
    [413, { token: ADMIN }, 'x'.repeat(33_554_433)],
  ])('%i', async (status, headers, body) => {
    const before = await hits(started, '');
    const answer = await post(started, body || linesOf({ uid: 'n1', mpn: 'N-1' }), headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).message).toMatch(/\w/);
    expect(await hits(started, '')).toBe(before);
  });

  it('is not for readers, and an admin key does not read', async () => {
    expect((await started.fetch('/admin/parts')).status).toBe(405);
    expect((await started.fetch('/admin/other', { method: 'POST' })).status).toBe(404);
    expect((await started.fetch(`/api/v3/parts/search?apikey=${ADMIN}`)).status).toBe(403);
    expect(started.lines.join('\n')).not.toContain(ADMIN);
  });

  it('describes itself', async () => {
    const { paths } = JSON.parse((await started.fetch('/admin/openapi.json')).text);
    const { responses } = paths['/parts'].post;
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '413', '415', '429', '503']);
    const { required } = responses['200'].content['application/json'].schema;
    expect(Object.keys(JSON.parse((await post(started, '')).text)).sort()).toEqual([...required].sort());
  });

  it('keeps each commit of requests that come at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => post(started, linesOf({ uid: `many-${i}`, mpn: `MANY-${i}` }))),
    );
    const commits = answers.map(({ text }) => JSON.parse(text).commit).sort((a, b) => a - b);
    expect(commits).toEqual(Array.from({ length: 8 }, (_, i) => commits[0] + i));
    expect(await hits(started, 'MANY')).toBe(8);
  });
});

describe('a folder', () => {
  it('that another process writes is followed', async () => {
    const catalog = await liveFolder('followed');
    const started = await folder.start({ catalog });
    expect((await post(started, linesOf({ uid: 'n', mpn: 'N' }))).status).toBe(404);
    const live = await openLiveCatalog(catalog);
    await live.update({ put: [{ uid: 'new', mpn: 'NEW-1' }] });
    await expect.poll(() => hits(started, 'NEW-1'), { timeout: 5000 }).toBe(1);
    expect(started.lines).toContain(`commit 1: ${PARTS + 1} parts`);
    await live.close();
    await started.server.stop();
  });

  it('has one writer, and is free when the server has stopped', async () => {
    const catalog = await liveFolder('locked');
    const options = { catalog, adminKeys: keys };
    const first = await folder.start(options);
    await expect(folder.start(options)).rejects.toMatchObject({ code: 'locked' });
    await post(first, linesOf({ uid: 'kept', mpn: 'KEPT-1' }));
    await first.server.stop();
    expect(existsSync(join(catalog, 'lock'))).toBe(false);
    const second = await folder.start(options);
    expect(await hits(second, 'KEPT-1')).toBe(1);
    await second.server.stop();
  });

  it('is what admins need', async () => {
    await expect(folder.start({ adminKeys: keys })).rejects.toThrow('--admin-keys is for the folder');
  });
});
