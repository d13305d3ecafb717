import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BundleArray, BundleReader, bundlePieces } from '../../../src/encoding/bundle.js';
import { buildCatalog, type Catalog, CorruptCatalogError, openCatalog } from '../../../src/partdex.js';
import { catalogOf, sectionsOf } from '../../support/crafted-catalog.js';
import { forAllAsync, scaled } from '../../support/for-all.js';
import { partLists, SHARED } from '../../support/query-parts.js';
import { concatenated } from '../../support/sections.js';

let sections: Map<string, Uint8Array>;

beforeAll(async () => {
  const lists = fc.sample(partLists(30), { numRuns: 20, seed: 7 });
  const parts = lists
    .sort((a, b) => b.length - a.length)[0]
    .map((part, i) => ({ ...part, redirected_uids: [`old ${i}`], manufacturer: { uid: 'm', name: 'Maker' } }));
  sections = await sectionsOf(await (await buildCatalog({ ...SHARED, parts })).toBytes());
});

/** Validates the catalog with some of its sections replaced, checksums made to fit. */
async function validated(changes: Record<string, Uint8Array | undefined>): Promise<Catalog> {
  const changed = new Map(sections);
  for (const [name, bytes] of Object.entries(changes)) {
    expect(sections.has(name), name).toBe(true);
    if (bytes) changed.set(name, bytes);
    else changed.delete(name);
  }
  const catalog = await openCatalog(await catalogOf(changed));
  await catalog.validate();
  return catalog;
}

/** Asks for something of every kind of structure. */
async function send(catalog: Catalog): Promise<void> {
  const queries = [
    'brand.name:t*',
    'mpn:[a TO z]',
    'specs.n.value:[0 TO 10]',
    'descriptions.value:"thick film"',
    'NOT category_uids:root',
  ];
  for (const query of queries) await catalog.parts.search({ q: 'film', filter: { queries: [query] }, sortby: 'offers.sku desc' });
  for (const q of ['"thick film"', 'rc06*', '10k -chip']) await catalog.parts.search({ q, include: ['specs'] });
}

async function refused(changes: Record<string, Uint8Array | undefined>, section?: string): Promise<void> {
  const error = await validated(changes).catch((thrown: unknown) => thrown);
  expect(error, Object.keys(changes).join()).toBeInstanceOf(CorruptCatalogError);
  if (section) expect((error as CorruptCatalogError).section).toBe(section);
}

type Kind = 'u8' | 'u16' | 'u32' | 'i32' | 'f64' | 'unsigned';

/** A section with one of its arrays changed. */
function changed(name: string, kinds: readonly Kind[], change: (arrays: BundleArray[]) => void): Uint8Array {
  const bytes = sections.get(name) as Uint8Array;
  const reader = new BundleReader(name, bytes.slice());
  const arrays = kinds.map((kind) => reader[kind]().slice());
  change(arrays);
  return concatenated(bundlePieces(arrays));
}

function withManifest(change: (manifest: never) => unknown): Uint8Array {
  const text = new TextDecoder().decode(new BundleReader('manifest', sections.get('manifest') as Uint8Array).u8());
  const manifest = JSON.parse(text) as never;
  const replaced = change(manifest);
  return concatenated(bundlePieces([new TextEncoder().encode(JSON.stringify(replaced === undefined ? manifest : replaced))]));
}

describe('validate', () => {
  it('passes on good catalogs', async () => {
    await validated({});
    await forAllAsync([partLists(12)], async (parts) => (await buildCatalog({ ...SHARED, parts })).validate(), scaled(30));
  });

  it('finds every section that is missing', async () => {
    for (const name of sections.keys()) {
      // The two that a catalog may be without.
      if (name.endsWith('/redirects') || name.endsWith('/pairs')) await validated({ [name]: undefined });
      else await refused({ [name]: undefined }, name);
    }
  });

  it('finds every section that is empty, cut or another one', async () => {
    for (const [name, bytes] of sections) {
      if (bytes.length > 0) await refused({ [name]: new Uint8Array(0) });
      if (bytes.length > 40) await refused({ [name]: bytes.slice(0, bytes.length - 16) });
    }
    const [codes, postings] = ['parts/fields/mpn/codes', 'parts/fields/mpn/postings'].map((name) => sections.get(name));
    await refused({ 'parts/fields/mpn/codes': postings, 'parts/fields/mpn/postings': codes });
    await refused({ 'parts/fields/uid/codes': sections.get('parts/fields/brand.name/codes') });
  });

  it('finds structures that lead elsewhere', async () => {
    const CODES: Kind[] = ['u32', 'u32', 'unsigned', 'u32', 'u32'];
    const POSTINGS: Kind[] = ['u32', 'u32', 'u32', 'u32', 'i32'];
    const faults: [string, Kind[], (arrays: BundleArray[]) => void][] = [
      ['parts/rows', ['u32'], ([rows]) => (rows[0] = rows[1])],
      ['parts/rows', ['u32'], ([rows]) => (rows[0] = 1_000_000)],
      ['parts/paths', ['u32', 'u8'], ([offsets]) => (offsets[1] = 0xffffffff)],
      ['parts/paths', ['u32', 'u8'], ([, bytes]) => bytes.fill(0x61)],
      ['parts/blocks', ['u32', 'f64', 'u32', 'u32'], ([firsts]) => (firsts[0] = 1)],
      ['parts/redirects', ['u32', 'u32', 'u8', 'u32'], ([, , , rows]) => (rows[0] = 1_000_000)],
      ['parts/redirects', ['u32', 'u32', 'u8', 'u32'], ([form]) => (form[0] = 9)],
      ['parts/fields/mpn/postings', POSTINGS, ([heads]) => (heads[0] = 1_000_000)],
      ['parts/fields/brand.name/codes', CODES, ([, , codes]) => (codes[0] = codes[0] === 1 ? 2 : 1)],
      ['parts/fields/brand.name/codes', CODES, ([, , codes]) => (codes[0] = 0)],
      ['parts/fields/mpn/forms', ['u32', 'u32'], ([order]) => order.reverse()],
      ['parts/fields/mpn/dictionary', ['u32', 'u32', 'u8'], ([, , bytes]) => bytes.reverse()],
      ['parts/fields/avg_price/dictionary', ['f64', 'u32', 'u8'], ([doubles]) => (doubles[0] = Number.NaN)],
      ['parts/fields/specs.n.value/codes', CODES, ([, , codes]) => codes.fill(255)],
      ['parts/spec-blocks', ['u32', 'unsigned', 'unsigned'], ([starts]) => (starts[1] = 0xffffffff)],
      ['parts/spec-blocks', ['u32', 'unsigned', 'unsigned'], ([, fields]) => (fields[0] = 0)],
      ['parts/spec-blocks', ['u32', 'unsigned', 'unsigned'], ([, , counts]) => counts[0]++],
      ['parts/texts/keywords/postings', POSTINGS, ([, entries]) => (entries[1] = 0xffffffff)],
      ['parts/texts/keywords/terms', ['u32', 'u32', 'u8'], ([, , bytes]) => bytes.fill(255)],
      ['parts/texts/keywords/masks', ['u8', 'u32', 'u32', 'u8'], ([, starts]) => (starts[1] = 0xffffffff)],
      ['parts/texts/keywords/masks', ['u8', 'u32', 'u32', 'u8'], ([usual]) => (usual[0] = 255)],
      ['parts/texts/keywords/tokens', ['u32', 'u32', 'u8'], ([, rowStarts]) => (rowStarts[1] = 0xffffffff)],
      ['parts/texts/keywords/tokens', ['u32', 'u32', 'u8'], ([ranks]) => (ranks[0] = ranks[1])],
      ['parts/texts/keywords/tokens', ['u32', 'u32', 'u8'], ([, , stream]) => (stream[0] = 15)],
      ['parts/texts/keywords/pairs', ['u32', 'u32', ...POSTINGS], ([, keys]) => keys.reverse()],
      ['parts/texts/keywords/pairs', ['u32', 'u32', ...POSTINGS], ([, , heads]) => (heads[0] = 1_000_000)],
      ['parts/texts/keywords/scores', ['u8', 'u32', 'u32'], (arrays) => (arrays[2] = Uint32Array.of(1))],
      ['parts/texts/keywords/scores', ['u8', 'u32', 'u32'], (arrays) => (arrays[0] = arrays[0].slice(1))],
    ];
    for (const [name, kinds, change] of faults) {
      await validated({ [name]: changed(name, kinds, () => {}) });
      await refused({ [name]: changed(name, kinds, change) }, name);
    }
  });

  it('ends soon and well whatever the bytes of a section are, and so do requests to what passes', () => {
    const names = [...sections.keys()];
    const words = fc.constantFrom(0, 1, 5, 0x7fffffff, 0x80000000, 0xffffffff);
    const mutation = fc.record({
      section: fc.nat(names.length - 1),
      at: fc.nat(1_000_000),
      value: fc.oneof(words, fc.nat(255)),
      wide: fc.boolean(),
    });
    return forAllAsync(
      [fc.array(mutation, { minLength: 1, maxLength: 2 })],
      async (mutations) => {
        const changes: Record<string, Uint8Array> = {};
        for (const { section, at, value, wide } of mutations) {
          const name = names[section];
          const bytes = changes[name] ?? (sections.get(name) as Uint8Array).slice();
          if (bytes.length < 4) continue;
          if (wide) new DataView(bytes.buffer).setUint32((at % (bytes.length >> 2)) * 4, value, true);
          else bytes[at % bytes.length] = value;
          changes[name] = bytes;
        }
        const began = performance.now();
        const catalog = await validated(changes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(CorruptCatalogError);
        });
        if (catalog) await send(catalog);
        expect(performance.now() - began).toBeLessThan(5000);
      },
      scaled(300),
    );
  });
});

describe('a manifest', () => {
  interface Loose {
    collections: Record<
      string,
      { rowCount: unknown; fields: { name: unknown; kind: unknown; values: unknown }[]; texts: { fields: unknown }[] }
    >;
    specs: unknown;
  }

  const votes = { number: 0, string: 1 };
  const spec = { key: 'a', type: 'string', declared: votes, undeclared: votes, said: {} };

  it.each<[string, (manifest: Loose) => unknown]>([
    ['null', () => null],
    ['a list', () => []],
    ['no collections', (manifest) => ({ specs: manifest.specs })],
    ['a collection less', (manifest) => delete manifest.collections.sellers && manifest],
    ['no specs', (manifest) => ({ ...manifest, specs: undefined })],
    ['a spec of no type', (manifest) => ({ ...manifest, specs: [{ ...spec, type: 'colour' }] })],
    ['a spec without votes', (manifest) => ({ ...manifest, specs: [{ ...spec, undeclared: undefined }] })],
    ['a spec with votes below zero', (manifest) => ({ ...manifest, specs: [{ ...spec, declared: { number: -1, string: 0 } }] })],
    ['a spec of which nothing is said', (manifest) => ({ ...manifest, specs: [{ ...spec, said: null }] })],
    ['a spec with an invalid unit', (manifest) => ({ ...manifest, specs: [{ ...spec, said: { unit: 'ohm' } }] })],
    ['no metadata records', (manifest) => ({ ...manifest, specMetadata: undefined })],
    ['a metadata record without a key', (manifest) => ({ ...manifest, specMetadata: [{ name: 'a' }] })],
    ['a negative number of rows', ({ collections }) => void (collections.parts.rowCount = -1)],
    ['rows past every number', ({ collections }) => void (collections.parts.rowCount = 1e15)],
    ['an invalid row count', ({ collections }) => void (collections.brands.rowCount = '3')],
    ['a field of no kind', ({ collections }) => void (collections.parts.fields[0].kind = 'colour')],
    ['a field that is null', ({ collections }) => void (collections.parts.fields[0] = null as never)],
    ['no uid', ({ collections }) => void (collections.parts.fields = [])],
    ['no texts', ({ collections }) => void (collections.parts.texts = undefined as never)],
    ['a text less', ({ collections }) => void collections.parts.texts.shift()],
    [
      'a text of too many fields',
      ({ collections }) => void (collections.parts.texts[0].fields = Array(9).fill({ name: 'a', weight: 1 })),
    ],
  ])('is refused when it is or has %s', async (_, change) => {
    const bytes = await catalogOf(new Map([...sections, ['manifest', withManifest(change as (manifest: never) => unknown)]]));
    const error = await openCatalog(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CorruptCatalogError);
    expect((error as CorruptCatalogError).section).toBe('manifest');
  });

  it('that is not JSON is refused', async () => {
    const bytes = await catalogOf(new Map([...sections, ['manifest', concatenated(bundlePieces([Uint8Array.of(0x7b, 0xff)]))]]));
    await expect(openCatalog(bytes)).rejects.toThrow('catalog section "manifest": is not JSON');
  });

  it.each<[string, (manifest: Loose) => unknown]>([
    ['other rows than there are', ({ collections }) => void (collections.parts.rowCount = 0x7fffffff)],
    ['other values than there are', ({ collections }) => void (collections.parts.fields[0].values = 0xffffffff)],
    ['a field that is not there', ({ collections }) => void (collections.parts.fields[1].name = 'specs.x.value')],
    ['another kind of a field', ({ collections }) => void (collections.parts.fields[1].kind = 'number')],
  ])('is found out by validate when it has %s', async (_, change) => {
    await refused({ manifest: withManifest(change as (manifest: never) => unknown) });
  });
});
