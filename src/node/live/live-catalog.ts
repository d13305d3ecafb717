import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readPriceRates } from '../../analysis/price-rates.js';
import type { Catalog, OpenedCatalog } from '../../catalog/catalog.js';
import type { SnapshotOptions } from '../../catalog/snapshot/open-snapshot.js';
import type { SnapshotState } from '../../catalog/snapshot/state.js';
import { applyUpdate } from '../../live/apply-update.js';
import { EarlierCatalogs } from '../../live/earlier-catalogs.js';
import { FrontCatalog } from '../../live/front-catalog.js';
import { firstToMerge, firstToSettle, withMerged } from '../../live/merge-segments.js';
import { type LiveSnapshot, openState } from '../../live/updates.js';
import type { Call } from '../../model/call.js';
import type { CatalogChanges, UpdateReport } from '../../model/changes.js';
import { checkListener } from '../../model/check-options.js';
import { ClosedError, UnreadableFileError, UnwritableFileError } from '../../model/errors.js';
import { invalid, wrongArgument } from '../../model/issues.js';
import { readLimits } from '../../model/limits.js';
import { readSynonyms } from '../../model/synonyms.js';
import { allOf } from '../../work/all-of.js';
import { Turns } from '../../work/turns.js';
import { withinCall } from '../../work/within-call.js';
import { FileBlocks } from '../file-blocks.js';
import { systemReason } from '../system-error.js';
import { begin, readNewest } from './first-commit.js';
import { type FolderState, LiveFolder, numberOfNext } from './live-folder.js';
import { checkLiveOptions, type LiveOptions } from './live-options.js';
import { LiveSegments } from './live-segments.js';
import { type ThreadStart, threadStart } from './live-thread.js';
import { FolderLock } from './lock.js';

/** After so long without an update, small segments are merged. */
const SETTLING_MS = 1000;

/** A commit of a live catalog. */
export interface Commit {
  /** Its number: it grows by one, or by more after `commit: 'newest whole'` went back. */
  readonly commit: number;
  /** What its update did. */
  readonly report: UpdateReport;
}

/** A catalog as of a commit, for as long as it is open. */
export interface CatalogSnapshot extends Catalog {
  /** Number of updates that made it. */
  readonly commit: number;
}

/**
 * A catalog in a folder that changes while it is searched; docs/live.md. Each request runs on the newest commit of its start.
 */
export interface LiveCatalog extends Catalog {
  /** Number of updates since the catalog was made. Updates that were lost with damaged commits may count, too. */
  readonly commit: number;
  /**
   * Changes the catalog: all of an update is visible and on disk when the promise resolves, or none of it ever. Updates run one after
   * the other. Aborted before its commit, it leaves nothing; afterwards it resolves.
   * @throws `InvalidDocumentError`, `ValidationError`, `UnwritableFileError`, `ClosedError`
   */
  update(changes: CatalogChanges, call?: Call): Promise<UpdateReport>;
  /** The catalog as it is now, for as long as it is open. */
  snapshot(): CatalogSnapshot;
  /** Makes one segment of all. No answer changes, and updates that come meanwhile wait for nothing. */
  compact(call?: Call): Promise<void>;
  /** Calls a listener after each commit, when it is visible. @returns ends that */
  onCommit(listener: (commit: Commit) => void): () => void;
}

/** A snapshot of a live catalog. */
class Snapshot extends FrontCatalog {
  constructor(
    protected readonly now: OpenedCatalog,
    readonly commit: number,
    private readonly onClosed: (snapshot: Snapshot) => void,
  ) {
    super();
  }

  async close(): Promise<void> {
    this.onClosed(this);
    await this.now.close();
  }
}

class OpenLiveCatalog extends FrontCatalog implements LiveCatalog {
  private readonly turns = new Turns();
  private readonly merging = new Turns();
  private isClosed = false;
  /** Ends a while without updates. */
  private settling: NodeJS.Timeout | undefined = undefined;
  private readonly listeners = new Set<(commit: Commit) => void>();
  private readonly snapshots = new Set<Snapshot>();
  private readonly earlier = new EarlierCatalogs();
  private readonly segments: LiveSegments;

  constructor(
    private readonly folder: LiveFolder,
    private readonly lock: FolderLock,
    private stored: FolderState,
    private live: LiveSnapshot,
    private readonly options: LiveOptions,
    private readonly opening: SnapshotOptions,
    /** How threads are started; undefined where this one does all. */
    private readonly start: ThreadStart | undefined,
  ) {
    super();
    this.segments = new LiveSegments(folder, stored, start);
  }

  protected get now(): OpenedCatalog {
    return this.live.catalog;
  }

  get commit(): number {
    return this.live.state.commit;
  }

  update(changes: CatalogChanges, call?: Call): Promise<UpdateReport> {
    return withinCall(call, 'updating the catalog', (signal) => this.inTurn(() => this.updated(changes, signal), signal));
  }

  private async updated(changes: CatalogChanges, signal: AbortSignal | undefined): Promise<UpdateReport> {
    const began = performance.now();
    const { onInvalid, onNotice } = this.options;
    const {
      state: after,
      counts,
      report,
    } = await applyUpdate(this.live, changes, {
      target: this.segments.target,
      write: async (...delta) => {
        // The files of another writer may have the next numbers.
        await this.lock.check();
        return this.segments.write(...delta);
      },
      readTexts: this.segments.reader(this.live.state),
      createBlocks: () => FileBlocks.create(this.folder.file('changes')),
      signal,
      onInvalid: typeof onInvalid === 'function' ? onInvalid : undefined,
    });
    for (const notice of report.notices) onNotice?.(notice);
    signal?.throwIfAborted();
    const state = after && { ...after, commit: numberOfNext(this.stored) };
    if (state) await this.commitState(state, counts, signal);
    const milliseconds = Math.round((performance.now() - began) * 1000) / 1000;
    const done = Object.freeze({ ...report, milliseconds });
    if (state) {
      this.tell({ commit: state.commit, report: done });
      this.mergeLater();
    }
    return done;
  }

  /** A listener that fails must not make an update fail that is on disk. */
  private tell(commit: Commit): void {
    for (const listener of this.listeners) {
      try {
        listener(commit);
      } catch (error) {
        this.options.onNotice?.(`a listener of commits failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Runs after all that was asked for before. */
  private inTurn<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.isClosed ? Promise.reject(new ClosedError()) : this.turns.take(run, signal);
  }

  /** Opens the catalog of a state, writes its commit, and answers by it from then on. */
  private async commitState(state: SnapshotState, known: SnapshotOptions['known'], signal?: AbortSignal): Promise<void> {
    const { segments } = this;
    const [opened] = await allOf([openState(state, { ...this.opening, known }), segments.writePlaces(state)]);
    const files = segments.filesOf(state);
    const { state: before, counts } = this.stored;
    const isSame =
      before.facts === state.facts &&
      before.records === state.records &&
      before.types === state.types &&
      counts === opened.counts;
    signal?.throwIfAborted();
    const facts = isSame ? this.stored.facts : await this.folder.writeFacts(`facts-${segments.next++}`, state, opened.counts);
    const generation = this.stored.generation + 1;
    const isMerge = before.commit === state.commit;
    const previous = this.stored;
    const { written, nextCommit } = isMerge ? previous : { written: Date.now(), nextCommit: undefined };
    const { next } = segments;
    await this.lock.check();
    const stored = await this.folder.write({ generation, next, nextCommit, state, counts: opened.counts, facts, files, written });
    this.stored = stored;
    this.earlier.add(this.live.catalog);
    this.live = opened;
    for (const { segment, places } of files) for (const name of [segment, places ?? segment]) segments.pending.delete(name);
    // The commit before stays, to go back to on request.
    await this.folder.clean([previous, stored], segments.pending);
  }

  snapshot(): CatalogSnapshot {
    if (this.isClosed) throw new ClosedError();
    const snapshot = new Snapshot(this.live.reopen(), this.commit, (closed) => void this.snapshots.delete(closed));
    this.snapshots.add(snapshot);
    return snapshot;
  }

  compact(call?: Call): Promise<void> {
    if (this.isClosed) return Promise.reject(new ClosedError());
    return withinCall(call, 'merging all segments', (signal) =>
      this.merge(() => (isWhole(this.live.state) ? undefined : 0), 0, signal),
    );
  }

  /** Merges if there are many segments; in a thread also after a while without updates. */
  private mergeLater(): void {
    clearTimeout(this.settling);
    const { segments } = this.live.state;
    const settling = this.start ? (this.start.settling ?? SETTLING_MS) : 0;
    if (firstToMerge(segments) !== undefined) this.mergeFrom(firstToMerge);
    else if (settling > 0 && firstToSettle(segments) !== undefined) {
      this.settling = setTimeout(() => this.mergeFrom(firstToSettle), settling);
      this.settling.unref();
    }
  }

  private mergeFrom(first: typeof firstToMerge): void {
    this.merge(() => first(this.live.state.segments), this.segments.few, undefined).catch((error: Error) => {
      if (!this.isClosed) this.options.onNotice?.(`segments could not be merged: ${error.message}`);
    });
  }

  /**
   * Merges segments beside updates.
   * @param first the first of those to merge, chosen when it is this merge's turn
   * @param few no thread is started for so many parts
   */
  private merge(first: () => number | undefined, few: number, signal: AbortSignal | undefined): Promise<void> {
    return this.merging.take(async () => {
      const from = first();
      if (from === undefined) return;
      if (this.isClosed) throw new ClosedError();
      await this.lock.check();
      const { state } = this.live;
      const old = state.segments.slice(from);
      const merged = await this.segments.merge(state, old, few, signal);
      const commit = () => this.commitState(withMerged(this.live.state, old, merged), this.live.counts, signal);
      await this.inTurn(commit, signal);
    }, signal);
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    checkListener(listener);
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    const merging = this.merging.ended;
    this.isClosed = true;
    clearTimeout(this.settling);
    await this.turns.ended;
    await this.segments.endMerge();
    await merging;
    await this.turns.ended;
    await this.segments.end();
    for (const snapshot of [...this.snapshots]) await snapshot.close();
    await this.earlier.close();
    await this.live.catalog.close();
    await this.folder.clean([this.stored], undefined);
    await this.lock.release();
  }
}

/** Whether a catalog has one segment, all of which lives. */
function isWhole({ segments }: SnapshotState): boolean {
  return segments.length === 1 && !segments[0].dead;
}

/** `openLiveCatalog`, loaded on first use. @param start what tests say of how threads are started */
export async function openLive(path: string, options: LiveOptions, start: Partial<ThreadStart>): Promise<LiveCatalog> {
  checkLiveOptions(options);
  if (options.priceCurrency !== undefined && !options.create)
    throw wrongArgument('priceCurrency', 'given only with create', options.priceCurrency);
  const opening: SnapshotOptions = {
    limits: readLimits(options.limits),
    synonyms: readSynonyms(options.synonyms),
    rates: readPriceRates(options.rates),
  };
  const threads = threadStart(options.workers, start);
  const folder = new LiveFolder(path);
  let made: string | undefined;
  if (!(await hasCatalog(folder, options))) {
    if (!options.create && options.base === undefined)
      throw new UnreadableFileError(path, 'it has no catalog; `create`, `base` or `partdex live` makes one');
    made = await mkdir(path, { recursive: true }).catch((cause) => {
      throw new UnwritableFileError(path, systemReason(cause), { cause });
    });
  }
  const lock = await FolderLock.take(path);
  folder.lock = lock;
  try {
    const stored = await storedOrBegun(folder, options);
    await folder.clean([stored], undefined);
    const live = await openState(stored.state, { ...opening, known: stored.counts });
    return new OpenLiveCatalog(folder, lock, stored, live, options, opening, threads);
  } catch (error) {
    await lock.release();
    if (made !== undefined) await removeEmpty(path, made);
    throw error;
  }
}

/** Removes folders that were made, from the innermost on, as far as they are empty. @param outermost the first one that was made */
async function removeEmpty(path: string, outermost: string): Promise<void> {
  try {
    for (let folder = resolve(path); folder.startsWith(outermost); folder = dirname(folder)) await rmdir(folder);
  } catch {
    // It has files.
  }
}

/** Whether a folder has a catalog. @throws ValidationError if it has, and is to begin with a file */
async function hasCatalog(folder: LiveFolder, { base }: LiveOptions): Promise<boolean> {
  const isThere = ((await folder.generations()) ?? []).length > 0;
  if (!isThere || base === undefined) return isThere;
  const text = `: the folder "${folder.path}" has a catalog already`;
  throw invalid('wrong_type', ['base'], text, { found: base, expected: ['a folder without a catalog'] });
}

/** The newest commit, else the first one. The caller has the lock: what another writer did before is seen. */
async function storedOrBegun(folder: LiveFolder, options: LiveOptions): Promise<FolderState> {
  if (await hasCatalog(folder, options)) return readNewest(folder, options);
  await folder.prepare();
  try {
    return await begin(folder, options);
  } catch (error) {
    await folder.giveUp();
    throw error;
  }
}
