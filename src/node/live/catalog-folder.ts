import { readPriceRates } from '../../analysis/price-rates.js';
import type { Catalog, OpenedCatalog } from '../../catalog/catalog.js';
import { OPEN_OPTIONS, type OpenOptions } from '../../catalog/options.js';
import type { SnapshotOptions } from '../../catalog/snapshot/open-snapshot.js';
import { EarlierCatalogs } from '../../live/earlier-catalogs.js';
import { FrontCatalog } from '../../live/front-catalog.js';
import { type LiveSnapshot, openState } from '../../live/updates.js';
import type { Call } from '../../model/call.js';
import { MemberReader } from '../../model/check-arguments.js';
import { checkListener } from '../../model/check-options.js';
import { ClosedError, UnreadableFileError } from '../../model/errors.js';
import { withoutIssues } from '../../model/issues.js';
import { readLimits } from '../../model/limits.js';
import { readSynonyms } from '../../model/synonyms.js';
import { unlessAborted, withinCall } from '../../work/within-call.js';
import { type FolderState, LiveFolder } from './live-folder.js';

/** A commit that the writer replaces while it is read is looked for again so often. */
const ATTEMPTS = 20;
/** Milliseconds between two looks for a newer commit. */
const WATCH_MS = 500;

/** How a folder is opened that another process may write. */
export interface FolderOptions extends OpenOptions {
  /** Reads newer commits by itself, within a second. Default false: `refresh` reads them. */
  watch?: boolean;
}

/** A catalog in a folder, beside its writer. */
export interface FolderCatalog extends Catalog {
  /** Number of updates that it has. */
  readonly commit: number;
  /**
   * Reads the newest commit: true if there was a newer one, or if the writer went back to an older one. Requests that run finish on the
   * old one.
   */
  refresh(call?: Call): Promise<boolean>;
  /** Reads newer commits within a second, and calls a listener after each. @returns ends that, unless others watch or the option does */
  watch(listener: () => void): () => void;
}

class Reader extends FrontCatalog implements FolderCatalog {
  /** One for each call of `watch`. */
  private readonly watchers = new Set<{ readonly listener: () => void }>();
  private refreshing: Promise<boolean> | undefined = undefined;
  private isClosed = false;
  private readonly earlier = new EarlierCatalogs();
  private timer: ReturnType<typeof setInterval> | undefined = undefined;

  constructor(
    private readonly folder: LiveFolder,
    private stored: FolderState,
    private live: LiveSnapshot,
    private readonly opening: SnapshotOptions,
    private readonly watchesAlways: boolean,
  ) {
    super();
    if (watchesAlways) this.begin();
  }

  protected get now(): OpenedCatalog {
    return this.live.catalog;
  }

  get commit(): number {
    return this.live.state.commit;
  }

  refresh(call?: Call): Promise<boolean> {
    if (this.isClosed) return Promise.reject(new ClosedError());
    return withinCall(call, 'reading the newest commit', (signal) => unlessAborted(this.refreshed(), signal));
  }

  private refreshed(): Promise<boolean> {
    this.refreshing ??= this.read().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async read(): Promise<boolean> {
    const [newest] = (await this.folder.generations()) ?? [];
    if (newest === undefined || newest <= this.stored.generation) return false;
    const stored = await readNewest(this.folder);
    // A merge changes no answer. A writer that went back from a damaged commit has an older one.
    const isOther = stored.state.commit !== this.commit;
    const live = await openState(stored.state, { ...this.opening, known: stored.counts });
    this.earlier.add(this.live.catalog);
    this.live = live;
    this.stored = stored;
    if (isOther) for (const { listener } of this.watchers) listener();
    return isOther;
  }

  /** Looks for newer commits from now on. */
  private begin(): void {
    if (this.timer) return;
    const look = () => void this.refresh().catch(() => {});
    this.timer = setInterval(look, WATCH_MS);
    this.timer.unref();
  }

  watch(listener: () => void): () => void {
    checkListener(listener);
    const watcher = { listener };
    this.watchers.add(watcher);
    if (!this.isClosed) this.begin();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size === 0 && !this.watchesAlways) this.end();
    };
  }

  private end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.end();
    await this.refreshing?.catch(() => {});
    await this.earlier.close();
    await this.live.catalog.close();
  }
}

/** The newest commit. The writer may remove files of one while it is read, when there is a newer one. */
async function readNewest(folder: LiveFolder): Promise<FolderState> {
  for (let attempt = 1; ; attempt++) {
    const [newest] = (await folder.generations()) ?? [];
    if (newest === undefined) throw new UnreadableFileError(folder.path, 'it has no catalog');
    try {
      return await folder.read(newest);
    } catch (error) {
      const [now] = (await folder.generations()) ?? [];
      if (now === newest || attempt === ATTEMPTS) throw error;
    }
  }
}

/** `openCatalogFolder`, loaded on first use. */
export async function openFolder(path: string, options: FolderOptions | undefined): Promise<FolderCatalog> {
  const given: FolderOptions = options ?? {};
  const watches = withoutIssues(options, (issues) =>
    MemberReader.of(given, [], [...OPEN_OPTIONS, 'watch'], issues).flag('watch'),
  );
  const opening: SnapshotOptions = {
    limits: readLimits(given.limits),
    synonyms: readSynonyms(given.synonyms),
    rates: readPriceRates(given.rates),
  };
  const folder = new LiveFolder(path);
  const stored = await readNewest(folder);
  const live = await openState(stored.state, { ...opening, known: stored.counts });
  return new Reader(folder, stored, live, opening, watches ?? false);
}
