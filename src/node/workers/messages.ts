import type { CollectionName } from '../../model/fields.js';
import type { Limits } from '../../model/limits.js';
import type { OpenFile } from '../file-source.js';
import type { CarriedError } from './carried-errors.js';
import type { CarriedRequest } from './carried-requests.js';
import type { CarriedValue } from './carried-values.js';

/** What a thread is started with. */
export interface ThreadData {
  readonly file: OpenFile;
  readonly limits: Limits;
  /** One cell for each call that runs: 1 means that it was aborted. */
  readonly flags: Int32Array<SharedArrayBuffer>;
  /** The state of the gate around decompression (compression-gate.ts). */
  readonly gate: Int32Array<SharedArrayBuffer>;
}

/** The methods of a collection that answer once. */
export type Method = 'get' | 'getMulti' | 'search' | 'searchText' | 'match' | 'explain';

/** What a thread is asked to do. */
export type Task =
  | {
      readonly kind: 'method';
      readonly collection: CollectionName;
      readonly method: Method;
      /** The arguments before the last, which is the call. */
      readonly args: CarriedRequest;
    }
  | { readonly kind: 'validate' }
  /** Begins a scan and answers its first batch. */
  | { readonly kind: 'scan'; readonly scan: number; readonly collection: CollectionName; readonly request: CarriedRequest }
  | { readonly kind: 'scan-next'; readonly scan: number }
  /** A request of an interface, and the options of the interface that are data. */
  | {
      readonly kind: 'rest' | 'graphql';
      readonly sent: CarriedRequest;
      readonly options: Readonly<Record<string, unknown>>;
    };

/** What a task answers. A text is handed on as it is. */
export type Answer =
  | { readonly kind: 'value'; readonly value: CarriedValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'batch'; readonly items: CarriedValue; readonly isLast: boolean }
  | { readonly kind: 'response'; readonly status: number; readonly headers?: Record<string, string>; readonly body: string };

/** What the caller's thread tells a worker. */
export type ToThread =
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly task: Task;
      /** The call's cell of `flags`. */
      readonly flag: number;
      /** The timeout that the caller gave, in milliseconds. */
      readonly timeout: number | undefined;
      /** Milliseconds that the call has waited already. */
      readonly waited: number;
    }
  | { readonly kind: 'abort'; readonly call: number }
  /** What a callback has returned, or the number of what it threw. */
  | { readonly kind: 'told'; readonly question: number; readonly value?: unknown; readonly thrown?: number }
  | { readonly kind: 'scan-end'; readonly scan: number }
  /** A section that another thread has read; without a buffer: read it, for all. */
  | { readonly kind: 'section'; readonly name: string; readonly buffer?: SharedArrayBuffer };

/** What a worker tells the caller's thread. */
export type FromThread =
  /** The catalog is open. */
  | { readonly kind: 'ready' }
  /** The catalog cannot be opened, and the thread ends. */
  | { readonly kind: 'unopened'; readonly error: CarriedError }
  /** @property ran milliseconds that the call took in the thread */
  | { readonly kind: 'answered'; readonly call: number; readonly answer: Answer; readonly ran: number }
  | { readonly kind: 'failed'; readonly call: number; readonly error: CarriedError; readonly ran: number }
  /** A callback is to be called in the caller's thread. */
  | {
      readonly kind: 'ask';
      readonly call: number;
      readonly question: number;
      readonly callback: string;
      readonly argument: unknown;
      readonly error?: CarriedError;
    }
  | { readonly kind: 'wanted'; readonly name: string }
  /** Without a buffer: it could not be read. */
  | { readonly kind: 'loaded'; readonly name: string; readonly buffer?: SharedArrayBuffer };
