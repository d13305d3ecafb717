import fc from 'fast-check';
import { it } from 'vitest';
import { NotFoundError, type SimilarResponse } from '../../src/partdex.js';
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
