const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'it would be larger than the system allows'],
  ['EROFS', 'the disk is read-only'],
  ['EIO', 'the disk has failed (EIO)'],
  ['EBUSY', 'another program uses it'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
]);

/** The meaning of a file-system error, in a few words. */
export function systemReason(error: unknown): string {
  return REASONS.get(systemCode(error)) ?? (error instanceof Error ? error.message : String(error));
}

/** The system's code of an error, such as `ENOENT`, or an empty text. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
