import { closeSync, fstatSync, openSync, read as readAsync } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from '../index/file/byte-source.js';
import { UnreadableFileError } from '../model/errors.js';
import { systemReason } from './system-error.js';

const read = promisify(readAsync);
/** Node reads at most 2 GiB at once. */
const MOST_AT_ONCE = 1 << 30;

/** A catalog file, of which only what is asked for is read. */
export class FileSource implements ByteSource {
  private constructor(
    private readonly path: string,
    private readonly descriptor: number,
    readonly length: number,
  ) {}

  /** @throws UnreadableFileError */
  static open(path: string): FileSource {
    try {
      const descriptor = openSync(path, 'r');
      return new FileSource(path, descriptor, fstatSync(descriptor).size);
    } catch (cause) {
      throw unreadable(path, cause);
    }
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.length - offset));
    const bytes = new Uint8Array(wanted);
    let filled = 0;
    try {
      while (filled < wanted) {
        const most = Math.min(MOST_AT_ONCE, wanted - filled);
        const { bytesRead } = await read(this.descriptor, bytes, filled, most, offset + filled);
        // The file has become shorter; whoever asked sees that bytes are missing.
        if (bytesRead === 0) return bytes.subarray(0, filled);
        filled += bytesRead;
      }
    } catch (cause) {
      throw unreadable(this.path, cause);
    }
    return bytes;
  }

  async close(): Promise<void> {
    closeSync(this.descriptor);
  }
}

function unreadable(path: string, cause: unknown): UnreadableFileError {
  return new UnreadableFileError(path, systemReason(cause), { cause });
}
