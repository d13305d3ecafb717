import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from '../../../src/encoding/fingerprint.js';
import { forAll } from '../../support/for-all.js';

it('is the same on every platform', () => {
  expect(fingerprint('')).toMatch(/^[0-9a-f]{32}$/);
  expect(fingerprint('partdex')).toBe(fingerprint(['part', 'dex'].join('')));
});

it('differs for texts that differ', () => {
  const near = ['', '\0', '\0\0', 'a', 'b', 'ab', 'ba', 'aa', 'a\0', '\0a', 'ä', '1,23', '12,3', 'x'.repeat(70_000), 'x'.repeat(70_001)];
  expect(new Set(near.map(fingerprint)).size).toBe(near.length);
  const texts = new Map<string, string>();
  forAll(
    [fc.string({ maxLength: 5, unit: 'binary' })],
    (text) => {
      const known = texts.get(fingerprint(text));
      expect(known ?? text).toBe(text);
      texts.set(fingerprint(text), text);
    },
    5000,
  );
});
