import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build, canonical } from './engine.js';
import { holds, samples } from './settings.js';

/** Top-level members of parts that some random catalogs have and that the tables document. */
const MEMBERS = [
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
  'imagesets',
  'broker_listings',
  'external_links',
];
const NESTED = [
  'brand.name',
  'offers.sku',
  'offers.seller.name',
  'descriptions.value',
  'datasheets.url',
  'imagesets.credit_string',
  'broker_listings.seller',
  'external_links.product_url',
  'manufacturer.homepage_url',
];
const DEFAULT = ['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'offers'];

type Doc = Record<string, unknown>;

const without = (doc: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
const only = (doc: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)));
const some = (names: readonly string[]) => fc.subarray([...names], { minLength: 1, maxLength: 4 });

it('include adds, show selects, hide removes', () =>
  holds(
    fc.tuple(samples({ requestCount: 0, maxParts: 20 }), some(MEMBERS), some(MEMBERS)),
    async ([{ source }, chosen, others]) => {
      const catalog = await build(source);
      for (const { uid } of source.parts as { uid: string }[]) {
        const get = async (directives: object) => (await catalog.parts.get(uid, directives)) as Doc;
        const all = await get({ show: MEMBERS });
        const byDefault = await get({});
        expect(canonical(only(byDefault, MEMBERS))).toBe(canonical(only(all, DEFAULT)));
        expect(canonical(await get({ show: chosen }))).toBe(canonical(only(all, chosen)));
        expect(canonical(await get({ include: chosen }))).toBe(canonical({ ...byDefault, ...only(all, chosen) }));
        expect(canonical(await get({ hide: chosen }))).toBe(canonical(without(byDefault, chosen)));
        expect(canonical(await get({ include: others, show: chosen, hide: others }))).toBe(
          canonical(without(only(all, chosen), others)),
        );
      }
      await catalog.close();
    },
    0.3,
  ));

it('a nested name that is shown and the same that is hidden make up the whole', () =>
  holds(
    fc.tuple(samples({ requestCount: 0, maxParts: 20 }), fc.constantFrom(...NESTED)),
    async ([{ source }, path]) => {
      const catalog = await build(source);
      const [head] = path.split('.');
      for (const { uid } of source.parts as { uid: string }[]) {
        const get = async (directives: object) => (await catalog.parts.get(uid, directives)) as Doc;
        const [whole, shown, hidden] = [
          await get({ show: [head] }),
          await get({ show: [path] }),
          await get({ show: [head], hide: [path] }),
        ];
        expect(canonical(merged(hidden, shown)), `${path} of ${JSON.stringify(source)}`).toBe(canonical(whole));
      }
      await catalog.close();
    },
    0.3,
  ));

/** Both objects' members, lists element by element. */
function merged(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((element, i) => merged(element, b[i]));
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return b ?? a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, merged((a as Doc)[name], (b as Doc)[name])]));
}

it('a slice is that of JavaScript', () =>
  holds(
    fc.tuple(
      samples({ requestCount: 0, maxParts: 20 }),
      fc.option(fc.integer({ min: -4, max: 4 })),
      fc.option(fc.integer({ min: -4, max: 4 })),
    ),
    async ([{ source }, from, to]) => {
      const catalog = await build(source);
      for (const { uid } of source.parts as { uid: string }[]) {
        for (const list of ['offers', 'descriptions', 'category_uids', 'datasheets']) {
          const whole = (await catalog.parts.get(uid, { show: [list] })) as Record<string, unknown[]>;
          const sliced = await catalog.parts.get(uid, { show: [list], slice: { [list]: `[${from ?? ''}:${to ?? ''}]` } });
          expect(canonical(sliced)).toBe(canonical({ [list]: whole[list].slice(from ?? undefined, to ?? undefined) }));
        }
      }
      await catalog.close();
    },
    0.2,
  ));
