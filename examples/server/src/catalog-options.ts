import type { OpenOptions } from 'partdex';

/** How the server opens its catalog. */
export interface CatalogOptions extends OpenOptions {
  /** Threads that answer requests; 0: the server's own. */
  workers: number;
}
