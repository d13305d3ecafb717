import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { CatalogFolder, hashOf, output, skipped } from '../support/faults/catalog-folder.js';

const catalogs = CatalogFolder.create();

afterEach(() => catalogs.expectUntouched());

/** What a build says that fails, and what is in the target's folder then: names and lengths of files. */
interface Failed {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly files: Readonly<Record<string, number>>;
}

/** Builds `folder/parts.pdx`. */
function failure(folder: string, wrapper: readonly string[], prepare = ''): Promise<Failed> {
  return output<Failed>(
    `import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
    const folder = ${JSON.stringify(folder)};
    ${prepare}
    const build = { parts: 'parts.ndjson', out: folder + '/parts.pdx' };
    const error = await library.buildCatalogFile(build).then(() => new Error('it was built'), (thrown) => thrown);
    const files = Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(folder + '/' + name).size]));
    console.log(JSON.stringify({ name: error.name, code: error.code, message: error.message, files }));`,
    { cwd: catalogs.folder, wrapper },
  );
}

/** Runs a command with a small file system of its own on a folder, which only this command sees. */
function onSmallDisk(folder: string, options: string): string[] {
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', `mount -t tmpfs -o ${options} none "$0" && exec "$@"`, folder];
}

const runs = (command: readonly string[]) => spawnSync(command[0], command.slice(1)).status === 0;
const IS_POSIX = process.platform !== 'win32';
const IS_ROOT = process.getuid?.() === 0;
const MAY_MOUNT = runs([...onSmallDisk(tmpdir(), 'size=1m'), 'true']);
/** Without a map of users, even root has no special rights. */
const UNPRIVILEGED = IS_ROOT ? ['unshare', '--user'] : [];
const MAY_BE_REFUSED = IS_POSIX && (!IS_ROOT || runs([...UNPRIVILEGED, 'true']));

describe.skipIf(!MAY_MOUNT)(`a full disk${skipped(MAY_MOUNT, 'this user may not mount one')}`, () => {
  it.each([
    ['at once', 0],
    ['while documents are written', 200],
    ['while the index is written', 1_100],
  ])('fails the build %s and loses nothing', async (_, kilobytes) => {
    const folder = catalogs.path(`disk-${kilobytes}`);
    mkdirSync(folder);
    const size = statSync(catalogs.target).size;
    // Room for the earlier catalog and so much more.
    const bytes = Math.ceil(size / 4096) * 4096 + kilobytes * 1024 + 8192;
    const prepare = `copyFileSync('good.pdx', folder + '/parts.pdx');`;
    const failed = await failure(folder, onSmallDisk(folder, `size=${bytes}`), prepare);
    expect(failed).toEqual({
      name: 'UnwritableFileError',
      code: 'unwritable',
      message: `cannot write "${join(folder, 'parts.pdx')}": the disk is full`,
      files: { 'parts.pdx': size },
    });
  });

  it('that is read-only is reported as such', async () => {
    const folder = catalogs.path('read-only');
    mkdirSync(folder);
    const failed = await failure(folder, onSmallDisk(folder, 'ro'));
    expect(failed).toMatchObject({ code: 'unwritable', files: {} });
    expect(failed.message).toBe(`cannot write "${join(folder, 'parts.pdx')}": the disk is read-only`);
  });
});

describe.skipIf(!MAY_MOUNT)(`a sample on a full disk${skipped(MAY_MOUNT, 'this user may not mount one')}`, () => {
  it.each([
    ['where nothing was', ''],
    ['where an earlier one is', 'echo before > disk-of-sample/parts.ndjson;'],
  ])('names the file and leaves no piece of it %s', (_, prepare) => {
    const folder = catalogs.path('disk-of-sample');
    mkdirSync(folder, { recursive: true });
    const command = join(inject('built'), 'cli/partdex.js');
    const script = `${prepare} "$0" "$1" sample 20000 -o disk-of-sample --force; echo "status $?"; cd disk-of-sample && ls -A && cat *`;
    const wrapped = [...onSmallDisk(folder, 'size=1m'), 'sh', '-c', script, process.execPath, command];
    const { stdout, stderr } = spawnSync(wrapped[0], wrapped.slice(1), { cwd: catalogs.folder, encoding: 'utf8' });
    expect(stderr.replace(/^cat: .*\n/m, '')).toBe('error: cannot write "disk-of-sample/parts.ndjson": the disk is full\n');
    expect(stdout).toBe(`status 1\n${prepare === '' ? '' : 'parts.ndjson\nbefore\n'}`);
  });
});

describe.skipIf(!IS_POSIX)('a limit on the length of files', () => {
  it.each([1, 200, 2_000])('of %i blocks fails the build and loses nothing', async (blocks) => {
    const folder = catalogs.path(`limited-${blocks}`);
    mkdirSync(folder);
    const failed = await failure(folder, ['sh', '-c', `ulimit -f ${blocks} && exec "$0" "$@"`]);
    expect(failed).toMatchObject({ name: 'UnwritableFileError', files: {} });
    expect(failed.message).toBe(`cannot write "${join(folder, 'parts.pdx')}": it would be larger than the system allows`);
  });
});

describe.skipIf(!MAY_BE_REFUSED)(
  `a folder without the right to write${skipped(MAY_BE_REFUSED, 'this user has every right')}`,
  () => {
    it('fails the build', async () => {
      const folder = catalogs.path('locked');
      mkdirSync(folder);
      chmodSync(catalogs.folder, 0o755);
      chmodSync(folder, 0o555);
      const failed = await failure(folder, UNPRIVILEGED);
      expect(failed).toMatchObject({ name: 'UnwritableFileError', files: {} });
      expect(failed.message).toBe(`cannot write "${join(folder, 'parts.pdx')}": permission denied`);
      expect(readdirSync(folder)).toEqual([]);
      expect(hashOf(catalogs.target)).toBe(catalogs.earlier);
    });
  },
);
