import { partitionPoint } from '../encoding/partition-point.js';
import { UnreadableFileError } from '../model/errors.js';

/** What a catalog is read from: bytes in memory, a Blob, a file. */
export interface ByteSource {
  readonly length: number;
  /**
   * The bytes `[offset, offset + length)`, 8-aligned in their buffer; fewer if the source has shrunk.
   * @param target where to put them, `length` bytes; only files use it
   */
  read(offset: number, length: number, target?: Uint8Array): Promise<Uint8Array>;
  /**
   * The same at once, for a few bytes at any place, which are valid until the next call. Undefined where this would hold up other calls, or
   * a source cannot do it.
   */
  readNow?(offset: number, length: number): Uint8Array | undefined;
  close(): Promise<void>;
}

/** A catalog in memory, in the pieces in which it was written or passed. */
export class MemorySource implements ByteSource {
  readonly length: number;
  private readonly starts: number[] = [];

  constructor(private readonly pieces: readonly Uint8Array[]) {
    let length = 0;
    for (const piece of pieces) {
      this.starts.push(length);
      length += piece.length;
    }
    this.length = length;
  }

  /** The piece that has the byte at an offset. */
  private pieceAt(offset: number): number {
    return partitionPoint(1, this.starts.length, (piece) => this.starts[piece] <= offset) - 1;
  }

  /** Bytes that one piece has. */
  readNow(offset: number, length: number): Uint8Array | undefined {
    const end = Math.min(offset + length, this.length);
    if (end <= offset) return new Uint8Array(0);
    const piece = this.pieceAt(offset);
    const [from, to] = [offset - this.starts[piece], end - this.starts[piece]];
    return to <= this.pieces[piece].length ? this.pieces[piece].subarray(from, to) : undefined;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const whole = this.readNow(offset, length);
    if (whole) return whole.byteOffset % 8 === 0 ? whole : whole.slice();
    const end = Math.min(offset + length, this.length);
    let i = this.pieceAt(offset);
    const bytes = new Uint8Array(end - offset);
    for (let filled = 0; filled < bytes.length; i++) {
      const from = Math.max(0, offset - this.starts[i]);
      const part = this.pieces[i].subarray(from, Math.min(this.pieces[i].length, from + bytes.length - filled));
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }

  async close(): Promise<void> {}
}

/** A file in a browser. */
export class BlobSource implements ByteSource {
  readonly length: number;

  /** @param name name of the file in errors */
  constructor(
    private readonly blob: Blob,
    private readonly name = 'name' in blob ? String(blob.name) : 'Blob',
  ) {
    this.length = blob.size;
  }

  /** @throws UnreadableFileError, for example if the file has changed on disk */
  async read(offset: number, length: number): Promise<Uint8Array> {
    try {
      return new Uint8Array(await this.blob.slice(offset, offset + length).arrayBuffer());
    } catch (cause) {
      throw new UnreadableFileError(this.name, blobReason(cause), { cause });
    }
  }

  async close(): Promise<void> {}
}

function blobReason(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotReadableError' || name === 'NotFoundError') {
    return 'it has been changed, moved or removed since it was chosen; choose it again';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Bytes of the first chunk, which a small segment fits into, and of those after it. */
const FIRST_CHUNK = 1 << 16;
const CHUNK = 1 << 20;

/** Collects the output of a `CatalogWriter`, for a catalog that stays in memory. */
export class MemorySink {
  readonly pieces: Uint8Array[] = [];
  private chunk = new Uint8Array(FIRST_CHUNK);
  private filled = 0;

  write(bytes: Uint8Array): void {
    if (bytes.length > this.chunk.length - this.filled) {
      this.flush();
      if (bytes.length > CHUNK / 2) {
        // Large arrays belong to the section that was just built: keep them without a copy.
        this.pieces.push(bytes);
        return;
      }
      if (this.chunk.length < CHUNK) this.chunk = new Uint8Array(CHUNK);
    }
    this.chunk.set(bytes, this.filled);
    this.filled += bytes.length;
  }

  writeHeader(bytes: Uint8Array): void {
    this.flush();
    this.pieces[0].set(bytes);
  }

  private flush(): void {
    if (this.filled > 0) this.pieces.push(this.chunk.slice(0, this.filled));
    this.filled = 0;
  }
}
