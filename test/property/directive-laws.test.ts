import fc from 'fast-check';
import { it } from 'vitest';
import type { Directives } from '../../src/model/requests.js';
import type { Catalog } from '../../src/partdex.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { canonical } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

/** Top-level members of parts that the tables document. */
const MEMBERS = [
  ...[
    'uid',
    'mpn',
    'manufacturer',
    'brand',
    'offers',
    'specs',
    'descriptions',
    'category_uids',
    'short_description',
    'datasheets',
  ],
  ...['imagesets', 'broker_listings', 'external_links'],
];
const NESTED = [
  ...['brand.name', 'offers.sku', 'offers.seller.name', 'descriptions.value', 'datasheets.url', 'imagesets.credit_string'],
  ...['broker_listings.seller', 'external_links.product_url', 'manufacturer.homepage_url'],
];
const LISTS = ['offers', 'descriptions', 'category_uids', 'datasheets'];
const DEFAULT = ['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'offers'];

type Doc = Record<string, unknown>;

const without = (doc: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
const only = (doc: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)));
const some = (names: readonly string[]) => fc.subarray([...names], { minLength: 1, maxLength: 4 });
const uids = ({ rows }: OracleCatalog) => fc.constantFrom(...rows.parts.map(({ uid }) => uid), 'nobody');
const getFrom = (catalog: Catalog, uid: string) => async (directives: Directives) =>
  ((await catalog.parts.get(uid, directives)) ?? {}) as Doc;

function sameDocuments(what: string, is: unknown, wanted: unknown): string | undefined {
  return canonical(is) === canonical(wanted) ? undefined : `shows ${canonical(is)}\n not ${canonical(wanted)}: ${what}`;
}

it('include adds, show selects, hide removes', () =>
  holdsFor(
    (catalog) => fc.record({ uid: uids(catalog), chosen: some(MEMBERS), others: some(MEMBERS) }),
    async (catalog, { uid, chosen, others }) => {
      const get = getFrom(catalog, uid);
      const [all, byDefault] = [await get({ show: MEMBERS }), await get({})];
      return (
        sameDocuments('by default', only(byDefault, MEMBERS), only(all, DEFAULT)) ??
        sameDocuments('show', await get({ show: chosen }), only(all, chosen)) ??
        sameDocuments('include', await get({ include: chosen }), { ...byDefault, ...only(all, chosen) }) ??
        sameDocuments('hide', await get({ hide: chosen }), without(byDefault, chosen)) ??
        sameDocuments('all', await get({ include: others, show: chosen, hide: others }), without(only(all, chosen), others))
      );
    },
    { share: 0.3 },
  ));

it('a nested name that is shown and the same that is hidden make up the whole', () =>
  holdsFor(
    (catalog) => fc.record({ uid: uids(catalog), path: fc.constantFrom(...NESTED) }),
    async (catalog, { uid, path }) => {
      const get = getFrom(catalog, uid);
      const [head] = path.split('.');
      const [shown, hidden] = [await get({ show: [path] }), await get({ show: [head], hide: [path] })];
      return sameDocuments('together', merged(hidden, shown), await get({ show: [head] }));
    },
    { share: 0.3 },
  ));

/** Both objects' members, lists element by element. */
function merged(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((element, i) => merged(element, b[i]));
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return b === undefined ? a : b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, merged((a as Doc)[name], (b as Doc)[name])]));
}

it('a slice is that of JavaScript', () => {
  const position = fc.option(fc.integer({ min: -4, max: 4 }), { nil: undefined });
  return holdsFor(
    (catalog) => fc.record({ uid: uids(catalog), list: fc.constantFrom(...LISTS), from: position, to: position }),
    async (catalog, { uid, list, from, to }) => {
      const get = getFrom(catalog, uid);
      const whole = await get({ show: [list] });
      const sliced = Object.fromEntries(
        Object.entries(whole).map(([name, value]) => [name, (value as unknown[]).slice(from, to)]),
      );
      return sameDocuments('sliced', await get({ show: [list], slice: { [list]: `[${from ?? ''}:${to ?? ''}]` } }), sliced);
    },
    { share: 0.3 },
  );
});
