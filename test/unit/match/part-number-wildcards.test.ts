import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partNumberForm } from '../../../src/analysis/text.js';
import { foldDictionary, openDictionary } from '../../../src/index/dictionary/open-dictionary.js';
import { PartNumberForms, partNumberFormsArrays } from '../../../src/index/dictionary/part-number-forms.js';
import type { PlainDictionary } from '../../../src/index/dictionary/plain-dictionary.js';
import { portableCodec } from '../../../src/index/file/codec.js';
import { ordinalsMatching, partNumberPattern } from '../../../src/match/part-number-wildcards.js';
import type { PatternPiece } from '../../../src/match/pattern.js';
import { ANY_ONE, ANY_RUN, matchesWhole } from '../../oracle/text.js';
import { collidingString, partNumber } from '../analysis/strings.js';
import { forAll } from '../for-all.js';
import { bundleOf, interned } from '../index/sections.js';

function built(numbers: readonly string[]) {
  const values = interned(numbers);
  const { arrays, ordinals } = foldDictionary(values);
  const dictionary = openDictionary('test', bundleOf(arrays), portableCodec) as PlainDictionary;
  const forms = PartNumberForms.open('test', bundleOf(partNumberFormsArrays(values, ordinals)), dictionary);
  return { dictionary, forms };
}

const piece = (): fc.Arbitrary<PatternPiece> =>
  fc.oneof(
    fc.constantFrom<PatternPiece>({ kind: 'any_run' }, { kind: 'any_one' }),
    fc
      .constantFrom('RC06', 'rc0603-', 'LM', '-', ' ', '3', 'b', '0', 'Ω', '電')
      .map((text) => ({ kind: 'literal', text }) as const),
  );

describe('ordinalsMatching', () => {
  it('finds the part numbers whose form the pattern fits, and none without form', () => {
    const numbers = fc.array(fc.oneof(partNumber(), collidingString()), { maxLength: 40, size: 'max' });
    const patterns = fc.array(fc.array(piece(), { minLength: 1, maxLength: 5 }), { minLength: 5, maxLength: 5 });
    const check = (given: string[], asked: PatternPiece[][]) => {
      const { dictionary, forms } = built(given);
      for (const pieces of asked) {
        const pattern = pieces.map((one) =>
          one.kind === 'literal' ? partNumberForm(one.text) : one.kind === 'any_one' ? ANY_ONE : ANY_RUN,
        );
        const expected = Array.from({ length: dictionary.size }, (_, i) => i).filter((i) => {
          const form = partNumberForm(dictionary.value(i));
          return form !== '' && matchesWhole(pattern, form);
        });
        const found = Array.from(ordinalsMatching(forms, partNumberPattern(pieces)));
        expect(found.sort((a, b) => a - b)).toEqual(expected);
      }
    };
    forAll([numbers, patterns], check, 200);
  });
});
