import { describe, expect, it } from 'vitest';
import { Digester, digestOf, digestOfWords } from '../../../src/analysis/digest.js';

describe('a digest', () => {
  it('differs for texts that differ', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `["parts","${i}",[],[],[]]`);
    for (const half of [0, 1]) {
      // Of 20,000 random halves about 0.05 pairs are equal.
      expect(new Set(texts.map((text) => digestOf(text)[half])).size).toBeGreaterThan(19_996);
    }
    expect(digestOf('a')).toEqual(digestOf('a'));
    expect(digestOf('')).not.toEqual(digestOf('\0'));
  });

  it('of several texts differs with where one ends, with their order and with the numbers between them', () => {
    const of = (...parts: readonly (string | number)[]) => {
      const digester = new Digester();
      for (const part of parts) typeof part === 'string' ? digester.text(part) : digester.number(part);
      return digester.finish().join();
    };
    const all = [of('ab', 'c'), of('a', 'bc'), of('abc'), of('', 'abc'), of('c', 'ab'), of(2, 'ab', 'c'), of('ab', 2, 'c'), of()];
    expect(new Set(all).size).toBe(all.length);
    expect(of('ab', 3, 'c')).toBe(of('ab', 3, 'c'));
    expect(new Digester().units('ab').units('c').finish()).toEqual(digestOf('abc'));
  });

  it('of words differs with every bit, with the order and with the number of words', () => {
    const words = new Int32Array(64);
    const digests = new Set([digestOfWords(words).join(), digestOfWords(words.subarray(1)).join()]);
    for (let bit = 0; bit < words.length * 32; bit++) {
      const changed = words.slice();
      changed[bit >>> 5] = 1 << (bit & 31);
      digests.add(digestOfWords(changed).join());
    }
    expect(digests.size).toBe(2 + words.length * 32);
    expect(digestOfWords(Int32Array.of(1, 2))).not.toEqual(digestOfWords(Int32Array.of(2, 1)));
    expect(digestOfWords(Int32Array.of(-1, 7))).toEqual(digestOfWords(Int32Array.of(-1, 7)));
  });
});
