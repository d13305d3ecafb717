import { describe, expect, it } from 'vitest';
import { KeptColumns } from '../../../src/catalog/kept-columns.js';
import type { RowCodes } from '../../../src/index/column/row-codes.js';
import { OrdinalsLeaf } from '../../../src/query/leaves/ordinals-leaf.js';
import { noRows } from '../../../src/query/plan.js';
import { finished } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { open } from '../../support/columns.js';
import { read, usedScratch } from '../../support/row-sets.js';

const ROWS = 5000;
/** A column of which each row has a value. */
const column = (values: number): RowCodes =>
  open({
    rows: ROWS,
    ordinals: values,
    column: new Map(Array.from({ length: ROWS }, (_, row) => [row, [row % values]])),
  });
const leafOf = (codes: RowCodes, value: number) => new OrdinalsLeaf(() => 'a value', codes, value, value + 1, 1);

describe('the columns that are kept', () => {
  it('are those that are asked for again and again, and answer as the column does', () => {
    const kept = new KeptColumns();
    const codes = column(7);
    const ask = () => finished(kept.conditionOf(leafOf(codes, 3), false, new Work(UNBOUNDED)));
    expect([ask(), ask(), ask()]).toEqual([undefined, undefined, undefined]);
    const found = ask();
    expect([kept.size, kept.bytes]).toEqual([1, found?.column.bytes]);
    const scratch = usedScratch(ROWS);
    const rows = read(leafOf(codes, 3).toSet(scratch), scratch);
    expect(found && read(found.column.toSet(found.wanted, scratch), scratch)).toEqual(rows);
    expect(
      finished(
        kept.conditionOf(
          noRows(() => 'none'),
          false,
          new Work(UNBOUNDED),
        ),
      ),
    ).toBeUndefined();
  });

  it('are within a number of bytes: those go that were used least', () => {
    const kept = new KeptColumns(50_000);
    const [a, b, c] = [column(2), column(3), column(4)];
    const ask = (codes: RowCodes) => finished(kept.conditionOf(leafOf(codes, 1), false, new Work(UNBOUNDED)));
    const often = (codes: RowCodes) => [1, 2, 3, 4].map(() => ask(codes)).at(-1);
    expect([often(a), often(b)].every((one) => one !== undefined)).toBe(true);
    expect(kept.size).toBe(2);
    ask(a);
    expect(often(c)).toBeDefined();
    expect(kept.bytes).toBeLessThanOrEqual(50_000);
    expect([ask(a) !== undefined, ask(b), ask(c) !== undefined]).toEqual([true, undefined, true]);
  });
});
