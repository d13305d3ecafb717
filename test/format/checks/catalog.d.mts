import type { ReadCatalog } from '../reader/catalog.mjs';

export function checkCatalog(catalog: ReadCatalog, source: object, fields?: readonly object[]): Set<string>;
