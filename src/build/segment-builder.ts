import { parseDecimal } from '../analysis/decimal.js';
import type { Codec } from '../encoding/codec.js';
import { GrowableU32 } from '../encoding/growable.js';
import type { TextField } from '../encoding/impact.js';
import type { CollectionManifest, FieldInfo } from '../encoding/manifest.js';
import { type FieldKind, parseSpecField } from '../model/fields.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { Pauses } from '../work/pauses.js';
import { type DictionaryArrays, foldDictionary, packedDictionary, rawDictionary } from './dictionary/dictionary-writer.js';
import { numberDictionaryArrays } from './dictionary/number-writer.js';
import { partNumberFormsArrays } from './dictionary/part-number-forms-writer.js';
import { partNumberWildcardsArrays } from './dictionary/part-number-wildcards-writer.js';
import { orderingByFold, orderingRaw } from './dictionary/value-order.js';
import { DocumentWriter } from './document-writer.js';
import { Interner } from './interner.js';
import { PathCollector } from './path-collector.js';
import { PostingsWriter } from './rows/postings-writer.js';
import { rowCodesArrays } from './rows/row-codes-writer.js';
import { FieldValues, rowsByOrdinal } from './rows/row-values.js';
import { SpecBlocksBuilder } from './rows/spec-blocks-builder.js';
import { TextIndexBuilder, type TextSink } from './text/text-index-builder.js';

/** The values of one field as documents come in. */
export class FieldBuilder {
  readonly values = new Interner();
  readonly pairs = new FieldValues();
  /** Reads the values of a number field. */
  parse = parseDecimal;
  /** Document + 1 that had a value last. */
  private readonly last = new GrowableU32();

  constructor(
    readonly name: string,
    /** Of a spec's values it is decided when all of them have been seen. */
    public kind: FieldKind,
  ) {}

  /** Notes that a document has a value; false if it was noted already. */
  add(document: number, text: string): boolean {
    return this.note(document, this.values.intern(text));
  }

  /** The same for the text that is `source[from, to)`, UTF-8. */
  addBytes(document: number, source: Uint8Array, from: number, to: number): boolean {
    return this.note(document, this.values.internBytes(source, from, to));
  }

  /** The same for the number of an interned value. */
  note(document: number, value: number): boolean {
    if (value === this.last.length) this.last.push(document + 1);
    else if (this.last.array[value] === document + 1) return false;
    else this.last.array[value] = document + 1;
    this.pairs.add(document, value);
    return true;
  }
}

/** A field whose dictionary is written and whose ordinals are known. */
export interface OrderedField {
  readonly field: FieldBuilder;
  readonly ordinals: Uint32Array;
  readonly size: number;
}

/**
 * Writes one collection: documents as they come in, then, when the order of the rows is known, everything that is
 * searched. The sections are `<name>/documents`, `<name>/blocks`, `<name>/rows`, `<name>/paths`,
 * `<name>/fields/<fieldname>/…` and `<name>/texts/<text index>/…`; of the parts also `parts/spec-blocks`.
 */
export class SegmentBuilder {
  readonly paths = new PathCollector();
  private readonly fields = new Map<string, FieldBuilder>();
  private readonly texts = new Map<string, { fields: readonly TextField[]; sink: TextSink }>();
  private readonly documents: DocumentWriter;
  private readonly ordered = new Map<string, OrderedField>();
  private readonly infos: FieldInfo[] = [];
  private readonly specBlocks: SpecBlocksBuilder | undefined;
  private count = 0;

  constructor(
    private readonly writer: CatalogWriter,
    private readonly codec: Codec,
    private readonly name: string,
    texts: Readonly<Record<string, readonly TextField[]>>,
    createText: (fields: readonly TextField[]) => TextSink = (fields) => new TextIndexBuilder(fields),
    private readonly pauses = new Pauses(),
  ) {
    for (const [text, fields] of Object.entries(texts)) this.texts.set(text, { fields, sink: createText(fields) });
    this.documents = new DocumentWriter(writer, codec, name);
    if (name === 'parts') this.specBlocks = new SpecBlocksBuilder();
  }

  /** Number of documents so far. */
  get size(): number {
    return this.count;
  }

  field(name: string, kind: FieldKind): FieldBuilder {
    let field = this.fields.get(name);
    if (!field) this.fields.set(name, (field = new FieldBuilder(name, kind)));
    return field;
  }

  /** Takes over a field that was filled elsewhere. */
  adopt(field: FieldBuilder): void {
    this.fields.set(field.name, field);
  }

  text(name: string): TextSink {
    return (this.texts.get(name) as { sink: TextSink }).sink;
  }

  /** Begins the next document and returns its number; `stored` must be awaited before the next call. */
  add(bytes: Uint8Array): { document: number; stored: Promise<void> | undefined } {
    const document = this.count++;
    let stored = this.documents.add(bytes);
    for (const { sink } of this.texts.values()) {
      const taken = sink.beginDocument();
      if (taken) stored = stored ? stored.then(() => taken) : taken;
    }
    return { document, stored };
  }

  /** Ends the documents; no more may be added. */
  finishDocuments(): Promise<void> {
    return this.documents.finish();
  }

  /** Writes the dictionary of a field and returns the ordinal of each interned value. */
  async orderField(field: FieldBuilder): Promise<OrderedField> {
    const known = this.ordered.get(field.name);
    if (known) return known;
    const section = `${this.name}/fields/${field.name}`;
    let ordinals: Uint32Array;
    let size = field.values.size;
    if (field.kind === 'number') {
      const numbers = await this.pauses.run(numberDictionaryArrays(field.values, field.parse));
      ({ ordinals, size } = numbers);
      await this.writer.addBundle(`${section}/dictionary`, numbers.arrays);
    } else {
      const dictionary = await this.dictionaryOf(field);
      ({ ordinals } = dictionary);
      await this.writer.addBundle(`${section}/dictionary`, dictionary.arrays);
      if (field.kind === 'part_number') {
        await this.writer.addBundle(`${section}/forms`, await this.pauses.run(partNumberFormsArrays(field.values, ordinals)));
        const wildcards = await this.pauses.run(partNumberWildcardsArrays(field.values, ordinals));
        await this.writer.addBundle(`${section}/wildcards`, wildcards);
      }
    }
    const ordered = { field, ordinals, size };
    this.ordered.set(field.name, ordered);
    return ordered;
  }

  private async dictionaryOf({ kind, values }: FieldBuilder): Promise<DictionaryArrays> {
    if (kind === 'uid' || kind === 'boolean') return rawDictionary(values, await this.pauses.run(orderingRaw(values)));
    const order = await this.pauses.run(orderingByFold(values));
    return kind === 'text' ? packedDictionary(values, this.codec, order, this.pauses) : foldDictionary(values, order);
  }

  /**
   * Writes everything that depends on the order of the rows. `documentOf` maps rows to documents; `uid` must be a field
   * of every document.
   */
  async finish(
    documentOf: Uint32Array,
    onField: (field: OrderedField, done: number, total: number) => void = () => {},
  ): Promise<CollectionManifest> {
    const rowOf = new Uint32Array(documentOf.length);
    for (let row = 0; row < documentOf.length; row++) rowOf[documentOf[row]] = row;
    await this.writer.addBundle(`${this.name}/rows`, [documentOf]);
    await this.writer.addBundle(`${this.name}/paths`, this.paths.arrays());
    const uidRank = await this.uidRanks(documentOf);
    const texts = [...this.texts].map(([name, { fields, sink }]) => ({
      name,
      fields,
      sections: sink.sections(documentOf, uidRank),
    }));
    this.texts.clear();
    const fields = [...this.fields.values()];
    for (const [i, field] of fields.entries()) {
      const ordered = await this.orderField(field);
      await this.writeField(ordered, rowOf);
      onField(ordered, i + 1, fields.length);
      // What is written need not stay in memory.
      this.fields.delete(field.name);
      this.ordered.delete(field.name);
    }
    if (this.specBlocks) await this.writer.addBundle(`${this.name}/spec-blocks`, this.specBlocks.arrays(rowOf.length));
    for (const { name, sections } of texts) {
      for await (const section of sections) {
        await this.writer.addBundle(`${this.name}/texts/${name}/${section.name}`, section.arrays);
        await this.pauses.pause();
      }
    }
    return { rows: documentOf.length, fields: this.infos, texts: texts.map(({ name, fields: of }) => ({ name, fields: of })) };
  }

  private async uidRanks(documentOf: Uint32Array): Promise<Uint32Array> {
    const { field, ordinals } = await this.orderField(this.field('uid', 'uid'));
    return documentOf.map((document) => ordinals[field.pairs.values.array[document]]);
  }

  private async writeField({ field, ordinals, size }: OrderedField, rowOf: Uint32Array): Promise<void> {
    const values = field.pairs.byRow(ordinals, rowOf);
    const section = `${this.name}/fields/${field.name}`;
    if (parseSpecField(field.name)) this.specBlocks?.add(this.infos.length, values.rows);
    this.infos.push({
      name: field.name,
      kind: field.kind,
      values: size,
      rows: values.rows.length,
      multiValued: values.ordinals.length > values.rows.length,
    });
    await this.pauses.pause();
    await this.writer.addBundle(`${section}/codes`, rowCodesArrays(values, rowOf.length));
    await this.pauses.pause();
    if (field.kind === 'number' || field.kind === 'text') return;
    const { starts, rows } = rowsByOrdinal(values, size);
    const postings = new PostingsWriter(rowOf.length);
    for (let ordinal = 0; ordinal < size; ordinal++) {
      postings.add(rows, starts[ordinal], starts[ordinal + 1]);
      if (ordinal % 0x10000 === 0) await this.pauses.pause();
    }
    await this.writer.addBundle(`${section}/postings`, postings.arrays());
  }
}

/**
 * Documents sorted by several keys, the most significant first, by one counting sort a key from the last to the first.
 * `keys[i][document]` is below `sizes[i]`.
 */
export function sortDocuments(keys: readonly Uint32Array[], sizes: readonly number[]): Uint32Array {
  const count = keys[0].length;
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = keys.length - 1; i >= 0; i--) {
    const key = keys[i];
    const starts = new Uint32Array(sizes[i] + 1);
    for (let document = 0; document < count; document++) starts[key[document] + 1]++;
    for (let value = 0; value < sizes[i]; value++) starts[value + 1] += starts[value];
    const next = new Uint32Array(count);
    for (let at = 0; at < count; at++) next[starts[key[order[at]]]++] = order[at];
    order = next;
  }
  return order;
}
