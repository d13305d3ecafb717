import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InvalidDocumentError } from '../../src/model/errors.js';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { createOracle } from '../oracle/oracle.js';
import { attempt, difference } from './compare.js';
import { holds, samples } from './settings.js';

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
  holds(
    fc.tuple(samples({ requestCount: 5, maxParts: 15 }), fc.constantFrom(...INVALID), fc.nat()),
    async ([{ source, priceCurrency, asked, oracle }, document, pick]) => {
      const position = pick % (source.parts.length + 1);
      const parts = [...source.parts.slice(0, position), document, ...source.parts.slice(position)];
      const broken = { ...source, parts } as unknown as CatalogSource;
      expect(attempt(() => createOracle({ ...source, parts }))).toBeInstanceOf(Error);
      const example = `${JSON.stringify(document)} at ${position}`;
      await expect(buildCatalog(broken), example).rejects.toMatchObject({ name: 'InvalidDocumentError', line: position + 1 });

      const reported: InvalidDocumentError[] = [];
      const catalog = await buildCatalog(broken, { priceCurrency, onInvalid: (error) => reported.push(error) });
      expect(
        reported.map(({ line }) => line),
        example,
      ).toEqual([position + 1]);
      for (const one of asked) expect(await difference(catalog, oracle, one), JSON.stringify(one)).toBeUndefined();
      await catalog.close();
    },
    0.3,
  ));
