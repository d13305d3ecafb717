import type { UpdateReport } from './changes.js';
import type { Fault, Issue } from './issue.js';
import { shorten } from './nearest.js';
import { type ErrorCode, STATUS_OF_CODE } from './statuses.js';

/** Base of every error that partdex throws on purpose. The message says what is wrong, where, and what would be valid. */
export class PartdexError extends Error {
  // Written out in every class: bundlers shorten class names.
  /** The name of the class. */
  override readonly name: string = 'PartdexError';
  /** The kind of the error, for programs. */
  readonly code: ErrorCode;
  /** The HTTP status that fits it. */
  readonly status: number;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = STATUS_OF_CODE[code];
  }
}

/** Writes an issue as text. `predicate` follows the name of the argument at fault: ` must be a string, not 5`. */
export type WriteIssue = (issue: Issue, predicate: string) => string;

/** A request that cannot be answered. It lists every fault of the request. Status 400. */
export class ValidationError extends PartdexError {
  override readonly name: string = 'ValidationError';
  /** All faults of the request, in the order of its members. At least one. */
  readonly issues: readonly Issue[];
  /** Dotted path of the first issue's argument: `filter.fields.mpn`. */
  readonly argument: string;
  /** Where in the text of the argument the first issue is, in UTF-16 units from 0; absent if it is not inside a text. */
  declare readonly offset?: number;
  /** How long the first issue is, in UTF-16 units; 0 at the end of the text. */
  declare readonly length?: number;
  /** The value that the first issue found. */
  readonly found: unknown;
  /** What the first issue expected instead, for people. */
  readonly expected: readonly string[];
  readonly #faults: readonly Fault[];

  /** @param faults at least one */
  constructor(faults: readonly Fault[]) {
    const [{ issue, argument }] = faults;
    super(
      issue.code === 'syntax' ? 'filter_syntax' : 'validation',
      faults.map((fault) => inProcess(fault.issue, fault.text)).join('; '),
    );
    this.#faults = faults;
    this.issues = faults.map((fault) => fault.issue);
    this.argument = argument;
    if (issue.offset !== undefined) this.offset = issue.offset;
    if (issue.length !== undefined) this.length = issue.length;
    this.found = issue.found;
    this.expected = issue.expected;
  }

  /** The data of an error, for passing it between threads. */
  static faultsOf(error: ValidationError): readonly Fault[] {
    return error.#faults;
  }

  /** The text of each issue, for an interface that names the arguments differently. Without `write`: the names of the library. */
  describe(write: WriteIssue = inProcess): string[] {
    return this.#faults.map(({ issue, text }) => write(issue, text));
  }
}

/** A filter query that does not follow the grammar; docs/semantics.md, "Filter queries". Status 400. */
export class FilterSyntaxError extends ValidationError {
  override readonly name = 'FilterSyntaxError';
  /** The text of the filter query. */
  readonly query: string;
  declare readonly offset: number;
  declare readonly length: number;
  /** The text at that place. */
  declare readonly found: string;

  /** @param faults at least one; the first is a syntax fault */
  constructor(faults: readonly Fault[]) {
    super(faults);
    this.query = faults[0].query ?? '';
  }
}

function inProcess({ path, pathParts }: Issue, predicate: string): string {
  if (path === '') return `the request${predicate}`;
  const name = pathParts.some((part) => part.length > LONGEST_NAME) ? shorten(path, 2 * LONGEST_NAME) : path;
  return `${name}${predicate}`;
}

const LONGEST_NAME = 80;

/** An unknown uid or path. Status 404. */
export class NotFoundError extends PartdexError {
  override readonly name = 'NotFoundError';

  constructor(message: string) {
    super('not_found', message);
  }
}

/** A document that cannot be part of a catalog; docs/semantics.md, "Documents". Status 400. */
export class InvalidDocumentError extends PartdexError {
  override readonly name = 'InvalidDocumentError';
  /** The file, or the collection if documents came as objects. */
  readonly source: string;
  /** Line of the file, or position among the objects; from 1. */
  readonly line: number;
  /** Dotted path of the invalid member; empty if the whole document is invalid. */
  readonly path: string;

  constructor(message: string, place: { source: string; line: number; path: string }, options?: ErrorOptions) {
    super('invalid_document', message, options);
    this.source = place.source;
    this.line = place.line;
    this.path = place.path;
  }
}

/**
 * A catalog file that is damaged, truncated or not a catalog (`corrupt_catalog`), or of a newer format than this version of
 * partdex reads (`catalog_too_new`). Status 500.
 */
export class CorruptCatalogError extends PartdexError {
  override readonly name = 'CorruptCatalogError';
  /** The damaged section of the file: `header`, `parts/documents`. */
  readonly section: string;

  constructor(
    section: string,
    message: string,
    code: 'corrupt_catalog' | 'catalog_too_new' = 'corrupt_catalog',
    options?: ErrorOptions,
  ) {
    super(code, `catalog section "${section}": ${message}`, options);
    this.section = section;
  }
}

/** A catalog that exceeds a limit of the format, or of one buffer. Status 400. */
export class CatalogTooLargeError extends PartdexError {
  override readonly name = 'CatalogTooLargeError';

  constructor(message: string) {
    super('catalog_too_large', message);
  }
}

/** A catalog file that would have no parts: an empty input is usually a mistake. Status 400. */
export class EmptyCatalogError extends PartdexError {
  override readonly name = 'EmptyCatalogError';
  /** The input: the paths of the files of parts, or the names of streams. */
  readonly sources: readonly string[];

  /** @param skipped documents left out as invalid */
  constructor(sources: readonly string[], skipped: number) {
    const named = sources.map((source) => `"${source}"`).join(', ');
    const without = skipped > 0 ? `no valid part (${skipped} left out as invalid)` : 'no part';
    super('empty_catalog', `there is ${without} in ${named || 'the input'}; \`allowEmpty\` permits a catalog without parts`);
    this.sources = sources;
  }
}

/** A request after `close()`. Status 503. */
export class ClosedError extends PartdexError {
  override readonly name = 'ClosedError';

  constructor(message = 'the catalog is closed; open it again to ask it something') {
    super('closed', message);
  }
}

/** Who writes a live catalog. */
export interface LockHolder {
  /** Number of its process. */
  readonly pid: number;
  /** Name of its computer. */
  readonly host: string;
  /** When it began, as an ISO date. */
  readonly since: string;
}

/** A second writer of a live catalog. Status 503. */
export class LockedError extends PartdexError {
  override readonly name = 'LockedError';
  /** The process that writes it. */
  readonly holder: LockHolder;

  constructor(folder: string, holder: LockHolder) {
    const { pid, host, since } = holder;
    super('locked', `the catalog in "${folder}" is written by process ${pid} of ${host} since ${since}; it may have one writer`);
    this.holder = holder;
  }
}

/** A call that its `signal` stopped; `cause` is the signal's reason. Status 499. */
export class AbortedError extends PartdexError {
  override readonly name = 'AbortedError';

  constructor(signal: AbortSignal) {
    super('aborted', 'stopped by its abort signal', { cause: signal.reason });
  }
}

/** The budgets of a call: each is the limit of the same name; `time` is that of `milliseconds` or of the call's `timeout`. */
export type BudgetName = 'time' | 'bytes' | 'waiting';

/** A call that exceeded a budget, or would have. It leaves nothing behind and does not affect later calls. Status 503. */
export class BudgetExceededError extends PartdexError {
  override readonly name = 'BudgetExceededError';
  /** The exceeded budget. */
  readonly budget: BudgetName;
  /** The size of that budget: milliseconds, bytes, waiting calls. */
  readonly limit: number;
  /** Time used when the call ended; for an estimate, the least time that the call would have taken. */
  readonly milliseconds: number;
  /** What the call was doing. */
  readonly step: string;
  /** The clause that caused it, if there is one. */
  declare readonly clause?: string;
  /** Whether the call was refused before it began. */
  readonly estimated: boolean;

  constructor(
    message: string,
    used: {
      budget: BudgetName;
      limit: number;
      milliseconds: number;
      step: string;
      clause?: string | undefined;
      estimated?: boolean;
    },
  ) {
    super('budget_exceeded', message);
    this.budget = used.budget;
    this.limit = used.limit;
    this.milliseconds = used.milliseconds;
    this.step = used.step;
    if (used.clause !== undefined) this.clause = used.clause;
    this.estimated = used.estimated ?? false;
  }
}

/** A call whose thread died. Another thread has replaced it, and the call may be sent again. Status 503. */
export class WorkerFailedError extends PartdexError {
  override readonly name = 'WorkerFailedError';

  constructor(reason: string, options?: ErrorOptions) {
    super('worker_failed', `the thread that answered this call has ended: ${reason}; send the call again`, options);
  }
}

/** A file that cannot be read; `cause` is the system's error. Status 500. */
export class UnreadableFileError extends PartdexError {
  override readonly name = 'UnreadableFileError';
  /** The path, address or other name of the file. */
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super('unreadable', `cannot read "${path}": ${reason}`, options);
    this.path = path;
  }
}

/** A file that cannot be read as a table of parts: not a table, damaged, or without part numbers. Status 400. */
export class UnreadableTableError extends PartdexError {
  override readonly name = 'UnreadableTableError';
  /** The name of the source. */
  readonly source: string;
  /** The line of the fault; absent if it is not in a line. */
  declare readonly line?: number;

  /** @param reason what is wrong and what would be right, to follow the name of the source */
  constructor(source: string, reason: string, line?: number, options?: ErrorOptions) {
    super('unreadable_table', `"${source}"${line === undefined ? '' : `, line ${line}`}: ${reason}`, options);
    this.source = source;
    if (line !== undefined) this.line = line;
  }
}

/** A file that cannot be written; an earlier file of the same name is unchanged. `cause` is the system's error. Status 500. */
export class UnwritableFileError extends PartdexError {
  override readonly name = 'UnwritableFileError';
  /** The path of the file. */
  readonly path: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super('unwritable', `cannot write "${path}": ${reason}`, options);
    this.path = path;
  }
}

/** A request that is right and that this kind of catalog does not answer: it refuses rather than approximates. Status 501. */
export class UnsupportedError extends PartdexError {
  override readonly name = 'UnsupportedError';
  /** What is not supported. */
  readonly what: string;
  /** What can be done instead. */
  readonly instead: string;

  constructor(what: string, instead: string, options?: ErrorOptions) {
    super('unsupported', `${what} is not supported; ${instead}`, options);
    this.what = what;
    this.instead = instead;
  }
}

/**
 * What a cluster reported, or that it did not answer. The message has neither the request nor its answer, and no credential.
 * Status 503.
 */
export class ClusterError extends PartdexError {
  override readonly name = 'ClusterError';
  /** The HTTP status of the cluster's answer; absent if it did not answer. */
  declare readonly clusterStatus?: number;
  /** What it gave as the reason: a type and a sentence. */
  readonly reason: string;
  /** Host and port of the node that was asked last, where it is known. */
  declare readonly node?: string;
  /** What an update had done before it failed; sending it again is harmless. Of `update` alone. */
  declare readonly applied?: UpdateReport;

  constructor(
    reason: string,
    { step, clusterStatus, node, applied }: { step: string; clusterStatus?: number; node?: string; applied?: UpdateReport },
  ) {
    const status = clusterStatus === undefined ? '' : ` with status ${clusterStatus}`;
    super('cluster', `the cluster failed${status} (${step}${node === undefined ? '' : `, ${node}`}): ${reason}`);
    this.reason = reason;
    if (clusterStatus !== undefined) this.clusterStatus = clusterStatus;
    if (node !== undefined) this.node = node;
    if (applied !== undefined) this.applied = applied;
  }
}
