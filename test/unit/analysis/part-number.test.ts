import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartNumberReader } from '../../../src/analysis/part-number.js';
import { partNumberForm } from '../../../src/analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../../../src/analysis/utf8.js';
import { forAll } from '../../support/for-all.js';
import { anyString } from '../../support/strings.js';

const formOf = (reader: PartNumberReader) => decodeUtf8(reader.bytes, 0, reader.length);

describe('PartNumberReader', () => {
  it('reads the form of any string, from its bytes and from itself', () => {
    const reader = new PartNumberReader();
    forAll([anyString(), fc.constantFrom('', 'a', 'é')], (text, around) => {
      const before = utf8Bytes(around).length;
      const bytes = utf8Bytes(around + text + around);
      reader.read(bytes, before, bytes.length - before);
      expect(formOf(reader)).toBe(partNumberForm(text));
      reader.readText(text);
      expect(formOf(reader)).toBe(partNumberForm(text));
    });
  });

  it('grows', () => {
    const reader = new PartNumberReader();
    for (const text of ['A-'.repeat(500), '電'.repeat(500), '\ufdfa'.repeat(100), 'Ω'.repeat(2000), 'b']) {
      const bytes = utf8Bytes(text);
      reader.read(bytes, 0, bytes.length);
      expect(formOf(reader)).toBe(partNumberForm(text));
    }
  });
});
