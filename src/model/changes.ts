import type { Brand, Category, Manufacturer, Part, Seller, SpecMetadata } from './documents.js';

/** Documents in memory or from a stream; they are read once, in order. */
export type Documents<T> = Iterable<T> | AsyncIterable<T>;

/** Records to remove: by uid, metadata of specs by key. Each list is read once. */
export interface RemovedRecords {
  /** Uids; a brand that parts still name is then gathered from them. */
  readonly brands?: Documents<string>;
  /** Uids, likewise. */
  readonly manufacturers?: Documents<string>;
  /** Uids, likewise. */
  readonly sellers?: Documents<string>;
  /** Uids; a category with children cannot be removed. */
  readonly categories?: Documents<string>;
  /** Spec keys. */
  readonly spec_metadata?: Documents<string>;
}

/** A merge patch of a part: its uid, and the members that change. */
export type PartPatch =
  | ({
      /** Uid of the part. */
      uid: string;
    } & object)
  | {
      /** Uid of the part. */
      uid: string;
      /** Other members: a value, or null for none. */
      [member: string]: unknown;
    };

/**
 * One update of a catalog; docs/semantics.md, "Catalogs that change". In one update a uid stands at most once in `put`, `patch` and
 * `remove` together. Records of an update are there before its parts.
 */
export interface CatalogChanges {
  /** Whole parts: a part with the same uid is replaced, others are added. */
  put?: Documents<Part>;
  /** Merge patches (RFC 7396) of parts, by uid: lists are replaced, `null` deletes a member. */
  patch?: Documents<PartPatch>;
  /** Uids of parts to remove. */
  remove?: Documents<string>;
  /** Whole records; one with the same uid is replaced. */
  brands?: Documents<Brand>;
  /** Whole records, likewise. */
  manufacturers?: Documents<Manufacturer>;
  /** Whole records, likewise. */
  sellers?: Documents<Seller>;
  /** Whole records, likewise. */
  categories?: Documents<Category>;
  /** Whole records, by key. */
  spec_metadata?: Documents<SpecMetadata>;
  /** Records to remove. */
  removeRecords?: RemovedRecords;
}

/** What an update did. */
export interface UpdateReport {
  /** Number of parts that are new. */
  readonly added: number;
  /** Number of parts that were there: put again, or patched, also where nothing changed. */
  readonly replaced: number;
  /** Number of parts that are gone. */
  readonly removed: number;
  /** Uids of `patch` and `remove` that no part has, in their order. */
  readonly missing: readonly string[];
  /** Number of documents left out because `onInvalid` was given. */
  readonly invalid: number;
  /** What was noticed: values that do not fit the type of their key, records that say otherwise. */
  readonly notices: readonly string[];
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
}
