import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build, canonical, collectionOf, uidsOf } from './engine.js';
import { holds, samples } from './settings.js';

it('pages do not overlap, and all pages together are the scan', () =>
  holds(
    fc.tuple(samples({ requestCount: 6 }), fc.integer({ min: 1, max: 9 })),
    async ([{ source, asked }, size]) => {
      const catalog = await build(source);
      for (const { collection, request } of asked) {
        const { q, filter, sortby } = request;
        const all = await uidsOf(catalog, collection, { q, filter, sortby }).catch(() => undefined);
        if (!all) continue;
        const paged: string[] = [];
        for (let start = 0; start <= all.length; start += size) {
          const page = await collectionOf(catalog, collection).search({ q, filter, sortby, start, limit: size, show: ['uid'] });
          expect(page.hits).toBe(all.length);
          paged.push(...page.results.map(({ item }) => (item as { uid: string }).uid));
        }
        expect(paged, `${JSON.stringify(request)} by ${size} of ${JSON.stringify(source)}`).toEqual(all);
        expect(new Set(paged).size).toBe(paged.length);
      }
      await catalog.close();
    },
    0.4,
  ));

it('the normalised request gives the same answer', () =>
  holds(
    samples({ requestCount: 6 }),
    async ({ source, asked }) => {
      const catalog = await build(source);
      for (const { collection, request } of asked) {
        const engine = collectionOf(catalog, collection);
        const first = await engine.search(request).catch(() => undefined);
        // As text, `sortby` cannot hold a fieldname with a comma.
        if (!first || (Array.isArray(request.sortby) && request.sortby.some(({ field }) => field.includes(',')))) continue;
        // The normalised request is a request, and means what it was made from.
        const again = await engine.search(first.request);
        expect(canonical({ ...again, msec: 0 })).toBe(canonical({ ...first, msec: 0 }));
      }
      await catalog.close();
    },
    0.4,
  ));
