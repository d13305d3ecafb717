import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Files, openLiveCatalog, readChanges } from '../../../src/node/partdex-node.js';
import { buildCatalog, formatChanges, overlay, parseChanges } from '../../../src/partdex.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-changes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

const LINES = [
  '{"put":{"uid":"a","mpn":"1","price":1.50}}',
  '',
  '{"uid":"b","mpn":"2"}',
  ' { "patch" : {"uid":"c","mpn":null} } ',
  '{"remove":"d"}',
  '{"brand":{"uid":"x","name":"X"}}',
  '{"uid":"p","mpn":"3","put":{"uid":"q"}}',
  '{"put":{"uid":"r"},"put":{"uid":"s","mpn":"5"}}',
  '{"put":{"uid":"t","mpn":"6"},"uid":"u","mpn":"7"}',
  '{"spec_metadata":{"key":"k","name":"K"}}',
  '{"removeRecords":{"sellers":["s"],"categories":["c1","c2"]}}',
];

/** The update that files say, in memory. */
async function asUpdate(files: Files): Promise<object> {
  return parseChanges(await formatChanges(readChanges(files)));
}

describe('readChanges', () => {
  it.each(['changes.ndjson', 'changes.ndjson.gz'])('says what parseChanges says of the text of %s', async (name) => {
    expect(await asUpdate(file(name, ...LINES))).toEqual(parseChanges(LINES.join('\n')));
  });

  it('reads a stream once, and several inputs in their order', async () => {
    const stream = (async function* () {
      yield '{"put":{"uid":"a","mpn":"1"}}\n{"rem';
      yield 'ove":"y"}\n{"patch":{"uid":"c"}}\n';
    })();
    const second = file('second.ndjson', '{"uid":"b","mpn":"2"}', '{"remove":"z"}');
    expect(await asUpdate([{ name: 'first', stream }, second])).toEqual({
      put: [
        { uid: 'a', mpn: '1' },
        { uid: 'b', mpn: '2' },
      ],
      patch: [{ uid: 'c' }],
      remove: ['y', 'z'],
    });
  });

  it('keeps the bytes of numbers', async () => {
    const lines = ['{"uid":"a","mpn":"1","n":12345678901234567890.10}', '{"uid":"b","mpn":"2","n":1e400}'];
    const path = file('n.ndjson', `{"put":${lines[0]}}`, lines[1]);
    const over = await overlay(await buildCatalog({ parts: [] }), readChanges(path));
    let text = '';
    for await (const bytes of over.toNdjson('parts')) text += new TextDecoder().decode(bytes);
    expect(text.trim().split('\n')).toEqual(lines);
  });

  it.each([
    ['[1]', /two\.ndjson:2: expected an object with one member/],
    ['{"put":{"uid":"n"}}', /two\.ndjson:2: mpn: expected/],
    ['{"put":{"uid":"n","mpn":"1"}', /two\.ndjson:2: not valid JSON at column 29/],
    ['{"patch":{"mpn":"1"}}', /two\.ndjson:2: uid: expected the uid/],
    ['{"remove":7}', /two\.ndjson:2: expected the uid/],
    ['{"brand":{"name":"B"}}', /two\.ndjson:2: uid: expected/],
    ['{"removeRecords":{"parts":["a"]}}', /two\.ndjson:2: removeRecords\.parts: expected lists/],
    ['{"removeRecords":{"categories":["top"]}}', /two\.ndjson:2: categories: the category "top" has children/],
    ['{"category":{"uid":"lost","name":"L","parent_uid":"none"}}', /two\.ndjson:2: /],
    ['{"uid":"a","mpn":"again"}', /two\.ndjson:2: uid: "a" stands in .*one\.ndjson:1 too/],
  ])('names the file and the line of %s', async (line, message) => {
    const base = await buildCatalog({
      parts: [],
      categories: [
        { uid: 'top', name: 'T' },
        { uid: 'low', name: 'L', parent_uid: 'top' },
      ],
    });
    const files = [file('one.ndjson', '{"uid":"a","mpn":"1"}'), file('two.ndjson', '{"remove":"x"}', line)];
    await expect(overlay(base, readChanges(files))).rejects.toMatchObject({
      name: 'InvalidDocumentError',
      message: expect.stringMatching(message),
      line: 2,
    });
  });

  it('leaves out lines that are not a change where onInvalid is a function', async () => {
    const faults: string[] = [];
    const onInvalid = ({ source, line }: { source: string; line: number }) => void faults.push(`${source.slice(-6)}:${line}`);
    const live = await openLiveCatalog(join(folder, 'live'), { create: true, onInvalid });
    const path = file('c.ndjson', '{"uid":"a","mpn":"1"}', '{', '{"uid":"b"}', '{"uid":"c","mpn":"3"}');
    expect(await live.update(readChanges(path))).toMatchObject({ added: 2, invalid: 2 });
    expect(faults).toEqual(['ndjson:2', 'ndjson:3']);
    await live.close();
  });

  it('reports how much was read and applied', async () => {
    const told: string[] = [];
    const path = file('p.ndjson', '{"uid":"a","mpn":"1"}', '{"remove":"x"}', '{"patch":{"uid":"b"}}');
    const onProgress = (state: { phase: string; done: number; total: number }) => void told.push(Object.values(state).join(' '));
    await overlay(await buildCatalog({ parts: [] }), readChanges(path, { onProgress }));
    expect(told).toEqual(['read 59 59', 'apply 1 2', 'apply 2 2']);
  });

  it('refuses a file that changes between its readings', async () => {
    const path = file('c.ndjson', '{"uid":"a","mpn":"1"}');
    const changes = readChanges(path);
    for await (const _ of changes.brands ?? []);
    file('c.ndjson', '{"uid":"a","mpn":"1"}', '{"uid":"b","mpn":"2"}');
    await expect(formatChanges(changes)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/changed while/),
    });
  });

  it('reports a file that is missing when it is applied, and refuses what is not a file at once', async () => {
    await expect(formatChanges(readChanges(join(folder, 'none')))).rejects.toMatchObject({ code: 'unreadable' });
    expect(() => readChanges(7 as never)).toThrow(/files/);
    expect(() => readChanges([{ name: 'a', stream: 'text' } as never])).toThrow(/files/);
  });
});
