import type { Stats } from 'node:fs';
import { type FileHandle, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { UnwritableFileError } from '../model/errors.js';

/** The same limit as Linux. */
const MOST_LINKS = 40;

/**
 * The file that a build of `path` replaces: the target of a symbolic link, which need not exist yet.
 * @throws UnwritableFileError
 */
export async function findTarget(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const link = await readlink(target).catch(() => undefined);
    // Folders may be links too, and `..` applies after they are followed.
    if (link === undefined) return realpath(target).catch(() => target);
    target = isAbsolute(link) ? link : `${await realpath(dirname(target))}/${link}`;
  }
  throw new UnwritableFileError(path, 'it is a symbolic link that leads to itself');
}

/**
 * Checks before a build that its target can be replaced, which would otherwise fail only at the end.
 * @param inputs files that are still to be read
 * @throws UnwritableFileError
 */
export async function checkTarget(path: string, target: string, earlier: Stats, inputs: readonly string[]): Promise<void> {
  const refuse = (reason: string): never => {
    throw new UnwritableFileError(path, reason);
  };
  if (earlier.isDirectory()) refuse('it is a folder; name a file in it');
  if (!earlier.isFile()) refuse('it is a device or the like, and a file is needed');
  if (await isMountPoint(target))
    refuse('it is a mount point, and cannot be replaced; build to another name, or mount its folder');
  const { dev, ino } = await identity(target);
  for (const input of inputs) {
    const other = await identity(input);
    if (ino !== 0n && other.dev === dev && other.ino === ino) refuse(`it is what is read as "${input}"; name another file`);
  }
}

/** Identifies a file, to compare two paths; the number is 0 if the system has none. */
function identity(path: string): Promise<{ dev: bigint; ino: bigint }> {
  return stat(path, { bigint: true }).catch(() => ({ dev: 0n, ino: 0n }));
}

/**
 * Whether the path is a mount point of its own, as containers create them; only Linux reports that. Device numbers do not show
 * it: they are the same for a file of the same disk, and may differ without a mount in an overlay.
 */
async function isMountPoint(target: string): Promise<boolean> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  // Blanks, line ends and backslashes are written in octal.
  const written = target.replace(/[ \t\n\\]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return mounts.split('\n').some((mount) => mount.split(' ')[4] === written);
}

/**
 * Gives the new file the earlier one's permissions, as far as this process may. Only root can give the file to another owner;
 * other users can give it to a group of theirs. If that fails too, the group is the builder's own, for which the earlier group's
 * permissions were not meant: it gets those of others.
 */
export async function keepRights(file: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const give = (owner: number) =>
    file.chown(owner, gid).then(
      () => true,
      () => false,
    );
  const isGroupKept = (await give(uid)) || (await give(-1));
  const group = isGroupKept ? 0o070 : (mode & 0o007) << 3;
  await file.chmod(mode & (0o707 | group)).catch(() => {});
}
