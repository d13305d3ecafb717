import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../../src/analysis/utf8.js';
import { TextIndexBuilder } from '../../../../src/build/text/text-index-builder.js';
import { CHAMPIONS, type TextField } from '../../../../src/encoding/impact.js';
import { forAll } from '../../../support/for-all.js';

const FIELDS: readonly TextField[] = [
  { name: 'mpn', weight: 8 },
  { name: 'text', weight: 1 },
];

type Document = readonly (readonly [field: number, text: string])[];

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const inOrder = (count: number) => Uint32Array.from(range(count));

/** The arrays of each section. */
function sectionsOf(
  documents: readonly Document[],
  { documentOf = inOrder(documents.length), isUtf8 = false, fields = FIELDS } = {},
): Map<string, readonly ArrayLike<number>[]> {
  const builder = new TextIndexBuilder(fields);
  for (const values of documents) {
    builder.beginDocument();
    for (const [field, text] of values) {
      // As a part of a line, with other bytes around it.
      const bytes = utf8Bytes(`"${text}"`);
      if (isUtf8) builder.addUtf8(field, bytes, 1, bytes.length - 1);
      else builder.add(field, text);
    }
  }
  const sections = builder.sections(documentOf, inOrder(documents.length));
  return new Map(Array.from(sections, ({ name, arrays }) => [name, arrays]));
}

const plain = (sections: Map<string, readonly ArrayLike<number>[]>) =>
  [...sections].map(([name, arrays]) => [name, arrays.map((array) => Array.from(array))]);

describe('the builder of a text index', () => {
  it('writes the sections of an index in one order, with pairs where there are several fields', () => {
    const documents: Document[] = [[[0, 'lm317 t']], [[1, 'lm317 t regulator']]];
    expect([...sectionsOf(documents).keys()]).toEqual(['terms', 'postings', 'tokens', 'pairs', 'masks', 'scores']);
    const one = sectionsOf([[[0, 'resistors']], [[0, 'chip resistors']]], { fields: FIELDS.slice(0, 1) });
    expect([...one.keys()]).toEqual(['terms', 'postings', 'tokens', 'masks', 'scores']);
  });

  it('writes the same bytes for texts and for their UTF-8', () => {
    const text = fc
      .array(fc.constantFrom('a', 'B', '0.1uF', 'Ω', 'é', '—', '電圧'), { maxLength: 5 })
      .map((words) => words.join(' '));
    const documents = fc.array(fc.array(fc.tuple(fc.nat(1), text), { maxLength: 3 }), { minLength: 1, maxLength: 12 });
    forAll([documents], (given) => {
      expect(plain(sectionsOf(given, { isUtf8: true }))).toEqual(plain(sectionsOf(given)));
    });
  });

  it('writes the bytes of the rows, in whatever order their documents came', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'rare'), { maxLength: 6 }).map((words) => words.join(' '));
    const documents = fc.array(fc.array(fc.tuple(fc.nat(1), text), { maxLength: 3 }), { minLength: 1, maxLength: 12 });
    const orders = documents.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(range(given.length), { minLength: given.length })),
    );
    forAll([orders], ([given, order]) => {
      const shuffled = order.map((document) => given[document]);
      // Row `order[i]` is document `i` of the shuffled ones.
      const documentOf = new Uint32Array(order.length);
      order.forEach((row, document) => {
        documentOf[row] = document;
      });
      expect(plain(sectionsOf(shuffled, { documentOf }))).toEqual(plain(sectionsOf(given)));
    });
  });

  it('keeps the lengths of rows, up to 255 tokens', () => {
    const documents = [0, 1, 254, 255, 256, 1000].map((length): Document => [[1, 'x '.repeat(length)]]);
    expect(Array.from(sectionsOf(documents).get('scores')?.[0] ?? [])).toEqual([0, 1, 254, 255, 255, 255]);
  });

  it('chooses champions for terms of at least twice as many rows as it keeps, and for no others', () => {
    const championsOf = (rows: number) => sectionsOf(range(rows).map((): Document => [[1, 'common']])).get('scores');
    expect(Array.from(championsOf(2 * CHAMPIONS - 1)?.[2] ?? [])).toEqual([]);
    // All of one length: ties are decided by uid.
    expect(Array.from(championsOf(2 * CHAMPIONS)?.[2] ?? [])).toEqual(range(CHAMPIONS));
  });

  it('writes an empty index for documents without a token', () => {
    const sections = sectionsOf([[], [[0, '—']], [[1, '']]]);
    expect(Array.from(sections.get('scores')?.[0] ?? [])).toEqual([0, 0, 0]);
    expect(sections.get('tokens')?.map(({ length }) => length)).toEqual([0, 4, 0]);
  });
});
