import type { HttpBindings } from '@hono/node-server';
import type { Catalog } from 'partdex';
import type { Admit, MonthlyQuota } from 'partdex/limits';
import type { LiveCatalog } from 'partdex/node';
import type { WaitingRequests } from './waiting-requests.js';

/** The shared parts of the interfaces of this server. */
export interface Service {
  /** The current catalog. */
  catalog(): Catalog | Promise<Catalog>;
  /** The same if this server writes it; undefined: no request changes it. */
  readonly live: LiveCatalog | undefined;
  isValidKey(key: string): boolean;
  /** Whether a key may change the catalog. */
  isAdminKey(key: string): boolean;
  /** The rate limit, which both interfaces share. */
  readonly admit: Admit;
  /** The quota of GraphQL; undefined for none. */
  readonly quota: MonthlyQuota | undefined;
  readonly waiting: WaitingRequests;
  /** Whether both interfaces read keywords of parts as questions. */
  readonly assist: boolean;
  /** Receives the cause of every answer with status 500. */
  onError(error: unknown): void;
}

/** The data that Hono keeps of each request. */
export interface RequestEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The client's address. */
    address: string;
    /** Aborted when the client disconnects before its answer. */
    signal: AbortSignal;
  };
}

export const TOO_MANY_WAITING = 'too many requests wait for their answer; try again later';
/** When a client that was rejected for now may try again. */
export const RETRY_SOON = { 'retry-after': '1' };

/** The queue of a request: that of a valid key, wherever its requests come from, else of an address. */
export function clientOf(key: string | undefined, address: string, { isValidKey }: Service): string {
  return key !== undefined && isValidKey(key) ? key : address;
}
