import { describe, expect, it } from 'vitest';
import { UnsupportedError } from '../../../../src/model/errors.js';
import { partFields } from '../../../../src/opensearch/compile/fields.js';
import { comparePlaces, compileSort, type EngineSortValue, type SortValue } from '../../../../src/opensearch/compile/sorts.js';
import { indexLayout } from '../../../../src/opensearch/schema.js';
import type { ResolvedSortKey } from '../../../../src/resolve/resolved-search.js';

const fields = partFields(indexLayout([]), (key) => (key === 'ohms' ? 'number' : key === 'color' ? 'string' : undefined));
const score = { params: { idf: [], shift: [], exact: -1, boosts: [], factors: [] }, rank: undefined, hasScores: true };
const sort = (...keys: ResolvedSortKey[]) => compileSort(keys, fields, score);
const text = (value: string, isNumber = false): SortValue => ({ text: value, isNumber });

describe('orders', () => {
  it('ends with the uid, behind which nothing orders', () => {
    expect(sort({ field: 'mpn', order: 'asc' }).map(({ kind }) => kind)).toEqual(['field', 'uid']);
    expect(sort({ field: 'uid', order: 'desc' }, { field: 'mpn', order: 'asc' })).toHaveLength(1);
  });

  it('orders nothing by a score where nothing scores', () => {
    expect(compileSort([{ field: 'score', order: 'desc' }], fields, { ...score, hasScores: false })).toHaveLength(1);
    expect(sort({ field: 'score', order: 'desc' })).toHaveLength(2);
  });

  it.each([
    ['mpn', text('Straße\0x')],
    ['offers.moq', text('-1e-7', true)],
    ['offers.last_updated', text('2021-03-04T05:06:07Z')],
    ['specs.color.value', text('Red = red')],
    ['specs.ohms.value', text('4700', true)],
    ['specs.ohms.range', text('-40', true)],
    ['specs.ohms.range', 'open' as const],
    ['price.USD.250', text('0.0047', true)],
    ['price.USD.250', null],
    ['offers.price.EUR.1', text('0', true)],
    ['mpn', null],
    ['specs.color.value', null],
  ] as const)('writes and reads a value of %s', (field, value) => {
    for (const order of ['asc', 'desc'] as const) {
      const [clause] = sort({ field, order });
      expect(clause.read(clause.write(value) as never)).toEqual(value);
    }
  });

  it('marks the parts that have a value of a spec, where the score of the engine is free', () => {
    const keys = [
      { field: 'specs.color.value', order: 'asc' },
      { field: 'mpn', order: 'asc' },
      { field: 'specs.ohms.range', order: 'desc' },
    ] as const;
    expect(sort(...keys).map(({ marked }) => marked)).toEqual([undefined, undefined, undefined, undefined]);
    const clauses = compileSort(keys, fields, { ...score, hasMarks: true });
    const bits = clauses.map(({ marked }) => marked?.bit);
    expect(bits).toEqual([0, undefined, 1, undefined]);
    const scripts = clauses.map(({ clause }) => JSON.stringify(clause));
    expect(scripts.map((one) => /"bit":(\d+)/.exec(one)?.[1])).toEqual(['0', undefined, '1', undefined]);
    const many = compileSort(
      Array.from({ length: 30 }, () => keys[0]),
      fields,
      { ...score, hasMarks: true },
    );
    // A float holds no more bits.
    expect(many.filter(({ marked }) => marked)).toHaveLength(24);
  });

  it('refuses a place of another kind', () => {
    const [clause] = sort({ field: 'offers.moq', order: 'asc' });
    expect(clause.write(text('abc'))).toBeUndefined();
    expect(clause.write('open')).toBeUndefined();
  });

  it('refuses numbers that belong to positions of a file', () => {
    expect(() => sort({ field: 'x', order: 'asc', numbers: new Map() })).toThrow(UnsupportedError);
  });
});

describe('places in an order', () => {
  it('are compared as the engine does', () => {
    const order = sort({ field: 'mpn', order: 'desc' }, { field: 'score', order: 'desc' });
    const places: EngineSortValue[][] = [
      ['b', 2, 'x'],
      ['b', 1, 'a'],
      ['b', 1, '\uffff'],
      // Behind it in the order of code points, though not in that of UTF-16.
      ['b', 1, '\u{10000}'],
      ['a', 9, 'a'],
      [null, 9, 'a'],
    ];
    expect([...places].reverse().sort((a, b) => comparePlaces(order, a, b))).toEqual(places);
    expect(comparePlaces(order, places[5], [null, 9, 'a'])).toBe(0);
    expect(comparePlaces(sort({ field: 'mpn', order: 'asc' }), [null, 'a'], ['z', 'a'])).toBeGreaterThan(0);
  });
});
