/**
 * An in-process search engine for catalogs of electronic parts. This entry runs in Node and in browsers; `partdex/node` adds files.
 * Begin with {@link buildCatalog}, {@link openCatalog} and {@link Collection.search}. What every answer means is said in
 * docs/semantics.md, whose headings the comments name.
 * @module partdex
 */

export { parseQuantity } from './analysis/quantity.js';
export { type FormatOptions, formatQuantity } from './analysis/quantity-format.js';
export type { BuildProgress } from './build/build-settings.js';
export type { Catalog, CatalogInfo, CatalogSection, CatalogSpec } from './catalog/catalog.js';
export type { Collection } from './catalog/collection.js';
export { diffCatalogs, type PartDifference } from './catalog/diff.js';
export { buildCatalog, openCatalog } from './catalog/in-memory.js';
export { type OpenUrlOptions, openCatalogUrl } from './catalog/open-url.js';
export type { BuildOptions, CatalogSource, OpenOptions } from './catalog/options.js';
export type { PartCollection } from './catalog/parts.js';
export { formatChanges, parseChanges } from './live/change-lines.js';
export { type OverlayCatalog, overlay } from './live/overlay.js';
export type * from './model/ask.js';
export type { Authorized } from './model/authorized.js';
export type { Call } from './model/call.js';
export type { CatalogChanges, Documents, PartPatch, RemovedRecords, UpdateReport } from './model/changes.js';
export type { FilterCompletion } from './model/completions.js';
export type * from './model/documents.js';
export {
  AbortedError,
  BudgetExceededError,
  type BudgetName,
  CatalogTooLargeError,
  ClosedError,
  ClusterError,
  CorruptCatalogError,
  EmptyCatalogError,
  FilterSyntaxError,
  InvalidDocumentError,
  LockedError,
  type LockHolder,
  NotFoundError,
  PartdexError,
  UnreadableFileError,
  UnsupportedError,
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
export type { Quantity, Range } from './model/quantity.js';
export type { Rates } from './model/rates.js';
export type {
  Directives,
  FacetCount,
  FacetFieldRequest,
  FacetOrder,
  FacetRange,
  FacetResult,
  Highlight,
  RankBoost,
  RankRequest,
  SearchRequest,
  SearchResponse,
  SearchResult,
  SortKey,
  SortOrder,
  SpecDrilldownRequest,
  StatsFieldRequest,
  StatsResult,
} from './model/requests.js';
export type * from './model/similar.js';
export type { ErrorCode } from './model/statuses.js';
export type { HttpOptions } from './storage/http-source.js';
