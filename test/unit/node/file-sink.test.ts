import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnwritableFileError } from '../../../src/model/errors.js';
import { FileSink } from '../../../src/node/file-sink.js';

vi.mock('node:fs/promises', { spy: true });

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-sink-'));
  path = join(folder, 'parts.pdx');
  writeFileSync(path, 'the earlier file');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const LARGE = new Uint8Array(3 << 20).fill(7);

/** A small write, one larger than the buffer, a small one, and the header: what a build does. */
async function build(to = path, inputs?: readonly string[]): Promise<void> {
  const sink = await FileSink.create(to, inputs);
  try {
    await sink.write(new Uint8Array(64));
    await sink.write(LARGE);
    await sink.write(Uint8Array.of(1, 2, 3));
    await sink.writeHeader(new Uint8Array(64).fill(9));
    await sink.commit();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function refusal(act: Promise<unknown>): Promise<UnwritableFileError> {
  const error = await act.then(
    () => expect.fail('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnwritableFileError);
  return error as UnwritableFileError;
}

function expectUntouched(): void {
  expect(readFileSync(path, 'utf8')).toBe('the earlier file');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
}

const failing = (code: string) => Object.assign(new Error(`${code}: it fails`), { code });

/** The methods that all handles of files share. */
async function handlePrototype(): Promise<fs.FileHandle> {
  const handle = await fs.open(path, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as fs.FileHandle;
}

describe('FileSink', () => {
  it('writes a file, and no other', async () => {
    for (const to of [path, join(folder, 'new.pdx')]) {
      await build(to);
      const bytes = readFileSync(to);
      expect(bytes.length).toBe(64 + LARGE.length + 3);
      expect(bytes.subarray(0, 64).every((byte) => byte === 9)).toBe(true);
      expect([...bytes.subarray(-5)]).toEqual([7, 7, 1, 2, 3]);
    }
    expect(readdirSync(folder).sort()).toEqual(['new.pdx', 'parts.pdx']);
  });

  it('leaves everything as it was until it is committed', async () => {
    const sink = await FileSink.create(path);
    await sink.write(LARGE);
    expect(readFileSync(path, 'utf8')).toBe('the earlier file');
    expect(readdirSync(folder)).toHaveLength(2);
    await sink.discard();
    expectUntouched();
    await sink.discard();
  });

  it.each([
    ['write', 0, 'ENOSPC', 'the disk is full'],
    ['write', 1, 'ENOSPC', 'the disk is full'],
    ['write', 2, 'EDQUOT', 'the disk quota is used up'],
    ['write', 3, 'EFBIG', 'it would be larger than the system allows'],
    ['write', 0, 'EIO', 'the disk has failed (EIO)'],
    ['sync', 0, 'EIO', 'the disk has failed (EIO)'],
    ['sync', 0, 'ENOSPC', 'the disk is full'],
  ] as const)(
    'fails with the reason, and leaves nothing, where %s after %i of them says %s',
    async (method, successes, code, reason) => {
      const prototype = await handlePrototype();
      const original = prototype[method] as (...args: unknown[]) => Promise<never>;
      let calls = 0;
      vi.spyOn(prototype, method as 'sync').mockImplementation(function (this: fs.FileHandle, ...args: unknown[]) {
        return calls++ === successes ? Promise.reject(failing(code)) : original.apply(this, args);
      });
      const error = await refusal(build());
      expect(calls).toBe(successes + 1);
      expect(error.message).toBe(`cannot write "${path}": ${reason}`);
      expect(error.cause).toMatchObject({ code });
      expectUntouched();
    },
  );

  it('fails with the reason, and leaves nothing, where the file cannot be closed', async () => {
    const sink = await FileSink.create(path);
    await sink.write(LARGE);
    const handle = (sink as unknown as { file: fs.FileHandle }).file;
    const close = vi.spyOn(handle, 'close').mockRejectedValueOnce(failing('ENOSPC'));
    expect((await refusal(sink.commit())).message).toBe(`cannot write "${path}": the disk is full`);
    await sink.discard();
    expect(close).toHaveBeenCalledTimes(2);
    expectUntouched();
  });

  it('is content where the folder cannot be synced: the file has its name', async () => {
    const prototype = await handlePrototype();
    const original = prototype.sync;
    let calls = 0;
    vi.spyOn(prototype, 'sync').mockImplementation(function (this: fs.FileHandle) {
      return calls++ === 0 ? original.call(this) : Promise.reject(failing('EPERM'));
    });
    await build();
    expect(calls).toBe(2);
    expect(readdirSync(folder)).toEqual(['parts.pdx']);
  });

  it.each([
    ['EPERM', 'permission denied'],
    ['EBUSY', 'another program uses it'],
    ['EROFS', 'the disk is read-only'],
  ])('fails with the reason, and leaves nothing, where the rename says %s', async (code, reason) => {
    vi.mocked(fs.rename).mockRejectedValueOnce(failing(code));
    expect((await refusal(build())).message).toBe(`cannot write "${path}": ${reason}`);
    expectUntouched();
  });

  it('writes on after short writes, and ends where the system takes nothing', async () => {
    const prototype = await handlePrototype();
    const original = prototype.write as (...args: unknown[]) => Promise<never>;
    const spy = vi.spyOn(prototype, 'write').mockImplementation(function (this: fs.FileHandle, ...args: unknown[]) {
      const [bytes, offset, length, position] = args as [Uint8Array, number, number, number];
      return original.call(this, bytes, offset, Math.min(length, 100_001), position);
    } as never);
    await build();
    expect(spy.mock.calls.length).toBeGreaterThan(30);
    expect(readFileSync(path).subarray(64, -3).equals(LARGE)).toBe(true);
    writeFileSync(path, 'the earlier file');
    spy.mockResolvedValue({ bytesWritten: 0, buffer: LARGE } as never);
    expect((await refusal(build())).message).toContain('the system takes no more bytes');
    vi.restoreAllMocks();
    expectUntouched();
  });

  it('reports that its temporary file was removed', async () => {
    const sink = await FileSink.create(path);
    for (const name of readdirSync(folder)) if (name.endsWith('.tmp')) rmSync(join(folder, name));
    const error = await refusal(sink.commit());
    expect(error.message).toBe(`cannot write "${path}": the temporary file beside it, or its folder, was removed`);
    await sink.discard();
    expectUntouched();
  });

  it('refuses what cannot be a file', async () => {
    const message = async (to: string) => (await refusal(FileSink.create(to))).message;
    expect(await message(folder)).toBe(`cannot write "${folder}": it is a folder; name a file in it`);
    const orphan = join(folder, 'missing', 'parts.pdx');
    expect(await message(orphan)).toBe(`cannot write "${orphan}": there is no such folder`);
    const inFile = join(path, 'parts.pdx');
    expect(await message(inFile)).toBe(`cannot write "${inFile}": its parent is not a folder`);
    const long = join(folder, 'x'.repeat(250));
    expect(await message(long)).toBe(`cannot write "${long}": its name is too long`);
    if (existsSync('/dev/null')) {
      expect(await message('/dev/null')).toBe('cannot write "/dev/null": it is a device or the like, and a file is needed');
      expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    }
    expectUntouched();
  });

  it('refuses to replace what is still to be read', async () => {
    const link = join(folder, 'link.ndjson');
    symlinkSync(path, link);
    const same = join(folder, 'same.ndjson');
    linkSync(path, same);
    for (const input of [path, join(folder, '.', 'parts.pdx'), link, same]) {
      const error = await refusal(build(path, ['missing.ndjson', input]));
      expect(error.message).toBe(`cannot write "${path}": it is what is read as "${input}"; name another file`);
    }
    expect((await refusal(build(link, [path]))).message).toContain('it is what is read as');
    expectUntouched();
    const other = join(folder, 'other.ndjson');
    writeFileSync(other, 'the earlier file');
    await build(path, [other]);
  });

  it('replaces what a symbolic link leads to, and not the link', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    renameSync(path, join(elsewhere, 'parts-7.pdx'));
    symlinkSync(join('elsewhere', 'parts-7.pdx'), path);
    await build();
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(statSync(join(elsewhere, 'parts-7.pdx')).size).toBe(64 + LARGE.length + 3);
    expect(readdirSync(elsewhere)).toEqual(['parts-7.pdx']);
  });

  it.skipIf(process.platform === 'win32')('keeps who may read and write', async () => {
    for (const mode of [0o640, 0o604, 0o444]) {
      chmodSync(path, mode);
      await build();
      expect(statSync(path).mode & 0o777).toBe(mode);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the group where the owner cannot be kept, and otherwise gives access to no other user',
    async () => {
      const prototype = await handlePrototype();
      for (const [mayGroup, before, after] of [
        [true, 0o660, 0o660],
        [false, 0o660, 0o600],
        [false, 0o640, 0o600],
        [false, 0o664, 0o644],
        [false, 0o755, 0o755],
        [false, 0o604, 0o604],
      ] as const) {
        chmodSync(path, before);
        const { gid } = statSync(path);
        const chown = vi.spyOn(prototype, 'chown').mockImplementation(async (uid, group) => {
          if (uid !== -1 || !mayGroup || group !== gid) throw failing('EPERM');
        });
        await build();
        expect(statSync(path).mode & 0o777).toBe(after);
        expect(chown.mock.calls.at(-1)).toEqual([-1, gid]);
        chown.mockRestore();
      }
    },
  );

  it('replaces nothing where a symbolic link leads to no file yet, and the link stays', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    rmSync(path);
    symlinkSync(join('elsewhere', 'next'), path);
    symlinkSync('parts-8.pdx', join(elsewhere, 'next'));
    await build();
    expect(readlinkSync(path)).toBe(join('elsewhere', 'next'));
    expect(readlinkSync(join(elsewhere, 'next'))).toBe('parts-8.pdx');
    expect(lstatSync(join(elsewhere, 'parts-8.pdx')).size).toBe(64 + LARGE.length + 3);
    expect(readdirSync(elsewhere).sort()).toEqual(['next', 'parts-8.pdx']);
  });

  it('reports a symbolic link that leads nowhere', async () => {
    rmSync(path);
    symlinkSync(join('missing', 'parts.pdx'), path);
    expect((await refusal(build())).message).toBe(`cannot write "${path}": there is no such folder`);
    rmSync(path);
    symlinkSync('parts.pdx', path);
    expect((await refusal(build())).message).toBe(`cannot write "${path}": it is a symbolic link that leads to itself`);
    expect(readdirSync(folder)).toEqual(['parts.pdx']);
  });
});
