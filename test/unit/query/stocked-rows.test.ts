import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Scratch } from '../../../src/index/row-set/scratch.js';
import type { Segment } from '../../../src/index/segment.js';
import type { ComparedKey } from '../../../src/query/similar-rows.js';
import { StockedRows } from '../../../src/query/stocked-rows.js';
import { Random } from '../../../src/sample/random.js';
import { finished } from '../../../src/work/pauses.js';
import { forAll } from '../../support/for-all.js';
import { unbounded } from '../../support/unbounded.js';

/** A column of one code for each row: 0, or 1 and the ordinal of its text. Two texts may have one fold. */
interface Column {
  readonly texts: readonly string[];
  readonly codes: readonly number[];
}

const fieldOf = (key: string) => `specs.${key}.value`;
const fold = (text: string) => text.toLowerCase();

function segmentOf(columns: ReadonlyMap<string, Column>): Segment {
  const fields = new Map(
    [...columns].map(([key, { texts, codes }]) => [
      fieldOf(key),
      {
        info: { values: texts.length, multiValued: false },
        kind: { numbers: undefined },
        codes: {
          value: {
            code: (row: number) => codes[row],
            gather: (rows: Uint32Array, count: number, out: Uint32Array) => {
              for (let i = 0; i < count; i++) out[i] = codes[rows[i]];
            },
          },
        },
        dictionary: {
          value: {
            lowerBound: (text: string) => texts.filter((other) => fold(other) < text).length,
            upperBound: (text: string) => texts.filter((other) => fold(other) <= text).length,
          },
        },
      },
    ]),
  );
  const scratch = new Scratch(ROWS);
  return { field: (name: string) => fields.get(name), universe: () => ({ scratch }) } as unknown as Segment;
}

/** A key in which rows must agree; undefined for one without a value. */
const same = (key: string, value: string | undefined): ComparedKey | undefined =>
  value === undefined ? undefined : { field: fieldOf(key), values: [value], kind: 'string', direction: 0, isMet: true };

const ROWS = 1500;
const KEYS = ['a', 'b', 'c', 'd'];

/** Values in pairs that differ in letter case, and the code of each row. */
function columnOf(key: string, values: number, seed: number): Column {
  const random = new Random(seed, key);
  const texts = Array.from({ length: values }, (_, i) => `v${String(i >> 1).padStart(4, '0')}${i % 2 ? 'a' : 'A'}`);
  return { texts, codes: Array.from({ length: ROWS }, () => random.below(values + 1)) };
}

it('finds the rows that agree, whatever came before', () => {
  const sizes = fc.tuple(...KEYS.map(() => fc.integer({ min: 2, max: 400 })));
  const asked = fc.array(fc.tuple(fc.subarray(KEYS), fc.nat()), { minLength: 1, maxLength: 12 });
  forAll(
    [sizes, fc.nat(), asked],
    (values, seed, requests) => {
      const columns = new Map(KEYS.map((key, i) => [key, columnOf(key, values[i], seed)]));
      const foldOf = (key: string, row: number) => {
        const { texts, codes } = columns.get(key) as Column;
        return codes[row] > 0 ? fold(texts[codes[row] - 1]) : undefined;
      };
      // Every second row has stock.
      const rows = Uint32Array.from({ length: ROWS / 2 }, (_, i) => i * 2);
      const stocked = new StockedRows(rows, segmentOf(columns));
      for (const [some, at] of requests) {
        const like = rows[at % rows.length];
        const wanted = some.flatMap((key) => same(key, foldOf(key, like)) ?? []);
        const { rows: found, left } = finished(stocked.having(wanted, unbounded()));
        const agrees = (row: number) =>
          some.every((key) => foldOf(key, like) === undefined || foldOf(key, row) === foldOf(key, like));
        expect([...found]).toEqual([...rows].filter(agrees));
        expect(left).toEqual([]);
      }
    },
    60,
  );
});

it('leaves keys of several values, and those without a column, to others', () => {
  const rows = Uint32Array.from([1, 5, 7]);
  const stocked = new StockedRows(rows, segmentOf(new Map([['b', columnOf('b', 4, 1)]])));
  const keys = [same('a', 'x'), { ...same('b', 'v0000a'), values: ['v0000a', 'v0001a'] }] as ComparedKey[];
  const compared = { ...same('c', 'x'), isMet: false } as ComparedKey;
  const found = finished(stocked.having([...keys, compared], unbounded()));
  expect(found).toEqual({ rows, left: keys });
});
