import type { Segment } from '../index/segment.js';
import { ValidationError } from '../model/errors.js';
import type { CollectionName } from '../model/fields.js';
import type { Running } from './running.js';

/** What an opened catalog is made of, for other entries of the package. It is no part of the public `Catalog`. */
export interface CatalogInside {
  /** The segments of a collection. */
  segments(collection: CollectionName): readonly Segment[];
  readonly running: Running;
}

const insides = new WeakMap<object, CatalogInside>();

/** Lets `insideOf` know of an opened catalog. */
export function showInside(catalog: object, inside: CatalogInside): void {
  insides.set(catalog, inside);
}

/** @throws ValidationError for what is no catalog of this copy of partdex */
export function insideOf(catalog: object): CatalogInside {
  const inside = typeof catalog === 'object' && catalog !== null ? insides.get(catalog) : undefined;
  if (inside) return inside;
  throw new ValidationError('catalog', 'catalog must be an opened catalog, of the same copy of partdex as this function');
}
