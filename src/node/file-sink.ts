import { type FileHandle, link, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnwritableFileError } from '../model/errors.js';
import type { CatalogSink } from '../storage/catalog-writer.js';
import { systemCode, systemReason } from './system-error.js';
import { checkTarget, findTarget, keepRights } from './target-file.js';
import { removeStale, temporaryPath } from './temporary-file.js';

const BUFFER_BYTES = 1 << 20;
/** A small file, such as those of an update, needs no more. */
const FIRST_BYTES = 1 << 16;
/** The buffer of a file that fills it becomes so many times as large. */
const GROWTH = 4;

/**
 * Writes a file that gets its name only when it is complete: a temporary file in the same folder, synced, then renamed. Until
 * then, and after any failure, an earlier file of that name is unchanged.
 */
export class FileSink implements CatalogSink {
  private buffer = new Uint8Array(FIRST_BYTES);
  private filled = 0;
  private position = 0;

  private constructor(
    /** The path as the caller wrote it, for messages. */
    private readonly path: string,
    /** The file to replace: if `path` is a symbolic link, its target. */
    private readonly target: string,
    private readonly temporary: string,
    private readonly file: FileHandle,
    /** Whether it replaces nothing. */
    private readonly isNew = false,
  ) {}

  /**
   * @param inputs files that are still to be read; the target must not be one of them
   * @throws UnwritableFileError
   */
  static async create(path: string, inputs: readonly string[] = []): Promise<FileSink> {
    const target = await findTarget(path);
    const earlier = await stat(target).catch(() => undefined);
    if (earlier) await checkTarget(path, target, earlier, inputs);
    const temporary = temporaryPath(target);
    let file: FileHandle;
    try {
      file = await open(temporary, 'wx');
    } catch (cause) {
      throw unwritable(path, cause, { ENOENT: 'there is no such folder', ENOTDIR: 'its parent is not a folder' });
    }
    if (earlier) await keepRights(file, earlier);
    await removeStale(target, temporary);
    return new FileSink(path, target, temporary, file);
  }

  /**
   * Writes a file whose name nothing has yet, in a folder that one process writes and cleans: nothing is looked for that may be in its
   * way, which takes longer than writing a small file does. What has the name nevertheless stays: another process may have taken the
   * folder over.
   * @throws UnwritableFileError
   */
  static async createNew(path: string): Promise<FileSink> {
    const temporary = temporaryPath(path);
    try {
      return new FileSink(path, path, temporary, await open(temporary, 'wx'), true);
    } catch (cause) {
      throw unwritable(path, cause, { ENOENT: 'there is no such folder', ENOTDIR: 'its parent is not a folder' });
    }
  }

  /** Writes a file under a name of the caller, which is never committed: `close` ends it. @throws UnwritableFileError */
  static async createTemporary(path: string): Promise<FileSink> {
    try {
      return new FileSink(path, path, path, await open(path, 'wx'));
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  /** Ends a temporary file. */
  async close(): Promise<void> {
    await this.flush();
    await this.file.close();
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
    if (this.buffer.length < BUFFER_BYTES) this.buffer = new Uint8Array(Math.min(this.buffer.length * GROWTH, BUFFER_BYTES));
    if (bytes.length >= this.buffer.length) await this.put(bytes, this.position);
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
        const { bytesWritten } = await this.file.write(bytes, written, length, at + written);
        if (bytesWritten === 0) throw new Error('the system takes no more bytes');
        written += bytesWritten;
      }
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
  }

  async writeHeader(bytes: Uint8Array): Promise<void> {
    if (this.position === 0 && bytes.length <= this.filled) {
      // Nothing is written yet: a small file is written at once.
      this.buffer.set(bytes);
      await this.flush();
      return;
    }
    await this.flush();
    await this.put(bytes, 0);
  }

  /**
   * Makes the file durable and renames it.
   * @param order `'any'`: its new name need not be durable yet. `'last'`: other new names of the folder are durable before this one.
   */
  async commit(order?: 'any' | 'last'): Promise<void> {
    const folder = dirname(this.target);
    try {
      await Promise.all([this.file.sync(), order === 'last' && syncFolder(folder)]);
      await this.file.close();
      await (this.isNew ? moveUnlessThere(this.temporary, this.target) : rename(this.temporary, this.target));
    } catch (cause) {
      const ENOENT = 'the temporary file beside it, or its folder, was removed';
      throw unwritable(this.path, cause, { ENOENT, EEXIST: 'another process has written a file of that name' });
    }
    if (order !== 'any') await syncFolder(folder);
  }

  /** Removes the temporary file. */
  async discard(): Promise<void> {
    await this.file.close().catch(() => {});
    await unlink(this.temporary).catch(() => {});
  }
}

/** Unlike a rename, a link never replaces what is there. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  await link(from, to).catch(async (error) => {
    // A server of files may have done it, and say that it was done when it is asked again.
    if (!(await isSameFile(from, to))) throw error;
  });
  // The file has its name: that it has the other one too does no harm.
  await unlink(from).catch(() => {});
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** The new name is durable when its folder is synced; where that is impossible (Windows), the rename must suffice. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close().catch(() => {});
}

function unwritable(path: string, cause: unknown, reasons: Readonly<Record<string, string>> = {}): UnwritableFileError {
  const code = systemCode(cause);
  return new UnwritableFileError(path, Object.hasOwn(reasons, code) ? reasons[code] : systemReason(cause), { cause });
}
