import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, Directives, SearchRequest } from '../../../src/partdex.js';
import { plain, Served } from '../../support/served.js';

/**
 * Every row of the argument tables of the version 3 document: each argument in every form that may be sent means the same as the
 * request in process, and does something.
 */

let served: Served;
let catalog: Catalog;

beforeAll(async () => {
  served = await Served.of();
  catalog = served.catalog;
});

afterAll(() => catalog.close());

type Ask = (catalog: Catalog) => Promise<unknown>;

const parts =
  (request: SearchRequest): Ask =>
  ({ parts }) =>
    parts.search(request);
const get =
  (directives: Directives): Ask =>
  ({ parts }) =>
    parts.get('p1', directives);
const match =
  (request: object, mpn = 'ne555p'): Ask =>
  ({ parts }) =>
    parts.match({ queries: [{ mpn }], ...request });

const RESISTANCE = 'specs.resistance.value';
const queries = (...list: object[]) => `queries=${encodeURIComponent(JSON.stringify(list))}`;

/** The argument, the path, what is sent besides, its forms, and what they mean. */
const ROWS: readonly (readonly [string, string, string, readonly string[], Ask])[] = [
  ['q', '/parts/search', '', ['q=resistor', '%71=resisto%72'], parts({ q: 'resistor' })],
  ['start', '/parts/search', '', ['start=1', 'start=01'], parts({ start: 1 })],
  ['limit', '/parts/search', '', ['limit=0', 'limit=-0'], parts({ limit: 0 })],
  ['limit', '/parts/search', '', ['limit=1'], parts({ limit: 1 })],
  ['sortby', '/parts/search', '', ['sortby=mpn+desc', 'sortby=mpn%20desc'], parts({ sortby: 'mpn desc' })],
  [
    'sortby',
    '/parts/search',
    '',
    ['sortby=brand.name+asc,+mpn+desc', 'sortby=brand.name,mpn%20desc'],
    parts({ sortby: 'brand.name asc, mpn desc' }),
  ],
  [
    'filter[fields][<fieldname>][]',
    '/parts/search',
    '',
    [
      'filter[fields][brand.name][]=Yageo',
      'filter[fields][brand.name][0]=Yageo',
      'filter[fields][brand.name]=Yageo',
      'filter%5Bfields%5D%5Bbrand.name%5D%5B%5D=Yageo',
    ],
    parts({ filter: { fields: { 'brand.name': ['Yageo'] } } }),
  ],
  [
    'filter[fields][<fieldname>][]',
    '/parts/search',
    '',
    [
      'filter[fields][brand.name][]=Yageo&filter[fields][brand.name][]=Texas+Instruments',
      'filter[fields][brand.name][1]=Texas%20Instruments&filter[fields][brand.name][0]=Yageo',
      'filter[fields][brand.name]=Yageo&filter[fields][brand.name]=Texas+Instruments',
    ],
    parts({ filter: { fields: { 'brand.name': ['Yageo', 'Texas Instruments'] } } }),
  ],
  [
    'filter[fields][<fieldname>][]',
    '/parts/search',
    '',
    ['filter[fields][mpn]=A%2BB+100%25', 'filter[fields][mpn][]=A%2BB%20100%25'],
    parts({ filter: { fields: { mpn: ['A+B 100%'] } } }),
  ],
  [
    'filter[fields][<fieldname>][]',
    '/parts/search',
    '',
    ['filter[fields][specs.__proto__.x][y.value][]=odd', 'filter[fields][specs.__proto__.x%5D%5By.value]=odd'],
    parts({ filter: { fields: { 'specs.__proto__.x][y.value': ['odd'] } } }),
  ],
  [
    'filter[queries][]',
    '/parts/search',
    '',
    [
      `filter[queries][]=${RESISTANCE}:[5000+TO+*]&filter[queries][]=mpn:rc*`,
      `filter[queries]=${RESISTANCE}:%5B5000%20TO%20*%5D&filter[queries]=mpn:rc*`,
      `filter[queries][7]=mpn:rc*&filter[queries][3]=${RESISTANCE}:[5000+TO+*]`,
    ],
    parts({ filter: { queries: [`${RESISTANCE}:[5000 TO *]`, 'mpn:rc*'] } }),
  ],
  [
    'facet[fields][<fieldname>][include]',
    '/parts/search',
    '',
    ['true', '1'].map((value) => `facet[fields][brand.name][include]=${value}`).concat('facet[fields][brand.name][include]'),
    parts({ facet: { fields: { 'brand.name': { include: true } } } }),
  ],
  [
    'facet[fields][<fieldname>][include]',
    '/parts/search',
    '',
    ['facet[fields][brand.name][include]=false', 'facet[fields][brand.name][include]=0'],
    parts({ facet: { fields: { 'brand.name': { include: false } } } }),
  ],
  [
    'facet[fields][<fieldname>][exclude_filter]',
    '/parts/search',
    'filter[fields][brand.name]=Yageo&facet[fields][brand.name][include]=true&',
    ['facet[fields][brand.name][exclude_filter]=true', 'facet[fields][brand.name][exclude_filter]'],
    parts({
      filter: { fields: { 'brand.name': ['Yageo'] } },
      facet: { fields: { 'brand.name': { include: true, exclude_filter: true } } },
    }),
  ],
  [
    'facet[fields][<fieldname>][start]',
    '/parts/search',
    'facet[fields][mpn][include]=true&',
    ['facet[fields][mpn][start]=1'],
    parts({ facet: { fields: { mpn: { include: true, start: 1 } } } }),
  ],
  [
    'facet[fields][<fieldname>][limit]',
    '/parts/search',
    'facet[fields][mpn][include]=true&',
    ['facet[fields][mpn][limit]=2'],
    parts({ facet: { fields: { mpn: { include: true, limit: 2 } } } }),
  ],
  [
    'facet[fields][<fieldname>][ranges]',
    '/parts/search',
    `facet[fields][${RESISTANCE}][include]=true&`,
    [`facet[fields][${RESISTANCE}][ranges]=3`],
    parts({ facet: { fields: { [RESISTANCE]: { include: true, ranges: 3 } } } }),
  ],
  [
    'facet[queries][]',
    '/parts/search',
    '',
    ['facet[queries][]=mpn:rc*&facet[queries][]=mpn:ne*', 'facet[queries]=mpn:rc*&facet[queries]=mpn:ne*'],
    parts({ facet: { queries: ['mpn:rc*', 'mpn:ne*'] } }),
  ],
  [
    'stats[<fieldname>][include]',
    '/parts/search',
    '',
    [`stats[${RESISTANCE}][include]=true`, `stats[${RESISTANCE}][include]=1`, `stats%5B${RESISTANCE}%5D%5Binclude%5D`],
    parts({ stats: { [RESISTANCE]: { include: true } } }),
  ],
  [
    'stats[<fieldname>][exclude_filter]',
    '/parts/search',
    `filter[queries]=${RESISTANCE}:4700&stats[${RESISTANCE}][include]&`,
    [`stats[${RESISTANCE}][exclude_filter]=true`, `stats[${RESISTANCE}][exclude_filter]`],
    parts({
      filter: { queries: [`${RESISTANCE}:4700`] },
      stats: { [RESISTANCE]: { include: true, exclude_filter: true } },
    }),
  ],
  [
    'spec_drilldown[include]',
    '/parts/search',
    '',
    ['spec_drilldown[include]=true', 'spec_drilldown[include]=1', 'spec_drilldown[include]'],
    parts({ spec_drilldown: { include: true } }),
  ],
  [
    'spec_drilldown[exclude_filter]',
    '/parts/search',
    `filter[queries]=${RESISTANCE}:4700&spec_drilldown[include]&`,
    ['spec_drilldown[exclude_filter]=true', 'spec_drilldown[exclude_filter]'],
    parts({ filter: { queries: [`${RESISTANCE}:4700`] }, spec_drilldown: { include: true, exclude_filter: true } }),
  ],
  [
    'facet[fields][<fieldname>][contains]',
    '/parts/search',
    'facet[fields][brand.name][include]&',
    ['facet[fields][brand.name][contains]=YA'],
    parts({ facet: { fields: { 'brand.name': { include: true, contains: 'YA' } } } }),
  ],
  [
    'facet[fields][<fieldname>][order]',
    '/parts/search',
    'facet[fields][mpn][include]&',
    ['facet[fields][mpn][order]=value'],
    parts({ facet: { fields: { mpn: { include: true, order: 'value' } } } }),
  ],
  [
    'facet[fields][<fieldname>][chosen]',
    '/parts/search',
    'filter[fields][brand.name]=Yageo&facet[fields][brand.name][include]&facet[fields][brand.name][limit]=0&',
    ['facet[fields][brand.name][chosen]=true', 'facet[fields][brand.name][chosen]'],
    parts({
      filter: { fields: { 'brand.name': ['Yageo'] } },
      facet: { fields: { 'brand.name': { include: true, limit: 0, chosen: true } } },
    }),
  ],
  [
    'facet[fields][category_uids][tree]',
    '/parts/search',
    'facet[fields][category_uids][include]&',
    ['facet[fields][category_uids][tree]=2'],
    parts({ facet: { fields: { category_uids: { include: true, tree: 2 } } } }),
  ],
  [
    'spec_drilldown[keys]',
    '/parts/search',
    'spec_drilldown[include]&',
    ['spec_drilldown[keys]=0'],
    parts({ spec_drilldown: { include: true, keys: 0 } }),
  ],
  [
    'spec_drilldown[limit]',
    '/parts/search',
    'spec_drilldown[include]&',
    ['spec_drilldown[limit]=0'],
    parts({ spec_drilldown: { include: true, limit: 0 } }),
  ],
  [
    'uid[]',
    '/parts/get_multi',
    '',
    [
      'uid[]=p2&uid[]=p0&uid[]=none',
      'uid[0]=p2&uid[1]=p0&uid[2]=none',
      'uid=p2&uid=p0&uid=none',
      'uid%5B%5D=p2&uid[5]=p0&uid=none',
    ],
    ({ parts }) => parts.getMulti(['p2', 'p0', 'none']),
  ],
  ['include[]', '/parts/p1', '', ['include[]=specs', 'include[0]=specs', 'include=specs'], get({ include: ['specs'] })],
  [
    'include[]',
    '/parts/p1',
    '',
    [
      'include[]=short_description&include[]=datasheets&include[]=compliance_documents&include[]=descriptions&include[]=imagesets' +
        '&include[]=specs&include[]=category_uids&include[]=external_links&include[]=reference_designs&include[]=cad_models',
    ],
    get({
      include: [
        ...['short_description', 'datasheets', 'compliance_documents', 'descriptions', 'imagesets', 'specs', 'category_uids'],
        ...['external_links', 'reference_designs', 'cad_models'],
      ],
    }),
  ],
  ['show[]', '/parts/p1', '', ['show[]=mpn&show[]=brand.name', 'show=mpn&show=brand.name'], get({ show: ['mpn', 'brand.name'] })],
  [
    'hide[]',
    '/parts/p1',
    'show[]=offers&',
    ['hide[]=offers.seller.display_flag', 'hide=offers.seller.display_flag'],
    get({ show: ['offers'], hide: ['offers.seller.display_flag'] }),
  ],
  [
    'slice[<fieldname>]',
    '/parts/p1',
    '',
    ['slice[offers]=[0:2]', 'slice[offers]=0:2', 'slice%5Boffers%5D=%5B0%3A2%5D'],
    get({ slice: { offers: '[0:2]' } }),
  ],
  ['slice[<fieldname>]', '/parts/p1', '', ['slice[offers]=[-1:]', 'slice[offers]=-1:'], get({ slice: { offers: '[-1:]' } })],
  ['queries', '/parts/match', '', [queries({ mpn: 'ne555p' })], match({})],
  [
    'queries',
    '/parts/match',
    '',
    [
      queries({ mpn_or_sku: 'rc0603*', start: 1, limit: 1, reference: 'R1' }, {}),
      queries({ mpn_or_sku: 'rc0603*', start: '1', limit: '1', reference: 'R1' }, { limit: '' }),
      queries({ __class__: 'PartsMatchQuery', mpn_or_sku: 'rc0603*', start: 1, limit: 1, reference: 'R1' }, { q: '' }),
    ],
    match({ queries: [{ mpn_or_sku: 'rc0603*', start: 1, limit: 1, reference: 'R1' }, {}] }),
  ],
  [
    'exact_only',
    '/parts/match',
    `${queries({ mpn: 'rc0603fr0710kl' })}&`,
    ['exact_only=true', 'exact_only=1', 'exact_only'],
    match({ exact_only: true }, 'rc0603fr0710kl'),
  ],
  [
    'suggest',
    '/parts/match',
    `${queries({ mpn: 'ne555q' })}&`,
    ['suggest=true', 'suggest=1', 'suggest'],
    match({ suggest: true }, 'ne555q'),
  ],
  [
    'include[], show[], hide[], slice[...]',
    '/parts/match',
    `${queries({ mpn: 'ne555p' })}&`,
    ['include[]=descriptions&hide[]=offers', 'include=descriptions&hide=offers'],
    match({ include: ['descriptions'], hide: ['offers'] }),
  ],
];

describe.each(ROWS)('%s of %s', (_, path, besides, forms, send) => {
  it.each(forms.map((form) => [form]))('%s', async (form) => {
    const answer = await served.answer(`${path}?${besides}${form}`);
    expect(answer).toEqual(plain(await send(catalog)));
    const without = await served.send(`${path}?${besides.slice(0, -1)}`);
    expect(plain(JSON.parse(without.body))).not.toEqual(answer);
  });
});

const SHARED: readonly (readonly [string, SearchRequest])[] = [
  ['q=a*', { q: 'a*' }],
  ['start=1', { start: 1 }],
  ['limit=1', { limit: 1 }],
  ['sortby=name+desc', { sortby: 'name desc' }],
  ['filter[fields][name][]=Yageo&filter[fields][name][]=South', { filter: { fields: { name: ['Yageo', 'South'] } } }],
  ['filter[queries][]=name:(r*+OR+y*+OR+n*)', { filter: { queries: ['name:(r* OR y* OR n*)'] } }],
  [
    'facet[fields][name][include]=true&facet[fields][name][limit]=1',
    { facet: { fields: { name: { include: true, limit: 1 } } } },
  ],
  [
    'filter[fields][name]=North&facet[fields][name][include]&facet[fields][name][exclude_filter]&facet[fields][name][start]=1',
    {
      filter: { fields: { name: ['North'] } },
      facet: { fields: { name: { include: true, exclude_filter: true, start: 1 } } },
    },
  ],
  ['facet[queries][]=name:*', { facet: { queries: ['name:*'] } }],
  ['show[]=name', { show: ['name'] }],
];

describe.each(['brands', 'categories', 'sellers'] as const)('the arguments of all collections at /%s', (collection) => {
  it.each(SHARED)('search: %s', async (query, request) => {
    expect(await served.answer(`/${collection}/search?${query}`)).toEqual(plain(await catalog[collection].search(request)));
  });

  it('get_multi and get', async () => {
    const uids = ['b1', 'c1', 'n', 'none'];
    const found = await catalog[collection].getMulti(uids);
    expect(Object.keys(found)).toHaveLength(1);
    expect(await served.answer(`/${collection}/get_multi?${uids.map((uid) => `uid[]=${uid}`).join('&')}`)).toEqual(plain(found));
    const [uid] = Object.keys(found);
    expect(await served.answer(`/${collection}/${uid}`)).toEqual(plain(found[uid]));
    expect((await served.send(`/${collection}/none`)).status).toBe(404);
  });

  it('a drilldown is of parts alone', async () => {
    const { body, status } = await served.send(`/${collection}/search?spec_drilldown[include]=true`);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      warnings: [expect.stringContaining('"spec_drilldown[include]" is not an argument')],
    });
  });
});
