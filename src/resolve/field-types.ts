import type { UnitOfMeasurement } from '../model/documents.js';
import type { CollectionName, FieldTable } from '../model/fields.js';

/** What resolving needs to know about a collection of a catalog. */
export interface FieldTypes {
  readonly collection: CollectionName;
  /** The type of a spec key, or undefined if no part has it. */
  specType(key: string): 'string' | 'number' | undefined;
  /** The unit of a spec key's numbers, if it has one. */
  specUnit(key: string): UnitOfMeasurement | null | undefined;
  /** The spec keys that parts have. */
  specKeys(): Iterable<string>;
  /** Whether some record has several values of a field. */
  isMultiValued(field: string): boolean;
  /** Whether some offer has a price in a currency, or one that the rates of the catalog convert; undefined where nobody knows. */
  readonly hasPrices?: (currency: string) => boolean;
  /** How often it has said what it was not sure of; undefined if it always is. */
  readonly doubts?: () => number;
  /** The fields that the catalog's build declared. */
  readonly ownFields?: FieldTable;
}

/** Whether a fieldname counts as unknown: those that the client may not use. */
export type IsRefused = (field: string) => boolean;
