import { readFile } from 'node:fs/promises';
import { CorruptCatalogError, UnreadableFileError } from '../../model/errors.js';
import { FileSink } from '../file-sink.js';
import { systemReason } from '../system-error.js';
import { zlibCodec } from '../zlib-codec.js';

/** The first line of a file of a live catalog besides its segments: format, kind, checksum and length of the JSON that follows. */
const FORMAT = 'partdex-live 1';

/** What a file has; `beginning`: nothing, but that the first commit is being made. */
export type FramedKind = 'commit' | 'facts' | 'places' | 'beginning';

/** Files whose names are on disk when they are written. */
const DURABLE: ReadonlySet<FramedKind> = new Set(['commit', 'beginning']);

/**
 * Writes JSON with its checksum; the file gets its name when it is whole and on disk. A commit is the last file of its own: the names of
 * the others are on disk before its name is.
 * @throws UnwritableFileError
 */
export async function writeFramed(path: string, kind: FramedKind, value: unknown): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(value));
  const head = new TextEncoder().encode(`${FORMAT} ${kind} ${checksum(body)} ${body.length}\n`);
  const sink = await FileSink.createNew(path);
  try {
    await sink.write(head);
    await sink.write(body);
    await sink.writeHeader(head);
    await sink.commit(DURABLE.has(kind) ? 'last' : 'any');
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** Reads what `writeFramed` wrote. @throws CorruptCatalogError naming the file; UnreadableFileError */
export async function readFramed(path: string, kind: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new UnreadableFileError(path, systemReason(cause), { cause });
  }
  const end = bytes.indexOf(0x0a);
  const body = bytes.subarray(end + 1);
  const head = new TextDecoder().decode(bytes.subarray(0, Math.max(0, end)));
  if (head !== `${FORMAT} ${kind} ${checksum(body)} ${body.length}`) throw new CorruptCatalogError(path, 'is damaged or torn');
  return JSON.parse(new TextDecoder().decode(body));
}

function checksum(bytes: Uint8Array): string {
  return zlibCodec.crc32(bytes).toString(16).padStart(8, '0');
}
