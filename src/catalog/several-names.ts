import { CatalogBuilder } from '../build/catalog-builder.js';
import { filledMember } from '../build/filled-members.js';
import { objectDocuments } from '../build/source-documents.js';
import { IS_LEFT_OUT } from '../encoding/given-members.js';
import type { CollectionManifest } from '../encoding/manifest.js';
import { Segment } from '../index/segment.js';
import type { CompanyCollection } from '../model/schema.js';
import { ReplacedSections } from '../storage/replaced-sections.js';
import type { Sections } from '../storage/section-store.js';
import { type CatalogFile, manifestOf } from './catalog-file.js';
import { storedDocuments } from './several-documents.js';
import { type CompanyRecords, type FileRecords, inMemory, isGiven, type StoredRecord } from './several-records.js';

/** The parts of a file, and what their index is read from. */
export interface FileParts {
  readonly sections: Sections;
  readonly manifest: CollectionManifest;
  readonly segment: Segment;
}

/** Where parts refer to companies of a collection. */
const MEMBERS: Readonly<Record<CompanyCollection, string>> = {
  brands: 'brand',
  manufacturers: 'manufacturer',
  sellers: 'offers.seller',
};

/**
 * The parts of a file. A part that leaves out the name of a company is found by the name in the record that was given for its uid. If
 * another file gives that record, the index of the parts is made anew; the documents stay in the file.
 * @param own the records of the file
 * @param companies those of all files
 */
export async function namedParts(file: CatalogFile, own: FileRecords, companies: CompanyRecords): Promise<FileParts> {
  const { store, manifest, segments } = file;
  const filled = manifest.ownFields.flatMap(({ name }) => filledMember(name) ?? []);
  for (const collection of Object.keys(MEMBERS) as CompanyCollection[]) {
    const members = filled.filter((one) => one.collection === collection).map(({ member }) => member);
    if (hasOtherMembers(members, own.companies[collection], companies[collection])) return indexedAnew(file, own, companies);
    if (await hasOtherNames(segments.parts, collection, own.companies, companies)) return indexedAnew(file, own, companies);
  }
  return { sections: store, manifest: manifest.collections.parts, segment: segments.parts };
}

const recordsOf = new WeakMap<readonly StoredRecord[], ReadonlyMap<string, StoredRecord['record']>>();

/** The records that were given, by uid: commits that change none share them. */
function givenByUid(stored: readonly StoredRecord[]): ReadonlyMap<string, StoredRecord['record']> {
  let records = recordsOf.get(stored);
  if (!records) recordsOf.set(stored, (records = new Map(stored.filter(isGiven).map(({ uid, record }) => [uid, record]))));
  return records;
}

/** Whether the name of a company that some part of a file leaves out is another one in the file alone. */
async function hasOtherNames(
  parts: Segment,
  collection: CompanyCollection,
  own: CompanyRecords,
  all: CompanyRecords,
): Promise<boolean> {
  const ownRecords = new Map(own[collection].map((stored) => [stored.uid, stored]));
  const uids = await parts.field(`${MEMBERS[collection]}.uid`)?.dictionary.load();
  if (!uids) return false;
  const records = givenByUid(all[collection]);
  // Only those that the file knows: the segment of an update has few, the catalog may have many.
  const uidsOfParts = Array.from({ length: uids.size }, (_, ordinal) => uids.value(ordinal));
  for (const uid of new Set([...ownRecords.keys(), ...uidsOfParts])) {
    const known = ownRecords.get(uid);
    // In a catalog that changes a record of the file may be gone.
    const [before, now] = [known && isGiven(known) ? known.record : undefined, records.get(uid)];
    if (!before && !now) continue;
    if ((now && flagOf(now)) !== (before && flagOf(before))) {
      if (uids.find(uid) >= 0) return true;
    } else if (now?.name !== before?.name) {
      // A company without a record in the file has no name in any of its parts.
      if (known ? (known.given & IS_LEFT_OUT) !== 0 : uids.find(uid) >= 0) return true;
    }
  }
  return false;
}

/** Whether records that were given have other values of some members than those of the file alone. */
function hasOtherMembers(members: readonly string[], own: readonly StoredRecord[], all: readonly StoredRecord[]): boolean {
  if (members.length === 0) return false;
  const ownRecords = new Map(own.filter(isGiven).map(({ uid, record }) => [uid, record]));
  const records = new Map(all.filter(isGiven).map(({ uid, record }) => [uid, record]));
  return [...new Set([...ownRecords.keys(), ...records.keys()])].some((uid) => {
    const [before, now] = [ownRecords.get(uid), records.get(uid)];
    return members.some((member) => (now && givenMember(now, member)) !== (before && givenMember(before, member)));
  });
}

const givenMember = (record: object, member: string): unknown => new Map(Object.entries(record)).get(member) ?? undefined;

const flagOf = (record: object): unknown => ('display_flag' in record ? (record.display_flag ?? undefined) : undefined);

async function indexedAnew(file: CatalogFile, own: FileRecords, companies: CompanyRecords): Promise<FileParts> {
  const { name, store, manifest, segments } = file;
  const given = (collection: CompanyCollection) => {
    return objectDocuments(
      collection,
      companies[collection].filter(isGiven).map(({ record }) => record),
    );
  };
  const { priceCurrency, specMetadata, ownFields } = manifest;
  // All documents were accepted when the file was built, but for merged uids that live on: these are not listed again.
  const specTypes = new Map(manifest.specs.map(({ key, type }) => [key, type]));
  const settings = { priceCurrency, fields: ownFields, storesParts: false, onInvalid: () => {}, specTypes };
  const replacing = await inMemory(store.codec, (writer) =>
    new CatalogBuilder(writer, store.codec, settings).build({
      parts: storedDocuments(name, segments.parts),
      categories: objectDocuments(
        'categories',
        own.categories.map(({ document }) => document),
      ),
      brands: given('brands'),
      manufacturers: given('manufacturers'),
      sellers: given('sellers'),
      spec_metadata: objectDocuments('spec_metadata', specMetadata),
    }),
  );
  const { parts } = (await manifestOf(replacing)).collections;
  const sections = new ReplacedSections(store, replacing);
  return { sections, manifest: parts, segment: new Segment(sections, 'parts', parts) };
}
