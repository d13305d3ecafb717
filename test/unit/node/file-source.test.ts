import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClosedError, UnreadableFileError } from '../../../src/model/errors.js';
import { FileSource } from '../../../src/node/file-source.js';

let folder: string;
let path: string;
const CONTENT = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) >> 3);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-source-'));
  path = join(folder, 'parts.pdx');
  writeFileSync(path, CONTENT);
});
afterEach(() => rmSync(folder, { recursive: true }));

function refusal(act: () => unknown): UnreadableFileError {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableFileError);
    return error as UnreadableFileError;
  }
  return expect.fail('nothing was refused');
}

/** Writes `bytes` into the file as it is there. */
function overwrite(at: number, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
  touch();
}

/** Another time than before, also where the file system's clock is slow. */
function touch(): void {
  const time = new Date(1_700_000_000_000 + Math.random() * 1e9);
  utimesSync(path, time, time);
}

describe('FileSource', () => {
  it('reads the requested bytes', async () => {
    const source = FileSource.open(path);
    expect(source.length).toBe(5000);
    expect([...(await source.read(100, 50))]).toEqual([...CONTENT.subarray(100, 150)]);
    expect(await source.read(4990, 50)).toEqual(CONTENT.subarray(4990));
    expect(await source.read(5000, 8)).toHaveLength(0);
    expect(await source.read(9000, 8)).toHaveLength(0);
    const many = await Promise.all(Array.from({ length: 200 }, (_, i) => source.read(i * 8, 16)));
    many.forEach((bytes, i) => {
      expect(bytes).toEqual(CONTENT.subarray(i * 8, i * 8 + 16));
    });
    await source.close();
  });

  it('refuses at once what is not a file', () => {
    const missing = join(folder, 'missing.pdx');
    expect(refusal(() => FileSource.open(missing)).message).toBe(`cannot read "${missing}": no such file`);
    expect(refusal(() => FileSource.open(folder)).message).toBe(`cannot read "${folder}": it is a folder`);
    for (const device of ['/dev/zero', '/dev/null', '/dev/full']) {
      if (!existsSync(device)) continue;
      expect(refusal(() => FileSource.open(device)).message).toBe(
        `cannot read "${device}": it is a device or the like, and a file is needed`,
      );
    }
  });

  it.skipIf(process.platform === 'win32')('does not wait for a writer of a pipe', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(refusal(() => FileSource.open(pipe)).message).toContain('it is a device or the like');
  });

  it.runIf(existsSync('/proc/self/fd'))('keeps no descriptor of a file that it refuses or that is closed', async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let i = 0; i < 50; i++) {
      for (const name of [folder, '/dev/zero', join(folder, 'missing')]) refusal(() => FileSource.open(name));
      await FileSource.open(path).close();
    }
    expect(openFiles()).toBeLessThan(before + 10);
  });

  it('closes once, after the reads under way, and reads no more', async () => {
    const source = FileSource.open(path);
    const reads = Promise.all(Array.from({ length: 40 }, () => source.read(0, 5000)));
    const closed = source.close();
    await expect(source.read(0, 8)).rejects.toThrow(ClosedError);
    await closed;
    expect((await reads).every((bytes) => bytes.length === 5000)).toBe(true);
    // The number may be another file's by now, which a second close must leave open.
    const other = openSync(path, 'r');
    await source.close();
    expect(() => closeSync(other)).not.toThrow();
  });

  it('reports the error of the system when a read fails', async () => {
    const source = FileSource.open(path);
    closeSync((source as unknown as { descriptor: number }).descriptor);
    await expect(source.read(0, 8)).rejects.toThrow(`cannot read "${path}": EBADF`);
  });
});

describe('a file that changes while it is open', () => {
  const changed = () => `cannot read "${path}": it has changed since it was opened; open it again`;

  it.each<[string, () => void]>([
    ['cut', () => truncateSync(path, 2000)],
    ['emptied', () => truncateSync(path, 0)],
    ['extended', () => appendFileSync(path, 'x')],
    ['rewritten with other bytes', () => writeFileSync(path, 'x'.repeat(5000))],
    ['overwritten by another of the same length', () => overwrite(0, CONTENT.slice().reverse())],
    ['overwritten at its header', () => overwrite(40, Uint8Array.of(1, 2, 3))],
  ])('is refused when it was %s', async (_, change) => {
    const source = FileSource.open(path);
    await source.read(0, 5000);
    change();
    for (const [offset, length] of [
      [0, 64],
      [1000, 100],
      [4000, 1000],
    ]) {
      await expect(source.read(offset, length)).rejects.toThrow(UnreadableFileError);
      await expect(source.read(offset, length)).rejects.toThrow(changed());
    }
    await source.close();
    await FileSource.open(path).close();
  });

  it.each<[string, () => void]>([
    ['touched', () => touch()],
    ['rewritten with the same bytes', () => overwrite(0, CONTENT)],
    ['removed', () => rmSync(path)],
    [
      'replaced by another',
      () => {
        writeFileSync(`${path}.new`, 'another');
        renameSync(`${path}.new`, path);
      },
    ],
  ])('is read on when it was %s', async (_, change) => {
    const source = FileSource.open(path);
    change();
    for (let i = 0; i < 3; i++) expect(await source.read(1000, 3000)).toEqual(CONTENT.subarray(1000, 4000));
    await source.close();
  });
});
