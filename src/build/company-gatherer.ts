import type { Company } from '../model/documents.js';
import type { CompanyFacts } from './build-settings.js';

interface Known {
  readonly record: object & { uid: string; name: string };
  /** Whether its record was given: nothing is filled from one that was gathered. */
  readonly given: boolean;
  /** Whether the build has a record for it, given or gathered elsewhere. */
  readonly listed: boolean;
  /** Another name of it in parts, reported once. */
  other: string | undefined;
}

/** The brands, manufacturers or sellers of a catalog. Records take precedence over parts, and the first part over later ones. */
export class CompanyGatherer {
  private readonly known = new Map<string, Known>();
  /** The uids that parts give without a name. */
  private readonly nameless = new Set<string>();

  constructor(private readonly kind: string) {}

  /**
   * Adds a record; false if its uid is taken.
   * @param given false for one that was gathered from parts of other files
   */
  addRecord(record: Company, given = true): boolean {
    if (this.known.has(record.uid)) return false;
    this.known.set(record.uid, { record, given, listed: true, other: undefined });
    return true;
  }

  has(uid: string): boolean {
    return this.known.has(uid);
  }

  /** The name in the record that was given for a uid. Parts tell no names to other parts. */
  givenName(uid: string): string | undefined {
    const known = this.known.get(uid);
    return known?.given ? known.record.name : undefined;
  }

  /** The `display_flag` in the record that was given for a uid. */
  givenFlag(uid: string): string | undefined {
    const known = this.known.get(uid);
    const flag = known?.given ? (known.record as { display_flag?: unknown }).display_flag : undefined;
    return typeof flag === 'string' ? flag : undefined;
  }

  /** The texts and truth values in the record that was given for a uid, by member. */
  givenRecord(uid: string): ReadonlyMap<string, string | boolean> | undefined {
    const known = this.known.get(uid);
    if (!known?.given) return undefined;
    const isValue = (member: [string, unknown]): member is [string, string | boolean] =>
      typeof member[1] === 'string' || typeof member[1] === 'boolean';
    return new Map(Object.entries(known.record).filter(isValue));
  }

  /** Notes that a part gives a uid without a name. */
  addNameless(uid: string): void {
    this.nameless.add(uid);
  }

  /** Whether some part gives a uid without a name. */
  isLeftOut(uid: string): boolean {
    return this.nameless.has(uid);
  }

  /** Adds a company as a part names it. */
  addMention(company: Partial<Company> | null | undefined): void {
    if (!company) return;
    const { uid, name } = company;
    if (typeof uid !== 'string' || uid === '') return;
    if (typeof name !== 'string') {
      this.addNameless(uid);
      return;
    }
    const known = this.known.get(uid);
    if (!known) this.known.set(uid, { record: company as Known['record'], given: false, listed: false, other: undefined });
    else if (known.other === undefined && known.record.name !== name) known.other = name;
  }

  /** What parts say besides naming companies first. */
  facts(): CompanyFacts {
    const others = Array.from(this.known, ([uid, { other }]) => [uid, other] as const);
    return { nameless: [...this.nameless], others: others.filter((one): one is [string, string] => one[1] !== undefined) };
  }

  /** The companies without a record. */
  *gathered(): Iterable<Company> {
    for (const { record, listed } of this.known.values()) if (!listed) yield record;
  }

  /**
   * One line for the uids that have no name at all, and one for each company that parts call by another name.
   * @param elsewhere uids that have a name in another segment
   */
  *notices(elsewhere: readonly string[] = []): Iterable<string> {
    const named = new Set(elsewhere);
    const unknown = [...this.nameless].filter((uid) => !this.known.has(uid) && !named.has(uid));
    if (unknown.length > 0) yield namelessNotice(this.kind, unknown);
    for (const [uid, { record, given, other }] of this.known) {
      if (other === undefined) continue;
      const first = given ? 'its record' : 'the first part that names it';
      yield `${this.kind} ${uid} is "${record.name}" in ${first} and "${other}" in a part; parts keep their own text`;
    }
  }
}

/** Uids that a notice names. */
const EXAMPLES = 10;

function namelessNotice(kind: string, uids: readonly string[]): string {
  const named = uids.slice(0, EXAMPLES).map((uid) => JSON.stringify(uid));
  const count = uids.length === 1 ? `1 ${kind} has` : `${uids.length} ${kind}s have`;
  return `${count} neither a record nor a name: ${named.join(', ')}`;
}
