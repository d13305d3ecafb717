import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AbortedError, ClosedError, UnreadableFileError, ValidationError } from '../../../src/model/errors.js';
import { BlobSource } from '../../../src/storage/byte-source.js';
import { HttpSource } from '../../../src/storage/http-source.js';
import { type Misbehavior, sendWhole } from '../../support/file-server.js';
import { forAllAsync } from '../../support/for-all.js';
import { SERVED_BYTES, serveFile } from '../../support/served-file.js';

const { server, url: URL_OF_FILE, serve, expectUnreadable } = await serveFile();

/** A server that sends these headers and bytes as the answer 206, whatever is asked. */
const answering206 =
  (headers: Record<string, string>, bytes: Uint8Array): Misbehavior =>
  (_file, _request, response) => {
    response.writeHead(206, headers).end(bytes);
    return true;
  };

describe('HttpSource', () => {
  it('gives any range of the file, aligned, and asks for no more', async () => {
    serve(SERVED_BYTES, { ETag: '"one"' });
    const source = await HttpSource.open(URL_OF_FILE);
    expect(source).toBeInstanceOf(HttpSource);
    expect(source.length).toBe(5000);
    await forAllAsync([fc.nat(5200), fc.nat(600)], async (offset, length) => {
      server.requests.length = 0;
      const found = await source.read(offset, length);
      expect([...found]).toEqual([...SERVED_BYTES.subarray(offset, offset + length)]);
      expect(found.byteOffset % 8).toBe(0);
      expect(server.requests.reduce((sum, { sent }) => sum + sent, 0)).toBeLessThanOrEqual(found.length);
    });
    await source.close();
  });

  it('asks for the header once', async () => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE);
    expect([...(await source.read(0, 64))]).toEqual([...SERVED_BYTES.subarray(0, 64)]);
    expect(server.requests).toEqual([{ path: 'parts.pdx', range: 'bytes=0-63', sent: 64 }]);
  });

  it('takes a file that is shorter than a header', async () => {
    serve(SERVED_BYTES.subarray(0, 10));
    const source = await HttpSource.open(URL_OF_FILE);
    expect([...(await source.read(0, 64))]).toEqual([...SERVED_BYTES.subarray(0, 10)]);
    expect((await source.read(10, 5)).length).toBe(0);
  });

  it('keeps the whole file of a server without range requests', async () => {
    serve(SERVED_BYTES);
    server.misbehave = (file, _request, response) => sendWhole(file, response) > 0;
    const source = await HttpSource.open(new URL(URL_OF_FILE));
    expect(source).toBeInstanceOf(BlobSource);
    expect(source.length).toBe(5000);
    expect([...(await source.read(4000, 2000))]).toEqual([...SERVED_BYTES.subarray(4000)]);
    expect(server.requests.length).toBe(1);
  });

  it.each([
    ['ETag', { ETag: '"one"' }, { ETag: '"two"' }],
    ['Last-Modified', { 'Last-Modified': 'Fri, 20 Nov 2020 10:00:00 GMT' }, { 'Last-Modified': 'Fri, 20 Nov 2020 10:00:01 GMT' }],
    ['an ETag that is no longer sent', { ETag: '"one"' }, {}],
  ])('refuses a file that has changed by its %s', async (_, before: Record<string, string>, after: Record<string, string>) => {
    serve(SERVED_BYTES, before);
    const source = await HttpSource.open(URL_OF_FILE);
    serve(SERVED_BYTES.toReversed(), after);
    await expectUnreadable(source.read(64, 100), 'it has changed on the server since it was opened; open it again');
  });

  it.each([4000, 64, 6000])('refuses a file that has become %i bytes long', async (length) => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE);
    const other = new Uint8Array(length);
    serve(other);
    await expectUnreadable(source.read(3000, 100), 'changed on the server');
    await expectUnreadable(source.read(4900, 100), 'changed on the server');
    serve(SERVED_BYTES);
    expect([...(await source.read(3000, 10))]).toEqual([...SERVED_BYTES.subarray(3000, 3010)]);
  });

  it('refuses all of a file that has changed, or of one that has not, instead of a range', async () => {
    serve(SERVED_BYTES, { ETag: '"one"' });
    const source = await HttpSource.open(URL_OF_FILE);
    server.misbehave = (file, _request, response) => sendWhole(file, response) > 0;
    await expectUnreadable(source.read(64, 100), 'sent the whole file instead of bytes 64 to 163');
    serve(SERVED_BYTES, { ETag: '"two"' });
    await expectUnreadable(source.read(64, 100), 'changed on the server');
  });

  it.each([
    [404, 'answered 404 Not Found'],
    [403, 'answered 403 Forbidden'],
    [500, 'answered 500 Internal Server Error'],
    [204, 'answered 204 No Content'],
  ])('tells that the server answered %i', async (status, reason) => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE);
    server.misbehave = (_file, _request, response) => {
      response.writeHead(status).end();
      return true;
    };
    await expectUnreadable(HttpSource.open(URL_OF_FILE), reason);
    await expectUnreadable(source.read(64, 8), reason);
  });

  it('tells that the file is empty', async () => {
    serve(new Uint8Array(0));
    await expectUnreadable(HttpSource.open(URL_OF_FILE), 'it is empty');
  });

  it.each([
    ['none', {}, 'no Content-Range'],
    ['of unknown length', { 'Content-Range': 'bytes 0-63/*' }, 'Content-Range: bytes 0-63/*'],
    ['of nonsense', { 'Content-Range': 'bytes=0-63/5000' }, 'not as "bytes 0-63/5000"'],
    ['of other bytes', { 'Content-Range': 'bytes 64-127/5000' }, 'sent bytes 64 to 127 instead of 0 to 63'],
    ['of fewer bytes', { 'Content-Range': 'bytes 0-31/5000' }, 'sent bytes 0 to 31 instead of 0 to 63'],
    ['of a packed file', { 'Content-Range': 'bytes 0-63/5000', 'Content-Encoding': 'gzip' }, 'Content-Encoding: gzip'],
  ])('refuses a Content-Range: %s', async (_, headers: Record<string, string>, reason) => {
    serve(SERVED_BYTES);
    server.misbehave = answering206(headers, SERVED_BYTES.subarray(0, 64));
    await expectUnreadable(HttpSource.open(URL_OF_FILE), reason);
  });

  it('refuses another range than that of a later request', async () => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE);
    server.misbehave = answering206({ 'Content-Range': 'bytes 0-99/5000' }, SERVED_BYTES.subarray(0, 100));
    await expectUnreadable(source.read(200, 100), 'sent bytes 0 to 99 instead of 200 to 299');
  });

  it('refuses more or fewer bytes than the Content-Range tells', async () => {
    serve(SERVED_BYTES);
    for (const sent of [63, 65, 0]) {
      server.misbehave = answering206({ 'Content-Range': 'bytes 0-63/5000' }, SERVED_BYTES.subarray(0, sent));
      await expectUnreadable(HttpSource.open(URL_OF_FILE), `sent ${sent} bytes instead of 64`);
    }
  });

  it('tells that an answer broke off; asked again it has the bytes', async () => {
    serve(SERVED_BYTES);
    const source = await HttpSource.open(URL_OF_FILE);
    for (const status of [206, 200]) {
      server.misbehave = (_file, _request, response) => {
        response.writeHead(status, { 'Content-Range': 'bytes 100-199/5000', 'Content-Length': '100' });
        response.write(SERVED_BYTES.subarray(100, 130), () => response.destroy());
        return true;
      };
      if (status === 206) await expectUnreadable(source.read(100, 100), 'the answer broke off (');
      else await expectUnreadable(HttpSource.open(URL_OF_FILE), 'the answer broke off (');
    }
    server.misbehave = undefined;
    expect([...(await source.read(100, 10))]).toEqual([...SERVED_BYTES.subarray(100, 110)]);
  });
});

describe('HttpSource, asked for ranges that are near each other in one turn', () => {
  const readThree = (source: HttpSource | BlobSource) =>
    Promise.allSettled([source.read(200, 8), source.read(100, 50), source.read(4000, 96)]);
  const open = async () => {
    serve(SERVED_BYTES, { ETag: '"one"' });
    const source = await HttpSource.open(URL_OF_FILE, { timeout: 100 });
    server.requests.length = 0;
    return source;
  };

  it('asks once for all of them', async () => {
    const [one, two, three] = await readThree(await open());
    expect(server.requests).toEqual([{ path: 'parts.pdx', range: 'bytes=100-4095', sent: 3996 }]);
    expect([one, two, three]).toEqual(
      [SERVED_BYTES.slice(200, 208), SERVED_BYTES.slice(100, 150), SERVED_BYTES.slice(4000, 4096)].map((value) => ({
        status: 'fulfilled',
        value,
      })),
    );
  });

  it.each<[string, Misbehavior, string]>([
    [
      'sends another range',
      answering206({ ETag: '"one"', 'Content-Range': 'bytes 0-9/5000' }, SERVED_BYTES.subarray(0, 10)),
      '100 to 4095',
    ],
    ['sends all of it', (file, _, response) => sendWhole(file, response) > 0, 'instead of bytes 100 to 4095'],
    ['fails', (_file, _request, response) => response.writeHead(503).end().writableEnded, 'answered 503'],
    [
      'has another file',
      answering206({ 'Content-Range': 'bytes 100-4095/5000' }, SERVED_BYTES.subarray(100, 4096)),
      'changed on the server',
    ],
    ['falls silent', () => true, 'has sent nothing for 0.1 s'],
  ])('fails all of them where the server %s', async (_, misbehave, reason) => {
    const source = await open();
    server.misbehave = misbehave;
    for (const result of await readThree(source)) {
      expect(result.status).toBe('rejected');
      await expectUnreadable(Promise.reject((result as PromiseRejectedResult).reason), reason);
    }
    server.misbehave = undefined;
    expect((await readThree(source)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  it('refuses all of them once it is closed, before and after the request is sent', async () => {
    const source = await open();
    const asked = readThree(source);
    await source.close();
    for (const result of await asked) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(ClosedError);
    expect(server.requests.length).toBe(0);

    const other = await open();
    const arrived = new Promise<void>((resolve) => {
      server.misbehave = () => {
        resolve();
        return true;
      };
    });
    const reading = readThree(other);
    await arrived;
    await other.close();
    for (const result of await reading) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(ClosedError);
  });
});

describe('HttpSource, where the request itself', () => {
  it('fails, tells why', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const error: unknown = await HttpSource.open(`http://127.0.0.1:${port}/x`).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnreadableFileError);
    expect((error as Error).message).toMatch(/no answer \(.*ECONNREFUSED/);
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  it.each(['parts.pdx', 'http://', 'http://name:word@127.0.0.1/x'])('cannot be made of %s, says so', async (url) => {
    // Node has no page that an address could be relative to.
    const error: unknown = await HttpSource.open(url).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).argument).toBe('url');
    expect((error as Error).message).toContain(`"${url}"`);
  });

  it('is sent by a function of the caller, is as that one has it', async () => {
    serve(SERVED_BYTES);
    const asked: unknown[] = [];
    const own: typeof fetch = function (this: unknown, input, init) {
      asked.push([this, String(input), new Headers(init?.headers).get('Range')]);
      return fetch(input, { ...init, headers: { ...init?.headers, 'X-Key': 'k' } });
    };
    const keys: unknown[] = [];
    server.misbehave = (_file, { headers }) => keys.push(headers['x-key']) === 0;
    const source = await HttpSource.open(URL_OF_FILE, { fetch: own });
    await source.read(64, 8);
    expect(asked).toEqual([
      [undefined, URL_OF_FILE, 'bytes=0-63'],
      [undefined, URL_OF_FILE, 'bytes=64-71'],
    ]);
    expect(keys).toEqual(['k', 'k']);
  });

  it('is sent by a function of the caller that throws, tells why', async () => {
    const broken = () => {
      throw new Error('no credentials');
    };
    await expectUnreadable(HttpSource.open(URL_OF_FILE, { fetch: broken }), 'no answer (no credentials)');
  });

  it('is stopped by the abort signal, stops; after the opening it goes on', async () => {
    serve(SERVED_BYTES);
    const reason = new Error('enough');
    await expect(HttpSource.open(URL_OF_FILE, { signal: AbortSignal.abort(reason) })).rejects.toBeInstanceOf(AbortedError);

    const stopper = new AbortController();
    server.misbehave = () => {
      stopper.abort(reason);
      return true;
    };
    const error: unknown = await HttpSource.open(URL_OF_FILE, { signal: stopper.signal }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AbortedError);
    expect((error as Error).cause).toBe(reason);

    server.misbehave = undefined;
    const later = new AbortController();
    const source = (await HttpSource.open(URL_OF_FILE, { signal: later.signal })) as HttpSource;
    source.opened();
    later.abort(reason);
    expect((await source.read(64, 8)).length).toBe(8);
  });
});
