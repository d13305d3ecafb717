import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  characterClass,
  compareCodePoints,
  DIGIT,
  fold,
  isAscii,
  LETTER,
  partNumberForm,
  SEPARATOR,
  tokens,
  tokensOfFolded,
} from '../../../src/analysis/text.js';
import * as oracle from '../../oracle/text.js';
import { forAll } from '../../support/for-all.js';
import { anyString, codePoints, signOf } from '../../support/strings.js';

describe('fold', () => {
  it.each([
    ['', ''],
    ['RC0603FR-07 10KL', 'rc0603fr-07 10kl'],
    ['µF', 'uf'],
    ['μF', 'uf'],
    ['ΜF', 'uf'],
    ['10kΩ', '10kohm'],
    ['10k\u2126', '10kohm'],
    ['10kω', '10kohm'],
    ['LM317™', 'lm317'],
    ['TI℠ ®', 'ti '],
    ['Résistor', 'resistor'],
    ['Re\u0301sistor', 'resistor'],
    ['\u0301', ''],
    ['İ', 'i'],
    ['Straße', 'straße'],
    ['ﬁlm ①½', 'film 11⁄2'],
    ['ＴＤＫ', 'tdk'],
    ['300 K', '300 k'],
    ['電阻', '電阻'],
    ['\ud800A', '\ud800a'],
    ['😀', '😀'],
    ['ΟΔΟΣ ΟΔΟΣΑ ς', 'οδοσ οδοσα σ'],
  ])('of %j is %j', (text, folded) => expect(fold(text)).toBe(folded));

  it('does not depend on neighbours', () => {
    forAll([anyString()], (text) => expect([...text].map(fold).join('')).toBe(fold(text)));
  });

  it('is that of the oracle for any string', () => {
    forAll([anyString()], (text) => expect(fold(text)).toBe(oracle.fold(text)));
  });

  it('is that of the oracle for long texts', () => {
    forAll([anyString(), fc.constantFrom('é\u0323\u0301', 'ω\u0345ﬁ', '각\u0301', '\u0f77™x')], (text, part) => {
      const long = part.repeat(600) + text;
      expect(fold(long)).toBe(oracle.fold(long));
    });
  });

  it('takes no time that grows with the square of the marks in a row', () => {
    const marks = '\u0301\u0323™'.repeat(200_000);
    expect(fold(`a${marks}b`)).toBe('ab');
  });
});

describe('tokens', () => {
  it.each([
    ['', []],
    ['0.1uF 1.8V', ['0.1uf', '1.8v']],
    ['1.2.3', ['1.2.3']],
    ['1..2', ['1', '2']],
    ['.5 5. a.b 1.b a.1', ['5', '5', 'a', 'b', '1', 'b', 'a', '1']],
    ['5.', ['5']],
    ['٣.٣', ['٣.٣']],
    ['½.5', ['1', '2.5']],
    ['Ⅳ.5', ['iv', '5']],
    ['RC0603FR-07 10KL', ['rc0603fr', '07', '10kl']],
    ['10kΩ/µA', ['10kohm', 'ua']],
    ['贴片 电阻', ['贴片', '电阻']],
    ['a™b', ['ab']],
    ['𠮷x', ['𠮷x']],
    ['x😀y', ['x', 'y']],
    ['— ™ 😀 \ud800', []],
  ])('of %j are %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
    expect(tokensOfFolded(fold(text))).toEqual(expected);
  });

  it('are those of the oracle for any string', () => {
    forAll([anyString(20)], (text) => expect(tokens(text)).toEqual(oracle.tokens(text)));
  });
});

describe('part-number form', () => {
  it.each([
    ['RC0603FR-07 10KL', 'rc0603fr0710kl'],
    ['1.5', '15'],
    ['10kΩ', '10kohm'],
    ['LM317™/NOPB', 'lm317nopb'],
    ['---', ''],
    ['电-1', '电1'],
    ['𠮷-1', '𠮷1'],
    ['a\ud800b', 'ab'],
  ])('of %j is %j', (text, form) => expect(partNumberForm(text)).toBe(form));

  it('is that of the oracle for any string', () => {
    forAll([anyString()], (text) => expect(partNumberForm(text)).toBe(oracle.pn(text)));
  });
});

describe('characterClass', () => {
  it.each([
    ['a', LETTER],
    ['電', LETTER],
    ['𠮷', LETTER],
    ['½', LETTER],
    ['Ⅳ', LETTER],
    ['7', DIGIT],
    ['٣', DIGIT],
    ['𝟙', DIGIT],
    ['.', SEPARATOR],
    ['\u0301', SEPARATOR],
    ['😀', SEPARATOR],
    ['\ud800', SEPARATOR],
  ])('of %j', (character, kind) => {
    const [codePoint] = codePoints(character);
    expect(characterClass(codePoint)).toBe(kind);
    // The second answer comes from a table.
    expect(characterClass(codePoint)).toBe(kind);
  });
});

describe('isAscii', () => {
  it.each([
    ['', true],
    ['a\0\x7f', true],
    ['\x80', false],
    ['abcé', false],
  ])('of %j', (text, expected) => expect(isAscii(text)).toBe(expected));
});

describe('compareCodePoints', () => {
  it.each([
    ['a', 'b'],
    ['', 'a'],
    ['a', 'aa'],
    ['\uffff', '😀'],
    ['ﬀ', '\u{10000}'],
    ['\ud800', '\ue000'],
    ['\udfff', '\u{10000}'],
    ['\ud800', '\ud800\ud800'],
    // A half pair is below every whole one, also where a whole one follows it.
    ['\ud800\ud801\udc00', '\ud800\udc00'],
    ['\ud800\uffff', '\ud800\udc00'],
    ['x\u{10000}a', 'x\u{10001}'],
  ])('puts %j before %j', (a, b) => {
    expect(compareCodePoints(a, b)).toBeLessThan(0);
    expect(compareCodePoints(b, a)).toBeGreaterThan(0);
    expect(compareCodePoints(a, a)).toBe(0);
  });

  it('compares code point by code point', () => {
    const surrogates = fc.string({
      unit: fc.constantFrom('\ud800', '\ud801', '\udc00', '\udc01', '\ue000', '\ud7ff'),
      maxLength: 6,
    });
    const pairs = fc.oneof(fc.tuple(anyString(4), anyString(4)), fc.tuple(surrogates, surrogates));
    forAll([pairs], ([a, b]) => expect(signOf(compareCodePoints(a, b))).toBe(signOf(oracle.compareText(a, b))), 500);
  });
});
