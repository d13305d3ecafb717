import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, partNumberForm } from '../../../../src/analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../../../../src/analysis/utf8.js';
import { foldDictionary } from '../../../../src/build/dictionary/dictionary-writer.js';
import { partNumberFormsArrays } from '../../../../src/build/dictionary/part-number-forms-writer.js';
import { portableCodec } from '../../../../src/encoding/codec.js';
import { FormOrder } from '../../../../src/index/dictionary/form-order.js';
import { openDictionary } from '../../../../src/index/dictionary/open-dictionary.js';
import { PartNumberForms, writeCharacter } from '../../../../src/index/dictionary/part-number-forms.js';
import type { PlainDictionary } from '../../../../src/index/dictionary/plain-dictionary.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { finished } from '../../../../src/work/pauses.js';
import { forAll } from '../../../support/for-all.js';
import { bundleOf, interned } from '../../../support/sections.js';
import { collidingString, partNumber } from '../../../support/strings.js';

function built(numbers: readonly string[]): { dictionary: PlainDictionary; forms: PartNumberForms } {
  const values = interned(numbers);
  const { arrays, ordinals } = foldDictionary(values);
  const formArrays = finished(partNumberFormsArrays(values, ordinals));
  const dictionary = openDictionary('test', bundleOf(arrays), portableCodec) as PlainDictionary;
  return {
    dictionary,
    forms: new PartNumberForms('test', dictionary, finished(FormOrder.open('test', bundleOf(formArrays), dictionary.size))),
  };
}

const textOf = ({ bytes, length }: { bytes: Uint8Array; length: number }) => decodeUtf8(bytes, 0, length);
const numbers = () => fc.array(fc.oneof(partNumber(), collidingString()), { maxLength: 30, size: 'max' });

describe('PartNumberForms', () => {
  it('has every ordinal once, in order of form', () => {
    forAll([numbers()], (given) => {
      const { dictionary, forms } = built(given);
      expect([...forms.order].sort((a, b) => a - b)).toEqual(Array.from({ length: dictionary.size }, (_, i) => i));
      const inOrder = Array.from(forms.order, (_, place) => textOf(forms.form(place)));
      expect(inOrder).toEqual(Array.from(forms.order, (ordinal) => partNumberForm(dictionary.value(ordinal))));
      expect(inOrder).toEqual(inOrder.slice().sort(compareCodePoints));
      for (let i = 0; i < dictionary.size; i++) expect(textOf(forms.formOf(i))).toBe(partNumberForm(dictionary.value(i)));
      forms.validate('test');
    });
  });

  it('bounds, prefixes and equals are those of the list of forms', () => {
    forAll([numbers(), fc.array(fc.oneof(partNumber(), collidingString()))], (given, others) => {
      const { forms } = built(given);
      const inOrder = Array.from(forms.order, (_, place) => textOf(forms.form(place)));
      for (const text of [...given, ...others].map(partNumberForm)) {
        const key = utf8Bytes(text);
        const from = inOrder.filter((form) => compareCodePoints(form, text) < 0).length;
        expect(forms.lowerBound(key)).toBe(from);
        expect(forms.upperBound(key)).toBe(inOrder.filter((form) => compareCodePoints(form, text) <= 0).length);
        expect(forms.equalEnd(key, from) - from).toBe(inOrder.filter((form) => form === text).length);
        expect(forms.prefixEnd(key) - from).toBe(inOrder.filter((form) => form.startsWith(text)).length);
        // Within bounds that are known, the same.
        for (const [low, high] of [
          [0, from],
          [from, forms.size],
          [from >> 1, (from + forms.size + 1) >> 1],
        ]) {
          if (from <= high) expect(forms.lowerBound(key, low, high)).toBe(from);
          const end = forms.prefixEnd(key);
          if (low <= end && end <= high) expect(forms.prefixEnd(key, low, high)).toBe(end);
        }
      }
    });
  });

  it('refuses an order that is none of the forms', () => {
    const { dictionary, forms } = built(['b', 'a-1', 'A1', 'c']);
    forms.validate('test');
    const damaged =
      (order: number[], words = forms.filter.words) =>
      () => {
        const read = finished(FormOrder.open('test', bundleOf([Uint32Array.from(order), words]), dictionary.size));
        new PartNumberForms('test', dictionary, read).validate('test');
      };
    expect(damaged([...forms.order])).not.toThrow();
    expect(damaged([...forms.order].reverse())).toThrow(CorruptCatalogError);
    expect(damaged([0, 0, 1, 2])).toThrow(CorruptCatalogError);
    expect(damaged([0, 1, 2, 9])).toThrow(CorruptCatalogError);
    expect(damaged([0, 1, 2])).toThrow(CorruptCatalogError);
    expect(damaged([...forms.order], new Uint32Array(1))).toThrow(/words of their filter differ in number/);
    expect(damaged([...forms.order], new Uint32Array(2))).toThrow(/the filter lacks form 0/);
  });

  it('branches are the forms with one beginning, by their next character', () => {
    forAll([numbers(), fc.array(fc.oneof(partNumber(), collidingString()), { minLength: 1 })], (given, others) => {
      const { forms } = built(given);
      const inOrder = Array.from(forms.order, (_, place) => textOf(forms.form(place)));
      for (const text of [...given, ...others].map(partNumberForm)) {
        const characters = [...text];
        const beginning = characters.slice(0, characters.length >> 1).join('');
        const key = utf8Bytes(beginning);
        const from = forms.lowerBound(key);
        const to = forms.prefixEnd(key);
        const expected: { from: number; to: number; next: string }[] = [];
        for (let place = from; place < to; place++) {
          const next = [...inOrder[place].slice(beginning.length)][0] ?? '';
          const last = expected.at(-1);
          if (last?.next === next) last.to++;
          else expected.push({ from: place, to: place + 1, next });
        }
        const written = new Uint8Array(4);
        const found = forms.branches(key, key.length, from, to).map((branch) => ({
          from: branch.from,
          to: branch.to,
          next: branch.character === 0 ? '' : decodeUtf8(written, 0, writeCharacter(branch, written, 0)),
        }));
        expect(found).toEqual(expected);
      }
    });
  });
});
