import { KINDS, type Kind } from '../analysis/kinds.js';
import { utf8Bytes } from '../analysis/utf8.js';
import { keywordFields, textIndexOf } from '../encoding/text-indexes.js';
import { FIELDS, type FieldDefinition, type FieldKind, type FieldTable } from '../model/fields.js';
import { MAX_UID_BYTES } from '../model/uid.js';
import { FieldBuilder } from './field-builder.js';
import type { PartEntries } from './part-entries.js';
import type { SegmentBuilder } from './segment-builder.js';
import type { TextSink } from './text/text-index-builder.js';

/** The loose fields of parts: those of the table, then those that the build declares. Their places are the slots of `partSlots`. */
export function looseDefinitions(own: FieldTable): FieldDefinition[] {
  return [...FIELDS.parts.values(), ...own.values()].filter(({ isLoose }) => isLoose);
}

/** A field whose members may have values of any type: it takes those of the type of its kind. */
export class LooseField {
  /** The values of another type, as text. */
  readonly wrong: FieldBuilder;
  private readonly field: FieldBuilder;
  readonly kind: Kind;
  /** Its number in the keyword index; -1 if it is not in it. */
  readonly keyword: number;
  /** Its own text index, if it has one. */
  private readonly text: TextSink | undefined;

  readonly name: string;

  constructor({ name, kind, weight }: FieldDefinition, segment: SegmentBuilder, own: FieldTable) {
    this.name = name;
    this.wrong = new FieldBuilder(name);
    this.field = segment.field(name);
    this.kind = KINDS[kind];
    const isSearched = (of: readonly string[]) => weight > 0 && of.includes(name);
    this.keyword = keywordFields('parts', own).findIndex((field) => isSearched(field.of ?? [field.name]));
    this.text = kind === 'text' && own.has(name) ? segment.text(textIndexOf('parts', name)) : undefined;
  }

  /** Adds the current value of a part; false if it is of another type, or has been added already. */
  add(document: number, part: PartEntries): boolean {
    const { entry } = part;
    const source = part.source(entry);
    const from = part.from(entry);
    const to = part.to(entry);
    if (!hasType(this.kind.name, part, to - from)) {
      this.wrong.add(document, part.text(entry));
      return false;
    }
    if (!this.field.addBytes(document, source, from, to)) return false;
    this.text?.addUtf8(0, source, from, to);
    return true;
  }

  /**
   * Adds the value of a record that a part leaves out. Returns its number among the values; −1 if it is of another type, or has been
   * added already.
   */
  fill(document: number, given: string | boolean): number {
    const text = String(given);
    if (!fits(this.kind.name, given)) {
      this.wrong.add(document, text);
      return -1;
    }
    const value = this.field.values.intern(text);
    if (!this.field.note(document, value)) return -1;
    if (this.text) this.addTo(this.text, 0, value);
    return value;
  }

  /** Adds the text of a value to a text index. @param place the number of the field in it */
  addTo(text: TextSink, place: number, value: number): void {
    const { bytes, offsets } = this.field.values;
    text.addUtf8(place, bytes.array, offsets.array[value], offsets.array[value + 1]);
  }
}

/** Whether the value of a record has the type of a kind. */
function fits(kind: FieldKind, given: string | boolean): boolean {
  if (typeof given === 'boolean') return kind === 'boolean';
  return kind !== 'boolean' && (kind !== 'uid' || (given !== '' && utf8Bytes(given).length <= MAX_UID_BYTES));
}

/** Whether the current value of a part has the type of a kind. */
function hasType(kind: FieldKind, part: PartEntries, length: number): boolean {
  if (part.isOther) return false;
  switch (kind) {
    case 'boolean':
      return part.isLiteral;
    case 'part_number':
    case 'string':
    case 'number':
      return !part.isLiteral;
    case 'uid':
      return !part.isLiteral && !part.isNumber && length > 0 && length <= MAX_UID_BYTES;
    default:
      return !part.isLiteral && !part.isNumber;
  }
}
