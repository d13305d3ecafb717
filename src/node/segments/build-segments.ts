import { unlink } from 'node:fs/promises';
import type { Elsewhere } from '../../build/build-settings.js';
import type { CatalogFile } from '../../catalog/catalog-file.js';
import { manifestOf, segmentsOf } from '../../catalog/catalog-file.js';
import { linkFiles } from '../../catalog/link-files.js';
import type { BuildOptions } from '../../catalog/options.js';
import { readRecords } from '../../catalog/several-records.js';
import type { CatalogSink } from '../../storage/catalog-writer.js';
import { CatalogWriter } from '../../storage/catalog-writer.js';
import { SectionStore } from '../../storage/section-store.js';
import { FileSource } from '../file-source.js';
import { temporaryPath } from '../temporary-file.js';
import { type CarriedError, unpackError } from '../workers/carried-errors.js';
import { zlibCodec } from '../zlib-codec.js';
import { firstRefused, joinElsewhere } from './elsewhere.js';
import { type Inputs, lineFilesOf } from './line-files.js';
import { noticesOf } from './notices.js';
import { type Portion, portionsOf } from './portions.js';
import { SegmentBuilds, type Segmented } from './segment-builds.js';
import type { GivenRecords } from './segment-job.js';

/** A catalog of several segments to build. */
export interface SegmentsToBuild {
  readonly inputs: Inputs;
  readonly records: GivenRecords;
  readonly options: BuildOptions;
  readonly segments: number;
  readonly threads: number;
  /** The catalog file, which `sink` writes. */
  readonly path: string;
  readonly sink: CatalogSink;
  onFileRead?(file: { source: string; documents: number }): void;
  /** Called before the file is written, with the number of its parts. */
  check(parts: number, skipped: number): Promise<void>;
}

/** What was built. */
export interface SegmentsBuilt {
  readonly parts: number;
  readonly skipped: number;
  readonly bytes: number;
  readonly notices: string[];
}

/** A segment, and its file while it is open. */
interface Opened extends Segmented {
  readonly file: CatalogFile;
  readonly source: FileSource;
}

/** Builds a catalog of several segments, each in a thread of its own, and links them in one file. */
export async function buildSegments(wanted: SegmentsToBuild): Promise<SegmentsBuilt> {
  const { options, path, inputs, segments, threads } = wanted;
  const { signal, onProgress } = options;
  const copy = temporaryPath(path);
  const builds = new SegmentBuilds({ ...wanted, outOf: () => temporaryPath(path) });
  const opened: Opened[] = [];
  try {
    const { files, checkUnchanged } = await lineFilesOf(inputs, copy, signal);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const built = await builds.all(portionsOf(files, segments), threads, (done, parts) =>
      onProgress?.({ phase: 'read', done, total, parts }),
    );
    await checkUnchanged();
    for (const segment of built) opened.push(await openSegment(segment));
    await settleUids(opened, builds);
    const skipped = report(opened, wanted);
    const parts = opened.reduce((sum, { built: { parts: count } }) => sum + count, 0);
    await wanted.check(parts, skipped);
    const { bytes, notices } = await link(opened, wanted.sink);
    for (const notice of notices) options.onNotice?.(notice);
    return { parts, skipped, bytes, notices };
  } finally {
    for (const { source } of opened) await source.close();
    for (const file of [copy, ...builds.files]) await unlink(file).catch(() => {});
  }
}

async function openSegment(segment: Segmented): Promise<Opened> {
  const source = FileSource.open(segment.out);
  try {
    const store = await SectionStore.open(source, zlibCodec);
    const manifest = await manifestOf(store);
    return { ...segment, source, file: { name: segment.out, store, manifest, segments: segmentsOf(store, manifest) } };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Builds segments again, as long as parts of theirs are refused for uids that others have. */
async function settleUids(opened: Opened[], builds: SegmentBuilds): Promise<void> {
  const known = new Map<Portion, Elsewhere>();
  for (;;) {
    const refused = await firstRefused(
      opened.map(({ file, built: { hashes, facts } }) => ({ file, hashes, places: facts.places })),
    );
    if (!refused) return;
    const { portion, source } = opened[refused.segment];
    const elsewhere = joinElsewhere(known.get(portion), refused.elsewhere);
    known.set(portion, elsewhere);
    const again = await openSegment(await builds.again(portion, elsewhere));
    opened[refused.segment] = again;
    await source.close();
  }
}

/** Tells of the documents that are invalid, and of the files that were read. @returns the number of documents skipped */
function report(opened: readonly Opened[], { options, onFileRead }: SegmentsToBuild): number {
  const { onInvalid } = options;
  // All segments have the same records.
  const faults: CarriedError[] = [...opened[0].built.ofRecords, ...opened.flatMap(({ built }) => built.ofParts)];
  if (typeof onInvalid === 'function') for (const fault of faults) onInvalid(unpackError(fault) as never);
  const read: { source: string; documents: number }[] = [];
  for (const { source, documents } of opened.flatMap(({ built }) => built.read)) {
    const last = read.at(-1);
    if (last?.source === source) last.documents += documents;
    else read.push({ source, documents });
  }
  for (const file of read) onFileRead?.(file);
  return opened.reduce((sum, { built }) => sum + built.skipped, opened[0].built.ofRecords.length);
}

async function link(opened: readonly Opened[], sink: CatalogSink): Promise<{ bytes: number; notices: string[] }> {
  const filled = opened.filter(({ built }) => built.parts > 0);
  if (filled.length < 2) {
    const { source, file, built } = filled[0] ?? opened[0];
    await copyWhole(source, sink);
    const records = await readRecords([file]);
    return { bytes: source.length, notices: noticesOf([{ file, facts: built.facts }], file.manifest, records) };
  }
  const writer = new CatalogWriter(sink, zlibCodec);
  await writer.begin();
  const files = filled.map(({ file }) => file);
  const linked = await linkFiles(files, writer, zlibCodec);
  const facts = filled.map(({ file, built }) => ({ file, facts: built.facts }));
  return { bytes: linked.bytes, notices: noticesOf(facts, { ...files[0].manifest, specs: linked.specs }, linked.records) };
}

const COPY_BYTES = 1 << 23;

async function copyWhole(source: FileSource, sink: CatalogSink): Promise<void> {
  for (let at = 0; at < source.length; at += COPY_BYTES) {
    await sink.write(await source.read(at, Math.min(COPY_BYTES, source.length - at)));
  }
  await sink.writeHeader(source.openFile.header);
}
