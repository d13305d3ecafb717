import type { HttpBindings } from '@hono/node-server';
import type { Catalog } from 'partdex';
import type { Limiter } from './limiter.js';
import type { WaitingRequests } from './waiting-requests.js';

/** What the interfaces of this server have in common. */
export interface Service {
  /** The catalog of this moment. */
  catalog(): Catalog | Promise<Catalog>;
  isValidKey(key: string): boolean;
  readonly limiter: Limiter;
  readonly waiting: WaitingRequests;
  /** Told of what was answered with status 500. */
  onError(error: unknown): void;
}

/** What Hono keeps of each request. */
export interface RequestEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The address that the request came from. */
    address: string;
    /** Aborted when the client leaves before it has its answer. */
    signal: AbortSignal;
  };
}

export const TOO_MANY_REQUESTS = 'too many requests; try again later';
export const TOO_MANY_WAITING = 'too many requests wait for their answer; try again later';
/** When a client that was refused for now may try again. */
export const RETRY_SOON = { 'retry-after': '1' };

/** Who waits in one queue: a key that may ask, wherever its requests come from, else an address. */
export function clientOf(key: string | undefined, address: string, { isValidKey }: Service): string {
  return key !== undefined && isValidKey(key) ? key : address;
}
