import type { CollectionName } from '../../../src/model/fields.js';
import { buildCatalog, type Catalog, type CatalogSource, type Collection } from '../../../src/partdex.js';
import type { JsonSource } from '../../arbitraries/catalogs.js';
import { OWN_FIELDS } from '../../arbitraries/own-fields.js';

/** Far more time than any request takes: the engine is not at fault where others hold up its process for seconds. */
const PATIENT = { milliseconds: 120_000 };

/** The engine's catalog of a random source, with declared fields. The source is frozen: a build must not change what it is given. */
export function build(source: JsonSource, priceCurrency = 'USD'): Promise<Catalog> {
  return buildCatalog(deepFreeze(source) as unknown as CatalogSource, { priceCurrency, fields: OWN_FIELDS, limits: PATIENT });
}

export function collectionOf(catalog: Catalog, name: CollectionName): Collection<object> {
  return catalog[name] as unknown as Collection<object>;
}

/** The uids of all hits, in order. */
export async function uidsOf(catalog: Catalog, collection: CollectionName, request: object): Promise<string[]> {
  const uids: string[] = [];
  for await (const item of collectionOf(catalog, collection).scan({ ...request, show: ['uid'] }))
    uids.push((item as { uid: string }).uid);
  return uids;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/** One text for equal values, whatever the order of members and their objects' prototypes. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
