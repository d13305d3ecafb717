import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { CapturedTerminal } from '../../../support/captured-terminal.js';
import { partdex, runOn } from '../../../support/sample-catalog.js';

let folder: string;
const path = (name: string) => join(folder, name);

async function file(name: string, lines: readonly unknown[]): Promise<string> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  await writeFile(path(name), text);
  return path(name);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-cli-live-'));
  const parts = await file('parts.ndjson', [
    { uid: 'a', mpn: 'AAA', brand: { uid: 'b1', name: 'One' } },
    { uid: 'b', mpn: 'BBB', brand: { uid: 'b1', name: 'One' } },
    { uid: 'c', mpn: 'CCC' },
  ]);
  expect(await partdex('build', parts, '-o', path('parts.pdx'))).toMatchObject({ status: 0 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const uidsOf = async (catalog: string): Promise<string[]> => {
  const { out } = await partdex('search', catalog, '--sort', 'uid', '--json');
  return JSON.parse(out).results.map(({ item }: { item: { uid: string } }) => item.uid);
};
const makeLive = () => partdex('live', path('parts.pdx'), path('live'));

describe('partdex live', () => {
  it('makes a folder of a file, which other commands read', async () => {
    expect(await makeLive()).toMatchObject({ status: 0, out: `${path('live')} is a live catalog of 3 parts\n`, err: '' });
    expect(await uidsOf(path('live'))).toEqual(['a', 'b', 'c']);
    expect((await partdex('get', path('live'), 'a', '--json')).out).toContain('"AAA"');
    expect((await partdex('validate', path('live'))).out).toMatch(/is sound: 3 parts/);
    expect((await partdex('diff', path('parts.pdx'), path('live'))).out).toBe('0 added, 0 removed, 0 changed\n');
    const { out } = await partdex('export', path('live'));
    expect(out.trim().split('\n')).toHaveLength(3);
  });

  it('refuses what has a catalog, and what is none', async () => {
    await makeLive();
    expect(await makeLive()).toMatchObject({ status: 2, err: expect.stringMatching(/has a catalog already/) });
    expect(await partdex('live', path('live'), path('other'))).toMatchObject({
      status: 2,
      err: expect.stringMatching(/folder already/),
    });
    const none = await partdex('live', path('parts.ndjson'), path('other'));
    expect(none).toMatchObject({ status: 1, err: expect.stringMatching(/is not a partdex catalog/) });
    expect(await readdir(folder)).not.toContain('other');
  });
});

describe('partdex update', () => {
  it('refuses tables and catalogs, and says what can be done with them', async () => {
    await makeLive();
    for (const name of ['prices.csv', 'prices.txt']) {
      const { status, err } = await partdex('update', path('live'), await file(name, ['MPN,Price', 'AAA,0.5']));
      expect([status, err]).toEqual([
        1,
        expect.stringMatching(/"[^"]*prices\.\w+" is a table, not a file of changes.*"partdex import"/),
      ]);
    }
    expect(await partdex('update', path('live'), path('parts.pdx'))).toMatchObject({
      status: 1,
      err: expect.stringMatching(/"[^"]*parts\.pdx" is a catalog, not a file of changes.*"partdex diff".*"partdex export"/),
    });
    const changes = await file('changes.csv', [{ remove: 'a' }]);
    expect(await partdex('update', path('live'), changes)).toMatchObject({ status: 0 });
  });

  it('makes a commit of several files and says what it did', async () => {
    await makeLive();
    const one = await file('one.ndjson', [{ put: { uid: 'd', mpn: 'DDD' } }, { patch: { uid: 'b', mpn: 'BB2' } }]);
    const two = await file('two.ndjson', [{ remove: 'a' }, { remove: 'x' }, { brand: { uid: 'b1', name: 'Uno' } }]);
    const done = await partdex('update', path('live'), one, two);
    expect(done).toMatchObject({ status: 0, err: expect.stringMatching(/^warning: 1 uid to patch or remove is missing: x\n/) });
    expect(done.out).toMatch(/^1 added, 1 replaced, 1 removed in [\d.]+ m?s; commit 1\n$/);
    expect(await uidsOf(path('live'))).toEqual(['b', 'c', 'd']);
    expect((await partdex('get', path('live'), 'b1', '--collection', 'brands', '--json')).out).toContain('Uno');
  });

  it('writes the report as JSON', async () => {
    await makeLive();
    const { out } = await partdex('update', path('live'), await file('c.ndjson', [{ uid: 'z', mpn: 'Z' }]), '--json');
    expect(JSON.parse(out)).toMatchObject({ added: 1, replaced: 0, removed: 0, missing: [], invalid: 0, notices: [], commit: 1 });
  });

  it('leaves the last commit where a line is invalid, and names file and line', async () => {
    await makeLive();
    const wrong = await file('wrong.ndjson', [{ uid: 'z', mpn: 'Z' }, '{"put":{"uid":"y"}}']);
    expect(await partdex('update', path('live'), wrong)).toMatchObject({
      status: 1,
      out: '',
      err: `error: ${wrong}:2: mpn: expected a string or a finite number, which is missing\n`,
    });
    expect(await uidsOf(path('live'))).toEqual(['a', 'b', 'c']);
    const skipping = await partdex('update', path('live'), wrong, '--errors', path('errors.ndjson'));
    expect(skipping).toMatchObject({ status: 0, out: expect.stringMatching(/^1 added, 0 replaced, 0 removed, 1 skipped in/) });
    expect(JSON.parse(await readFile(path('errors.ndjson'), 'utf8'))).toMatchObject({ source: wrong, line: 2, path: 'mpn' });
    expect(await uidsOf(path('live'))).toEqual(['a', 'b', 'c', 'z']);
  });

  it.each([['SIGINT', 130, 'Ctrl-C'] as const, ['SIGTERM', 143, 'SIGTERM'] as const])(
    'ends at %s while it waits for the input',
    async (signal, expected, name) => {
      await makeLive();
      for (const catalog of [path('live'), path('parts.pdx')]) {
        const stdin = new PassThrough();
        stdin.write('{"put":{"uid":"q","mpn":"Q"}}\n');
        const ending = runOn(Object.assign(new CapturedTerminal(), { stdin }), 'update', catalog, '-');
        while (stdin.readableLength > 0) await setImmediate();
        process.emit(signal, signal);
        expect(await ending).toEqual({
          status: expected,
          out: '',
          err: `error: stopped by ${name}; "${catalog}" is as it was\n`,
        });
        expect(stdin.destroyed).toBe(true);
        expect(await uidsOf(catalog)).toEqual(['a', 'b', 'c']);
      }
    },
  );

  it('says who holds a locked folder', async () => {
    await makeLive();
    const live = await openLiveCatalog(path('live'));
    try {
      const changes = await file('c.ndjson', [{ remove: 'a' }]);
      for (const words of [
        ['update', path('live'), changes],
        ['compact', path('live')],
      ]) {
        const { status, err } = await partdex(...words);
        expect([status, err]).toEqual([1, expect.stringContaining(`is written by process ${process.pid} of `)]);
      }
      expect(await uidsOf(path('live'))).toEqual(['a', 'b', 'c']);
    } finally {
      await live.close();
    }
  });

  it('writes a catalog file anew, and leaves it where a line is invalid', async () => {
    const changes = await file('c.ndjson', [{ uid: 'd', mpn: 'D' }, { remove: 'a' }]);
    expect(await partdex('update', path('parts.pdx'), changes)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^1 added, 0 replaced, 1 removed in [\d.]+ m?s\n$/),
    });
    expect(await uidsOf(path('parts.pdx'))).toEqual(['b', 'c', 'd']);
    expect((await partdex('validate', path('parts.pdx'))).status).toBe(0);
    const before = await readFile(path('parts.pdx'));
    const wrong = await file('wrong.ndjson', ['{"remove":"b"}', '{"uid":"e"']);
    expect(await partdex('update', path('parts.pdx'), wrong)).toMatchObject({
      status: 1,
      err: expect.stringContaining(`${wrong}:2: `),
    });
    expect(await readFile(path('parts.pdx'))).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('refuses the catalog as its own changes, -, twice, and skipping for a file', async () => {
    const changes = await file('c.ndjson', [{ remove: 'a' }]);
    expect(await partdex('update', path('parts.pdx'), path('parts.pdx'))).toMatchObject({ status: 2 });
    expect(await partdex('update', path('parts.pdx'), '-', '-')).toMatchObject({ status: 2 });
    expect(await partdex('update', path('parts.pdx'), changes, '--skip-invalid')).toMatchObject({ status: 2 });
    expect(await partdex('update', path('none'), changes)).toMatchObject({ status: 1 });
    expect(await partdex('update', folder, changes)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/it has no catalog/),
    });
  });
});

describe('partdex compact, partdex info', () => {
  it('shows segments, dead rows and commits, and makes one segment of all', async () => {
    await makeLive();
    await partdex('update', path('live'), await file('c.ndjson', [{ uid: 'd', mpn: 'D' }, { remove: 'a' }]));
    const facts = async () => {
      const { out } = await partdex('info', path('live'));
      return ['parts', 'segments', 'dead rows', 'commit', 'last written'].map((name) =>
        new RegExp(`^${name} +(.*)$`, 'm').exec(out)?.[1].replace(/\d+ s ago/, 'now'),
      );
    };
    expect(await facts()).toEqual(['3', '2', '1', '1', 'now']);
    const { out: whole } = await partdex('info', path('live'));
    expect(whole).toMatch(/^documents +\d/m);
    const { info } = { info: JSON.parse((await partdex('info', path('live'), '--json')).out) };
    expect(info).toMatchObject({ segments: 2, deadRows: 1, commit: 1, written: expect.stringMatching(/^\d{4}-.*Z$/) });
    const { status, out } = await partdex('compact', path('live'));
    expect([status, out]).toEqual([0, expect.stringMatching(/: 2 segments and 1 dead row, .* became .* in /)]);
    expect(await facts()).toEqual(['3', '1', '0', '1', 'now']);
    expect((await partdex('info', path('parts.pdx'))).out).not.toMatch(/segments|last written/);
  });

  it('refuses to compact what is no folder of a live catalog', async () => {
    const errorOf = async (name: string) => {
      const { status, err } = await partdex('compact', name);
      return [status, err.trim()];
    };
    const file = `"${path('parts.pdx')}" is a catalog file, of one piece already; "partdex live" makes a folder of it`;
    expect(await errorOf(path('parts.pdx'))).toEqual([2, `error: ${file}`]);
    expect(await errorOf(path('none'))).toEqual([1, `error: cannot read "${path('none')}": no such file`]);
    expect(await errorOf(folder)).toEqual([1, `error: cannot read "${folder}": it has no catalog`]);
    const cluster = 'opensearch+https://host:9200/parts';
    expect(await errorOf(cluster)).toEqual([2, `error: "${cluster}" is not a folder; a cluster merges its segments itself`]);
  });
});
