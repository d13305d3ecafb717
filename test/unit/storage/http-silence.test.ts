import { describe, expect, it } from 'vitest';
import { ClosedError, ValidationError } from '../../../src/model/errors.js';
import { HttpSource } from '../../../src/storage/http-source.js';
import type { Misbehavior } from '../../support/file-server.js';
import { SERVED_BYTES, serveFile } from '../../support/served-file.js';

const { server, url: URL_OF_FILE, serve, expectUnreadable } = await serveFile();

/** A server that sends the head of an answer, so many bytes of it, and no more. */
const stalling =
  (status: number, sent: number): Misbehavior =>
  (file, request, response) => {
    const [, first, last] = /(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const total = file.bytes.length;
    const length = status === 200 ? total : Number(last) + 1 - Number(first);
    response.writeHead(status, { 'Content-Range': `bytes ${first}-${last}/${total}`, 'Content-Length': length });
    response.flushHeaders();
    if (sent > 0) response.write(file.bytes.subarray(0, sent));
    return true;
  };

describe('HttpSource, of a server that falls silent', { timeout: 5_000 }, () => {
  const SILENT = 'the server has sent nothing for 0.1 s';

  it.each([
    ['before it answers', () => true],
    ['after the head of its answer', stalling(206, 0)],
    ['in the midst of its answer', stalling(206, 1)],
    ['in the midst of the whole file', stalling(200, 1)],
  ] as [string, Misbehavior][])('%s, gives up; asked again it has the bytes', async (what, misbehave) => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE, { timeout: 100 });
    const closed: Promise<unknown>[] = [];
    server.misbehave = (file, request, response) => {
      closed.push(new Promise((resolve) => response.once('close', () => resolve(true))));
      return misbehave(file, request, response);
    };
    await expectUnreadable(HttpSource.open(URL_OF_FILE, { timeout: 100 }), SILENT);
    // An open source needs a range: the whole file it refuses at once.
    await expectUnreadable(source.read(100, 100), what === 'in the midst of the whole file' ? 'sent the whole file' : SILENT);
    // Nobody listens any longer.
    expect(await Promise.all(closed)).toEqual(closed.map(() => true));
    server.misbehave = undefined;
    expect([...(await source.read(100, 10))]).toEqual([...SERVED_BYTES.subarray(100, 110)]);
  });

  it('waits for one that is slow, as long as something comes', async () => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE, { timeout: 100 });
    server.misbehave = (_file, _request, response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 100-119/5000', 'Content-Length': '20' });
      let at = 100;
      const timer = setInterval(() => {
        response.write(SERVED_BYTES.subarray(at, at + 1));
        if (++at === 120) response.end(() => clearInterval(timer));
      }, 20);
      return true;
    };
    expect([...(await source.read(100, 20))]).toEqual([...SERVED_BYTES.subarray(100, 120)]);
  });

  it.each([0, Number.POSITIVE_INFINITY, 2 ** 40, undefined])('waits on with a timeout of %s', async (timeout) => {
    serve(SERVED_BYTES);
    server.latency = 50;
    try {
      const source = await HttpSource.open(URL_OF_FILE, timeout === undefined ? {} : { timeout });
      expect((await source.read(64, 8)).length).toBe(8);
    } finally {
      server.latency = 0;
    }
  });

  it.each([-1, Number.NaN, '30', {}])('refuses a timeout of %j before it asks', async (timeout) => {
    serve(SERVED_BYTES);
    const error: unknown = await HttpSource.open(URL_OF_FILE, { timeout: timeout as number }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).argument).toBe('timeout');
    expect((error as Error).message).toContain('milliseconds');
    expect(server.requests.length).toBe(0);
  });

  it('gives up on a fetch of the caller that looks at no signal', async () => {
    serve(SERVED_BYTES);
    const silent: typeof fetch = () => new Promise(() => {});
    await expectUnreadable(HttpSource.open(URL_OF_FILE, { fetch: silent, timeout: 100 }), SILENT);
    const body = () => new Response(new ReadableStream(), { status: 206, headers: { 'Content-Range': 'bytes 0-63/5000' } });
    await expectUnreadable(HttpSource.open(URL_OF_FILE, { fetch: async () => body(), timeout: 100 }), SILENT);
  });

  it('is asked no more, and not waited for, once the source is closed', async () => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE);
    let arrived = () => {};
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server.misbehave = (...request) => {
      arrived();
      return stalling(206, 1)(...request);
    };
    const reading = source.read(100, 100).catch((thrown: unknown) => thrown);
    await asked;
    await source.close();
    expect(await reading).toBeInstanceOf(ClosedError);
    server.requests.length = 0;
    await expect(source.read(100, 100)).rejects.toBeInstanceOf(ClosedError);
    expect(server.requests.length).toBe(0);
  });
});
