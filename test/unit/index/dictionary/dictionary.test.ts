import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, fold } from '../../../../src/analysis/text.js';
import {
  type DictionaryArrays,
  foldDictionary,
  packedDictionary,
  rawDictionary,
} from '../../../../src/build/dictionary/dictionary-writer.js';
import { portableCodec } from '../../../../src/encoding/codec.js';
import { partitionPoint } from '../../../../src/encoding/partition-point.js';
import type { Dictionary } from '../../../../src/index/dictionary/dictionary.js';
import { HexDictionary } from '../../../../src/index/dictionary/hex-dictionary.js';
import { openDictionary } from '../../../../src/index/dictionary/open-dictionary.js';
import { PackedDictionary } from '../../../../src/index/dictionary/packed-dictionary.js';
import { PlainDictionary } from '../../../../src/index/dictionary/plain-dictionary.js';
import { CorruptCatalogError } from '../../../../src/model/errors.js';
import { zlibCodec } from '../../../../src/node/zlib-codec.js';
import { hexUids } from '../../../arbitraries/text.js';
import { forAll, forAllAsync } from '../../../support/for-all.js';
import { bundleOf, interned } from '../../../support/sections.js';
import { anyString, collidingString } from '../../../support/strings.js';

const open = ({ arrays }: Pick<DictionaryArrays, 'arrays'>) => openDictionary('test', bundleOf(arrays), portableCodec);

/** The distinct texts in the order that a dictionary must have. */
function sorted(texts: readonly string[], order: 'fold' | 'raw'): string[] {
  const byFold = (a: string, b: string) => (order === 'fold' ? compareCodePoints(fold(a), fold(b)) : 0);
  return [...new Set(texts)].sort((a, b) => byFold(a, b) || compareCodePoints(a, b));
}

/** Holds a dictionary to a sorted list. `probes` are looked for besides the values. */
function expectDictionary(dictionary: Dictionary, texts: readonly string[], probes: readonly string[]): void {
  const expected = sorted(texts, dictionary.order);
  expect(Array.from({ length: dictionary.size }, (_, i) => dictionary.value(i))).toEqual(expected);
  for (const probe of [...texts, ...probes]) {
    expect(dictionary.find(probe), probe).toBe(expected.indexOf(probe));
    const key = dictionary.order === 'fold' ? fold(probe) : probe;
    const keys = expected.map((text) => (dictionary.order === 'fold' ? fold(text) : text));
    expect(dictionary.lowerBound(key)).toBe(keys.filter((other) => compareCodePoints(other, key) < 0).length);
    expect(dictionary.upperBound(key)).toBe(keys.filter((other) => compareCodePoints(other, key) <= 0).length);
  }
  dictionary.validate('test');
}

const texts = () => fc.array(fc.oneof(collidingString(), collidingString(), anyString(6)), { maxLength: 40, size: 'max' });
const probes = () => fc.array(fc.oneof(collidingString(), anyString(3)), { maxLength: 6, size: 'max' });

describe('the dictionaries', () => {
  it('of names and part numbers are in fold order', () => {
    forAll([texts(), probes()], (values, others) => {
      const dictionary = open(foldDictionary(interned(values)));
      expect(dictionary).toBeInstanceOf(PlainDictionary);
      expect(dictionary.order).toBe('fold');
      expectDictionary(dictionary, values, others);
    });
  });

  it('of uids are in raw order', () => {
    forAll([texts(), probes()], (values, others) => {
      const dictionary = open(rawDictionary(interned(values)));
      expect(dictionary.order).toBe('raw');
      expectDictionary(dictionary, values, others);
    });
  });

  it('of hex uids keep 64 bits a value', () => {
    const strange = fc.constantFrom('', '0', 'g', '00000000000000A1', '00000000000000000', '000000000000000', 'é', '\uffff', '/');
    forAll([fc.array(hexUids(), { maxLength: 40, size: 'max' }), fc.array(fc.oneof(hexUids(), strange))], (values, others) => {
      const dictionary = open(rawDictionary(interned(values)));
      expect(dictionary).toBeInstanceOf(HexDictionary);
      expectDictionary(dictionary, values, others);
    });
  });

  it('of uids are plain if one of them is not hex', () => {
    for (const other of ['00000000000000a', '00000000000000A1', '00000000000000a1 ']) {
      const dictionary = open(rawDictionary(interned(['00000000000000a1', other])));
      expect(dictionary).toBeInstanceOf(PlainDictionary);
      expectDictionary(dictionary, ['00000000000000a1', other], []);
    }
  });

  it('of texts are packed in fold order, by any codec', () =>
    forAllAsync([texts(), probes(), fc.constantFrom(portableCodec, zlibCodec)], async (values, others, codec) => {
      const dictionary = open(await packedDictionary(interned(values), codec));
      expect(dictionary).toBeInstanceOf(PackedDictionary);
      expectDictionary(dictionary, values, others);
    }));

  it('map every interned value to its ordinal', async () => {
    const values = ['b', 'B', 'a', 'É', 'e', '', 'b '];
    for (const made of [foldDictionary, rawDictionary, (v: ReturnType<typeof interned>) => packedDictionary(v, portableCodec)]) {
      const arrays = await made(interned(values));
      const dictionary = open(arrays);
      values.forEach((value, entry) => {
        expect(dictionary.value(arrays.ordinals[entry])).toBe(value);
      });
    }
  });
});

describe('PackedDictionary', () => {
  const long = (i: number) => `${String(i).padStart(5, '0')} ${'resistor, thick film '.repeat(60)}`;
  const values = Array.from({ length: 2000 }, (_, i) => long(i * 7));

  it('finds texts in more blocks than it keeps unpacked', async () => {
    const dictionary = open(await packedDictionary(interned(values), portableCodec)) as PackedDictionary;
    expect(dictionary.size).toBe(2000);
    for (const i of [0, 1, 999, 1500, 1999, 3]) {
      expect(dictionary.find(long(i * 7))).toBe(i);
      expect(dictionary.value(i)).toBe(long(i * 7));
      expect(dictionary.find(long(i * 7 + 1))).toBe(-1);
    }
    dictionary.validate('test');
  });

  it('holds a text longer than a block', async () => {
    const whale = 'x'.repeat(100_000);
    const dictionary = open(await packedDictionary(interned(['w', whale, 'y']), zlibCodec));
    expectDictionary(dictionary, ['w', whale, 'y'], ['x']);
  });
});

describe('openDictionary', () => {
  it('refuses a form that it does not know', () => {
    expect(() => open({ arrays: [Uint32Array.of(9)] })).toThrow(CorruptCatalogError);
    expect(() => open({ arrays: [new Uint32Array(0)] })).toThrow(CorruptCatalogError);
  });
});

describe('partitionPoint', () => {
  it('is the first place where the condition no longer holds', () => {
    forAll([fc.nat(50), fc.nat(50), fc.nat(50)], (from, length, point) => {
      const expected = Math.min(Math.max(from, point), from + length);
      expect(partitionPoint(from, from + length, (at) => at < point)).toBe(expected);
    });
  });
});
