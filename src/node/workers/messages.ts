import type { CollectionName } from '../../model/fields.js';
import type { Limits } from '../../model/limits.js';
import type { Rates } from '../../model/rates.js';
import type { Synonyms } from '../../model/synonyms.js';
import type { OpenFile } from '../file-source.js';
import type { CarriedError } from './carried-errors.js';
import type { CarriedRequest } from './carried-requests.js';
import type { CarriedValue } from './carried-values.js';

/** The data for starting a thread. */
export interface ThreadData {
  readonly file: OpenFile;
  readonly limits: Limits;
  /** The synonyms that the catalog is opened with. */
  readonly synonyms: Synonyms;
  /** What converts prices. */
  readonly rates?: Rates | undefined;
  /** A cell for each running call: 1 if the call was aborted. */
  readonly flags: Int32Array<SharedArrayBuffer>;
  /** The state of the gate around decompression (compression-gate.ts). */
  readonly gate: Int32Array<SharedArrayBuffer>;
}

/** The methods of a collection that return one result. */
export type Method =
  | 'get'
  | 'getMulti'
  | 'search'
  | 'searchText'
  | 'match'
  | 'explain'
  | 'interpret'
  | 'ask'
  | 'completeFilter'
  | 'similar';

/** A task for a thread. */
export type Task =
  | {
      readonly kind: 'method';
      readonly collection: CollectionName;
      readonly method: Method;
      /** The arguments before the last, which is the call. */
      readonly args: CarriedRequest;
    }
  | { readonly kind: 'validate' }
  /** Begins a scan and returns its first batch. */
  | { readonly kind: 'scan'; readonly scan: number; readonly collection: CollectionName; readonly request: CarriedRequest }
  | { readonly kind: 'scan-next'; readonly scan: number }
  /** A request of an interface, and those options of the interface that are data. */
  | {
      readonly kind: 'rest' | 'graphql';
      readonly sent: CarriedRequest;
      readonly options: Readonly<Record<string, unknown>>;
    };

/** The result of a task. A text is passed on unchanged. */
export type Answer =
  | { readonly kind: 'value'; readonly value: CarriedValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'batch'; readonly items: CarriedValue; readonly isLast: boolean }
  | { readonly kind: 'response'; readonly status: number; readonly headers?: Record<string, string>; readonly body: string };

/** Messages of the caller's thread to a worker. */
export type ToThread =
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly task: Task;
      /** The call's cell of `flags`. */
      readonly flag: number;
      /** The timeout that the caller gave, in milliseconds. */
      readonly timeout: number | undefined;
      /** Milliseconds for which the call has waited. */
      readonly waited: number;
      /** Whether it is expected to be tiny (scheduler.ts). */
      readonly isTiny: boolean;
    }
  | { readonly kind: 'abort'; readonly call: number }
  /** The result of a callback, or the index of the value that it threw. */
  | { readonly kind: 'callback-result'; readonly id: number; readonly value?: unknown; readonly thrown?: number }
  | { readonly kind: 'scan-end'; readonly scan: number }
  /** A section that another thread has read; without a buffer: a request to read it for all threads. */
  | { readonly kind: 'section'; readonly name: string; readonly buffer?: SharedArrayBuffer };

/**
 * A call that has ended in a thread.
 * @property ran milliseconds that it took there; 0 if it was aborted before it began
 */
export type EndedCall =
  | { readonly call: number; readonly ran: number; readonly answer: Answer }
  | { readonly call: number; readonly ran: number; readonly error: CarriedError };

/** Messages of a worker to the caller's thread. */
export type FromThread =
  /** The catalog is open. */
  | { readonly kind: 'ready' }
  /** The catalog cannot be opened, and the thread ends. */
  | { readonly kind: 'unopened'; readonly error: CarriedError }
  | { readonly kind: 'ended'; readonly calls: readonly EndedCall[] }
  /** Calls a callback in the caller's thread. */
  | {
      readonly kind: 'callback';
      readonly call: number;
      readonly id: number;
      readonly name: string;
      readonly argument: unknown;
      readonly error?: CarriedError;
    }
  | { readonly kind: 'wanted'; readonly name: string }
  /** Without a buffer: it could not be read. */
  | { readonly kind: 'loaded'; readonly name: string; readonly buffer?: SharedArrayBuffer };
