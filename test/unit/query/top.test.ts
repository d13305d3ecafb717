import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SortValues } from '../../../src/query/sort.js';
import { selectTop } from '../../../src/query/top.js';
import { finished } from '../../../src/work/pauses.js';
import type { Work } from '../../../src/work/work.js';
import { forAll } from '../../support/for-all.js';
import { Impatient, inTurns, unbounded } from '../../support/unbounded.js';

/** Rows with keys of few different values, so that there are ties, and a rank of each row. */
const cases = () =>
  fc.nat(80).chain((count) => {
    const ordinals = fc
      .array(fc.constantFrom(0, 1, 2, 0xffffffff), { minLength: count, maxLength: count })
      .map((list): SortValues => Uint32Array.from(list));
    const scores = fc
      .array(fc.constantFrom(-1.5, 0, 2.25, 1e6, Number.POSITIVE_INFINITY), { minLength: count, maxLength: count })
      .map((list): SortValues => Float64Array.from(list));
    return fc.record({
      count: fc.constant(count),
      keys: fc.array(fc.oneof(ordinals, scores), { maxLength: 3 }),
      gaps: fc.array(fc.nat(3), { minLength: count, maxLength: count }),
      ranks: fc.shuffledSubarray(
        Array.from({ length: count * 4 + 1 }, (_, i) => i),
        { minLength: count * 4 + 1 },
      ),
    });
  });

describe('selectTop', () => {
  it('gives the first places of a sort by all keys, then by rank', () => {
    forAll(
      [cases(), fc.oneof(fc.nat(90), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER))],
      ({ count, keys, gaps, ranks }, k) => {
        let row = 0;
        const rows = Uint32Array.from(gaps, (gap) => (row += gap + 1) - 1);
        const expected = Array.from({ length: count }, (_, i) => i).sort((a, b) => {
          for (const key of keys) if (key[a] !== key[b]) return key[a] < key[b] ? -1 : 1;
          return ranks[rows[a]] - ranks[rows[b]];
        });
        // Entries after the given rows and keys are not read.
        const longer = (values: SortValues) => {
          const copy = values instanceof Uint32Array ? new Uint32Array(count + 5) : new Float64Array(count + 5).fill(-9);
          copy.set(values);
          return copy;
        };
        const given = longer(rows) as Uint32Array;
        const found = finished(selectTop(given, count, k, keys.map(longer), Uint32Array.from(ranks), unbounded()));
        expect([...found]).toEqual(expected.slice(0, k));
      },
      500,
    );
  });

  it.each([
    ['as many as there are', 5000, 5000],
    ['more than there are', 4097, Number.MAX_SAFE_INTEGER],
    ['a run and one more', 4097, 4097],
    ['three runs', 12_288, 12_288],
    ['runs that do not come out even', 21_000, 30_000],
    ['as many as a heap takes', 80_000, 32_768],
    ['more than a heap takes', 80_000, 32_769],
    ['most of very many', 80_000, 79_000],
  ])('sorts %s: %i rows, of which %i are wanted', (_, count, k) => {
    const hash = (i: number) => Math.imul(i + 1, 0x9e3779b1) >>> 0;
    const rows = Uint32Array.from({ length: count }, (_, i) => i * 2 + (hash(i) & 1));
    const uidRanks = new Uint32Array(count * 2);
    Array.from({ length: count * 2 }, (_, row) => row)
      .sort((a, b) => hash(a) - hash(b))
      .forEach((row, rank) => {
        uidRanks[row] = rank;
      });
    const few = Uint32Array.from({ length: count }, (_, i) => hash(i * 7) % 3);
    const doubles = Float64Array.from({ length: count }, (_, i) => (hash(i * 13) % 1000) / 7 - 50);
    for (const keys of [[], [few], [doubles], [few, doubles]] satisfies SortValues[][]) {
      const expected = Array.from({ length: count }, (_, i) => i).sort((a, b) => {
        for (const key of keys) if (key[a] !== key[b]) return key[a] - key[b];
        return uidRanks[rows[a]] - uidRanks[rows[b]];
      });
      const select = (work: Work) => selectTop(rows, count, k, keys, uidRanks, work);
      for (const found of [finished(select(unbounded())), ...inTurns([select(new Impatient()), select(new Impatient())])]) {
        expect(found.length).toBe(Math.min(k, count));
        expect(found.findIndex((place, i) => place !== expected[i])).toBe(-1);
      }
    }
  });
});
