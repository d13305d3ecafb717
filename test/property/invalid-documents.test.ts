import fc from 'fast-check';
import { it } from 'vitest';
import { InvalidDocumentError } from '../../src/model/errors.js';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { catalogs } from '../arbitraries/catalogs.js';
import { OWN_FIELDS } from '../arbitraries/own-fields.js';
import { requests } from '../arbitraries/requests.js';
import { OracleError } from '../oracle/errors.js';
import { createOracle } from '../oracle/oracle.js';
import { attempt, difference } from '../support/property/compare.js';
import { canonical } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

type Source = 'parts' | 'categories' | 'brands' | 'manufacturers' | 'sellers' | 'spec_metadata';

const part = (members: object) => ['parts', { uid: 'invalid', mpn: 'm', ...members }] as const;
const category = (members: object) => ['categories', { uid: 'invalid', name: 'n', ...members }] as const;
const specs = (spec: unknown) => part({ specs: { a: spec } });

/** Documents that cannot be, whatever else the catalog has. */
const INVALID: readonly (readonly [Source, unknown])[] = [
  ...[null, 'text', 5, [], {}, { mpn: 'm' }, { uid: 'invalid' }].map((document) => ['parts', document] as const),
  ...[null, 'text', {}, { name: 'n' }, { uid: 'invalid' }, { uid: 'invalid', name: 5 }].map(
    (document) => ['categories', document] as const,
  ),
  part({ uid: '' }),
  part({ mpn: '' }),
  part({ uid: 7 }),
  part({ mpn: true }),
  part({ uid: 'x'.repeat(256) }),
  part({ brand: 'Yageo' }),
  part({ brand: { aliases: [5] } }),
  part({ brand: { uid: 5 } }),
  part({ offers: ['S-1'] }),
  part({ offers: [{ seller: { aliases: {} } }] }),
  part({ offers: [{ is_authorized: 'yes' }] }),
  part({ offers: [{ prices: { USD: 1 } }] }),
  part({ descriptions: 'text' }),
  part({ short_description: 5 }),
  part({ short_description: [] }),
  part({ reference_designs: [{ title: ['T'] }] }),
  part({ reference_designs: [{ description: [null] }] }),
  part({ catalog_url: [] }),
  part({ category_uids: [5] }),
  part({ category_uids: [''] }),
  part({ redirected_uids: ['twice', 'twice'] }),
  part({ redirected_uids: ['invalid'] }),
  part({ specs: [] }),
  specs({ value: true }),
  specs({ value: [{}] }),
  specs({ min_value: [1] }),
  specs({ metadata: 'decimal' }),
  specs({ metadata: { datatype: 1 } }),
  specs({ metadata: { unit: 'V' } }),
  category({ num_parts: '12' }),
  category({ num_parts: 1.5 }),
  category({ aliases: 5 }),
  category({ parent_uid: '' }),
  category({ ancestor_uids: [null, 5] }),
  category({ parent_uid: 'nobody' }),
  category({ parent_uid: 'nobody', ancestor_uids: ['somebody'] }),
  category({ parent_uid: 'invalid' }),
  ['brands', { uid: 'invalid', name: 'n', aliases: [true] }],
  ['brands', { uid: 'invalid', name: 'n', homepage_url: 5 }],
  ['manufacturers', { uid: 'invalid', name: null }],
  ['sellers', { uid: 'invalid', name: 'n', has_ecommerce: 'yes' }],
  ...[{}, { key: 5 }, { key: 'invalid', datatype: 'float' }, { key: 'invalid', unit: { name: 5 } }, 'text'].map(
    (document) => ['spec_metadata', document] as const,
  ),
];

it('an invalid document is refused with its place, or skipped and reported', () =>
  holdsFor(
    (catalog) => fc.record({ invalid: fc.constantFrom(...INVALID), at: fc.nat(60), asked: requests(catalog) }),
    async (whole, { invalid: [source, document], at, asked: requested }, oracle) => {
      const documents: unknown[] = [...((oracle.source[source] as readonly unknown[] | undefined) ?? [])];
      const line = Math.min(at, documents.length) + 1;
      documents.splice(line - 1, 0, document);
      const broken = { ...oracle.source, [source]: documents };
      if (!(attempt(() => createOracle(broken)) instanceof OracleError)) return 'accepted by the oracle';
      const given = broken as unknown as CatalogSource;
      const error = await buildCatalog(given, { fields: OWN_FIELDS }).catch((thrown: unknown) => thrown);
      if (!(error instanceof InvalidDocumentError)) return `throws ${error}`;
      if (error.line !== line || error.source !== source) return `place ${error.source}:${error.line}, not ${source}:${line}`;

      const reported: InvalidDocumentError[] = [];
      const catalog = await buildCatalog(given, {
        priceCurrency: oracle.catalog.priceCurrency,
        fields: OWN_FIELDS,
        onInvalid: (one) => reported.push(one),
      });
      if (reported.length !== 1 || reported[0].line !== line)
        return `reports ${reported.map(({ message }) => message).join('; ')}`;
      if (canonical(catalog.info) !== canonical(whole.info))
        return `info ${canonical(catalog.info)}, not ${canonical(whole.info)}`;
      const fault = await difference(catalog, oracle, requested);
      await catalog.close();
      return fault;
    },
    { share: 0.1, sources: catalogs({ maxParts: 20 }) },
  ));
