import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeUtf8, utf8Bytes } from '../../../src/analysis/utf8.js';
import { Interner } from '../../../src/build/interner.js';
import { forAll } from '../../support/for-all.js';
import { anyString, collidingString } from '../../support/strings.js';

const textOf = ({ bytes, offsets }: Interner, i: number) => decodeUtf8(bytes.array, offsets.array[i], offsets.array[i + 1]);

/** FNV-1a of ASCII text. */
const fnv = (text: string, start: number) => {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
};
const FNV_START = 0x811c9dc5;
/** Either one of a pair takes FNV-1a to the same state, from the state behind the pairs before it. */
const PAIRS = [
  ['rt2pb7', 'fs47oz'],
  ['85s53o', 'rxlavr'],
  ['e0qtam', 'ihqag6'],
  ['fojak3', '2h2dga'],
  ['nbpjun', 'iei2ge'],
  ['9nh1ct', '4d3p1g'],
  ['x2odzp', 'it6pwu'],
  ['yizj9e', '3zwecv'],
  ['7126ab', 'jy88dv'],
  ['dfa4od', 'pugpdx'],
];
const colliding = Array.from({ length: 2 ** PAIRS.length }, (_, i) => PAIRS.map((pair, bit) => pair[(i >> bit) & 1]).join(''));

afterEach(() => void vi.restoreAllMocks());

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

  it('is not slowed down by strings that have one hash without a seed', () => {
    expect(new Set(colliding).size).toBe(1024);
    expect(new Set(colliding.map((text) => fnv(text, FNV_START))).size).toBe(1);
    // Nor do they differ for other seeds with the same low eight bits, if a hash does not mix high bits into them.
    expect(new Set(colliding.map((text) => fnv(text, 0x123456c5))).size).toBe(1);
    const compared = vi.spyOn(Interner.prototype as unknown as { equals(): boolean }, 'equals');
    const seeds = [undefined, undefined, 0, FNV_START, 0x123456c5, 0xffffffff];
    for (const seed of seeds) {
      if (seed !== undefined) vi.spyOn(Math, 'random').mockReturnValue(seed / 2 ** 32);
      const interner = new Interner();
      expect(colliding.every((text, i) => interner.intern(text) === i)).toBe(true);
      // A comparison is made for strings of one hash alone: without collisions there is hardly one.
      expect(compared.mock.calls.length).toBeLessThan(20);
    }
  });

  it('gives numbers and bytes that do not depend on its seed', () => {
    forAll([fc.array(anyString(4)), fc.array(fc.nat(0xffffffff), { minLength: 2, maxLength: 4 })], (texts, seeds) => {
      const outcomes = seeds.map((seed) => {
        const random = vi.spyOn(Math, 'random').mockReturnValue(seed / 2 ** 32);
        const interner = new Interner();
        random.mockRestore();
        const numbers = texts.map((text) => interner.intern(text));
        return { numbers, bytes: [...interner.bytes.view()], offsets: [...interner.offsets.view()] };
      });
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    });
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
