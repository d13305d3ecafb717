import { CatalogBuilder } from '../build/catalog-builder.js';
import { objectDocuments, type SourceDocument, StoredDocument } from '../build/source-documents.js';
import type { CatalogFile } from '../catalog/catalog-file.js';
import { categoriesOf } from '../catalog/snapshot/open-snapshot.js';
import type { PartFacts } from '../catalog/snapshot/part-facts.js';
import type { RecordCollection, SnapshotRecords, SnapshotState } from '../catalog/snapshot/state.js';
import type { Codec } from '../encoding/codec.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';

/** A part that is put, with the part that it replaces if there is one. */
export interface DeltaPart {
  readonly text: Uint8Array;
  readonly line: number;
  readonly source: string;
}

const BATCH = 64;

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

  /** Those records, and the categories above them. */
  of(records: SnapshotRecords): SnapshotRecords {
    const { tree } = categoriesOf(records);
    const categories = new Set([...this.uids.categories].flatMap((uid) => [uid, ...tree.ancestorsOf(uid)]));
    const some = (all: ReadonlyMap<string, object>, wanted: ReadonlySet<string>) =>
      new Map([...all].filter(([uid]) => wanted.has(uid)));
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

/** Writes parts as a segment of their own. @param parts in the order of their places */
export async function writeSegment(
  state: Pick<SnapshotState, 'priceCurrency' | 'ownFields' | 'types'>,
  records: SnapshotRecords,
  parts: AsyncIterable<readonly SourceDocument[]>,
  target: DeltaTarget,
  onNotice: (notice: string) => void,
  signal: AbortSignal | undefined,
): Promise<CatalogFile> {
  const { priceCurrency, ownFields, types: specTypes } = state;
  return target.make(async (writer) => {
    const settings = { signal, priceCurrency, fields: ownFields, specTypes, onNotice };
    await new CatalogBuilder(writer, target.codec, settings).build({
      parts,
      categories: objectDocuments('categories', records.categories.values()),
      brands: objectDocuments('brands', records.brands.values()),
      manufacturers: objectDocuments('manufacturers', records.manufacturers.values()),
      sellers: objectDocuments('sellers', records.sellers.values()),
      spec_metadata: objectDocuments('spec_metadata', records.spec_metadata.values()),
    });
  });
}

/** Documents of texts, in batches. */
export async function* inBatches(parts: AsyncIterable<DeltaPart> | Iterable<DeltaPart>): AsyncIterable<SourceDocument[]> {
  let batch: SourceDocument[] = [];
  for await (const { source, line, text } of parts) {
    batch.push(new StoredDocument(source, line, text));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
