import type { Catalog } from 'partdex';
import { type OpenFileOptions, openCatalogFile } from 'partdex/node';
import type { ServedCatalog } from './served-catalog.js';

/** A catalog file. It can be replaced while requests run. */
export class CurrentCatalog implements ServedCatalog {
  readonly writable = undefined;
  private readonly running = new Set<Promise<unknown>>();
  /** Swaps run one after the other, so that the file that was read last stays. */
  private lastSwap: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly options: OpenFileOptions,
    private catalog: Catalog,
  ) {}

  /** @throws `UnreadableFileError`, `CorruptCatalogError` */
  static async open(path: string, options: OpenFileOptions): Promise<CurrentCatalog> {
    return new CurrentCatalog(path, options, await openCatalogFile(path, options));
  }

  readonly get = (): Catalog => this.catalog;

  /** Runs a request. Its catalog is not closed before it ends. */
  async during<T>(request: () => Promise<T>): Promise<T> {
    const run = request();
    this.running.add(run);
    try {
      return await run;
    } finally {
      this.running.delete(run);
    }
  }

  /**
   * Opens the file again for later requests; the old catalog closes once running requests have ended.
   * @throws if the file is not a complete catalog; the old one stays
   */
  swap(): Promise<void> {
    const swap = this.lastSwap.then(async () => {
      const old = this.catalog;
      this.catalog = await openCatalogFile(this.path, this.options);
      await this.settled();
      await old.close();
    });
    this.lastSwap = swap.catch(() => undefined);
    return swap;
  }

  /** Waits for running requests, then closes the catalog. */
  async close(): Promise<void> {
    await this.lastSwap;
    await this.settled();
    await this.catalog.close();
  }

  /** A file never changes. */
  onCommit(): void {}

  private async settled(): Promise<void> {
    await Promise.allSettled([...this.running]);
  }
}
