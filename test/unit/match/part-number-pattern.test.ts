import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PatternPiece } from '../../../src/analysis/pattern.js';
import { fold, lowerCase, partNumberForm } from '../../../src/analysis/text.js';
import { findPartNumbers } from '../../../src/match/find-part-numbers.js';
import { PartNumberPattern } from '../../../src/match/part-number-pattern.js';
import { readWord } from '../../../src/parser/words.js';
import { finished } from '../../../src/work/pauses.js';
import { mapLiterals, matchesWhole, pn, readWord as readWordPlainly, wholeMatcher } from '../../oracle/text.js';
import { forAll, forAllAsync } from '../../support/for-all.js';
import { type NumberField, numberField } from '../../support/number-field.js';
import { anyString } from '../../support/strings.js';
import { unbounded } from '../../support/unbounded.js';

/** Characters that wildcards, escapes, folding and UTF-8 make something of. */
const UNITS = [
  ...['a', 'A', 'b', '0', '1', '-', ' ', '.', 'é', 'e\u0301', '\u0301', '\u0316', '™', 'Ω', 'ß', 'ẞ', 'İ', 'Σ', 'ς', 'ﬁ', '電', '각'],
  ...['𐐀', '𐐨', '😀', '\u{1d7d9}', '\u{e0100}', '\ud801', '\udc00', '\ud83d', '\\'],
]; // biome-ignore format: a table
const WILDCARDS = ['*', '**', '?', '??', '*?', '?*', '***', '\\*', '\\?', '\\\\', '\\'];

const texts = () => fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 8, size: 'max' });
/** A pattern as it is written. */
const writtenPatterns = () =>
  fc.string({
    unit: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...UNITS) }, { weight: 3, arbitrary: fc.constantFrom(...WILDCARDS) }),
    maxLength: 8,
    size: 'max',
  });
/** A text and a pattern that was made of it: wildcards for some of its characters or between them, escapes before others. */
const textWithPattern = () =>
  texts().chain((text) => {
    const characters = [...text];
    const choices = fc.array(fc.nat(9), { minLength: characters.length + 1, maxLength: characters.length + 1 });
    return choices.map((drawn) => {
      const changed = drawn.map((choice, i) => {
        const character = characters[i] ?? '';
        if (choice === 0) return `*${character}`;
        if (choice === 1) return '*';
        if (choice === 2 && character !== '') return '?';
        return character === '\\' || choice === 3 ? `\\${character}` : character;
      });
      return { text, written: changed.join('') };
    });
  });

const piecesOf = (written: string): readonly PatternPiece[] => {
  const reading = readWord(written);
  return typeof reading === 'string' ? [{ kind: 'literal', text: reading }] : reading;
};

describe('PartNumberPattern', () => {
  const expectAsDefined = (written: string, text: string) => {
    const pieces = piecesOf(written);
    const plainly = readWordPlainly(written);
    const inForm = PartNumberPattern.normalised(pieces).form.matchesText(partNumberForm(text));
    expect(inForm, 'in form').toBe(matchesWhole(mapLiterals(plainly, pn), pn(text)));
    const { form, written: asWritten } = PartNumberPattern.asWritten(pieces);
    const matches = asWritten?.matchesText(lowerCase(text));
    expect(matches, 'as written').toBe(matchesWhole(mapLiterals(plainly, lowerCase), lowerCase(text)));
    // The form narrows the search: it must let every match through.
    if (matches) expect(form.matchesText(partNumberForm(text)), 'form of a match').toBe(true);
    return matches;
  };

  it('matches as the definition says, whatever is written', () => {
    const check = (written: string, others: string[]) => {
      for (const text of others) expectAsDefined(written, text);
    };
    forAll([writtenPatterns(), fc.array(texts(), { minLength: 4, maxLength: 4 })], check, 500);
  });

  it('matches the text that it was made from, as the definition says', () => {
    let matched = 0;
    const check = ({ text, written }: { text: string; written: string }) => {
      if (expectAsDefined(written, text)) matched++;
    };
    forAll([textWithPattern()], check, 1000);
    expect(matched).toBeGreaterThan(300);
  });

  it.each([
    ['*\\**', 'a*b', true],
    ['*\\*', 'a*b', false],
    ['\\?b?', '?bc', true],
    ['\\?b?', 'abc', false],
    ['a\\', 'a\\', true],
    ['a\\\\*', 'a\\b', true],
    ['??', '😀', false],
    ['?', '😀', true],
    ['?', 'e\u0301', false],
    ['e?', 'e\u0301', true],
    ['??', 'İ', true],
    ['?', 'ẞ', true],
    ['*\ud801*', '𐐀', false],
    ['?\udc00', '\ud801\udc00', false],
    ['*Σ', 'ας', true],
    ['', '', true],
  ])('%j as written matches %j: %s', (written, text, expected) => {
    expect(PartNumberPattern.asWritten(piecesOf(written)).written?.matchesText(lowerCase(text))).toBe(expected);
    expectAsDefined(written, text);
  });
});

describe('the form of a part number', () => {
  // Halves of a surrogate pair with a combining mark between them become one character when the mark is taken away.
  const wholeCharacters = (text: string) => text.replace(/\p{Cs}/gu, '');

  it('is its own form', () => {
    forAll([anyString(), fc.string({ unit: 'binary' })], (one, other) => {
      for (const text of [wholeCharacters(one), other]) {
        const form = partNumberForm(text);
        expect(partNumberForm(form)).toBe(form);
      }
    });
  });

  it('is that of the text in lower case', () => {
    forAll([anyString(), fc.string({ unit: 'binary' })], (one, other) => {
      for (const text of [one, other]) expect(partNumberForm(lowerCase(text))).toBe(partNumberForm(text));
    });
  });

  it('holds of every character', () => {
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      const form = partNumberForm(character);
      const lower = lowerCase(character);
      const isItself = form === character || partNumberForm(form) === form;
      const foldsAlike = lower === character || fold(lower) === fold(character);
      if (!isItself || !foldsAlike) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('has no half of a surrogate pair in it', () => {
    forAll([anyString()], (text) => expect(partNumberForm(text)).not.toMatch(/\p{Cs}/u));
  });
});

describe('a very long pattern', () => {
  const numbers = Array.from(
    { length: 3000 },
    (_, i) => `AB${(i * 7919) % 9973}-${String.fromCharCode(65 + (i % 26))}Z${i % 10}`,
  );
  const long = 'ab'.repeat(3000);
  const field = numberField([...numbers, long, `${long}c`, '*'.repeat(5000), 'a'.repeat(300), '電'.repeat(200)]);
  const withSevens = (normalise: (text: string) => string) =>
    numbers.filter((number) => normalise(number).includes('777')).length;

  const found = async (pattern: PartNumberPattern): Promise<number> =>
    finished(findPartNumbers(field.field, pattern, unbounded())).length;

  it.each([
    ['only runs', '**'.repeat(5000), 3004, 3005],
    ['a number between runs', `${'*'.repeat(10_000)}777${'*'.repeat(10_000)}`, withSevens(pn), withSevens(lowerCase)],
    ['single characters, more than any number has', '?'.repeat(10_000), 0, 0],
    ['single characters, as many as one has', '?'.repeat(6000), 1, 1],
    ['single characters and runs', '?*'.repeat(6001), 1, 1],
    ['runs and single characters', '*?'.repeat(300), 3, 4],
    ['letters and single characters', 'a?'.repeat(3000), 1, 1],
    ['runs and letters, as many as one has', '*b'.repeat(3000), 1, 1],
    ['runs and letters, one too many', '*b'.repeat(3001), 0, 0],
    ['a beginning', `${long}*`, 2, 2],
    ['an end', `*${long}`, 1, 1],
    ['a middle', `*${long.slice(1, -1)}*`, 2, 2],
    ['dashes between single characters', `?${'-?'.repeat(199)}`, 1, 0],
    ['escaped wildcards', `${'\\*'.repeat(4999)}?`, 0, 1],
    ['dashes between runs', '-*'.repeat(5000), 3004, 0],
    ['all numbers that there are', `*${numbers.map((number) => number.replace('-', '*')).join('*')}`, 0, 0],
    ['combining marks', `${'\u0301*'.repeat(5000)}電*`, 1, 0],
  ])('of %s finds what it should, soon', async (_, written, inForm, asWritten) => {
    const pieces = piecesOf(written);
    const began = performance.now();
    expect(await found(PartNumberPattern.normalised(pieces))).toBe(inForm);
    expect(await found(PartNumberPattern.asWritten(pieces))).toBe(asWritten);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('part numbers with long beginnings in common', () => {
  /** Expects that the engine finds among the numbers of a field what the definition says. */
  async function expectFound({ dictionary, field }: NumberField, written: string): Promise<void> {
    const plainly = readWordPlainly(written);
    for (const [normalise, pattern] of [
      [pn, PartNumberPattern.normalised(piecesOf(written))],
      [lowerCase, PartNumberPattern.asWritten(piecesOf(written))],
    ] as const) {
      const fits = wholeMatcher(mapLiterals(plainly, normalise));
      const ordinals = Array.from({ length: dictionary.size }, (_, ordinal) => ordinal);
      const expected = ordinals.filter((ordinal) => {
        const text = normalise(dictionary.value(ordinal));
        return fits(text) && !(normalise === pn && text === '');
      });
      expect(
        Array.from(finished(findPartNumbers(field, pattern, unbounded()))).sort((a, b) => a - b),
        written,
      ).toEqual(expected);
    }
  }

  // What the way through the dictionary remembers of the number before has its bounds; these numbers lie on both sides.
  const beginning = (length: number) => 'a1'.repeat(length).slice(0, length);
  const beginnings = [29, 30, 31, 32, 254, 255, 256, 511, 512, 513].map(beginning);
  const ends = ['', '-', 'b', 'B2', '-b2', 'é', 'b\u0301', '電', '電b', '-電', 'c', 'c3'];
  const field = numberField([
    ...beginnings.flatMap((begun) => ends.map((end) => begun + end)),
    ...ends,
    ...beginnings.map((begun) => `${begun.slice(0, -1)}-é${begun.slice(-1)}`),
  ]);

  it('are found as the definition says', async () => {
    const lengths = fc.integer({ min: 28, max: 34 });
    const unit = fc.oneof(
      fc.constantFrom('*', '?', '*?', 'a', '1', 'a1', 'b', '2', 'e', '電', '-'),
      lengths.map(beginning),
      lengths.map((count) => '?'.repeat(count)),
      fc.constantFrom(...beginnings),
    );
    const patterns = fc.array(unit, { minLength: 1, maxLength: 4 }).map((units) => units.join(''));
    await forAllAsync([patterns], (written) => expectFound(field, written), 60);
  });

  it.each([30, 31, 32, 33, 64])('are found by patterns of %d characters', async (length) => {
    const letters = beginning(length);
    const patterns = [
      `*${letters}`,
      `?*${letters.slice(1)}`,
      `*${letters.slice(1)}?`,
      `*${letters.slice(2)}*b*`,
      `*?${letters.slice(2)}b`,
    ];
    for (const written of patterns) await expectFound(field, written);
  });

  it('are compared by themselves, whatever was found out about others before', async () => {
    // The second number decides for its beginning; the fourth shares more with the third than was read of it.
    const few = numberField(['x1yyyy2', 'z21', 'z21abcd2', 'z21abce2', 'z21abcé2', 'z21abcf', 'zz1abcf2']);
    for (const written of ['?1*2', '?1*y*2', '??1*2', '?*1*2', '*2*1*', '?2*1*c*', 'x1*y?2']) await expectFound(few, written);
  });
});
