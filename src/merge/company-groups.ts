import { fold } from '../analysis/text.js';
import type { Company } from '../model/documents.js';

/** Most names that are remembered at a time. */
const MOST_NAMES = 5000;

/** What follows from a name, remembered for the last names: parts have few brands and sellers. */
export class RecentNames {
  private readonly known = new Map<string, string>();

  constructor(private readonly make: (name: string) => string) {}

  of(name: string): string {
    let made = this.known.get(name);
    if (made !== undefined) return made;
    made = this.make(name);
    if (this.known.size >= MOST_NAMES) this.known.clear();
    this.known.set(name, made);
    return made;
  }
}

const FOLDED = new RecentNames((name) => fold(name).replace(/\s+/gu, ' ').trim());

/** A name as it is compared: folded, with single blanks. */
export function foldedName(name: string): string {
  return FOLDED.of(name);
}

/** A company as a part names it. */
export type NamedCompany = { readonly uid?: unknown; readonly name?: unknown } | null | undefined;

/** The folded name of a company; empty if it has none. */
export function nameOf(company: NamedCompany): string {
  return typeof company?.name === 'string' ? foldedName(company.name) : '';
}

/**
 * Which names are one company, by the records of its collection: records that share a name or an alias are one, and a company of a
 * part is that of its uid, else of its name. docs/import.md, "Several sources".
 */
export class CompanyGroups {
  /** The group of each name and alias, and of each uid. Groups are united by way of their parents. */
  private readonly byName = new Map<string, number>();
  private readonly byUid = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly parents: number[] = [];

  constructor(records: Iterable<Company> = []) {
    for (const record of records) this.add(record);
  }

  private add({ uid, name, aliases }: Company): void {
    const group = this.parents.push(this.parents.length) - 1;
    this.byUid.set(uid, group);
    this.names.set(uid, name);
    for (const text of [name, ...(aliases ?? [])]) {
      const folded = foldedName(text);
      if (folded === '') continue;
      const known = this.byName.get(folded);
      if (known === undefined) this.byName.set(folded, group);
      else this.unite(known, group);
    }
  }

  private find(group: number): number {
    let root = group;
    while (this.parents[root] !== root) root = this.parents[root];
    return root;
  }

  private unite(a: number, b: number): void {
    const [x, y] = [this.find(a), this.find(b)];
    this.parents[Math.max(x, y)] = Math.min(x, y);
  }

  /** The name in the record of a uid. */
  givenName(uid: unknown): string | undefined {
    return typeof uid === 'string' ? this.names.get(uid) : undefined;
  }

  /** A text that is equal for companies that are one; empty for one without uid and name. */
  keyOf(company: NamedCompany): string {
    const uid = typeof company?.uid === 'string' ? company.uid : undefined;
    const name = nameOf(company);
    const group = (uid === undefined ? undefined : this.byUid.get(uid)) ?? this.byName.get(name);
    if (group !== undefined) return `record ${this.find(group)}`;
    if (name !== '') return `name ${name}`;
    return uid === undefined ? '' : `uid ${uid}`;
  }

  /** Whether two companies are one. */
  areOne(a: NamedCompany, b: NamedCompany): boolean {
    const uid = a?.uid;
    return (typeof uid === 'string' && uid === b?.uid) || this.keyOf(a) === this.keyOf(b);
  }

  /** Whether two companies, perhaps of another collection, are one by their names alone. */
  haveOneName(a: NamedCompany, b: NamedCompany): boolean {
    const key = this.keyOf({ name: a?.name });
    return key !== '' && key === this.keyOf({ name: b?.name });
  }
}

/** The groups of all companies that parts refer to. */
export interface GroupsOfCompanies {
  readonly brands: CompanyGroups;
  readonly manufacturers: CompanyGroups;
  readonly sellers: CompanyGroups;
}
