import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, tokens } from '../../../../src/analysis/text.js';
import { decodeUtf8 } from '../../../../src/analysis/utf8.js';
import { TextIndexBuilder } from '../../../../src/build/text/text-index-builder.js';
import type { TextField } from '../../../../src/encoding/impact.js';
import { wordsFor } from '../../../../src/index/row-set/bits.js';
import { addTermRows, FieldTerms } from '../../../../src/index/text/field-terms.js';
import { TextIndex } from '../../../../src/index/text/text-index.js';
import { finished } from '../../../../src/work/pauses.js';
import { forAllAsync } from '../../../support/for-all.js';
import { range } from '../../../support/row-sets.js';
import { storeOf } from '../../../support/sections.js';
import { Impatient, inTurns, unbounded } from '../../../support/unbounded.js';

const FIELDS: readonly TextField[] = [
  { name: 'mpn', weight: 8 },
  { name: 'brand', weight: 3 },
  { name: 'text', weight: 1 },
];
const MASKS = range(1, 8);

type Row = readonly { readonly field: number; readonly text: string }[];

async function indexed(rows: readonly Row[]): Promise<TextIndex> {
  const builder = new TextIndexBuilder(FIELDS);
  for (const values of rows) {
    builder.beginDocument();
    for (const { field, text } of values) builder.add(field, text);
  }
  const identity = Uint32Array.from(rows, (_, i) => i);
  const store = await storeOf(async (writer) => {
    for (const { name, arrays } of builder.sections(identity, identity)) await writer.addBundle(`index/${name}`, arrays);
  });
  return new TextIndex(store, 'index', FIELDS, rows.length);
}

/** The terms in order, and the rows that contain each of them in a wanted field. */
const termsOf = (rows: readonly Row[]) =>
  [...new Set(rows.flatMap((values) => values.flatMap(({ text }) => tokens(text))))].sort(compareCodePoints);
const rowsWith = (rows: readonly Row[], term: string, wanted: number) =>
  range(0, rows.length).filter((row) =>
    rows[row].some(({ field, text }) => (wanted >> field) & 1 && tokens(text).includes(term)),
  );

/** Rows most of which are alike, so that terms have usual fields and exceptions. */
const samples = (): fc.Arbitrary<Row[]> => {
  const word = fc.constantFrom('a', 'ab', 'b', 'film', '0.1uF', 'é', '電気', '𠮷', 'x'.repeat(300));
  const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
  const row = fc.array(fc.record({ field: fc.nat(2), text }), { maxLength: 4 });
  return fc
    .tuple(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 90, size: 'max' }),
      fc.boolean(),
    )
    .map(([kinds, order, isUsual]) => order.map((kind) => kinds[isUsual && kind > 1 ? 0 : kind % kinds.length]));
};

const setBits = (words: Int32Array) => range(0, words.length * 32).filter((row) => ((words[row >>> 5] >>> (row & 31)) & 1) === 1);

describe('addTermRows', () => {
  it('adds the rows that contain a term in a wanted field, and removes none', () =>
    forAllAsync([samples(), fc.nat()], async (rows, seed) => {
      const index = await indexed(rows);
      const { postings } = await index.terms.load();
      const masks = await index.masks.load();
      for (const [ordinal, term] of termsOf(rows).entries()) {
        for (const wanted of MASKS) {
          const words = new Int32Array(wordsFor(rows.length));
          const before = range(0, rows.length).filter((row) => ((row * 7 + seed) >>> 2) % 3 === 0);
          for (const row of before) words[row >>> 5] |= 1 << (row & 31);
          addTermRows(ordinal, postings, masks, wanted, words);
          const expected = new Set([...before, ...rowsWith(rows, term, wanted)]);
          expect(setBits(words)).toEqual([...expected].sort((a, b) => a - b));
        }
      }
    }));

  it('keeps the rows of other terms, whatever the order in which they are added', async () => {
    // "b" is in the brand of most rows, in the text of a few; "a" in the text of all of these few.
    const rows = range(0, 200).map((i): Row => (i % 20 === 3 ? [{ field: 2, text: 'a b' }] : [{ field: 1, text: 'b' }]));
    const index = await indexed(rows);
    const { terms, postings } = await index.terms.load();
    const masks = await index.masks.load();
    const [a, b] = [terms.find('a'), terms.find('b')];
    for (const order of [
      [a, b],
      [b, a],
      [b, a, b, a],
    ]) {
      const found = [2, 4].map((wanted) => {
        const words = new Int32Array(wordsFor(rows.length));
        for (const term of order) addTermRows(term, postings, masks, wanted, words);
        return setBits(words);
      });
      expect(found).toEqual([range(0, 200).filter((row) => row % 20 !== 3), range(0, 200).filter((row) => row % 20 === 3)]);
    }
  });
});

describe('FieldTerms', () => {
  it('has the terms of some fields, and finds those that match', () =>
    forAllAsync([samples()], async (rows) => {
      const index = await indexed(rows);
      const terms = await index.terms.load();
      const masks = await index.masks.load();
      const all = termsOf(rows);
      for (const wanted of MASKS) {
        const expected = all.flatMap((term, ordinal) => (rowsWith(rows, term, wanted).length > 0 ? [ordinal] : []));
        const made = inTurns([1, 2].map(() => FieldTerms.gather(terms.terms, terms.postings, masks, wanted, new Impatient())));
        for (const fieldTerms of made) {
          expect([...fieldTerms.ordinals]).toEqual(expected);
          const requested: string[] = [];
          const matcher = {
            matches: (bytes: Uint8Array, from: number, to: number) => {
              requested.push(decodeUtf8(bytes, from, to));
              return requested[requested.length - 1].includes('b');
            },
          };
          const found = finished(fieldTerms.matching(matcher, unbounded()));
          expect(requested).toEqual(expected.map((ordinal) => all[ordinal]));
          expect([...found]).toEqual(expected.filter((ordinal) => all[ordinal].includes('b')));
        }
      }
    }));

  it('are gathered once for the same fields, for all callers', async () => {
    const index = await indexed(
      range(0, 9000).map(
        (i): Row => [
          { field: i % 3, text: `t${i}` },
          { field: 2, text: `u${i % 7}` },
        ],
      ),
    );
    await Promise.all([index.terms.load(), index.masks.load()]);
    const works = [new Impatient(), new Impatient(), unbounded()];
    const first = inTurns(works.map((work) => index.fieldTerms(4, work)));
    for (const made of first) expect([...made.ordinals]).toEqual([...first[0].ordinals]);
    expect(first[0].ordinals.length).toBe(3007);
    expect(finished(index.fieldTerms(4, unbounded()))).toBe(finished(index.fieldTerms(4, new Impatient())));
    expect(finished(index.fieldTerms(1, unbounded())).ordinals.length).toBe(3000);
    expect(finished(index.fieldTerms(7, unbounded())).ordinals.length).toBe(9007);
    const everything = { matches: () => true };
    const found = inTurns(first.map((made) => made.matching(everything, new Impatient())));
    for (const [i, ordinals] of found.entries()) expect([...ordinals]).toEqual([...first[i].ordinals]);
  });
});
