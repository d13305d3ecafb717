import type { BuildFacts, Elsewhere } from '../../build/build-settings.js';
import { CatalogBuilder } from '../../build/catalog-builder.js';
import type { SourceDocument } from '../../build/source-documents.js';
import { manifestOf, segmentsOf } from '../../catalog/catalog-file.js';
import type { BuildOptions } from '../../catalog/options.js';
import type { Codec } from '../../encoding/codec.js';
import type { InvalidDocumentError } from '../../model/errors.js';
import { CatalogWriter } from '../../storage/catalog-writer.js';
import { SectionStore } from '../../storage/section-store.js';
import { FileSink } from '../file-sink.js';
import { FileSource } from '../file-source.js';
import { LineDocument } from '../line-document.js';
import { type CarriedError, packError } from '../workers/carried-errors.js';
import { type Portion, type PortionRead, portionDocuments } from './portions.js';
import { uidHash } from './uid-hashes.js';

/** A record that was given beside the parts. */
export interface GivenLine {
  readonly source: string;
  readonly line: number;
  readonly bytes: Uint8Array;
}

export type RecordName = 'categories' | 'brands' | 'manufacturers' | 'sellers' | 'spec_metadata';

/** The records that were given beside the parts: every segment is built with all of them. */
export type GivenRecords = Readonly<Partial<Record<RecordName, readonly GivenLine[]>>>;

/** A segment to build: all that a thread needs for it. */
export interface SegmentJob {
  readonly portion: Portion;
  readonly records: GivenRecords;
  readonly settings: Pick<BuildOptions, 'priceCurrency' | 'fields' | 'synonyms' | 'authorized'>;
  /** The file to write, which is the caller's to remove. */
  readonly out: string;
  /** Whether invalid documents are skipped. */
  readonly skips: boolean;
  readonly elsewhere?: Elsewhere;
}

/** A segment that was built. */
export interface BuiltSegment {
  readonly parts: number;
  /** Invalid documents: of the records, all of which were skipped, and of the portion, of which only a redirect may have been left out. */
  readonly ofRecords: readonly CarriedError[];
  readonly ofParts: readonly CarriedError[];
  /** Documents of the portion that were skipped. */
  readonly skipped: number;
  /** Documents by source, in order. */
  readonly read: PortionRead['files'];
  /** Hashes of the uids of the parts. */
  readonly hashes: Float64Array;
  readonly facts: BuildFacts;
}

/** How far a build is. */
export type OnRead = (bytes: number, documents: number) => void;

/** Builds a segment: a catalog file of its own. @throws as a build of the portion */
export async function buildSegment(job: SegmentJob, codec: Codec, onRead: OnRead, signal?: AbortSignal): Promise<BuiltSegment> {
  const ofRecords: CarriedError[] = [];
  const ofParts: CarriedError[] = [];
  const read: PortionRead = { files: [], documents: 0, bytes: 0 };
  let hasBegun = false;
  const parts = async function* (): AsyncGenerator<SourceDocument[]> {
    hasBegun = true;
    for await (const batch of portionDocuments(job.portion, read, signal)) {
      yield batch;
      onRead(read.bytes, read.documents);
    }
  };
  const onInvalid = (error: InvalidDocumentError) => void (hasBegun ? ofParts : ofRecords).push(packError(error));
  const sink = await FileSink.createTemporary(job.out);
  try {
    const writer = new CatalogWriter(sink, codec);
    await writer.begin();
    const { elsewhere, settings, skips, records } = job;
    const build = new CatalogBuilder(writer, codec, { ...settings, signal, elsewhere, onInvalid: skips ? onInvalid : 'throw' });
    const { parts: count, skipped, facts } = await build.build({ ...documentsOf(records), parts: parts() });
    await writer.finish();
    await sink.close();
    const hashes = await hashesOf(job.out, codec);
    return { parts: count, ofRecords, ofParts, skipped: skipped - ofRecords.length, read: read.files, hashes, facts };
  } catch (error) {
    await sink.close().catch(() => {});
    throw error;
  }
}

function documentsOf(records: GivenRecords): Partial<Record<RecordName, SourceDocument[][]>> {
  const lists = Object.entries(records).map(([name, lines]) => {
    return [name, [lines.map(({ source, line, bytes }) => new LineDocument(source, line, bytes))]];
  });
  return Object.fromEntries(lists);
}

async function hashesOf(path: string, codec: Codec): Promise<Float64Array> {
  const source = FileSource.open(path);
  try {
    const store = await SectionStore.open(source, codec);
    const { parts } = segmentsOf(store, await manifestOf(store));
    const uids = await parts.field('uid')?.dictionary.load();
    const hashes = new Float64Array(uids?.size ?? 0);
    for (let i = 0; i < hashes.length; i++) hashes[i] = uidHash(uids?.value(i) as string);
    return hashes;
  } finally {
    await source.close();
  }
}
