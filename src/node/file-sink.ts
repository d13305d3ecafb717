import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CatalogSink } from '../index/file/catalog-writer.js';
import { UnwritableFileError } from '../model/errors.js';
import { systemReason } from './system-error.js';

const BUFFER_BYTES = 1 << 20;

/**
 * Writes a file that appears under its name only when it is whole: a temporary file in the same folder, synced, then
 * renamed. Until then, and if anything fails, what had the name stays as it was.
 */
export class FileSink implements CatalogSink {
  private buffer = new Uint8Array(BUFFER_BYTES);
  private filled = 0;
  private position = 0;

  private constructor(
    private readonly path: string,
    private readonly temporary: string,
    private readonly file: FileHandle,
  ) {}

  /** @throws UnwritableFileError */
  static async create(path: string): Promise<FileSink> {
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      return new FileSink(path, temporary, await open(temporary, 'wx'));
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length <= this.buffer.length - this.filled) {
      this.buffer.set(bytes, this.filled);
      this.filled += bytes.length;
      return;
    }
    return this.writeThrough(bytes);
  }

  private async writeThrough(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (bytes.length >= BUFFER_BYTES) await this.put(bytes, this.position);
    else this.write(bytes);
  }

  private async flush(): Promise<void> {
    const { filled } = this;
    this.filled = 0;
    if (filled > 0) await this.put(this.buffer.subarray(0, filled), this.position);
  }

  private async put(bytes: Uint8Array, at: number): Promise<void> {
    if (at === this.position) this.position += bytes.length;
    try {
      for (let written = 0; written < bytes.length; ) {
        const length = Math.min(bytes.length - written, 1 << 30);
        written += (await this.file.write(bytes, written, length, at + written)).bytesWritten;
      }
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
  }

  async writeHeader(bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.put(bytes, 0);
  }

  /** Makes the file durable and gives it its name. */
  async commit(): Promise<void> {
    try {
      await this.file.sync();
      await this.file.close();
      await rename(this.temporary, this.path);
      await syncFolder(dirname(this.path));
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
  }

  /** Leaves nothing behind. */
  async discard(): Promise<void> {
    await this.file.close().catch(() => {});
    await unlink(this.temporary).catch(() => {});
  }
}

/** The new name is durable when its folder is; where folders cannot be synced (Windows) the rename has to do. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function unwritable(path: string, cause: unknown): UnwritableFileError {
  return new UnwritableFileError(path, systemReason(cause), { cause });
}
