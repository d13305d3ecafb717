import type { Kind, NumberTraits } from '../analysis/kinds.js';
import type { Codec } from '../encoding/codec.js';
import type { FieldInfo } from '../encoding/manifest.js';
import type { CollectionName } from '../model/fields.js';
import type { CatalogWriter } from '../storage/catalog-writer.js';
import type { Pauses } from '../work/pauses.js';
import { dateDictionaryArrays } from './dictionary/date-writer.js';
import { type DictionaryArrays, foldDictionary, packedDictionary, rawDictionary } from './dictionary/dictionary-writer.js';
import { numberDictionaryArrays } from './dictionary/number-writer.js';
import { partNumberFormsArrays } from './dictionary/part-number-forms-writer.js';
import { partNumberWildcardsArrays } from './dictionary/part-number-wildcards-writer.js';
import { orderingByFold, orderingRaw } from './dictionary/value-order.js';
import type { FieldBuilder } from './field-builder.js';
import type { Interner } from './interner.js';
import { PostingsWriter } from './rows/postings-writer.js';
import { rowCodesArrays } from './rows/row-codes-writer.js';
import { rowsByOrdinal } from './rows/row-values.js';

/** A field whose dictionary is written and whose ordinals are known. */
export interface OrderedField {
  readonly field: FieldBuilder;
  readonly kind: Kind;
  /** By the number of an interned value; NO_ORDINAL for one that the dictionary leaves out. */
  readonly ordinals: Uint32Array;
  /** Number of values of the dictionary. */
  readonly size: number;
  /** Reads the values of a number field. */
  readonly parse: NumberTraits['parse'] | undefined;
}

/** A field that is written. */
export interface WrittenField {
  readonly info: FieldInfo;
  /** The rows that have a value, ascending. */
  readonly rows: Uint32Array;
}

/** Writes the sections of fields, `<name>/fields/<fieldname>/…`. */
export class FieldsWriter {
  constructor(
    private readonly writer: CatalogWriter,
    private readonly codec: Codec,
    private readonly name: CollectionName,
    private readonly pauses: Pauses,
  ) {}

  /**
   * Writes the dictionary of a field, and what is found through its values alone.
   * @param parse reads the values of a number field
   */
  async writeDictionary(field: FieldBuilder, kind: Kind, parse: NumberTraits['parse'] | undefined): Promise<OrderedField> {
    const section = `${this.name}/fields/${field.name}`;
    const { values } = field;
    const { arrays, ordinals, size } = parse
      ? await this.pauses.run(numberDictionaryArrays(values, parse))
      : kind.dictionary === 'dates'
        ? await this.pauses.run(dateDictionaryArrays(values))
        : { ...(await this.textDictionary(values, kind)), size: values.size };
    await this.writer.addBundle(`${section}/dictionary`, arrays);
    if (kind.hasForms) {
      await this.writer.addBundle(`${section}/forms`, await this.pauses.run(partNumberFormsArrays(values, ordinals)));
      await this.writer.addBundle(`${section}/wildcards`, await this.pauses.run(partNumberWildcardsArrays(values, ordinals)));
    }
    return { field, kind, ordinals, size, parse };
  }

  private async textDictionary(values: Interner, { dictionary }: Kind): Promise<DictionaryArrays> {
    if (dictionary === 'raw') return rawDictionary(values, await this.pauses.run(orderingRaw(values)));
    const order = await this.pauses.run(orderingByFold(values));
    return dictionary === 'packed' ? packedDictionary(values, this.codec, order, this.pauses) : foldDictionary(values, order);
  }

  /** Writes what depends on the order of the rows. */
  async writeRows({ field, kind, ordinals, size }: OrderedField, rowOf: Uint32Array): Promise<WrittenField> {
    const values = field.pairs.byRow(ordinals, rowOf);
    const section = `${this.name}/fields/${field.name}`;
    const info: FieldInfo = {
      name: field.name,
      kind: kind.name,
      values: size,
      rowCount: values.rows.length,
      multiValued: values.ordinals.length > values.rows.length,
    };
    await this.pauses.pause();
    await this.writer.addBundle(`${section}/codes`, rowCodesArrays(values, rowOf.length));
    await this.pauses.pause();
    if (kind.hasPostings) {
      const { starts, rows } = rowsByOrdinal(values, size);
      const postings = new PostingsWriter(rowOf.length);
      for (let ordinal = 0; ordinal < size; ordinal++) {
        postings.add(rows, starts[ordinal], starts[ordinal + 1]);
        if (ordinal % 0x10000 === 0) await this.pauses.pause();
      }
      await this.writer.addBundle(`${section}/postings`, postings.arrays());
    }
    return { info, rows: values.rows };
  }
}

/** The row of each document. @param documentOf the document of each row */
export function rowsOfDocuments(documentOf: Uint32Array): Uint32Array {
  const rowOf = new Uint32Array(documentOf.length);
  for (let row = 0; row < documentOf.length; row++) rowOf[documentOf[row]] = row;
  return rowOf;
}
