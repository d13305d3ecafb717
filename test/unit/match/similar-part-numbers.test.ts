import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partNumberForm } from '../../../src/analysis/text.js';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import type { PartNumberForms } from '../../../src/index/dictionary/part-number-forms.js';
import { oneEdit } from '../../../src/match/one-edit.js';
import { type SimilarPartNumbers, similarPartNumbers } from '../../../src/match/similar-part-numbers.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { forAll, forAllAsync } from '../../support/for-all.js';
import { numberField } from '../../support/number-field.js';
import { editDistance, similarity } from '../../support/similarity.js';
import { collidingString, partNumber } from '../../support/strings.js';

class Numbers {
  private readonly values: string[];
  private readonly forms: PartNumberForms;

  constructor(numbers: readonly string[]) {
    const { dictionary, forms } = numberField(numbers);
    this.forms = forms;
    this.values = Array.from({ length: dictionary.size }, (_, ordinal) => dictionary.value(ordinal));
  }

  /** The numbers similar to a form, by reason and distance. */
  async similarTo(form: string): Promise<Record<string, string[]>> {
    const groups = similarPartNumbers(this.forms, utf8Bytes(form));
    const keys = groups.map(({ distance, reason }) => distance * 4 + (reason === 'edit' ? 1 : 0));
    expect(keys, 'ascending distance, suffix first').toEqual([...new Set(keys)].sort((a, b) => a - b));
    return sorted(groups.map((group) => [`${group.reason} ${group.distance}`, this.named(group.ordinals)]));
  }

  /** The same by the definition. */
  expectedFor(form: string): Record<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const value of this.values) {
      const kind = similarity(form, partNumberForm(value));
      if (kind !== undefined) groups.set(kind, [...(groups.get(kind) ?? []), value]);
    }
    return sorted([...groups]);
  }

  private named(ordinals: Uint32Array): string[] {
    return Array.from(ordinals, (ordinal) => this.values[ordinal]);
  }
}

function sorted(groups: [string, string[]][]): Record<string, string[]> {
  return Object.fromEntries(groups.map(([kind, values]) => [kind, values.sort()]));
}

const formOf = (text: string) => partNumberForm(text);

/** Letters and digits whose UTF-8 is one to four bytes long, some with first bytes in common, and look-alikes. */
const CHARACTERS = ['0', 'o', 'b', '8', '٣', '٤', '電', '雷', '零', '𐐨', '𐐩', '𠮷'];
const characters = fc.constantFrom(...CHARACTERS);
/** Alphabets so small that most texts are similar. */
const alphabets = fc.uniqueArray(characters, { minLength: 2, maxLength: 4 });
const textOf = (alphabet: readonly string[], maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength, size: 'max' });

/** All texts of some characters of `least` to `most` characters. */
function allTexts(alphabet: readonly string[], least: number, most: number): string[] {
  let texts = [''];
  const all: string[] = [];
  for (let length = 0; length <= most; length++) {
    if (length >= least) all.push(...texts);
    texts = texts.flatMap((text) => alphabet.map((character) => text + character));
  }
  return all;
}

describe('oneEdit', () => {
  const distance = (a: string, b: string) => {
    // Bytes after the ends are ignored.
    const [x, y] = [utf8Bytes(`${a}zz`), utf8Bytes(`${b}zz`)];
    return oneEdit(x, x.length - 2, y, y.length - 2);
  };

  it.each([
    ['', '', 0],
    ['', 'a', 0],
    ['abcd', 'abcd', 0],
    ['abcd', 'abcde', 0],
    ['abcd', 'abc', 0],
    ['abcd', 'abce', 1],
    ['abcd', 'bcd', 1],
    ['abcd', 'xabcd', 1],
    ['abcd', 'abxcd', 1],
    ['abcd', 'abdc', 1],
    ['abcd', 'bacd', 1],
    ['abcd', 'badc', 0],
    ['abcd', 'cabd', 0],
    ['aabb', 'abab', 1],
    ['aabb', 'abba', 0],
    ['1234', 'i234', 0.5],
    ['l234', '1234', 0.5],
    ['ilil', 'illl', 0.5],
    ['ab01', 'abo1', 0.5],
    ['ab01', 'ab0o1', 1],
    ['ab0o', 'abo0', 1],
    ['電01', '雷01', 1],
    ['01電', '01雷', 1],
    ['電雷零', '雷電零', 1],
    ['a電', '電a', 1],
    ['𐐨1', '1𐐨', 1],
    ['𐐨𐐩', '𐐩𐐩', 1],
    ['𐐨', '電', 1],
    ['٣٤', '٤٣', 1],
    ['ab', 'aé', 1],
    ['xz', 'zzx', 0],
  ])('%j and %j: %d', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected);
    expect(distance(b, a)).toBe(expected);
  });

  it('is the distance of the definition', () => {
    const check = (texts: string[]) => {
      for (const a of texts) {
        for (const b of texts) {
          const expected = a.startsWith(b) || b.startsWith(a) ? 0 : (editDistance(a, b) ?? 0);
          expect(distance(a, b), `${a} ${b}`).toBe(expected);
        }
      }
    };
    const texts = alphabets.chain((alphabet) => fc.array(textOf(alphabet, 6), { minLength: 2, maxLength: 12, size: 'max' }));
    forAll([texts], check, 200);
  });
});

describe('similarPartNumbers', () => {
  const numbers = new Numbers([
    ...['RC0603FR-0710KL', 'RC0603FR-07 10KL', 'RC0603FR-0710K', 'RC0603FR-071', 'RC0603', 'RC06', 'RC0', 'RC0603FR-0710KL/TR'],
    ...['RC0603FR-0710KI', 'RC0603FR-071OKL', 'RCO603FR-0710KL', 'RC0603FR-0701KL', 'RC0630FR-0710KL', 'RC063FR-0710KL', 'CR0603FR-0710KL'],
    ...['RC0603JR-0710KL', 'XRC0603FR-0710KL', 'RC06033FR-0710KL', 'RC0603JR-0711KL', '---', '', 'C0603FR-0710KL'],
    ...['abc', 'abcd', 'abce', 'abd', 'bcd', 'abcde', 'acbd', 'abdc', 'bacd', 'badc', 'abcdef', 'abbcd', 'xabcd', 'abcdx'],
  ]); // biome-ignore format: a table

  it.each<[string, Record<string, string[]>]>([
    [
      'rc0603fr0710kl',
      {
        'edit 0.5': ['RC0603FR-0710KI', 'RC0603FR-071OKL', 'RCO603FR-0710KL'],
        'suffix 1': ['RC0603FR-0710K'],
        'edit 1': [
          ...['C0603FR-0710KL', 'CR0603FR-0710KL', 'RC06033FR-0710KL', 'RC0603FR-0701KL', 'RC0603JR-0710KL', 'RC0630FR-0710KL'],
          ...['RC063FR-0710KL', 'XRC0603FR-0710KL'],
        ],
        'suffix 2': ['RC0603FR-0710KL/TR'],
        'suffix 3': ['RC0603FR-071'],
        'suffix 8': ['RC0603'],
        'suffix 10': ['RC06'],
      },
    ],
    [
      'abcd',
      {
        'suffix 1': ['abcde', 'abcdx'],
        'edit 1': ['abbcd', 'abce', 'abdc', 'acbd', 'bacd', 'xabcd'],
        'suffix 2': ['abcdef'],
      },
    ],
    ['abcde', { 'suffix 1': ['abcd', 'abcdef'], 'edit 1': ['abcdx', 'abce'] }],
    ['abc', {}],
    ['', {}],
    ['電電電電', {}],
  ])('finds the numbers similar to %s', async (form, expected) => {
    expect(await numbers.similarTo(form)).toEqual(expected);
    expect(numbers.expectedFor(form)).toEqual(expected);
  });

  it('finds nothing among no numbers', async () => {
    expect(await new Numbers([]).similarTo('abcd')).toEqual({});
    expect(await new Numbers(['']).similarTo('abcd')).toEqual({});
  });

  it('finds what the definition says among few numbers', async () => {
    const check = async (given: string[], others: string[]) => {
      const few = new Numbers(given);
      for (const form of [...given, ...others].map(formOf)) expect(await few.similarTo(form)).toEqual(few.expectedFor(form));
    };
    const numbers = fc.array(
      fc.oneof(
        partNumber(),
        collidingString(8),
        alphabets.chain((some) => textOf(some, 8)),
      ),
      {
        maxLength: 40,
        size: 'max',
      },
    );
    await forAllAsync([numbers, fc.array(partNumber(), { maxLength: 5 })], check, 100);
  });

  // Among many numbers that begin alike, those that differ are looked up and not compared one by one.
  it.each([
    ['0o電', 7],
    ['i1lx', 6],
    ['𐐨𐐩a', 7],
    ['٣٤b雷', 6],
    ['012345678', 4],
  ])('finds what the definition says among all numbers of %s', async (letters, most) => {
    const alphabet = [...letters];
    const all = new Numbers(allTexts(alphabet, 0, most));
    const check = async (forms: string[]) => {
      for (const form of forms) expect(await all.similarTo(form)).toEqual(all.expectedFor(form));
    };
    await forAllAsync([fc.array(textOf([...letters, 'q'], most + 1), { minLength: 4, maxLength: 4 })], check, 8);
  });

  it('finds what the definition says among many numbers with gaps, several of which have one form', async () => {
    const everything = allTexts(['0', 'o', 'b', '電'], 1, 6);
    const check = async (seed: number, forms: string[]) => {
      const some = everything.filter((_, i) => Math.imul(i + seed, 0x9e3779b1) >>> 30 === 0);
      const many = new Numbers([...some, ...some.map((text) => `${text[0]}-${text.slice(1).toUpperCase()}`)]);
      for (const form of forms) expect(await many.similarTo(form)).toEqual(many.expectedFor(form));
    };
    await forAllAsync([fc.nat(1000), fc.array(textOf(['0', 'o', 'b', '電'], 7), { minLength: 4, maxLength: 4 })], check, 8);
  });

  it('finds the same when the large ranges of its numbers are known from before', async () => {
    for (const alphabet of [
      ['0', 'o', 'b'],
      ['0', '電', '𐐨'],
    ]) {
      const numbers = new Numbers(allTexts(alphabet, 4, 7));
      const [a, b, c] = alphabet;
      const forms = [
        a + b + c + a + b,
        b.repeat(4),
        `${a + b}٣${c}`,
        `8${a}${b}${c}`,
        c.repeat(7),
        a.repeat(3) + b + a,
        `${c}零${a}${a}`,
      ];
      for (const form of [...forms, ...forms]) expect(await numbers.similarTo(form), form).toEqual(numbers.expectedFor(form));
    }
  });

  it('finds numbers behind a long beginning that very many have', async () => {
    for (const beginning of ['crcw0603', '電'.repeat(12), '5s'.repeat(20), '𐐨']) {
      const ends = allTexts(['1', 'l', '5', 's'], 0, 5);
      const many = new Numbers(ends.map((end) => beginning + end));
      for (const end of ['15', '1', '', 'sl5sl', 'ls5q1', '5511', 'sssss1']) {
        const edited = [...beginning, ...end];
        const middle = edited.length >> 1;
        const missing = [...edited.slice(0, middle), ...edited.slice(middle + 1)].join('');
        for (const form of [edited.join(''), missing, `1${edited.join('')}`])
          expect(await many.similarTo(form), form).toEqual(many.expectedFor(form));
      }
    }
  });

  it('gives all of very many that go on, and answers for a form of 64 KiB', async () => {
    const many = new Numbers(allTexts(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], 4, 4).map((end) => `1234${end}`));
    expect((await many.similarTo('1234'))['suffix 4']).toHaveLength(10_000);
    expect(await many.similarTo('12341')).toMatchObject({ 'suffix 3': { length: 1000 } });
    const long = '1234'.repeat(16_384);
    expect(await many.similarTo(long)).toEqual({ 'suffix 65528': ['12341234'] });
    expect(await new Numbers([`${long}5`, `${long.slice(1)}`, `${long.slice(0, -2)}43`, 'x']).similarTo(long)).toEqual({
      'suffix 1': [`${long}5`],
      'edit 1': [long.slice(1), `${long.slice(0, -2)}43`].sort(),
    });
  });
});

/** The numbers similar to a form; none where the search finds the forms damaged. */
function foundIn(forms: PartNumberForms, form: string): SimilarPartNumbers[] {
  try {
    return similarPartNumbers(forms, utf8Bytes(form));
  } catch (error) {
    expect(error).toBeInstanceOf(CorruptCatalogError);
    return [];
  }
}

it('forms in a forged order are found, missed or reported as damage, and the search ends', () => {
  const shuffled = fc
    .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 3, maxLength: 9 }), {
      minLength: 130,
      maxLength: 300,
    })
    .chain((numbers) => fc.tuple(fc.constant(numbers), fc.infiniteStream(fc.nat())));
  forAll(
    [shuffled, fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 4, maxLength: 9 })],
    ([numbers, places], requested) => {
      const { forms } = numberField(numbers);
      for (let swaps = 0; swaps < 40; swaps++) {
        const [a, b] = [places.next().value % forms.size, places.next().value % forms.size];
        [forms.order[a], forms.order[b]] = [forms.order[b], forms.order[a]];
      }
      for (const { ordinals } of foundIn(forms, requested))
        for (const ordinal of ordinals) expect(ordinal).toBeLessThan(forms.size);
    },
  );
});
