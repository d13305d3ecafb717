/** Machine-readable names of everything that partdex can refuse. */
export type ErrorCode =
  | 'validation'
  | 'filter_syntax'
  | 'not_found'
  | 'invalid_document'
  | 'corrupt_catalog'
  | 'catalog_too_new'
  | 'catalog_too_large'
  | 'closed'
  | 'aborted'
  | 'unreadable'
  | 'unwritable';

/**
 * Base of every error that partdex throws on purpose.
 * `code` names the kind for programs, `status` is the HTTP status that fits it, the message says what was wrong,
 * where, and what would be right.
 */
export class PartdexError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.name = new.target.name;
  }
}

/** A request that cannot be answered as it stands. `argument` is the dotted path of the offending member. */
export class ValidationError extends PartdexError {
  readonly argument: string;

  constructor(argument: string, message: string, code: 'validation' | 'filter_syntax' = 'validation') {
    super(code, 400, message);
    this.argument = argument;
  }
}

/**
 * A filter query that does not follow the grammar. `offset` and `length` point into the query text in UTF-16 units
 * (`length` is 0 at the end of the text); `found` is the text there, `expected` lists what could have stood there.
 */
export class FilterSyntaxError extends ValidationError {
  readonly query: string;
  readonly offset: number;
  readonly length: number;
  readonly found: string;
  readonly expected: readonly string[];

  constructor(
    message: string,
    place: { query: string; offset: number; length: number; found: string; expected: readonly string[]; argument?: string },
  ) {
    super(place.argument ?? 'filter.queries', message, 'filter_syntax');
    this.query = place.query;
    this.offset = place.offset;
    this.length = place.length;
    this.found = place.found;
    this.expected = place.expected;
  }
}

/** A uid or path that names nothing. */
export class NotFoundError extends PartdexError {
  constructor(message: string) {
    super('not_found', 404, message);
  }
}

/**
 * A document that cannot be part of a catalog. `line` is its line in the source (1-based; for objects its position in
 * the sequence), `source` the file or collection, `path` the dotted path of the offending member.
 */
export class InvalidDocumentError extends PartdexError {
  readonly source: string;
  readonly line: number;
  readonly path: string;

  constructor(message: string, place: { source: string; line: number; path: string }, options?: ErrorOptions) {
    super('invalid_document', 400, message, options);
    this.source = place.source;
    this.line = place.line;
    this.path = place.path;
  }
}

/** A catalog file that is damaged, truncated or no catalog at all. `section` names the place. */
export class CorruptCatalogError extends PartdexError {
  readonly section: string;

  constructor(
    section: string,
    message: string,
    code: 'corrupt_catalog' | 'catalog_too_new' = 'corrupt_catalog',
    options?: ErrorOptions,
  ) {
    super(code, 500, `catalog section "${section}": ${message}`, options);
    this.section = section;
  }
}

/** A catalog that would not fit the format's limits. */
export class CatalogTooLargeError extends PartdexError {
  constructor(message: string) {
    super('catalog_too_large', 400, message);
  }
}

/** A request after `close()`. */
export class ClosedError extends PartdexError {
  constructor(message = 'the catalog is closed; open it again to ask it something') {
    super('closed', 503, message);
  }
}

/** What its `signal` stopped; `cause` is the signal's reason. */
export class AbortedError extends PartdexError {
  constructor(signal: AbortSignal) {
    super('aborted', 499, 'stopped by its abort signal', { cause: signal.reason });
  }
}

/** A file that cannot be read; `path` as it was given, `cause` the system's error. */
export class UnreadableFileError extends PartdexError {
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super('unreadable', 500, `cannot read "${path}": ${reason}`, options);
    this.path = path;
  }
}

/** A file that cannot be written; what had its name before is still there. */
export class UnwritableFileError extends PartdexError {
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super('unwritable', 500, `cannot write "${path}": ${reason}`, options);
    this.path = path;
  }
}
