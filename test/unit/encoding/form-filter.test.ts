import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { FACTOR, FormFilter, hashOf, hashWith } from '../../../src/encoding/form-filter.js';
import { Random } from '../../../src/sample/random.js';
import { forAll } from '../../support/for-all.js';
import { partNumber } from '../../support/strings.js';

const hashOfText = (text: string) => {
  const bytes = utf8Bytes(text);
  return hashOf(bytes, bytes.length);
};

describe('hashes', () => {
  it('are those of the pieces, put together', () => {
    forAll([fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })], (before, after) => {
      let factor = 1;
      for (let i = 0; i < utf8Bytes(after).length; i++) factor = Math.imul(factor, FACTOR);
      expect((Math.imul(hashOfText(before), factor) + hashOfText(after)) | 0).toBe(hashOfText(before + after));
      expect(hashWith(hashOfText(before), 0x61)).toBe(hashOfText(`${before}a`));
    });
  });
});

describe('FormFilter', () => {
  it('has all forms that were added', () => {
    forAll([fc.array(fc.oneof(partNumber(), fc.string({ unit: 'binary' })), { maxLength: 200, size: 'max' })], (forms) => {
      const filter = FormFilter.sized(forms.length);
      for (const form of forms) filter.add(hashOfText(form));
      for (const form of forms) expect(filter.mayHave(hashOfText(form))).toBe(true);
      expect(filter.words).toHaveLength(FormFilter.wordsFor(forms.length));
    });
  });

  it('lacks almost all others, of forms that are as alike as part numbers', () => {
    const random = new Random(1, 'forms');
    const draw = () => `rc0603fr07${random.digits(4)}${random.letters(2)}l`;
    const forms = new Set(Array.from({ length: 20_000 }, draw));
    const filter = FormFilter.sized(forms.size);
    for (const form of forms) filter.add(hashOfText(form));
    const others = Array.from({ length: 20_000 }, draw).filter((form) => !forms.has(form));
    const seeming = others.filter((form) => filter.mayHave(hashOfText(form))).length;
    expect(others.length).toBeGreaterThan(10_000);
    expect(seeming / others.length).toBeLessThan(0.025);
  });

  it('has nothing where nothing was added', () => {
    expect(FormFilter.sized(0).mayHave(hashOfText('a'))).toBe(false);
  });
});
