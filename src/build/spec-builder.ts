import { KINDS, type Kind, type NumberTraits } from '../analysis/kinds.js';
import { quantityParser } from '../analysis/quantity.js';
import { resolveUnit } from '../analysis/quantity-unit.js';
import { compareBytes } from '../analysis/utf8.js';
import {
  type Datatype,
  datatypeOf,
  SAID_MEMBERS,
  type SpecFacts,
  type SpecPlaces,
  type SpecType,
  specMetadataOf,
  specTypeOf,
} from '../encoding/spec-facts.js';
import type { SpecMetadata } from '../model/documents.js';
import { SPEC_MEMBERS, specField } from '../model/fields.js';
import { FieldBuilder } from './field-builder.js';
import { END, type PartEntries } from './part-entries.js';
import { SPEC_MEMBER, SPEC_METADATA } from './part-slots.js';
import { SpecMetadataGatherer } from './spec-metadata-gatherer.js';

/** No document is numbered so. */
const NOWHERE = -1;

/** The first document that has something, and how many do. */
class Appearances {
  private first = NOWHERE;
  private count = 0;

  add(document: number): void {
    if (this.count === 0) this.first = document;
    this.count++;
  }

  get known(): readonly [number, number] | undefined {
    return this.count === 0 ? undefined : [this.first, this.count];
  }
}

/** The number of `value` in SPEC_MEMBERS. */
const VALUE = SPEC_MEMBERS.indexOf('value');

/** A spec key with its final type. */
export interface FinishedSpec {
  readonly facts: SpecFacts & { readonly places: SpecPlaces };
  readonly type: SpecType;
  /** The fields that have values. */
  readonly fields: readonly FinishedField[];
}

/** A field of a spec key, and how its numbers are read. */
export interface FinishedField {
  readonly field: FieldBuilder;
  readonly kind: Kind;
  readonly parse: NumberTraits['parse'] | undefined;
}

/** How the numbers of a spec key are read: where it has a unit, quantities too. */
export function parserOf({ unit }: Pick<SpecMetadata, 'unit'>, kind: Kind): NumberTraits['parse'] | undefined {
  const field = kind.numbers && resolveUnit(unit);
  return field ? quantityParser(field) : kind.numbers?.parse;
}

/** A spec key while its parts are added: its type is decided when all have been seen. */
export class SpecBuilder {
  /** By number in SPEC_MEMBERS; undefined for a member that no part has. */
  private readonly fields: (FieldBuilder | undefined)[] = [];
  private readonly declared = { number: 0, string: 0 };
  private readonly undeclared = { number: 0, string: 0 };
  private readonly metadata = new SpecMetadataGatherer();
  /** The last metadata of a part, as text, and its datatype: usually the next part has the same. */
  private lastMetadata: Uint8Array = new Uint8Array(0);
  private lastDatatype: Datatype | undefined = undefined;
  /** Which of `SAID_MEMBERS` the last metadata has. */
  private lastSaid: readonly boolean[] = [];
  private readonly saying = SAID_MEMBERS.map(() => new Appearances());
  private readonly carrying = new Appearances();
  private nth = 0;
  /** Whether a part has the key. */
  isUsed = false;

  constructor(readonly key: string) {}

  /**
   * Adds a part's value of the key: the object at its current entry.
   * @param nth its number among the keys of the part
   */
  add(document: number, part: PartEntries, nth: number): void {
    if (!this.isUsed) this.nth = nth;
    this.isUsed = true;
    this.carrying.add(document);
    const end = part.objectEnd;
    let values = 0;
    let numbers = 0;
    // The member of the bound that votes, and its vote.
    let bound = SPEC_MEMBERS.length;
    let isNumber = false;
    let datatype: Datatype | undefined;
    for (let slot = part.next(end); slot !== END; slot = part.next(end)) {
      if (slot === SPEC_METADATA) {
        datatype = this.readMetadata(document, part);
        continue;
      }
      const member = slot - SPEC_MEMBER;
      const { entry } = part;
      this.field(member).addBytes(document, part.source(entry), part.from(entry), part.to(entry));
      if (member === VALUE) {
        values++;
        if (part.isNumber) numbers++;
      } else if (member < bound) {
        bound = member;
        isNumber = part.isNumber;
      }
    }
    // Without a value the lower bound votes, or the upper one.
    if (values === 0 && isNumber) numbers = 1;
    this.vote(datatype, Math.max(1, values), numbers);
  }

  /** The field of its values; undefined if no part has one. */
  get values(): FieldBuilder | undefined {
    return this.fields[VALUE];
  }

  private field(member: number): FieldBuilder {
    this.fields[member] ??= new FieldBuilder(specField(this.key, SPEC_MEMBERS[member]));
    return this.fields[member];
  }

  private readMetadata(document: number, part: PartEntries): Datatype | undefined {
    const { lastMetadata } = this;
    const { entry } = part;
    const source = part.source(entry);
    const from = part.from(entry);
    const to = part.to(entry);
    if (compareBytes(lastMetadata, 0, lastMetadata.length, source, from, to) !== 0) {
      const metadata: Partial<SpecMetadata> = part.parse(entry);
      this.metadata.add(metadata);
      this.lastDatatype = datatypeOf(metadata);
      this.lastSaid = saidIn(metadata, this.lastDatatype);
      this.lastMetadata = source.slice(from, to);
    }
    for (let i = 0; i < this.saying.length; i++) if (this.lastSaid[i]) this.saying[i].add(document);
    return this.lastDatatype;
  }

  /** Adds the votes of a part on the type of the key: one for each value, at least one. */
  private vote(datatype: Datatype | undefined, votes: number, numbers: number): void {
    if (datatype === undefined) {
      this.undeclared.number += numbers;
      this.undeclared.string += votes - numbers;
    } else this.declared[datatype === 'string' ? 'string' : 'number'] += votes;
  }

  private places(): SpecPlaces {
    const said = SAID_MEMBERS.flatMap((member, i) => {
      const { known } = this.saying[i];
      return known ? [[member, known] as const] : [];
    });
    const [first, count] = this.carrying.known ?? [NOWHERE, 0];
    return { key: [first, count, this.nth], ...Object.fromEntries(said) };
  }

  /**
   * Decides the type of the key.
   * @param given its metadata record, if there is one
   * @param decided its type, if that is decided already
   */
  finish(given: SpecMetadata | undefined, decided: SpecType | undefined): FinishedSpec {
    const facts = {
      key: this.key,
      declared: this.declared,
      undeclared: this.undeclared,
      said: this.metadata.said,
      places: this.places(),
    };
    const type = decided ?? specTypeOf(facts, given);
    const metadata = specMetadataOf(facts, type, given);
    const fields: FinishedField[] = [];
    this.fields.forEach((field, member) => {
      const kind = member === VALUE ? KINDS[type] : KINDS.number;
      if (field) fields.push({ field, kind, parse: parserOf(metadata, kind) });
    });
    return { facts, type, fields };
  }
}

/** Which of `SAID_MEMBERS` some metadata has. */
function saidIn({ name, unit }: Partial<SpecMetadata>, datatype: Datatype | undefined): boolean[] {
  const has = { first: true, name: name != null, unit: unit != null, datatype: datatype !== undefined && datatype !== 'string' };
  return SAID_MEMBERS.map((member) => has[member]);
}
