import type { CatalogFile } from '../../catalog/catalog-file.js';
import type { SnapshotSegment, SnapshotState } from '../../catalog/snapshot/state.js';
import type { ReadTexts } from '../../live/changed-parts.js';
import { type DeltaTarget, type WriteDelta, writeTo } from '../../live/delta.js';
import { type MergedState, mergeSegments } from '../../live/merge-segments.js';
import { allOf } from '../../work/all-of.js';
import { directCodec } from '../zlib-codec.js';
import { DeltaThread } from './delta-thread.js';
import { writeFramed } from './framed-file.js';
import type { FolderState, LiveFolder, SegmentFiles } from './live-folder.js';
import { segmentTarget } from './live-folder.js';
import type { ThreadStart } from './live-thread.js';
import { MergeThread } from './merge-thread.js';

/** Merges of up to so many parts run in the caller's thread, which loads and compiles nothing for it; docs/decisions/0045. */
const FEW_MERGED = 128;
/** After a merge of more parts its thread ends, and gives back the memory that it took. */
const LARGE_MERGE = 1 << 16;
/** Updates of up to so many parts are written there too; docs/decisions/0062. */
const FEW_WRITTEN = 4;

/** Writes the segments of a live catalog as files of its folder, and knows their names. */
export class LiveSegments {
  /** Files that are being written, or belong to no commit yet. */
  readonly pending = new Set<string>();
  /** Number of the next file. */
  next: number;
  /** Of segments that something still reads: the file of one that was merged away is closed when nothing does. */
  private readonly names = new WeakMap<CatalogFile, { segment: string; places: string | undefined }>();
  private readonly merges: MergeThread | undefined;
  private readonly deltas: DeltaThread | undefined;

  /** @param start how threads are started; undefined where the caller's thread does all */
  constructor(
    private readonly folder: LiveFolder,
    { next, state, files }: FolderState,
    private readonly start: ThreadStart | undefined,
  ) {
    this.next = next;
    state.segments.forEach(({ file }, i) => void this.names.set(file, files[i] as never));
    if (start) this.merges = new MergeThread(start);
    if (start?.writesUpdates) this.deltas = new DeltaThread(start);
  }

  /** The files of a state's segments, whose places are written. */
  filesOf({ segments }: SnapshotState): SegmentFiles[] {
    return segments.map(({ file }) => this.names.get(file) as SegmentFiles);
  }

  async writePlaces({ segments }: SnapshotState): Promise<void> {
    for (const { file, places } of segments) {
      const names = this.names.get(file);
      if (!places || !names || names.places !== undefined) continue;
      const name = `places-${this.next++}`;
      await this.writeList(name, places);
      names.places = name;
    }
  }

  private writeList(name: string, places: Float64Array): Promise<void> {
    return writeFramed(this.folder.file(name), 'places', Array.from(places));
  }

  /** Writes segments in the caller's thread. */
  readonly target: DeltaTarget = {
    codec: directCodec,
    make: (write) => this.named((segment) => segmentTarget(this.folder, segment, directCodec).make(write)),
  };

  /** Writes the segment of an update, in a thread of its own if that is worth it, and beside it the places of its parts. */
  readonly write: WriteDelta = async (delta, onNotice, signal) => {
    const places = `places-${this.next++}`;
    try {
      const [file] = await allOf([this.writeParts(delta, onNotice, signal), this.writeList(places, delta.places)]);
      const names = this.names.get(file);
      if (names) names.places = places;
      return file;
    } catch (error) {
      await this.folder.discard([places]);
      throw error;
    }
  };

  private writeParts(...[delta, onNotice, signal]: Parameters<WriteDelta>): Promise<CatalogFile> {
    const { deltas, folder } = this;
    if (!deltas || delta.count <= this.fewOf(FEW_WRITTEN)) return writeTo(this.target)(delta, onNotice, signal);
    return this.named(async (segment) => {
      const { state, records, parts } = delta;
      try {
        const notices = await deltas.write({ folder: folder.path, segment, state, records }, parts, signal);
        notices.forEach(onNotice);
        return await folder.openSegment(segment);
      } catch (error) {
        await folder.discard([segment]);
        throw error;
      }
    });
  }

  /** Reads parts that an update of a state changes, in its thread if that is worth it. */
  reader({ segments }: SnapshotState): ReadTexts {
    const names = segments.map(({ file }) => (this.names.get(file) as SegmentFiles).segment);
    return async (segment, numbers) => {
      if (numbers.length <= this.fewOf(FEW_WRITTEN)) return undefined;
      const name = names[segments.indexOf(segment)];
      return this.deltas?.read({ folder: this.folder.path, segment: name, numbers, segments: names });
    };
  }

  /** Writes a segment under a new name. */
  private async named(write: (segment: string) => Promise<CatalogFile>): Promise<CatalogFile> {
    const segment = `segment-${this.next++}.pdx`;
    this.pending.add(segment);
    try {
      const file = await write(segment);
      this.names.set(file, { segment, places: undefined });
      return file;
    } catch (error) {
      this.pending.delete(segment);
      throw error;
    }
  }

  /**
   * One segment of the living parts of several.
   * @param few no thread is started for so many parts
   */
  merge(
    state: SnapshotState,
    segments: readonly SnapshotSegment[],
    few: number,
    signal: AbortSignal | undefined,
  ): Promise<SnapshotSegment> {
    const parts = segments.reduce((sum, { file }) => sum + file.segments.parts.rowCount, 0);
    const { records, types, ownFields, priceCurrency } = state;
    const input = { records, types, ownFields, priceCurrency, isWhole: segments.length === state.segments.length };
    if (!this.merges || parts <= few) return mergeSegments(input, segments, this.target, signal);
    return this.mergedInThread(this.merges, input, segments, signal).finally(async () => {
      if (parts > LARGE_MERGE) await this.merges?.end();
    });
  }

  /** Parts for whose merge no thread is started. */
  get few(): number {
    return this.fewOf(FEW_MERGED);
  }

  private fewOf(usual: number): number {
    return this.start?.few ?? usual;
  }

  private async mergedInThread(
    thread: MergeThread,
    state: MergedState,
    segments: readonly SnapshotSegment[],
    signal: AbortSignal | undefined,
  ): Promise<SnapshotSegment> {
    const number = this.next++;
    const [segment, placesFile] = [`segment-${number}.pdx`, `places-${number}`];
    const sources = segments.map(({ file, dead, places, first }) => {
      return { segment: (this.names.get(file) as SegmentFiles).segment, dead: dead?.words, places, first };
    });
    // An update may leave nothing alive of a segment that the thread still reads.
    const held = [segment, placesFile, ...sources.map((source) => source.segment)];
    for (const name of held) this.pending.add(name);
    try {
      const job = { folder: this.folder.path, state, sources, segment, placesFile };
      const { places, first } = await thread.merge(job, signal);
      const file = await this.folder.openSegment(segment);
      this.names.set(file, { segment, places: places && placesFile });
      for (const { segment: name } of sources) this.pending.delete(name);
      return { file, dead: undefined, places, first };
    } catch (error) {
      for (const name of held) this.pending.delete(name);
      await this.folder.discard([segment, placesFile]);
      throw error;
    }
  }

  /** Ends a merge that runs in a thread. */
  async endMerge(): Promise<void> {
    await this.merges?.end();
  }

  /** Ends the thread that writes updates. */
  async end(): Promise<void> {
    await this.deltas?.end();
  }
}
