import type { Postings } from '../../index/postings.js';
import type { CompanyCollection } from '../../model/schema.js';
import { livingNumbers, type PartReading, readParts } from './living-parts.js';
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
export interface PlacedCompany extends NamedCompany {
  readonly place: number;
  readonly nth: number;
}

/** For each of some uids, the first living part that names it; without those that no part names. */
export async function namedCompanies(
  segments: readonly SnapshotSegment[],
  collection: CompanyCollection,
  uids: Iterable<string>,
  reading: PartReading,
): Promise<Map<string, PlacedCompany>> {
  const all = new Set(uids);
  const named = new Map<string, PlacedCompany>();
  for (const segment of segments) {
    for (const [uid, found] of await namedIn(segment, collection, all, reading)) {
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
  reading: PartReading,
): Promise<Map<string, PlacedCompany>> {
  const { parts, [collection]: records } = segment.file.segments;
  const known = await records.field('uid')?.dictionary.load();
  // A company that some part of the file names has a record there, given or gathered.
  const search = new FirstNames(segment, collection, new Set([...uids].filter((uid) => known && known.find(uid) >= 0)), reading);
  if (search.isOver) return search.found;
  if (collection === 'sellers' && (await parts.paths.load()).find(BROKER_UID) >= 0) await search.read(livingNumbers(segment));
  else await search.readCandidates();
  return search.found;
}

/** Looks for the first living parts of a segment that name some companies. */
class FirstNames {
  readonly found = new Map<string, PlacedCompany>();

  /** @param open the uids that are looked for */
  constructor(
    private readonly segment: SnapshotSegment,
    private readonly collection: CompanyCollection,
    private readonly open: Set<string>,
    private readonly reading: PartReading,
  ) {}

  get isOver(): boolean {
    return this.open.size === 0;
  }

  /**
   * Reads documents in ascending order until all companies are found.
   * @param firsts by uid, the only document that counts: the first one that has it. Default: all of them
   */
  async read(numbers: ArrayLike<number>, firsts?: ReadonlyMap<string, number>): Promise<void> {
    for await (const { number, place, facts } of readParts(this.segment, numbers, this.reading)) {
      for (const [nth, { collection, uid, isNamed, text }] of facts.companies.entries()) {
        if (collection !== this.collection || !isNamed || (firsts && firsts.get(uid) !== number)) continue;
        if (this.open.delete(uid)) this.found.set(uid, { uid, record: JSON.parse(text), place, nth });
      }
      if (this.isOver) break;
    }
  }

  /**
   * Reads the first documents that have the uids. Nearly all of them name their companies; the others of those that do not are read
   * in the end.
   */
  async readCandidates(): Promise<void> {
    const documents = await DocumentsOfUids.of(this.segment, UID_FIELDS[this.collection]);
    if (!documents) return;
    const firsts = new Map([...this.open].map((uid) => [uid, documents.first(uid)]));
    await this.read(ascending([...firsts.values()].filter(Number.isFinite)), firsts);
    if (!this.isOver) await this.read(ascending([...this.open].flatMap((uid) => [...documents.all(uid)])));
  }
}

/** Which living documents of a segment have a uid in one of its fields. */
class DocumentsOfUids {
  private constructor(
    private readonly dictionary: { find(text: string): number },
    private readonly postings: Postings,
    private readonly numbers: Uint32Array,
    private readonly dead: SnapshotSegment['dead'],
  ) {}

  static async of({ file, dead }: SnapshotSegment, name: string): Promise<DocumentsOfUids | undefined> {
    const { parts } = file.segments;
    const field = parts.field(name);
    if (!field) return undefined;
    const loaded = await Promise.all([field.dictionary.load(), field.postings.load(), parts.documentNumbers.load()]);
    return new DocumentsOfUids(...loaded, dead);
  }

  /** The number of the first one; Infinity if there is none. A seller may have most of the parts: nothing is allocated for a row. */
  first(uid: string): number {
    const { numbers, dead } = this;
    const rows = this.rowsOf(uid);
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < rows.length; i++) {
      const number = numbers[rows[i]];
      if (number < least && !dead?.has(number)) least = number;
    }
    return least;
  }

  /** The numbers of all, in any order. */
  all(uid: string): Uint32Array {
    const { numbers, dead } = this;
    return this.rowsOf(uid)
      .map((row) => numbers[row])
      .filter((number) => !dead?.has(number));
  }

  private rowsOf(uid: string): Uint32Array {
    const ordinal = this.dictionary.find(uid);
    if (ordinal < 0) return new Uint32Array(0);
    const rows = new Uint32Array(this.postings.count(ordinal));
    this.postings.collect(ordinal, rows, 0);
    return rows;
  }
}

function ascending(numbers: readonly number[]): Uint32Array {
  return Uint32Array.from(new Set(numbers)).sort();
}
