import type { Catalog } from 'partdex';
import type { LiveCatalog } from 'partdex/node';

/** The catalog that answers requests: a file that may be replaced, or a folder that changes. */
export interface ServedCatalog {
  /** What answers a request that begins now. */
  get(): Catalog;
  /** The catalog that this server writes; undefined for one that it only reads. */
  readonly writable: LiveCatalog | undefined;
  /** Runs a request. Its catalog is not closed before it ends. */
  during<T>(request: () => Promise<T>): Promise<T>;
  /** Takes what is newer on disk. @throws if that cannot be read; the old catalog stays */
  swap(): Promise<void>;
  /** Calls a listener after each commit that is answered from then on, with its number. */
  onCommit(listener: (commit: number) => void): void;
  /** Waits for running requests, then closes the catalog. */
  close(): Promise<void>;
}
