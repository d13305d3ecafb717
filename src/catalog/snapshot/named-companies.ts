import type { Segment } from '../../index/segment.js';
import type { CompanyCollection } from '../../model/schema.js';
import { livingNumbers, readParts } from './living-parts.js';
import type { PartFactsReader } from './part-facts.js';
import type { NamedCompany, SnapshotSegment } from './state.js';

/** The fields of parts that have the uids of companies. */
const UID_FIELDS: Readonly<Record<CompanyCollection, string>> = {
  brands: 'brand.uid',
  manufacturers: 'manufacturer.uid',
  sellers: 'offers.seller.uid',
};
/** Sellers that no field has. */
const BROKER_UID = 'broker_listings.seller.uid';

/** A company as a part names it, with the place of the part. */
interface Placed extends NamedCompany {
  readonly place: number;
}

/** For each of some uids, the first living part that names it; without those that no part names. */
export async function namedCompanies(
  segments: readonly SnapshotSegment[],
  collection: CompanyCollection,
  uids: ReadonlySet<string>,
  reader: PartFactsReader,
): Promise<Map<string, Placed>> {
  const named = new Map<string, Placed>();
  for (const segment of segments) {
    for (const [uid, found] of await namedIn(segment, collection, uids, reader)) {
      const known = named.get(uid);
      if (!known || found.place < known.place) named.set(uid, found);
    }
  }
  return named;
}

async function namedIn(
  segment: SnapshotSegment,
  collection: CompanyCollection,
  uids: ReadonlySet<string>,
  reader: PartFactsReader,
): Promise<Map<string, Placed>> {
  const found = new Map<string, Placed>();
  const { parts, [collection]: records } = segment.file.segments;
  const known = await records.field('uid')?.dictionary.load();
  // A company that some part of the file names has a record there, given or gathered.
  const open = new Set([...uids].filter((uid) => known && known.find(uid) >= 0));
  if (open.size === 0) return found;
  for await (const { place, facts } of readParts(segment, await candidates(segment, parts, collection, open), reader)) {
    for (const company of facts.companies) {
      if (company.collection !== collection || !company.isNamed || !open.delete(company.uid)) continue;
      found.set(company.uid, { uid: company.uid, record: JSON.parse(company.text), place });
    }
    if (open.size === 0) break;
  }
  return found;
}

/** The numbers of the living documents that may have one of some uids, ascending. */
async function candidates(
  segment: SnapshotSegment,
  parts: Segment,
  collection: CompanyCollection,
  uids: ReadonlySet<string>,
): Promise<Uint32Array> {
  if (collection === 'sellers' && (await parts.paths.load()).find(BROKER_UID) >= 0) return livingNumbers(segment);
  const field = parts.field(UID_FIELDS[collection]);
  if (!field) return new Uint32Array(0);
  const [dictionary, postings, numbers] = await Promise.all([
    field.dictionary.load(),
    field.postings.load(),
    parts.documentNumbers.load(),
  ]);
  const found = new Set<number>();
  for (const uid of uids) {
    const ordinal = dictionary.find(uid);
    if (ordinal < 0) continue;
    const rows = new Uint32Array(postings.count(ordinal));
    postings.collect(ordinal, rows, 0);
    for (const row of rows) if (!segment.dead?.has(numbers[row])) found.add(numbers[row]);
  }
  return Uint32Array.from(found).sort();
}
