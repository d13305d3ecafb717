import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldValues, NO_ORDINAL, type RowValues, rowsByOrdinal } from '../../../../src/build/rows/row-values.js';
import { forAll } from '../../../support/for-all.js';

/** Documents with values, the ordinals of the values, and the order of the rows. */
const cases = () =>
  fc.tuple(fc.constantFrom(1, 5, 40, 400), fc.integer({ min: 1, max: 60 })).chain(([documents, values]) =>
    fc.record({
      documents: fc.constant(documents),
      pairs: fc.array(fc.tuple(fc.nat(documents - 1), fc.nat(values - 1)), { maxLength: 120, size: 'max' }),
      ordinalOf: fc.array(
        fc.oneof({ weight: 8, arbitrary: fc.nat(values - 1) }, { weight: 1, arbitrary: fc.constant(NO_ORDINAL) }),
        {
          minLength: values,
          maxLength: values,
        },
      ),
      rowOf: fc.shuffledSubarray(
        Array.from({ length: documents }, (_, i) => i),
        { minLength: documents },
      ),
    }),
  );

function listed({ rows, starts, ordinals }: RowValues): [number, number[]][] {
  return Array.from(rows, (row, i) => [row, [...ordinals.subarray(starts[i], starts[i + 1])]]);
}

describe('FieldValues', () => {
  it('groups values by row, each ordinal once, ascending', () => {
    forAll(
      [cases()],
      ({ documents, pairs, ordinalOf, rowOf }) => {
        const values = new FieldValues();
        const expected = new Map<number, Set<number>>();
        for (const [document, value] of pairs.slice().sort(([a], [b]) => a - b)) {
          values.add(document, value);
          if (ordinalOf[value] === NO_ORDINAL) continue;
          const row = rowOf[document];
          expected.set(row, (expected.get(row) ?? new Set()).add(ordinalOf[value]));
        }
        const found = values.byRow(Uint32Array.from(ordinalOf), Uint32Array.from(rowOf));
        const inOrder = [...expected].sort(([a], [b]) => a - b);
        expect(listed(found)).toEqual(inOrder.map(([row, ordinals]) => [row, [...ordinals].sort((a, b) => a - b)]));
        expect(found.starts[found.rows.length]).toBe(found.ordinals.length);

        const size = Math.max(...ordinalOf.map((ordinal) => (ordinal === NO_ORDINAL ? 0 : ordinal + 1)));
        const { starts, rows } = rowsByOrdinal(found, size);
        expect(starts.length).toBe(size + 1);
        for (let ordinal = 0; ordinal < size; ordinal++) {
          const having = Array.from({ length: documents }, (_, row) => row).filter((row) => expected.get(row)?.has(ordinal));
          expect([...rows.subarray(starts[ordinal], starts[ordinal + 1])]).toEqual(having);
        }
      },
      200,
    );
  });

  it('are empty without values', () => {
    const none = new FieldValues().byRow(new Uint32Array(0), Uint32Array.of(1, 0));
    expect(listed(none)).toEqual([]);
    expect([...rowsByOrdinal(none, 2).starts]).toEqual([0, 0, 0]);
  });
});
