/**
 * An in-process search engine for catalogs of electronic parts. This entry runs in Node and in browsers; `partdex/node` adds files.
 * Begin with {@link buildCatalog}, {@link openCatalog} and {@link Collection.search}. What every answer means is said in
 * docs/semantics.md, whose headings the comments name.
 * @module partdex
 */

export type { BuildProgress } from './build/catalog-builder.js';
export type {
  BuildOptions,
  Catalog,
  CatalogInfo,
  CatalogSection,
  CatalogSource,
  CatalogSpec,
  Documents,
  OpenOptions,
} from './catalog/catalog.js';
export type { Collection } from './catalog/collection.js';
export { buildCatalog, openCatalog } from './catalog/in-memory.js';
export { type OpenUrlOptions, openCatalogUrl } from './catalog/open-url.js';
export type { PartCollection } from './catalog/parts.js';
export type { Call } from './model/call.js';
export type * from './model/documents.js';
export {
  AbortedError,
  BudgetExceededError,
  type BudgetName,
  CatalogTooLargeError,
  ClosedError,
  CorruptCatalogError,
  EmptyCatalogError,
  FilterSyntaxError,
  InvalidDocumentError,
  NotFoundError,
  PartdexError,
  UnreadableFileError,
  UnwritableFileError,
  ValidationError,
  WorkerFailedError,
  type WriteIssue,
} from './model/errors.js';
export type * from './model/explanation.js';
export type { Fault, Issue, IssueCode } from './model/issue.js';
export { DEFAULT_LIMITS, type Limits } from './model/limits.js';
export type * from './model/match-requests.js';
export type { CatalogField, FieldKind } from './model/own-fields.js';
export type {
  Directives,
  FacetCount,
  FacetFieldRequest,
  FacetOrder,
  FacetRange,
  FacetResult,
  SearchRequest,
  SearchResponse,
  SearchResult,
  SortKey,
  SortOrder,
  SpecDrilldownRequest,
  StatsFieldRequest,
  StatsResult,
} from './model/requests.js';
export type { ErrorCode } from './model/statuses.js';
export type { HttpOptions } from './storage/http-source.js';
