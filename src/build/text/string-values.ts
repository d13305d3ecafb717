import type { Pauses } from '../../work/pauses.js';
import type { FieldBuilder } from '../field-builder.js';
import type { TextSink } from './text-index-builder.js';

/** Documents whose values are gathered at a time. */
const DOCUMENTS_AT_ONCE = 1 << 12;

/** Values of some documents that follow one another, as one list for each of them. */
class ValuesOfDocuments {
  /** 1 + the place of a document's first entry, 0 for none. */
  private readonly heads = new Uint32Array(DOCUMENTS_AT_ONCE);
  /** Three numbers for each entry: 1 + the place of the next one, the field and the value. */
  private entries = new Uint32Array(1 << 14);
  private size = 0;
  /** By field, the pairs that were taken. */
  private readonly taken: Uint32Array;

  constructor(private readonly fields: readonly FieldBuilder[]) {
    this.taken = new Uint32Array(fields.length);
  }

  /** Takes the values of the documents `[from, to)`: those before were taken. */
  take(from: number, to: number): void {
    this.heads.fill(0);
    this.size = 0;
    // From the last to the first: an entry is pushed in front of those that its document has.
    for (let field = this.fields.length - 1; field >= 0; field--) {
      const { documents, values } = this.fields[field].pairs;
      const first = this.taken[field];
      let end = first;
      while (end < documents.length && documents.array[end] < to) end++;
      for (let at = end - 1; at >= first; at--) this.push(documents.array[at] - from, field, values.array[at]);
      this.taken[field] = end;
    }
  }

  private push(document: number, field: number, value: number): void {
    if (this.size * 3 + 3 > this.entries.length) {
      const entries = new Uint32Array(this.entries.length * 2);
      entries.set(this.entries);
      this.entries = entries;
    }
    const at = this.size * 3;
    this.entries[at] = this.heads[document];
    this.entries[at + 1] = field;
    this.entries[at + 2] = value;
    this.heads[document] = ++this.size;
  }

  /** Adds the values of a document, counted from the first one that was taken, to a text index. */
  addTo(sink: TextSink, document: number): void {
    const { entries, fields } = this;
    for (let next = this.heads[document]; next > 0; next = entries[next * 3 - 3]) {
      const { bytes, offsets } = fields[entries[next * 3 - 2]].values;
      const value = entries[next * 3 - 1];
      sink.addUtf8(0, bytes.array, offsets.array[value], offsets.array[value + 1]);
    }
  }
}

/** Adds the values of some fields to a text index of one field, document by document. */
export async function addStringValues(
  fields: readonly FieldBuilder[],
  documents: number,
  sink: TextSink,
  pauses: Pauses,
): Promise<void> {
  const values = new ValuesOfDocuments(fields);
  for (let from = 0; from < documents; from += DOCUMENTS_AT_ONCE) {
    const to = Math.min(from + DOCUMENTS_AT_ONCE, documents);
    values.take(from, to);
    for (let document = from; document < to; document++) {
      const taken = sink.beginDocument();
      if (taken) await taken;
      values.addTo(sink, document - from);
    }
    await pauses.pause();
  }
}
