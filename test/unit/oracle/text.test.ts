import { describe, expect, it } from 'vitest';
import {
  ANY_ONE,
  ANY_RUN,
  compareText,
  fold,
  matchesWhole,
  occursIn,
  type Pattern,
  pn,
  readWord,
  tokens,
} from '../../oracle/text.js';

describe('fold', () => {
  it.each([
    ['µF', 'uf'],
    ['μF', 'uf'],
    ['uF', 'uf'],
    ['10kΩ', '10kohm'],
    ['10k\u2126', '10kohm'],
    ['LM317™', 'lm317'],
    ['Foo® Bar℠', 'foo bar'],
    ['Résistor', 'resistor'],
    ['Re\u0301sistor', 'resistor'],
    ['İ', 'i'],
    ['ﬁlm ①', 'film 1'],
    ['電阻', '電阻'],
    ['\ud800', '\ud800'],
    ['', ''],
    ['\u0301', ''],
  ])('of %j is %j', (text, folded) => expect(fold(text)).toBe(folded));
});

describe('tokens', () => {
  it.each([
    ['0.1uF 1.8V', ['0.1uf', '1.8v']],
    ['1.2.3', ['1.2.3']],
    ['.5 5. a.b 1.b', ['5', '5', 'a', 'b', '1', 'b']],
    ['1..2', ['1', '2']],
    ['RC0603FR-07 10KL', ['rc0603fr', '07', '10kl']],
    ['贴片 电阻', ['贴片', '电阻']],
    ['½', ['1', '2']],
    ['— ™ 😀', []],
  ])('of %j are %j', (text, expected) => expect(tokens(text)).toEqual(expected));

  it('follow one another', () => {
    expect(occursIn(['b', 'c'], ['a', 'b', 'c'])).toBe(true);
    expect(occursIn(['a', 'c'], ['a', 'b', 'c'])).toBe(false);
    expect(occursIn(['c', 'd'], ['a', 'b', 'c'])).toBe(false);
    expect(occursIn(['b', 'b'], ['b'])).toBe(false);
  });
});

describe('part-number form', () => {
  it.each([
    ['RC0603FR-07 10KL', 'rc0603fr0710kl'],
    ['1.5', '15'],
    ['10kΩ', '10kohm'],
    ['---', ''],
    ['™', ''],
  ])('of %j is %j', (text, form) => expect(pn(text)).toBe(form));
});

describe('code-point order', () => {
  it('puts emoji behind U+FFFD, which UTF-16 order does not', () => {
    const texts = ['😀', '\uFFFD', 'z', '\ud83d', 'Z', ''];
    expect([...texts].sort(compareText)).toEqual(['', 'Z', 'z', '\ud83d', '\uFFFD', '😀']);
  });
});

describe('wildcards', () => {
  const pattern = (text: string): Pattern => readWord(text);

  it('reads escapes', () => {
    expect(pattern('a\\*b*c?')).toEqual(['a*b', ANY_RUN, 'c', ANY_ONE]);
    expect(pattern('a\\')).toEqual(['a\\']);
  });

  it.each([
    ['*', '', true],
    ['?', '', false],
    ['?', '𠮷', true],
    ['??', '𠮷', false],
    ['a*c', 'abbc', true],
    ['a*c', 'abbd', false],
    ['*b?', 'abbb', true],
    ['a', 'ab', false],
  ])('%j on %j: %j', (written, text, matches) => expect(matchesWhole(pattern(written), text)).toBe(matches));
});
