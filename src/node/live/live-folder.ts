import { closeSync } from 'node:fs';
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFile } from '../../catalog/catalog-file.js';
import { manifestOf, segmentsOf } from '../../catalog/catalog-file.js';
import type { KnownCounts } from '../../catalog/snapshot/counted-specs.js';
import type { SnapshotFacts, SnapshotRecords, SnapshotSegment, SnapshotState } from '../../catalog/snapshot/state.js';
import type { Codec } from '../../encoding/codec.js';
import type { DeltaTarget } from '../../live/delta.js';
import { UnreadableFileError, UnwritableFileError } from '../../model/errors.js';
import { MemorySource } from '../../storage/byte-source.js';
import { CatalogWriter } from '../../storage/catalog-writer.js';
import { SectionStore } from '../../storage/section-store.js';
import { FileSink } from '../file-sink.js';
import { FileSource, type ReadOptions } from '../file-source.js';
import { systemCode, systemReason } from '../system-error.js';
import { zlibCodec } from '../zlib-codec.js';
import { deadOf, type StoredDead, storedDead } from './dead-documents.js';
import { readFramed, writeFramed } from './framed-file.js';
import type { FolderLock } from './lock.js';

/** Segments of up to so many bytes are kept in memory, and need no open file. */
const SMALL_BYTES = 1 << 20;
const MANIFEST = /^commit-(\d{12})$/;
const NUMBERED = /^(?:segment|places|facts)-(\d+)/;
/** The file that is there while the first commit is made: other files were left then by a process that died. */
const BEGINNING = 'beginning';
const OURS = 'commit-\\d{12}|segment-\\d+\\.pdx|places-\\d+|facts-\\d+|beginning';
/** The names of files of live catalogs, and of those that are being written. Files with other names are never removed. */
const ONE_OF_OURS = new RegExp(`^(?:${OURS}|\\.(?:${OURS}|changes|lock)\\..+\\.tmp)$`);

/** The files of a commit, and what they lead to. */
export interface FolderState {
  /** Number of the manifest: merges count too. */
  readonly generation: number;
  /** Number of the next file. */
  readonly next: number;
  /** Number of the next update after going back from a damaged commit; undefined: one more than the commit's. */
  readonly nextCommit: number | undefined;
  readonly state: SnapshotState;
  readonly counts: KnownCounts;
  /** The file of what is said in one place for several commits. */
  readonly facts: string;
  /** By the file of each segment, in the order of the state. */
  readonly files: readonly SegmentFiles[];
  /** When the newest update was written, in milliseconds since 1970; undefined for a folder that did not say. */
  readonly written: number | undefined;
}

/** The names of the files of a segment. */
export interface SegmentFiles {
  readonly segment: string;
  readonly places: string | undefined;
}

/** A manifest as it is written. */
interface StoredManifest {
  readonly generation: number;
  readonly commit: number;
  readonly next: number;
  readonly nextCommit?: number | undefined;
  readonly nextPlace: number;
  readonly content?: SnapshotState['content'];
  readonly facts: string;
  readonly written?: number | undefined;
  readonly segments: readonly (SegmentFiles & StoredDead & { readonly first: number })[];
}

interface StoredFacts {
  readonly records: Readonly<Record<keyof SnapshotRecords, readonly (readonly [string, object])[]>>;
  readonly specs: SnapshotFacts['specs'];
  readonly named: Readonly<Record<string, readonly (readonly [string, object, number | null, (number | null)?])[]>>;
  readonly types: readonly (readonly [string, 'string' | 'number'])[];
  readonly counts: readonly (readonly [string, { parts: number; values: number }])[];
  readonly priceCurrency: string;
  readonly ownFields: SnapshotState['ownFields'];
  readonly synonyms: SnapshotState['synonyms'];
  /** Absent if the catalog was built without terms. */
  readonly authorized?: SnapshotState['authorized'];
}

/** Closes files that nothing reads any more: a scan or a snapshot may hold one long after it was merged away. */
const forgotten = new FinalizationRegistry((descriptor: number) => {
  try {
    closeSync(descriptor);
  } catch {
    // It is closed already.
  }
});

/** The folder of a live catalog. */
export class LiveFolder {
  /** That of the writer; undefined for one who removes nothing. */
  lock: FolderLock | undefined = undefined;
  /** Segments that are open, by name. */
  private readonly open = new Map<string, WeakRef<CatalogFile>>();

  /** @param codec what inflates sections */
  constructor(
    readonly path: string,
    private readonly codec: Codec = zlibCodec,
    private readonly reading: ReadOptions = {},
  ) {}

  file(name: string): string {
    return join(this.path, name);
  }

  /** The generations of which there is a manifest, the newest first; undefined for a folder that does not exist. */
  async generations(): Promise<number[] | undefined> {
    try {
      const names = await readdir(this.path);
      return names
        .flatMap((name) => MANIFEST.exec(name)?.[1] ?? [])
        .map(Number)
        .sort((a, b) => b - a);
    } catch (cause) {
      const code = systemCode(cause);
      if (code === 'ENOENT') return undefined;
      const reason =
        code === 'ENOTDIR' ? 'it is not a folder; a folder begins with a catalog file by `base` or `partdex live`' : undefined;
      throw new UnreadableFileError(this.path, reason ?? systemReason(cause), { cause });
    }
  }

  /** A number for a file that no file of a commit has, nor one that a manifest names and that is missing. */
  async unusedNumber(): Promise<number> {
    let unused = 0;
    for (const name of await readdir(this.path)) {
      unused = Math.max(unused, Number(NUMBERED.exec(name)?.[1] ?? -1) + 1);
      if (!MANIFEST.test(name)) continue;
      const manifest = (await readFramed(this.file(name), 'commit').catch(() => undefined)) as StoredManifest | undefined;
      unused = Math.max(unused, manifest?.next ?? 0);
    }
    return unused;
  }

  /** Reads a commit. @throws CorruptCatalogError naming the file that is damaged; UnreadableFileError */
  async read(generation: number): Promise<FolderState> {
    const manifest = (await readFramed(this.file(manifestName(generation)), 'commit')) as StoredManifest;
    const facts = (await readFramed(this.file(manifest.facts), 'facts')) as StoredFacts;
    const segments: SnapshotSegment[] = [];
    for (const one of manifest.segments) segments.push(await this.readSegment(one));
    const records = Object.fromEntries(Object.entries(facts.records).map(([name, list]) => [name, new Map(list)]));
    const named = Object.fromEntries(
      Object.entries(facts.named).map(([name, list]) => [
        name,
        new Map(
          list.map(([uid, record, place, nth]) => [uid, { uid, record, place: place ?? undefined, nth: nth ?? undefined }]),
        ),
      ]),
    );
    const { priceCurrency, ownFields, synonyms, authorized } = facts;
    return {
      generation,
      next: manifest.next,
      nextCommit: manifest.nextCommit,
      facts: manifest.facts,
      written: manifest.written,
      files: manifest.segments.map(({ segment, places }) => ({ segment, places })),
      counts: new Map(facts.counts),
      state: {
        segments,
        records: records as unknown as SnapshotRecords,
        facts: { specs: facts.specs, named: named as unknown as SnapshotFacts['named'] },
        types: new Map(facts.types),
        nextPlace: manifest.nextPlace,
        content: manifest.content,
        priceCurrency,
        ownFields,
        synonyms,
        authorized,
        commit: manifest.commit,
      },
    };
  }

  private async readSegment({ segment, places, first, ...dead }: StoredManifest['segments'][number]): Promise<SnapshotSegment> {
    const file = await this.openSegment(segment);
    const { rowCount } = file.segments.parts;
    const list =
      places === undefined ? undefined : Float64Array.from((await readFramed(this.file(places), 'places')) as number[]);
    return { file, dead: deadOf(dead, rowCount), places: list, first };
  }

  /** A segment; one that is open already is not opened again. @throws CorruptCatalogError, UnreadableFileError */
  async openSegment(name: string): Promise<CatalogFile> {
    const known = this.open.get(name)?.deref();
    if (known) return known;
    const path = this.file(name);
    const size = await stat(path).then(
      ({ size: bytes }) => bytes,
      (cause) => {
        throw new UnreadableFileError(path, systemReason(cause), { cause });
      },
    );
    const source = size <= SMALL_BYTES ? new MemorySource([aligned(await readFile(path))]) : FileSource.open(path, this.reading);
    let store: SectionStore;
    try {
      store = await SectionStore.open(source, this.codec, undefined, path);
    } catch (error) {
      await source.close();
      throw error;
    }
    if (source instanceof FileSource) forgotten.register(source, source.openFile.descriptor, source);
    const manifest = await manifestOf(store);
    const file = { name: path, store, manifest, segments: segmentsOf(store, manifest) };
    for (const [other, reference] of this.open) if (reference.deref() === undefined) this.open.delete(other);
    this.open.set(name, new WeakRef(file));
    return file;
  }

  /** Writes what several commits share. @returns the name of its file */
  async writeFacts(name: string, state: SnapshotState, counts: KnownCounts): Promise<string> {
    await writeFramed(this.file(name), 'facts', storedFacts(state, counts));
    return name;
  }

  /** Writes a commit: it is one when this resolves. */
  async write(commit: FolderState): Promise<FolderState> {
    const { generation, next, nextCommit, state, facts, files, written } = commit;
    const manifest: StoredManifest = {
      generation,
      commit: state.commit,
      next,
      nextCommit,
      nextPlace: state.nextPlace,
      content: state.content,
      facts,
      written,
      segments: state.segments.map(({ first, dead }, i) => ({ ...files[i], first, ...storedDead(dead) })),
    };
    await writeFramed(this.file(manifestName(generation)), 'commit', manifest);
    return commit;
  }

  /**
   * Makes the folder ready for a first commit: removes what an earlier beginning has left.
   * @throws UnwritableFileError if it has files that a commit may have had
   */
  async prepare(): Promise<void> {
    const names = await readdir(this.path);
    const other = names.find((name) => NUMBERED.test(name) && ONE_OF_OURS.test(name));
    if (other !== undefined && !names.includes(BEGINNING)) {
      const what = `it has the file "${other}" of a catalog, but no commit; copy all files of the catalog, or remove it`;
      throw new UnwritableFileError(this.path, what);
    }
    if (!names.includes(BEGINNING)) await writeFramed(this.file(BEGINNING), BEGINNING, {});
    await this.clear();
  }

  /** Removes what a beginning that failed has left. */
  async giveUp(): Promise<void> {
    await this.clear();
    if (!(await this.isLost())) await unlink(this.file(BEGINNING)).catch(() => {});
  }

  /** Removes all but the file `beginning`, which is the last one to go: without it the others would be refused. */
  private async clear(): Promise<void> {
    await this.removeAllBut((name) => name === BEGINNING);
  }

  /** Removes files that will belong to no commit, whole or not. */
  async discard(names: readonly string[]): Promise<void> {
    if (await this.isLost()) return;
    for (const found of await readdir(this.path).catch(() => [])) {
      const isPart = found.endsWith('.tmp') && names.some((name) => found.startsWith(`.${name}.`));
      if (isPart || names.includes(found)) await unlink(this.file(found)).catch(() => {});
    }
  }

  /**
   * Removes all files that no given commit has. Others than those of live catalogs stay.
   * @param pending files that will belong to a commit; undefined if nothing is being written, and temporary files are abandoned
   */
  async clean(kept: readonly FolderState[], pending: ReadonlySet<string> | undefined): Promise<void> {
    const names = new Set(
      kept.flatMap(({ generation, facts, files }) => [
        manifestName(generation),
        facts,
        ...files.flatMap(({ segment, places }) => [segment, places ?? segment]),
      ]),
    );
    await this.removeAllBut((name) => names.has(name) || (pending !== undefined && (pending.has(name) || name.endsWith('.tmp'))));
  }

  /** Removes files of live catalogs, if they are still those of this writer. */
  private async removeAllBut(isNeeded: (name: string) => boolean): Promise<void> {
    if (await this.isLost()) return;
    const found = await readdir(this.path).catch(() => []);
    const unneeded = found.filter((name) => ONE_OF_OURS.test(name) && !isNeeded(name));
    await Promise.all(unneeded.map((name) => unlink(this.file(name)).catch(() => {})));
  }

  /** Whether another writer has taken the folder over: then its files are not ours to remove. */
  private async isLost(): Promise<boolean> {
    return this.lock !== undefined && !(await this.lock.isHeld());
  }
}

/** The number of the next update of a commit. */
export function numberOfNext({ nextCommit, state }: FolderState): number {
  return nextCommit ?? state.commit + 1;
}

/** Closes the file of a segment that nothing reads any more, at once. */
export async function closeSegment({ store: { source } }: CatalogFile): Promise<void> {
  // Its descriptor may soon belong to another file.
  forgotten.unregister(source);
  await source.close();
}

/** Writes a segment as a file of a folder, and opens it. */
export function segmentTarget(folder: LiveFolder, name: string, codec: Codec): DeltaTarget {
  return {
    codec,
    make: async (write) => {
      await writeSegmentFile(folder, name, codec, write);
      return folder.openSegment(name);
    },
  };
}

/** Writes a segment as a file of a folder. */
export async function writeSegmentFile(
  folder: LiveFolder,
  name: string,
  codec: Codec,
  write: (writer: CatalogWriter) => Promise<unknown>,
): Promise<void> {
  const sink = await FileSink.createNew(folder.file(name));
  try {
    const writer = new CatalogWriter(sink, codec);
    await writer.begin();
    await write(writer);
    await writer.finish();
    // The commit that names it makes its name durable.
    await sink.commit('any');
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

function manifestName(generation: number): string {
  return `commit-${String(generation).padStart(12, '0')}`;
}

/** Bytes that begin where arrays of numbers may. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

function storedFacts(
  { records, facts, types, priceCurrency, ownFields, synonyms, authorized }: SnapshotState,
  counts: KnownCounts,
): StoredFacts {
  const lists = Object.entries(records).map(([name, map]) => [name, [...(map as ReadonlyMap<string, object>)]]);
  const named = Object.entries(facts.named).map(([name, map]) => [
    name,
    Array.from(map.values(), ({ uid, record, place, nth }) => [uid, record, place ?? null, nth ?? null]),
  ]);
  return {
    records: Object.fromEntries(lists),
    specs: facts.specs,
    named: Object.fromEntries(named),
    types: [...types],
    counts: [...counts],
    priceCurrency,
    ownFields,
    synonyms,
    authorized,
  };
}
