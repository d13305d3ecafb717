import { expect, test } from 'vitest';
import { isWhiteSpace } from '../../../src/analysis/white-space.js';
import { isReserved, utf8Length } from '../../../src/parser/characters.js';

const units = Array.from({ length: 0x10000 }, (_, code) => code);

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
