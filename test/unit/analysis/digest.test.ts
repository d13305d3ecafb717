import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/analysis/digest.js';

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
});
