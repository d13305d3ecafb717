import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, fold } from '../../../src/analysis/text.js';
import {
  escapedKey,
  hasLoneSurrogate,
  keyOfEscaped,
  orderedAfter,
  orderedForm,
  orderedFrom,
  textOfOrderedForm,
} from '../../../src/opensearch/terms.js';
import { forAll } from '../../support/for-all.js';

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('\0', '\u0001', '\u0002', 'a', 'A', 'ä', 'ﬀ', '😀', '-'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 8,
  })
  .filter((t) => !hasLoneSurrogate(t));

describe('orderedForm', () => {
  it('sorts by fold, then by the text', () => {
    forAll([text, text], (a, b) => {
      const expected = compareCodePoints(fold(a), fold(b)) || compareCodePoints(a, b);
      expect(Math.sign(compareCodePoints(orderedForm(a), orderedForm(b)))).toBe(Math.sign(expected));
    });
  });

  it('keeps the text', () => {
    forAll([text], (a) => {
      expect(textOfOrderedForm(orderedForm(a))).toBe(a);
    });
  });

  it('is between the bounds of its own fold, and outside those of others', () => {
    forAll([text, text], (a, b) => {
      const form = orderedForm(a);
      const order = Math.sign(compareCodePoints(fold(a), fold(b)));
      expect(compareCodePoints(form, orderedFrom(b)) >= 0).toBe(order >= 0);
      expect(compareCodePoints(form, orderedAfter(b)) < 0).toBe(order <= 0);
    });
  });
});

describe('escapedKey', () => {
  it('has no character with a meaning, and keeps the key', () => {
    forAll([text], (key) => {
      expect(escapedKey(key)).toMatch(/^[A-Za-z0-9_%]*$/);
      expect(keyOfEscaped(escapedKey(key))).toBe(key);
    });
  });
});
