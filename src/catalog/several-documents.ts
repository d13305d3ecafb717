import { type SourceDocument, StoredDocument } from '../build/source-documents.js';
import type { Segment } from '../index/segment.js';
import { Pauses } from '../work/pauses.js';

/** Documents that are read at a time. */
const BATCH = 256;

/**
 * The documents of a segment in the order in which they were built.
 * @param source the file
 */
export async function* storedDocuments(source: string, segment: Segment): AsyncIterable<SourceDocument[]> {
  const pauses = new Pauses();
  for (let from = 0; from < segment.rowCount; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, segment.rowCount - from) }, (_, i) => from + i);
    const texts = await pauses.run(segment.documents.readTexts(numbers));
    yield texts.map((text, i) => new StoredDocument(source, from + i + 1, text));
  }
}
