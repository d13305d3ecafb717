import { describe, expect, it } from 'vitest';
import {
  asksTheSame,
  EMPTY_STATE,
  hitsKeyOf,
  isEmptyQuestion,
  lastPage,
  questionOf,
  requestOf,
  type SearchState,
  withBounds,
  withChange,
  withField,
} from '../../../../examples/offline-page/src/state/search-state.js';
import { Store } from '../../../../examples/offline-page/src/state/store.js';
import { buildCatalog } from '../../../../src/partdex.js';

const stateWith = (members: Partial<SearchState>): SearchState => ({ ...EMPTY_STATE, ...members });

it('a state is a request', () => {
  const fields = new Map([['brand.uid', ['b1', 'b2']]]);
  const state = stateWith({ q: 'x7r', filter: 'mpn:a*', fields, sort: { field: 'mpn', order: 'desc' }, page: 2 });
  expect(questionOf(state)).toMatchObject({ text: 'x7r', changes: new Map() });
  expect(requestOf(state)).toMatchObject({
    start: 100,
    limit: 50,
    sortby: [{ field: 'mpn', order: 'desc' }],
    filter: { fields: { 'brand.uid': ['b1', 'b2'] }, queries: ['mpn:a*'] },
  });
  expect(requestOf(stateWith({ filter: '  ' })).filter?.queries).toEqual([]);
});

describe('a range of numbers', () => {
  const catalog = buildCatalog({
    parts: [1, 2, 3].map((value) => ({
      uid: String(value),
      mpn: String(value),
      specs: Object.fromEntries(['a', 'a b', 'a.b:[c]"*\\', '-(x)', 'AND', '\u0085\u3000'].map((key) => [key, { value }])),
    })),
  });
  it.each(['a', 'a b', 'a.b:[c]"*\\', '-(x)', 'AND', '\u0085\u3000'])(
    'of the spec %j finds what lies in it, both ends too',
    async (key) => {
      const uidsWith = async (from: string | undefined, to: string | undefined) => {
        const request = requestOf(stateWith({ bounds: new Map([[`specs.${key}.value`, { from, to }]]) }));
        const { results, warnings } = await (await catalog).parts.search(request);
        expect(warnings).toEqual([]);
        return results.map(({ item }) => item.uid);
      };
      expect(await uidsWith('2', '3')).toEqual(['2', '3']);
      expect(await uidsWith('2', undefined)).toEqual(['2', '3']);
      expect(await uidsWith(undefined, '1.5')).toEqual(['1']);
      expect(await uidsWith('-1', '1e0')).toEqual(['1']);
    },
  );

  it('is a query of its own beside the filter line', () => {
    const bounds = new Map([['specs.a.value', { from: '1', to: undefined }]]);
    expect(requestOf(stateWith({ filter: 'mpn:x', bounds })).filter?.queries).toEqual(['mpn:x', 'specs.a.value:[1 TO *]']);
  });

  it('is chosen and taken back', () => {
    const range = { from: '1', to: '2' };
    const { bounds } = withBounds(EMPTY_STATE, 'a', range);
    expect(bounds).toEqual(new Map([['a', range]]));
    expect(withBounds(stateWith({ bounds }), 'a', undefined).bounds).toEqual(new Map());
    expect(isEmptyQuestion(stateWith({ bounds }))).toBe(false);
  });
});

it.each([
  [0, 0],
  [1, 0],
  [50, 0],
  [51, 1],
  [2000, 39],
])('the last page of %i hits is %i', (hits, page) => expect(lastPage(hits)).toBe(page));

it('changes of readings are other questions, until the text is another', () => {
  const state = stateWith({ q: 'a b' });
  const removed = stateWith({ q: 'a b', ...withChange(state, 2, '') });
  expect(asksTheSame(state, removed)).toBe(false);
  expect(hitsKeyOf(questionOf(state))).not.toBe(hitsKeyOf(questionOf(removed)));
  expect(withChange(removed, 2, undefined).changes).toEqual(new Map());
  const store = new Store(removed);
  store.set({ filter: 'mpn:a*' });
  expect(store.state.changes).toEqual(new Map([[2, '']]));
  store.set({ q: 'a c' });
  expect(store.state.changes).toEqual(new Map());
});

describe('the store', () => {
  it('begins another question at its first page, with the details closed', () => {
    const store = new Store(stateWith({ q: 'a', page: 3, part: 'p' }));
    store.set({ q: 'b' });
    expect(store.state).toMatchObject({ q: 'b', page: 0, part: undefined });
  });

  it('keeps the details open in another order and on another page', () => {
    const store = new Store(stateWith({ q: 'a', page: 3, part: 'p' }));
    store.set({ sort: { field: 'mpn', order: 'asc' } });
    expect(store.state).toMatchObject({ page: 0, part: 'p' });
    store.set({ page: 1 });
    expect(store.state).toMatchObject({ page: 1, part: 'p' });
  });

  it('passes the previous state to its listeners', () => {
    const store = new Store(EMPTY_STATE);
    const reported: string[] = [];
    store.subscribe((state, previous) => reported.push(`${previous.q}>${state.q}`));
    store.set({ q: 'a' });
    store.set({ q: 'b' });
    expect(reported).toEqual(['>a', 'a>b']);
  });

  it('a field without values filters nothing', () => {
    const state = stateWith({ fields: new Map([['a', ['1']]]) });
    expect(withField(state, 'b', ['2']).fields).toEqual(new Map(Object.entries({ a: ['1'], b: ['2'] })));
    expect(withField(state, 'a', []).fields).toEqual(new Map());
  });
});
