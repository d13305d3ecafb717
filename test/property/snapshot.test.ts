import fc from 'fast-check';
import { it } from 'vitest';
import { CorruptCatalogError, PartdexError } from '../../src/model/errors.js';
import { COLLECTIONS } from '../../src/model/fields.js';
import { type Catalog, openCatalog } from '../../src/partdex.js';
import { catalogs, largeCatalogs } from '../arbitraries/catalogs.js';
import { type Asked, requests } from '../arbitraries/requests.js';
import type { Oracle } from '../oracle/oracle.js';
import { build, canonical, collectionOf } from './engine.js';
import { holdsFor } from './report.js';
import { samples } from './samples.js';
import { Counterexample, holds } from './settings.js';

type Ask = (catalog: Catalog) => Promise<unknown>;

/** Some searches and the records by their uids (of a large collection 300). */
function questions(asked: readonly Asked[], oracle: Oracle): Ask[] {
  const searches = asked.map(({ collection, request }): Ask => {
    return async (catalog) => ({ ...(await collectionOf(catalog, collection).search(request)), msec: 0 });
  });
  const gets = COLLECTIONS.flatMap((collection) =>
    oracle.catalog.rows[collection].slice(0, 300).map(({ uid }): Ask => {
      return (catalog) =>
        collectionOf(catalog, collection).get(uid, collection === 'parts' ? { include: ['specs', 'descriptions'] } : {});
    }),
  );
  return [...searches, ...gets];
}

/** The answer as text, or the class and message of the error with which a request is refused. */
async function outcome(ask: Ask, catalog: Catalog): Promise<string> {
  try {
    return canonical(await ask(catalog)) ?? 'undefined';
  } catch (error) {
    if (error instanceof PartdexError && !(error instanceof CorruptCatalogError)) return `${error.name}: ${error.message}`;
    throw error;
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i]);

it('an opened catalog answers as the built one, from every kind of bytes', () =>
  holdsFor(
    (catalog) => fc.array(requests(catalog), { minLength: 5, maxLength: 5 }),
    async (built, asked, oracle) => {
      const bytes = await built.toBytes();
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of built.toBlobParts()) pieces.push(Uint8Array.from(piece));
      const within = new Uint8Array(bytes.length + 8).fill(0xaa);
      within.set(bytes, 3);
      for (const given of [bytes, within.subarray(3, bytes.length + 3), new Blob(pieces)]) {
        const opened = await openCatalog(given);
        for (const ask of questions(asked, oracle)) {
          const [is, wanted] = [await outcome(ask, opened), await outcome(ask, built)];
          if (is !== wanted) return `answers ${is}\n not ${wanted}`;
        }
        await opened.validate();
        if (canonical(opened.info) !== canonical(built.info))
          return `info ${canonical(opened.info)}, not ${canonical(built.info)}`;
        if (!sameBytes(await opened.toBytes(), bytes)) return 'bytes of the opened catalog are others';
        await opened.close();
      }
      return undefined;
    },
    { share: 0.05 },
  ));

it('the same input gives the same bytes', () =>
  holds(
    samples(() => fc.constant(0)),
    async ({ source }) => {
      const [one, two] = [await build(source), await build(structuredClone(source))];
      if (!sameBytes(await one.toBytes(), await two.toBytes()))
        throw new Counterexample(`two builds differ: ${JSON.stringify(source)}`);
      await one.close();
      await two.close();
    },
    0.2,
  ));

type Damage =
  | { readonly kind: 'flip'; readonly at: readonly (readonly [number, number])[] }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'extend'; readonly by: readonly number[] }
  | { readonly kind: 'zero'; readonly from: number; readonly length: number };

/** Damage anywhere, and half of the time in the first two kilobytes, where the header and the section table are. */
const damages = (): fc.Arbitrary<Damage> => {
  const position = fc.oneof(fc.nat(0x7fff_ffff), fc.nat(2047));
  const byte = fc.integer({ min: 1, max: 255 });
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('flip' as const),
        at: fc.array(fc.tuple(position, byte), { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: position }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('extend' as const), by: fc.array(fc.nat(255), { minLength: 1, maxLength: 40 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('zero' as const), from: position, length: fc.integer({ min: 1, max: 64 }) }),
    },
  );
};

function damaged(bytes: Uint8Array, damage: Damage): Uint8Array {
  switch (damage.kind) {
    case 'cut':
      return bytes.slice(0, damage.at % bytes.length);
    case 'extend':
      return Uint8Array.from([...bytes, ...damage.by]);
    case 'zero':
      return bytes.slice().fill(0, damage.from % bytes.length, (damage.from % bytes.length) + damage.length);
    case 'flip': {
      const copy = bytes.slice();
      for (const [at, mask] of damage.at) copy[at % copy.length] ^= mask;
      return copy;
    }
  }
}

it.each([
  ['of small catalogs', { share: 0.3, sources: catalogs({ maxParts: 30 }) }],
  ['of large catalogs', { share: 0.01, sources: largeCatalogs() }],
])('damaged bytes %s give CorruptCatalogError or the right answer', (_, options) =>
  holdsFor(
    (catalog) => fc.record({ damage: damages(), asked: fc.array(requests(catalog), { minLength: 4, maxLength: 4 }) }),
    async (built, { damage, asked }, oracle) => {
      const opened = await unlessCorrupt(openCatalog(damaged(await built.toBytes(), damage)));
      if (!opened) return undefined;
      for (const ask of questions(asked, oracle)) {
        const is = await unlessCorrupt(outcome(ask, opened));
        const wanted = await outcome(ask, built);
        if (is !== undefined && is !== wanted) return `answers ${is}\n not ${wanted}`;
      }
      await opened.close();
      return undefined;
    },
    options,
  ),
);

/** The result, or undefined for a CorruptCatalogError that names a section; other errors are thrown on. */
async function unlessCorrupt<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CorruptCatalogError && error.section !== '') return undefined;
    throw error;
  }
}
