import { type Digest, digestOf, digestOfWords } from '../../analysis/digest.js';
import { CatalogBuilder } from '../../build/catalog-builder.js';
import { leaveOutRedirect } from '../../build/redirects.js';
import { objectDocuments, type SourceDocument, StoredDocument } from '../../build/source-documents.js';
import { portableCodec } from '../../encoding/codec.js';
import type { SectionStore } from '../../storage/section-store.js';
import { Pauses } from '../../work/pauses.js';
import type { Backing } from '../catalog.js';
import { validateFiles } from '../catalog-file.js';
import { wholeFiles } from '../file-segments.js';
import { COMPANIES, inMemory } from '../several-records.js';
import { livingNumbers } from './living-parts.js';
import { placeOf, type SnapshotRecords, type SnapshotSegment, type SnapshotState } from './state.js';

const BATCH = 256;

/** What a snapshot is stored in: its segments' files. @param onClosed called when the catalog is closed */
export function snapshotBacking(state: SnapshotState, onClosed: () => Promise<void> = async () => {}): Backing {
  const { segments } = state;
  let digest: Digest | undefined;
  return {
    bytes: wholeFiles(segments.map(({ file }) => file)).reduce((sum, { source }) => sum + source.length, 0),
    digest: () => (digest ??= contentOf(state)),
    rowsMove: true,
    sections: () =>
      segments.flatMap(({ file }) =>
        file.store.list().map(({ name, length }) => ({
          name: segments.length === 1 ? name : `${file.name}:${name}`,
          bytes: length,
        })),
      ),
    oneFile: (signal) => inOneFile(state, signal),
    validate: async (work) => {
      await validateFiles(
        segments.map(({ file }) => file),
        work,
      );
    },
    close: onClosed,
  };
}

/** Identifies what a state holds, also after its segments were merged. */
export function contentOf({ content, segments, records, types }: SnapshotState): Digest {
  return content ?? digestOf(JSON.stringify([segments.map(textOf), recordsDigest(records), [...types]]));
}

/** Of records that several snapshots share. */
const recordDigests = new WeakMap<SnapshotRecords, Digest>();

function textOf(segment: SnapshotSegment): unknown {
  const { file, dead } = segment;
  return [file.store.digest(), dead ? dead.digest() : 0, placesText(segment)];
}

/** Of the places of segments, which never change. */
const placesDigests = new WeakMap<Float64Array, Digest>();

/** The order decides which part names a company first: the same parts in another order are another catalog. */
function placesText({ file, places, first }: SnapshotSegment): unknown {
  if (file.segments.parts.rowCount === 0) return 0;
  if (!places) return first;
  // A reader may have the same places as a list or as the first of them.
  if (places[places.length - 1] - places[0] === places.length - 1) return places[0];
  let digest = placesDigests.get(places);
  if (!digest) {
    const words = new Int32Array(places.buffer, places.byteOffset, 2 * places.length);
    placesDigests.set(places, (digest = digestOfWords(words)));
  }
  return digest;
}

function recordsDigest(records: SnapshotRecords): Digest {
  let digest = recordDigests.get(records);
  if (!digest) {
    const all = [...COMPANIES, 'categories', 'spec_metadata'].map((name) => [...records[name as keyof typeof records]]);
    recordDigests.set(records, (digest = digestOf(JSON.stringify(all))));
  }
  return digest;
}

/** One file of the living documents in their order, in memory. */
function inOneFile(state: SnapshotState, signal?: AbortSignal): Promise<SectionStore> {
  const { priceCurrency, ownFields: fields, synonyms, authorized, types: specTypes, records } = state;
  const terms = { authorized, authorizedIs: 'stored' as const };
  const settings = { signal, priceCurrency, fields, synonyms, ...terms, specTypes, onInvalid: leaveOutRedirect };
  return inMemory(portableCodec, (writer) =>
    new CatalogBuilder(writer, portableCodec, settings).build({
      parts: livingDocuments(state.segments),
      categories: objectDocuments('categories', records.categories.values()),
      brands: objectDocuments('brands', records.brands.values()),
      manufacturers: objectDocuments('manufacturers', records.manufacturers.values()),
      sellers: objectDocuments('sellers', records.sellers.values()),
      spec_metadata: objectDocuments('spec_metadata', records.spec_metadata.values()),
    }),
  );
}

/** The documents of a segment that live, in the order of their places. */
class Cursor {
  place = Number.POSITIVE_INFINITY;
  private at = 0;
  private texts: readonly Uint8Array[] = [];
  private readonly pauses = new Pauses();

  private constructor(
    private readonly segment: SnapshotSegment,
    private readonly numbers: Uint32Array,
  ) {
    this.settle();
  }

  static async of(segment: SnapshotSegment): Promise<Cursor> {
    return new Cursor(segment, livingNumbers(segment));
  }

  private settle(): void {
    const { at, numbers, segment } = this;
    this.place = at < numbers.length ? placeOf(segment, numbers[at]) : Number.POSITIVE_INFINITY;
  }

  async next(): Promise<SourceDocument> {
    const { file } = this.segment;
    const { at, numbers } = this;
    if (at % BATCH === 0) {
      const some = Array.from(numbers.subarray(at, at + BATCH));
      this.texts = await this.pauses.run(file.segments.parts.documents.readTexts(some));
    }
    this.at++;
    this.settle();
    return new StoredDocument(file.name, numbers[at] + 1, this.texts[at % BATCH]);
  }
}

/** The living documents of all segments in their order. */
export async function* livingDocuments(segments: readonly SnapshotSegment[]): AsyncIterable<SourceDocument[]> {
  const cursors = await Promise.all(segments.map((segment) => Cursor.of(segment)));
  let batch: SourceDocument[] = [];
  for (;;) {
    let first: Cursor | undefined;
    for (const cursor of cursors) if (cursor.place < (first?.place ?? Number.POSITIVE_INFINITY)) first = cursor;
    if (!first) break;
    batch.push(await first.next());
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
