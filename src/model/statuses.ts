/** Machine-readable names of all errors of partdex, one for each class, and `catalog_too_new` of `CorruptCatalogError`. */
export type ErrorCode =
  | 'validation'
  | 'filter_syntax'
  | 'not_found'
  | 'invalid_document'
  | 'corrupt_catalog'
  | 'catalog_too_new'
  | 'catalog_too_large'
  | 'empty_catalog'
  | 'closed'
  | 'aborted'
  | 'budget_exceeded'
  | 'worker_failed'
  | 'locked'
  | 'unreadable'
  | 'unreadable_table'
  | 'unwritable'
  | 'unsupported'
  | 'cluster';

/** The HTTP status for each code. Only the interfaces use it; the engine does not. */
export const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = Object.freeze({
  validation: 400,
  filter_syntax: 400,
  not_found: 404,
  invalid_document: 400,
  corrupt_catalog: 500,
  catalog_too_new: 500,
  catalog_too_large: 400,
  empty_catalog: 400,
  closed: 503,
  aborted: 499,
  budget_exceeded: 503,
  worker_failed: 503,
  locked: 503,
  unreadable: 500,
  unreadable_table: 400,
  unwritable: 500,
  cluster: 503,
  unsupported: 501,
});
