import { describe, expect, it } from 'vitest';
import { Pattern, type PatternPiece } from '../../../../src/analysis/pattern.js';
import { fold, tokens } from '../../../../src/analysis/text.js';
import { CompoundValues } from '../../../../src/index/dictionary/compound-values.js';
import type { Dictionary } from '../../../../src/index/dictionary/dictionary.js';
import { finished } from '../../../../src/work/pauses.js';
import { compareText, mapLiterals, readWord, wholeMatcher } from '../../../oracle/text.js';
import { Impatient } from '../../../support/unbounded.js';

/** Values of one token, of several, of none; and enough others that reading and comparing them takes several steps. */
const VALUES = [
  ...[
    '0603',
    'SOT-23',
    'sot-23',
    'SOT 23',
    '50%',
    '5%',
    '%',
    '',
    'é-é',
    'É',
    '0.1uF',
    '0.1',
    '.1',
    '電気 電',
    '😀',
    'ﬀ-1',
    'a b c',
  ],
  ...Array.from({ length: 5000 }, (_, i) => (i % 2 === 0 ? `n${i}` : `n ${i}`)),
].sort((a, b) => compareText(fold(a), fold(b)) || compareText(a, b));
const dictionary = { size: VALUES.length, value: (ordinal: number) => VALUES[ordinal] } as Dictionary;
const compounds = finished(CompoundValues.read(dictionary));

/** A written pattern without escapes. */
const piecesOf = (written: string): PatternPiece[] =>
  written
    .split(/([*?])/u)
    .filter((text) => text !== '')
    .map((text) => (text === '*' ? { kind: 'any_run' } : text === '?' ? { kind: 'any_one' } : { kind: 'literal', text }));

describe('values that are not one token', () => {
  it.each([
    'sot?23',
    'SOT*',
    '*%',
    '?%',
    '5*%',
    '?',
    '*',
    '',
    'é?*',
    '?-é',
    'n?1',
    'n?4?9?',
    '*99',
    'o*',
    'zz*',
    '電*',
    '0?1*',
    'ff*1',
  ])('match the pattern %s as a whole', (written) => {
    const fits = wholeMatcher(mapLiterals(readWord(written), fold));
    const expected = VALUES.flatMap((value, ordinal) => {
      const isToken = tokens(value).length === 1 && tokens(value)[0] === fold(value);
      return !isToken && fits(fold(value)) ? [ordinal] : [];
    });
    const found = finished(compounds.matching(new Pattern(piecesOf(written), fold), new Impatient()));
    expect(Array.from(found)).toEqual(expected);
  });
});
