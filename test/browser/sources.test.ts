import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { buildCatalog } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { BrowserRunner } from '../support/browser/browser-runner.js';
import { answersOf, type Task } from '../support/browser/tasks.js';
import { FileServer, sendWhole } from '../support/file-server.js';

const runner = await BrowserRunner.start();
const elsewhere = await FileServer.start();
const folder = await mkdtemp(join(tmpdir(), 'partdex-browser-'));
afterAll(async () => {
  await runner.stop();
  await elsewhere.stop();
  await rm(folder, { recursive: true, force: true });
});

const catalog = await buildCatalog({ parts: generateSample(1000), ...sampleMetadata() });
const bytes = await catalog.toBytes();
const other = await (await buildCatalog({ parts: generateSample(1000, 2), ...sampleMetadata(2) })).toBytes();
const tasks: Task[] = [
  { kind: 'search', collection: 'parts', request: { q: 'ceramic', limit: 20 } },
  { kind: 'scan', collection: 'parts', request: { filter: { queries: ['offers.moq:[1 TO 10]'] }, sortby: 'offers.moq' } },
];
const expected = await answersOf(Promise.resolve(catalog), tasks);

beforeEach(() => {
  runner.server.misbehave = undefined;
  runner.server.requests.length = 0;
});

const send = (url: string) => runner.run('page', { kind: 'ask', from: 'URL', url, tasks });

it('a URL is opened with three requests, and nothing of it comes twice', async () => {
  const url = runner.serve('parts.pdx', bytes);
  expect(await runner.run('page', { kind: 'ask', from: 'URL', url, tasks: [] })).toEqual([]);
  expect(runner.server.requests.length).toBe(3);
  runner.server.requests.length = 0;
  expect(await send(url)).toEqual(expected);
  const ranges = runner.server.requests.map(({ range }) => range);
  expect(new Set(ranges).size).toBe(ranges.length);
});

it('a URL of a server without range requests is fetched once', async () => {
  const url = runner.serve('parts.pdx', bytes);
  runner.server.misbehave = (file, _request, response) => sendWhole(file, response) > 0;
  expect(await send(url)).toEqual(expected);
  expect(runner.server.requests.length).toBe(1);
});

it('a file that changes on the server is refused, and another opening sees the new one', async () => {
  const dated = (day: number) => ({ 'Last-Modified': `Fri, 2${day} Nov 2020 10:00:00 GMT`, 'Cache-Control': 'max-age=3600' });
  const url = runner.serve('changing.pdx', bytes, dated(0));
  runner.server.misbehave = () => {
    if (runner.server.requests.length === 3) runner.serve('changing.pdx', other, dated(1));
    return false;
  };
  const refused = await send(url);
  for (const answer of refused) {
    expect(answer).toContain(
      `throws UnreadableFileError: cannot read "${runner.server.origin}/changing.pdx": it has changed on the server`,
    );
  }
  runner.server.misbehave = undefined;
  const again = await send(url);
  expect(again[0]).toContain('"hits":');
  expect(again).not.toEqual(expected);
});

it('reports what cannot be fetched', async () => {
  expect(await send('nowhere.pdx')).toEqual([expect.stringContaining('nowhere.pdx": the server answered 404 Not Found')]);
  expect(await send('http://127.0.0.1:1/x.pdx')).toEqual([
    expect.stringContaining('throws UnreadableFileError: cannot read "http://127.0.0.1:1/x.pdx": no answer '),
  ]);
  const url = runner.serve('parts.pdx', bytes);
  runner.server.misbehave = (_file, _request, response) => {
    response.writeHead(206, { 'Content-Range': `bytes 0-63/${bytes.length}`, 'Content-Length': '64' });
    response.write(bytes.subarray(0, 30), () => response.destroy());
    return true;
  };
  expect(await send(url)).toEqual([expect.stringContaining('parts.pdx": the answer broke off (')]);
});

it('a URL of another origin needs that one to allow it and to expose its headers', async () => {
  const url = `${elsewhere.origin}/parts.pdx`;
  const allowed = { 'Access-Control-Allow-Origin': '*' };
  elsewhere.files.set('parts.pdx', { bytes, headers: {} });
  expect(await send(url)).toEqual([
    expect.stringContaining(
      'no answer that this page may read; a server of another origin must send Access-Control-Allow-Origin (',
    ),
  ]);
  elsewhere.files.set('parts.pdx', { bytes, headers: allowed });
  expect(await send(url)).toEqual([
    expect.stringContaining('no Content-Range; a server of another origin must name it in Access-Control-Expose-Headers'),
  ]);
  elsewhere.files.set('parts.pdx', {
    bytes,
    headers: { ...allowed, ETag: '"1"', 'Access-Control-Expose-Headers': 'Content-Range, ETag' },
  });
  expect(await send(url)).toEqual(expected);
});

it('a file that was chosen and then changed is refused', async () => {
  const path = join(folder, 'chosen.pdx');
  await writeFile(path, bytes);
  // What is written later has another time, however coarse the browser's clock is.
  await utimes(path, 1_700_000_000, 1_700_000_000);
  await runner.page.setInputFiles('input', path);
  expect(await runner.run('page', { kind: 'ask', from: 'file', url: '', tasks })).toEqual(expected);
  await writeFile(path, other);
  expect(await runner.run('page', { kind: 'ask', from: 'file', url: '', tasks })).toEqual([
    expect.stringContaining(
      'throws UnreadableFileError: cannot read "chosen.pdx": it has been changed, moved or removed since it was chosen; choose it again',
    ),
  ]);
});
