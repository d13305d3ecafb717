import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeRows, type WantedCodes } from '../../../../src/index/column/code-rows.js';
import { finished } from '../../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../../src/work/work.js';
import { columns, open } from '../../../support/columns.js';
import { forAll } from '../../../support/for-all.js';
import { range, read, type Shape, setOf, usedScratch } from '../../../support/row-sets.js';

describe('the rows of codes', () => {
  it('are counted, found and counted within any set as the column has them', () => {
    const cases = columns().chain((given) => fc.tuple(fc.constant(given), fc.nat(), fc.nat(), fc.nat(given.rows), fc.boolean()));
    forAll([cases], ([given, a, b, every, isFlagged]) => {
      const codes = open(given);
      const most = codes.codeCount(given.ordinals);
      const column = finished(CodeRows.of(codes, false, new Work(UNBOUNDED)));
      const counts = finished(CodeRows.of(codes, true, new Work(UNBOUNDED)));
      const [from, to] = [1 + (a % (most + 1)), 1 + (b % (most + 2))];
      const isMeant = (code: number) => code > 0 && (isFlagged ? code % 3 !== a % 3 : from <= code && code < to);
      const flags = Uint8Array.from({ length: most + 1 }, (_, code) => Number(isMeant(code)));
      const wanted: WantedCodes = isFlagged ? flags : { from, to };
      const rows = range(0, given.rows).filter((row) => isMeant(codes.code(row)));
      expect([column.countAll(wanted), counts.countAll(wanted)]).toEqual([rows.length, rows.length]);
      expect([column.hasRows, counts.hasRows]).toEqual([true, false]);
      expect(column.bytes).toBeGreaterThanOrEqual(counts.bytes);
      const some = range(0, given.rows).filter((row) => row % (every + 1) <= 1);
      const within = rows.filter((row) => row % (every + 1) <= 1).length;
      for (const shape of ['list', 'bits', 'all', 'none'] satisfies Shape[]) {
        const scratch = usedScratch(given.rows);
        expect(read(column.toSet(wanted, scratch), scratch)).toEqual(rows);
        expect(column.countIn(wanted, setOf(some, shape, scratch))).toBe(within);
      }
    });
  });
});
