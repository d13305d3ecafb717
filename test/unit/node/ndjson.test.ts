import { Buffer } from 'node:buffer';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AbortedError, InvalidDocumentError, UnreadableFileError } from '../../../src/model/errors.js';
import { type NdjsonBatch, type NdjsonOptions, parseLine, readNdjson } from '../../../src/node/ndjson.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-ndjson-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string | Uint8Array): string {
  const path = join(folder, `${files++}.ndjson`);
  writeFileSync(path, content);
  return path;
}

async function batches(paths: string | readonly string[], options?: NdjsonOptions): Promise<NdjsonBatch[]> {
  const all: NdjsonBatch[] = [];
  for await (const batch of readNdjson(paths, options)) all.push(batch);
  return all;
}

async function texts(paths: string | readonly string[]): Promise<[number, string][]> {
  return (await batches(paths)).flatMap(({ lines }) =>
    lines.map(({ line, bytes }): [number, string] => [line, Buffer.from(bytes).toString()]),
  );
}

const failure = (paths: string | readonly string[], options?: NdjsonOptions) =>
  batches(paths, options).then(
    () => expect.fail('nothing was refused'),
    (error: unknown) => error as Error & { line?: number; path?: string; source?: string },
  );

/** Lines of differing length, about 3 MB: several chunks, with lines across their ends. */
const MANY = Array.from({ length: 6000 }, (_, i) => JSON.stringify({ uid: `u${i}`, text: 'é'.repeat((i * 7919) % 500) }));

describe('readNdjson', () => {
  it('reads a file in batches', async () => {
    const path = file(MANY.join('\n'));
    const all = await batches(path);
    expect(all.length).toBeGreaterThan(1);
    expect(all.every(({ source, firstLine, lines }) => source === path && lines[0].line === firstLine)).toBe(true);
    for (const { lines } of all.slice(0, -1)) {
      const bytes = lines.reduce((sum, line) => sum + line.bytes.length, 0);
      expect(bytes).toBeGreaterThan(200_000);
      expect(bytes).toBeLessThan(1_200_000);
    }
    expect(await texts(path)).toEqual(MANY.map((text, i) => [i + 1, text]));
  });

  it('reads gzip by its first bytes, of one member or several', async () => {
    const whole = Buffer.from(MANY.join('\n'));
    const expected = MANY.map((text, i) => [i + 1, text]);
    expect(await texts(file(gzipSync(whole)))).toEqual(expected);
    const cuts = [0, 1, 2, 3, 1_000_000, 1_000_001, whole.length];
    const members = cuts.slice(1).map((end, i) => gzipSync(whole.subarray(cuts[i], end)));
    expect(await texts(file(Buffer.concat(members)))).toEqual(expected);
    expect(await texts(file(gzipSync('')))).toEqual([]);
  });

  it('reads gzip members that end where a chunk of the file does', async () => {
    // Stored blocks, so that the first member has one chunk of the file exactly.
    const member = (bytes: number) => gzipSync(Buffer.alloc(bytes, 'a'), { level: 0 });
    let bytes = 2 ** 20;
    while (member(bytes).length > 2 ** 20) bytes--;
    expect(member(bytes).length).toBe(2 ** 20);
    const path = file(Buffer.concat([member(bytes), gzipSync('b\nc')]));
    expect((await texts(path)).map(([line, text]) => [line, text.length])).toEqual([
      [1, bytes + 1],
      [2, 1],
    ]);
  });

  it('accepts byte order marks, line ends of two characters, blank lines and an open end', async () => {
    const text = '\ufeff{"a":1}\r\n\r\n \n{"b":2}';
    const expected = [
      [1, '{"a":1}'],
      [4, '{"b":2}'],
    ];
    expect(await texts(file(text))).toEqual(expected);
    expect(await texts(file(gzipSync(text)))).toEqual(expected);
    expect(await texts([file(''), file('\n\n'), file('a'), file(text)])).toEqual([[1, 'a'], ...expected]);
  });

  it('reads lines longer than a chunk', async () => {
    const long = 'x'.repeat(3_000_000);
    expect(await texts(file(`a\n${long}\nb`))).toEqual([
      [1, 'a'],
      [2, long],
      [3, 'b'],
    ]);
  });

  it('keeps batches apart: an earlier one does not change', async () => {
    const kept: [Uint8Array, string][] = [];
    for await (const { lines } of readNdjson(file(MANY.join('\n')))) {
      for (const { bytes } of lines) kept.push([bytes, Buffer.from(bytes).toString()]);
    }
    expect(kept.every(([bytes, text]) => Buffer.from(bytes).toString() === text)).toBe(true);
    expect(kept.map(([, text]) => text)).toEqual(MANY);
  });

  it('reports its progress in bytes of the files', async () => {
    const packed = gzipSync(MANY.join('\n'));
    const plain = MANY.join('\n');
    const seen: number[] = [];
    const totalBytes = packed.length + Buffer.byteLength(plain);
    await batches([file(packed), file(plain)], {
      onProgress(progress) {
        expect(progress.totalBytes).toBe(totalBytes);
        seen.push(progress.bytesRead);
      },
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(totalBytes);
  });

  it('names a file that is not there before it reads another', async () => {
    const read: NdjsonBatch[] = [];
    const missing = join(folder, 'missing.ndjson');
    const act = async () => {
      for await (const batch of readNdjson([file('a'), missing])) read.push(batch);
    };
    await expect(act()).rejects.toThrow(UnreadableFileError);
    await expect(act()).rejects.toThrow(`cannot read "${missing}": no such file`);
    expect(read).toEqual([]);
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    expect((await failure(inner)).message).toBe(`cannot read "${inner}": it is a folder; name the files in it`);
  });

  it.skipIf(process.getuid?.() === 0)('names a file that it may not read', async () => {
    const path = file('a');
    chmodSync(path, 0);
    expect((await failure(path)).message).toBe(`cannot read "${path}": permission denied`);
  });

  it('names file and line where gzip data ends too early or is damaged', async () => {
    const packed = gzipSync(MANY.join('\n'));
    const truncated = file(packed.subarray(0, packed.length >> 1));
    const error = await failure(truncated);
    expect(error).toBeInstanceOf(InvalidDocumentError);
    expect(error.message).toMatch(/:\d+: the gzip data ends too early; compress the file again$/);
    expect(error.source).toBe(truncated);
    expect(error.line).toBeGreaterThan(1);
    expect(error.line).toBeLessThan(MANY.length);
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, damaged.length >> 1, (damaged.length >> 1) + 50);
    expect((await failure(file(damaged))).message).toMatch(/:\d+: the gzip data is damaged; compress the file again$/);
    const wrongSum = Buffer.from(packed);
    wrongSum[wrongSum.length - 8] ^= 1;
    expect((await failure(file(wrongSum))).message).toContain('the gzip data is damaged');
    expect((await failure(file(Buffer.concat([packed, gzipSync('x').subarray(0, 12)])))).message).toContain('ends too early');
    expect((await failure(file(packed.subarray(0, 5)))).message).toContain(':1: the gzip data ends too early');
  });

  it('stops at its signal', async () => {
    const reason = new Error('enough');
    const aborted = await failure(file('a'), { signal: AbortSignal.abort(reason) });
    expect(aborted).toBeInstanceOf(AbortedError);
    expect(aborted).toMatchObject({ code: 'aborted', cause: reason });
    for (const content of [MANY.join('\n'), gzipSync(MANY.join('\n'))]) {
      const controller = new AbortController();
      let count = 0;
      const act = async () => {
        for await (const _ of readNdjson(file(content), { signal: controller.signal })) {
          count++;
          controller.abort();
        }
      };
      await expect(act()).rejects.toThrow(AbortedError);
      expect(count).toBe(1);
    }
  });

  it('stops at its signal while it waits for an iterable that never ends', async () => {
    const controller = new AbortController();
    let isEnded = false;
    async function* endless() {
      try {
        yield '{"uid":"a"}\n';
        setImmediate(() => controller.abort());
        await new Promise(() => {});
      } finally {
        isEnded = true;
      }
    }
    const read = async () => {
      for await (const _ of readNdjson({ name: 'endless', stream: endless() }, { signal: controller.signal }));
    };
    await expect(read()).rejects.toThrow(AbortedError);
    // What it waits for cannot be ended from outside.
    expect(isEnded).toBe(false);
  });

  it('ends an iterable that is left early', async () => {
    let isEnded = false;
    async function* many() {
      try {
        for (;;) yield '{"uid":"a"}\n'.repeat(100_000);
      } finally {
        isEnded = true;
      }
    }
    for await (const _ of readNdjson({ name: 'many', stream: many() }, { signal: new AbortController().signal })) break;
    await vi.waitFor(() => expect(isEnded).toBe(true));
  });

  it('can be left early', async () => {
    for (const content of [MANY.join('\n'), gzipSync(MANY.join('\n'))]) {
      for await (const batch of readNdjson([file(content), file(content)])) {
        expect(batch.firstLine).toBe(1);
        break;
      }
    }
  });
});

describe('parseLine', () => {
  const parse = (bytes: Uint8Array) => parseLine(bytes, { source: 'f.ndjson', line: 9 });

  it('parses JSON', () => {
    expect(parse(Buffer.from('{"é": [1, "😀"]}'))).toEqual({ é: [1, '😀'] });
    expect(Object.keys(parse(Buffer.from('{"__proto__": 1}')) as object)).toEqual(['__proto__']);
  });

  it.each<[string, Uint8Array, string]>([
    ['invalid JSON', Buffer.from('{"a": }'), 'f.ndjson:9: not valid JSON at column 7: expected a value, found "}"'],
    ['invalid UTF-8', Buffer.from([0x22, 0xe9, 0x22]), 'f.ndjson:9: not valid UTF-8; NDJSON files are UTF-8 text'],
    [
      'a byte order mark inside the file',
      Buffer.from('\ufeff{}'),
      'f.ndjson:9: not valid JSON at column 1: expected a value, found "\ufeff"',
    ],
  ])('refuses %s', (_, bytes, message) => {
    const act = () => parse(bytes);
    expect(act).toThrow(InvalidDocumentError);
    expect(act).toThrow(expect.objectContaining({ message, source: 'f.ndjson', line: 9, path: '' }));
  });
});
