import fc from 'fast-check';
import { it } from 'vitest';
import type { Category } from '../../src/partdex.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { build, canonical } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

const sources = () => catalogs({ maxParts: 30 });

it('a category counts the parts that a filter by it finds, but where its record says another number', () =>
  holdsFor(
    ({ rows }) => fc.constantFrom(...rows.categories.map(({ uid, given }) => [uid, given.num_parts ?? null] as const), undefined),
    async (catalog, category) => {
      if (category === undefined) return undefined;
      const [uid, given] = category;
      const { hits } = await catalog.parts.search({ filter: { fields: { category_uids: [uid] } }, limit: 0 });
      const shown = await catalog.categories.get(uid, { show: ['num_parts'] });
      const wanted = { num_parts: given ?? hits };
      return canonical(shown) === canonical(wanted) ? undefined : `${uid}: ${canonical(shown)}, not ${canonical(wanted)}`;
    },
    { share: 0.2, sources: sources() },
  ));

it('a category is found by each place in the tree that it shows, and by no other', () =>
  holdsFor(
    ({ rows }) =>
      fc.tuple(fc.constantFrom('parent_uid', 'ancestor_uids'), fc.constantFrom(...rows.categories.map((c) => c.uid), 'gone')),
    async (catalog, [field, uid]) => {
      const shown: string[] = [];
      for await (const category of catalog.categories.scan({ sortby: 'uid' })) {
        const value = category[field as 'parent_uid' | 'ancestor_uids'];
        if (Array.isArray(value) ? value.includes(uid) : value === uid) shown.push(category.uid);
      }
      const request = { filter: { fields: { [field]: [uid] } }, facet: { fields: { [field]: { include: true, limit: 100 } } } };
      const { hits, results, facet_results } = await catalog.categories.search({ ...request, sortby: 'uid', limit: 100 });
      const found = results.map(({ item }) => item.uid);
      if (canonical(found) !== canonical(shown)) return `${field} ${uid}: finds ${found}, not ${shown}`;
      const count = facet_results.fields[field].facets.find(({ value }) => value === uid)?.count ?? 0;
      return count === hits ? undefined : `${field} ${uid}: counts ${count}, not ${hits}`;
    },
    { share: 0.2, sources: sources() },
  ));

it('builds the same categories from those that were answered', () =>
  holdsFor(
    () => fc.constant('categories'),
    async (catalog, _, { source }) => {
      const all = async ({ categories }: typeof catalog): Promise<Category[]> => {
        const list: Category[] = [];
        for await (const category of categories.scan({ include: ['imagesets'] })) list.push(category);
        return list;
      };
      const categories = await all(catalog);
      const again = await build({ ...(source as Parameters<typeof build>[0]), categories });
      const rebuilt = await all(again);
      await again.close();
      return canonical(rebuilt) === canonical(categories)
        ? undefined
        : `rebuilds ${canonical(rebuilt)}\n from ${canonical(categories)}`;
    },
    { share: 0.03, sources: sources() },
  ));
