import fc from 'fast-check';
import { it } from 'vitest';
import { InvalidDocumentError } from '../../src/model/errors.js';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { requests } from '../arbitraries/requests.js';
import { OracleError } from '../oracle/errors.js';
import { createOracle } from '../oracle/oracle.js';
import { attempt, difference } from './compare.js';
import { canonical } from './engine.js';
import { holdsFor } from './report.js';

/** Parts that cannot be, whatever else the catalog has. */
const INVALID: readonly unknown[] = [
  {},
  { mpn: 'm' },
  { uid: 'invalid' },
  { uid: '', mpn: 'm' },
  { uid: 'invalid', mpn: '' },
  { uid: 7, mpn: 'm' },
  { uid: 'invalid', mpn: true },
  { uid: 'x'.repeat(256), mpn: 'm' },
  { uid: 'invalid', mpn: 'm', brand: 'Yageo' },
  { uid: 'invalid', mpn: 'm', offers: ['S-1'] },
  { uid: 'invalid', mpn: 'm', descriptions: 'text' },
  { uid: 'invalid', mpn: 'm', offers: [{ is_authorized: 'yes' }] },
  { uid: 'invalid', mpn: 'm', specs: [] },
  { uid: 'invalid', mpn: 'm', specs: { a: { value: true } } },
  { uid: 'invalid', mpn: 'm', specs: { a: { value: [{}] } } },
  { uid: 'invalid', mpn: 'm', short_description: 5 },
  { uid: 'invalid', mpn: 'm', category_uids: [5] },
  { uid: 'invalid', mpn: 'm', redirected_uids: ['twice', 'twice'] },
  null,
  'text',
  5,
  [],
];

it('an invalid part is refused with its place, or skipped and reported', () =>
  holdsFor(
    (catalog) =>
      fc.record({ document: fc.constantFrom(...INVALID), at: fc.nat(catalog.rows.parts.length), asked: requests(catalog) }),
    async (whole, { document, at, asked }, oracle) => {
      const parts = oracle.source.parts.slice();
      parts.splice(at, 0, document);
      const broken = { ...oracle.source, parts } as unknown as CatalogSource;
      if (!(attempt(() => createOracle({ ...oracle.source, parts })) instanceof OracleError)) return 'accepted by the oracle';
      const error = await buildCatalog(broken).catch((thrown: unknown) => thrown);
      if (!(error instanceof InvalidDocumentError)) return `throws ${error}`;
      if (error.line !== at + 1 || error.source !== 'parts') return `place ${error.source}:${error.line}, not parts:${at + 1}`;

      const reported: InvalidDocumentError[] = [];
      const catalog = await buildCatalog(broken, {
        priceCurrency: oracle.catalog.priceCurrency,
        onInvalid: (one) => reported.push(one),
      });
      if (reported.length !== 1 || reported[0].line !== at + 1)
        return `reports ${reported.map(({ message }) => message).join('; ')}`;
      if (canonical(catalog.info) !== canonical(whole.info))
        return `info ${canonical(catalog.info)}, not ${canonical(whole.info)}`;
      const fault = await difference(catalog, oracle, asked);
      await catalog.close();
      return fault;
    },
    { share: 0.1, sources: catalogs({ maxParts: 20 }) },
  ));
