import { PathCollector } from '../../build/path-collector.js';
import { DeadRows } from '../../index/alive/dead-rows.js';
import type { PlainDictionary } from '../../index/dictionary/plain-dictionary.js';
import { Section } from '../../index/section.js';
import { Pauses } from '../../work/pauses.js';
import type { CatalogFile } from '../catalog-file.js';
import { livingNumbers } from './living-parts.js';
import type { SnapshotSegment } from './state.js';

/** Documents that are read at a time: parsing them takes a few milliseconds. The first batch is small: mostly it is enough. */
const BATCH = 32;
const FIRST_BATCH = 4;

/** What is known of the paths of a file. Its snapshots share it: they have other dead documents, mostly some more than the one before. */
interface FilePaths {
  /** The dead documents that were read, and the paths of all of them. */
  read: DeadRows | undefined;
  readonly ofDead: Set<string>;
  /** By path: a document that has it. */
  readonly witnesses: Map<string, number>;
  /** Paths that no other document has than some dead ones. */
  gone: { readonly dead: DeadRows; readonly paths: ReadonlySet<string> } | undefined;
}

const known = new WeakMap<CatalogFile, FilePaths>();

function knownOf(file: CatalogFile): FilePaths {
  let paths = known.get(file);
  if (!paths) known.set(file, (paths = { read: undefined, ofDead: new Set(), witnesses: new Map(), gone: undefined }));
  return paths;
}

/**
 * The dotted paths of all members that some living part has. A file says it for all of its parts: what only dead ones have is found by
 * looking for it in those that live, when somebody first asks for paths.
 */
export function livingPaths(segments: readonly SnapshotSegment[]): Section<PlainDictionary> {
  return new Section('parts/living-paths', 0, async () => {
    const all = await Promise.all(segments.map(({ file }) => file.segments.parts.paths.load()));
    const gone = await gonePaths(segments, all);
    const find = (path: string) => (!gone.has(path) && all.some((paths) => paths.find(path) >= 0) ? 0 : -1);
    // Of a dictionary of paths nobody asks for more than whether a path is there.
    return Object.create(all[0] ?? null, { find: { value: find } }) as PlainDictionary;
  });
}

async function gonePaths(segments: readonly SnapshotSegment[], all: readonly PlainDictionary[]): Promise<Set<string>> {
  const doubtful = new Set<string>();
  for (const { file, dead } of segments) {
    if (dead) for (const path of await pathsOfDead(file, dead)) doubtful.add(path);
  }
  segments.forEach(({ dead }, i) => {
    if (!dead) for (const path of doubtful) if (all[i].find(path) >= 0) doubtful.delete(path);
  });
  for (const [i, segment] of segments.entries()) {
    if (segment.dead && doubtful.size > 0) await removeLiving(segment, segment.dead, all[i], doubtful);
  }
  return doubtful;
}

/** The paths of the dead documents of a file, and of some that were dead in another snapshot of it. */
async function pathsOfDead(file: CatalogFile, dead: DeadRows): Promise<ReadonlySet<string>> {
  const paths = knownOf(file);
  const unread = dead.rows().filter((row) => !paths.read?.has(row));
  await eachDocument(file, unread, (_number, found) => {
    for (const path of found) paths.ofDead.add(path);
    return true;
  });
  if (unread.length > 0) paths.read = DeadRows.with(paths.read, unread, dead.rowCount);
  return paths.ofDead;
}

/** Removes the paths that living documents of a segment have. */
async function removeLiving(
  segment: SnapshotSegment,
  dead: DeadRows,
  dictionary: PlainDictionary,
  doubtful: Set<string>,
): Promise<void> {
  const paths = knownOf(segment.file);
  const gone = paths.gone && dead.hasAll(paths.gone.dead) ? paths.gone.paths : NO_PATHS;
  const open = new Set<string>();
  for (const path of doubtful) {
    const witness = paths.witnesses.get(path);
    if (witness !== undefined && !dead.has(witness)) doubtful.delete(path);
    else if (!gone.has(path) && dictionary.find(path) >= 0) open.add(path);
  }
  if (open.size === 0) return;
  await eachDocument(segment.file, livingNumbers(segment), (number, found) => {
    for (const path of found) {
      if (!open.delete(path)) continue;
      paths.witnesses.set(path, number);
      doubtful.delete(path);
    }
    return open.size > 0;
  });
  if (open.size > 0) paths.gone = { dead, paths: new Set([...gone, ...open]) };
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** Passes the paths of each of some documents until `take` has enough. */
async function eachDocument(
  { segments: { parts } }: CatalogFile,
  numbers: Uint32Array,
  take: (number: number, paths: string[]) => boolean,
): Promise<void> {
  const pauses = new Pauses();
  for (let from = 0, size = FIRST_BATCH; from < numbers.length; from += size, size = Math.min(BATCH, size * 2)) {
    const some = Array.from(numbers.subarray(from, from + size));
    const documents = await pauses.run(parts.documents.read(some));
    for (const [i, document] of documents.entries()) {
      const collector = new PathCollector();
      collector.add(document as object);
      if (!take(some[i], collector.paths())) return;
    }
    await pauses.pause();
  }
}
