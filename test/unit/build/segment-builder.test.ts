import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../../src/analysis/utf8.js';
import { FieldBuilder } from '../../../src/build/field-builder.js';
import { sortDocuments } from '../../../src/build/segment-builder.js';
import { forAll } from '../../support/for-all.js';

describe('FieldBuilder', () => {
  it('notes a value of a document once', () => {
    const field = new FieldBuilder('offers.sku');
    const added: [number, string][] = [
      [0, 'a'],
      [0, 'b'],
      [0, 'a'],
      [1, 'a'],
      [1, 'a'],
      [4, 'b'],
      [4, ''],
      [4, ''],
    ];
    expect(added.map(([document, text]) => field.add(document, text))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect([...field.pairs.documents.view()]).toEqual([0, 0, 1, 4, 4]);
    expect([...field.pairs.values.view()]).toEqual([0, 1, 0, 1, 2]);
    const { bytes, offsets } = field.values;
    expect([0, 1, 2].map((i) => decodeUtf8(bytes.array, offsets.array[i], offsets.array[i + 1]))).toEqual(['a', 'b', '']);
  });
});

describe('sortDocuments', () => {
  it('sorts by several keys, then by the order in which documents came', () => {
    const cases = fc.integer({ min: 0, max: 60 }).chain((count) => {
      const key = fc.array(fc.nat(5), { minLength: count, maxLength: count });
      return fc.tuple(fc.constant(count), fc.array(key, { minLength: 1, maxLength: 4 }));
    });
    forAll([cases], ([count, keys]) => {
      const found = sortDocuments(
        keys.map((key) => Uint32Array.from(key)),
        keys.map(() => 6),
      );
      const expected = Array.from({ length: count }, (_, i) => i).sort((a, b) => {
        for (const key of keys) if (key[a] !== key[b]) return key[a] - key[b];
        return a - b;
      });
      expect([...found]).toEqual(expected);
    });
  });
});
