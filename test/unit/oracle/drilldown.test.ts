import { describe, expect, it } from 'vitest';
import type { SearchRequest } from '../../../src/model/requests.js';
import { usefulness } from '../../oracle/drilldown.js';
import { resolveField } from '../../oracle/fields.js';
import { createOracle } from '../../oracle/oracle.js';

const string = (...value: string[]) => ({ value, metadata: { datatype: 'string', name: 'S' } });
const number = (...value: number[]) => ({ value, metadata: { datatype: 'decimal', unit: { name: 'ohm' } } });
const part = (uid: string, pkg: string, ohms: number[], more: object = {}) => ({
  uid,
  mpn: uid,
  specs: {
    pkg: string(pkg),
    ...(ohms.length > 0 && { ohms: number(...ohms) }),
    serial: string(uid),
    rohs: string('yes'),
    ...more,
  },
});

const oracle = createOracle({
  parts: [
    part('1', '0603', [10]),
    part('2', '0603', [20], { temp: { min_value: -40, max_value: 85 } }),
    part('3', '0402', [30], { temp: { min_value: -55 } }),
    part('4', '0402', []),
  ],
});
const search = (request: SearchRequest) => oracle.search('parts', request);
const drill = (request: SearchRequest = {}, options = {}) =>
  search({ ...request, spec_drilldown: { include: true, ...options } });

function ranks({ facet_results, stats_results }: ReturnType<typeof search>) {
  const results = [...Object.entries(facet_results.fields), ...Object.entries(stats_results)];
  return Object.fromEntries(results.map(([name, { spec_drilldown_rank }]) => [name, spec_drilldown_rank]));
}

describe('usefulness', () => {
  it.each([
    // coverage · difference · repetition
    ['specs.pkg.value', 1 * (1 - 8 / 16) * ((4 - 2) / 3)],
    ['specs.ohms.value', (3 / 4) * (1 - 3 / 9) * 1],
    ['specs.temp.min_value', (2 / 4) * (1 - 2 / 4) * 1],
    ['specs.temp.max_value', (1 / 4) * (1 - 1 / 1) * 1],
    ['specs.serial.value', 1 * (1 - 4 / 16) * 0],
    ['specs.rohs.value', 1 * (1 - 16 / 16) * 1],
  ])('of %s is %d', (name, expected) => {
    const { catalog } = oracle;
    expect(usefulness(catalog, catalog.rows.parts, resolveField(catalog, 'parts', name))).toBe(expected);
  });
});

describe('spec drilldown', () => {
  it('ranks the keys of the hits, facets the texts and sums up the numbers', () => {
    const answer = drill();
    expect(ranks(answer)).toEqual({
      'specs.ohms.value': 1,
      'specs.pkg.value': 2,
      'specs.temp.min_value': 3,
      'specs.temp.max_value': 3,
      'specs.temp.range': 3,
      'specs.rohs.value': 4,
      'specs.serial.value': 5,
    });
    expect(answer.facet_results.fields['specs.pkg.value']).toEqual({
      facets: [
        { value: '0402', count: 2 },
        { value: '0603', count: 2 },
      ],
      values: 2,
      missing: 0,
      spec_drilldown_rank: 2,
    });
    expect(answer.stats_results['specs.ohms.value']).toEqual({
      ...{ min: '10', max: '30', mean: '20', stddev: '10', count: 3, missing: 1, spec_drilldown_rank: 1 },
    });
    expect({ ...answer.spec_metadata }).toEqual({
      ohms: { key: 'ohms', datatype: 'decimal', unit: { name: 'ohm', symbol: null }, name: undefined },
      pkg: { key: 'pkg', datatype: 'string', name: 'S', unit: null },
      rohs: { key: 'rohs', datatype: 'string', name: 'S', unit: null },
      serial: { key: 'serial', datatype: 'string', name: 'S', unit: null },
      temp: { key: 'temp', datatype: 'decimal', name: undefined, unit: null },
    });
    expect(answer.request.spec_drilldown).toEqual({ include: true, exclude_filter: false, limit: 10 });
  });

  it('knows only what hits carry', () => {
    expect(ranks(drill({ filter: { fields: { uid: ['1', '4'] } } }))).toEqual({
      'specs.ohms.value': 1,
      'specs.pkg.value': 2,
      'specs.rohs.value': 3,
      'specs.serial.value': 4,
    });
    expect(ranks(drill({ q: 'nothing' }))).toEqual({});
  });

  it('takes limit for each facet, and exclude_filter for each field', () => {
    const filter = { fields: { 'specs.pkg.value': ['0402'] } };
    const pkg = (options: object) => drill({ filter }, options).facet_results.fields['specs.pkg.value'].facets;
    expect(pkg({})).toEqual([{ value: '0402', count: 2 }]);
    expect(pkg({ exclude_filter: true })).toHaveLength(2);
    expect(pkg({ exclude_filter: true, limit: 1 })).toEqual([{ value: '0402', count: 2 }]);
    expect(pkg({ limit: 0 })).toEqual([]);
    // A key whose values are all filtered away is there without its filter.
    const none = { filter: { fields: { 'specs.temp.min_value': ['7'] } } };
    expect(ranks(drill(none))).toEqual({});
    expect(ranks(drill(none, { exclude_filter: true }))).toEqual({ 'specs.temp.min_value': 1 });
  });

  it('yields to fields requested by name', () => {
    const answer = drill({
      filter: { fields: { 'specs.pkg.value': ['0402'] } },
      facet: {
        fields: {
          'specs.pkg.value': { include: true, exclude_filter: true, start: 1 },
          'specs.ohms.value': { include: true, ranges: 1 },
          mpn: { include: true },
          'specs.none.value': { include: true },
        },
      },
      stats: { 'specs.temp.max_value': { include: true }, avg_price: { include: true } },
    });
    expect(answer.facet_results.fields['specs.pkg.value']).toMatchObject({ facets: [{ value: '0603', count: 2 }] });
    expect(answer.facet_results.fields['specs.ohms.value'].ranges).toHaveLength(1);
    expect(ranks(answer)).toEqual({
      // 3 and 4: ohms, temp and rohs have one value each or none.
      'specs.ohms.value': 1,
      'specs.pkg.value': 2,
      'specs.rohs.value': 3,
      'specs.serial.value': 4,
      'specs.temp.min_value': 5,
      'specs.temp.max_value': 5,
      'specs.temp.range': 5,
      mpn: null,
      'specs.none.value': null,
      avg_price: null,
    });
    expect(answer.stats_results['specs.temp.max_value']).toMatchObject({ min: null, count: 0, missing: 2 });
  });

  it('does nothing without include', () => {
    expect(ranks(search({ spec_drilldown: { limit: 3 } }))).toEqual({});
    expect(search({ spec_drilldown: { limit: 3 } }).request.spec_drilldown).toEqual({
      include: false,
      exclude_filter: false,
      limit: 3,
    });
  });

  it('knows at most 50 keys', () => {
    const specs = (n: number) => Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i + 10}`, number(i < 8 ? n : 1)]));
    const many = createOracle({
      parts: [
        { uid: 'a', mpn: 'a', specs: specs(1) },
        { uid: 'b', mpn: 'b', specs: specs(2) },
      ],
    });
    const answer = many.search('parts', {
      spec_drilldown: { include: true },
      stats: { 'specs.k69.value': { include: true } },
    });
    const ranked = Object.entries(answer.stats_results);
    expect(ranked).toHaveLength(51);
    expect(Object.keys(answer.spec_metadata)).toHaveLength(50);
    expect(answer.stats_results['specs.k17.value'].spec_drilldown_rank).toBe(8);
    expect(answer.stats_results['specs.k18.value'].spec_drilldown_rank).toBe(9);
    expect(answer.stats_results['specs.k59.value'].spec_drilldown_rank).toBe(50);
    expect(answer.stats_results['specs.k69.value'].spec_drilldown_rank).toBeNull();
  });
});
