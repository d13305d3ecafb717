import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, opendir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Temporary files of builds: `.<target>.<system>.<pid>.<started>.<random>.tmp`, beside their target. A killed build leaves its
 * file behind, and the next build of that target removes it; docs/decisions/0011 explains how it recognises abandoned ones.
 */

/** If the writer of a file cannot be identified, the file counts as abandoned after this time without a write. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = '0';

/** A process, distinguished from all present and earlier ones. */
export interface Writer {
  /** Identifies the table of process numbers: a boot of a kernel and a process namespace of it. */
  readonly system: string;
  readonly pid: number;
  /** When it was started, in ticks of the kernel: process numbers are reused. */
  readonly started: string;
}

/** The name for the temporary file of a build of `path` by this process. */
export function temporaryPath(path: string): string {
  const { system, pid, started } = thisProcess();
  return join(dirname(path), `.${basename(path)}.${system}.${pid}.${started}.${randomBytes(4).toString('hex')}.tmp`);
}

/** The process that created a temporary file of `target`, or undefined for any other file. */
function writerOf(name: string, target: string): Writer | undefined {
  const before = `.${target}.`;
  if (!name.startsWith(before)) return undefined;
  const parts = /^([0-9a-f]+)\.([1-9][0-9]*)\.([0-9]+)\.[0-9a-f]{8}\.tmp$/.exec(name.slice(before.length));
  return parts ? { system: parts[1], pid: Number(parts[2]), started: parts[3] } : undefined;
}

/**
 * Removes what killed builds of the same target have left. `own`, the temporary file of this build, shows the file system's time.
 * Errors are ignored: the build can go on.
 */
export async function removeStale(path: string, own: string): Promise<void> {
  try {
    const now = (await lstat(own)).mtimeMs;
    for await (const { name } of await opendir(dirname(path))) {
      const writer = writerOf(name, basename(path));
      const file = join(dirname(path), name);
      if (writer && file !== own && (await isStale(file, writer, now))) await unlink(file).catch(() => {});
    }
  } catch {
    // The folder cannot be listed, or no longer exists: the build itself will report that.
  }
}

async function isStale(file: string, writer: Writer, now: number): Promise<boolean> {
  const info = await lstat(file).catch(() => undefined);
  if (!info?.isFile()) return false;
  const { system } = thisProcess();
  if (writer.system === system && system !== UNKNOWN) return !isAlive(writer);
  return now - info.mtimeMs > FORGOTTEN_MS;
}

/** Whether a process of this system still runs; true if unknown. */
export function isAlive({ pid, started }: Pick<Writer, 'pid' | 'started'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  const stat = readStat(pid);
  // A zombie (Z) has ended, and a process with another start time is another one.
  return stat === undefined || (stat.started === started && stat.state !== 'Z');
}

let known: Writer | undefined;

/** This process. */
export function thisProcess(): Writer {
  if (known) return known;
  const { pid } = process;
  const stat = readStat(pid);
  known = stat ? { system: systemOf(), pid, started: stat.started } : { system: UNKNOWN, pid, started: UNKNOWN };
  return known;
}

/** Known on Linux; elsewhere processes are not distinguished, and files are removed by their age alone. */
function systemOf(): string {
  try {
    // A /proc of another namespace would show other processes.
    if (readlinkSync('/proc/self') !== String(process.pid)) return UNKNOWN;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
    return createHash('sha256').update(boot).update(readlinkSync('/proc/self/ns/pid')).digest('hex').slice(0, 12);
  } catch {
    return UNKNOWN;
  }
}

function readStat(pid: number): { state: string; started: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in parentheses and may itself contain blanks and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}
