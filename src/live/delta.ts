import type { KnownElsewhere } from '../build/build-settings.js';
import { CatalogBuilder } from '../build/catalog-builder.js';
import { objectDocuments, type SourceDocument, StoredDocument } from '../build/source-documents.js';
import type { CatalogFile } from '../catalog/catalog-file.js';
import { categoriesOf } from '../catalog/snapshot/open-snapshot.js';
import type { PartFacts } from '../catalog/snapshot/part-facts.js';
import type { RecordCollection, SnapshotRecords, SnapshotState } from '../catalog/snapshot/state.js';
import type { Codec } from '../encoding/codec.js';
import type { InvalidDocumentError } from '../model/errors.js';
import type { CompanyCollection } from '../model/schema.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';

/** A part that is put, with the part that it replaces if there is one. */
export interface DeltaPart {
  readonly text: Uint8Array;
  readonly line: number;
  readonly source: string;
}

/** What of the records the parts of a segment refer to. */
export class ReferredRecords {
  private readonly uids: Readonly<Record<RecordCollection, Set<string>>> = {
    brands: new Set(),
    manufacturers: new Set(),
    sellers: new Set(),
    categories: new Set(),
  };
  private readonly keys = new Set<string>();

  add({ companies, categories, specs }: PartFacts): void {
    for (const { collection, uid } of companies) this.uids[collection].add(uid);
    for (const uid of categories) this.uids.categories.add(uid);
    for (const key of specs.keys()) this.keys.add(key);
  }

  /** The types of their spec keys. */
  typesOf(types: SnapshotState['types']): SnapshotState['types'] {
    return new Map(
      [...this.keys].flatMap((key) => {
        const type = types.get(key);
        return type ? [[key, type] as const] : [];
      }),
    );
  }

  /** What the catalog has of what they refer to. */
  knownIn({ facts, segments }: SnapshotState): KnownElsewhere {
    const named = (collection: CompanyCollection) => [...this.uids[collection]].filter((uid) => facts.named[collection].has(uid));
    return {
      hasPrices: segments.some(({ file }) => (file.segments.parts.field('avg_price')?.info.rowCount ?? 0) > 0),
      companies: { brands: named('brands'), manufacturers: named('manufacturers'), sellers: named('sellers') },
    };
  }

  /** Those records, and the categories above them. */
  of(records: SnapshotRecords): SnapshotRecords {
    const { tree } = categoriesOf(records);
    const categories = new Set([...this.uids.categories].flatMap((uid) => [uid, ...tree.ancestorsOf(uid)]));
    // In the order of the parts: the catalog may have many records, and their order is that of its own lists.
    const some = (all: ReadonlyMap<string, object>, wanted: ReadonlySet<string>) =>
      new Map([...wanted].flatMap((uid) => (all.has(uid) ? [[uid, all.get(uid) as object]] : [])));
    return {
      brands: some(records.brands, this.uids.brands),
      manufacturers: some(records.manufacturers, this.uids.manufacturers),
      sellers: some(records.sellers, this.uids.sellers),
      categories: some(records.categories, categories),
      spec_metadata: some(records.spec_metadata, this.keys) as SnapshotRecords['spec_metadata'],
    };
  }
}

/** Where a segment of changed parts is written, and how it is opened again. */
export interface DeltaTarget {
  readonly codec: Codec;
  /** Calls `write`, and opens what it wrote. */
  make(write: (writer: CatalogWriter) => Promise<unknown>): Promise<CatalogFile>;
}

/** What of a catalog the segment of an update depends on. */
export interface DeltaState extends Pick<SnapshotState, 'priceCurrency' | 'ownFields' | 'types'> {
  /** What the catalog has, of which an update need not tell that it is missing. */
  readonly known?: KnownElsewhere;
  /** The terms for the parts that it puts; undefined for parts that are stored as they are. */
  readonly authorized?: SnapshotState['authorized'];
}

/** The parts that an update puts, in the order of their places, and the records that they refer to. */
export interface Delta {
  readonly state: DeltaState;
  readonly records: SnapshotRecords;
  readonly count: number;
  /** The places of the parts, ascending. */
  readonly places: Float64Array;
  readonly parts: AsyncIterable<readonly DeltaPart[]>;
}

/** Writes the segment of an update, and opens it. */
export type WriteDelta = (
  delta: Delta,
  onNotice: (notice: string) => void,
  signal: AbortSignal | undefined,
) => Promise<CatalogFile>;

/** Documents of a segment, with its records. */
export interface SegmentInput extends Omit<Delta, 'count' | 'places' | 'parts'> {
  readonly parts: AsyncIterable<readonly SourceDocument[]>;
  /** Default: an invalid document is an error. */
  readonly onInvalid?: (error: InvalidDocumentError) => void;
}

/** Writes parts as a segment of their own. */
export async function writeSegment(
  input: SegmentInput,
  target: DeltaTarget,
  onNotice: (notice: string) => void,
  signal: AbortSignal | undefined,
): Promise<CatalogFile> {
  return target.make((writer) => buildDelta(input, writer, target.codec, onNotice, signal));
}

/** Builds a segment into a writer. */
export async function buildDelta(
  { state, records, parts, onInvalid }: SegmentInput,
  writer: CatalogWriter,
  codec: Codec,
  onNotice: (notice: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { priceCurrency, ownFields, types: specTypes, known, authorized } = state;
  // The facts of the commit have the terms.
  const terms = { authorized, authorizedIs: 'applied' as const };
  const settings = { signal, priceCurrency, fields: ownFields, specTypes, onNotice, onInvalid, known, ...terms };
  await new CatalogBuilder(writer, codec, settings).build({
    parts,
    categories: objectDocuments('categories', records.categories.values()),
    brands: objectDocuments('brands', records.brands.values()),
    manufacturers: objectDocuments('manufacturers', records.manufacturers.values()),
    sellers: objectDocuments('sellers', records.sellers.values()),
    spec_metadata: objectDocuments('spec_metadata', records.spec_metadata.values()),
  });
}

/** Writes the segment of an update in the caller's thread. */
export function writeTo(target: DeltaTarget): WriteDelta {
  return ({ state, records, parts }, onNotice, signal) =>
    writeSegment({ state, records, parts: documentsOf(parts) }, target, onNotice, signal);
}

async function* documentsOf(parts: Delta['parts']): AsyncIterable<SourceDocument[]> {
  for await (const batch of parts) yield batch.map(({ source, line, text }) => new StoredDocument(source, line, text));
}
