import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COLLECTIONS, type CollectionName } from '../../src/model/fields.js';
import type { Directives, SearchRequest } from '../../src/model/requests.js';
import type { Catalog } from '../../src/partdex.js';
import { listOf } from '../oracle/documents.js';
import { OracleError } from '../oracle/errors.js';
import { attempt } from './compare.js';
import { build, canonical, collectionOf } from './engine.js';
import { holds, type Sample, samples } from './settings.js';

function directivesOf({ include, show, hide, slice }: SearchRequest): Directives {
  return Object.fromEntries(Object.entries({ include, show, hide, slice }).filter(([, value]) => value !== undefined));
}

/** Every uid that the oracle's collection has, merged ones too, and some that it has not. */
function uidsOf({ oracle }: Sample, collection: CollectionName): string[] {
  const living = oracle.catalog.rows[collection].map(({ uid }) => uid);
  return [
    ...living,
    ...(collection === 'parts' ? oracle.catalog.redirects.keys() : []),
    'nobody',
    'toString',
    'ffffffffffffff0f',
  ];
}

it('gives every record by its uid, as the directives show it', () =>
  holds(
    samples({ requestCount: 5 }),
    async (sample) => {
      const { source, oracle, asked } = sample;
      const catalog = await build(source);
      for (const { collection, request } of asked) {
        const directives = directivesOf(request);
        for (const uid of uidsOf(sample, collection)) {
          const expected = attempt(() => oracle.get(collection, uid, directives));
          const given = collectionOf(catalog, collection).get(uid, directives);
          const example = () => `${collection} ${JSON.stringify({ uid, directives })} of ${JSON.stringify(source)}`;
          if (expected instanceof OracleError) await expect(given, example()).rejects.toMatchObject({ name: 'ValidationError' });
          else expect(canonical(await given), example()).toBe(canonical(expected));
        }
      }
      await catalog.close();
    },
    0.3,
  ));

it('gives several records under the uids that were asked for, without those that do not exist', () =>
  holds(
    fc.tuple(samples({ requestCount: 0 }), fc.constantFrom(...COLLECTIONS), fc.array(fc.nat(), { maxLength: 20 })),
    async ([sample, collection, picks]) => {
      const catalog = await build(sample.source);
      const known = uidsOf(sample, collection);
      const uids = picks.map((pick) => known[pick % known.length]);
      const answer = await collectionOf(catalog, collection).getMulti(uids);
      expect(canonical(answer)).toBe(canonical(Object.fromEntries(sample.oracle.getMulti(collection, uids))));
      expect(Object.getPrototypeOf(answer)).toBeNull();
      await expect(collectionOf(catalog, collection).getMulti(Array(21).fill('x'))).rejects.toMatchObject({
        name: 'ValidationError',
      });
      await catalog.close();
    },
    0.5,
  ));

it('gives the surviving part for a merged uid', () =>
  holds(
    samples({ requestCount: 0 }),
    async ({ source }) => {
      const catalog = await build(source);
      for (const part of source.parts as { uid: string; redirected_uids?: string | string[] }[]) {
        for (const merged of listOf(part.redirected_uids) as string[]) {
          expect(await catalog.parts.get(merged, { show: ['uid'] })).toEqual({ uid: part.uid });
          expect(Object.keys(await catalog.parts.getMulti([merged]))).toEqual([merged]);
        }
      }
      await catalog.close();
    },
    0.5,
  ));

it('answers maps without prototype', () =>
  holds(
    samples({ requestCount: 0 }),
    async ({ source, oracle }) => {
      const catalog = await build(source);
      for (const { uid } of oracle.catalog.rows.parts) await expectBareMaps(catalog, uid);
      await catalog.close();
    },
    0.2,
  ));

async function expectBareMaps(catalog: Catalog, uid: string): Promise<void> {
  const part = await catalog.parts.get(uid, { include: ['specs', 'datasheets'] });
  expect(Object.getPrototypeOf(part?.specs)).toBeNull();
  for (const { prices } of part?.offers ?? []) if (prices) expect(Object.getPrototypeOf(prices)).toBeNull();
  for (const { metadata } of part?.datasheets ?? []) if (metadata) expect(Object.getPrototypeOf(metadata)).toBeNull();
}
