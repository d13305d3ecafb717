import { BRAND, type CompanyCollection, MANUFACTURER, type ObjectSchema, SELLER } from '../model/schema.js';
import type { CompanyGatherer } from './company-gatherer.js';
import type { LooseField } from './loose-fields.js';

/** Where parts refer to companies: the collection of their records, and the members that these have. */
const REFERENCES: ReadonlyMap<string, { readonly collection: CompanyCollection; readonly schema: ObjectSchema }> = new Map([
  ['brand', { collection: 'brands', schema: BRAND }],
  ['manufacturer', { collection: 'manufacturers', schema: MANUFACTURER }],
  ['offers.seller', { collection: 'sellers', schema: SELLER }],
  ['broker_listings.seller', { collection: 'sellers', schema: SELLER }],
]);

/** A member of a company that the record of its uid fills if a part leaves it out. */
export interface FilledMember {
  /** Where parts have the company. */
  readonly company: string;
  readonly collection: CompanyCollection;
  readonly member: string;
}

/** The member that the path of a field names; undefined if records do not fill it. */
export function filledMember(path: string): FilledMember | undefined {
  const dot = path.lastIndexOf('.');
  const company = path.slice(0, dot);
  const member = path.slice(dot + 1);
  const reference = REFERENCES.get(company);
  const isFilled = member !== 'uid' && (reference?.schema.byName.get(member)?.visibility ?? 'never') !== 'never';
  return reference && isFilled ? { company, collection: reference.collection, member } : undefined;
}

interface FilledField {
  readonly slot: number;
  readonly member: string;
  readonly field: LooseField;
}

/** The fields of a build's own that are members of the companies at one place. */
export class FilledFields {
  /** For each field, whether the company at hand has the member itself. */
  private readonly isThere: boolean[] = [];

  private constructor(
    private readonly fields: readonly FilledField[],
    private readonly gatherer: CompanyGatherer,
  ) {}

  /** Those of the companies at a place; undefined if there are none. @param loose the i-th has the slot −1 − i */
  static of(company: string, loose: readonly LooseField[], gatherer: CompanyGatherer): FilledFields | undefined {
    const fields = loose.flatMap((field, i): FilledField[] => {
      const filled = filledMember(field.name);
      return filled?.company === company ? [{ slot: -1 - i, member: filled.member, field }] : [];
    });
    return fields.length > 0 ? new FilledFields(fields, gatherer) : undefined;
  }

  /** Begins a company. */
  begin(): void {
    this.isThere.length = 0;
  }

  /** Notes that the company has the member of a slot. */
  note(slot: number): void {
    this.fields.forEach((field, i) => {
      if (field.slot === slot) this.isThere[i] = true;
    });
  }

  /** Adds what the company leaves out and its record has. @param added is called with each value that the document had not yet */
  fill(document: number, uid: string, added: (field: LooseField, value: number) => void): void {
    const record = this.gatherer.givenRecord(uid);
    if (record === undefined) return;
    this.fields.forEach(({ member, field }, i) => {
      const given = this.isThere[i] ? undefined : record.get(member);
      if (given === undefined) return;
      const value = field.fill(document, given);
      if (value >= 0) added(field, value);
    });
  }
}
