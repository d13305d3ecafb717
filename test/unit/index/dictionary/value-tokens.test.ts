import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, tokens } from '../../../../src/analysis/text.js';
import { decodeUtf8 } from '../../../../src/analysis/utf8.js';
import { foldDictionary } from '../../../../src/build/dictionary/dictionary-writer.js';
import { portableCodec } from '../../../../src/encoding/codec.js';
import { openDictionary } from '../../../../src/index/dictionary/open-dictionary.js';
import { ValueTokens } from '../../../../src/index/dictionary/value-tokens.js';
import { finished } from '../../../../src/work/pauses.js';
import { occursIn } from '../../../oracle/text.js';
import { forAll } from '../../../support/for-all.js';
import { bundleOf, interned } from '../../../support/sections.js';
import { anyString } from '../../../support/strings.js';
import { unbounded } from '../../../support/unbounded.js';

function built(values: readonly string[]) {
  const dictionary = openDictionary('test', bundleOf(foldDictionary(interned(values)).arrays), portableCodec);
  return { dictionary, valueTokens: finished(ValueTokens.read(dictionary)) };
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
  it('finds the values in which tokens follow one another', () => {
    forAll([values(), values()], (given, others) => {
      const { dictionary, valueTokens } = built(given);
      const texts = Array.from({ length: dictionary.size }, (_, i) => dictionary.value(i));
      for (const phrase of [...given, ...others].map(tokens)) {
        if (phrase.length === 0) continue;
        const expected = texts.flatMap((text, i) => (occursIn(phrase, tokens(text)) ? [i] : []));
        expect(valueTokens.withPhrase(phrase)).toEqual(expected);
      }
    });
  });

  it('finds the values of which a token, or the whole folded value, matches', () => {
    forAll([values(), fc.constantFrom('a', 'film', ' ', '', '\n', 'a b', '-', 'ü', '™'), fc.boolean()], (given, part, asks) => {
      const { dictionary, valueTokens } = built(given);
      const texts = Array.from({ length: dictionary.size }, (_, i) => dictionary.value(i));
      const key = fold(part);
      for (const test of [(text: string) => text === key, (text: string) => text.startsWith(key)]) {
        const expected = texts.flatMap((text, i) => ([...tokens(text), fold(text)].some(test) ? [i] : []));
        // Values that begin with a text, or are it, are adjacent in the order of folds.
        const from = texts.findIndex((text) => test(fold(text)));
        const to = texts.findLastIndex((text) => test(fold(text))) + 1;
        const whole = asks ? undefined : { from: Math.max(0, from), to };
        const matcher = { matches: (bytes: Uint8Array, at: number, end: number) => test(decodeUtf8(bytes, at, end)) };
        for (let time = 0; time < 2; time++) {
          expect([...finished(valueTokens.matching(matcher, whole, unbounded()))]).toEqual(expected);
        }
      }
    });
  });

  it('does not compare values as a whole where those that match are known', () => {
    const { dictionary, valueTokens } = built(['a b', 'a-b', 'c']);
    const compared: string[] = [];
    const matcher = {
      matches: (bytes: Uint8Array, at: number, end: number) => {
        compared.push(decodeUtf8(bytes, at, end));
        return compared.at(-1) === 'c';
      },
    };
    const found = finished(valueTokens.matching(matcher, { from: 0, to: 1 }, unbounded()));
    expect(Array.from(found, (ordinal) => dictionary.value(ordinal))).toEqual(['a b', 'c']);
    expect(compared).toEqual(['a', 'b', 'c']);
  });
});
