import type { SpecMetadata } from '../model/documents.js';
import type { CollectionName, FieldKind } from '../model/fields.js';
import type { TextField } from './impact.js';

/** A field of a collection, as described in the catalog. */
export interface FieldInfo {
  readonly name: string;
  readonly kind: FieldKind;
  /** Number of distinct values. */
  readonly values: number;
  /** Number of rows that have a value. */
  readonly rows: number;
  /** True if some row has more than one. */
  readonly multiValued: boolean;
}

/** One collection of a catalog: its rows, fields and text indexes. */
export interface CollectionManifest {
  readonly rows: number;
  readonly fields: readonly FieldInfo[];
  readonly texts: readonly { readonly name: string; readonly fields: readonly TextField[] }[];
}

/** A spec key with its type in this catalog. */
export interface SpecKey {
  readonly key: string;
  readonly type: 'string' | 'number';
  /** As in responses, without Empty values: its key, a datatype of the key's type, and name and unit if known. */
  readonly metadata: SpecMetadata;
}

/** The section `manifest`, JSON. */
export interface CatalogManifest {
  readonly collections: Readonly<Record<CollectionName, CollectionManifest>>;
  readonly specs: readonly SpecKey[];
  readonly priceCurrency: string;
}

/** The text index that `q` searches, and its fields; docs/semantics.md, "Score", has the weights. */
export const KEYWORDS = 'keywords';

export const PART_TEXT_FIELDS: readonly TextField[] = [
  { name: 'mpn', weight: 8 },
  { name: 'offers.sku', weight: 8 },
  { name: 'brand.name', weight: 3 },
  { name: 'offers.seller.name', weight: 1.5 },
  { name: 'descriptions.value', weight: 1 },
];

/** The names of a company or category. Aliases can be searched, but are not a field of their own. */
export const NAME_TEXT_FIELDS: readonly TextField[] = [
  { name: 'name', weight: 8 },
  { name: 'aliases', weight: 8 },
];

/** Texts of parts that filters search, but `q` does not. */
export const SHORT_DESCRIPTION: readonly TextField[] = [{ name: 'short_description', weight: 1 }];
