import { rowsOfDocuments } from '../../build/fields-writer.js';
import { StoredDocument } from '../../build/source-documents.js';
import { aliveSegment } from '../../index/alive/alive-segment.js';
import { DeadRows } from '../../index/alive/dead-rows.js';
import type { Segment } from '../../index/segment.js';
import { Pauses } from '../../work/pauses.js';
import type { PartFacts, PartFactsReader } from './part-facts.js';
import { placeOf, type SnapshotSegment } from './state.js';

/** Documents that are read at a time. */
const BATCH = 64;

/** A part with its place in the order of all. */
export interface PlacedPart {
  /** Of its document in the segment. */
  readonly number: number;
  readonly place: number;
  readonly facts: PartFacts;
}

/** How parts are read. */
export interface PartReading {
  readonly reader: PartFactsReader;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/** The numbers of the living documents of a segment, ascending. */
export function livingNumbers({ file, dead }: SnapshotSegment): Uint32Array {
  const { rowCount } = file.segments.parts;
  const living = new Uint32Array(rowCount - (dead?.count ?? 0));
  for (let number = 0, at = 0; number < rowCount; number++) if (!dead?.has(number)) living[at++] = number;
  return living;
}

/** A view of some parts without those that live no more. @param parts those of the segment's file, in whatever order their rows are */
export async function aliveParts(parts: Segment, dead: DeadRows | undefined): Promise<Segment> {
  return aliveSegment(parts, dead && deadRowsOf(await parts.documentNumbers.load(), dead));
}

/** What the snapshots of a file share. */
interface KnownRows {
  readonly rowOf: Uint32Array;
  /** The newest dead documents, with their rows. */
  newest: { readonly documents: DeadRows; readonly rows: DeadRows | undefined } | undefined;
}

/** By the document of each row. */
const known = new WeakMap<Uint32Array, KnownRows>();

/** The rows of dead documents. An update adds few to those that were dead before. */
function deadRowsOf(documentOf: Uint32Array, documents: DeadRows): DeadRows | undefined {
  let own = known.get(documentOf);
  if (!own) known.set(documentOf, (own = { rowOf: rowsOfDocuments(documentOf), newest: undefined }));
  const { rowOf, newest } = own;
  if (newest?.documents === documents) return newest.rows;
  const before = newest && documents.hasAll(newest.documents) ? newest : undefined;
  const more = before ? documents.rowsSince(before.documents) : documents.rows();
  const rows = DeadRows.with(
    before?.rows,
    more.map((document) => rowOf[document]),
    rowOf.length,
  );
  own.newest = { documents, rows };
  return rows;
}

/** Some documents of a segment, read one batch after the other: a reader that has enough stops. */
export async function* readParts(
  segment: SnapshotSegment,
  numbers: ArrayLike<number>,
  { reader, signal }: PartReading,
): AsyncIterable<PlacedPart> {
  const { file } = segment;
  const pauses = new Pauses();
  // The first batch is small: mostly it is enough.
  for (let from = 0, size = 4; from < numbers.length; from += size, size = Math.min(BATCH, size * 2)) {
    signal?.throwIfAborted();
    const some = Array.from({ length: Math.min(size, numbers.length - from) }, (_, i) => numbers[from + i]);
    const texts = await pauses.run(file.segments.parts.documents.readTexts(some));
    for (const [i, text] of texts.entries()) {
      const facts = reader.read(new StoredDocument(file.name, some[i] + 1, text));
      yield { number: some[i], place: placeOf(segment, some[i]), facts };
    }
  }
}
