import { expect, test } from 'vitest';
import { isReserved, isWhiteSpace, utf8Length, WHITE_SPACE } from '../../../src/parser/characters.js';

const units = Array.from({ length: 0x10000 }, (_, code) => code);

test('white space is Unicode white space, as a predicate and as a character class', () => {
  const unicode = units.filter((code) => /\p{White_Space}/u.test(String.fromCharCode(code)));
  const inClass = new RegExp(`[${WHITE_SPACE}]`);
  expect(unicode).toHaveLength(25);
  expect(units.filter(isWhiteSpace)).toEqual(unicode);
  expect(units.filter((code) => inClass.test(String.fromCharCode(code)))).toEqual(unicode);
});

test('reserved are eleven characters and white space', () => {
  const reserved = units.filter((code) => isReserved(code) && !isWhiteSpace(code));
  expect(String.fromCharCode(...reserved)).toBe('"()*:?[\\]{}');
  expect(units.filter(isWhiteSpace).every(isReserved)).toBe(true);
});

test.each(['', 'abc', 'µ', 'Ω', '€', '😀', 'a\ud800', '\udc00\ud800', '\ud83d\ud83d\ude00', 'µ€😀\u0000'])(
  'utf8Length of %j',
  (text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  },
);
