import { type SaidMetadata, type SpecType, specMetadataOf } from '../encoding/spec-facts.js';
import { type Authorized, isAuthorized } from '../model/authorized.js';
import type { Category, Company, SpecMetadata } from '../model/documents.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { CatalogField } from '../model/own-fields.js';
import { readOwnFields } from '../model/own-fields.js';
import { isPlainObject } from '../model/plain.js';
import type { CompanyCollection } from '../model/schema.js';
import type { Synonyms } from '../model/synonyms.js';

/**
 * What is known of a catalog beside its parts. What never changes is in `_meta` of the mapping of the index; records, and what parts
 * say of spec keys, are documents of a second index, `<index>-records`, since parts and several writers add to them.
 */

/** The version of the layout: another one is not read. */
export const INDEX_FORMAT = 2;
/** The member of `_meta`. */
const META = 'partdex';
const SECTION = 'mapping _meta';

/** What `_meta` says of an index. */
export interface IndexFacts {
  readonly format: number;
  readonly priceCurrency: string;
  readonly ownFields: readonly CatalogField[];
  readonly synonyms: Synonyms;
  /** The terms that decide `is_authorized` of the offers of parts that are put. */
  readonly authorized?: Authorized | undefined;
  /** The index of the records. */
  readonly records: string;
}

/** The `_meta` of an index. */
export function metaOf(facts: Omit<IndexFacts, 'format'>): object {
  return { [META]: { format: INDEX_FORMAT, ...facts } };
}

/** Whether the `_meta` is that of an index of partdex, of whatever format. */
export const isMeta = (meta: unknown): meta is object => isPlainObject(meta) && isPlainObject(meta[META]);

/**
 * The facts in the `_meta` of an index.
 * @throws CorruptCatalogError for an index of something else, and one of another format
 */
export function readMeta(index: string, meta: unknown): IndexFacts {
  const facts = isPlainObject(meta) ? meta[META] : undefined;
  if (!isPlainObject(facts)) {
    throw new CorruptCatalogError(SECTION, `the index "${index}" is not one of partdex; push a catalog to it first`);
  }
  const { format, priceCurrency, ownFields, synonyms, authorized, records } = facts;
  if (typeof format === 'number' && format > INDEX_FORMAT) {
    const message = `the index "${index}" has format ${format}, newer than ${INDEX_FORMAT}, which this version of partdex reads`;
    throw new CorruptCatalogError(SECTION, message, 'catalog_too_new');
  }
  if (typeof format === 'number' && format < INDEX_FORMAT) {
    const message = `the index "${index}" has format ${format}, older than ${INDEX_FORMAT}, which this version of partdex reads; push the catalog again`;
    throw new CorruptCatalogError(SECTION, message);
  }
  const isTerms = authorized === undefined || isAuthorized(authorized);
  const isText = typeof priceCurrency === 'string' && typeof records === 'string';
  if (format !== INDEX_FORMAT || !isText || !isTerms || !Array.isArray(synonyms)) {
    throw new CorruptCatalogError(
      SECTION,
      `the index "${index}" has facts that this version of partdex cannot read; push it again`,
    );
  }
  return { format, priceCurrency, records, ownFields: readOwnFields(ownFields), synonyms: synonyms as Synonyms, authorized };
}

/** The collections of the records beside an index; `specs` are the keys that parts carry. */
export type RecordCollection = CompanyCollection | 'categories' | 'spec_metadata' | 'specs';

const RECORD_COLLECTIONS: readonly RecordCollection[] = [
  'brands',
  'manufacturers',
  'sellers',
  'categories',
  'spec_metadata',
  'specs',
];

/** A spec key that parts carry. Its type never changes. */
export interface KeyFacts {
  readonly key: string;
  readonly type: SpecType;
  /** What the first parts say of it. */
  readonly said: SaidMetadata;
}

/** A record beside an index. */
export type StoredRecord =
  | { readonly collection: CompanyCollection; readonly key: string; readonly given: boolean; readonly record: Company }
  | { readonly collection: 'categories'; readonly key: string; readonly given: true; readonly record: Category }
  | { readonly collection: 'spec_metadata'; readonly key: string; readonly given: true; readonly record: SpecMetadata }
  | { readonly collection: 'specs'; readonly key: string; readonly given: false; readonly record: KeyFacts };

/** Separates the collection from the key in the id of a record's document: no collection has it. */
const IN_ID = ':';
/** Most bytes of an id of a document. */
const LONGEST_ID = 512;

/** The id of the document of a record. Keys of specs may be long: those are named by a digest of theirs. */
export function recordId(collection: RecordCollection, key: string, digest: (text: string) => string): string {
  const id = `${collection}${IN_ID}${key}`;
  return id.length * 3 <= LONGEST_ID ? id : `${collection}${IN_ID}${IN_ID}${digest(key)}`;
}

/** The document of a record; `order` is its place among those of its collection. */
export function recordDocument({ collection, key, given, record }: StoredRecord, order: number): object {
  return { collection, key, given, order, record: JSON.stringify(record) };
}

/** The record of a document. */
export function readRecord(source: unknown): StoredRecord {
  const { collection, key, given, record } = source as Record<string, unknown>;
  if (!RECORD_COLLECTIONS.includes(collection as RecordCollection) || typeof key !== 'string' || typeof record !== 'string') {
    throw new CorruptCatalogError('records', 'a document of the index of records is not a record; push the catalog again');
  }
  return { collection, key, given: given === true, record: JSON.parse(record) } as StoredRecord;
}

/** The records beside an index, by collection and key. */
export class Records {
  readonly brands = new Map<string, { readonly record: Company; readonly given: boolean }>();
  readonly manufacturers = new Map<string, { readonly record: Company; readonly given: boolean }>();
  readonly sellers = new Map<string, { readonly record: Company; readonly given: boolean }>();
  readonly categories = new Map<string, { readonly record: Category }>();
  readonly spec_metadata = new Map<string, { readonly record: SpecMetadata }>();
  readonly specs = new Map<string, { readonly record: KeyFacts }>();

  add({ collection, key, given, record }: StoredRecord): void {
    (this[collection] as Map<string, object>).set(key, { record, given });
  }

  /** A copy: changes of one do not reach the other. */
  copy(): Records {
    const copy = new Records();
    for (const collection of RECORD_COLLECTIONS) {
      for (const [key, entry] of this[collection]) (copy[collection] as Map<string, object>).set(key, entry);
    }
    return copy;
  }

  remove(collection: RecordCollection, key: string): void {
    this[collection].delete(key);
  }

  /** The records of a collection of companies that were given, by uid. */
  given(collection: CompanyCollection): Map<string, Company> {
    return new Map([...this[collection]].filter(([, { given }]) => given).map(([uid, { record }]) => [uid, record]));
  }

  /** The metadata of a spec key that parts carry: what they say of it takes precedence over its record. */
  metadataOf(key: string): SpecMetadata | undefined {
    const facts = this.specs.get(key)?.record;
    if (!facts) return undefined;
    const votes = { number: 0, string: 0 };
    const { type, said } = facts;
    return specMetadataOf({ key, declared: votes, undeclared: votes, said }, type, this.spec_metadata.get(key)?.record);
  }
}
