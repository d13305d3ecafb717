import type { Catalog } from '../catalog/catalog.js';
import { insideOf } from '../catalog/inside.js';
import { ValidationError } from '../model/errors.js';
import { CategoryTree } from './category-tree.js';
import { idOf, listOf, membersOf, textOf } from './values.js';

/** The collections of companies. */
export type CompanyKind = 'manufacturers' | 'sellers';

/** A manufacturer or seller. */
export interface CompanyRecord {
  readonly uid: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly aliases: readonly string[];
  readonly homepageUrl: string | null;
  readonly displayFlag: string | null;
}

/** The companies of a collection by what they are called. */
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

  /** Those that a text means: by their uid, else by their id, else by their name or an alias. */
  called(text: string): readonly CompanyRecord[] {
    const known = this.byUid.get(text);
    return known ? [known] : (this.byId.get(text) ?? this.byName.get(text.toLowerCase()) ?? []);
  }

  /** The one that a uid or an id means. */
  identified(text: string): CompanyRecord | undefined {
    return this.byUid.get(text) ?? this.byId.get(text)?.[0];
  }
}

/** Documents that are read at a time. */
const BATCH = 512;

/** What of a catalog is read once: the companies, the category tree, the ids of the parts. */
export class CatalogRecords {
  private readonly directories = new Map<CompanyKind, Promise<CompanyDirectory>>();
  private tree: Promise<CategoryTree> | undefined;
  private uids: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(private readonly catalog: Catalog) {}

  companies(kind: CompanyKind): Promise<CompanyDirectory> {
    const known = this.directories.get(kind);
    if (known) return known;
    const directory = this.readAll(kind).then((records) => new CompanyDirectory(records.map(companyRecord)));
    // What failed is tried again the next time.
    directory.catch(() => this.directories.delete(kind));
    this.directories.set(kind, directory);
    return directory;
  }

  categories(): Promise<CategoryTree> {
    if (!this.tree) {
      this.tree = this.readAll('categories').then((records) => new CategoryTree(records));
      this.tree.catch(() => {
        this.tree = undefined;
      });
    }
    return this.tree;
  }

  /** The uids of the parts by their `id`; empty where no part has one. */
  partUids(): Promise<ReadonlyMap<string, string>> {
    if (!this.uids) {
      this.uids = this.readPartUids();
      this.uids.catch(() => {
        this.uids = undefined;
      });
    }
    return this.uids;
  }

  /** Of some members, those that a part of this catalog has. */
  async partMembers(names: readonly string[]): Promise<string[]> {
    const { checks } = insideOf(this.catalog);
    const known: string[] = [];
    for (const name of names) {
      try {
        await checks.parts.checkFetch([], { show: [name] });
        known.push(name);
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
      }
    }
    return known;
  }

  private async readPartUids(): Promise<ReadonlyMap<string, string>> {
    const uids = new Map<string, string>();
    if ((await this.partMembers(['id'])).length === 0) return uids;
    for await (const { uid, id } of this.catalog.parts.scan({ show: ['uid', 'id'] })) {
      const text = idOf(id);
      if (text !== null && !uids.has(text)) uids.set(text, uid);
    }
    return uids;
  }

  /** The documents of a collection as they were given: aliases and ids are not shown otherwise. */
  private readAll(collection: CompanyKind | 'categories'): Promise<Readonly<Record<string, unknown>>[]> {
    const { segments, running } = insideOf(this.catalog);
    return running.run(async () => {
      const records: Readonly<Record<string, unknown>>[] = [];
      for (const segment of segments(collection)) {
        for (let at = 0; at < segment.rows; at += BATCH) {
          const numbers = Array.from({ length: Math.min(BATCH, segment.rows - at) }, (_, i) => at + i);
          for (const record of await segment.documents.read(numbers)) records.push(membersOf(record));
        }
      }
      return records;
    });
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

const known = new WeakMap<Catalog, CatalogRecords>();

/** What was read of a catalog, which does not change. */
export function recordsOf(catalog: Catalog): CatalogRecords {
  let records = known.get(catalog);
  if (!records) {
    records = new CatalogRecords(catalog);
    known.set(catalog, records);
  }
  return records;
}

export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
