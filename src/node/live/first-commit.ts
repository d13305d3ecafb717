import { constants, copyFile, link, open, realpath } from 'node:fs/promises';
import { CatalogBuilder } from '../../build/catalog-builder.js';
import { type CatalogFile, manifestOf } from '../../catalog/catalog-file.js';
import { catalogsOf } from '../../catalog/file-segments.js';
import { copySegment } from '../../catalog/link-files.js';
import type { KnownCounts } from '../../catalog/snapshot/counted-specs.js';
import { stateOfFiles } from '../../catalog/snapshot/file-state.js';
import type { SpecCount } from '../../catalog/snapshot/state.js';
import { UnreadableFileError, UnwritableFileError } from '../../model/errors.js';
import { CatalogWriter } from '../../storage/catalog-writer.js';
import { SectionStore } from '../../storage/section-store.js';
import { FileSink } from '../file-sink.js';
import { FileSource } from '../file-source.js';
import { systemCode, systemReason } from '../system-error.js';
import { zlibCodec } from '../zlib-codec.js';
import { type FolderState, type LiveFolder, numberOfNext } from './live-folder.js';
import type { LiveOptions } from './live-options.js';

/**
 * Reads the newest commit, or on request the newest that is whole: then all of its files are read once, and their checksums checked. The
 * caller has the lock: going back makes a commit.
 */
export async function readNewest(folder: LiveFolder, { commit }: Pick<LiveOptions, 'commit'>): Promise<FolderState> {
  const generations = (await folder.generations()) ?? [];
  if (commit !== 'newest whole') return folder.read(generations[0]);
  const checks: SegmentChecks = new Map();
  let first: unknown;
  for (const generation of generations) {
    try {
      const stored = await folder.read(generation);
      await checkSegments(stored, checks);
      return generation === generations[0] ? stored : await goBack(folder, stored, generations[0]);
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/**
 * Writes the manifest of an older commit again, as the newest. Readers may have read the commits that are lost: the next update and later
 * files get numbers that those did not have.
 * @param newest the newest generation that is lost
 */
async function goBack(folder: LiveFolder, stored: FolderState, newest: number): Promise<FolderState> {
  // A damaged manifest does not say how many updates there were, but each manifest is at most one more.
  const lost = newest - stored.generation;
  const nextCommit = numberOfNext(stored) + lost;
  return folder.write({ ...stored, generation: newest + 1, next: await folder.unusedNumber(), nextCommit });
}

/** The results of checking segments, which commits share. */
type SegmentChecks = Map<CatalogFile, Promise<void>>;

/** Checks all checksums of a commit's segments; its other files were checked when they were read. @throws CorruptCatalogError */
async function checkSegments({ state }: FolderState, checks: SegmentChecks): Promise<void> {
  for (const { file } of state.segments) {
    const check = checks.get(file) ?? file.store.whole.verify();
    checks.set(file, check);
    await check;
  }
}

/** The first commit: of an empty catalog, or of a file. */
export async function begin(folder: LiveFolder, { base, priceCurrency }: LiveOptions): Promise<FolderState> {
  const several = base === undefined ? [] : await splitBase(folder, base);
  const names = several.length > 0 ? several : [segmentName(0)];
  if (base === undefined) await writeEmpty(folder.file(names[0]), priceCurrency);
  else if (several.length === 0) await takeBase(base, folder.file(names[0]));
  const files: CatalogFile[] = [];
  for (const name of names) files.push(await folder.openSegment(name));
  const state = await stateOfFiles(files);
  // Those of several segments are counted when the catalog is opened.
  const counts = files.length === 1 ? countsOf(files[0]) : new Map<string, SpecCount>();
  const facts = await folder.writeFacts('facts-1', state, counts);
  const stored = names.map((segment) => ({ segment, places: undefined }));
  return folder.write({
    generation: 1,
    next: Math.max(2, names.length),
    nextCommit: undefined,
    state,
    counts,
    facts,
    files: stored,
    written: Date.now(),
  });
}

/** Faults of copying that are those of where the copy is written. */
const OF_THE_TARGET: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

const segmentName = (number: number): string => `segment-${number}.pdx`;

function countsOf({ manifest }: CatalogFile): KnownCounts {
  const fields = new Map(manifest.collections.parts.fields.map((field) => [field.name, field]));
  return new Map(
    manifest.specs.map(({ key }) => {
      const { rowCount = 0, values = 0 } = fields.get(`specs.${key}.value`) ?? {};
      return [key, { parts: rowCount, values }];
    }),
  );
}

/** Writes each segment of a file that has several as a file of its own. @returns their names; none for a file of one segment */
async function splitBase(folder: LiveFolder, base: string): Promise<string[]> {
  const source = FileSource.open(base);
  try {
    const store = await SectionStore.open(source, zlibCodec);
    const manifest = await manifestOf(store);
    if (manifest.segments === undefined) return [];
    const names: string[] = [];
    for (const segment of await catalogsOf(base, store, manifest)) {
      const name = segmentName(names.length);
      await writeFile(folder.file(name), (writer) => copySegment(segment, writer));
      names.push(name);
    }
    return names;
  } finally {
    await source.close();
  }
}

function writeEmpty(path: string, priceCurrency: string | undefined): Promise<void> {
  return writeFile(path, async (writer) => {
    await new CatalogBuilder(writer, zlibCodec, { priceCurrency }).build({ parts: [] });
    await writer.finish();
  });
}

async function writeFile(path: string, write: (writer: CatalogWriter) => Promise<unknown>): Promise<void> {
  const sink = await FileSink.create(path);
  try {
    const writer = new CatalogWriter(sink, zlibCodec);
    await writer.begin();
    await write(writer);
    await sink.commit('any');
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/**
 * Links the file, or copies it where that is impossible. What a link of the file's system leads to is taken, as the link may lead elsewhere
 * later.
 */
async function takeBase(base: string, path: string): Promise<void> {
  try {
    const real = await realpath(base);
    await link(real, path).catch(() => copyWhole(real, path));
  } catch (cause) {
    if (OF_THE_TARGET.has(systemCode(cause))) throw new UnwritableFileError(path, systemReason(cause), { cause });
    throw new UnreadableFileError(base, systemReason(cause), { cause });
  }
}

/** Copies a file. Never into one that is there: that may be a link to a file of somebody. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
}
