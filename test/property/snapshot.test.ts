import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CorruptCatalogError, PartdexError } from '../../src/model/errors.js';
import { COLLECTIONS } from '../../src/model/fields.js';
import { type Catalog, openCatalog } from '../../src/partdex.js';
import { build, canonical, collectionOf } from './engine.js';
import { holds, type Sample, samples } from './settings.js';

/** Everything that is asked of a catalog, each question with a name. */
function questions({ oracle, asked }: Sample): [string, (catalog: Catalog) => Promise<unknown>][] {
  const searches = asked.map(({ collection, request }): [string, (catalog: Catalog) => Promise<unknown>] => [
    `${collection} ${JSON.stringify(request)}`,
    async (catalog) => ({ ...(await collectionOf(catalog, collection).search(request)), msec: 0 }),
  ]);
  const facets: [string, (catalog: Catalog) => Promise<unknown>] = [
    'drilldown',
    async (catalog) => ({ ...(await catalog.parts.search({ spec_drilldown: { include: true } })), msec: 0 }),
  ];
  const gets = COLLECTIONS.flatMap((collection) =>
    oracle.catalog.rows[collection].map(({ uid }): [string, (catalog: Catalog) => Promise<unknown>] => [
      `${collection} ${uid}`,
      (catalog) =>
        collectionOf(catalog, collection).get(uid, collection === 'parts' ? { include: ['specs', 'descriptions'] } : {}),
    ]),
  );
  return [...searches, facets, ...gets];
}

/** The answer as text, or the error's class and message. */
async function outcome(answer: Promise<unknown>): Promise<string> {
  try {
    return canonical(await answer);
  } catch (error) {
    if (error instanceof PartdexError && !(error instanceof CorruptCatalogError)) return `${error.name}: ${error.message}`;
    throw error;
  }
}

it('an opened catalog answers as the built one, from every kind of bytes', () =>
  holds(
    samples({ requestCount: 10 }),
    async (sample) => {
      const built = await build(sample.source, sample.priceCurrency);
      const bytes = await built.toBytes();
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of built.toBlobParts()) pieces.push(Uint8Array.from(piece));
      const offset = new Uint8Array(bytes.length + 3);
      offset.set(bytes, 3);
      const opened = [await openCatalog(bytes), await openCatalog(offset.subarray(3)), await openCatalog(new Blob(pieces))];
      for (const [name, ask] of questions(sample)) {
        const expected = await outcome(ask(built));
        for (const catalog of opened) expect(await outcome(ask(catalog)), name).toBe(expected);
      }
      for (const catalog of opened) {
        await catalog.validate();
        expect(canonical(catalog.info)).toBe(canonical(built.info));
        expect(await catalog.toBytes()).toEqual(bytes);
        await catalog.close();
      }
      await built.close();
    },
    0.3,
  ));

it('the same input gives the same bytes', () =>
  holds(
    samples({ requestCount: 0 }),
    async ({ source }) => {
      const [one, two] = [await build(source), await build(structuredClone(source))];
      expect(await two.toBytes()).toEqual(await one.toBytes());
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

it('damaged bytes give CorruptCatalogError or the right answer', () =>
  holds(
    fc.tuple(samples({ requestCount: 6, maxParts: 30 }), fc.array(damages(), { minLength: 6, maxLength: 6 })),
    async ([sample, kinds]) => {
      const built = await build(sample.source, sample.priceCurrency);
      const bytes = await built.toBytes();
      const asked = questions(sample);
      const expected = await Promise.all(asked.map(([, ask]) => outcome(ask(built))));
      for (const damage of kinds) {
        const example = `${JSON.stringify(damage)} of ${bytes.length} bytes of ${JSON.stringify(sample.source)}`;
        const catalog = await expectCorrupt(openCatalog(damaged(bytes, damage)), example);
        if (!catalog) continue;
        for (const [i, [name, ask]] of asked.entries()) {
          const answer = await expectCorrupt(outcome(ask(catalog)), `${name} after ${example}`);
          if (answer !== undefined) expect(answer, `${name} after ${example}`).toBe(expected[i]);
        }
        await catalog.close();
      }
      await built.close();
    },
    0.5,
  ));

/** The result, or undefined for a CorruptCatalogError that names a section; anything else fails. */
async function expectCorrupt<T>(result: Promise<T>, example: string): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    expect(error, example).toBeInstanceOf(CorruptCatalogError);
    expect((error as CorruptCatalogError).section, example).not.toBe('');
    return undefined;
  }
}
