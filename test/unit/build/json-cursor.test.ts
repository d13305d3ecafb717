import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { FAULT, JsonCursor } from '../../../src/build/json-cursor.js';
import { forAll } from '../../support/for-all.js';

/** Whether the whole text is one JSON value with blanks around it, as the cursor reads it. */
function isJson(bytes: Uint8Array, levels = 1_000_000): boolean {
  const cursor = new JsonCursor();
  cursor.bytes = bytes;
  const end = cursor.valueEnd(cursor.blanksEnd(0), levels);
  return end !== FAULT && cursor.blanksEnd(end) === bytes.length;
}

/** The same error as the runtime reports it. */
function isParsed(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

const PIECES = [...'{}[]:,"\\/ \t\n\r-+.eE0123456789aAfu', '\u0000', '\u001f', '\u007f', 'é', '€', '😀', '\ufeff', '\u00a0'];
const TOKENS = [
  'true',
  'false',
  'null',
  'nul',
  'True',
  '"a"',
  '"\\u00e9"',
  '"\\ud83d"',
  '"\\x"',
  '01',
  '-0',
  '1.5e+3',
  '1.',
  '.5',
  '{"a":1}',
  '[1,2]',
];

describe('JsonCursor', () => {
  it.each([
    '{}',
    '[]',
    ' [ ] ',
    '{"a":{"b":[1,{"c":[]}]},"d":""}',
    '-0.5E-10',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\uAbC9"',
    '"é€😀"',
    'null',
  ])('reads %s', (text) => expect(isJson(utf8Bytes(text))).toBe(true));

  it.each([
    '',
    '{',
    '[',
    '[1',
    '[1,]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '"',
    '"\n"',
    '"\\u12g4"',
    '"\\',
    '00',
    '1e',
    '+1',
    'nulL',
    '1 1',
    '\ufeff1',
  ])('refuses %j', (text) => expect(isJson(utf8Bytes(text))).toBe(false));

  it('takes texts as JSON.parse does, whatever they are', () => {
    const soup = fc.array(fc.constantFrom(...PIECES, ...TOKENS), { maxLength: 12 }).map((pieces) => utf8Bytes(pieces.join('')));
    forAll([soup], (bytes) => expect(isJson(bytes)).toBe(isParsed(bytes)), 5000);
  });

  it('takes JSON with one byte changed as JSON.parse does', () => {
    const bytes = fc.json().map(utf8Bytes);
    forAll(
      [bytes, fc.nat(), fc.integer({ min: 0, max: 255 })],
      (json, at, byte) => {
        expect(isJson(json)).toBe(true);
        json[at % json.length] = byte;
        expect(isJson(json)).toBe(isParsed(json));
      },
      3000,
    );
  });

  it('takes bytes in strings as a strict decoder of UTF-8 does', () => {
    const byte = fc.oneof(
      fc.integer({ min: 0x80, max: 0xff }),
      fc.constantFrom(0x7f, 0x9f, 0xa0, 0xc1, 0xe0, 0xed, 0xf0, 0xf4, 0x8f, 0x90),
    );
    forAll(
      [fc.array(byte, { maxLength: 5 })],
      (inside) => {
        const json = Uint8Array.of(0x22, ...inside, 0x22);
        expect(isJson(json)).toBe(isParsed(json));
      },
      5000,
    );
  });

  it('goes so deep and no deeper', () => {
    for (const [text, levels] of [
      ['1', 0],
      ['[]', 1],
      ['[1,{},[]]', 2],
      ['{"a":{},"b":[{"c":[]},"[[[["]}', 4],
    ] as const) {
      expect(isJson(utf8Bytes(text), levels)).toBe(true);
      if (levels > 0) expect(isJson(utf8Bytes(text), levels - 1)).toBe(false);
    }
  });

  it('needs no stack', () => {
    const depth = 100_000;
    expect(isJson(utf8Bytes(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`))).toBe(true);
    expect(isJson(utf8Bytes(`${'['.repeat(depth)}${']'.repeat(depth - 1)}`))).toBe(false);
  });
});
