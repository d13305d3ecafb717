import { UnreadableTableError } from '../../model/errors.js';
import { allBytes, type NamedBytes } from './bytes.js';

/** Largest archive, compressed. */
const MOST_BYTES = 1 << 29;
/** Most files of an archive. */
const MOST_FILES = 1000;

/** A file of an archive. */
export interface ArchivedFile extends NamedBytes {
  /** Its length, uncompressed, as the archive says. */
  readonly size: number;
}

/** The bytes of a file packed by gzip, unpacked; its checksum is checked. */
export function gunzipped(source: NamedBytes): NamedBytes {
  return { name: source.name, open: () => unpack(source) };
}

async function* unpack(source: NamedBytes): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = source.open()[Symbol.asyncIterator]();
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    async cancel() {
      await bytes.return?.();
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  let isEnded = false;
  try {
    for (;;) {
      const { done, value } = await read(reader, source.name);
      if (done) {
        isEnded = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!isEnded) await reader.cancel().catch(() => {});
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, name: string) {
  try {
    return await reader.read();
  } catch (cause) {
    // A fault of the source itself, such as a file that cannot be read, is told as it is.
    if (cause instanceof Error && cause.name.endsWith('Error') && 'code' in cause && !isOfGzip(cause)) throw cause;
    throw new UnreadableTableError(name, 'the gzip data is damaged or ends too early; compress the file again', undefined, {
      cause,
    });
  }
}

function isOfGzip(error: Error): boolean {
  return error instanceof TypeError || /^(?:Z_|ERR_)/.test(String((error as { code?: unknown }).code));
}

/** The files of a zip archive. @throws UnreadableTableError for a damaged one */
export async function filesOfZip(source: NamedBytes): Promise<ArchivedFile[]> {
  const bytes = await allBytes(source, MOST_BYTES);
  if (!bytes) throw new UnreadableTableError(source.name, `it is an archive of over ${MOST_BYTES} bytes; unpack it`);
  const { configure, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  try {
    const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
    const files = entries.filter((entry) => !entry.directory);
    if (files.length > MOST_FILES) throw new UnreadableTableError(source.name, `it has over ${MOST_FILES} files`);
    return files.map((entry): ArchivedFile => {
      if (entry.encrypted) throw new UnreadableTableError(source.name, 'it is encrypted; unpack it with its password');
      const data = (writable: WritableStream) => entry.getData?.(writable, { checkSignature: true, useWebWorkers: false });
      return { name: entry.filename, size: entry.uncompressedSize, open: () => streamed(data, source.name) };
    });
  } catch (cause) {
    throw damaged(cause, source.name);
  }
}

/** The bytes that a function writes, read as they come. */
async function* streamed(
  write: (writable: WritableStream) => Promise<unknown> | undefined,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const written = write(writable)?.then(
    () => undefined,
    (error: unknown) => damaged(error, name),
  );
  const reader = readable.getReader();
  const failed = new Promise<never>((_, reject) => {
    written?.then((fault) => fault && reject(fault));
  });
  // It may be rejected when nothing is being read.
  failed.catch(() => {});
  let isEnded = false;
  try {
    for (;;) {
      // After some faults of the archive, the library leaves the stream open.
      const next = await Promise.race([reader.read(), failed]).catch((error: unknown) => {
        throw damaged(error, name);
      });
      const { done, value } = next;
      if (done) break;
      yield value;
    }
    isEnded = true;
    const fault = await written;
    if (fault) throw fault;
  } finally {
    if (!isEnded) await reader.cancel().catch(() => {});
  }
}

function damaged(cause: unknown, name: string): UnreadableTableError {
  if (cause instanceof UnreadableTableError) return cause;
  return new UnreadableTableError(name, 'the archive is damaged or not whole; download or pack it again', undefined, { cause });
}
