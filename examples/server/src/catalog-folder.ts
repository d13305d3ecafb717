import { type FolderCatalog, type LiveCatalog, openCatalogFolder, openLiveCatalog } from 'partdex/node';
import type { ServedCatalog } from './served-catalog.js';

/** How the folder of a live catalog is opened. */
export interface FolderSettings {
  /** Whether this server is its writer. Otherwise another process may be. */
  readonly writes: boolean;
  /** The maximum time of a request in milliseconds. */
  readonly milliseconds: number;
  /** Receives a line about merges that fail. */
  log(line: string): void;
}

/** The folder of a live catalog: requests are answered by its newest commit, and nothing is swapped. */
export class CatalogFolder implements ServedCatalog {
  private constructor(
    private readonly catalog: FolderCatalog | LiveCatalog,
    readonly writable: LiveCatalog | undefined,
  ) {}

  /** @throws `UnreadableFileError`, `CorruptCatalogError`; `LockedError` if it is written by another process */
  static async open(path: string, { writes, milliseconds, log }: FolderSettings): Promise<CatalogFolder> {
    const limits = { milliseconds };
    if (!writes) return new CatalogFolder(await openCatalogFolder(path, { limits, watch: true }), undefined);
    const live = await openLiveCatalog(path, { limits, onNotice: log });
    return new CatalogFolder(live, live);
  }

  /** Each request on it runs on the newest commit of its start. */
  readonly get = (): FolderCatalog | LiveCatalog => this.catalog;

  during<T>(request: () => Promise<T>): Promise<T> {
    return request();
  }

  async swap(): Promise<void> {
    if ('refresh' in this.catalog) await this.catalog.refresh();
  }

  onCommit(listener: (commit: number) => void): void {
    const { catalog } = this;
    if ('refresh' in catalog) catalog.watch(() => listener(catalog.commit));
    else catalog.onCommit(({ commit }) => listener(commit));
  }

  close(): Promise<void> {
    return this.catalog.close();
  }
}
