import { describe, expect, it } from 'vitest';
import type { Directives } from '../../../src/model/requests.js';
import { OracleError } from '../../oracle/errors.js';
import { createOracle } from '../../oracle/oracle.js';

const oracle = createOracle({
  parts: [
    {
      uid: 'u',
      mpn: 12,
      __class__: 'Part',
      brand: { uid: 'b', name: 'B', extra: { __class__: 'X', deep: null } },
      manufacturer: null,
      offers: {
        sku: 1,
        seller: { name: 'S' },
        prices: {
          USD: [
            [1, '2'],
            [10, '1'],
          ],
          EUR: null,
        },
      },
      specs: { k: { value: '1' }, 'k.value': { value: ['a', null, 'b', 'c'] }, ['__proto__']: { min_value: 5 } },
      datasheets: [{ url: 'x', attribution: {} }],
      reference_designs: [{ url: 'y' }],
      own: [1, 2, 3],
      'own.dotted': { x: 1, y: 2 },
    },
    { uid: 'v', mpn: 'm' },
  ],
  categories: [{ uid: 'c', name: 'C', id: 5 }],
  sellers: [{ uid: 's', name: 'S', aliases: ['T'] }],
});
const get = (directives: Directives, uid = 'u') => oracle.get('parts', uid, directives);
const seller = { name: 'S', homepage_url: null, display_flag: null, has_ecommerce: null };
const offer = {
  sku: '1',
  seller,
  prices: {
    USD: [
      [1, '2'],
      [10, '1'],
    ],
  },
  eligible_region: null,
  product_url: null,
  catalog_rfq_url: null,
  on_order_quantity: null,
  on_order_eta: null,
  factory_lead_days: null,
  factory_order_multiple: null,
  order_multiple: null,
  moq: null,
  multipack_quantity: null,
  packaging: null,
};
const brand = { uid: 'b', name: 'B', homepage_url: null, extra: { deep: null } };
const none = { homepage_url: null };
const attribution = { sources: [], first_acquired: null };

describe('without directives', () => {
  it('a part shows its default members, with Empty values', () => {
    expect(get({})).toEqual({ uid: 'u', mpn: '12', manufacturer: none, brand, offers: [offer] });
    expect(get({}, 'v')).toEqual({ uid: 'v', mpn: 'm', manufacturer: none, brand: none, offers: [] });
  });

  it('other records show all but imagesets and aliases', () => {
    const empty = { parent_uid: null, children_uids: [], ancestor_uids: [], ancestor_names: [], num_parts: 0 };
    expect(oracle.get('categories', 'c')).toEqual({ uid: 'c', name: 'C', id: 5, ...empty });
    expect(oracle.get('categories', 'c', { include: ['imagesets'] })).toEqual({
      uid: 'c',
      name: 'C',
      id: 5,
      ...empty,
      imagesets: [],
    });
    expect(oracle.get('sellers', 's')).toEqual({ uid: 's', ...seller });
  });
});

describe('directives', () => {
  it.each<[Directives, object]>([
    [{ show: ['uid'], include: ['own'] }, { uid: 'u' }],
    [{ show: ['own', 'mpn'] }, { mpn: '12', own: [1, 2, 3] }],
    [{ show: ['own.dotted.x'] }, { 'own.dotted': { x: 1 } }],
    [{ show: ['brand.extra'] }, { brand: { extra: { deep: null } } }],
    [{ show: ['brand', 'brand.name'], hide: ['brand.uid', 'brand.extra'] }, { brand: { name: 'B', homepage_url: null } }],
    [{ show: ['offers.seller.name', 'offers.sku'] }, { offers: [{ sku: '1', seller: { name: 'S' } }] }],
    [
      { show: ['datasheets.url', 'datasheets.attribution.sources'] },
      { datasheets: [{ url: 'x', attribution: { sources: [] } }] },
    ],
    [
      { show: ['reference_designs'] },
      { reference_designs: [{ url: 'y', metadata: {}, attribution, title: [], description: [] }] },
    ],
    [
      { show: ['specs.k.value'] },
      {
        specs: {
          'k.value': {
            value: ['a', 'b', 'c'],
            min_value: null,
            max_value: null,
            metadata: { key: 'k.value', datatype: 'string', unit: null },
            attribution,
          },
        },
      },
    ],
    [
      { show: ['specs.k.value.value'], slice: { 'specs.k.value.value': '[-2:]' } },
      { specs: { 'k.value': { value: ['b', 'c'] } } },
    ],
    [{ show: ['offers.prices'], slice: { 'offers.prices.USD': '[:1]' } }, { offers: [{ prices: { USD: [[1, '2']] } }] }],
    [{ show: ['own'], slice: { own: '[-2:-1]' } }, { own: [2] }],
    [{ show: ['own'], slice: { own: '[2:1]' } }, { own: [] }],
    [{ show: ['own'], slice: { own: '[:]' } }, { own: [1, 2, 3] }],
    [
      { show: ['cad_models', 'short_description', 'external_links.product_url'] },
      { cad_models: [], short_description: null, external_links: { product_url: null } },
    ],
    [{ show: ['uid'], hide: ['uid'] }, {}],
  ])('%j', (directives, expected) => expect(get(directives)).toEqual(expected));

  it('keep the Empty parents of a path', () => {
    expect(get({ show: ['offers.sku', 'specs.k.value', 'brand.name'] }, 'v')).toEqual({ brand: {}, offers: [], specs: {} });
  });

  it('keep a key named __proto__', () => {
    const specs = get({ show: ['specs.__proto__'] })?.specs as object;
    expect(Object.keys(specs)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(specs)).toBeNull();
  });

  it.each<Directives>([
    { include: ['nothing'] },
    { show: ['brand.nothing'] },
    { hide: ['offers.seller.nothing'] },
    { slice: { nothing: '[0:1]' } },
    { slice: { own: '0:1:2' } },
    { show: ['specs.nowhere'] },
    { show: ['__class__'] },
  ])('%j is refused', (directives) => expect(() => get(directives)).toThrow(OracleError));
});
