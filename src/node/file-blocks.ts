import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { BlockStore } from '../build/part-spool.js';
import { UnreadableFileError, UnwritableFileError } from '../model/errors.js';
import { systemReason } from './system-error.js';
import { findTarget } from './target-file.js';
import { temporaryPath } from './temporary-file.js';

const BUFFER_BYTES = 1 << 20;

/**
 * Blocks in a temporary file beside the output of a build. Its name is that of a build's temporary file, so that the next build of the
 * same output removes it if this one is killed.
 */
export class FileBlocks implements BlockStore {
  private buffer = new Uint8Array(BUFFER_BYTES);
  private filled = 0;
  private written = 0;
  /** Where each block ends. */
  private readonly ends: number[] = [];

  private constructor(
    /** The output as the caller wrote it, for messages. */
    private readonly path: string,
    private readonly temporary: string,
    private readonly file: FileHandle,
  ) {}

  /** @param path the output @throws UnwritableFileError */
  static async create(path: string): Promise<FileBlocks> {
    const temporary = temporaryPath(await findTarget(path));
    try {
      return new FileBlocks(path, temporary, await open(temporary, 'wx+'));
    } catch (cause) {
      throw new UnwritableFileError(path, systemReason(cause), { cause });
    }
  }

  put(block: Uint8Array): Promise<void> | void {
    this.ends.push((this.ends.at(-1) ?? 0) + block.length);
    if (block.length > BUFFER_BYTES - this.filled) return this.putThrough(block);
    this.buffer.set(block, this.filled);
    this.filled += block.length;
  }

  private async putThrough(block: Uint8Array): Promise<void> {
    await this.flush();
    if (block.length > BUFFER_BYTES) await this.write(block);
    else {
      this.buffer.set(block);
      this.filled = block.length;
    }
  }

  private async flush(): Promise<void> {
    const { filled } = this;
    this.filled = 0;
    if (filled > 0) await this.write(this.buffer.subarray(0, filled));
  }

  private async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.written);
        if (bytesWritten === 0) throw new Error('the system takes no more bytes');
        done += bytesWritten;
        this.written += bytesWritten;
      }
    } catch (cause) {
      throw new UnwritableFileError(this.path, `its temporary file: ${systemReason(cause)}`, { cause });
    }
  }

  async get(number: number): Promise<Uint8Array> {
    await this.flush();
    const start = number === 0 ? 0 : this.ends[number - 1];
    const bytes = new Uint8Array(this.ends[number] - start);
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesRead } = await this.file.read(bytes, done, bytes.length - done, start + done);
        if (bytesRead === 0) throw new Error('it has become shorter');
        done += bytesRead;
      }
    } catch (cause) {
      throw new UnreadableFileError(this.temporary, systemReason(cause), { cause });
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.file.close().catch(() => {});
    await unlink(this.temporary).catch(() => {});
  }
}
