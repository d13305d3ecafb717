import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes, utf8Bytes } from '../../../../src/analysis/utf8.js';
import { findKeys, formKey } from '../../../../src/index/dictionary/form-keys.js';
import { forAll } from '../../../support/for-all.js';

/** Few characters, so that beginnings are often the same; two are alike in keys. */
const form = fc.string({ unit: fc.constantFrom('0', '9', 'a', 'z', 'é', '電'), maxLength: 14, size: 'max' }).map(utf8Bytes);

describe('keys of forms', () => {
  it('are in the order of the forms', () => {
    forAll([form, form], (a, b) => {
      const order = compareBytes(a, 0, a.length, b, 0, b.length);
      const keys = formKey(a, a.length) - formKey(b, b.length);
      expect(Number.isSafeInteger(keys)).toBe(true);
      if (order < 0) expect(keys).toBeLessThanOrEqual(0);
      if (order > 0) expect(keys).toBeGreaterThanOrEqual(0);
    });
  });

  it('tell which forms precede a text, and which of them are behind those that begin with it', () => {
    // A text may have any characters; forms have only letters and digits.
    const text = fc.oneof(form, fc.string({ unit: 'binary-ascii', maxLength: 12 }).map(utf8Bytes));
    forAll([form, text], (a, b) => {
      const range = { least: 0, most: 0 };
      const key = formKey(a, a.length);
      findKeys(b, b.length, false, range);
      const order = compareBytes(a, 0, a.length, b, 0, b.length);
      if (key < range.least) expect(order).toBeLessThan(0);
      if (key > range.most) expect(order).toBeGreaterThan(0);
      findKeys(b, b.length, true, range);
      const begins = a.length >= b.length && compareBytes(a, 0, b.length, b, 0, b.length) === 0;
      if (key < range.least) expect(begins || order < 0).toBe(true);
      if (key > range.most) expect(!begins && order > 0).toBe(true);
    });
  });
});
