import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutAllCodes, layOutCodes } from '../../../src/encoding/row-codes-layout.js';
import { forAll } from '../../support/for-all.js';

/** Codes of rows: none for long stretches, or one for most rows, in each of the widths. */
const columns = () =>
  fc
    .tuple(fc.integer({ min: 0, max: 1500 }), fc.constantFrom(3, 200, 70_000), fc.integer({ min: 0, max: 100 }), fc.integer())
    .map(([length, largest, share, seed]) =>
      Uint32Array.from({ length }, (_, row) => {
        const drawn = Math.imul(row + 1, seed | 1) >>> 0;
        return drawn % 100 < share ? 1 + (drawn % largest) : 0;
      }),
    );

it('lays the codes of all rows out as those of the rows that have one', () => {
  const layouts = new Set<string>();
  forAll([columns()], (codes) => {
    const rows = [...codes.keys()].filter((row) => codes[row] !== 0);
    const expected = layOutCodes(
      Uint32Array.from(rows),
      Uint32Array.from(rows, (row) => codes[row]),
      codes.length,
    );
    const { arrays, rowCount } = layOutAllCodes(codes);
    expect(rowCount).toBe(rows.length);
    expect(arrays).toEqual(expected);
    layouts.add(`${arrays[1].length === 0 ? 'sparse' : 'blocked'} ${arrays[2].BYTES_PER_ELEMENT}`);
  });
  expect([...layouts].sort()).toEqual(['blocked 1', 'blocked 2', 'blocked 4', 'sparse 1', 'sparse 2', 'sparse 4']);
});
