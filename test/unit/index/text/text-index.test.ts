import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, tokens } from '../../../../src/analysis/text.js';
import { decodeUtf8, utf8Bytes } from '../../../../src/analysis/utf8.js';
import { TextIndexBuilder } from '../../../../src/build/text/text-index-builder.js';
import { CHAMPIONS, impact, LONGEST, type TextField, weightsOfMasks } from '../../../../src/encoding/impact.js';
import type { TermMasks } from '../../../../src/index/text/term-masks.js';
import { TextIndex } from '../../../../src/index/text/text-index.js';
import { occursIn } from '../../../oracle/text.js';
import { forAllAsync } from '../../../support/for-all.js';
import { storeOf } from '../../../support/sections.js';

const FIELDS: readonly TextField[] = [
  { name: 'mpn', weight: 8 },
  { name: 'brand', weight: 3 },
  { name: 'text', weight: 1 },
];

interface Value {
  readonly field: number;
  readonly text: string;
}

interface Sample {
  /** Values of each document. */
  readonly documents: readonly (readonly Value[])[];
  readonly documentOf: readonly number[];
  readonly uidRank: readonly number[];
}

async function indexed({ documents, documentOf, uidRank }: Sample, fields = FIELDS): Promise<TextIndex> {
  const builder = new TextIndexBuilder(fields);
  for (const [i, values] of documents.entries()) {
    builder.beginDocument();
    for (const { field, text } of values) {
      const bytes = utf8Bytes(text);
      if (i % 2 === 0) builder.add(field, text);
      else builder.addUtf8(field, bytes, 0, bytes.length);
    }
  }
  const store = await storeOf(async (writer) => {
    for (const { name, arrays } of builder.sections(Uint32Array.from(documentOf), Uint32Array.from(uidRank))) {
      await writer.addBundle(`index/${name}`, arrays);
    }
  });
  return new TextIndex(store, 'index', fields, documents.length);
}

/** Tokens of each value of the rows. */
const rowsOf = ({ documents, documentOf }: Sample) =>
  documentOf.map((document) => documents[document].map(({ field, text }) => ({ field, tokens: tokens(text) })));

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const shuffled = (count: number) => fc.shuffledSubarray(range(count), { minLength: count });

const samples = (): fc.Arbitrary<Sample> => {
  const word = fc.constantFrom('a', 'b', 'c', 'rare', '10k', '0.1uF', 'Ω', 'é', '—', 'x'.repeat(300));
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const document = fc.array(fc.record({ field: fc.nat(2), text }), { maxLength: 4 });
  return fc.array(document, { minLength: 1, maxLength: 40, size: 'max' }).chain((documents) =>
    fc.record({
      documents: fc.constant(documents),
      documentOf: shuffled(documents.length),
      uidRank: shuffled(documents.length),
    }),
  );
};

/** The mask of the fields in which a row has a term. */
function maskOf(masks: TermMasks, term: number, multi: number, row: number): number {
  const to = multi < 0 ? 0 : masks.exceptionsTo(multi);
  for (let at = multi < 0 ? 0 : masks.exceptionsFrom(multi); at < to; at++) {
    if (masks.exceptionRows[at] === row) return masks.exceptionMasks[at];
  }
  return masks.usualOf(term);
}

describe('a text index', () => {
  it('knows the rows and fields of every token, and the length of every row', () =>
    forAllAsync([samples()], async (sample) => {
      const index = await indexed(sample);
      const rows = rowsOf(sample);
      const { terms, postings } = await index.terms.load();
      const masks = await index.masks.load();
      const all = [...new Set(rows.flatMap((values) => values.flatMap((value) => value.tokens)))].sort(compareCodePoints);
      const cursor = terms.cursorAt(0);
      const found: string[] = [];
      while (cursor.next()) found.push(decodeUtf8(cursor.term, 0, cursor.length));
      expect(found).toEqual(all);
      for (const [ordinal, token] of all.entries()) {
        const expected = rows.flatMap((values, row) => {
          const mask = values.reduce((sum, value) => (value.tokens.includes(token) ? sum | (1 << value.field) : sum), 0);
          return mask === 0 ? [] : [[row, mask]];
        });
        const list = new Uint32Array(postings.count(ordinal));
        postings.collect(ordinal, list, 0);
        const multi = postings.multiIndex(ordinal);
        expect(Array.from(list, (row) => [row, maskOf(masks, ordinal, multi, row)])).toEqual(expected);
      }
      const lengths = rows.map((values) => values.reduce((sum, value) => sum + value.tokens.length, 0));
      expect([...(await index.scores.load()).lengths]).toEqual(lengths);
      await index.validate();
    }));

  it('finds phrases in the stream and pairs of neighbours in theirs', () =>
    forAllAsync(
      [samples(), fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { minLength: 5, maxLength: 5 })],
      async (sample, picks) => {
        const index = await indexed(sample);
        const rows = rowsOf(sample);
        const { terms, postings } = await index.terms.load();
        const stream = await index.tokens.load();
        const pairs = await index.pairs.load();
        const all = [...new Set(rows.flatMap((values) => values.flatMap((value) => value.tokens)))];
        if (all.length === 0) return;
        for (const pick of picks) {
          const phrase = pick.map((n) => all[n % all.length]);
          const indexedTerms = phrase.map((token) => {
            const ordinal = terms.find(token);
            return { ordinal, multi: postings.multiIndex(ordinal) };
          });
          for (const length of [2, 3]) {
            const codes = stream.encode(indexedTerms.slice(0, length));
            const part = phrase.slice(0, length);
            const masks = rows.map((values) =>
              values.reduce((mask, v) => (occursIn(part, v.tokens) ? mask | (1 << v.field) : mask), 0),
            );
            expect(range(rows.length).map((row) => stream.fieldsWith(row, codes, 7, false))).toEqual(masks);
            for (const wanted of [1, 6, 7]) {
              const list = Uint32Array.from(range(rows.length));
              // In two pieces, as between two steps.
              const middle = rows.length >> 1;
              const half = stream.filter(list, 0, middle, 0, codes, wanted, 7);
              const kept = stream.filter(list, middle, rows.length, half, codes, wanted, 7);
              expect([...list.subarray(0, kept)]).toEqual(range(rows.length).filter((row) => (masks[row] & wanted) !== 0));
            }
            const entry = length === 2 ? pairs?.find(indexedTerms[0].multi, indexedTerms[1].multi) : undefined;
            if (entry === undefined) continue;
            const having = range(rows.length).filter((row) => masks[row] !== 0);
            const list = new Uint32Array(entry < 0 ? 0 : pairs!.postings.count(entry));
            if (entry >= 0) pairs!.postings.collect(entry, list, 0);
            expect([...list]).toEqual(having);
          }
        }
      },
    ));

  it('pairs only terms that are frequent, and none in an index of one field', async () => {
    const documents = range(600).map((i) => [{ field: 0, text: `a b ${i % 2 === 0 ? 'c' : ''} t${i >> 1}` }]);
    const sample = { documents, documentOf: range(600), uidRank: range(600) };
    const index = await indexed(sample);
    const { terms, postings } = await index.terms.load();
    const multi = (token: string) => postings.multiIndex(terms.find(token));
    const pairs = (await index.pairs.load())!;
    expect(pairs.postings.count(pairs.find(multi('a'), multi('b')) as number)).toBe(600);
    expect(pairs.postings.count(pairs.find(multi('b'), multi('c')) as number)).toBe(300);
    expect(pairs.find(multi('b'), multi('a'))).toBe(-1);
    expect(pairs.find(multi('c'), multi('t5'))).toBeUndefined();
    expect(pairs.find(-1, multi('a'))).toBeUndefined();
    await index.validate();
    expect(await (await indexed(sample, [{ name: 'only', weight: 1 }])).pairs.load()).toBeUndefined();
  });

  it('keeps the best rows of frequent terms, by impact and then by uid', () => {
    const frequent = fc.integer({ min: 2 * CHAMPIONS - 2, max: 2 * CHAMPIONS + 60 }).chain((count) =>
      fc.record({
        documents: fc.array(
          fc.record({ field: fc.nat(2), fill: fc.constantFrom(0, 1, 2, 300) }).map(({ field, fill }) => [
            { field, text: 'common' },
            { field: 2, text: 'y '.repeat(fill) },
          ]),
          { minLength: count, maxLength: count },
        ),
        documentOf: shuffled(count),
        uidRank: shuffled(count),
      }),
    );
    const weights = weightsOfMasks(FIELDS);
    return forAllAsync(
      [frequent],
      async (sample) => {
        const index = await indexed(sample);
        const { terms, postings } = await index.terms.load();
        const scores = await index.scores.load();
        const champions = index.championsOf(scores, postings.multiIndex(terms.find('common')));
        const rows = rowsOf(sample);
        if (rows.length < 2 * CHAMPIONS) expect(champions).toBeUndefined();
        else {
          const worth = rows.map((values) => {
            const length = values.reduce((sum, value) => sum + value.tokens.length, 0);
            return impact(weights[1 << values[0].field], Math.min(length, LONGEST));
          });
          const best = range(rows.length).sort((a, b) => worth[b] - worth[a] || sample.uidRank[a] - sample.uidRank[b]);
          expect([...champions!]).toEqual(best.slice(0, CHAMPIONS));
        }
        expect(index.championsOf(scores, -1)).toBeUndefined();
        await index.validate();
      },
      15,
    );
  });

  it('of no documents, of no tokens and of values without tokens is empty', async () => {
    for (const documents of [[], [[]], [[{ field: 0, text: '—' }], []]]) {
      const index = await indexed({ documents, documentOf: range(documents.length), uidRank: range(documents.length) });
      expect((await index.terms.load()).terms.size).toBe(0);
      await index.validate();
    }
  });

  it('knows its fields by bit', async () => {
    const index = await indexed({ documents: [], documentOf: [], uidRank: [] });
    expect(['mpn', 'brand', 'text', 'name'].map((name) => index.bitOf(name))).toEqual([1, 2, 4, 0]);
    expect([...index.weights]).toEqual([0, 8, 3, 8, 1, 8, 3, 8]);
  });
});

describe('impact', () => {
  it('falls with the length, by no more than 15 percent', () => {
    for (const weight of [8, 3, 1.5, 1]) {
      const all = range(LONGEST + 1).map((length) => impact(weight, length));
      expect(all[0]).toBeCloseTo(weight, 12);
      expect(all.every((value, i) => value > weight * 0.85 && (i === 0 || value < all[i - 1]))).toBe(true);
    }
  });
});
