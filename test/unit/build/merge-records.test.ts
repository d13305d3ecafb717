import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CatalogBuilder } from '../../../src/build/catalog-builder.js';
import {
  completeCategory,
  givenCategory,
  type MergedSpec,
  mergeCategories,
  mergeRecords,
  mergeVotes,
} from '../../../src/build/merge-records.js';
import { objectDocuments } from '../../../src/build/source-documents.js';
import { portableCodec } from '../../../src/encoding/codec.js';
import { ALL_GIVEN, IS_GIVEN } from '../../../src/encoding/given-members.js';
import type { CatalogManifest } from '../../../src/encoding/manifest.js';
import { readManifest } from '../../../src/index/manifest.js';
import { Segment } from '../../../src/index/segment.js';
import type { Category } from '../../../src/model/documents.js';
import type { CollectionName } from '../../../src/model/fields.js';
import { Pauses } from '../../../src/work/pauses.js';
import { catalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import { forAllAsync, scaled } from '../../support/for-all.js';
import { storeOf } from '../../support/sections.js';

const RECORDS = ['categories', 'brands', 'manufacturers', 'sellers'] as const;

/** A record as a file stores it. */
interface Stored {
  readonly uid: string;
  readonly given: number;
  readonly record: Category;
}

interface File {
  readonly manifest: CatalogManifest;
  readonly records: Record<string, Stored[]>;
}

/** What a build of the documents stores. */
async function fileOf(source: JsonSource): Promise<File> {
  const store = await storeOf(async (writer) => {
    const of = (name: keyof JsonSource) => objectDocuments(name, source[name]);
    const [parts, categories, brands] = [of('parts'), of('categories'), of('brands')];
    const [manufacturers, sellers, spec_metadata] = [of('manufacturers'), of('sellers'), of('spec_metadata')];
    const input = { parts, categories, brands, manufacturers, sellers, spec_metadata };
    await new CatalogBuilder(writer, portableCodec, { onInvalid: () => {} }).build(input);
  });
  const manifest = readManifest((await store.bundle('manifest')).u8());
  const records: Record<string, Stored[]> = {};
  for (const name of RECORDS) records[name] = await recordsOf(new Segment(store, name, manifest.collections[name]));
  return { manifest, records };
}

async function recordsOf(segment: Segment): Promise<Stored[]> {
  const numbers = Array.from(await segment.documentNumbers.load());
  const documents = (await new Pauses().run(segment.documents.read(numbers))) as Category[];
  const given = (await segment.given.load()) as Uint8Array;
  const stored = documents.map((record, row) => ({ uid: record.uid, given: given[row], record, number: numbers[row] }));
  // In the order in which they came.
  return stored.sort((a, b) => a.number - b.number);
}

/** Documents, some of them in several files under different names. */
const again = (records: readonly object[], file: number) => records.map((record) => ({ ...record, more: file }));

/** A catalog split into files; each has some records, and all categories or none. */
const splits = fc
  .tuple(
    catalogs({ maxParts: 30 }),
    fc.array(fc.nat(2), { minLength: 30, maxLength: 30 }),
    fc.array(fc.nat(7), { minLength: 3, maxLength: 3 }),
  )
  .map(([source, fileOfPart, choices]) =>
    choices.map((choice, file): JsonSource => {
      const some = (records: object[], shift: number) => again(records, file).filter((_, i) => ((i + choice) >> shift) % 2 === 0);
      return {
        parts: source.parts.filter((_, i) => fileOfPart[i] === file),
        categories: choice > 2 ? again(source.categories, file) : [],
        brands: some(source.brands, 0),
        manufacturers: some(source.manufacturers, 1),
        sellers: some(source.sellers, 2),
        spec_metadata: some(source.spec_metadata, choice % 3),
      };
    }),
  );

/** All documents, of records with one uid or key the first. */
function together(files: readonly JsonSource[]): JsonSource {
  const firsts = (name: keyof JsonSource, key: 'uid' | 'key') => {
    const all = files.flatMap((file) => file[name]) as { uid: string; key: string }[];
    return all.filter((record, i) => all.findIndex((other) => other[key] === record[key]) === i);
  };
  return {
    parts: files.flatMap(({ parts }) => parts),
    categories: firsts('categories', 'uid'),
    brands: firsts('brands', 'uid'),
    manufacturers: firsts('manufacturers', 'uid'),
    sellers: firsts('sellers', 'uid'),
    spec_metadata: firsts('spec_metadata', 'key'),
  };
}

describe('several files', () => {
  it('have the spec keys of a build of all their documents', () =>
    forAllAsync(
      [splits],
      async (sources) => {
        const files = await Promise.all(sources.map(fileOf));
        const whole = await fileOf(together(sources));
        const merged = mergeVotes(files.map(({ manifest }) => manifest));
        expect(merged.map(({ differing, ...spec }) => spec)).toEqual(whole.manifest.specs.map(({ places, ...spec }) => spec));
        const howRead = ({ type, metadata: { unit } }: Pick<MergedSpec, 'type' | 'metadata'>) =>
          JSON.stringify([type, unit?.name ?? null, unit?.symbol ?? null]);
        for (const { differing, ...spec } of merged) {
          const own = files.map(({ manifest }) => manifest.specs.find(({ key }) => key === spec.key));
          const isOther = (file: number) => own[file] !== undefined && howRead(own[file]) !== howRead(spec);
          expect(differing).toEqual([0, 1, 2].filter(isOther));
        }
      },
      scaled(30),
    ));

  it('have the companies of a build of all their documents', () =>
    forAllAsync(
      [splits],
      async (sources) => {
        const files = await Promise.all(sources.map(fileOf));
        const whole = await fileOf(together(sources));
        for (const name of ['brands', 'manufacturers', 'sellers'] as const satisfies CollectionName[]) {
          const merged = mergeRecords(files.map(({ records }) => records[name]));
          const found = Array.from(merged.values(), ({ file, at }) => files[file].records[name][at]);
          // The other bit tells what the parts of a file leave out.
          const facts = ({ given, record }: Stored) => ({ isGiven: (given & IS_GIVEN) !== 0, record });
          expect(found.map(facts)).toEqual(whole.records[name].map(facts));
        }
      },
      scaled(30),
    ));

  it('have the categories of a build of all their documents', () =>
    forAllAsync(
      [splits],
      async (sources) => {
        const files = await Promise.all(sources.map(fileOf));
        const whole = await fileOf(together(sources));
        const given = files.map(({ records }) => records.categories.map((stored) => givenCategory(stored.record, stored.given)));
        const { tree, records, faults } = mergeCategories(given);
        const counts = new Map<string, number>();
        for (const part of sources.flatMap((source) => source.parts as { category_uids?: unknown }[])) {
          const listed = [part.category_uids ?? []].flat().filter((uid) => typeof uid === 'string');
          const all = new Set(listed.flatMap((uid) => [uid, ...tree.ancestorsOf(uid)]));
          for (const uid of all) counts.set(uid, (counts.get(uid) ?? 0) + 1);
        }
        expect(faults.size).toBe(0);
        const found = records.map((category) => completeCategory(category, tree, counts.get(category.record.uid) ?? 0));
        expect(found).toEqual(whole.records.categories.map(({ record }) => record));
      },
      scaled(30),
    ));

  it('that put the parents of categories in a circle are reported', () => {
    const category = (uid: string, parent_uid: string | null, ...ancestor_uids: string[]): Category => {
      return { uid, name: uid, parent_uid, ...(ancestor_uids.length > 0 && { ancestor_uids }) };
    };
    const first = [category('a', 'b', 'b')];
    const second = [category('a', null), category('b', 'c'), category('c', 'a')];
    const { records, faults } = mergeCategories(
      [first, second].map((file) => file.map((record) => givenCategory(record, ALL_GIVEN))),
    );
    expect([...faults.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(records).toEqual([]);
  });

  it('give what was given before what was gathered, and the first before later ones', () => {
    const gathered = { uid: 'a', given: 0 };
    const given = { uid: 'a', given: 1 };
    expect(mergeRecords([[gathered], [given], [given]]).get('a')).toEqual({ file: 1, at: 0 });
    expect(mergeRecords([[], [gathered], [gathered]]).get('a')).toEqual({ file: 1, at: 0 });
  });
});
