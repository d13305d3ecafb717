import { deflateSync, inflateSync } from 'fflate';
import { utf8Bytes } from '../../analysis/utf8.js';
import { describeValue } from '../../model/describe.js';
import { invalid } from '../../model/issues.js';

/** The bytes of a file. A stream is read once and kept, compressed if it is long. */
export type TableData = Uint8Array | Blob | AsyncIterable<Uint8Array>;

/** A table: its bytes, perhaps with the name of the file, which tells the kind where the bytes do not, and stands in messages. */
export type TableInput =
  | TableData
  | {
      /** The name of the file. */
      readonly name: string;
      /** Its bytes. */
      readonly data: TableData;
    };

/** Bytes that can be read several times, with a name for messages. */
export interface NamedBytes {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

const CHUNK = 1 << 16;
/** Bytes of a stream that are kept as they are; further ones are compressed. */
const KEPT_AS_IT_IS = 1 << 25;

/** Checks a source. @throws ValidationError for anything that is not one */
export function namedBytes(input: unknown): NamedBytes {
  const isNamed = typeof input === 'object' && input !== null && !isData(input) && 'data' in input;
  const { name = 'table', data } = isNamed ? (input as { name?: unknown; data: unknown }) : { data: input };
  if (typeof name !== 'string') throw wrongSource(['source', 'name'], 'a string', name);
  if (!isData(data)) {
    const advice = typeof data === 'string' ? '; a text is new TextEncoder().encode(text)' : '';
    throw wrongSource(
      isNamed ? ['source', 'data'] : ['source'],
      'a Uint8Array, a Blob or an async iterable of bytes',
      data,
      advice,
    );
  }
  const ofFile = data instanceof Blob && !isNamed && 'name' in data ? String(data.name) : name;
  return { name: ofFile, open: openerOf(data) };
}

function isData(value: unknown): value is TableData {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Uint8Array || value instanceof Blob || Symbol.asyncIterator in value;
}

function wrongSource(path: string[], expected: string, found: unknown, advice = ''): Error {
  return invalid('wrong_type', path, ` must be ${expected}, not ${describeValue(found)}${advice}`, {
    found,
    expected: [expected],
  });
}

function openerOf(data: TableData): () => AsyncIterable<Uint8Array> {
  if (data instanceof Uint8Array) return () => chunksOf(data);
  if (data instanceof Blob) return () => chunksOfBlob(data);
  const kept = new KeptStream(data);
  return () => kept.read();
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

async function* chunksOfBlob(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < blob.size; at += CHUNK) yield new Uint8Array(await blob.slice(at, at + CHUNK).arrayBuffer());
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly isCompressed: boolean;
}

/** A stream that is read several times: what was read is kept. */
class KeptStream {
  private readonly pieces: Piece[] = [];
  private readonly iterator: AsyncIterator<Uint8Array | string>;
  private length = 0;
  private isDone = false;

  constructor(stream: AsyncIterable<Uint8Array | string>) {
    this.iterator = stream[Symbol.asyncIterator]();
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; ; at++) {
      if (at === this.pieces.length && !(await this.readPiece())) return;
      const { bytes, isCompressed } = this.pieces[at];
      yield isCompressed ? inflateSync(bytes) : bytes;
    }
  }

  /** Keeps the next bytes of the stream; false at its end. */
  private async readPiece(): Promise<boolean> {
    while (!this.isDone) {
      const { done, value } = await this.iterator.next();
      if (done) this.isDone = true;
      else if (value.length > 0) {
        // The caller may use its buffer again.
        const bytes = typeof value === 'string' ? utf8Bytes(value) : value.slice();
        this.length += bytes.length;
        const isCompressed = this.length > KEPT_AS_IT_IS;
        this.pieces.push({ bytes: isCompressed ? deflateSync(bytes, { level: 1 }) : bytes, isCompressed });
        return true;
      }
    }
    return false;
  }
}

/** The first bytes of a source: `length` or more, fewer if it is shorter. */
export async function headOf(source: NamedBytes, length: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const bytes of source.open()) {
    pieces.push(bytes);
    total += bytes.length;
    if (total >= length) break;
  }
  return joined(pieces, total);
}

/** All bytes of a source; undefined if there are more than `most`. */
export async function allBytes(source: NamedBytes, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const bytes of source.open()) {
    pieces.push(bytes);
    total += bytes.length;
    if (total > most) return undefined;
  }
  return joined(pieces, total);
}

function joined(pieces: readonly Uint8Array[], total: number): Uint8Array {
  if (pieces.length === 1) return pieces[0];
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
