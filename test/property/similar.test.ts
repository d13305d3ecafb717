import fc from 'fast-check';
import { afterEach, it } from 'vitest';
import { hasStock } from '../../src/analysis/offer-price.js';
import { inStockOf } from '../../src/catalog/internals.js';
import { NotFoundError, type Part, type SimilarResponse } from '../../src/partdex.js';
import { fastPaths } from '../../src/work/fast-paths.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { catalogsOfSimilarParts, similarRequests } from '../arbitraries/similar.js';
import { OracleError } from '../oracle/errors.js';
import { similarTo } from '../oracle/similar.js';
import { attempt, compareErrors } from '../support/property/compare.js';
import { holdsFor } from '../support/property/report.js';

const sources = fc.oneof({ weight: 1, arbitrary: catalogs() }, { weight: 3, arbitrary: catalogsOfSimilarParts });

it('finds the similar parts that the oracle finds, in its order, with its differences', () =>
  holdsFor(
    similarRequests,
    async (catalog, { uid, request }, oracle) => {
      const expected = attempt(() => similarTo(oracle, uid, request));
      let found: SimilarResponse;
      try {
        found = await catalog.parts.similar(uid, request);
      } catch (error) {
        if (error instanceof NotFoundError) return expected === undefined ? undefined : `knows no part ${uid}`;
        return compareErrors(expected, error);
      }
      if (expected === undefined || expected instanceof OracleError) return compareErrors(expected, found);
      const [is, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
      return is === wanted ? undefined : `similar\n  is ${is}\n not ${wanted}`;
    },
    { sources },
  ));

afterEach(() => {
  fastPaths.similarColumns = true;
});

it('finds the same by columns as by documents', () =>
  holdsFor(
    similarRequests,
    async (catalog, { uid, request }) => {
      const answers: string[] = [];
      for (const byColumns of [true, false]) {
        fastPaths.similarColumns = byColumns;
        answers.push(await catalog.parts.similar(uid, request).then(JSON.stringify, String));
      }
      const [found, expected] = answers;
      return found === expected ? undefined : `by columns\n  is ${found}\n not ${expected}`;
    },
    { sources },
  ));

it('finds those in stock for parts lists as a list would of the answer', () =>
  holdsFor(
    similarRequests,
    async (catalog, { uid }) => {
      const part = await catalog.parts.get(uid, { show: ['uid', 'brand', 'specs', 'offers', 'category_uids'] });
      const find = inStockOf(catalog.parts);
      if (!find) return 'the parts have no method for lists';
      if (!part) return undefined;
      const show = ['uid', 'offers'];
      const { items } = await catalog.parts.similar(uid, { show: [...show, 'brand'] });
      const without = new Set(items.slice(1, 2).map(({ item }) => item.uid));
      const able = items.map(({ item }) => item).filter((item) => hasStock(item) && !without.has(item.uid));
      const isOwn = (item: Part) => item.brand?.name === part.brand?.name;
      const ordered = [...able.filter(isOwn), ...able.filter((item) => !isOwn(item))].slice(0, 3);
      const [found, expected] = [await find({ part, most: 3, without, show }), ordered].map((parts) =>
        parts.map((item) => item.uid).join(),
      );
      return found === expected ? undefined : `in stock\n  is ${found}\n not ${expected}`;
    },
    { sources },
  ));
