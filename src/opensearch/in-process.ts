/** The one file of this room that knows catalogs in process: those that are pushed, and that of the records beside an index. */

export type { Catalog } from '../catalog/catalog.js';
export { buildCatalog } from '../catalog/in-memory.js';
export { type CatalogInternals, INTERNALS, internalsOf } from '../catalog/internals.js';
export type { BuildOptions, CatalogSource } from '../catalog/options.js';
export type { StoredPart } from '../catalog/parts-by-uid.js';
