import { StoredDocument } from '../../build/source-documents.js';
import { Pauses } from '../../work/pauses.js';
import type { PartFacts, PartFactsReader } from './part-facts.js';
import { placeOf, type SnapshotSegment } from './state.js';

/** Documents that are read at a time. */
const BATCH = 64;

/** A part with its place in the order of all. */
export interface PlacedPart {
  readonly place: number;
  readonly facts: PartFacts;
}

/** The numbers of the living documents of a segment, ascending. */
export async function livingNumbers({ file, dead }: SnapshotSegment): Promise<Uint32Array> {
  const { parts } = file.segments;
  if (!dead) return Uint32Array.from({ length: parts.rowCount }, (_, i) => i);
  const living = new Uint8Array(parts.rowCount).fill(1);
  const numbers = await parts.documentNumbers.load();
  for (const row of dead.rows()) living[numbers[row]] = 0;
  return Uint32Array.from(living.keys()).filter((number) => living[number] === 1);
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
      yield { place: placeOf(segment, some[i]), facts };
    }
  }
}
