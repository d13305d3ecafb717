import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/analysis/text.js';
import { PostingsWriter } from '../../../src/build/rows/postings-writer.js';
import { rowCodesArrays } from '../../../src/build/rows/row-codes-writer.js';
import { FieldValues, rowsByOrdinal } from '../../../src/build/rows/row-values.js';
import { TextIndexBuilder } from '../../../src/build/text/text-index-builder.js';
import { RowCodes } from '../../../src/index/column/row-codes.js';
import { Postings } from '../../../src/index/postings.js';
import { hasBit } from '../../../src/index/row-set/bits.js';
import { NONE } from '../../../src/index/row-set/row-set.js';
import { TextIndex } from '../../../src/index/text/text-index.js';
import { Universe } from '../../../src/index/universe.js';
import { EntriesLeaf, entriesLeaf } from '../../../src/query/leaves/entries-leaf.js';
import { EntryLeaf } from '../../../src/query/leaves/entry-leaf.js';
import { ExistsLeaf } from '../../../src/query/leaves/exists-leaf.js';
import { FlagsLeaf } from '../../../src/query/leaves/flags-leaf.js';
import type { Leaf, LongLeaf } from '../../../src/query/leaves/leaf.js';
import { OrdinalsLeaf } from '../../../src/query/leaves/ordinals-leaf.js';
import { RowsLeaf } from '../../../src/query/leaves/rows-leaf.js';
import { evaluate, noRows, type PlanNode, restrict } from '../../../src/query/plan.js';
import { bindPhrase, needPhrase } from '../../../src/query/text-terms.js';
import { finished } from '../../../src/work/pauses.js';
import { occursIn } from '../../oracle/text.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { forAll, forAllAsync } from '../../support/for-all.js';
import { range, read, type Shape, setOf, someRows, usedScratch } from '../../support/row-sets.js';
import { bundleOf, storeOf } from '../../support/sections.js';
import { loadNeeds } from '../../support/tasks.js';
import { Impatient, inTurns, unbounded } from '../../support/unbounded.js';

/** Asks a leaf for all of its rows, and for those of a set in every shape. */
const LABEL = () => '';

function expectLeaf(leaf: Leaf | LongLeaf, expected: readonly number[], rows: number, others: readonly number[]): void {
  const scratch = usedScratch(rows);
  expect(read(finished(evaluate(leaf, new Universe(scratch))), scratch)).toEqual(expected);
  expect(leaf.cost).toBeGreaterThanOrEqual(0);
  const held = new Set(expected);
  for (const shape of ['list', 'bits'] satisfies Shape[]) {
    const found = finished(restrict(leaf, setOf(others, shape, scratch), new Universe(scratch)));
    expect(found.kind === NONE ? [] : read(found, scratch)).toEqual(others.filter((row) => held.has(row)));
    scratch.reset();
  }
}

interface Column {
  readonly rows: number;
  readonly ordinals: number;
  /** Ordinals of each row that has any. */
  readonly values: ReadonlyMap<number, readonly number[]>;
}

const ORDINALS = 8;
const columns = (): fc.Arbitrary<Column> =>
  fc.constantFrom(5, 300, 1000, 4000).chain((rows) =>
    fc
      .record({
        having: fc.oneof(
          someRows(rows),
          fc.constant(range(0, rows)),
          someRows(rows).map((list) => list.slice(0, 6)),
        ),
        sets: fc.array(fc.uniqueArray(fc.nat(ORDINALS - 1), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        single: fc.boolean(),
      })
      .map(({ having, sets, single }) => ({
        rows,
        ordinals: ORDINALS,
        values: new Map(having.map((row, i) => [row, single ? sets[i % sets.length].slice(0, 1) : sets[i % sets.length]])),
      })),
  );

function opened({ rows, ordinals, values }: Column): { postings: Postings; codes: RowCodes } {
  const pairs = new FieldValues();
  for (const [row, list] of values) for (const ordinal of list) pairs.add(row, ordinal);
  const byRow = pairs.byRow(Uint32Array.from(range(0, ordinals)), Uint32Array.from(range(0, rows)));
  const byOrdinal = rowsByOrdinal(byRow, ordinals);
  const writer = new PostingsWriter(rows);
  for (let i = 0; i < ordinals; i++) writer.add(byOrdinal.rows, byOrdinal.starts[i], byOrdinal.starts[i + 1]);
  return {
    postings: new Postings(bundleOf(writer.arrays()), rows),
    codes: new RowCodes(bundleOf(rowCodesArrays(byRow, rows)), rows),
  };
}

const cases = () =>
  columns().chain((column) => fc.tuple(fc.constant(column), someRows(column.rows), fc.nat(ORDINALS), fc.nat(ORDINALS)));

describe('the leaves of a column', () => {
  it('find and restrict to the rows of one entry, several, an interval, flags, or any', () => {
    const check = ([column, others, a, b]: [Column, number[], number, number]) => {
      const { rows, values } = column;
      const { postings, codes } = opened(column);
      const having = (test: (ordinal: number) => boolean) => range(0, rows).filter((row) => values.get(row)?.some(test) ?? false);
      const entry = a % ORDINALS;
      expectLeaf(
        new EntryLeaf(LABEL, postings, entry),
        having((ordinal) => ordinal === entry),
        rows,
        others,
      );
      const entries = [a, b, a].map((n) => n % ORDINALS);
      const several = having((ordinal) => entries.includes(ordinal));
      expectLeaf(new EntriesLeaf(LABEL, postings, entries), several, rows, others);
      expectLeaf(new EntriesLeaf(LABEL, postings, []), [], rows, others);
      const inside = having((ordinal) => ordinal >= a && ordinal < b);
      expectLeaf(new OrdinalsLeaf(LABEL, codes, a, b, inside.length), inside, rows, others);
      const flags = Uint8Array.from(range(0, ORDINALS), (ordinal) => ((ordinal * 5 + a) % 3 === 0 ? 1 : 0));
      expectLeaf(
        new FlagsLeaf(LABEL, codes, flags, rows),
        having((ordinal) => flags[ordinal] === 1),
        rows,
        others,
      );
      expectLeaf(
        new ExistsLeaf(LABEL, codes, rows),
        having(() => true),
        rows,
        others,
      );
      expectLeaf(new RowsLeaf(LABEL, Uint32Array.from(inside)), inside, rows, others);
    };
    forAll([cases()], check, 120);
  });

  it('find and restrict to the rows of very many entries', () => {
    // Two rows an entry, and more entries than are united in one step.
    const rows = 200_000;
    const writer = new PostingsWriter(rows);
    for (let entry = 0; entry < rows / 2; entry++) writer.add(Uint32Array.of(entry, entry + rows / 2), 0, 2);
    const postings = new Postings(bundleOf(writer.arrays()), rows);
    const entries = range(0, rows / 2).filter((entry) => entry % 4 !== 0);
    const leaf = entriesLeaf(LABEL, postings, entries);
    expect(leaf).toMatchObject({ kind: 'long_leaf', label: LABEL, access: 'postings', estimate: rows });
    const isListed = (row: number) => row % 4 !== 0;
    const scratches = [1, 2].map(() => new CheckingScratch(rows, new Impatient()));
    const found = inTurns(scratches.map((scratch) => evaluate(leaf, new Universe(scratch))));
    for (const { words, count } of found) {
      expect(count).toBe(rows * 0.75);
      expect(range(0, rows).find((row) => hasBit(words, row) !== isListed(row))).toBeUndefined();
    }
    const [scratch] = scratches;
    const kept = finished(restrict(leaf, setOf(range(70_000, 70_010), 'list', scratch), new Universe(scratch)));
    expect(read(kept, scratch)).toEqual(range(70_000, 70_010).filter(isListed));
  });

  it('estimate no more rows than there are', () => {
    const { postings } = opened({ rows: 5, ordinals: 3, values: new Map(range(0, 5).map((row) => [row, [0, 1, 2]])) });
    expect(new EntriesLeaf(LABEL, postings, [0, 1, 2]).estimate).toBe(5);
    expect(new EntriesLeaf(LABEL, postings, [0, 1, 2]).cost).toBe(15);
    expect(new EntryLeaf(LABEL, postings, 1).estimate).toBe(5);
  });
});

const FIELDS = [
  { name: 'a', weight: 3 },
  { name: 'b', weight: 2 },
  { name: 'c', weight: 1 },
];

describe('the leaves of a text index', () => {
  it('find and restrict to the rows that have a token or a phrase in the wanted fields', () => {
    const word = fc.constantFrom('film', 'thick', 'chip', '10k', 'rare', 'x');
    const value = fc.record({
      field: fc.nat(2),
      text: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
    });
    const documents = fc.array(fc.array(value, { maxLength: 3 }), { minLength: 1, maxLength: 60, size: 'max' });
    const requested = fc.array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 7 })), {
      minLength: 6,
      maxLength: 6,
    });
    return forAllAsync([documents, requested, fc.nat(1000)], async (given, phrases, seed) => {
      // Repeated, so that terms are dense, exceptional and paired in one sample and rare in another.
      const rows = Array.from({ length: seed % 3 === 0 ? given.length : 400 }, (_, i) => given[(i * 7 + seed) % given.length]);
      const builder = new TextIndexBuilder(FIELDS);
      for (const values of rows) {
        builder.beginDocument();
        for (const { field, text } of values) builder.add(field, text);
      }
      const identity = Uint32Array.from(rows, (_, i) => i);
      const store = await storeOf(async (writer) => {
        for (const { name, arrays } of builder.sections(identity, identity)) await writer.addBundle(`index/${name}`, arrays);
      });
      const index = new TextIndex(store, 'index', FIELDS, rows.length);
      const others = range(0, rows.length).filter((row) => (row * 31 + seed) % 3 !== 0);
      for (const [phrase, wanted] of phrases) {
        const expected = range(0, rows.length).filter((row) =>
          rows[row].some(({ field, text }) => (wanted >> field) & 1 && occursIn(phrase, tokens(text))),
        );
        await loadNeeds((needs) => needPhrase(index, phrase, wanted, needs));
        const node: PlanNode = finished(bindPhrase(index, phrase, wanted, LABEL, unbounded())) ?? noRows(LABEL);
        if (node.kind === 'leaf' || node.kind === 'long_leaf') expectLeaf(node, expected, rows.length, others);
        else expect(finished(evaluate(node, new Universe(usedScratch(rows.length)))).count).toBe(expected.length);
      }
    });
  });
});
