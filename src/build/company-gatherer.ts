import type { Company } from '../model/documents.js';

interface Known {
  readonly record: object & { uid: string; name: string };
  readonly given: boolean;
  /** Another name of it in parts, reported once. */
  other: string | undefined;
}

/** The brands, manufacturers or sellers of a catalog. Records take precedence over parts, and the first part over later ones. */
export class CompanyGatherer {
  private readonly known = new Map<string, Known>();

  constructor(private readonly kind: string) {}

  /** Adds a record; false if its uid is taken. */
  addRecord(record: Company): boolean {
    if (this.known.has(record.uid)) return false;
    this.known.set(record.uid, { record, given: true, other: undefined });
    return true;
  }

  has(uid: string): boolean {
    return this.known.has(uid);
  }

  /** Adds a company as a part names it. */
  addMention(company: Partial<Company> | null | undefined): void {
    if (!company) return;
    const { uid, name } = company;
    if (typeof uid !== 'string' || typeof name !== 'string' || uid === '') return;
    const known = this.known.get(uid);
    if (!known) this.known.set(uid, { record: company as Known['record'], given: false, other: undefined });
    else if (known.other === undefined && known.record.name !== name) known.other = name;
  }

  /** The companies without a record. */
  *gathered(): Iterable<Company> {
    for (const { record, given } of this.known.values()) if (!given) yield record;
  }

  /** One line for each company that parts call by another name. */
  *notices(): Iterable<string> {
    for (const [uid, { record, given, other }] of this.known) {
      if (other === undefined) continue;
      const first = given ? 'its record' : 'the first part that names it';
      yield `${this.kind} ${uid} is "${record.name}" in ${first} and "${other}" in a part; parts keep their own text`;
    }
  }
}
