import fc from 'fast-check';
import type { SimilarRequest } from '../../src/model/similar.js';
import type { Catalog } from '../oracle/fields.js';
import type { JsonSource } from './catalogs.js';
import { positions, sometimes, withoutUndefined } from './choices.js';
import { fieldFilters, writtenQueries } from './filter-requests.js';
import { vocabularies } from './vocabularies.js';

/*
 * Catalogs whose parts have few values under few keys, so that many agree in all keys that matter, in a tree of categories whose branches
 * are not of one depth.
 */

const OHM = { name: 'ohm', symbol: 'Ω' };
const values = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.tuple(one) }, { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) });

const specs = fc.record(
  {
    resistance: fc.record({
      value: values(fc.constantFrom<string | number>('10000', 1e4, '10k', '4700', '4k7', 'on request', '1e4')),
      metadata: fc.constant({ datatype: 'decimal', unit: OHM }),
    }),
    power: fc.record(
      {
        value: values(fc.constantFrom<string | number>('0.1', 0.25, '.5', '0.250')),
        min_value: fc.constantFrom('0.1', '0.3'),
        metadata: fc.constant({ datatype: 'decimal' }),
      },
      { requiredKeys: ['metadata'] },
    ),
    case: fc.record({ value: values(fc.constantFrom('0603', '0402', 'SOT-23', 'sot-23')) }),
    tolerance: fc.record({ value: values(fc.constantFrom('1%', '5%')) }),
    colour: fc.record({ value: values(fc.constantFrom('red', 'blue', 'Rot')) }),
    packing: fc.record({ value: values(fc.constantFrom('reel', 'tray', '')) }),
    ...Object.fromEntries(
      ['w0', 'w1', 'w2', 'w3', 'w4'].map((key) => [key, fc.record({ value: values(fc.constantFrom(1, 2)) })]),
    ),
  },
  { requiredKeys: [] },
);

const part = fc.record(
  {
    mpn: fc.constantFrom('A-1', 'BC547', 'LM358'),
    brand: fc.constantFrom({ uid: 'b0', name: 'TDK' }, { uid: 'b1', name: 'Murata' }),
    category_uids: fc.array(fc.constantFrom('root', 'chip', 'chip', 'chip', 'thin', 'no record'), { maxLength: 3 }),
    specs,
    offers: fc.array(fc.record({ in_stock_quantity: fc.constantFrom<string | number>(0, 5, -1, -2, '1e3', 'many', -2.0) }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['mpn', 'category_uids', 'specs'] },
);

const TREE = [
  { uid: 'root', name: 'Passives' },
  { uid: 'chip', name: 'Chip', parent_uid: 'root' },
  { uid: 'thin', name: 'Thin film', parent_uid: 'chip' },
];

/** Catalogs of at most forty parts. */
export const catalogsOfSimilarParts: fc.Arbitrary<JsonSource> = fc
  .tuple(fc.array(part, { minLength: 2, maxLength: 40, size: 'max' }), fc.subarray(['thin', 'given']))
  .map(([parts, choices]) => ({
    parts: parts.map((one, i) => ({ uid: `p${i}`, ...one, ...(i === 0 && { redirected_uids: ['merged'] }) })),
    categories: TREE.filter(({ uid }) => uid !== 'thin' || choices.includes('thin')).map((record) =>
      // The ancestors are given without a parent.
      record.uid === 'thin' && choices.includes('given')
        ? { uid: 'thin', name: 'Thin film', ancestor_uids: ['root', 'chip'] }
        : record,
    ),
    brands: [],
    manufacturers: [],
    sellers: [],
    spec_metadata: [],
  }));

/** A question for parts like another one. */
export interface AskedSimilar {
  readonly uid: string;
  readonly request: SimilarRequest;
}

export function similarRequests(catalog: Catalog): fc.Arbitrary<AskedSimilar> {
  const known = [...catalog.specTypes.keys()];
  const numbers = known.filter((key) => catalog.specTypes.get(key) === 'number');
  const strings = known.filter((key) => catalog.specTypes.get(key) === 'string');
  const keys = (some: readonly string[], weight: number) =>
    fc.array(
      fc.oneof(
        { weight, arbitrary: fc.constantFrom(...(some.length > 0 ? some : ['none'])) },
        { weight: 1, arbitrary: fc.constantFrom('none', ...strings.slice(0, 1)) },
      ),
      { minLength: 1, maxLength: 2 },
    );
  const fields = vocabularies(catalog, 'parts');
  const filter = fc.oneof(
    fc.record({ fields: fieldFilters(fields) }),
    fc.record({ queries: writtenQueries(fields).map((query) => [query]) }),
  );
  const request = fc.record({
    same: sometimes(40, fc.oneof({ weight: 5, arbitrary: keys(known, 12) }, { weight: 1, arbitrary: fc.constant([]) })),
    at_least: sometimes(30, keys(numbers, 12)),
    at_most: sometimes(25, keys(numbers, 12)),
    filter: sometimes(15, filter),
    limit: sometimes(40, positions(100)),
    show: sometimes(40, fc.constantFrom(['uid'], ['mpn', 'offers'], ['specs'], ['no such member'])),
  });
  const uids = [...catalog.rows.parts.map(({ uid }) => uid), ...catalog.redirects.keys()];
  const uid = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...(uids.length > 0 ? uids : ['none'])) },
    { weight: 1, arbitrary: fc.constant('none') },
  );
  return fc.record({ uid, request: request.map((asked) => withoutUndefined(asked) as SimilarRequest) });
}
