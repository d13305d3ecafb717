import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/analysis/text.js';
import { decodeUtf8 } from '../../../../src/analysis/utf8.js';
import { foldDictionary, packedDictionary, rawDictionary } from '../../../../src/build/dictionary/dictionary-writer.js';
import { portableCodec } from '../../../../src/encoding/codec.js';
import type { BytesMatcher, Dictionary } from '../../../../src/index/dictionary/dictionary.js';
import { HexDictionary } from '../../../../src/index/dictionary/hex-dictionary.js';
import { openDictionary } from '../../../../src/index/dictionary/open-dictionary.js';
import { PackedDictionary } from '../../../../src/index/dictionary/packed-dictionary.js';
import { PlainDictionary } from '../../../../src/index/dictionary/plain-dictionary.js';
import { zlibCodec } from '../../../../src/node/zlib-codec.js';
import { finished } from '../../../../src/work/pauses.js';
import { hexUids } from '../../../arbitraries/text.js';
import { forAllAsync } from '../../../support/for-all.js';
import { bundleOf, interned } from '../../../support/sections.js';
import { anyString, collidingString } from '../../../support/strings.js';
import { Impatient, inTurns, unbounded } from '../../../support/unbounded.js';

const MAKERS = {
  fold: (texts: readonly string[]) => foldDictionary(interned(texts)),
  raw: (texts: readonly string[]) => rawDictionary(interned(texts)),
  packed: (texts: readonly string[]) => packedDictionary(interned(texts), portableCodec),
  'packed by zlib': (texts: readonly string[]) => packedDictionary(interned(texts), zlibCodec),
};

async function dictionaryOf(texts: readonly string[], form: keyof typeof MAKERS): Promise<Dictionary> {
  const codec = form === 'packed by zlib' ? zlibCodec : portableCodec;
  return openDictionary('test', bundleOf((await MAKERS[form](texts)).arrays), codec);
}

const valuesOf = (dictionary: Dictionary) => Array.from({ length: dictionary.size }, (_, ordinal) => dictionary.value(ordinal));

/** Compares texts, and returns which of them it was called with. */
class TextMatcher implements BytesMatcher {
  readonly requested: string[] = [];

  constructor(private readonly test: (text: string) => boolean) {}

  matches(bytes: Uint8Array, from: number, to: number): boolean {
    const text = decodeUtf8(bytes, from, to);
    this.requested.push(text);
    return this.test(text);
  }
}

const TESTS = {
  all: () => true,
  none: () => false,
  'with an a': (text: string) => text.includes('a'),
  'without upper case': (text: string) => text === text.toLowerCase(),
  'of even length': (text: string) => text.length % 2 === 0,
  empty: (text: string) => text === '',
} satisfies Record<string, (text: string) => boolean>;

/** Holds `matching` to looking at every value. */
function expectMatching(dictionary: Dictionary): void {
  const values = valuesOf(dictionary);
  for (const test of Object.values(TESTS)) {
    const expected = values.flatMap((text, ordinal) => (test(text) ? [ordinal] : []));
    const matcher = new TextMatcher(test);
    expect([...finished(dictionary.matching(matcher, unbounded()))]).toEqual(expected);
    // Each value was compared as it is, once.
    expect(matcher.requested).toEqual(values);
    const both = inTurns([1, 2].map(() => dictionary.matching(new TextMatcher(test), new Impatient())));
    for (const found of both) expect([...found]).toEqual(expected);
  }
  expect(valuesOf(dictionary)).toEqual(values);
}

const texts = () => fc.array(fc.oneof(collidingString(), anyString(6)), { maxLength: 40, size: 'max' });
const CLASSES = { fold: PlainDictionary, raw: PlainDictionary, packed: PackedDictionary, 'packed by zlib': PackedDictionary };

describe('the values of a dictionary that match', () => {
  it.each(Object.keys(MAKERS) as (keyof typeof MAKERS)[])('are found by their raw texts (%s)', (form) =>
    forAllAsync([texts()], async (given) => {
      const dictionary = await dictionaryOf(given, form);
      // Of no values all are hex.
      if (given.length > 0) expect(dictionary).toBeInstanceOf(CLASSES[form]);
      expectMatching(dictionary);
    }),
  );

  it('are found among hex uids', () =>
    forAllAsync([fc.array(hexUids(), { minLength: 1, maxLength: 40, size: 'max' })], async (given) => {
      const dictionary = await dictionaryOf(given, 'raw');
      expect(dictionary).toBeInstanceOf(HexDictionary);
      expectMatching(dictionary);
    }));

  it.each(Object.keys(MAKERS) as (keyof typeof MAKERS)[])('are found among more than are read in one step (%s)', async (form) => {
    const many = Array.from(
      { length: 9000 },
      (_, i) => `${i % 2 === 0 ? 'Text' : 'text'} ${(i * 7919) % 9000} a${'x'.repeat(i % 40)}`,
    );
    expectMatching(await dictionaryOf(many, form));
  });
});

/** Compares `matchingFold` with a scan of every requested value. */
function expectMatchingFold(dictionary: PackedDictionary, isRequested: (ordinal: number) => boolean): void {
  const values = valuesOf(dictionary);
  const requested = Uint8Array.from(values, (_, ordinal) => (isRequested(ordinal) ? 1 : 0));
  for (const test of Object.values(TESTS)) {
    const expected = values.map((text, ordinal) => (isRequested(ordinal) && test(fold(text)) ? 1 : 0));
    const matcher = new TextMatcher(test);
    expect([...finished(dictionary.matchingFold(matcher, requested, unbounded()))]).toEqual(expected);
    expect(matcher.requested).toEqual(values.filter((_, ordinal) => isRequested(ordinal)).map(fold));
    const both = inTurns([1, 2].map(() => dictionary.matchingFold(new TextMatcher(test), requested, new Impatient())));
    for (const found of both) expect([...found]).toEqual(expected);
  }
  // What was folded to be compared was not the text that is kept.
  expect(valuesOf(dictionary)).toEqual(values);
}

describe('the texts of a packed dictionary that match', () => {
  it('are found by their folds, among the requested ones', () =>
    forAllAsync(
      [texts(), fc.integer({ min: 1, max: 4 }), fc.constantFrom('packed', 'packed by zlib')] as const,
      async (given, step, form) => {
        expectMatchingFold((await dictionaryOf(given, form as 'packed')) as PackedDictionary, (ordinal) => ordinal % step === 0);
      },
    ));

  it('are found in many blocks, of which only those with any of them are unpacked', async () => {
    const many = Array.from(
      { length: 2000 },
      (_, i) => `${i % 3 === 0 ? 'ÄB' : 'AB'} ${String(i).padStart(5, '0')} ${'Long '.repeat(20)}`,
    );
    let unpacked = 0;
    const counting = {
      ...portableCodec,
      inflate: (bytes: Uint8Array, length: number) => (unpacked++, portableCodec.inflate(bytes, length)),
    };
    const { arrays } = await packedDictionary(interned(many), portableCodec);
    const dictionary = openDictionary('test', bundleOf(arrays), counting) as PackedDictionary;
    const few = new Uint8Array(dictionary.size).fill(1, 700, 705);
    const found = finished(dictionary.matchingFold(new TextMatcher(() => true), few, unbounded()));
    expect([...found]).toEqual([...few]);
    expect(unpacked).toBeLessThanOrEqual(2);
    finished(dictionary.matchingFold(new TextMatcher(() => true), new Uint8Array(dictionary.size), unbounded()));
    expect(unpacked).toBeLessThanOrEqual(2);
    finished(dictionary.matching(new TextMatcher(() => true), unbounded()));
    expect(unpacked).toBeGreaterThan(10);
    expectMatchingFold(dictionary, (ordinal) => ordinal % 7 === 0 || ordinal > 1500);
  });
});
