import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/model/errors.js';
import type { CollectionName } from '../../../src/model/fields.js';
import { DEFAULT_LIMITS } from '../../../src/model/limits.js';
import { checkDirectives, checkUids, normaliseSearchRequest } from '../../support/checked.js';

const normalise = (request: unknown, collection: CollectionName = 'parts', limits = DEFAULT_LIMITS) =>
  normaliseSearchRequest(collection, request, limits);

function fault(act: () => unknown): ValidationError {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    return error as ValidationError;
  }
  throw new Error('nothing was refused');
}

const DEFAULTS = {
  q: '',
  start: 0,
  limit: 10,
  sortby: 'score desc',
  filter: { fields: {}, queries: [] },
  facet: { fields: {}, queries: [] },
  stats: {},
};

describe('normaliseSearchRequest', () => {
  it.each([true, false])('a facet with include: %s alone is one whose other members are not given', (include) => {
    const others = ['exclude_filter', 'start', 'limit', 'ranges', 'contains', 'order', 'chosen', 'tree'];
    const rest = Object.fromEntries(others.map((name) => [name, null]));
    const small = { ...DEFAULT_LIMITS, facetLimit: 3 };
    for (const limits of [DEFAULT_LIMITS, small]) {
      const alone = normalise({ facet: { fields: { mpn: { include } } } }, 'parts', limits);
      expect(alone).toEqual(normalise({ facet: { fields: { mpn: { include, ...rest } } } }, 'parts', limits));
    }
  });

  it.each([undefined, null, {}, { q: null, filter: null, facet: { fields: null }, show: [], slice: {} }])(
    'fills in the defaults of %j',
    (request) => {
      expect(normalise(request).request).toEqual(DEFAULTS);
    },
  );

  it('gives the parts of the request in the form that a search reads', () => {
    const normalised = normalise({
      ...{ q: 'rc0603', start: 20, limit: 0, sortby: 'mpn' },
      filter: {
        fields: { 'brand.name': 'Yageo', 'offers.is_authorized': [true], 'offers.moq': [1, '10'], uid: [] },
        queries: 'mpn:a*',
      },
      facet: { fields: { mpn: { include: true, limit: 5 }, uid: {} }, queries: ['mpn:b'] },
      stats: { 'offers.moq': { include: true, exclude_filter: true }, avg_price: { include: false } },
      spec_drilldown: { include: true },
      show: 'uid',
      slice: { offers: '[0:1]' },
    });
    expect(normalised.request).toEqual({
      ...{ q: 'rc0603', start: 20, limit: 0, sortby: 'mpn asc' },
      filter: {
        fields: { 'brand.name': ['Yageo'], 'offers.is_authorized': ['true'], 'offers.moq': ['1', '10'], uid: [] },
        queries: ['mpn:a*'],
      },
      facet: {
        fields: {
          mpn: { include: true, exclude_filter: false, start: 0, limit: 5 },
          uid: { include: false, exclude_filter: false, start: 0, limit: 10 },
        },
        queries: ['mpn:b'],
      },
      stats: { 'offers.moq': { include: true, exclude_filter: true }, avg_price: { include: false, exclude_filter: false } },
      spec_drilldown: { include: true, exclude_filter: false, limit: 10 },
      show: ['uid'],
      slice: { offers: '[0:1]' },
    });
    expect(normalised).toMatchObject({
      q: 'rc0603',
      start: 20,
      limit: 0,
      sortKeys: [{ field: 'mpn', order: 'asc' }],
      filterQueries: ['mpn:a*'],
      facetQueries: ['mpn:b'],
      specDrilldown: { excludeFilter: false, limit: 10 },
      directives: { show: ['uid'], slice: { offers: '[0:1]' } },
    });
    expect(normalised.filterFields.map(({ field, values }) => [field.name, field.kind, values])).toEqual([
      ['brand.name', 'name', ['Yageo']],
      ['offers.is_authorized', 'boolean', ['true']],
      ['offers.moq', 'number', ['1', '10']],
    ]);
    expect(normalised.facetFields).toMatchObject([{ field: { name: 'mpn' }, excludeFilter: false, start: 0, limit: 5 }]);
    expect(normalised.stats).toMatchObject([{ field: { name: 'offers.moq' }, excludeFilter: true }]);
    expect(normalise({ spec_drilldown: { include: false } }).specDrilldown).toBeUndefined();
  });

  it('is its own fixed point', () => {
    const { request } = normalise({
      q: 'a',
      sortby: 'uid desc,mpn',
      filter: { fields: { mpn: 1 } },
      facet: { fields: { mpn: {} } },
      hide: ['uid'],
    });
    expect(normalise(request).request).toEqual(request);
  });

  it('shares nothing with the request, and has maps without prototype', () => {
    const given = {
      filter: { fields: { mpn: ['a'] }, queries: ['b'] },
      show: ['uid'],
      slice: { offers: '[:]' },
      stats: { avg_price: {} },
    };
    const { request } = normalise(given);
    given.filter.fields.mpn.push('x');
    given.filter.queries.push('x');
    given.show.push('x');
    expect(request).toMatchObject({ filter: { fields: { mpn: ['a'] }, queries: ['b'] }, show: ['uid'] });
    for (const map of [request.filter?.fields, request.facet?.fields, request.stats, request.slice]) {
      expect(Object.getPrototypeOf(map)).toBeNull();
    }
  });

  it('takes spec keys of any name', () => {
    const fields = JSON.parse('{"specs.__proto__.value": ["a"], "specs.a.value.value": "b"}');
    expect(normalise({ filter: { fields } }).filterFields.map(({ field }) => field.spec?.key)).toEqual(['__proto__', 'a.value']);
  });

  it.each<[unknown, string, string]>([
    [[], '', 'the request must be an object, not an empty list'],
    ['q', '', 'the request must be an object, not "q"'],
    [{ qq: 'x' }, 'qq', 'qq is not an argument; did you mean "q"'],
    [{ filters: {} }, 'filters', 'did you mean "filter"'],
    [{ filter: { feilds: {} } }, 'filter.feilds', 'filter.feilds is not an argument; did you mean "fields"'],
    [{ q: 5 }, 'q', 'q must be a string, not 5'],
    [{ start: -1 }, 'start', 'start must be between 0 and 1000'],
    [{ start: 1001 }, 'start', 'start must be between 0 and 1000'],
    [{ start: 1.5 }, 'start', 'start must be an integer between 0 and 1000, not 1.5'],
    [{ start: Number.NaN }, 'start', 'start must be an integer between 0 and 1000, not NaN'],
    [{ limit: 101 }, 'limit', 'limit must be between 0 and 100'],
    [{ limit: '5' }, 'limit', 'limit must be an integer between 0 and 100, not "5"'],
    [{ filter: { fields: [] } }, 'filter.fields', 'filter.fields must be an object, not an empty list'],
    [{ filter: { fields: new Map() } }, 'filter.fields', 'not an instance of Map'],
    [
      { filter: { fields: { mpn: [null] } } },
      'filter.fields.mpn[0]',
      'must be a string, a finite number, true or false, not null',
    ],
    [{ filter: { fields: { mpn: {} } } }, 'filter.fields.mpn', 'not an empty object'],
    [{ filter: { fields: { 'offers.moq': Number.NaN } } }, 'filter.fields.offers.moq', 'not NaN'],
    [
      { filter: { fields: { brand: 'x' } } },
      'filter.fields',
      'filter.fields.brand: "brand" is not a fieldname of parts; did you mean "brand.',
    ],
    [{ filter: { queries: [5] } }, 'filter.queries[0]', 'filter.queries[0] must be a string, not 5'],
    [{ facet: { fields: { mpm: {} } } }, 'facet.fields', '"mpm" is not a fieldname'],
    [{ facet: { fields: { mpn: true } } }, 'facet.fields.mpn', 'must be an object, not true'],
    [{ facet: { fields: { mpn: { include: 1 } } } }, 'facet.fields.mpn.include', 'must be true or false, not 1'],
    [
      { facet: { fields: { mpn: { limit: 101 } } } },
      'facet.fields.mpn.limit',
      'facet.fields.mpn.limit must be between 0 and 100',
    ],
    [
      { facet: { fields: { mpn: { start: 1001 } } } },
      'facet.fields.mpn.start',
      'facet.fields.mpn.start must be between 0 and 1000',
    ],
    [{ facet: { queries: {} } }, 'facet.queries', 'must be a list of strings'],
    [{ stats: { nope: {} } }, 'stats', '"nope" is not a fieldname'],
    [{ stats: { avg_price: { limit: 1 } } }, 'stats.avg_price.limit', 'stats.avg_price.limit is not an argument'],
    [{ spec_drilldown: { limit: 101 } }, 'spec_drilldown.limit', 'spec_drilldown.limit must be between 0 and 100'],
    [{ show: [1] }, 'show[0]', 'show[0] must be a string, not 1'],
    [{ slice: { offers: [0, 5] } }, 'slice.offers', 'slice.offers must be a slice such as "[0:5]", not a list of 2'],
    [{ sortby: 5 }, 'sortby', 'sortby must be text such as "mpn asc" or a list'],
  ])('refuses %o', (request, argument, message) => {
    const error = fault(() => normalise(request));
    expect(error.argument).toBe(argument);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ code: 'validation', status: 400 });
  });

  it('takes its limits from the catalog', () => {
    const limits = { ...DEFAULT_LIMITS, start: 5, limit: 7, facetStart: 2, facetLimit: 3 };
    expect(normalise({ start: 5 }, 'parts', limits)).toMatchObject({ start: 5, limit: 7 });
    expect(fault(() => normalise({ start: 6 }, 'parts', limits)).message).toBe('start must be between 0 and 5');
    expect(normalise({ facet: { fields: { mpn: { include: true } } } }, 'parts', limits).facetFields[0].limit).toBe(3);
    const none = { ...DEFAULT_LIMITS, start: Infinity, limit: Infinity };
    expect(normalise({ start: 1e9, limit: 1e9 }, 'parts', none)).toMatchObject({ start: 1e9, limit: 1e9 });
    expect(fault(() => normalise({ start: -1 }, 'parts', none)).message).toBe('start must be at least 0');
  });

  it('knows the fieldnames of each collection, and drilldown for parts alone', () => {
    expect(normalise({ filter: { fields: { ancestor_uids: 'a' } } }, 'categories').filterFields).toHaveLength(1);
    expect(fault(() => normalise({ filter: { fields: { mpn: 'a' } } }, 'brands')).message).toContain('not a fieldname of brands');
    expect(fault(() => normalise({ spec_drilldown: {} }, 'sellers')).message).toBe(
      'spec_drilldown: sellers have no specs, only parts have',
    );
    expect(normalise({}, 'sellers').request).toEqual(DEFAULTS);
  });
});

describe('sortby', () => {
  const sort = (sortby: unknown) => normalise({ sortby }).request.sortby;

  it.each<[unknown, string]>([
    ['', 'score desc'],
    [[], 'score desc'],
    ['score', 'score desc'],
    ['score asc', 'score asc'],
    ['mpn,uid  desc', 'mpn asc, uid desc'],
    ['mpn asc, mpn desc', 'mpn asc, mpn desc'],
    [' specs.n.value\tasc ', 'specs.n.value asc'],
    ['specs.lifecycle status.value', 'specs.lifecycle status.value asc'],
    ['specs.lifecycle status.value desc', 'specs.lifecycle status.value desc'],
    [[{ field: 'mpn' }, { field: 'score' }], 'mpn asc, score desc'],
    [[{ field: 'specs.a,b.value', order: 'desc' }], 'specs.a,b.value desc'],
  ])('%j', (given, text) => expect(sort(given)).toBe(text));

  it.each<[unknown, string, string]>([
    ['mpn,', 'sortby', 'a fieldname is missing'],
    [' ', 'sortby', 'a fieldname is missing'],
    ['mpn up', 'sortby', '"up" is not a direction; write "mpn asc" or "mpn desc"'],
    ['score DESC', 'sortby', '"DESC" is not a direction'],
    ['nothing', 'sortby', '"nothing" is not a fieldname'],
    ['nothing desc', 'sortby', '"nothing" is not a fieldname'],
    ['specs.a,b.value', 'sortby', '"specs.a" is not a fieldname'],
    [[{ field: 5 }], 'sortby[0].field', 'must be a fieldname, not 5'],
    [[{ field: 'nothing' }], 'sortby[0].field', '"nothing" is not a fieldname'],
    [['mpn'], 'sortby[0]', 'must be an object, not "mpn"'],
    [[{ field: 'mpn', order: 'up' }], 'sortby[0].order', 'must be "asc" or "desc", not "up"'],
    [[{ field: 'mpn', direction: 'asc' }], 'sortby[0].direction', 'is not an argument'],
  ])('%j is refused', (given, argument, message) => {
    const error = fault(() => sort(given));
    expect(error.argument).toBe(argument);
    expect(error.message).toContain(message);
  });
});

describe('checkUids', () => {
  it('takes a list within the limit', () => {
    const uids = ['a', 'a'];
    expect(checkUids(uids, DEFAULT_LIMITS)).toEqual(['a', 'a']);
    expect(checkUids(uids, DEFAULT_LIMITS)).not.toBe(uids);
    expect(checkUids('a', DEFAULT_LIMITS)).toEqual(['a']);
    expect(checkUids([], DEFAULT_LIMITS)).toEqual([]);
  });

  it('refuses others', () => {
    expect(fault(() => checkUids(new Array(21).fill('a'), DEFAULT_LIMITS)).message).toBe('uids must be at most 20, not 21');
    expect(fault(() => checkUids(undefined, DEFAULT_LIMITS)).argument).toBe('uids');
    expect(fault(() => checkUids(['a', 5], DEFAULT_LIMITS)).argument).toBe('uids[1]');
  });
});

describe('checkDirectives', () => {
  it('gives what was given, as lists', () => {
    expect(checkDirectives(undefined)).toEqual({});
    expect(checkDirectives({ include: 'specs', show: [], hide: ['a', 'b'], slice: { offers: '[0:1]' } })).toEqual({
      include: ['specs'],
      hide: ['a', 'b'],
      slice: { offers: '[0:1]' },
    });
  });

  it('names the argument', () => {
    expect(fault(() => checkDirectives({ include: 5 })).argument).toBe('include');
    expect(fault(() => checkDirectives({ includes: [] })).message).toContain('did you mean "include"');
    expect(fault(() => checkDirectives([])).argument).toBe('');
  });
});
