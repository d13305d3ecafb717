import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpecCounts } from '../../../src/catalog/spec-counts.js';
import { RowSet } from '../../../src/index/row-set/row-set.js';
import type { CatalogSource } from '../../../src/partdex.js';
import { forAllAsync } from '../../support/for-all.js';
import { segmentOf } from '../../support/segments.js';

const ROWS = 900;
const NUMBER = { datatype: 'decimal' };
const FIELDS = ['specs.width.value', 'specs.range.min_value', 'specs.range.max_value', 'specs.colour.value'];

/** Some parts have a width, some a range, and some a colour. */
function partAt(i: number) {
  const specs = {
    ...(i % 3 === 0 && { width: { value: [String(i % 7)], metadata: NUMBER } }),
    ...(i % 50 < 20 && { range: { min_value: '1', max_value: String(2 + (i % 5)), metadata: NUMBER } }),
    ...(i > 600 && i % 2 === 0 && { colour: { value: ['red'] } }),
  };
  return { uid: `u${i}`, mpn: `M${i}`, specs };
}

function bitsOf(rows: readonly number[]): RowSet {
  const words = new Int32Array((ROWS + 31) >>> 5);
  for (const row of rows) words[row >>> 5] |= 1 << (row & 31);
  return RowSet.bits(words, 0, words.length);
}

describe('the rows that may have a spec', () => {
  it('are never fewer than those that have it, and never more than there are rows', async () => {
    const { segment } = await segmentOf({ parts: Array.from({ length: ROWS }, (_, i) => partAt(i)) } as unknown as CatalogSource);
    await segment.specBlocks.load();
    const having = new Map<string, Set<number>>();
    for (const name of FIELDS) {
      const codes = await segment.field(name)?.codes.load();
      having.set(name, new Set(Array.from({ length: ROWS }, (_, row) => row).filter((row) => codes?.code(row) !== 0)));
    }
    const of = (name: string) => having.get(name) as Set<number>;
    await forAllAsync([fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: ROWS })], async (drawn) => {
      const rows = drawn.sort((a, b) => a - b);
      for (const set of [RowSet.list(Uint32Array.from(rows), rows.length), bitsOf(rows)]) {
        const counts = new SpecCounts(segment, set);
        for (const name of FIELDS) {
          const count = rows.filter((row) => of(name).has(row)).length;
          expect(counts.of(name)).toBeGreaterThanOrEqual(count);
          expect(counts.of(name)).toBeLessThanOrEqual(Math.min(rows.length, of(name).size));
        }
        const either = rows.filter((row) => of(FIELDS[1]).has(row) || of(FIELDS[2]).has(row)).length;
        expect(counts.of('specs.range.range')).toBeGreaterThanOrEqual(either);
        expect(counts.of('specs.nothing.value')).toBe(0);
      }
    });
    const all = new SpecCounts(segment, RowSet.all(ROWS));
    for (const name of FIELDS) expect(all.of(name)).toBe(of(name).size);
  });
});
