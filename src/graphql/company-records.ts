import type { Part } from '../model/documents.js';
import type { Filter } from '../parser/ast.js';
import { idOf, listOf, membersOf, textOf } from './values.js';

/** The collections of companies. */
export type CompanyKind = 'manufacturers' | 'brands' | 'sellers';

/** A manufacturer, brand or seller. */
export interface CompanyRecord {
  readonly uid: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly aliases: readonly string[];
  readonly homepageUrl: string | null;
  readonly displayFlag: string | null;
}

/** The companies of a collection by their names. */
export class CompanyDirectory {
  readonly byUid = new Map<string, CompanyRecord>();
  private readonly byId = new Map<string, CompanyRecord[]>();
  private readonly byName = new Map<string, CompanyRecord[]>();

  constructor(readonly records: readonly CompanyRecord[]) {
    for (const record of records) {
      this.byUid.set(record.uid, record);
      if (record.id !== null) append(this.byId, record.id, record);
      for (const name of [record.name, ...record.aliases]) if (name !== null) append(this.byName, name.toLowerCase(), record);
    }
  }

  /** The companies of a text: by their uid, else by their id, else by their name or an alias. */
  called(text: string): readonly CompanyRecord[] {
    const known = this.byUid.get(text);
    return known ? [known] : (this.byId.get(text) ?? this.byName.get(text.toLowerCase()) ?? []);
  }

  /** The company of a uid or an id. */
  identified(text: string): CompanyRecord | undefined {
    return this.byUid.get(text) ?? this.byId.get(text)?.[0];
  }
}

/** A company as a record or a part has it. */
export function companyRecord(given: unknown): CompanyRecord {
  const { uid, id, name, aliases, homepage_url, display_flag } = membersOf(given);
  return {
    uid: textOf(uid) ?? '',
    id: idOf(id),
    name: textOf(name),
    aliases: listOf(aliases as unknown[]).filter((alias): alias is string => typeof alias === 'string'),
    homepageUrl: textOf(homepage_url),
    displayFlag: textOf(display_flag),
  };
}

/** The maker of a part is its manufacturer if that has a uid or a name, else its brand. */
export function makerOf({ manufacturer, brand }: Part): { company: unknown; kind: CompanyKind } {
  const { uid, name } = companyRecord(manufacturer);
  const isManufacturer = uid !== '' || name !== null;
  return isManufacturer ? { company: manufacturer, kind: 'manufacturers' } : { company: brand, kind: 'brands' };
}

/** What identifies a company: its uid, without one its name as written; undefined if it has neither. */
export function companyKey(given: unknown): string | undefined {
  const { uid, name } = companyRecord(given);
  return uid !== '' ? `uid ${uid}` : name === null ? undefined : `name ${name}`;
}

/** The makers of a catalog. */
export interface Makers {
  /** The manufacturers, then the brands that are the maker of a part. */
  readonly directory: CompanyDirectory;
  /** Where parts have their makers. */
  readonly places: readonly MakerPlace[];
  /** The uids of makers that parts have. */
  readonly uids: ReadonlySet<string>;
  /** The names of makers that parts have, folded. */
  readonly names: ReadonlySet<string>;
}

/** Two fields of parts that may have the maker. */
export interface MakerPlace {
  readonly uid: 'manufacturer.uid' | 'brand.uid';
  readonly name: 'manufacturer.name' | 'brand.name';
  /** The parts whose maker the fields have. */
  readonly within: readonly Filter[];
  /** Whether some part has a maker here with a name and no uid. */
  readonly hasUnidentified: boolean;
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
