import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalText, parseAskedDecimal } from '../../../src/analysis/decimal.js';
import type { Column } from '../../../src/facets/columns.js';
import { SegmentCounts } from '../../../src/facets/segment-counts.js';
import { RowForms } from '../../../src/index/row-set/row-forms.js';
import type { Part } from '../../../src/partdex.js';
import { finished } from '../../../src/work/pauses.js';
import { CheckingScratch } from '../../support/checking-scratch.js';
import { forAllAsync } from '../../support/for-all.js';
import { openParts } from '../../support/opened-catalog.js';
import { range, type Shape, setOf, someRows } from '../../support/row-sets.js';
import { scratchOf } from '../../support/unbounded.js';

const FIELD = 'specs.n.value';
const SHARED = { spec_metadata: [{ key: 'n', datatype: 'decimal' }] as never };
const NUMBERS = {
  few: ['1', '1.0', '2', '3', '10'],
  spread: ['0', '0.001', '0.5', '1', '7', '70', '999', '1e6', '2.5e6', '1e12'],
  signed: ['-1e3', '-40', '-1', '0', '-0', '3', '85', '125'],
  beyondDoubles: ['9007199254740992', '9007199254740993', '9007199254740994', '1e400', '1e-400', '1e401'],
};

interface Drawn {
  readonly parts: Part[];
  readonly rows: number[];
}

/** Parts with numbers of one kind, several for some, and some of their rows. */
const drawn = (): fc.Arbitrary<Drawn> =>
  fc
    .tuple(fc.constantFrom(...Object.values(NUMBERS)), fc.constantFrom(1, 1, 4), fc.integer({ min: 1, max: 60 }))
    .chain(([numbers, most, count]) =>
      fc.record({
        parts: fc
          .array(fc.array(fc.constantFrom(...numbers), { maxLength: most }), { minLength: count, maxLength: count })
          .map((lists) =>
            lists.map(
              (value, i): Part => ({ uid: `u${i}`, mpn: `m${i % 5}`, ...(value.length > 0 && { specs: { n: { value } } }) }),
            ),
          ),
        rows: fc.oneof(someRows(count), fc.constant(range(0, count))),
      }),
    );

const decimal = (text: string) => parseAskedDecimal(text) as Decimal;

/** The distinct numbers of a part. */
function numbersOf(part: Part): Decimal[] {
  const texts = new Set([part.specs?.n?.value ?? []].flat().map((text) => decimalText(decimal(String(text)))));
  return [...texts].map(decimal).sort((a, b) => a.cmp(b));
}

async function forEachShape({ parts, rows }: Drawn, check: (counts: SegmentCounts, counted: readonly Part[]) => void) {
  const opened = await openParts(parts, [FIELD], SHARED);
  const column = opened.columns.find(FIELD);
  if (!column) return;
  for (const shape of ['list', 'bits', 'all', 'none'] satisfies Shape[]) {
    const scratch = new CheckingScratch(parts.length);
    const forms = new RowForms(setOf(rows, shape, scratch), scratch);
    check(
      new SegmentCounts(column, forms, scratch),
      rows.map((row) => opened.parts[row]),
    );
    scratch.expectCountersBack();
  }
}

describe('SegmentCounts', () => {
  it('counts all rows but dead ones as it counts a set of them', () =>
    forAllAsync([drawn()], async ({ parts, rows }) => {
      const opened = await openParts(parts, [FIELD], SHARED);
      const column = opened.columns.find(FIELD);
      if (!column) return;
      const count = parts.length;
      const dead = rows.slice(0, count >> 3);
      const living = range(0, count).filter((row) => !dead.includes(row));
      const scratch = new CheckingScratch(count);
      const formsOf = (some: number[]) => new RowForms(setOf(some, 'bits', scratch), scratch);
      const forms = formsOf(living);
      const wanted = new SegmentCounts(column, forms, scratch);
      for (let round = 0; round < 2; round++) {
        const counts = new SegmentCounts(column, forms, scratch, formsOf(dead));
        expect([counts.rowCount, counts.spread()]).toEqual([wanted.rowCount, wanted.spread()]);
        expect(finished(counts.top(0, 100))).toEqual(finished(wanted.top(0, 100)));
        expect(finished(counts.summary())).toEqual(finished(wanted.summary()));
      }
      scratch.expectCountersBack();
    }));

  it('count rows, values and pairs of both', () =>
    forAllAsync([drawn()], (given) =>
      forEachShape(given, (counts, counted) => {
        const pairs = counted.flatMap((part) => numbersOf(part).map(decimalText));
        const times = new Map<string, number>();
        for (const text of pairs) times.set(text, (times.get(text) ?? 0) + 1);
        expect(counts.total).toBe(counted.length);
        expect(counts.rowCount).toBe(counted.filter((part) => numbersOf(part).length > 0).length);
        expect(counts.spread()).toEqual({
          values: times.size,
          pairs: pairs.length,
          squares: [...times.values()].reduce((sum, count) => sum + count * count, 0),
        });
        const expected = [...times]
          .sort(([a, countA], [b, countB]) => countB - countA || decimal(a).cmp(decimal(b)))
          .map(([value, count]) => ({ value, count }));
        for (const [from, to] of [
          [0, 2],
          [1, 3],
          [0, 1e6],
          [3, 3],
          [100, 200],
        ])
          expect(finished(counts.top(from, to))).toEqual(expected.slice(from, to));
        const sorted = [...times.keys()].sort((a, b) => decimal(a).cmp(decimal(b)));
        expect(finished(counts.summary())).toMatchObject({
          min: sorted[0] ?? null,
          max: sorted.at(-1) ?? null,
          count: pairs.length,
        });
      }),
    ));

  it('count the rows that have a value in a range, a row of two values inside once', () =>
    forAllAsync([drawn(), fc.integer({ min: 1, max: 12 })], (given, most) =>
      forEachShape(given, (counts, counted) => {
        const ranges = finished(counts.ranges(most));
        const numbers = counted.map(numbersOf);
        if (numbers.flat().length === 0) {
          expect(ranges).toEqual([]);
          return;
        }
        expect(ranges.length).toBeGreaterThan(0);
        expect(ranges.length).toBeLessThanOrEqual(most);
        ranges.forEach(({ from, to, count }, i) => {
          if (i > 0) expect(from).toBe(ranges[i - 1].to);
          const isLast = i === ranges.length - 1;
          const inside = (n: Decimal) => n.gte(decimal(from)) && (isLast ? n.lte(decimal(to)) : n.lt(decimal(to)));
          expect(count).toBe(numbers.filter((list) => list.some(inside)).length);
        });
        // No number is outside.
        const all = numbers.flat().sort((a, b) => a.cmp(b));
        expect(decimal(ranges[0].from).lte(all[0]) && decimal(ranges[ranges.length - 1].to).gte(all[all.length - 1])).toBe(true);
      }),
    ));

  it('has a row with values in several ranges in each of them', async () => {
    const values = [['1', '5', '1000'], ['1', '2'], ['999', '1000'], ['5']];
    const parts = values.map((value, i): Part => ({ uid: `u${i}`, mpn: 'm', specs: { n: { value } } }));
    await forEachShape({ parts, rows: [0, 1, 2, 3] }, (counts) => {
      expect(finished(counts.ranges(3)).map(({ from, to, count }) => [from, to, count])).toEqual([
        ['1', '10', 3],
        ['10', '100', 0],
        ['100', '1000', 2],
      ]);
      expect(finished(counts.ranges(1))).toEqual([{ from: '1', to: '1000', count: 4 }]);
    });
  });

  it('tell where the numbers lie', async () => {
    const extentOf = async (numbers: readonly string[]) => {
      const parts = numbers.map((value, i): Part => ({ uid: `u${i}`, mpn: 'm', specs: { n: { value: [value] } } }));
      const { columns, segment } = await openParts(parts, [FIELD], SHARED);
      const scratch = scratchOf(segment);
      const all = new RowForms(setOf(range(0, parts.length), 'all', scratch), scratch);
      const extent = new SegmentCounts(columns.find(FIELD) as Column, all, scratch).extent();
      return extent && [extent.least, extent.leastPositive, extent.greatest, extent.hasZero].map((part) => part?.toString());
    };
    expect(await extentOf(['-3', '0', '2', '8'])).toEqual(['-3', '2', '8', 'true']);
    expect(await extentOf(['-3', '-2'])).toEqual(['-3', undefined, '-2', 'false']);
    expect(await extentOf(['0'])).toEqual(['0', undefined, '0', 'true']);
    expect(await extentOf(['5', '7'])).toEqual(['5', '5', '7', 'false']);
  });

  it('count values of strings', async () => {
    const names = ['b', 'a', 'B', 'a', 'ä', 'B'];
    const parts = names.map((name, i): Part => ({ uid: `u${i}`, mpn: 'm', specs: { s: { value: [name] } } }));
    const { columns } = await openParts(parts, ['specs.s.value']);
    const scratch = new CheckingScratch(parts.length);
    const all = new RowForms(setOf(range(0, 6), 'all', scratch), scratch);
    const counts = new SegmentCounts(columns.find('specs.s.value') as Column, all, scratch);
    expect(finished(counts.top(0, 3)).map(({ value, count }) => [value, count])).toEqual([
      ['B', 2],
      ['a', 2],
      ['b', 1],
    ]);
    expect(counts.spread()).toEqual({ values: 4, pairs: 6, squares: 10 });
    scratch.expectCountersBack();
  });
});
