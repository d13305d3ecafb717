import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { CatalogFolder, output, skipped } from '../support/faults/catalog-folder.js';

const catalogs = CatalogFolder.create();

/** Builds `folder/parts.pdx` and gives the message of the error, if there is one. */
function build(folder: string, wrapper: readonly string[]): Promise<string> {
  return output<string>(
    `const build = { parts: 'parts.ndjson', out: ${JSON.stringify(`${folder}/parts.pdx`)} };
    const message = await library.buildCatalogFile(build).then(() => '', (thrown) => thrown.message);
    console.log(JSON.stringify(message));`,
    { cwd: catalogs.folder, wrapper },
  );
}

/** A folder with a file that is to be replaced. */
function earlier(name: string): string {
  const folder = catalogs.path(name);
  mkdirSync(folder);
  writeFileSync(`${folder}/parts.pdx`, 'the earlier file');
  return folder;
}

const runs = (command: readonly string[]) => spawnSync(command[0], command.slice(1)).status === 0;

const BUILDER = 40_001;
const OWN_GROUP = 40_002;
const SHARED_GROUP = 40_003;
const builder = (groups: string) => ['setpriv', `--reuid=${BUILDER}`, `--regid=${OWN_GROUP}`, groups];
const MAY_BE_OTHERS = process.getuid?.() === 0 && runs([...builder('--clear-groups'), 'true']);

describe.skipIf(!MAY_BE_OTHERS)(`a file of another owner${skipped(MAY_BE_OTHERS, 'only root can be another user')}`, () => {
  it.each([
    ['keeps its group, which is one of the builder', `--groups=${SHARED_GROUP}`, SHARED_GROUP, 0o660],
    ["gives nothing to the builder's group", '--clear-groups', OWN_GROUP, 0o600],
  ])('%s', async (name, groups, gid, mode) => {
    const folder = earlier(name.replaceAll(/\W/g, '-'));
    for (const readable of [catalogs.folder, inject('built')]) chmodSync(readable, 0o755);
    chmodSync(folder, 0o777);
    chownSync(`${folder}/parts.pdx`, 0, SHARED_GROUP);
    chmodSync(`${folder}/parts.pdx`, 0o660);
    expect(await build(folder, builder(groups))).toBe('');
    const info = statSync(`${folder}/parts.pdx`);
    expect({ uid: info.uid, gid: info.gid, mode: info.mode & 0o777 }).toEqual({ uid: BUILDER, gid, mode });
  });
});

/** Runs a command that sees the file mounted over itself. */
const mounted = (file: string) => [
  'unshare',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount --bind "$0" "$0" && exec "$@"',
  file,
];
const MAY_MOUNT = runs([...mounted('/etc/hostname'), 'true']);

describe.skipIf(!MAY_MOUNT)(`a file that is a mount point${skipped(MAY_MOUNT, 'this user may not mount one')}`, () => {
  it('is refused before the build', async () => {
    const folder = earlier('mounted \\ here');
    const path = `${folder}/parts.pdx`;
    expect(await build(folder, mounted(path))).toBe(
      `cannot write "${path}": it is a mount point, and cannot be replaced; build to another name, or mount its folder`,
    );
    expect(readFileSync(path, 'utf8')).toBe('the earlier file');
    expect(readdirSync(folder)).toEqual(['parts.pdx']);
  });
});
