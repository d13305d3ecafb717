import type { Catalog } from '../../../src/partdex.js';
import type { ReadCatalog } from '../reader/catalog.mjs';

export function compareWithSearch(catalog: ReadCatalog, engine: Catalog): Promise<number>;
