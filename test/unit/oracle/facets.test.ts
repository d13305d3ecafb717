import { describe, expect, it } from 'vitest';
import type { SearchRequest } from '../../../src/model/requests.js';
import { OracleError } from '../../oracle/errors.js';
import { onlyFieldOf } from '../../oracle/facets.js';
import { parseFilter } from '../../oracle/filter-parser.js';
import { createOracle } from '../../oracle/oracle.js';

const number = (...value: (string | number)[]) => ({ value, metadata: { datatype: 'decimal' } });
const string = (...value: string[]) => ({ value, metadata: { datatype: 'string' } });
const brand = (name: string) => ({ brand: { uid: name, name } });

const oracle = createOracle({
  parts: [
    { uid: '1', mpn: 'A', ...brand('TDK'), category_uids: ['leaf'], specs: { n: number('10', '2e1'), s: string('x') } },
    { uid: '2', mpn: 'B', ...brand('TDK'), category_uids: ['leaf', 'root'], specs: { n: number('1e1'), s: string('y', 'x') } },
    { uid: '3', mpn: 'B', ...brand('Murata'), specs: { n: number('-3'), s: string('\u{FFFD}', '\u{1F600}') } },
    { uid: '4', mpn: 'D', specs: { s: string('y') } },
  ],
  categories: [
    { uid: 'root', name: 'Root' },
    { uid: 'leaf', name: 'Leaf', parent_uid: 'root' },
  ],
});
const search = (request: SearchRequest) => oracle.search('parts', request);
const facet = (name: string, request: SearchRequest = {}, options = {}) =>
  search({ ...request, facet: { fields: { [name]: { include: true, ...options } } } }).facet_results.fields[name];
const pairs = (...args: Parameters<typeof facet>) => facet(...args).facets.map(({ value, count }) => [value, count]);

describe('a facet', () => {
  it('counts the parts that carry each value, the most frequent first, then by value', () => {
    expect(facet('brand.name')).toEqual({
      facets: [
        { value: 'TDK', count: 2 },
        { value: 'Murata', count: 1 },
      ],
      missing: 1,
      spec_drilldown_rank: null,
      values: 2,
    });
    expect(pairs('specs.s.value')).toEqual([
      ['x', 2],
      ['y', 2],
      ['\u{FFFD}', 1],
      ['\u{1F600}', 1],
    ]);
    expect(pairs('specs.n.value')).toEqual([
      ['10', 2],
      ['-3', 1],
      ['20', 1],
    ]);
    expect(pairs('category_uids')).toEqual([
      ['leaf', 2],
      ['root', 2],
    ]);
    expect(pairs('uid')).toHaveLength(4);
  });

  it('lists the values that contain a text, in either order, and those that are chosen', () => {
    expect(facet('brand.name', {}, { contains: 'ú' })).toMatchObject({
      facets: [{ value: 'Murata', count: 1 }],
      values: 1,
      missing: 1,
    });
    expect(pairs('specs.n.value', {}, { order: 'value' })).toEqual([
      ['-3', 1],
      ['10', 2],
      ['20', 1],
    ]);
    const filter = { fields: { 'specs.n.value': ['2e1', '7', '10', '20.0'] } };
    expect(pairs('specs.n.value', { filter }, { limit: 1, chosen: true, exclude_filter: true, contains: '-' })).toEqual([
      ['-3', 1],
      ['10', 2],
      ['20', 1],
      ['7', 0],
    ]);
  });

  it('is paged by its own start and limit', () => {
    expect(pairs('specs.s.value', {}, { start: 1, limit: 1 })).toEqual([['y', 2]]);
    expect(facet('specs.s.value', {}, { limit: 0 })).toMatchObject({ facets: [], missing: 0 });
    expect(pairs('specs.s.value', {}, { start: 4 })).toEqual([]);
  });

  it('counts hits, whatever the page', () => {
    expect(pairs('brand.name', { q: 'b', limit: 0 })).toEqual([
      ['Murata', 1],
      ['TDK', 1],
    ]);
  });

  it('of a key that no part carries has no values', () => {
    const expected = { facets: [], missing: 4, spec_drilldown_rank: null, values: 0 };
    expect(facet('specs.none.value')).toEqual(expected);
    expect(facet('specs.none.value', {}, { ranges: 3 })).toEqual({ ...expected, ranges: [] });
    expect(search({ facet: { fields: { 'specs.none.value': { include: true } } } }).warnings).toEqual([{ about: 'none' }]);
    expect(search({ facet: { fields: { 'specs.none.value': { include: false } } } }).warnings).toEqual([]);
  });
});

describe('exclude_filter', () => {
  const filter = { fields: { 'brand.name': ['TDK'], 'specs.s.value': ['y'] }, queries: [] as string[] };

  it('counts what there would be without the filters of that field', () => {
    expect(pairs('brand.name', { filter })).toEqual([['TDK', 1]]);
    expect(facet('brand.name', { filter }, { exclude_filter: true })).toMatchObject({
      facets: [{ value: 'TDK', count: 1 }],
      missing: 1,
    });
    expect(pairs('specs.s.value', { filter }, { exclude_filter: true })).toEqual([
      ['x', 2],
      ['y', 1],
    ]);
    expect(pairs('mpn', { filter }, { exclude_filter: true })).toEqual([['B', 1]]);
  });

  it('leaves out the queries that name that field alone', () => {
    const without = (query: string) => facet('brand.name', { filter: { queries: [query] } }, { exclude_filter: true });
    for (const query of ['brand.name:tdk', 'brand.name:tdk OR *:*', 'NOT brand.name:(tdk OR murata)', 'brand\\.name:*']) {
      expect(without(query)).toMatchObject({ facets: [{ count: 2 }, { count: 1 }], missing: 1 });
    }
    for (const query of ['brand.name:tdk mpn:b', '(mpn:b brand.name:tdk)', 'specs.s.value:y brand.name:*']) {
      expect(without(query)).toMatchObject({ facets: [{ value: 'TDK', count: 1 }], missing: 0 });
    }
    expect(without('NOT *:*')).toMatchObject({ facets: [], missing: 0 });
  });

  it('knows a query’s one field', () => {
    const only = (text: string) => onlyFieldOf(parseFilter(text).tree);
    expect(only('a:x')).toBe('a');
    expect(only('a:(x OR y) AND NOT (a:z OR *:*)')).toBe('a');
    expect(only('*:*')).toBeUndefined();
    expect(only('a:x OR b:x')).toBeUndefined();
    expect(only('specs.a.value:1 specs.a.min_value:1')).toBeUndefined();
    expect(only('specs.x\\ y.value:1')).toBe('specs.x y.value');
  });
});

it('facet queries count the hits that meet them', () => {
  const queries = ['brand.name:tdk', '*:*', 'specs.n.value:[10 TO 20}', 'mpn:none'];
  const { facet_results } = search({ filter: { fields: { mpn: ['B'] } }, facet: { queries } });
  expect({ ...facet_results.queries }).toEqual({
    'brand.name:tdk': { count: 1 },
    '*:*': { count: 2 },
    'specs.n.value:[10 TO 20}': { count: 1 },
    'mpn:none': { count: 0 },
  });
  expect(() => search({ facet: { queries: ['mpn:('] } })).toThrow(OracleError);
});

it('nothing asked for is nothing counted', () => {
  const { facet_results, stats_results, spec_metadata, request } = search({
    facet: { fields: { mpn: { limit: 3, ranges: 0 }, 'specs.n.value': { ranges: 4 } } },
    stats: { mpn: {} },
  });
  expect(JSON.stringify([facet_results, stats_results, spec_metadata])).toBe('[{"fields":{},"queries":{}},{},{}]');
  expect(request.facet).toEqual({
    fields: {
      mpn: { include: false, exclude_filter: false, start: 0, limit: 3 },
      'specs.n.value': { include: false, exclude_filter: false, start: 0, limit: 10, ranges: 4 },
    },
    queries: [],
  });
  expect(request.stats).toEqual({ mpn: { include: false, exclude_filter: false } });
  expect(request).not.toHaveProperty('spec_drilldown');
});

it.each<SearchRequest>([
  { facet: { fields: { nothing: {} } } },
  { facet: { fields: { mpn: { start: 1001 } } } },
  { facet: { fields: { mpn: { start: -1 } } } },
  { facet: { fields: { mpn: { limit: 101 } } } },
  { facet: { fields: { mpn: { limit: 0.5 } } } },
  { facet: { fields: { 'specs.n.value': { ranges: 101 } } } },
  { facet: { fields: { mpn: { include: true, ranges: 1 } } } },
  { facet: { fields: { 'specs.s.value': { include: true, ranges: 1 } } } },
  { facet: { fields: { mpn: { include: 'yes' as unknown as boolean } } } },
  { stats: { nothing: {} } },
  { stats: { mpn: { include: true } } },
  { stats: { 'specs.s.value': { include: true } } },
  { spec_drilldown: { limit: 101 } },
])('%j is refused', (request) => expect(() => search(request)).toThrow(OracleError));

it('only parts have specs', () => {
  expect(() => oracle.search('categories', { spec_drilldown: {} })).toThrow(OracleError);
});
