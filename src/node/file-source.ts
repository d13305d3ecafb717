import { close, closeSync, constants, fstatSync, openSync, read as readAsync, readSync, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { ClosedError, UnreadableFileError } from '../model/errors.js';
import type { ByteSource } from '../storage/byte-source.js';
import { HEADER_BYTES } from '../storage/layout.js';
import { systemReason } from './system-error.js';

const read = promisify(readAsync);
/** Node reads at most 2 GiB at once. */
const MOST_AT_ONCE = 1 << 30;
/** Up to so many bytes are read in less time than it takes to hand them to another thread and back, if the file is in memory. */
const FEW_BYTES = 1 << 18;
/** Opening a pipe without a writer would block for ever; Windows has neither. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** How a file is read. */
export interface ReadOptions {
  /** Whether a thread of our own reads it, which may wait for a disk now and then. */
  readonly mayWait?: boolean;
}

/** An open file, for another thread to read; the descriptor's owner closes it. */
export interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly length: number;
  readonly modified: number;
  readonly header: Uint8Array;
}

/** A catalog file, read on demand. Replacing the file does not affect an open source. */
export class FileSource implements ByteSource {
  readonly length: number;
  private modified: number;
  private readonly header: Uint8Array;
  /** Running reads: the descriptor's number may soon belong to another file, so it is closed after the last of them. */
  private reading = 0;
  private closed: Promise<void> | undefined = undefined;
  private onIdle = () => {};
  /** For `readNow`. */
  private few: Uint8Array | undefined = undefined;

  private constructor(
    private readonly path: string,
    private readonly descriptor: number,
    info: Pick<Stats, 'size' | 'mtimeMs'>,
    private readonly options: ReadOptions,
    header?: Uint8Array,
  ) {
    this.length = info.size;
    this.modified = info.mtimeMs;
    this.header = header ?? this.readHeader();
  }

  /**
   * Reads a file that another thread has opened, and never closes it: the same file, even if its path now leads to another one.
   */
  static share({ path, descriptor, length, modified, header }: OpenFile, options: ReadOptions = {}): ByteSource {
    return new FileSource(path, descriptor, { size: length, mtimeMs: modified }, options, header);
  }

  /** The result of `share`. */
  get openFile(): OpenFile {
    const { path, descriptor, length, modified, header } = this;
    return { path, descriptor, length, modified, header };
  }

  /** @throws UnreadableFileError */
  static open(path: string, options: ReadOptions = {}): FileSource {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, OPEN_FLAGS);
      const info = fstatSync(descriptor);
      if (info.isDirectory()) throw new UnreadableFileError(path, 'it is a folder');
      if (!info.isFile()) throw new UnreadableFileError(path, 'it is a device or the like, and a file is needed');
      return new FileSource(path, descriptor, info, options);
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw unreadable(path, error);
    }
  }

  /** @throws UnreadableFileError, also if the file is no longer the one that was opened */
  async read(offset: number, length: number, target?: Uint8Array): Promise<Uint8Array> {
    if (this.closed) throw new ClosedError();
    const wanted = Math.max(0, Math.min(length, this.length - offset));
    const bytes = target ? target.subarray(0, wanted) : new Uint8Array(wanted);
    this.reading++;
    try {
      for (let filled = 0; filled < wanted; ) {
        const most = Math.min(MOST_AT_ONCE, wanted - filled);
        const { bytesRead } = await read(this.descriptor, bytes, filled, most, offset + filled);
        if (bytesRead === 0) throw this.changed();
        filled += bytesRead;
      }
      this.checkUnchanged();
    } catch (error) {
      throw unreadable(this.path, error);
    } finally {
      this.reading--;
      if (this.reading === 0) this.onIdle();
    }
    return bytes;
  }

  /** Reads a few bytes if this thread may wait for them. @throws as `read` rejects */
  readNow(offset: number, length: number): Uint8Array | undefined {
    if (!this.options.mayWait || length > FEW_BYTES) return undefined;
    if (this.closed) throw new ClosedError();
    const wanted = Math.max(0, Math.min(length, this.length - offset));
    this.few ??= new Uint8Array(FEW_BYTES);
    try {
      for (let filled = 0; filled < wanted; ) {
        const bytesRead = readSync(this.descriptor, this.few, filled, wanted - filled, offset + filled);
        if (bytesRead === 0) throw this.changed();
        filled += bytesRead;
      }
      this.checkUnchanged();
    } catch (error) {
      throw unreadable(this.path, error);
    }
    return this.few.subarray(0, wanted);
  }

  close(): Promise<void> {
    this.closed ??= new Promise<void>((resolve) => {
      this.onIdle = () => {
        this.onIdle = () => {};
        close(this.descriptor, () => resolve());
      };
      if (this.reading === 0) this.onIdle();
    });
    return this.closed;
  }

  /**
   * Checksums detect changed bytes; this detects a replaced file. A file that was only touched still has the same header, which
   * contains the checksum of the table of all other checksums.
   */
  private checkUnchanged(): void {
    const { size, mtimeMs } = fstatSync(this.descriptor);
    if (size === this.length && mtimeMs === this.modified) return;
    const header = this.readHeader();
    if (size !== this.length || header.some((byte, i) => byte !== this.header[i])) throw this.changed();
    this.modified = mtimeMs;
  }

  private readHeader(): Uint8Array {
    const header = new Uint8Array(Math.min(HEADER_BYTES, this.length));
    return header.subarray(0, readSync(this.descriptor, header, 0, header.length, 0));
  }

  private changed(): UnreadableFileError {
    return new UnreadableFileError(this.path, 'it has changed since it was opened; open it again');
  }
}

function unreadable(path: string, error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error;
  return new UnreadableFileError(path, systemReason(error), { cause: error });
}
