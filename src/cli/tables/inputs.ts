import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { constants, gunzipSync } from 'node:zlib';
import type { NamedStream } from '../../node/partdex-node.js';

/** A file of tables. */
export interface TableFile {
  /** Its path. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** An input of a build: documents as NDJSON, or a table. */
export type PartsInput =
  | { readonly kind: 'documents'; readonly input: string | NamedStream }
  | { readonly kind: 'table'; readonly file: TableFile | NamedStream };

/** Bytes that determine the kind of an input. */
const HEAD_BYTES = 1 << 16;
const CHUNK_BYTES = 1 << 18;
const DOCUMENT_NAMES = /\.(?:ndjson|jsonl)(?:\.gz)?$/i;
const TABLE_NAMES = /\.(?:csv|tsv|tab|txt|xlsx|xls|zip)(?:\.gz)?$/i;

/** The kind of an input file. A file that cannot be read is left to the build, which reports it. */
export async function inputOfPath(path: string): Promise<PartsInput> {
  const info = await stat(path).catch(() => undefined);
  if (!info || info.isDirectory()) return { kind: 'documents', input: path };
  if (!info.isFile()) return inputOfStream(path, createReadStream(path));
  const head = await headOfFile(path).catch(() => undefined);
  if (!head || isOfDocuments(head, path)) return { kind: 'documents', input: path };
  return { kind: 'table', file: tableFile(path) };
}

export function tableFile(path: string): TableFile {
  return { name: path, open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) };
}

/** The kind of a stream, of which the first bytes are read. */
export async function inputOfStream(name: string, stream: AsyncIterable<Uint8Array | string>): Promise<PartsInput> {
  const iterator = stream instanceof Readable ? stream.iterator({ destroyOnReturn: false }) : stream[Symbol.asyncIterator]();
  let isEnded = false;
  const pieces: Buffer[] = [];
  let length = 0;
  let fault: { readonly error: unknown } | undefined;
  while (length < HEAD_BYTES && !fault && !beginsWithDocument(pieces)) {
    try {
      const { done, value } = await iterator.next();
      isEnded = done === true;
      if (isEnded) break;
      pieces.push(Buffer.from(value as Uint8Array));
      length += value.length;
    } catch (error) {
      fault = { error };
    }
  }
  const head = Buffer.concat(pieces);
  const whole = { name, stream: isEnded || fault ? rejoined(head, iterator, fault) : await resumed(stream, head, iterator) };
  return isOfDocuments(head, name) ? { kind: 'documents', input: whole } : { kind: 'table', file: whole };
}

/** The rest of a stream behind its first bytes. A stream of Node stays itself, so that one that waits for data can be stopped. */
async function resumed(
  stream: AsyncIterable<Uint8Array | string>,
  head: Buffer,
  iterator: AsyncIterator<Uint8Array | string>,
): Promise<AsyncIterable<Uint8Array | string>> {
  if (!(stream instanceof Readable)) return rejoined(head, iterator, undefined);
  await iterator.return?.();
  stream.unshift(head);
  return stream;
}

/** Whether the first line is whole and a document: a stream may take its time with the next one. */
function beginsWithDocument(pieces: readonly Buffer[]): boolean {
  if (pieces.length === 0 || !pieces.at(-1)?.includes(0x0a)) return false;
  const text = textOf(Buffer.concat(pieces)).trimStart();
  if (!text.startsWith('{')) return false;
  const line = parsed(text.slice(0, text.indexOf('\n')));
  return typeof line === 'object' && line !== null && Object.hasOwn(line, 'uid');
}

async function* rejoined(
  head: Buffer,
  rest: AsyncIterator<Uint8Array | string>,
  fault: { readonly error: unknown } | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (head.length > 0) yield head;
    if (fault) throw fault.error;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield Buffer.from(value as Uint8Array);
    }
  } finally {
    await rest.return?.();
  }
}

async function headOfFile(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether bytes begin as documents do, in NDJSON or an array; anything else is a table, or what people mistake for one. */
function isOfDocuments(bytes: Buffer, name: string): boolean {
  if (DOCUMENT_NAMES.test(name) && !isZip(bytes)) return !isFlatWithoutUid(textOf(bytes));
  const text = textOf(bytes).trimStart();
  if (text === '') return !TABLE_NAMES.test(name);
  if (text.startsWith('{')) return !isFlatWithoutUid(text);
  return text.startsWith('[') && hasUid(text);
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK';
}

/** The text of the first bytes, unpacked. */
function textOf(bytes: Buffer): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const text = isGzip ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
    return text.toString('utf8').replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}

/** Whether the first object of a list has a uid of its own. */
function hasUid(text: string): boolean {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 2 && token === '"uid"' && /^\s*:/.test(text.slice(index + token.length, index + token.length + 100)))
      return true;
    if (depth === 1 && token === '}') return false;
  }
  return false;
}

/** Whether all lines that are whole are objects of scalars, none of which has a uid: rows of a table and not documents. */
function isFlatWithoutUid(text: string): boolean {
  const lines = text.split('\n');
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  let rows = 0;
  for (const line of whole) {
    if (line.trim() === '') continue;
    const object = parsed(line);
    if (typeof object !== 'object' || object === null || Array.isArray(object) || Object.hasOwn(object, 'uid')) return false;
    if (Object.values(object).some((value) => typeof value === 'object' && value !== null)) return false;
    rows++;
  }
  return rows > 0;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
