import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf, stateOf } from '../../../../examples/offline-page/src/state/address.js';
import { EMPTY_STATE, type SearchState } from '../../../../examples/offline-page/src/state/search-state.js';
import { forAll } from '../../../support/for-all.js';

const text = fc.string({ unit: 'grapheme' });
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.bigInt().map(String),
  fc.constant('0.10'),
);
const bounds = fc
  .tuple(fc.option(number, { nil: undefined }), number, fc.boolean())
  .map(([one, other, isTurned]) => (isTurned ? { from: other, to: one } : { from: one, to: other }));
const states: fc.Arbitrary<SearchState> = fc.record({
  q: text,
  changes: fc.array(fc.tuple(fc.nat(9999), text), { maxLength: 3 }).map((entries) => new Map(entries)),
  filter: text,
  fields: fc
    .array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { maxLength: 3 })
    .map((entries) => new Map(entries)),
  bounds: fc.array(fc.tuple(text, bounds), { maxLength: 3 }).map((entries) => new Map(entries)),
  inStock: fc.boolean(),
  pieces: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }),
  sort: fc.option(fc.record({ field: fc.string({ minLength: 1 }), order: fc.constantFrom('asc' as const, 'desc' as const) }), {
    nil: undefined,
  }),
  page: fc.nat(10_000),
  columns: fc.option(fc.array(text), { nil: undefined }),
  panels: fc.array(fc.tuple(text, fc.boolean()), { maxLength: 3 }).map((entries) => new Map(entries)),
  part: fc.option(text, { nil: undefined }),
});

it('an address keeps the whole state', () => forAll([states], (state) => expect(stateOf(hashOf(state))).toEqual(state)));

it('the empty state needs no address', () => expect(hashOf(EMPTY_STATE)).toBe(''));

it('whatever an address says, it is a state', () => {
  const hashes = fc.string().chain((end) => fc.constantFrom(end, `#page=${end}&sort=${end}&columns=${end}&in.=${end}`));
  forAll([hashes], (hash) => {
    const { page, sort, columns } = stateOf(hash);
    expect(page >= 0 && Number.isSafeInteger(page)).toBe(true);
    expect(sort === undefined || ['asc', 'desc'].includes(sort.order)).toBe(true);
    expect(columns === undefined || Array.isArray(columns)).toBe(true);
  });
});

it.each(['0', '-1', '1.5', 'x', '1e99', ''])('page=%s is the first page', (page) => {
  expect(stateOf(`#page=${page}`).page).toBe(0);
});

it.each(['mpn', 'mpn up', ' asc', 'asc'])('sort=%s is by relevance', (sort) => {
  expect(stateOf(`#sort=${encodeURIComponent(sort)}`).sort).toBeUndefined();
});

it.each(['', '..', '1', '1...2', 'x..2', '1..x', '1 ..2', '1..2..3', '0x1..', '1]..'])('%j is not a range', (range) => {
  expect(stateOf(`#${new URLSearchParams({ 'range.specs.a.value': range })}`).bounds).toEqual(new Map());
});
