import fc from 'fast-check';
import { it } from 'vitest';
import { buildCatalog, type CatalogSource, openCatalog } from '../../src/partdex.js';
import { catalogsOfOffers, offerRequests, ratesOption } from '../arbitraries/offers.js';
import { createOracle } from '../oracle/oracle.js';
import { difference } from '../support/property/compare.js';
import { holdsFor } from '../support/property/report.js';
import { samples } from '../support/property/samples.js';
import { Counterexample, holds } from '../support/property/settings.js';

it('finds, counts, sorts and shows offers, prices and stock as the oracle does', () =>
  holdsFor(offerRequests, (catalog, requested, oracle) => difference(catalog, oracle, requested), { sources: catalogsOfOffers }));

it('converts prices as the oracle does', () =>
  holds(
    fc.tuple(samples(offerRequests, catalogsOfOffers), ratesOption),
    async ([{ source, priceCurrency, questions }, rates]) => {
      const oracle = createOracle(source, { priceCurrency, ...(rates && { rates }) });
      const built = await buildCatalog(source as unknown as CatalogSource, { priceCurrency });
      const catalog = await openCatalog(await built.toBytes(), rates && { rates });
      for (const question of questions) {
        const fault = await difference(catalog, oracle, question);
        if (fault === undefined) continue;
        const of = `of ${JSON.stringify(source)}, ${JSON.stringify(rates)}`;
        throw new Counterexample(`${fault}\nasked ${JSON.stringify(question)}\n${of}`);
      }
      await Promise.all([built.close(), catalog.close()]);
    },
    0.5,
  ));
