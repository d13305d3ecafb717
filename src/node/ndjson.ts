import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DocumentPlace } from '../model/conform.js';
import { AbortedError, InvalidDocumentError, PartdexError, UnreadableFileError } from '../model/errors.js';
import { onAbort } from '../work/on-abort.js';
import { linesOfArray } from './json-array.js';
import { describeJsonFault } from './json-fault.js';
import { LineSplitter, type NdjsonLine } from './line-splitter.js';
import { systemCode, systemReason } from './system-error.js';

/** A text from a stream: a program's standard input, a download. */
export interface NamedStream {
  /** Its name in messages, and as the source of a fault. */
  readonly name: string;
  /** The text, plain or gzip. It is read once; a `Readable` is destroyed if reading ends early. */
  readonly stream: AsyncIterable<Uint8Array | string>;
}

/** A path, or a stream. */
export type NdjsonInput = string | NamedStream;

/** One NDJSON file, or several that are read one after the other, as paths or streams; plain or gzip. */
export type Files = string | NamedStream | readonly (string | NamedStream)[];

/** Some lines of one file, in order. The bytes belong to the reader of the batch and are not modified later. */
export interface NdjsonBatch {
  /** The file's path as the caller wrote it, or the stream's name. */
  readonly source: string;
  /** Number of the first of the lines. */
  readonly firstLine: number;
  /** At least one. */
  readonly lines: readonly NdjsonLine[];
}

export interface NdjsonOptions {
  /** Stops the reading: the next batch rejects with an `AbortedError` (code `aborted`). */
  readonly signal?: AbortSignal;
  /** Called after each batch. Bytes are those of the files; for a gzip file, the compressed ones. */
  onProgress?(progress: { bytesRead: number; totalBytes: number }): void;
}

/** Bytes of one read, and about the size of one batch. */
const CHUNK_BYTES = 1 << 20;
/** Bytes of one output chunk of the decompressor. */
const GUNZIP_CHUNK_BYTES = 1 << 19;
/** Fewest bytes of a batch, except for the last one of a file. */
const BATCH_BYTES = 1 << 18;

/**
 * Reads NDJSON files and streams one after the other: plain or gzip (detected by its first bytes; one or more members), in UTF-8.
 * Blank lines are skipped but counted; a JSON array is read as its elements; a byte order mark, `\r\n` and a last line without a line end are accepted. The next bytes
 * are fetched while a batch is processed.
 * @throws UnreadableFileError before the first batch for a missing file, later for one that cannot be read or changes during
 * reading
 * @throws InvalidDocumentError for a line over 512 MB, and for damaged or truncated gzip data, with the line reached
 * @throws AbortedError
 */
export async function* readNdjson(
  inputs: NdjsonInput | readonly NdjsonInput[],
  options: NdjsonOptions = {},
): AsyncGenerator<NdjsonBatch, void, undefined> {
  const progress = { bytesRead: 0, totalBytes: 0 };
  for (const input of listOf(inputs)) if (typeof input === 'string') progress.totalBytes += await fileSize(input);
  for (const input of listOf(inputs)) {
    for await (const batch of typeof input === 'string'
      ? readFile(input, progress, options.signal)
      : readStream(input, progress, options.signal)) {
      yield batch;
      options.onProgress?.({ ...progress });
    }
  }
}

/**
 * The JSON value of a line.
 * @throws InvalidDocumentError for invalid UTF-8 or JSON, the latter with the column
 */
export function parseLine(bytes: Uint8Array, place: DocumentPlace): unknown {
  const text = decodeLine(bytes, place);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidLine(`not valid JSON ${describeJsonFault(text) ?? `(${String(error)})`}`, place, error);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeLine(bytes: Uint8Array, place: DocumentPlace): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw invalidLine('not valid UTF-8; NDJSON files are UTF-8 text', place, error);
  }
}

function invalidLine(fault: string, { source, line }: DocumentPlace, cause: unknown): InvalidDocumentError {
  return new InvalidDocumentError(`${source}:${line}: ${fault}`, { source, line, path: '' }, { cause });
}

async function* readFile(
  path: string,
  progress: { bytesRead: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<NdjsonBatch> {
  const handle = await readable(path, () => open(path, 'r'));
  try {
    const before = await readable(path, () => handle.stat());
    const file = { path, handle, isFile: before.isFile() };
    const checkEnd = async () => checkUnchanged(path, before, await readable(path, () => handle.stat()));
    yield* batches(path, contents(path, readChunks(file, progress), file), checkEnd, signal);
  } finally {
    await handle.close();
  }
}

async function* readStream(
  { name, stream }: NamedStream,
  progress: { bytesRead: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<NdjsonBatch> {
  const source = stream instanceof Readable ? stream : Readable.from(signal ? untilAborted(stream, signal) : stream);
  // Stops a reader that waits for a stream without further data.
  if (signal) addAbortSignal(signal, source);
  yield* batches(name, contents(name, streamChunks(name, source, progress, signal)), async () => {}, signal);
}

/** A stream that ends at a signal, also while it waits for more: the end of an iterable waits for what it is asked for. */
async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = stream[Symbol.asyncIterator]();
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(new AbortedError(signal)));
  });
  aborted.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    forget();
    const ended = iterator.return?.();
    if (signal.aborted) ended?.catch(() => {});
    else await ended;
  }
}

/** The lines of a text, many at a time. `checkEnd` is called when everything is read, before the last batch. */
async function* batches(
  source: string,
  text: AsyncGenerator<Buffer>,
  checkEnd: () => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<NdjsonBatch> {
  const splitter = new LineSplitter(source);
  try {
    let lines: NdjsonLine[] = [];
    let bytes = 0;
    for await (const chunk of linesOfArray(source, text)) {
      if (signal?.aborted) throw new AbortedError(signal);
      splitter.split(chunk, lines);
      bytes += chunk.length;
      if (bytes < BATCH_BYTES || lines.length === 0) continue;
      yield { source, firstLine: lines[0].line, lines };
      lines = [];
      bytes = 0;
    }
    splitter.finish(lines);
    await checkEnd();
    if (signal?.aborted) throw new AbortedError(signal);
    if (lines.length > 0) yield { source, firstLine: lines[0].line, lines };
  } catch (error) {
    throw error instanceof PartdexError ? error : damagedGzip(error, { source, line: splitter.line });
  }
}

/** Parts that another program was still writing must not be lost silently. */
function checkUnchanged(path: string, before: Stats, after: Stats): void {
  if (!before.isFile() || (before.size === after.size && before.mtimeMs === after.mtimeMs)) return;
  throw new UnreadableFileError(path, 'it was changed while it was read; try again when it is finished');
}

/** An input file; only a regular one can be read at any offset. */
interface OpenedFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly isFile: boolean;
}

/** The text, decompressed if necessary; `file` is its file, undefined for a stream. */
async function* contents(name: string, chunks: AsyncGenerator<Buffer>, file?: OpenedFile): AsyncGenerator<Buffer> {
  const first = await chunks.next();
  if (first.done) {
    // The result of a failed download; an empty file of another name has no parts.
    if (name.endsWith('.gz')) throw new GzipFault('the file is empty, which no gzip file is');
    return;
  }
  const begin = first.value.length > 1 ? first.value : Buffer.concat([first.value, (await chunks.next()).value ?? Buffer.of()]);
  const isGzip = begin.length > 1 && begin[0] === 0x1f && begin[1] === 0x8b;
  yield* isGzip ? gunzip(startWith(begin, chunks), file) : startWith(begin, chunks);
}

async function* startWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* rest;
  } finally {
    // Also where only the first was read.
    await rest.return(undefined);
  }
}

/** The chunks of a stream, except empty ones. */
async function* streamChunks(
  name: string,
  stream: Readable,
  progress: { bytesRead: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  try {
    for await (const given of stream as AsyncIterable<Uint8Array | string>) {
      const chunk = typeof given === 'string' ? Buffer.from(given) : Buffer.from(given.buffer, given.byteOffset, given.length);
      progress.bytesRead += chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  } catch (error) {
    if (signal?.aborted) throw new AbortedError(signal);
    throw new UnreadableFileError(name, systemReason(error), { cause: error });
  }
}

/** Every chunk is a buffer of its own, since lines are views of it; the next one is read while one is processed. */
async function* readChunks(file: OpenedFile, progress: { bytesRead: number }): AsyncGenerator<Buffer> {
  let next = readChunk(file);
  try {
    for (let chunk = await next; chunk.length > 0; chunk = await next) {
      progress.bytesRead += chunk.length;
      next = readChunk(file);
      // An error is thrown where the chunk is awaited.
      next.catch(() => {});
      yield chunk;
    }
  } finally {
    await next.catch(() => {});
  }
}

/** A chunk from an offset of the file, or the next one; it is shorter at the end only. */
async function readChunk({ path, handle }: OpenedFile, position: number | null = null): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let filled = 0;
  while (filled < CHUNK_BYTES) {
    const at = position === null ? null : position + filled;
    const { bytesRead } = await readable(path, () => handle.read(buffer, filled, CHUNK_BYTES - filled, at));
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function* gunzip(compressed: AsyncGenerator<Buffer>, file: OpenedFile | undefined): AsyncGenerator<Buffer> {
  const decompressor = createGunzip({ chunkSize: GUNZIP_CHUNK_BYTES });
  const source = Readable.from(compressed, { objectMode: false, highWaterMark: CHUNK_BYTES });
  // Its failures destroy the decompressor and thus surface in the loop below.
  const feeding = pipeline(source, decompressor).catch(() => {});
  try {
    for await (const chunk of decompressor) yield chunk as Buffer;
  } finally {
    decompressor.destroy();
    await feeding;
  }
  if (file?.isFile) await checkPadding(file, decompressor.bytesWritten);
}

/** The decompressor ends at a zero after a member, as padding begins; more than padding may follow. */
async function checkPadding(file: OpenedFile, from: number): Promise<void> {
  for (let at = from; ; ) {
    const chunk = await readChunk(file, at);
    if (chunk.length === 0) return;
    if (chunk.some((byte) => byte !== 0)) throw new GzipFault('other bytes follow the gzip data');
    at += chunk.length;
  }
}

/** A fault of gzip data that the decompressor does not detect. */
class GzipFault extends Error {}

function damagedGzip(error: unknown, place: DocumentPlace): unknown {
  const code = systemCode(error);
  if (!(error instanceof GzipFault) && !code.startsWith('Z_')) return error;
  const known = code === 'Z_BUF_ERROR' ? 'the gzip data ends too early' : 'the gzip data is damaged';
  const fault = error instanceof GzipFault ? error.message : known;
  return invalidLine(`${fault}; compress the file again`, place, error);
}

function listOf(inputs: NdjsonInput | readonly NdjsonInput[]): readonly NdjsonInput[] {
  return typeof inputs === 'string' || 'stream' in inputs ? [inputs] : inputs;
}

async function fileSize(path: string): Promise<number> {
  const info = await readable(path, () => stat(path));
  if (info.isDirectory()) throw new UnreadableFileError(path, 'it is a folder; name the files in it');
  return info.size;
}

async function readable<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new UnreadableFileError(path, systemReason(error), { cause: error });
  }
}
