import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, tokens } from '../../../../src/analysis/text.js';
import { foldDictionary, openDictionary } from '../../../../src/index/dictionary/open-dictionary.js';
import { ValueTokens } from '../../../../src/index/dictionary/value-tokens.js';
import { portableCodec } from '../../../../src/index/file/codec.js';
import { stands } from '../../../oracle/text.js';
import { anyString } from '../../analysis/strings.js';
import { forAll } from '../../for-all.js';
import { bundleOf, interned } from '../sections.js';

function built(values: readonly string[]) {
  const dictionary = openDictionary('test', bundleOf(foldDictionary(interned(values)).arrays), portableCodec);
  return { dictionary, valueTokens: new ValueTokens(dictionary) };
}

const NAMES = [
  'Film Co',
  'film',
  'Tape & Reel',
  'Würth Elektronik',
  'TI™',
  'A-B',
  'a b',
  'a\nb',
  '\n',
  'a b\na b',
  ' a  b ',
  '',
  '—',
];
const value = () => fc.oneof(fc.constantFrom(...NAMES), anyString(8));
const values = () => fc.array(value(), { maxLength: 20, size: 'max' });

describe('ValueTokens', () => {
  it('finds the values in which tokens stand one after the other', () => {
    forAll([values(), values()], (given, others) => {
      const { dictionary, valueTokens } = built(given);
      const texts = Array.from({ length: dictionary.size }, (_, i) => dictionary.value(i));
      for (const phrase of [...given, ...others].map(tokens)) {
        if (phrase.length === 0) continue;
        const expected = texts.flatMap((text, i) => (stands(phrase, tokens(text)) ? [i] : []));
        expect(valueTokens.withPhrase(phrase)).toEqual(expected);
      }
    });
  });

  it('tests each token and the whole folded value', () => {
    forAll([values(), fc.constantFrom('a', 'film', ' ', '', '\n', 'a b', '-')], (given, part) => {
      const { dictionary, valueTokens } = built(given);
      const texts = Array.from({ length: dictionary.size }, (_, i) => dictionary.value(i));
      for (const test of [(text: string) => text === part, (text: string) => text.startsWith(part)]) {
        const expected = texts.flatMap((text, i) => ([...tokens(text), fold(text)].some(test) ? [i] : []));
        expect(valueTokens.withMatch(test)).toEqual(expected);
      }
    });
  });
});
