import { CorruptCatalogError, PartdexError } from '../../../src/model/errors.js';
import type { CollectionName } from '../../../src/model/fields.js';
import type { Catalog } from '../../../src/partdex.js';
import type { MatchRequest } from '../../arbitraries/matching.js';
import type { RandomRequest } from '../../arbitraries/requests.js';
import { match } from './compare-match.js';
import { canonical, collectionOf } from './engine.js';

/** A request to several catalogs, to compare their answers. */
export type Probe = (catalog: Catalog) => Promise<unknown>;

/** A search; how long it took is left out of the answer. */
export function searchProbe({ collection, request }: RandomRequest): Probe {
  return async (catalog) => ({ ...(await collectionOf(catalog, collection).search(request)), msec: 0 });
}

/** A match request; how long it took is left out of the answer. */
export function matchProbe(request: MatchRequest): Probe {
  return async (catalog) => ({ ...(await match(catalog, request)), msec: 0 });
}

/** A record by its uid, with members that are hidden. */
export function getProbe(collection: CollectionName, uid: string): Probe {
  const directives = collection === 'parts' ? { include: ['specs', 'descriptions'] } : {};
  return (catalog) => collectionOf(catalog, collection).get(uid, directives);
}

/**
 * The answer as text, or the class and message of the typed error with which a request is refused.
 * @throws CorruptCatalogError, and every error other than those of partdex
 */
export async function outcome(send: Probe, catalog: Catalog): Promise<string> {
  try {
    return canonical(await send(catalog)) ?? 'undefined';
  } catch (error) {
    if (error instanceof PartdexError && !(error instanceof CorruptCatalogError)) return `${error.name}: ${error.message}`;
    throw error;
  }
}
