import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pattern, type PatternPiece } from '../../../src/analysis/pattern.js';
import { fold } from '../../../src/analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../../../src/analysis/utf8.js';
import { forAll } from '../../support/for-all.js';
import { codePoints } from '../../support/strings.js';

const ONE: PatternPiece = { kind: 'any_one' };
const RUN: PatternPiece = { kind: 'any_run' };
const literal = (text: string): PatternPiece => ({ kind: 'literal', text });
const asWritten = (text: string) => text;

/** `*` and `?` as wildcards, everything else as it is. */
const pieces = (written: string): PatternPiece[] => {
  return Array.from(written, (character) => (character === '*' ? RUN : character === '?' ? ONE : literal(character)));
};

/** By the definition, on code points. */
function matches(pattern: readonly (number | '?' | '*')[], text: readonly number[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === '*') return matches(rest, text) || (text.length > 0 && matches(pattern, text.slice(1)));
  return text.length > 0 && (first === '?' || first === text[0]) && matches(rest, text.slice(1));
}

const flat = (pattern: readonly PatternPiece[], normalise: (text: string) => string) =>
  pattern.flatMap<number | '?' | '*'>((piece) =>
    piece.kind === 'literal' ? codePoints(normalise(piece.text)) : piece.kind === 'any_one' ? '?' : '*',
  );

const WHOLE = ['a', 'b', 'é', '電', '電', '😀', '😁', '\u{10ffff}', '\uffff', ''];
const HALVES = ['\ud83d', '\ude00'];
const piece = (units: readonly string[]): fc.Arbitrary<PatternPiece> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(RUN) },
    { weight: 2, arbitrary: fc.constant(ONE) },
    { weight: 3, arbitrary: fc.constantFrom(...units).map(literal) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '電'), maxLength: 3 }).map(literal) },
  );
const text = (units: readonly string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8, size: 'max' });

describe('Pattern', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['a', 'a', true],
    ['a', 'ab', false],
    ['a', '', false],
    ['?', '', false],
    ['?', 'a', true],
    ['?', '😀', true],
    ['??', '😀', false],
    ['?', '\ud83d', true],
    ['*', '', true],
    ['*', 'anything', true],
    ['a*', 'a', true],
    ['*a', 'ba', true],
    ['*a', 'ab', false],
    ['a*a', 'a', false],
    ['*ab*', 'aab', true],
    ['*aab', 'aaaab', true],
    ['a*b*c', 'axbxxc', true],
    ['a*b*c', 'axxc', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*?', '', false],
    ['?*?', 'a', false],
    ['*?b?*', 'abc', true],
    ['rc0603*10k*', 'rc0603fr0710kl', true],
  ])('%j matches %j: %s', (written, given, expected) => {
    expect(new Pattern(pieces(written), asWritten).matchesText(given)).toBe(expected);
  });

  it('matches by code points as the definition says', () => {
    const check = (given: PatternPiece[], texts: string[]) => {
      const pattern = new Pattern(given, asWritten);
      for (const one of texts) expect(pattern.matchesText(one)).toBe(matches(flat(given, asWritten), codePoints(one)));
    };
    const units = [...WHOLE, ...HALVES];
    const pattern = fc.array(piece(units), { maxLength: 8, size: 'max' });
    forAll([pattern, fc.array(text(units), { minLength: 5, maxLength: 5 })], check, 500);
  });

  it('matches the texts that it was made from', () => {
    // Two halves that meet would be one character of the text.
    const made = fc.array(fc.tuple(piece(WHOLE), text(WHOLE), fc.constantFrom('a', '電', '😀')), { maxLength: 8, size: 'max' });
    forAll([made], (given) => {
      const pattern = given.map(([one]) => one);
      const matched = given.map(([one, run, character]) => (one.kind === 'literal' ? one.text : one === RUN ? run : character));
      expect(new Pattern(pattern, asWritten).matchesText(matched.join(''))).toBe(true);
    });
  });

  it('matches a range of bytes', () => {
    const bytes = utf8Bytes('xx電aby');
    const pattern = new Pattern(pieces('電*b'), asWritten);
    expect(pattern.matches(bytes, 2, bytes.length - 1)).toBe(true);
    expect(pattern.matches(bytes, 2, bytes.length)).toBe(false);
    expect(pattern.matches(bytes, 1, bytes.length - 1)).toBe(false);
  });

  it('normalises literals, one of which may become empty', () => {
    const pattern = new Pattern([RUN, literal('\u0301'), RUN, literal('ÀΩ'), ONE, literal('®'), ONE], fold);
    expect(pattern.matchesText('xaohm12')).toBe(true);
    expect(pattern.matchesText('xaohm1')).toBe(false);
  });

  it('returns the text before its first wildcard, and whether that is the whole pattern', () => {
    const cases: [string, string, boolean][] = [
      ['', '', false],
      ['abc', 'abc', false],
      ['é電*', 'é電', true],
      ['*', '', true],
      ['a**', 'a', true],
      ['a?', 'a', false],
      ['a?*', 'a', false],
      ['*a', '', false],
      ['a*b', 'a', false],
    ];
    for (const [written, prefix, isPrefixOnly] of cases) {
      const pattern = new Pattern(pieces(written), asWritten);
      expect(decodeUtf8(pattern.prefix, 0, pattern.prefix.length), written).toBe(prefix);
      expect(pattern.isPrefixOnly, written).toBe(isPrefixOnly);
    }
  });

  it('takes no more than the product of the lengths, and literals of any length', () => {
    const began = performance.now();
    expect(new Pattern(pieces('*a'.repeat(500)), asWritten).matchesText(`${'a'.repeat(3000)}b`)).toBe(false);
    expect(new Pattern(pieces('*a?'.repeat(300)), asWritten).matchesText(`${'a'.repeat(3000)}b`)).toBe(true);
    const long = 'x'.repeat(500_000);
    expect(new Pattern([literal(long), RUN], asWritten).matchesText(`${long}y`)).toBe(true);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
