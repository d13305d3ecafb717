/**
 * Catalogs as files of Node: built from NDJSON files, opened without being read as a whole.
 * @module partdex/node
 */
import { resolve } from 'node:path';
import { CatalogBuilder } from '../build/catalog-builder.js';
import type { SourceDocument } from '../build/source-documents.js';
import { type BuildOptions, type Catalog, type OpenOptions, openSource } from '../catalog/catalog.js';
import { type NamedSource, openSources } from '../catalog/several-files.js';
import { AbortedError, EmptyCatalogError, ValidationError } from '../model/errors.js';
import { CatalogWriter } from '../storage/catalog-writer.js';
import { BuildHelper } from './build-helper.js';
import { FileSink } from './file-sink.js';
import { FileSource } from './file-source.js';
import { type NamedStream, parseLine, readNdjson } from './ndjson.js';
import { checkWorkers, openWithWorkers } from './workers/remote-catalog.js';
import { zlibCodec } from './zlib-codec.js';

export type { NamedStream };

/** One NDJSON file or several that are read one after the other, by their paths or as streams; plain or gzip. */
export type Files = string | NamedStream | readonly (string | NamedStream)[];

/** Files that a catalog is built from, and the file that it becomes: what `CatalogSource` is for documents in memory. */
export interface BuildFileOptions extends BuildOptions {
  /** Files of parts. */
  parts: Files;
  /** Files of categories. */
  categories?: Files | undefined;
  /** Files of brands; brands are also gathered from the parts. */
  brands?: Files | undefined;
  /** Files of manufacturers, likewise. */
  manufacturers?: Files | undefined;
  /** Files of sellers, likewise. */
  sellers?: Files | undefined;
  /** Files of default metadata of spec values that carry none themselves. */
  spec_metadata?: Files | undefined;
  /** The catalog file. It is replaced only when the new one is whole. */
  out: string;
  /** Permits a catalog without parts. Default `false`: an input without a valid part fails the build, and `out` stays as it was. */
  allowEmpty?: boolean | undefined;
  /** Told of each file or stream that has documents, when all of them are checked; what it throws stops the build. */
  onFileRead?: ((file: FileRead) => void) | undefined;
}

/** A file or stream that a build has read. */
export interface FileRead {
  /** Its path as it was given, or its name. */
  readonly source: string;
  /** Its documents, with those that were skipped. */
  readonly documents: number;
}

/** What a build has to tell. */
export interface BuildReport {
  /** Parts in the catalog. */
  readonly parts: number;
  /** Documents left out as invalid (each was reported to `onInvalid`). */
  readonly skipped: number;
  /** Time taken. */
  readonly seconds: number;
  /** Length of the catalog file. */
  readonly bytes: number;
  /** One line for each oddity of the data that was no error. */
  readonly notices: readonly string[];
  /** Absolute path of the catalog file. */
  readonly path: string;
}

/** A line of an NDJSON file; its bytes are stored as they are. */
class LineDocument implements SourceDocument {
  constructor(
    readonly source: string,
    readonly line: number,
    readonly text: Uint8Array,
  ) {}

  value(): unknown {
    return parseLine(this.text, this);
  }

  stored(): Uint8Array {
    return this.text;
  }
}

function namesOf(files: Files): string[] {
  return [files].flat().map((file: string | NamedStream) => (typeof file === 'string' ? file : file.name));
}

type Progress = (progress: { bytesRead: number; totalBytes: number }) => void;

async function* lineDocuments(
  files: Files,
  { signal, onFileRead }: BuildFileOptions,
  onProgress?: Progress,
): AsyncIterable<SourceDocument[]> {
  const options = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  let read = { source: '', documents: 0 };
  const tell = () => {
    if (read.documents > 0) onFileRead?.(read);
  };
  for await (const { source, lines } of readNdjson(files, options)) {
    // Whoever asks for a batch has checked the one before.
    if (source !== read.source) {
      tell();
      read = { source, documents: 0 };
    }
    read.documents += lines.length;
    yield lines.map(({ line, bytes }) => new LineDocument(source, line, bytes));
  }
  tell();
}

/**
 * Builds a catalog file from NDJSON files, streaming: memory holds the index, not the text. A build that fails or is
 * stopped leaves an earlier file of the same name as it was.
 * Progress phases: `read` (bytes of the parts' files), `index` (fields).
 * @throws `InvalidDocumentError` (unless `onInvalid` takes it), `EmptyCatalogError` (unless `allowEmpty` is set),
 * `UnreadableFileError`, `UnwritableFileError`, `CatalogTooLargeError`, `AbortedError`
 */
export async function buildCatalogFile(options: BuildFileOptions): Promise<BuildReport> {
  const began = performance.now();
  const { signal, onProgress, out, allowEmpty = false } = options;
  if (signal?.aborted) throw new AbortedError(signal);
  const path = resolve(out);
  const { parts, categories, brands, manufacturers, sellers, spec_metadata } = options;
  const inputs = [parts, categories, brands, manufacturers, sellers, spec_metadata].flatMap((files) => files ?? []);
  const paths = inputs.filter((input) => typeof input === 'string');
  const sink = await FileSink.create(path, paths);
  let helper: BuildHelper | undefined;
  let partsRead = 0;
  try {
    helper = BuildHelper.start(signal);
    const codec = helper?.codec ?? zlibCodec;
    const writer = new CatalogWriter(sink, codec);
    await writer.begin();
    const documents = (files: Files | undefined) => (files === undefined ? undefined : lineDocuments(files, options));
    const builder = new CatalogBuilder(writer, codec, {
      ...options,
      createText: helper?.createText.bind(helper),
      // Bytes tell how much is left to read; the builder itself can only count documents.
      onProgress: (progress) => {
        if (progress.phase === 'read') partsRead = progress.done;
        else onProgress?.(progress);
      },
    });
    const summary = await builder.build({
      parts: lineDocuments(parts, options, ({ bytesRead, totalBytes }) =>
        onProgress?.({ phase: 'read', done: bytesRead, total: totalBytes, parts: partsRead }),
      ),
      categories: documents(categories),
      brands: documents(brands),
      manufacturers: documents(manufacturers),
      sellers: documents(sellers),
      spec_metadata: documents(spec_metadata),
    });
    if (summary.parts === 0 && !allowEmpty) throw new EmptyCatalogError(namesOf(parts), summary.skipped);
    const bytes = await writer.finish();
    await sink.commit();
    return { ...summary, seconds: (performance.now() - began) / 1000, bytes, path };
  } catch (error) {
    await sink.discard();
    throw error;
  } finally {
    await helper?.stop();
  }
}

/** How a catalog file is opened. */
export interface OpenFileOptions extends OpenOptions {
  /**
   * Threads that answer the requests, up to 128, which share one copy of the index. Default 0: requests are answered in the
   * caller's thread. docs/embedding.md, "Requests in threads of their own".
   */
  workers?: number | undefined;
}

/**
 * Opens a catalog file. Only its header and tables are read; the rest comes as requests need it.
 * With `workers`, requests reject with `WorkerFailedError` where their thread dies, and the others never notice.
 * @throws `UnreadableFileError`, `CorruptCatalogError`; `ValidationError` for limits or a number of workers that are none, and where
 * the script of the workers is not beside this module
 */
export async function openCatalogFile(path: string, options: OpenFileOptions = {}): Promise<Catalog> {
  const workers = checkWorkers(options.workers);
  if (workers > 0) return openWithWorkers(path, workers, options);
  const source = FileSource.open(path);
  try {
    return await openSource(source, zlibCodec, options);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * Opens several catalog files as one catalog, which answers as one build of all their documents does, file after file. Of records
 * with the same uid the first file's counts, those that were given before those gathered from parts; the category tree is that of
 * all files' records, and the type of a spec key follows from the values of all files. Records, spec keys and uids of all files are
 * read when they are opened, and the parts of a file where the others change how its values are compared.
 * `toBytes()` and `toBlobParts()` build one file of all documents in memory. docs/embedding.md, "Several files".
 * @param options `workers` is for one file
 * @throws as `openCatalogFile`; `InvalidDocumentError` naming both files for a uid of two files and for a merged uid that is a part
 * of another file or listed there too; `ValidationError` for two price currencies, `workers` above 0, or no file
 */
export async function openCatalogFiles(paths: readonly string[], options: OpenFileOptions = {}): Promise<Catalog> {
  const isList = Array.isArray(paths) && paths.length > 0 && paths.every((path) => typeof path === 'string');
  if (!isList) throw new ValidationError('paths', 'paths must be a list of at least one path');
  if (paths.length === 1) return openCatalogFile(paths[0], options);
  if (checkWorkers(options.workers) > 0)
    throw new ValidationError('workers', 'workers: only one file can be opened with workers');
  const sources: NamedSource[] = [];
  try {
    for (const path of paths) sources.push({ name: path, source: FileSource.open(path) });
    return await openSources(sources, zlibCodec, options);
  } catch (error) {
    for (const { source } of sources) await source.close();
    throw error;
  }
}
