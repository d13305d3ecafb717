import type { Catalog } from '../catalog/catalog.js';
import { internalsOf, type RowNumbers, type Work } from '../catalog/internals.js';
import type { Part } from '../model/documents.js';
import { Issues } from '../model/issues.js';
import { CategoryTree } from './category-tree.js';
import { CompanyDirectory, type CompanyKind, companyRecord, type Makers } from './company-records.js';
import { DocumentReader } from './document-reader.js';
import { Kept } from './kept.js';
import type { NamedThing } from './named-things.js';
import { PartFacts } from './part-facts.js';
import { compareTexts, idOf } from './values.js';

/** Undocumented members of parts that fields of the interface read. */
const PART_MEMBERS = [
  ...['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'external_links', 'offers', 'broker_listings', 'short_description'],
  ...['descriptions', 'imagesets', 'datasheets', 'compliance_documents', 'reference_designs', 'cad_models', 'specs'],
  'category_uids',
];

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
  /** Whether a part has a seller with a name and no uid. */
  readonly hasUnidentified = new Kept<'sellers', boolean>();
  readonly makers = new Kept<'all', Makers>();
  /** Orders of parts by what no field has. */
  readonly orders = new Kept<string, RowNumbers>();
  /** How many parts with the lifecycle status ACTIVE each maker has, by its uid. */
  readonly activeParts = new Kept<'all', ReadonlyMap<string, number>>();
  /** The names of companies and categories. */
  readonly named = new Kept<'all', readonly NamedThing[]>();
  private readonly facts = new Kept<'all', PartFacts>();
  private factsRead: PartFacts | undefined = undefined;
  private readonly directories = new Kept<CompanyKind, CompanyDirectory>();
  private readonly trees = new Kept<'all', CategoryTree>();
  private readonly uids = new Kept<'all', ReadonlyMap<string, string>>();
  private readonly readers = new Map<string, DocumentReader>();
  private readonly records = new Map<string, Readonly<Record<string, unknown>>[]>();
  private readonly uidsRead = new Map<string, string>();
  private readonly rareMembers = new Map<string, Promise<string[]>>();

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

  /** What only the documents of parts say; they are read once, all of them. */
  partFacts(work: Work): Promise<PartFacts> {
    const facts = (this.factsRead ??= new PartFacts());
    return this.facts.get('all', work, async () => {
      await this.reader('parts', 'facts').read(work, (part) => facts.add(part as unknown as Part));
      return facts;
    });
  }

  /** Whether some part has a member. */
  partsHave(member: string): Promise<boolean> {
    return internalsOf(this.catalog).collections.parts.hasMember(member);
  }

  /** The directives for reading parts. @param names of undocumented members that some part may have */
  async partDirectives(names: readonly string[]): Promise<{ show: string[] }> {
    const asked = [...RARE_MEMBERS, ...names];
    const key = names.join(' ');
    let rare = this.rareMembers.get(key);
    if (!rare) {
      rare = this.partMembers(asked);
      this.rareMembers.set(key, rare);
      // A failure is not cached.
      rare.catch(() => this.rareMembers.delete(key));
    }
    return { show: [...PART_MEMBERS, ...(await rare)] };
  }

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

  /** @param purpose each purpose reads the documents once */
  private reader(collection: CompanyKind | 'categories' | 'parts', purpose = 'records'): DocumentReader {
    const key = `${collection} ${purpose}`;
    let reader = this.readers.get(key);
    if (!reader) {
      reader = new DocumentReader(internalsOf(this.catalog).collections[collection], `reading the records of ${collection}`);
      this.readers.set(key, reader);
    }
    return reader;
  }
}

const known = new WeakMap<object, CatalogRecords>();

/** What was read of a catalog, as long as nothing of it changes beside its parts. */
export function recordsOf(catalog: Catalog): CatalogRecords {
  const state = internalsOf(catalog).state?.() ?? catalog;
  let records = known.get(state);
  if (!records) {
    records = new CatalogRecords(catalog);
    known.set(state, records);
  }
  return records;
}
