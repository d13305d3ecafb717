import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AbortedError, InvalidDocumentError, UnreadableFileError } from '../../../src/model/errors.js';
import { type NamedStream, type NdjsonOptions, readNdjson } from '../../../src/node/ndjson.js';

async function texts(stream: NamedStream['stream'], options?: NdjsonOptions): Promise<[number, string][]> {
  const all: [number, string][] = [];
  for await (const { source, lines } of readNdjson({ name: 'stdin', stream }, options)) {
    expect(source).toBe('stdin');
    for (const { line, bytes } of lines) all.push([line, Buffer.from(bytes).toString()]);
  }
  return all;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('nothing was refused'),
    (error: unknown) => error as Error,
  );

const LINES = Array.from({ length: 500 }, (_, i) => `{"uid":"${i}","text":"${'é'.repeat((i * 31) % 60)}"}`);
const NUMBERED = LINES.map((text, i) => [i + 1, text]);

describe('readNdjson of a stream', () => {
  it.each([1, 2, 7, 64, 100_000])('reads chunks of %i bytes, plain and gzip', async (size) => {
    const plain = Buffer.from(LINES.join('\r\n'));
    for (const bytes of [plain, gzipSync(plain)]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      expect(await texts(Readable.from(chunks, { objectMode: false }))).toEqual(NUMBERED);
    }
  });

  it('takes text, any chunks that can be awaited, and nothing at all', async () => {
    async function* chunks() {
      yield `\ufeff${LINES[0]}\n`;
      yield new TextEncoder().encode(`\n${LINES[1]}`);
      yield new Uint8Array(0);
    }
    expect(await texts(chunks())).toEqual([
      [1, LINES[0]],
      [3, LINES[1]],
    ]);
    expect(await texts(Readable.from([]))).toEqual([]);
  });

  it('reports how much was read', async () => {
    const reported: object[] = [];
    await texts(Readable.from(['a\n', 'b\n']), { onProgress: (progress) => reported.push(progress) });
    expect(reported.at(-1)).toEqual({ bytesRead: 4, totalBytes: 0 });
  });

  it('says which stream has failed, or holds damaged gzip data', async () => {
    const broken = new PassThrough();
    const failed = failure(texts(broken));
    broken.destroy(Object.assign(new Error('it broke'), { code: 'EIO' }));
    expect(await failed).toMatchObject({ constructor: UnreadableFileError, path: 'stdin' });
    const cut = gzipSync(LINES.join('\n')).subarray(0, 40);
    expect(await failure(texts(Readable.from([cut])))).toMatchObject({ constructor: InvalidDocumentError, source: 'stdin' });
  });

  it('stops waiting for a stream that says nothing more', async () => {
    const silent = new PassThrough();
    const controller = new AbortController();
    const stopped = failure(texts(silent, { signal: controller.signal }));
    silent.write('{"uid":');
    await once(silent, 'readable');
    controller.abort(new Error('enough'));
    expect(await stopped).toMatchObject({ constructor: AbortedError, cause: new Error('enough') });
    expect(silent.destroyed).toBe(true);
  });
});
