import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/analysis/text.js';
import { foldDictionary, packedDictionary, rawDictionary } from '../../../src/build/dictionary/dictionary-writer.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { topValues } from '../../../src/facets/top-values.js';
import type { ValueCounts } from '../../../src/facets/value-counts.js';
import type { Dictionary } from '../../../src/index/dictionary/dictionary.js';
import { openDictionary } from '../../../src/index/dictionary/open-dictionary.js';
import { finished } from '../../../src/work/pauses.js';
import { forAllAsync } from '../../support/for-all.js';
import { range } from '../../support/row-sets.js';
import { bundleOf, interned } from '../../support/sections.js';
import { unbounded } from '../../support/unbounded.js';

type Form = 'fold' | 'raw' | 'packed';

async function dictionaryOf(texts: readonly string[], form: Form): Promise<Dictionary> {
  const values = interned(texts);
  const { arrays } =
    form === 'packed'
      ? await packedDictionary(values, portableCodec)
      : form === 'raw'
        ? rawDictionary(values)
        : foldDictionary(values);
  return openDictionary('test', bundleOf(arrays), portableCodec);
}

/** Of each of some ascending ordinals its count; the arrays hold more than is meant, as lent ones do. */
function countsOf(ordinals: readonly number[], counts: readonly number[]): ValueCounts {
  const longer = (list: readonly number[]) => Uint32Array.from([...list, 0xdead, 0xdead]);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return { ordinals: longer(ordinals), counts: longer(counts), length: ordinals.length, rowCount: rows };
}

const top = (counted: ValueCounts, k: number, dictionary?: Dictionary) =>
  finished(topValues(counted, k, dictionary, unbounded()));

/** All values sorted: count descending, then by raw text, or without a dictionary by ordinal. */
function sorted({ ordinals, counts, length }: ValueCounts, dictionary: Dictionary | undefined): number[] {
  const texts = range(0, length).map((place) => dictionary?.value(ordinals[place]) ?? '');
  return range(0, length).sort((a, b) => counts[b] - counts[a] || compareCodePoints(texts[a], texts[b]) || a - b);
}

function expectTop(counted: ValueCounts, dictionary: Dictionary | undefined, ks: readonly number[]): void {
  const all = sorted(counted, dictionary);
  for (const k of ks) expect([...top(counted, k, dictionary)], `k ${k}`).toEqual(all.slice(0, k));
}

// Folding puts these in another order than their code points, and UTF-16 units in a third one.
const TEXTS = [
  'B',
  'a',
  'C',
  'ä',
  'Z',
  'z',
  'É',
  'e',
  'ff',
  'ﬀ',
  '𝐟𝐟',
  '\uFFFD',
  '𠮷',
  '',
  '-',
  'AB',
  'ab',
  'aB',
  'Ab',
  '10',
  '9',
];
const MANY = [...TEXTS, ...range(0, 80).map((i) => (i % 2 === 0 ? `V${i % 7}-${i}` : `v${i % 7}-${i}`))];

const forms = () => fc.constantFrom<Form>('fold', 'raw', 'packed');

describe('topValues', () => {
  it('gives the highest counts, ties by raw text in code-point order, for every k', () => {
    const counts = fc.oneof(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: MANY.length, maxLength: MANY.length }),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: MANY.length, maxLength: MANY.length }),
      fc.constant(MANY.map(() => 1)),
    );
    return forAllAsync([fc.shuffledSubarray(MANY), counts, forms(), fc.nat(MANY.length)], async (texts, given, form, drawn) => {
      const dictionary = await dictionaryOf(MANY, form);
      const ordinals = texts.map((text) => dictionary.find(text)).sort((a, b) => a - b);
      const counted = countsOf(ordinals, given.slice(0, ordinals.length));
      const { length } = ordinals;
      expectTop(counted, dictionary, [
        0,
        1,
        2,
        3,
        10,
        drawn,
        Math.max(0, length - 1),
        length,
        length + 1,
        1e9,
        Number.MAX_SAFE_INTEGER,
      ]);
    });
  });

  it('orders numbers of equal counts by ordinal', () => {
    const counted = countsOf([2, 3, 5, 9, 11], [4, 7, 4, 7, 1]);
    expect([...top(counted, 3)]).toEqual([1, 3, 0]);
    expectTop(counted, undefined, range(0, 8));
  });

  it('has dictionaries of which the order is another than that of the raw texts', async () => {
    const ofForm = async (form: Form) => {
      const dictionary = await dictionaryOf(TEXTS, form);
      return range(0, TEXTS.length).map((ordinal) => dictionary.value(ordinal));
    };
    const raw = [...TEXTS].sort(compareCodePoints);
    expect(await ofForm('raw')).toEqual(raw);
    expect(await ofForm('fold')).not.toEqual(raw);
    expect(await ofForm('packed')).toEqual(await ofForm('fold'));
  });

  it('finds ties among thousands of packed texts, more of them than fit the blocks that are kept unpacked', async () => {
    const texts = range(0, 4000).map((i) => `${i % 2 === 0 ? 'Text' : 'text'} ${(i * 7919) % 4000} ${'x'.repeat(400)}`);
    const dictionary = await dictionaryOf(texts, 'packed');
    const ordinals = range(0, texts.length);
    expectTop(
      countsOf(
        ordinals,
        ordinals.map(() => 1),
      ),
      dictionary,
      [10, 1100],
    );
    expectTop(
      countsOf(
        ordinals,
        ordinals.map((ordinal) => (ordinal % 1000 === 3 ? 2 : 1)),
      ),
      dictionary,
      [3, 4, 5, 20],
    );
  });

  it('takes no time that grows with the square of the limit', () => {
    const size = 300_000;
    // Every value precedes all that were offered before it.
    const dictionary = { order: 'fold', compare: (a: number, b: number) => b - a } as Dictionary;
    const ordinals = range(0, size);
    const counted = countsOf(
      ordinals,
      ordinals.map(() => 1),
    );
    const began = performance.now();
    const places = top(counted, size - 1, dictionary);
    expect(performance.now() - began).toBeLessThan(3000);
    expect([places.length, places[0], places[size - 2]]).toEqual([size - 1, size - 1, 1]);
  });

  it('gives nothing of nothing', () => {
    const none = countsOf([], []);
    for (const k of [0, 1, 100]) expect(top(none, k).length).toBe(0);
    expect(top(countsOf([1], [1]), 0).length).toBe(0);
  });

  it('leaves the counts as they are', async () => {
    const dictionary = await dictionaryOf(TEXTS, 'fold');
    const counted = countsOf(
      range(0, 20),
      range(0, 20).map((i) => 1 + (i % 3)),
    );
    const before = [[...counted.ordinals], [...counted.counts]];
    for (const k of [1, 5, 19, 20]) top(counted, k, dictionary);
    expect([[...counted.ordinals], [...counted.counts]]).toEqual(before);
  });
});
