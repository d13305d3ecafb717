import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidDocumentError } from '../../../src/model/errors.js';
import { parseLine, readNdjson } from '../../../src/node/ndjson.js';

/** The documents of a text with their lines, read in pieces of a length. */
async function documents(text: string | Buffer, length = 1 << 20): Promise<[line: number, document: unknown][]> {
  const bytes = Buffer.from(text as string);
  const stream = (async function* () {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  })();
  const found: [number, unknown][] = [];
  for await (const { lines, source } of readNdjson({ name: 'list.json', stream })) {
    for (const { line, bytes } of lines) found.push([line, parseLine(bytes, { source, line })]);
  }
  return found;
}

const failure = (text: string, length?: number) =>
  documents(text, length).then(
    () => expect.fail('nothing was refused'),
    (error: unknown) => error as InvalidDocumentError,
  );

describe('a JSON array of documents', () => {
  it('is its elements, each with the line where it begins', async () => {
    const text =
      '\ufeff [\n  {\n    "uid": "1",\n    "a": [1,\n 2]\n  },\n\n  { "uid": "[,]\\"" }, {"uid":"3"},\n  {"uid":"4"}\n]\n';
    for (const length of [1, 2, 3, 7, 1000]) {
      expect(await documents(text, length)).toEqual([
        [2, { uid: '1', a: [1, 2] }],
        [8, { uid: '[,]"' }],
        [9, { uid: '3' }],
        [10, { uid: '4' }],
      ]);
    }
  });

  it('may be in one line; then each element has the next number', async () => {
    expect(await documents('[{"uid":"1"},{"uid":"2"} , {"uid":"3"}]')).toEqual([1, 2, 3].map((n) => [n, { uid: String(n) }]));
    expect(await documents('[]')).toEqual([]);
    expect(await documents(' [ \n ] \n')).toEqual([]);
  });

  it('has a fault with its line where it is not JSON', async () => {
    expect(await failure('[{"uid":"1"},\n{"uid":"2"}\n')).toMatchObject({
      line: 3,
      message: expect.stringContaining('not closed'),
    });
    expect(await failure('[\n,{"uid":"1"}]')).toMatchObject({ line: 2, message: expect.stringContaining('before the comma') });
    expect(await failure('[{"uid":"1"},\n]')).toMatchObject({ line: 2, message: expect.stringContaining('after the comma') });
    expect(await failure('[{"uid":"1"}]\n\n{"uid":"2"}')).toMatchObject({
      line: 3,
      message: expect.stringContaining('follows the end'),
    });
    expect(await failure('[{"uid":"1"}\n{"uid":"2"}]')).toMatchObject({
      line: 1,
      message: expect.stringContaining('not valid JSON'),
    });
    expect(await failure('[{"uid":"a\nb"}]')).toMatchObject({ line: 1, message: expect.stringContaining('not valid JSON') });
    expect(await failure('[{"uid":"1"]}')).toBeInstanceOf(InvalidDocumentError);
  });

  it('gives what JSON.parse gives, however it is written and cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 50 }),
        async (list, indent, length) => {
          const text = JSON.stringify(list, undefined, indent);
          const found = await documents(text, length);
          expect(found.map(([, document]) => JSON.stringify(document))).toEqual(list.map((one) => JSON.stringify(one)));
          const lines = text.split('\n');
          if (indent !== undefined) for (const [line] of found) expect(lines[line - 1]).toMatch(/^[\t ]\{/);
        },
      ),
      { numRuns: 300 },
    ));
});
