import { describe, expect, it } from 'vitest';
import { partNumberForm } from '../../../../src/analysis/text.js';
import { foldDictionary } from '../../../../src/build/dictionary/dictionary-writer.js';
import { partNumberWildcardsArrays } from '../../../../src/build/dictionary/part-number-wildcards-writer.js';
import type { BundleArray } from '../../../../src/encoding/bundle.js';
import { portableCodec } from '../../../../src/encoding/codec.js';
import { EDGE, OTHER, SYMBOL_OF, SYMBOLS, TRIGRAMS, trigram } from '../../../../src/encoding/trigrams.js';
import { BLOCK_ORDINALS } from '../../../../src/encoding/wildcard-arrays.js';
import { openDictionary } from '../../../../src/index/dictionary/open-dictionary.js';
import { PartNumberWildcards } from '../../../../src/index/dictionary/part-number-wildcards.js';
import type { PlainDictionary } from '../../../../src/index/dictionary/plain-dictionary.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { finished } from '../../../../src/work/pauses.js';
import { bundleOf, interned } from '../../../support/sections.js';

/** Some are neighbours, some far apart, so that blocks are left out between those of a list by the hundred. */
const NUMBERS = [
  ...Array.from({ length: 3000 }, (_, i) => `RC${i}-${i % 700 === 0 ? 'XYZ' : 'K'}`),
  'a',
  'µA-741',
  '---',
  '1'.repeat(300),
];
const values = interned(NUMBERS);
const { arrays: dictionaryArrays, ordinals } = foldDictionary(values);
const dictionary = openDictionary('test', bundleOf(dictionaryArrays), portableCodec) as PlainDictionary;
const good = finished(partNumberWildcardsArrays(values, ordinals));

const opened = (arrays: readonly BundleArray[] = good) => new PartNumberWildcards(bundleOf(arrays));
const TRIGRAM_ARRAY = 0;
const STARTS = 1;
const LISTS = 2;

/** The trigrams of a form, told plainly. */
function trigramsOf(number: string): Set<number> {
  const bytes = new TextEncoder().encode(partNumberForm(number));
  const symbols = [EDGE, ...Array.from(bytes, (byte) => SYMBOL_OF[byte]), EDGE];
  return new Set(bytes.length === 0 ? [] : symbols.slice(2).map((third, i) => trigram(symbols[i], symbols[i + 1], third)));
}

/** The same arrays but for one of them. */
function changed(which: number, change: (array: BundleArray) => BundleArray | undefined): BundleArray[] {
  return good.map((array, i) => {
    if (i !== which) return array;
    const copy = array.slice();
    return change(copy) ?? copy;
  });
}

describe('wildcards of part numbers', () => {
  it('have the blocks of each trigram', () => {
    const expected = new Map<number, Set<number>>();
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      for (const code of trigramsOf(dictionary.value(ordinal))) {
        const blocks = expected.get(code) ?? new Set();
        expected.set(code, blocks.add(Math.floor(ordinal / BLOCK_ORDINALS)));
      }
    }
    const index = opened();
    expect(index.blocks).toBe(Math.ceil(dictionary.size / BLOCK_ORDINALS));
    for (let code = 0; code < TRIGRAMS; code++) {
      const place = index.placeOf(code);
      const wanted = expected.get(code);
      expect(index.trigramAt(place) === code).toBe(wanted !== undefined);
      if (!wanted) continue;
      const blocks = new Uint32Array(index.listBytes(place));
      const count = index.readList(place, blocks);
      expect([...blocks.subarray(0, count)]).toEqual([...wanted].sort((a, b) => a - b));
    }
  });

  it('keep of some blocks those of a list', () => {
    const index = opened();
    const place = index.placeOf(trigram(SYMBOL_OF[0x78], SYMBOL_OF[0x79], SYMBOL_OF[0x7a]));
    const listed = new Uint32Array(index.listBytes(place));
    const count = index.readList(place, listed);
    expect(count).toBeGreaterThan(3);
    for (const step of [1, 2, 3]) {
      const candidates = Uint32Array.from({ length: Math.ceil(index.blocks / step) }, (_, i) => i * step);
      const kept = candidates.subarray(0, index.intersectList(place, candidates, candidates.length));
      expect([...kept]).toEqual([...listed.subarray(0, count)].filter((block) => block % step === 0));
    }
  });

  it('tell the symbols and the length of each form', () => {
    const index = opened();
    for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
      const form = partNumberForm(dictionary.value(ordinal));
      const symbols = new Set(Array.from(new TextEncoder().encode(form), (byte) => SYMBOL_OF[byte]));
      const reported = Array.from({ length: SYMBOLS }, (_, i) => i).filter((symbol) =>
        symbol < 32 ? (index.low[ordinal] >>> symbol) & 1 : (index.high[ordinal] >>> (symbol - 32)) & 1,
      );
      expect(reported).toEqual([...symbols].sort((a, b) => a - b));
      expect(index.lengths[ordinal]).toBe(Math.min(255, [...form].length));
    }
    expect(SYMBOL_OF[0xce]).toBe(OTHER);
  });

  it.each<[string, BundleArray[]]>([
    ['fewer lengths', changed(5, (array) => array.subarray(1))],
    ['fewer lists than trigrams', changed(STARTS, (array) => array.subarray(0, -1))],
    ['lists that end elsewhere', changed(LISTS, (array) => array.subarray(1))],
    ['a list that ends before it begins', changed(STARTS, (array) => array.fill(0, 1, 2))],
    ['a trigram twice', changed(TRIGRAM_ARRAY, (array) => array.fill(array[0], 1, 2))],
  ])('with %s are corrupt', (_, arrays) => {
    expect(() => opened(arrays)).toThrow(CorruptCatalogError);
  });

  it.each(good.map((_, i) => i))('are found to be wrong in array %i by a deep check', (which) => {
    opened().validate('test', dictionary);
    const last = good[which].length - 1;
    // The last start is checked at once.
    const at = which === STARTS ? 1 : last;
    const wrong = changed(which, (array) => array.fill(array[at] + 1, at, at + 1));
    expect(() => opened(wrong).validate('test', dictionary)).toThrow(CorruptCatalogError);
  });

  it('with forged lists never lead past the part numbers', () => {
    for (const byte of [0x7f, 0x80, 0xff]) {
      const index = opened(changed(LISTS, (array) => array.fill(byte)));
      for (let place = 0; index.trigramAt(place) !== undefined; place++) {
        const blocks = new Uint32Array(index.listBytes(place));
        const count = index.readList(place, blocks);
        for (let i = 0; i < count; i++) expect(blocks[i]).toBeLessThan(index.blocks);
        const all = Uint32Array.from({ length: index.blocks }, (_, i) => i);
        expect(index.intersectList(place, all, all.length)).toBeLessThanOrEqual(index.blocks);
      }
    }
  });
});
