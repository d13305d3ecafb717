import type { Catalog } from '../catalog/catalog.js';
import { internalsOf, type Work } from '../catalog/internals.js';
import { Issues } from '../model/issues.js';
import { CategoryTree } from './category-tree.js';
import { DocumentReader } from './document-reader.js';
import { Kept } from './kept.js';
import { compareTexts, idOf, listOf, membersOf, textOf } from './values.js';

/** Undocumented members of parts that fields of the interface read. */
const PART_MEMBERS = [
  ...['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'external_links', 'offers', 'broker_listings', 'short_description'],
  ...['descriptions', 'imagesets', 'datasheets', 'compliance_documents', 'reference_designs', 'cad_models', 'specs'],
  'category_uids',
];

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

/** Members of parts that only some catalogs have. */
const RARE_MEMBERS = ['id', 'aka_mpns'];

/**
 * Data that is read or counted once for a catalog, in the calls that need it: companies, the category tree, ids of parts, counts.
 */
export class CatalogRecords {
  /** Parts in each category or below it, by its uid. */
  readonly partCounts = new Kept<'all', ReadonlyMap<string, number>>();
  /** The attributes that are the most useful filters of a category, by its uid. */
  readonly relevantKeys = new Kept<string, readonly string[]>();
  /** Whether a part has a company with a name and no uid. */
  readonly hasUnidentified = new Kept<CompanyKind, boolean>();
  private readonly directories = new Kept<CompanyKind, CompanyDirectory>();
  private readonly trees = new Kept<'all', CategoryTree>();
  private readonly uids = new Kept<'all', ReadonlyMap<string, string>>();
  private readonly readers = new Map<string, DocumentReader>();
  private readonly records = new Map<string, Readonly<Record<string, unknown>>[]>();
  private readonly uidsRead = new Map<string, string>();
  private shown: Promise<{ show: string[] }> | undefined;

  constructor(private readonly catalog: Catalog) {}

  companies(kind: CompanyKind, work: Work): Promise<CompanyDirectory> {
    return this.directories.get(kind, work, async () => {
      const records = await this.readAll(kind, work);
      return work.measure(() => new CompanyDirectory(records.map(companyRecord)));
    });
  }

  categories(work: Work): Promise<CategoryTree> {
    return this.trees.get('all', work, async () => {
      const records = await this.readAll('categories', work);
      return work.measure(() => new CategoryTree(records));
    });
  }

  /** The uids of the parts by their `id`; empty if no part has one. If several parts share an id, the first by uid. */
  partUids(work: Work): Promise<ReadonlyMap<string, string>> {
    const uids = this.uidsRead;
    return this.uids.get('all', work, async () => {
      if ((await this.partMembers(['id'])).length === 0) return uids;
      await this.reader('parts').read(work, ({ uid, id }) => {
        const text = idOf(id);
        if (text === null || typeof uid !== 'string') return;
        const known = uids.get(text);
        if (known === undefined || compareTexts(uid, known) < 0) uids.set(text, uid);
      });
      return uids;
    });
  }

  /** The directives for reading parts. */
  readonly partDirectives = (): Promise<{ show: string[] }> => {
    this.shown ??= this.partMembers(RARE_MEMBERS).then(
      (rare) => ({ show: [...PART_MEMBERS, ...rare] }),
      (error) => {
        // A failure is not cached.
        this.shown = undefined;
        throw error;
      },
    );
    return this.shown;
  };

  /** Those of some members that a part of this catalog has. */
  private async partMembers(names: readonly string[]): Promise<string[]> {
    const { running, collections } = internalsOf(this.catalog);
    const known: string[] = [];
    for (const name of names) {
      const issues = new Issues();
      await running.answerAsync(undefined, (work) => collections.parts.checkFetch([], { show: [name] }, issues, work));
      if (issues.isEmpty) known.push(name);
    }
    return known;
  }

  /** The documents of a collection as they were given: answers do not otherwise show aliases and ids. */
  private async readAll(
    collection: CompanyKind | 'categories',
    work: Work,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const records = this.records.get(collection) ?? [];
    this.records.set(collection, records);
    await this.reader(collection).read(work, (record) => records.push(record));
    this.records.delete(collection);
    return records;
  }

  private reader(collection: CompanyKind | 'categories' | 'parts'): DocumentReader {
    let reader = this.readers.get(collection);
    if (!reader) {
      reader = new DocumentReader(internalsOf(this.catalog).collections[collection], `reading the records of ${collection}`);
      this.readers.set(collection, reader);
    }
    return reader;
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
