import type { Filling } from '../answers/shape.js';
import { IS_GIVEN } from '../encoding/given-members.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { CompanyCollection } from '../model/schema.js';
import { Pauses, type Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';

/** Records of a collection that are kept between calls. */
const KEPT = 1 << 14;
/** Largest size of a collection's compressed documents that are read at once, before a part refers to one of them. */
const PREFETCHED_BYTES = 1 << 17;

/** The records of one collection, of which only those that were given fill anything. */
class ReferredRecords {
  /** By uid; null for a uid without a record that was given. */
  readonly known = new Map<string, object | null>();
  private prefetched: Promise<unknown> | undefined = undefined;
  private counted: boolean | undefined = undefined;

  constructor(private readonly segments: readonly Segment[]) {}

  need(needs: Needs): void {
    for (const segment of this.segments) {
      segment.needToFind(needs);
      needs.add(segment.given).add(segment.documentNumbers).add(segment.documents.table);
    }
  }

  /** Whether any record was given; what is needed must be loaded. */
  get hasAny(): boolean {
    this.counted ??= this.segments.some(({ given }) => given.value.some((mask) => (mask & IS_GIVEN) !== 0));
    return this.counted;
  }

  /** Begins to read the documents, if they are few: over a network they come with those of the parts that refer to them. */
  prefetch(): void {
    if (this.prefetched || !this.hasAny) return;
    const small = this.segments.filter(({ documents }) => documents.packedBytes <= PREFETCHED_BYTES);
    // A failure is not reported here: the call that needs the documents reads them again.
    this.prefetched = Promise.all(small.map(({ documents }) => new Pauses().run(documents.prefetch()))).catch(() => {});
  }

  /** Reads the records of some uids. */
  *read(uids: readonly string[], work: Work): Task<Map<string, object | null>> {
    const found = new Map<string, object | null>(uids.map((uid) => [uid, null]));
    for (const segment of this.segments) {
      const numbers = segment.documentNumbers.value;
      const given = segment.given.value;
      const rows = uids.map((uid) => segment.rowOf(uid)).filter((row) => row >= 0 && (given[row] & IS_GIVEN) !== 0);
      const documents = yield* segment.documents.read(
        rows.map((row) => numbers[row]),
        work,
      );
      for (const document of documents as { uid: string }[]) found.set(document.uid, document);
    }
    if (this.known.size + found.size > KEPT) this.known.clear();
    for (const [uid, record] of found) this.known.set(uid, record);
    return found;
  }
}

/** The companies that parts refer to by uid. */
export class References {
  private readonly collections: ReadonlyMap<CompanyCollection, ReferredRecords>;
  private isPrepared = false;

  constructor(segments: Readonly<Record<CompanyCollection, readonly Segment[]>>) {
    const names: readonly CompanyCollection[] = ['brands', 'manufacturers', 'sellers'];
    this.collections = new Map(names.map((name) => [name, new ReferredRecords(segments[name])]));
  }

  /** Adds what finding a record needs. */
  need(needs: Needs): void {
    for (const records of this.collections.values()) records.need(needs);
  }

  /** Loads what finding a record needs, and begins to read records. */
  *prepare(): Task<void> {
    if (this.isPrepared) return;
    const needs = new Needs();
    this.need(needs);
    if (!needs.isEmpty) yield* load(needs);
    for (const records of this.collections.values()) records.prefetch();
    this.isPrepared = true;
  }

  of(collection: CompanyCollection): ReferredRecords {
    return this.collections.get(collection) as ReferredRecords;
  }
}

/**
 * What a catalog adds to the parts of one read. A record that is not there yet is noted as missing: the caller reads all of those
 * together, and shapes the parts that need them again.
 */
export class PartFilling implements Filling {
  private readonly read = new Map<CompanyCollection, Map<string, object | null>>();
  private readonly wanted = new Map<CompanyCollection, Set<string>>();
  /** Number of look-ups of records that are not loaded yet. */
  missing = 0;
  readonly shared: Map<string, object> | undefined;

  /** @param keepsLists whether the documents are read for their answers alone, which nothing changes afterwards */
  constructor(
    private readonly references: References,
    readonly specMetadata: (key: string) => object | undefined,
    readonly keepsLists: boolean,
  ) {
    this.shared = keepsLists ? new Map() : undefined;
  }

  record(collection: CompanyCollection, uid: string): object | undefined {
    const records = this.references.of(collection);
    if (!records.hasAny) return undefined;
    let record = records.known.get(uid);
    if (record === undefined) record = this.read.get(collection)?.get(uid);
    if (record !== undefined) return record ?? undefined;
    this.missing++;
    const wanted = this.wanted.get(collection);
    if (wanted) wanted.add(uid);
    else this.wanted.set(collection, new Set([uid]));
    return undefined;
  }

  /** Reads the records that are missing. */
  *readMissing(work: Work): Task<void> {
    for (const [collection, uids] of this.wanted) {
      const found = yield* this.references.of(collection).read([...uids], work);
      this.read.set(collection, new Map([...(this.read.get(collection) ?? []), ...found]));
    }
    this.wanted.clear();
  }
}
