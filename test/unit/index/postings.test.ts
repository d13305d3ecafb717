import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PostingsWriter } from '../../../src/build/rows/postings-writer.js';
import { Postings } from '../../../src/index/postings.js';
import { wordsFor } from '../../../src/index/row-set/bits.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { finished } from '../../../src/work/pauses.js';
import { forAll } from '../../support/for-all.js';
import { postingsOf } from '../../support/postings-of.js';
import { range, read, setOf, someRows, usedScratch } from '../../support/row-sets.js';
import { bundleOf } from '../../support/sections.js';

/** Lists of every shape: no row, one, few, and enough to become blocks. */
const cases = () =>
  fc.constantFrom(1, 16, 17, 40, 2047, 2048, 2049, 5000).chain((rows) => {
    const every = (step: number) => fc.constant(range(0, rows).filter((row) => row % step === 0));
    const list = fc.oneof(
      { weight: 1, arbitrary: fc.constant<number[]>([]) },
      { weight: 2, arbitrary: fc.nat(rows - 1).map((row) => [row]) },
      { weight: 4, arbitrary: someRows(rows) },
      { weight: 1, arbitrary: fc.constantFrom(1, 2, 127, 128, 129).chain(every) },
    );
    return fc.tuple(fc.constant(rows), fc.array(list, { minLength: 1, maxLength: 6, size: 'max' }), someRows(rows));
  });

describe('Postings', () => {
  it('have the rows of every entry', () => {
    forAll([cases()], ([rows, lists]) => {
      const postings = postingsOf(lists, rows);
      expect(postings.size).toBe(lists.length);
      let multi = 0;
      for (const [entry, list] of lists.entries()) {
        expect(postings.count(entry)).toBe(list.length);
        expect(postings.multiIndex(entry)).toBe(list.length > 1 ? multi++ : -1);
        const held = new Set(list);
        const probes = [...list.slice(0, 50), ...range(0, Math.min(rows, 50)), rows - 1];
        expect(probes.filter((row) => postings.has(entry, row) !== held.has(row))).toEqual([]);
        const out = new Uint32Array(list.length + 1).fill(77);
        expect(postings.collect(entry, out, 1)).toBe(list.length + 1);
        expect([...out]).toEqual([77, ...list]);
      }
      finished(postings.check('test'));
      postings.validate('test');
    });
  });

  it('become sets, join bits, and restrict sets of either shape', () => {
    forAll([cases()], ([rows, lists, others]) => {
      const postings = postingsOf(lists, rows);
      const scratch = usedScratch(rows);
      for (const [entry, list] of lists.entries()) {
        const held = new Set(list);
        const common = others.filter((row) => held.has(row));
        expect(read(postings.toSet(entry, scratch), scratch)).toEqual(list);
        const union = setOf(others, 'bits', scratch);
        postings.addTo(entry, union.words);
        const expected = range(0, rows).filter((row) => held.has(row) || (union.words[row >>> 5] & (1 << (row & 31))) !== 0);
        expect(read(setOf(expected, 'list', scratch), scratch)).toEqual([...new Set([...others, ...list])].sort((a, b) => a - b));
        const filtered = Uint32Array.from([...others, 7]);
        const kept = postings.filter(entry, filtered, others.length);
        expect([...filtered.subarray(0, kept)]).toEqual(common);
        const restricted = postings.restrict(entry, setOf(others, 'bits', scratch), scratch);
        expect(read(restricted, scratch)).toEqual(common);
        expect(postings.countWithin(entry, setOf(others, 'bits', scratch))).toBe(common.length);
      }
    });
  });

  it('of several entries are counted and joined in one go', () => {
    forAll([cases()], ([rows, lists]) => {
      const postings = postingsOf([...lists, []], rows);
      const scratch = usedScratch(rows);
      const entries = [lists.length, ...lists.keys(), 0];
      expect(postings.countAll(entries)).toBe([...lists, lists[0]].reduce((sum, list) => sum + list.length, 0));
      const union = setOf([], 'bits', scratch);
      postings.addAllTo(entries, union.words, 0, entries.length);
      const expected = [...new Set(lists.flat())].sort((a, b) => a - b);
      expect(range(0, rows).filter((row) => (union.words[row >>> 5] & (1 << (row & 31))) !== 0)).toEqual(expected);
    });
  });

  it('leave bits past the last row clear', () => {
    const rows = 2050;
    const postings = postingsOf([range(0, rows)], rows);
    const words = new Int32Array(wordsFor(rows));
    postings.addTo(0, words);
    expect(words[words.length - 1]).toBe(0b11);
  });

  it('of no entries or no rows are empty', () => {
    expect(postingsOf([], 10).size).toBe(0);
    const empty = postingsOf([[], []], 0);
    expect([empty.count(0), empty.count(1)]).toEqual([0, 0]);
    expect(empty.toSet(1, usedScratch(1)).count).toBe(0);
    empty.validate('test');
  });

  it('refuse rows, lists and blocks out of order or range', () => {
    const rows = 3000;
    const good = () => {
      const writer = new PostingsWriter(rows);
      for (const list of [[5], [1, 9], range(0, 100), [2999], []]) writer.add(Uint32Array.from(list), 0, list.length);
      return writer.arrays().map((array) => array.slice());
    };
    const damaged = (change: (arrays: ReturnType<typeof good>) => void) => () => {
      const arrays = good();
      change(arrays);
      new Postings(bundleOf(arrays), rows).validate('test');
    };
    expect(damaged(() => {})).not.toThrow();
    const [HEADS, ENTRIES, ARENA, DIRECTORIES, BLOCKS] = [0, 1, 2, 3, 4];
    const changes: [string, number, number, number][] = [
      ['a row past the last', HEADS, 0, rows],
      ['an invalid entry', HEADS, 1, 0x80000002],
      ['an entry of another', HEADS, 1, 0x80000001],
      ['a list past the arena', ENTRIES, 0, 3],
      ['a list elsewhere', ENTRIES, 1, 1],
      ['a list of the rows of others', ENTRIES, 0, 0xffffffff],
      ['a count past every row', ENTRIES, 3, 0xffffffff],
      ['an unknown shape', ENTRIES, 2, 7],
      ['a count that is wrong', ENTRIES, 3, 99],
      ['a directory past the last', ENTRIES, 4, 1],
      ['a list that does not ascend', ARENA, 1, 1],
      ['a list past the last row', ARENA, 1, rows],
      ['an invalid block', DIRECTORIES, 0, 2],
      ['a row that is missing', BLOCKS, 64, 0],
      ['an empty block with rows', BLOCKS, 3, 1],
    ];
    for (const [what, array, at, value] of changes) {
      expect(
        damaged((arrays) => (arrays[array][at] = value)),
        what,
      ).toThrow(CorruptCatalogError);
    }
    expect(damaged((arrays) => (arrays[ENTRIES] = arrays[ENTRIES].slice(0, 4)))).toThrow(CorruptCatalogError);
    expect(damaged((arrays) => (arrays[BLOCKS] = arrays[BLOCKS].slice(0, 70)))).toThrow(CorruptCatalogError);
  });
});
