import fc from 'fast-check';
import { it } from 'vitest';
import { requests } from '../arbitraries/requests.js';
import { canonical, collectionOf, uidsOf } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

it('pages do not overlap, and all pages together are the scan', () =>
  holdsFor(
    (catalog) => fc.record({ asked: requests(catalog), size: fc.integer({ min: 1, max: 9 }) }),
    async (catalog, { asked: requested, size }) => {
      const { collection, request } = requested;
      const { q, filter, sortby } = request;
      const all = await uidsOf(catalog, collection, { q, filter, sortby }).catch(() => undefined);
      if (!all) return undefined;
      const paged: string[] = [];
      for (let start = 0; start <= all.length; start += size) {
        const page = await collectionOf(catalog, collection).search({ q, filter, sortby, start, limit: size, show: ['uid'] });
        if (page.hits !== all.length) return `hits ${page.hits} at ${start}, not ${all.length}`;
        paged.push(...page.results.map(({ item }) => (item as { uid: string }).uid));
      }
      return canonical(paged) === canonical(all) ? undefined : `pages ${canonical(paged)}, not ${canonical(all)}`;
    },
    { share: 0.3 },
  ));

it('the normalised request gives the same answer', () =>
  holdsFor(
    requests,
    async (catalog, { collection, request }) => {
      const engine = collectionOf(catalog, collection);
      // As text, `sortby` cannot hold a fieldname with a comma.
      if (Array.isArray(request.sortby) && request.sortby.some(({ field }) => field?.includes(','))) return undefined;
      const first = await engine.search(request).catch(() => undefined);
      if (!first) return undefined;
      // The normalised request says `include: false` where the given one was silent, and silence may be a mistake.
      const isOfBoth = (warning: string) => !warning.endsWith(' requests nothing without include: true');
      const [is, wanted] = [await engine.search(first.request), first].map((answer) =>
        canonical({ ...answer, msec: 0, warnings: answer.warnings.filter(isOfBoth) }),
      );
      return is === wanted ? undefined : `answers ${is}\n not ${wanted}`;
    },
    { share: 0.3 },
  ));
