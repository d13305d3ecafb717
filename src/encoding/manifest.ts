import type { Authorized } from '../model/authorized.js';
import type { SpecMetadata } from '../model/documents.js';
import type { CollectionName, FieldKind } from '../model/fields.js';
import type { CatalogField } from '../model/own-fields.js';
import type { Synonyms } from '../model/synonyms.js';
import type { TextField } from './impact.js';
import type { SpecFacts, SpecPlaces, SpecType } from './spec-facts.js';

/** The catalog's facts about a field of one collection. */
export interface FieldInfo {
  readonly name: string;
  readonly kind: FieldKind;
  /** Number of distinct values. */
  readonly values: number;
  /** Number of rows that have a value. */
  readonly rowCount: number;
  /** True if some row has more than one. */
  readonly multiValued: boolean;
}

/** The offers of parts, as rows of their own. */
export interface OffersManifest {
  readonly rowCount: number;
  /** The fields of parts that offers have values of; `rowCount` counts offers, and the dictionaries are those of the parts. */
  readonly fields: readonly FieldInfo[];
  /** Those of the prices, by their numbers in the file: three capital letters each. */
  readonly currencies: readonly string[];
  /** Whether some part has two offers with prices. */
  readonly hasTwoPriced: boolean;
}

/** One collection of a catalog: its rows, fields and text indexes. */
export interface CollectionManifest {
  readonly rowCount: number;
  readonly fields: readonly FieldInfo[];
  readonly texts: readonly { readonly name: string; readonly fields: readonly TextField[] }[];
  /** Of parts. */
  readonly offers?: OffersManifest;
}

/** A spec key as the catalog has typed it. */
export interface SpecKey extends StoredSpec {
  /** As answers show it, without Empty values: its key, a datatype of the key's type, name and unit if they are known. */
  readonly metadata: SpecMetadata;
}

/** A spec key in a file: what parts say of it, and the resulting type. */
export interface StoredSpec extends SpecFacts {
  readonly type: SpecType;
  /** Absent in a file of several segments: each of them has its own. */
  readonly places?: SpecPlaces;
}

/** The section `manifest`, JSON. */
export interface StoredManifest {
  readonly collections: Readonly<Record<CollectionName, CollectionManifest>>;
  /** The keys that parts carry, in the order in which they were first seen. */
  readonly specs: readonly StoredSpec[];
  /** The metadata records that were given beside the parts. */
  readonly specMetadata: readonly SpecMetadata[];
  readonly priceCurrency: string;
  /** The fields of parts that the build declared. */
  readonly ownFields: readonly CatalogField[];
  /** Phrases that mean each other in questions; absent if the build had none. */
  readonly synonyms?: Synonyms;
  /** The terms that decided `is_authorized` of offers, for parts that are put later; absent if the build had none. */
  readonly authorized?: Authorized;
  /**
   * The number of segments of a file that has several. Each has all sections of a file, their names behind `segmentPrefix`; the
   * collection `parts` of this manifest has their rows in all and no fields.
   */
  readonly segments?: number;
  /** For each of `specs`, the parts that have a value and the distinct values, of all segments. */
  readonly specCounts?: readonly (readonly [parts: number, values: number])[];
}

/** What the names of a segment's sections begin with. */
export function segmentPrefix(segment: number): string {
  return `segments/${segment}/`;
}

/** The manifest of an opened file. */
export interface CatalogManifest extends StoredManifest {
  readonly specs: readonly SpecKey[];
}
