/**
 * partdex: an in-process search engine for catalogs of electronic parts. This entry runs in Node and in browsers;
 * `partdex/node` adds files.
 */
export {
  type BuildOptions,
  buildCatalog,
  type Catalog,
  type CatalogInfo,
  type CatalogSource,
  type Documents,
  type OpenOptions,
  openCatalog,
  type PartCollection,
} from './catalog/catalog.js';
export type { Collection } from './catalog/collection.js';
export type { BuildProgress } from './index/build/catalog-builder.js';
export type { SpecKey } from './index/manifest.js';
export type * from './model/documents.js';
export {
  AbortedError,
  CatalogTooLargeError,
  ClosedError,
  CorruptCatalogError,
  type ErrorCode,
  FilterSyntaxError,
  InvalidDocumentError,
  NotFoundError,
  PartdexError,
  UnreadableFileError,
  UnwritableFileError,
  ValidationError,
} from './model/errors.js';
export { DEFAULT_LIMITS, type Limits } from './model/limits.js';
export type {
  Directives,
  FacetFieldRequest,
  FacetResult,
  SearchRequest,
  SearchResponse,
  SortKey,
  SortOrder,
  SpecDrilldownRequest,
  StatsFieldRequest,
  StatsResult,
} from './model/requests.js';
