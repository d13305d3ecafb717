import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/analysis/text.js';
import { compareBytes, decodeUtf8, encodeUtf8, maxUtf8Length, utf8Bytes, utf8Length } from '../../../src/analysis/utf8.js';
import { forAll } from '../../support/for-all.js';
import { anyString, signOf } from '../../support/strings.js';

/** Short strings are put together unit by unit, others by TextDecoder: both are met. */
const strings = () => fc.oneof(anyString(8), anyString(60));

describe('the length of the encoding', () => {
  it('is that of the bytes, also with halves of surrogate pairs', () => {
    forAll([strings()], (text) => expect(utf8Length(text)).toBe(utf8Bytes(text).length));
    for (const text of ['\ud800\ud800\udc00', '\ud800\udc00\udc00', '\udc00\ud800', '\ud800x\udc00']) {
      expect(utf8Length(text)).toBe(utf8Bytes(text).length);
    }
  });
});

describe('the encoding of a string', () => {
  it.each([
    ['', []],
    ['\0a\x7f', [0, 0x61, 0x7f]],
    ['\x80\u07ff', [0xc2, 0x80, 0xdf, 0xbf]],
    ['\u0800\uffff', [0xe0, 0xa0, 0x80, 0xef, 0xbf, 0xbf]],
    ['\u{10000}\u{10ffff}', [0xf0, 0x90, 0x80, 0x80, 0xf4, 0x8f, 0xbf, 0xbf]],
    ['\ud800', [0xed, 0xa0, 0x80]],
    ['\udfffx', [0xed, 0xbf, 0xbf, 0x78]],
    ['\udc00\ud800', [0xed, 0xb0, 0x80, 0xed, 0xa0, 0x80]],
  ])('of %j', (text, bytes) => expect([...utf8Bytes(text)]).toEqual(bytes));

  it('of one without half pairs is UTF-8', () => {
    const whole = anyString(20).map((text) => text.replace(/\p{Surrogate}/gu, ''));
    forAll([whole], (text) => expect(utf8Bytes(text)).toEqual(new TextEncoder().encode(text)));
  });

  it('comes back as it was, half pairs too', () => {
    forAll([strings(), fc.nat(5)], (text, at) => {
      const bytes = new Uint8Array(at + maxUtf8Length(text.length)).fill(0xff);
      const end = encodeUtf8(text, bytes, at);
      expect(decodeUtf8(bytes, at, end)).toBe(text);
      expect(bytes.slice(at, end)).toEqual(utf8Bytes(text));
    });
  });

  it('keeps a byte order mark', () => {
    for (const text of ['\ufeffa', `\ufeff${'a'.repeat(40)}`]) {
      const bytes = utf8Bytes(text);
      expect(decodeUtf8(bytes, 0, bytes.length)).toBe(text);
    }
  });

  it('has the byte order of the code points', () => {
    const check = (a: string, b: string) => {
      const [x, y] = [utf8Bytes(a), utf8Bytes(b)];
      expect(signOf(compareBytes(x, 0, x.length, y, 0, y.length))).toBe(signOf(compareCodePoints(a, b)));
    };
    forAll([anyString(5), anyString(5)], check, 500);
  });
});

describe('bytes that are not valid UTF-8', () => {
  it('give some string and no error', () => {
    forAll([fc.uint8Array({ maxLength: 50 })], (bytes) => expect(typeof decodeUtf8(bytes, 0, bytes.length)).toBe('string'));
  });
});

describe('compareBytes', () => {
  it('compares ranges as lists of bytes', () => {
    const few = fc.uint8Array({ maxLength: 4, max: 2 });
    forAll([few, few, few], (a, b, around) => {
      const [x, y] = [Uint8Array.from([...around, ...a, ...around]), Uint8Array.from([...b, ...around])];
      const [s, t] = [String.fromCharCode(...a), String.fromCharCode(...b)];
      const difference = compareBytes(x, around.length, around.length + a.length, y, 0, b.length);
      expect(signOf(difference)).toBe(s < t ? -1 : s > t ? 1 : 0);
    });
  });
});
