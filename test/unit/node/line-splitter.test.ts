import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidDocumentError } from '../../../src/model/errors.js';
import { LineSplitter, type NdjsonLine } from '../../../src/node/line-splitter.js';

function split(chunks: readonly Buffer[], maxBytes?: number): NdjsonLine[] {
  const splitter = new LineSplitter('f', maxBytes);
  const lines: NdjsonLine[] = [];
  for (const chunk of chunks) splitter.split(chunk, lines);
  splitter.finish(lines);
  return lines;
}

const texts = (lines: readonly NdjsonLine[]) => lines.map(({ line, bytes }) => [line, Buffer.from(bytes).toString()]);

describe('LineSplitter', () => {
  it.each<[string, [number, string][]]>([
    ['', []],
    ['a', [[1, 'a']]],
    ['a\n', [[1, 'a']]],
    [
      'a\r\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      '\n\na\n \t\r\n\nb\n\n',
      [
        [3, 'a'],
        [6, 'b'],
      ],
    ],
    [
      '\ufeffa\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      '\ufeff\na\n\ufeffb',
      [
        [2, 'a'],
        [3, '\ufeffb'],
      ],
    ],
    ['a\rb\r\r\n', [[1, 'a\rb\r']]],
  ])('%j', (text, lines) => expect(texts(split([Buffer.from(text)]))).toEqual(lines));

  it('does not depend on where chunks end', () => {
    const files = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r\n', ' ', '\ufeff', '{}'), maxLength: 30 });
    fc.assert(
      fc.property(files, fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
        const bytes = Buffer.from(text);
        const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const chunks = ends.map((end, i) => Buffer.from(bytes.subarray(i === 0 ? 0 : ends[i - 1], end)));
        expect(texts(split(chunks))).toEqual(texts(split([bytes])));
      }),
    );
  });

  it('gives views of the chunk, and copies only what spans two', () => {
    const own = (text: string) => Buffer.from(new TextEncoder().encode(text).buffer);
    const chunks = [own('aa\nbb\nc'), own('c\ndd\n')];
    const holders = split(chunks).map(({ bytes }) => chunks.findIndex((chunk) => chunk.buffer === bytes.buffer));
    expect(holders).toEqual([0, 0, -1, 1]);
  });

  it('refuses a line that is too long, as soon as it is', () => {
    expect(texts(split([Buffer.from('aaaa\nbb\n')], 4))).toHaveLength(2);
    const splitter = new LineSplitter('f', 4);
    splitter.split(Buffer.from('\naaa'), []);
    expect(splitter.line).toBe(2);
    const act = () => splitter.split(Buffer.from('aa'), []);
    expect(act).toThrow(InvalidDocumentError);
    expect(act).toThrow('f:2: the line is longer than 4 bytes; NDJSON has one document a line');
  });
});
