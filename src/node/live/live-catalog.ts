import { mkdir } from 'node:fs/promises';
import type { Catalog, OpenedCatalog } from '../../catalog/catalog.js';
import type { CatalogFile } from '../../catalog/catalog-file.js';
import type { SnapshotOptions } from '../../catalog/snapshot/open-snapshot.js';
import type { SnapshotSegment, SnapshotState } from '../../catalog/snapshot/state.js';
import { applyUpdate } from '../../live/apply-update.js';
import type { DeltaTarget } from '../../live/delta.js';
import { FrontCatalog } from '../../live/front-catalog.js';
import { firstToMerge, firstToSettle, mergeSegments, withMerged } from '../../live/merge-segments.js';
import { type LiveSnapshot, openState } from '../../live/updates.js';
import type { Call } from '../../model/call.js';
import type { CatalogChanges, UpdateReport } from '../../model/changes.js';
import { ClosedError, UnreadableFileError, UnwritableFileError } from '../../model/errors.js';
import { invalid, wrongArgument } from '../../model/issues.js';
import { readLimits } from '../../model/limits.js';
import { readSynonyms } from '../../model/synonyms.js';
import { withReason } from '../../work/with-reason.js';
import { FileBlocks } from '../file-blocks.js';
import { systemReason } from '../system-error.js';
import { directCodec } from '../zlib-codec.js';
import { begin, readNewest } from './first-commit.js';
import { type FolderState, LiveFolder, type SegmentFiles, segmentTarget } from './live-folder.js';
import type { LiveOptions } from './live-options.js';
import { FolderLock } from './lock.js';
import { type MergeStart, MergeThread, mergeStart } from './merge-thread.js';

/** After so long without an update, small segments are merged. */
const SETTLING_MS = 1000;

/** Merges of up to so many parts run in the caller's thread, which loads and compiles nothing for it; docs/decisions/0045. */
const FEW_PARTS = 128;

/** A commit of a live catalog. */
export interface Commit {
  /** Its number: it grows by one. */
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
  /** Number of updates since the catalog was made. */
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
  private queue: Promise<unknown> = Promise.resolve();
  private merging: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private nextFile: number;
  /** Ends a while without updates. */
  private settling: NodeJS.Timeout | undefined;
  /** The thread that merges now. */
  private thread: MergeThread | undefined;
  /** Segments that are being written, or belong to no commit yet. */
  private readonly pending = new Set<string>();
  private readonly listeners = new Set<(commit: Commit) => void>();
  private readonly snapshots = new Set<Snapshot>();
  /** The names of the files of segments. */
  private readonly names = new Map<CatalogFile, { segment: string; places: string | undefined }>();

  constructor(
    private readonly folder: LiveFolder,
    private readonly lock: FolderLock,
    private stored: FolderState,
    private live: LiveSnapshot,
    private readonly options: LiveOptions,
    private readonly opening: SnapshotOptions,
    /** How a thread that merges is started; undefined where this thread merges. */
    private readonly worker: MergeStart | undefined,
  ) {
    super();
    this.nextFile = stored.next;
    stored.state.segments.forEach(({ file }, i) => void this.names.set(file, stored.files[i] as never));
  }

  protected get now(): OpenedCatalog {
    return this.live.catalog;
  }

  get commit(): number {
    return this.live.state.commit;
  }

  update(changes: CatalogChanges, call?: Call): Promise<UpdateReport> {
    const signal = call?.signal;
    return this.inTurn(() => withReason(signal, () => this.updated(changes, signal)));
  }

  private async updated(changes: CatalogChanges, signal: AbortSignal | undefined): Promise<UpdateReport> {
    const began = performance.now();
    const { onInvalid, onNotice } = this.options;
    const { state, counts, report } = await applyUpdate(this.live, changes, {
      target: this.target(),
      createBlocks: () => FileBlocks.create(this.folder.file('changes')),
      signal,
      onInvalid: typeof onInvalid === 'function' ? onInvalid : undefined,
    });
    for (const notice of report.notices) onNotice?.(notice);
    signal?.throwIfAborted();
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
  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new ClosedError());
    const next = this.queue.then(run);
    this.queue = next.catch(() => {});
    return next;
  }

  /** Opens the catalog of a state, writes its commit, and answers by it from then on. */
  private async commitState(state: SnapshotState, known: SnapshotOptions['known'], signal?: AbortSignal): Promise<void> {
    const [opened] = await allOf([openState(state, { ...this.opening, known }), this.writePlaces(state)]);
    const files = state.segments.map(({ file }) => this.names.get(file) as { segment: string; places: string | undefined });
    const { state: before, counts } = this.stored;
    const isSame =
      before.facts === state.facts &&
      before.records === state.records &&
      before.types === state.types &&
      counts === opened.counts;
    signal?.throwIfAborted();
    const facts = isSame ? this.stored.facts : await this.folder.writeFacts(`facts-${this.nextFile++}`, state, opened.counts);
    const generation = this.stored.generation + 1;
    const isMerge = before.commit === state.commit;
    const written = isMerge ? this.stored.written : Date.now();
    const next = this.nextFile;
    const stored = await this.folder.write({ generation, next, state, counts: opened.counts, facts, files, written });
    const previous = this.stored;
    this.stored = stored;
    this.live = opened;
    for (const { segment, places } of files) for (const name of [segment, places ?? segment]) this.pending.delete(name);
    // The commit before stays, to go back to on request.
    await this.folder.clean([previous, stored], this.pending);
  }

  private async writePlaces({ segments }: SnapshotState): Promise<void> {
    const { writeFramed } = await import('./framed-file.js');
    for (const { file, places } of segments) {
      const names = this.names.get(file);
      if (!places || !names || names.places !== undefined) continue;
      const name = `places-${this.nextFile++}`;
      await writeFramed(this.folder.file(name), 'places', Array.from(places));
      names.places = name;
    }
  }

  /** Writes segments as files of the folder. */
  private target(): DeltaTarget {
    return {
      codec: directCodec,
      make: async (write) => {
        const segment = `segment-${this.nextFile++}.pdx`;
        this.pending.add(segment);
        try {
          const file = await segmentTarget(this.folder, segment, directCodec).make(write);
          this.names.set(file, { segment, places: undefined });
          return file;
        } catch (error) {
          this.pending.delete(segment);
          throw error;
        }
      },
    };
  }

  snapshot(): CatalogSnapshot {
    if (this.isClosed) throw new ClosedError();
    const snapshot = new Snapshot(this.live.reopen(), this.commit, (closed) => void this.snapshots.delete(closed));
    this.snapshots.add(snapshot);
    return snapshot;
  }

  compact(call?: Call): Promise<void> {
    if (this.isClosed) return Promise.reject(new ClosedError());
    const signal = call?.signal;
    return withReason(signal, () => this.merge(() => (isWhole(this.live.state) ? undefined : 0), 0, signal));
  }

  /** Merges if there are many segments; in a thread also after a while without updates. */
  private mergeLater(): void {
    clearTimeout(this.settling);
    const { segments } = this.live.state;
    const settling = this.worker ? (this.worker.settling ?? SETTLING_MS) : 0;
    if (firstToMerge(segments) !== undefined) this.mergeFrom(firstToMerge);
    else if (settling > 0 && firstToSettle(segments) !== undefined) {
      this.settling = setTimeout(() => this.mergeFrom(firstToSettle), settling);
      this.settling.unref();
    }
  }

  private mergeFrom(first: typeof firstToMerge): void {
    const few = this.worker?.few ?? FEW_PARTS;
    this.merge(() => first(this.live.state.segments), few, undefined).catch((error: Error) => {
      if (!this.isClosed) this.options.onNotice?.(`segments could not be merged: ${error.message}`);
    });
  }

  /**
   * Merges segments beside updates.
   * @param first the first of those to merge, chosen when it is this merge's turn
   * @param few no thread is started for so many parts
   */
  private merge(first: () => number | undefined, few: number, signal: AbortSignal | undefined): Promise<void> {
    const next = this.merging.then(async () => {
      const from = first();
      if (from === undefined || this.isClosed) return;
      const { state } = this.live;
      const old = state.segments.slice(from);
      const parts = old.reduce((sum, { file }) => sum + file.segments.parts.rowCount, 0);
      const merged =
        this.worker && parts > few
          ? await this.mergedInThread(this.worker, state, old, signal)
          : await this.mergedHere(old, signal);
      await this.inTurn(async () => {
        signal?.throwIfAborted();
        await this.commitState(withMerged(this.live.state, old, merged), this.live.counts, signal);
      });
    });
    this.merging = next.catch(() => {});
    return next;
  }

  private mergedHere(segments: readonly SnapshotSegment[], signal: AbortSignal | undefined): Promise<SnapshotSegment> {
    return mergeSegments(this.live.state, segments, this.target(), signal);
  }

  private async mergedInThread(
    worker: MergeStart,
    { records, types, ownFields, priceCurrency }: SnapshotState,
    segments: readonly SnapshotSegment[],
    signal: AbortSignal | undefined,
  ): Promise<SnapshotSegment> {
    const number = this.nextFile++;
    const [segment, placesFile] = [`segment-${number}.pdx`, `places-${number}`];
    const sources = segments.map(({ file, dead, places, first }) => {
      return { segment: (this.names.get(file) as SegmentFiles).segment, dead: dead?.words, places, first };
    });
    // An update may leave nothing alive of a segment that the thread still reads.
    const held = [segment, placesFile, ...sources.map((source) => source.segment)];
    for (const name of held) this.pending.add(name);
    try {
      const state = { records, types, ownFields, priceCurrency };
      const job = { folder: this.folder.path, state, sources, segment, placesFile };
      this.thread = new MergeThread(worker, job);
      const { places, first } = await this.thread.result(signal);
      const file = await this.folder.openSegment(segment);
      this.names.set(file, { segment, places: places && placesFile });
      for (const { segment: name } of sources) this.pending.delete(name);
      return { file, dead: undefined, places, first };
    } catch (error) {
      for (const name of held) this.pending.delete(name);
      await this.folder.discard([segment, placesFile]);
      throw error;
    } finally {
      this.thread = undefined;
    }
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    const merging = this.merging;
    this.isClosed = true;
    clearTimeout(this.settling);
    await this.queue;
    await this.thread?.end();
    await merging;
    await this.queue;
    for (const snapshot of [...this.snapshots]) await snapshot.close();
    await this.live.catalog.close();
    await this.folder.clean([this.stored], undefined);
    await this.lock.release();
  }
}

/** The results of all; if one fails, the others have ended too. */
async function allOf<A, B>(promises: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Whether a catalog has one segment, all of which lives. */
function isWhole({ segments }: SnapshotState): boolean {
  return segments.length === 1 && !segments[0].dead;
}

/** `openLiveCatalog`, loaded on first use. @param start what tests say of how threads are started */
export async function openLive(path: string, options: LiveOptions, start: Partial<MergeStart>): Promise<LiveCatalog> {
  if (options.priceCurrency !== undefined && !options.create)
    throw wrongArgument('priceCurrency', 'given only with create', options.priceCurrency);
  const opening: SnapshotOptions = { limits: readLimits(options.limits), synonyms: readSynonyms(options.synonyms) };
  const worker = mergeStart(options.workers, start);
  const folder = new LiveFolder(path);
  const isThere = ((await folder.generations()) ?? []).length > 0;
  if (!isThere && !options.create && options.base === undefined)
    throw new UnreadableFileError(path, 'it has no catalog; `create` or `base` makes one');
  if (isThere && options.base !== undefined) {
    const text = `: the folder "${path}" has a catalog already`;
    throw invalid('wrong_type', ['base'], text, { found: options.base, expected: ['a folder without a catalog'] });
  }
  if (!isThere) {
    await mkdir(path, { recursive: true }).catch((cause) => {
      throw new UnwritableFileError(path, systemReason(cause), { cause });
    });
  }
  const lock = await FolderLock.take(path);
  try {
    const stored = isThere ? await readNewest(folder, options) : await begin(folder, options);
    await folder.clean([stored], undefined);
    const live = await openState(stored.state, { ...opening, known: stored.counts });
    return new OpenLiveCatalog(folder, lock, stored, live, options, opening, worker);
  } catch (error) {
    await lock.release();
    throw error;
  }
}
