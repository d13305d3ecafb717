import fc from 'fast-check';
import { it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { authorizedBy } from '../oracle/authorized.js';
import { createOracle } from '../oracle/oracle.js';
import { difference } from '../support/property/compare.js';
import { Counterexample, holds } from '../support/property/settings.js';

const uids = ['co0', 'co1', '00000000000000d2', '00000000000000d3', 'co 4', 'co5', 'only here', '__proto__'];
const sellers = fc.subarray(uids);

/** Terms by own members, so that a maker may be called `__proto__`. */
const terms = fc.record(
  {
    lists: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...uids), sellers), { selector: ([maker]) => maker, maxLength: 5 })
      .map((entries): Record<string, string[]> => Object.fromEntries(entries)),
    members: sellers,
  },
  { requiredKeys: [], noNullPrototype: true },
);

it('a catalog with terms of authorization answers as one whose offers say what the terms say', () =>
  holds(
    fc.record({ source: catalogs({ maxParts: 20 }), authorized: terms }),
    async ({ source, authorized }) => {
      const catalog = await buildCatalog(source as unknown as CatalogSource, { authorized });
      const oracle = createOracle(authorizedBy(source, authorized));
      for (const request of [
        { limit: 100, show: ['uid', 'offers'] },
        {
          filter: { fields: { 'offers.is_authorized': ['true'] } },
          facet: { fields: { 'offers.is_authorized': { include: true } } },
        },
      ]) {
        const fault = await difference(catalog, oracle, { collection: 'parts', request });
        if (fault !== undefined)
          throw new Counterexample(`${fault}\nby ${JSON.stringify(authorized)}\nof ${JSON.stringify(source)}`);
      }
      await catalog.close();
    },
    0.1,
  ));
