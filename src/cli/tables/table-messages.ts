import type { ImportReport } from '../../import/partdex-import.js';
import type { CarriedError } from '../../node/workers/carried-errors.js';
import type { TableFileOptions } from './read-tables.js';

/** What the thread reads: paths of files, opened when it starts. */
export interface TableJob {
  readonly paths: readonly string[];
  readonly options: TableFileOptions;
}

/** The messages to a thread that reads tables. */
export type ToTableThread =
  /** Reads the parts of all files, or of the file of that number. */
  | { readonly kind: 'read'; readonly file: number | undefined }
  /** A piece was taken. */
  | { readonly kind: 'taken' };

/** The messages of the thread. */
export type FromTableThread =
  /** The columns are decided. */
  | { readonly kind: 'opened'; readonly categories: readonly string[] }
  /** Parts as NDJSON. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  /** All parts that were asked for have been sent. */
  | { readonly kind: 'end'; readonly report: ImportReport }
  | { readonly kind: 'failed'; readonly error: CarriedError };

/** Most pieces that wait to be taken; beyond it the thread waits, which bounds memory. */
export const MOST_PIECES = 16;
