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

/** The numbers of the living documents of a segment, ascending. */
export function livingNumbers({ file, dead }: SnapshotSegment): Uint32Array {
  const { rowCount } = file.segments.parts;
  const living = new Uint32Array(rowCount - (dead?.count ?? 0));
  for (let number = 0, at = 0; number < rowCount; number++) if (!dead?.has(number)) living[at++] = number;
  return living;
}

/** A view of some parts without those that live no more. @param parts those of the segment's file, in whatever order their rows are */
export async function aliveParts(parts: Segment, dead: DeadRows | undefined): Promise<Segment> {
  if (!dead) return aliveSegment(parts, undefined);
  const rowOf = rowsOf(await parts.documentNumbers.load());
  const rows = dead.rows().map((document) => rowOf[document]);
  return aliveSegment(parts, DeadRows.with(undefined, rows, rowOf.length));
}

/** By the documents of rows: the snapshots of a file share them. */
const rowsByDocument = new WeakMap<Uint32Array, Uint32Array>();

/** The row of each document. */
function rowsOf(documentOf: Uint32Array): Uint32Array {
  let rows = rowsByDocument.get(documentOf);
  if (!rows) rowsByDocument.set(documentOf, (rows = rowsOfDocuments(documentOf)));
  return rows;
}

/** Some documents of a segment, read one batch after the other: a reader that has enough stops. */
export async function* readParts(
  segment: SnapshotSegment,
  numbers: ArrayLike<number>,
  reader: PartFactsReader,
): AsyncIterable<PlacedPart> {
  const { file } = segment;
  const pauses = new Pauses();
  // The first batch is small: mostly it is enough.
  for (let from = 0, size = 4; from < numbers.length; from += size, size = Math.min(BATCH, size * 2)) {
    const some = Array.from({ length: Math.min(size, numbers.length - from) }, (_, i) => numbers[from + i]);
    const texts = await pauses.run(file.segments.parts.documents.readTexts(some));
    for (const [i, text] of texts.entries()) {
      const facts = reader.read(new StoredDocument(file.name, some[i] + 1, text));
      yield { number: some[i], place: placeOf(segment, some[i]), facts };
    }
  }
}
