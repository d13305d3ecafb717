import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { LockedError, type LockHolder, UnwritableFileError } from '../../model/errors.js';
import { systemCode, systemReason } from '../system-error.js';
import { isAlive, thisProcess } from '../temporary-file.js';

/** Attempts to take over the lock of a process that is dead. */
const ATTEMPTS = 5;

interface StoredLock extends LockHolder {
  /** Identifies the table of process numbers. */
  readonly system: string;
  /** When the process was started, in ticks of the kernel. */
  readonly started: string;
}

/** The lock of a live catalog's writer: a file that names its process. */
export class FolderLock {
  private constructor(private readonly path: string) {}

  /**
   * Takes the lock, also that of a process that is dead.
   * @throws LockedError while another writer lives; UnwritableFileError
   */
  static async take(folder: string): Promise<FolderLock> {
    const path = join(folder, 'lock');
    const { system, pid, started } = thisProcess();
    const own: StoredLock = { pid, host: hostname(), since: new Date().toISOString(), system, started };
    const mine = join(folder, `.lock.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const file = await open(mine, 'wx');
      await file.writeFile(JSON.stringify(own));
      await file.sync();
      await file.close();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          // Unlike a rename, a link never replaces what is there.
          await link(mine, path);
          return new FolderLock(path);
        } catch (error) {
          if (systemCode(error) !== 'EEXIST') throw error;
        }
        await takeAway(folder, path, system);
      }
      throw new UnwritableFileError(path, 'others take the lock at the same time');
    } catch (error) {
      if (error instanceof LockedError || error instanceof UnwritableFileError) throw error;
      throw new UnwritableFileError(path, systemReason(error), { cause: error });
    } finally {
      await unlink(mine).catch(() => {});
    }
  }

  async release(): Promise<void> {
    await unlink(this.path).catch(() => {});
  }
}

/** Removes the lock of a process that is dead. @throws LockedError if it lives, or if nobody can tell */
async function takeAway(folder: string, path: string, system: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const holder = readLock(text);
  if (holder && (holder.system !== system || isAlive(holder))) {
    const { pid, host, since } = holder;
    throw new LockedError(folder, { pid, host, since });
  }
  // Another process may take it away meanwhile, and hold it: what was moved must be what was read.
  const moved = join(folder, `.lock.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await rename(path, moved);
  } catch {
    return;
  }
  const now = await readFile(moved, 'utf8').catch(() => text);
  if (now !== text) await link(moved, path).catch(() => {});
  await unlink(moved).catch(() => {});
}

function readLock(text: string): StoredLock | undefined {
  try {
    const lock = JSON.parse(text) as StoredLock;
    return typeof lock.pid === 'number' && typeof lock.started === 'string' ? lock : undefined;
  } catch {
    return undefined;
  }
}
