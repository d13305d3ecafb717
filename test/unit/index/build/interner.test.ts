import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, utf8Bytes } from '../../../../src/analysis/utf8.js';
import { Interner } from '../../../../src/index/build/interner.js';
import { anyString, collidingString } from '../../analysis/strings.js';
import { forAll } from '../../for-all.js';

const textOf = ({ bytes, offsets }: Interner, i: number) => decodeUtf8(bytes.array, offsets.array[i], offsets.array[i + 1]);

describe('Interner', () => {
  it('numbers distinct strings in the order in which they are first seen', () => {
    const texts = fc.array(fc.oneof(collidingString(2), anyString(4)), { maxLength: 100, size: 'max' });
    forAll([texts, fc.array(collidingString(3))], (given, others) => {
      const interner = new Interner();
      const expected = [...new Set(given)];
      expect(given.map((text) => interner.intern(text))).toEqual(given.map((text) => expected.indexOf(text)));
      expect(interner.size).toBe(expected.length);
      expect(expected.map((_, i) => textOf(interner, i))).toEqual(expected);
      expect([...given, ...others].map((text) => interner.find(text))).toEqual(
        [...given, ...others].map((text) => expected.indexOf(text)),
      );
      expect(interner.size).toBe(expected.length);
    });
  });

  it('takes byte strings out of the middle of others', () => {
    const interner = new Interner();
    const bytes = utf8Bytes('abcabca');
    expect(interner.internBytes(bytes, 0, 3)).toBe(0);
    expect(interner.internBytes(bytes, 3, 6)).toBe(0);
    expect(interner.internBytes(bytes, 1, 4)).toBe(1);
    expect(interner.internBytes(bytes, 2, 2)).toBe(2);
    expect(interner.find('bca')).toBe(1);
    expect(interner.find('')).toBe(2);
    expect(interner.find('ab')).toBe(-1);
  });

  it('grows past its first tables', () => {
    const interner = new Interner();
    const texts = Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? String(i) : `part-${i}-${'x'.repeat(i % 70)}`));
    expect(texts.every((text, i) => interner.intern(text) === i)).toBe(true);
    expect(texts.every((text, i) => interner.find(text) === i && interner.intern(text) === i)).toBe(true);
    expect(texts.every((text, i) => textOf(interner, i) === text)).toBe(true);
    const whale = '電'.repeat(100_000);
    expect(interner.intern(whale)).toBe(20_000);
    expect(textOf(interner, 20_000)).toBe(whale);
  });
});
