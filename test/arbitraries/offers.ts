import fc from 'fast-check';
import type { SearchRequest } from '../../src/partdex.js';
import type { Catalog } from '../oracle/fields.js';
import type { OracleRates } from '../oracle/offers.js';
import type { JsonSource } from './catalogs.js';
import { filterTrees, printFilter } from './filters.js';
import type { RandomRequest } from './requests.js';
import { vocabularies } from './vocabularies.js';

/*
 * Catalogs whose parts have many offers of few sellers, whose prices cross: so that which offer is the cheapest depends on the quantity,
 * on what must be bought, and on rates. Conditions on one offer find something there.
 */

const quantities = fc.constantFrom<string | number>(
  1,
  1,
  2,
  5,
  10,
  10,
  25,
  100,
  1000,
  '100.0',
  '1e2',
  ' 7 ',
  '2.5',
  3000,
  'x',
  '9007199254740993',
);
const prices = fc.constantFrom<string | number>(
  '1',
  '1.00',
  '0.9',
  0.5,
  '0.05',
  '0.051',
  '12',
  '3.333',
  0,
  -1,
  'ask',
  '1e-7',
  0.1,
);
const breaks = fc.array(fc.tuple(quantities, prices), { minLength: 1, maxLength: 4, size: 'max' });
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4, nil: undefined });

const SELLERS = [
  { uid: 's0', name: 'Mouser' },
  { uid: 's1', name: 'North Components' },
  { uid: 's1' },
  { name: 'Mouser' },
  { name: 'Unlisted' },
  {},
];

const offer = fc.record(
  {
    sku: fc.constantFrom('A-1', 'A1', 'B-22', 'C', ''),
    seller: fc.constantFrom(...SELLERS),
    prices: fc.record({ USD: breaks, EUR: breaks, GBP: breaks, JPY: breaks, bits: breaks }, { requiredKeys: [] }),
    in_stock_quantity: fc.constantFrom<string | number>(0, -1, -2, 5, 1000, '1000', 1.5, '1e3', 'many', 2500, '9007199254740993'),
    moq: fc.constantFrom<string | number>(1, 10, 100, '1e2', '10.5', 'x', '-3', 3000, 1.2345678901234567e19),
    order_multiple: fc.constantFrom<string | number>(1, 10, 7, 25, '100.0', 0, -2, 2.5, 'x'),
    packaging: fc.constantFrom('Tape & Reel', 'Cut Tape', 'Reel'),
    eligible_region: fc.constantFrom('US', 'EU'),
    is_authorized: fc.boolean(),
    factory_lead_days: fc.constantFrom<string | number>(10, '70', 'soon'),
    factory_order_multiple: fc.constantFrom<string | number>(10, 100),
    on_order_quantity: fc.constantFrom<string | number>(0, 500),
    on_order_eta: fc.constantFrom('2026-03', '2026-03-04T05:06:07Z', 'soon'),
    last_updated: fc.constantFrom('2026-01-02', '2025'),
    multipack_quantity: fc.constantFrom<string | number>('100 pcs', 5),
  },
  { requiredKeys: ['prices', 'seller'] },
);

const part = fc.record({
  mpn: fc.constantFrom('A-1', 'BC547', 'X7R 10k', 'LM358'),
  brand: fc.constantFrom({ uid: 'b0', name: 'TDK' }, { uid: 'b1', name: 'Murata' }),
  category_uids: fc.subarray(['c0', 'c1']),
  offers: rarely(fc.array(fc.option(offer, { freq: 20 }), { maxLength: 5, size: 'max' })),
});

/** Catalogs of at most forty parts. */
export const catalogsOfOffers: fc.Arbitrary<JsonSource> = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 40, size: 'max' }), fc.boolean())
  .map(([parts, withRecord]) => ({
    parts: parts.map((one, i) => ({ uid: `p${i}`, ...one, ...(one.offers === undefined && { offers: [] }) })),
    categories: [],
    brands: [],
    manufacturers: [],
    sellers: withRecord ? [{ uid: 's1', name: 'North by record' }] : [],
    spec_metadata: [],
  }));

export const ratesOption: fc.Arbitrary<OracleRates | undefined> = fc.option(
  fc.record({
    base: fc.constantFrom('USD', 'EUR'),
    rates: fc.record(
      { GBP: fc.constantFrom<string | number>('0.79', '3', 0.001), JPY: fc.constant('151.37') },
      { requiredKeys: [] },
    ),
  }),
  { nil: undefined },
);

const COUNTED = [
  ...[
    'price.USD.1',
    'price.USD.30',
    'price.EUR.10',
    'price.GBP.1000',
    'price.XAU.5',
    'offers.price.USD.30',
    'offers.price.JPY.2',
  ],
  ...['total_stock', 'sellers_in_stock', 'authorized_sellers', 'offers_count'],
];

/** Requests that filter by offers, and count, sort and show what is computed of them. */
export function offerRequests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  const fields = vocabularies(catalog, 'parts').filter(({ field }) => field.startsWith('offers.') || COUNTED.includes(field));
  const known = fields.length > 0 ? fields : vocabularies(catalog, 'parts');
  const queries = fc.array(filterTrees(known).map(printFilter), { maxLength: 2 });
  const one = fc.constantFrom(...COUNTED);
  const facet = fc.record({ include: fc.constant(true), exclude_filter: fc.boolean(), ranges: fc.constantFrom(0, 4) });
  const stats = fc.record({ include: fc.constant(true), exclude_filter: fc.boolean() });
  const request = fc.record<SearchRequest>(
    {
      filter: fc.record({ queries }),
      facet: fc.record({ fields: fc.dictionary(one, facet, { maxKeys: 3 }), queries }),
      stats: fc.dictionary(one, stats, { maxKeys: 2 }),
      sortby: fc.tuple(one, fc.constantFrom('asc', 'desc')).map((sort) => sort.join(' ')),
      show: fc.subarray(['uid', 'price.USD.30', 'price.EUR.10', 'price.XAU.5', 'total_stock', 'sellers_in_stock']),
    },
    { requiredKeys: ['filter'] },
  );
  return request.map((asked) => ({ collection: 'parts' as const, request: asked }));
}
