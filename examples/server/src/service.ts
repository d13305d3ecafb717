import type { Catalog } from 'partdex';
import type { Limiter } from './limiter.js';

/** What the interfaces of this server have in common. */
export interface Service {
  /** The catalog of this moment. */
  catalog(): Catalog;
  isValidKey(key: string): boolean;
  readonly limiter: Limiter;
  /** Told of what was answered with status 500. */
  onError(error: unknown): void;
}
