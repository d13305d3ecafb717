import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../../src/analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../../../../src/analysis/utf8.js';
import { termDictionaryArrays } from '../../../../src/build/dictionary/term-writer.js';
import { orderRaw } from '../../../../src/build/dictionary/value-order.js';
import { TermDictionary } from '../../../../src/index/dictionary/term-dictionary.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { forAll } from '../../../support/for-all.js';
import { bundleOf, interned } from '../../../support/sections.js';
import { anyString } from '../../../support/strings.js';

function dictionaryOf(terms: readonly string[]): TermDictionary {
  const values = interned(terms);
  return new TermDictionary('test', bundleOf(termDictionaryArrays(values, orderRaw(values))));
}

const sorted = (terms: readonly string[]) => [...new Set(terms)].sort(compareCodePoints);

/** The terms from an ordinal on, as a cursor gives them. */
function walk(dictionary: TermDictionary, from: number): string[] {
  const found: string[] = [];
  const cursor = dictionary.cursorAt(from);
  while (cursor.next()) {
    expect(cursor.ordinal).toBe(from + found.length);
    found.push(decodeUtf8(cursor.term, 0, cursor.length));
  }
  expect(cursor.next()).toBe(false);
  return found;
}

/** Terms that share beginnings around the length from which on a length takes five bytes. */
const term = () =>
  fc.oneof(
    { weight: 8, arbitrary: anyString(4) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(253, 254, 255, 256, 600), anyString(3)).map(([n, end]) => 'x'.repeat(n) + end),
    },
    { weight: 1, arbitrary: fc.constantFrom(254, 255, 256).map((n) => `b${'é'.repeat(n)}`) },
  );
const terms = () => fc.array(term(), { maxLength: 60, size: 'max' });

describe('TermDictionary', () => {
  it('finds every term and no other', () => {
    forAll([terms(), fc.array(term())], (given, others) => {
      const dictionary = dictionaryOf(given);
      const expected = sorted(given);
      expect(dictionary.size).toBe(expected.length);
      for (const probe of [...expected, ...others, '', '\u{10ffff}']) {
        expect(dictionary.find(probe)).toBe(expected.indexOf(probe));
        const below = expected.filter((other) => compareCodePoints(other, probe) < 0).length;
        expect(dictionary.lowerBound(utf8Bytes(probe))).toBe(below);
      }
      dictionary.validate();
    });
  });

  it('knows where the terms that begin alike end', () => {
    const beginning = () =>
      fc.oneof(term(), anyString(2), fc.constantFrom('', 'a', 'é', '電', '𠮷', '\u{10ffff}', 'x'.repeat(254)));
    forAll([terms(), fc.array(beginning(), { minLength: 4, maxLength: 4 })], (given, prefixes) => {
      const dictionary = dictionaryOf(given);
      const expected = sorted(given);
      for (const prefix of [...prefixes, ...given.map((whole) => [...whole].slice(0, 1).join(''))]) {
        const bytes = utf8Bytes(prefix);
        const before = bytes.slice();
        const [from, to] = [dictionary.lowerBound(bytes), dictionary.prefixEnd(bytes)];
        // Half a pair of surrogates is not the beginning of the pair.
        const beginsSo = (text: string) => [...prefix].every((character, i) => character === [...text][i]);
        expect(expected.slice(from, to)).toEqual(expected.filter(beginsSo));
        expect(bytes).toEqual(before);
      }
    });
  });

  it('gives cursors at every ordinal, one independent of the other', () => {
    forAll([terms()], (given) => {
      const dictionary = dictionaryOf(given);
      const expected = sorted(given);
      for (let from = 0; from <= expected.length; from++) expect(walk(dictionary, from)).toEqual(expected.slice(from));
      const cursor = dictionary.cursorAt(0);
      for (const [i, text] of expected.entries()) {
        expect(cursor.next()).toBe(true);
        expect(dictionary.find(expected[expected.length - 1 - i])).toBe(expected.length - 1 - i);
        expect(cursor.compare(utf8Bytes(text))).toBe(0);
      }
    });
  });

  it('holds blocks of every size around one', () => {
    for (const count of [0, 1, 15, 16, 17, 31, 32, 33, 500]) {
      const given = Array.from({ length: count }, (_, i) => `term${String(i).padStart(4, '0')}`);
      const dictionary = dictionaryOf(given);
      expect(walk(dictionary, 0)).toEqual(given);
      expect(given.map((text) => dictionary.find(text))).toEqual(given.map((_, i) => i));
      expect(dictionary.lowerBound(utf8Bytes('zzz'))).toBe(count);
      dictionary.validate();
    }
  });

  it('refuses terms out of order and lengths out of range', () => {
    const values = interned(['b', 'a']);
    const disordered = new TermDictionary('test', bundleOf(termDictionaryArrays(values, Uint32Array.of(0, 1))));
    expect(() => disordered.validate()).toThrow(CorruptCatalogError);
    for (const bytes of [[200, 0x61], [255, 255, 255, 255, 255, 0x61], [], [1]]) {
      const cut = () => new TermDictionary('test', bundleOf([Uint32Array.of(1), Uint32Array.of(0), Uint8Array.from(bytes)]));
      expect(() => cut().validate(), String(bytes)).toThrow(CorruptCatalogError);
    }
    const sharing = new TermDictionary(
      'test',
      bundleOf([Uint32Array.of(2), Uint32Array.of(0), Uint8Array.of(1, 0x61, 2, 1, 0x62)]),
    );
    expect(() => sharing.validate()).toThrow(CorruptCatalogError);
  });

  it('refuses blocks of another number or in another place', () => {
    const values = interned(Array.from({ length: 40 }, (_, i) => `t${i + 10}`));
    const [size, blocks, bytes] = termDictionaryArrays(values, orderRaw(values)) as [Uint32Array, Uint32Array, Uint8Array];
    const moved = (places: Uint32Array) => () => new TermDictionary('test', bundleOf([size, places, bytes])).validate();
    expect(moved(blocks)).not.toThrow();
    expect(moved(blocks.slice(0, 2))).toThrow(CorruptCatalogError);
    expect(moved(blocks.with(1, 0))).toThrow(CorruptCatalogError);
    expect(moved(blocks.with(2, 0xffffffff))).toThrow(CorruptCatalogError);
  });
});
