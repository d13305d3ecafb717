import { stat } from 'node:fs/promises';
import { MemoryBlocks, PartSpool } from '../build/part-spool.js';
import { ObjectDocument, PLACED, type PlacedList, type SourceDocument } from '../build/source-documents.js';
import { type ChangeList, changeOf, listOf, REMOVED, type RemovedRecord } from '../live/change-lines.js';
import type { CatalogChanges, RemovedRecords } from '../model/changes.js';
import type { DocumentPlace } from '../model/conform.js';
import { InvalidDocumentError, UnreadableFileError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import type { Files } from './build-files.js';
import { LineDocument } from './line-document.js';
import { type NdjsonInput, parseLine, readNdjson } from './ndjson.js';
import { systemReason } from './system-error.js';
import { zlibCodec } from './zlib-codec.js';

/** Told how much of the files was read. */
export interface ChangeFilesOptions {
  /**
   * Called from time to time. In `read`, `done` and `total` are bytes of the files; in `apply`, documents of parts that the update has
   * taken, and their number.
   */
  onProgress?(progress: { phase: 'read' | 'apply'; done: number; total: number }): void;
}

/** Documents of parts: those lists are long, and are read again where that is possible. */
type PartList = 'put' | 'patch';

/** Documents that are read together from memory. */
const BATCH = 64;
const CLOSING_BRACE = 0x7d;
/** The beginning of a line with one member; what follows is its value. */
const BEGINNING = /^[ \t]*\{[ \t]*"([A-Za-z_]{1,20})"[ \t]*:/;

/** A change that a line says. A line that says none fails when its value is read, and stands among the parts that are put. */
type ReadLine =
  | { readonly list: ChangeList; readonly document: SourceDocument }
  | { readonly list: 'removeRecords'; readonly removed: readonly RemovedRecord[]; readonly place: DocumentPlace };

/** A line that is no change. */
class FaultyLine implements SourceDocument {
  readonly source: string;
  readonly line: number;

  constructor(private readonly error: InvalidDocumentError) {
    this.source = error.source;
    this.line = error.line;
  }

  value(): never {
    throw this.error;
  }

  stored(): never {
    throw this.error;
  }
}

/** @param bytes a line */
function readLine(bytes: Uint8Array, { source, line }: DocumentPlace): ReadLine {
  const place = { source, line };
  try {
    const inner = innerValue(bytes, place);
    if (inner) return inner;
    const whole = parseLine(bytes, place);
    const change = changeOf(whole, place);
    if (change.list === 'removeRecords') return { ...change, place };
    // A line that is a part itself, or one whose member stands twice.
    const isPart = change.value === whole;
    return {
      list: change.list,
      document: isPart ? new LineDocument(source, line, bytes) : new ObjectDocument(source, line, change.value),
    };
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    return { list: 'put', document: new FaultyLine(error) };
  }
}

/** The value of a line such as `{"put": part}`, with its bytes; undefined where the line must be read as a whole. */
function innerValue(bytes: Uint8Array, { source, line }: DocumentPlace): ReadLine | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1');
  const [beginning, member] = BEGINNING.exec(start) ?? ['', ''];
  const list = listOf(member);
  if (!list) return undefined;
  const document = new LineDocument(source, line, bytes.subarray(beginning.length, bytes.lastIndexOf(CLOSING_BRACE)));
  try {
    document.value();
  } catch {
    // It has further members, or is not JSON.
    return undefined;
  }
  return { list, document };
}

/** Lines of parts that cannot be read again, in memory. */
class KeptLines {
  private readonly texts = new PartSpool(new MemoryBlocks(), zlibCodec);
  private readonly lines: { readonly list: PartList; readonly source: string; readonly line: number }[] = [];

  async add(list: PartList, bytes: Uint8Array, { source, line }: DocumentPlace): Promise<void> {
    this.lines.push({ list, source, line });
    await this.texts.add(bytes);
  }

  finish(): Promise<void> {
    return this.texts.finish();
  }

  /** Reads the lines of a list again. */
  async *read(list: PartList): AsyncIterable<SourceDocument[]> {
    const numbers = this.lines.flatMap((line, number) => (line.list === list ? [number] : []));
    for (let from = 0; from < numbers.length; from += BATCH) {
      const some = numbers.slice(from, from + BATCH);
      const texts = await this.texts.read(some);
      yield some.flatMap((number) => documentsOf(readLine(texts.get(number) as Uint8Array, this.lines[number]), list));
    }
  }
}

/** A file that can be read again, as it was when it was read first. */
class FileAgain {
  private constructor(
    readonly path: string,
    private readonly size: number,
    private readonly changed: number,
    readonly counts: Map<PartList, number> = new Map(),
  ) {}

  /** @returns undefined for a pipe or a device @throws UnreadableFileError */
  static async of(path: string): Promise<FileAgain | undefined> {
    const info = await statOf(path);
    return info.isFile() ? new FileAgain(path, info.size, info.mtimeMs) : undefined;
  }

  async *read(list: PartList, signal: AbortSignal | undefined): AsyncIterable<SourceDocument[]> {
    if (!this.counts.has(list)) return;
    const { size, mtimeMs } = await statOf(this.path);
    if (size !== this.size || mtimeMs !== this.changed)
      throw new UnreadableFileError(this.path, 'it was changed while it was read; try again when it is finished');
    for await (const { source, lines } of readNdjson(this.path, { signal }))
      yield lines.flatMap(({ line, bytes }) => documentsOf(readLine(bytes, { source, line }), list));
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (cause) {
    throw new UnreadableFileError(path, systemReason(cause), { cause });
  }
}

function documentsOf(read: ReadLine, list: ChangeList): SourceDocument[] {
  return read.list === list && 'document' in read ? [read.document] : [];
}

/** The changes of files. The first list that is read reads all files once. */
class ChangeFiles {
  /** Records and uids, which are kept. */
  private readonly kept = new Map<string, SourceDocument[]>();
  private readonly inputs: (FileAgain | KeptLines)[] = [];
  private reading: Promise<void> | undefined = undefined;
  /** Documents of parts, and how many were taken. */
  private total = 0;
  private taken = 0;

  constructor(
    private readonly files: readonly NdjsonInput[],
    private readonly options: ChangeFilesOptions,
  ) {}

  /** Reads all files, once. */
  private begun(signal: AbortSignal | undefined): Promise<void> {
    this.reading ??= this.readAll(signal).catch((error) => {
      // The next update may read files anew, but not streams.
      if (this.files.every((file) => typeof file === 'string')) this.reading = undefined;
      throw error;
    });
    return this.reading;
  }

  private async readAll(signal: AbortSignal | undefined): Promise<void> {
    this.kept.clear();
    this.inputs.length = 0;
    this.total = this.taken = 0;
    const all: { bytesRead: number; totalBytes: number } = { bytesRead: 0, totalBytes: 0 };
    for (const file of this.files) if (typeof file === 'string') all.totalBytes += (await statOf(file)).size;
    for (const file of this.files) {
      const before = all.bytesRead;
      const onProgress = ({ bytesRead }: { bytesRead: number }) => {
        all.bytesRead = before + bytesRead;
        this.options.onProgress?.({ phase: 'read', done: all.bytesRead, total: Math.max(all.totalBytes, all.bytesRead) });
      };
      const again = typeof file === 'string' ? await FileAgain.of(file) : undefined;
      const input = again ?? new KeptLines();
      for await (const { source, lines } of readNdjson(file, { onProgress, signal })) {
        for (const { line, bytes } of lines) await this.note(readLine(bytes, { source, line }), input, bytes);
      }
      if (input instanceof KeptLines) await input.finish();
      this.inputs.push(input);
    }
  }

  private async note(read: ReadLine, input: FileAgain | KeptLines, bytes: Uint8Array): Promise<void> {
    if (read.list === 'removeRecords') {
      const { source, line } = read.place;
      for (const [collection, uid] of read.removed) this.keep(`remove ${collection}`, new ObjectDocument(source, line, uid));
      return;
    }
    const { list, document } = read;
    if (list === 'put' || list === 'patch') {
      this.total++;
      if (input instanceof KeptLines) await input.add(list, bytes, document);
      else input.counts.set(list, (input.counts.get(list) ?? 0) + 1);
    } else {
      // A line is a view of a megabyte.
      const { source, line, text } = document;
      this.keep(list, text ? new LineDocument(source, line, text.slice()) : document);
    }
  }

  private keep(name: string, document: SourceDocument): void {
    const known = this.kept.get(name);
    if (known) known.push(document);
    else this.kept.set(name, [document]);
  }

  async *partsOf(list: PartList, signal: AbortSignal | undefined): AsyncIterable<SourceDocument[]> {
    await this.begun(signal);
    for (const input of this.inputs) {
      for await (const batch of input.read(list, signal)) {
        if (batch.length === 0) continue;
        yield batch;
        this.taken = Math.min(this.total, this.taken + batch.length);
        this.options.onProgress?.({ phase: 'apply', done: this.taken, total: this.total });
      }
    }
  }

  async *keptOf(name: string, signal: AbortSignal | undefined): AsyncIterable<SourceDocument[]> {
    await this.begun(signal);
    const documents = this.kept.get(name) ?? [];
    if (documents.length > 0) yield documents;
  }
}

/** Documents of files that know their lines. */
class LineList implements PlacedList, AsyncIterable<never> {
  constructor(private readonly read: (signal?: AbortSignal) => AsyncIterable<SourceDocument[]>) {}

  [PLACED](signal?: AbortSignal): AsyncIterable<SourceDocument[]> {
    return this.read(signal);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<never, void, undefined> {
    for await (const batch of this.read()) for (const document of batch) yield document.value() as never;
  }
}

/**
 * Reads an update from NDJSON files, plain or gzip: one change a line; docs/live.md, "Lines of changes". Nothing is read before the
 * update is applied; then its errors name the file and the line. Parts are not kept in memory: files are read once for all records and
 * uids, and again for their parts. Streams, which are read once, are kept in memory, compressed.
 * @throws `ValidationError` for what is neither a path, nor a stream, nor a list of them; when it is applied, `UnreadableFileError`, and
 * `InvalidDocumentError` for a line that is no change
 */
export function readChanges(files: Files, options: ChangeFilesOptions = {}): CatalogChanges {
  const inputs: readonly NdjsonInput[] = Array.isArray(files) ? files : [files as NdjsonInput];
  if (!inputs.every(isInput)) throw wrongArgument('files', 'paths or streams with names', files);
  const all = new ChangeFiles(inputs, options);
  const parts = (list: PartList) => new LineList((signal) => all.partsOf(list, signal));
  const kept = (name: string) => new LineList((signal) => all.keptOf(name, signal));
  return {
    put: parts('put'),
    patch: parts('patch'),
    remove: kept('remove'),
    brands: kept('brands'),
    manufacturers: kept('manufacturers'),
    sellers: kept('sellers'),
    categories: kept('categories'),
    spec_metadata: kept('spec_metadata'),
    removeRecords: Object.fromEntries(REMOVED.map((name) => [name, kept(`remove ${name}`)])) as RemovedRecords,
  };
}

function isInput(input: unknown): boolean {
  if (typeof input === 'string') return true;
  if (typeof input !== 'object' || input === null) return false;
  const { name, stream } = input as { name?: unknown; stream?: unknown };
  return typeof name === 'string' && typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream;
}
