import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { LockedError, type LockHolder, UnwritableFileError } from '../../model/errors.js';
import { systemCode, systemReason } from '../system-error.js';
import { isAlive, thisProcess } from '../temporary-file.js';

/** Attempts to take over the lock of a process that is dead. */
const ATTEMPTS = 5;
/** The holder touches its lock at this interval, in milliseconds. */
const TOUCH_MS = 10_000;
/** A lock that was not touched for so long, by the clock of the file system, belongs to a process that is dead, wherever it ran. */
const FORGOTTEN_MS = 60_000;

interface StoredLock extends LockHolder {
  /** Identifies the table of process numbers. */
  readonly system: string;
  /** When the process was started, in ticks of the kernel. */
  readonly started: string;
  /** Another one for each lock. */
  readonly id: string;
}

/** The lock of a live catalog's writer: a file that names its process. */
export class FolderLock {
  private readonly touching: NodeJS.Timeout;

  private constructor(
    private readonly folder: string,
    private readonly path: string,
    private readonly text: string,
  ) {
    // Others see that this process lives.
    this.touching = setInterval(() => {
      const now = new Date();
      utimes(path, now, now).catch(() => {});
    }, TOUCH_MS).unref();
  }

  /**
   * Takes the lock, also that of a process that is dead.
   * @throws LockedError while another writer lives; UnwritableFileError
   */
  static async take(folder: string): Promise<FolderLock> {
    const path = join(folder, 'lock');
    const { system, pid, started } = thisProcess();
    const id = randomBytes(6).toString('hex');
    const own: StoredLock = { pid, host: hostname(), since: new Date().toISOString(), system, started, id };
    const text = JSON.stringify(own);
    const mine = join(folder, `.lock.${id}.tmp`);
    try {
      const file = await open(mine, 'wx');
      await file.writeFile(text);
      await file.sync();
      await file.close();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          // Unlike a rename, a link never replaces what is there.
          await link(mine, path);
          return new FolderLock(folder, path, text);
        } catch (error) {
          if (systemCode(error) !== 'EEXIST') throw error;
        }
        await takeAway(folder, path, own, mine);
      }
      throw new UnwritableFileError(path, 'others take the lock at the same time');
    } catch (error) {
      if (error instanceof LockedError || error instanceof UnwritableFileError) throw error;
      throw new UnwritableFileError(path, systemReason(error), { cause: error });
    } finally {
      await unlink(mine).catch(() => {});
    }
  }

  /**
   * Called before each commit: a process that slept for longer than its lock lasts may have lost it.
   * @throws LockedError if another process has the lock; UnwritableFileError if it is gone
   */
  async check(): Promise<void> {
    const text = await readFile(this.path, 'utf8').catch((cause) => {
      throw new UnwritableFileError(this.path, systemReason(cause), { cause });
    });
    const holder = text === this.text ? undefined : readLock(text);
    if (holder) throw lockedBy(this.folder, holder);
    if (text !== this.text) throw new UnwritableFileError(this.path, 'another process has written it');
  }

  /** Whether it was not lost: else the files of the folder are those of another process. */
  async isHeld(): Promise<boolean> {
    return (await readFile(this.path, 'utf8').catch(() => undefined)) === this.text;
  }

  async release(): Promise<void> {
    clearInterval(this.touching);
    if (await this.isHeld()) await unlink(this.path).catch(() => {});
  }
}

/**
 * Removes the lock of a process that is dead.
 * @param mine a file that was written just now
 * @throws LockedError if it lives, or if nobody can tell
 */
async function takeAway(folder: string, path: string, own: StoredLock, mine: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const holder = readLock(text);
  if (holder && (await mayLive(holder, own, path, mine))) throw lockedBy(folder, holder);
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

/** Whether the holder of a lock may be alive. Of another boot or container only the age of its lock says so. */
async function mayLive(holder: StoredLock, own: StoredLock, path: string, mine: string): Promise<boolean> {
  if (holder.system === own.system) return isAlive(holder);
  const [lock, now] = await Promise.all([stat(path).catch(() => undefined), stat(mine)]);
  return lock === undefined || now.mtimeMs - lock.mtimeMs < FORGOTTEN_MS;
}

function lockedBy(folder: string, { pid, host, since }: StoredLock): LockedError {
  return new LockedError(folder, { pid, host, since });
}

function readLock(text: string): StoredLock | undefined {
  try {
    const lock = JSON.parse(text) as StoredLock;
    return typeof lock.pid === 'number' && typeof lock.started === 'string' ? lock : undefined;
  } catch {
    return undefined;
  }
}
