import { KINDS, type Kind, type NumberTraits } from '../analysis/kinds.js';
import { parseLeadingNumber } from '../analysis/leading-number.js';
import type { Codec } from '../encoding/codec.js';
import type { TextField } from '../encoding/impact.js';
import type { CollectionManifest, FieldInfo } from '../encoding/manifest.js';
import { textIndexes } from '../encoding/text-indexes.js';
import { type CollectionName, FIELDS, type FieldDefinition, NO_FIELDS, parseSpecField, WORDS } from '../model/fields.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import { Pauses } from '../work/pauses.js';
import { DocumentWriter } from './document-writer.js';
import { FieldBuilder } from './field-builder.js';
import { FieldsWriter, type OrderedField, rowsOfDocuments } from './fields-writer.js';
import type { OfferRowsBuilder } from './offers/offer-rows-builder.js';
import { PathCollector } from './path-collector.js';
import { SpecBlocksBuilder } from './rows/spec-blocks-builder.js';
import { addStringValues } from './text/string-values.js';
import { TextIndexBuilder, type TextSink } from './text/text-index-builder.js';

/** Called after each field that is written. */
type OnField = (field: OrderedField, done: number, total: number) => void;

/** A field of the segment, and how its values become sections. */
interface SegmentField {
  readonly field: FieldBuilder;
  readonly kind: Kind;
  /** Reads the values of a number field. */
  readonly parse: NumberTraits['parse'] | undefined;
}

/** A text index of the segment. */
interface SegmentText {
  readonly fields: readonly TextField[];
  readonly sink: TextSink;
}

/**
 * Writes one collection: documents while they are added, then, when the order of the rows is known, all search structures. The
 * sections are `<name>/documents`, `<name>/blocks`, `<name>/rows`, `<name>/paths`, `<name>/fields/<fieldname>/…` and
 * `<name>/texts/<text index>/…`; for parts also `parts/spec-blocks` and `parts/offers/…`.
 */
export class SegmentBuilder {
  readonly paths = new PathCollector();
  private readonly fields = new Map<string, SegmentField>();
  private readonly texts = new Map<string, SegmentText>();
  /** The text index of the string values of specs, which are known to be strings when all documents were read. */
  private stringWords: SegmentText | undefined;
  private readonly documents: DocumentWriter | undefined;
  private readonly fieldsWriter: FieldsWriter;
  private readonly ordered = new Map<string, OrderedField>();
  private readonly infos: FieldInfo[] = [];
  private readonly specBlocks: SpecBlocksBuilder | undefined;
  /** The offers of parts, if they are collected. */
  offers: OfferRowsBuilder | undefined = undefined;
  private count = 0;
  private pending: Promise<void> | undefined = undefined;

  constructor(
    private readonly writer: CatalogWriter,
    codec: Codec,
    private readonly name: CollectionName,
    createText: (fields: readonly TextField[]) => TextSink = (fields) => new TextIndexBuilder(fields),
    private readonly pauses = new Pauses(),
    /** Fields that the build declares. */
    private readonly own = NO_FIELDS,
    storesDocuments = true,
  ) {
    for (const [text, fields] of Object.entries(textIndexes(name, own))) {
      const created = { fields, sink: createText(fields) };
      if (text === WORDS) this.stringWords = created;
      else this.texts.set(text, created);
    }
    if (storesDocuments) this.documents = new DocumentWriter(writer, codec, name);
    this.fieldsWriter = new FieldsWriter(writer, codec, name, pauses);
    if (name === 'parts') this.specBlocks = new SpecBlocksBuilder();
  }

  /** Number of documents so far. */
  get size(): number {
    return this.count;
  }

  /** A field of the collection's table, or one that the build declares. */
  field(name: string): FieldBuilder {
    const known = this.fields.get(name);
    if (known) return known.field;
    const definition = (FIELDS[this.name].get(name) ?? this.own.get(name)) as FieldDefinition;
    const field = new FieldBuilder(name);
    this.fields.set(name, { field, kind: KINDS[definition.kind], parse: parseOf(definition) });
    return field;
  }

  /** Adds a field whose values were collected elsewhere. @param parse reads the values of a number field */
  addField(field: FieldBuilder, kind: Kind, parse = kind.numbers?.parse): void {
    this.fields.set(field.name, { field, kind, parse });
  }

  text(name: string): TextSink {
    return (this.texts.get(name) as { sink: TextSink }).sink;
  }

  /** Starts the next document and returns its number. The one before must be `stored()`. */
  add(bytes: Uint8Array): number {
    if (this.pending) throw new Error('the document before is not stored yet');
    this.pending = this.documents?.add(bytes);
    for (const { sink } of this.texts.values()) {
      const taken = sink.beginDocument();
      if (taken) this.pending = this.pending ? this.pending.then(() => taken) : taken;
    }
    return this.count++;
  }

  /** Waits until the last document is stored; undefined if it already is. */
  stored(): Promise<void> | undefined {
    return this.pending?.then(() => {
      this.pending = undefined;
    });
  }

  /** Ends the documents; no more may be added. */
  async finishDocuments(): Promise<void> {
    await this.documents?.finish();
  }

  /** Writes the dictionary of a field, and the structures that use its values alone. */
  async writeDictionary(name: string): Promise<OrderedField> {
    const known = this.ordered.get(name);
    if (known) return known;
    const { field, kind, parse } = this.fields.get(name) as SegmentField;
    const ordered = await this.fieldsWriter.writeDictionary(field, kind, parse);
    this.ordered.set(name, ordered);
    return ordered;
  }

  /**
   * Writes everything that depends on the order of the rows. `documentOf` maps rows to documents; `uid` must be a field
   * of every document.
   */
  async finish(documentOf: Uint32Array, onField: OnField = () => {}): Promise<CollectionManifest> {
    const rowOf = rowsOfDocuments(documentOf);
    await this.writer.addBundle(`${this.name}/rows`, [documentOf]);
    await this.writer.addBundle(`${this.name}/paths`, this.paths.arrays());
    const uidRank = await this.uidRanks(documentOf);
    await this.addStringWords();
    const texts = [...this.texts].map(([name, { fields, sink }]) => ({
      name,
      fields,
      sections: sink.sections(documentOf, uidRank),
    }));
    this.texts.clear();
    this.offers?.order(documentOf);
    await this.writeFields(rowOf, onField);
    const offers = await this.offers?.finish(this.writer, this.pauses);
    if (this.specBlocks) await this.writer.addBundle(`${this.name}/spec-blocks`, this.specBlocks.arrays(rowOf.length));
    for (const { name, sections } of texts) {
      for await (const section of sections) {
        await this.writer.addBundle(`${this.name}/texts/${name}/${section.name}`, section.arrays);
        await this.pauses.pause();
      }
    }
    return {
      rowCount: documentOf.length,
      fields: this.infos,
      texts: texts.map(({ name, fields: of }) => ({ name, fields: of })),
      ...(offers && { offers }),
    };
  }

  /** Adds the string values of specs to their text index: before the fields are written, which lets go of their values. */
  private async addStringWords(): Promise<void> {
    const { stringWords } = this;
    if (!stringWords) return;
    const isString = ({ field, kind }: SegmentField) => kind === KINDS.string && parseSpecField(field.name) !== undefined;
    const fields = Array.from(this.fields.values()).filter(isString);
    await addStringValues(
      fields.map(({ field }) => field),
      this.count,
      stringWords.sink,
      this.pauses,
    );
    this.texts.set(WORDS, stringWords);
  }

  private async writeFields(rowOf: Uint32Array, onField: OnField): Promise<void> {
    const names = [...this.fields.keys()];
    for (const [i, name] of names.entries()) {
      const ordered = await this.writeDictionary(name);
      const { info, rows } = await this.fieldsWriter.writeRows(ordered, rowOf);
      if (parseSpecField(name)) this.specBlocks?.add(this.infos.length, rows);
      this.infos.push(info);
      await this.offers?.write(ordered, this.writer);
      onField(ordered, i + 1, names.length);
      // Written arrays need not stay in memory.
      this.fields.delete(name);
      this.ordered.delete(name);
    }
  }

  private async uidRanks(documentOf: Uint32Array): Promise<Uint32Array> {
    const { field, ordinals } = await this.writeDictionary('uid');
    return documentOf.map((document) => ordinals[field.pairs.values.array[document]]);
  }
}

/** How the texts of a field are read if they are numbers. */
function parseOf({ kind, isComputed, hasLeadingNumber }: FieldDefinition): NumberTraits['parse'] | undefined {
  if (hasLeadingNumber) return parseLeadingNumber;
  const { numbers } = KINDS[kind];
  // A computed number is not a text of a document: the mean of the smallest prices may be smaller than any number that documents
  // may have.
  return isComputed ? numbers?.parseAsked : numbers?.parse;
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
