import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BuildFileOptions, buildCatalogFile, openCatalogFile } from '../../src/node/partdex-node.js';
import { CatalogFolder, output, skipped } from '../support/faults/catalog-folder.js';

const catalogs = CatalogFolder.create();

afterEach(() => vi.restoreAllMocks());

const line = (number: number) => `${JSON.stringify({ uid: `u${number}`, mpn: `M${number}` })}\n`;
const lines = (count: number) => Array.from({ length: count }, (_, i) => line(i)).join('');

/** Writes a file of the catalogs and gives its path. */
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(catalogs.path(name), content);
  return catalogs.path(name);
}

const build = (parts: BuildFileOptions['parts'], more?: Partial<BuildFileOptions>) =>
  buildCatalogFile({ parts, out: catalogs.target, ...more });

/** What the build says that fails, with files by their names alone; the earlier catalog has to be as it was. */
async function refusal(parts: BuildFileOptions['parts'], more?: Partial<BuildFileOptions>): Promise<string> {
  const error = (await build(parts, more).then(
    () => expect.fail('nothing was refused'),
    (thrown: unknown) => thrown,
  )) as Error;
  await catalogs.expectUntouched();
  return `${error.name}: ${error.message.replaceAll(`${catalogs.folder}/`, '')}`;
}

/** Parts of the catalog that is built; the earlier one is put back. */
async function partsBuilt(parts: BuildFileOptions['parts'], allowEmpty = false): Promise<number> {
  const report = await build(parts, { allowEmpty });
  catalogs.restore();
  return report.parts;
}

describe('a file of parts', () => {
  const DEEP = 100_000;

  it.each<[string, string | Uint8Array, string]>([
    ['truncated.ndjson', line(1) + line(2).slice(0, 10), ':2: not valid JSON at column 11: expected a closing double quote'],
    ['latin1.ndjson', Buffer.from(`${line(1)}{"uid":"é"}`, 'latin1'), ':2: not valid UTF-8'],
    ['utf16.ndjson', Buffer.from(`\ufeff${line(1)}`, 'utf16le'), ':1: not valid UTF-8'],
    ['zeros.ndjson', Buffer.concat([Buffer.from(line(1)), Buffer.alloc(5000)]), ':2: not valid JSON at column 1'],
    ['pretty.ndjson', JSON.stringify({ uid: 'a', mpn: 'b' }, null, 2), ':1: not valid JSON at column 2'],
    ['list.ndjson', `[${line(1)},${line(2)},5]`, ':3: expected an object'],
    ['deep.ndjson', `${line(1)}${'['.repeat(DEEP)}1${']'.repeat(DEEP)}`, ':2: expected an object, found a list of 1'],
    ['deep-member.ndjson', `{"uid":"a","mpn":"M","x":${'['.repeat(DEEP)}1${']'.repeat(DEEP)}}`, ':1: x: nested too deep'],
    [
      'deep-spec.ndjson',
      `{"uid":"a","mpn":"M","specs":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
      ':1: specs: nested too deep',
    ],
    ['deep-offers.ndjson', `{"uid":"a","mpn":"M","offers":${'['.repeat(DEEP)}1${']'.repeat(DEEP)}}`, ':1: offers'],
    ['unended.ndjson', `${line(1)}{"uid":"a","mpn":"M","x":${'['.repeat(DEEP)}`, ':2: not valid JSON'],
    ['empty.ndjson.gz', '', ':1: the file is empty, which no gzip file is; compress the file again'],
    [
      'garbage.ndjson.gz',
      Buffer.concat([gzipSync(line(1)), Buffer.from(line(2))]),
      'the gzip data is damaged; compress the file again',
    ],
    ['half.ndjson.gz', gzipSync(lines(9)).subarray(0, 60), 'the gzip data ends too early; compress the file again'],
    [
      'padded-garbage.ndjson.gz',
      Buffer.concat([gzipSync(line(1)), Buffer.alloc(2_000_000), Buffer.from(line(2))]),
      ':2: other bytes follow the gzip data; compress the file again',
    ],
    [
      'padded-member.ndjson.gz',
      Buffer.concat([gzipSync(line(1)), Buffer.alloc(512), gzipSync(line(2))]),
      ':2: other bytes follow the gzip data; compress the file again',
    ],
  ])('is refused with its name and line: %s', async (name, content, message) => {
    const said = await refusal([catalogs.path('fewer.ndjson'), file(name, content)]);
    expect(said).toContain(`InvalidDocumentError: ${name}`);
    expect(said).toContain(message);
  });

  it('is refused where its gzip checksum does not fit', async () => {
    const packed = gzipSync(lines(5000));
    packed[packed.length - 6] ^= 1;
    expect(await refusal(file('checksum.ndjson.gz', packed))).toMatch(/^InvalidDocumentError: .*: the gzip data is damaged/);
  });

  it.each<[string, string | Uint8Array, number]>([
    ['marked.ndjson', `\ufeff${line(1).replace('\n', '\r\n')}\r\n${line(2)}`, 2],
    ['open.ndjson', (line(1) + line(2)).trimEnd(), 2],
    ['none.ndjson', '', 0],
    ['none.ndjson.gz', gzipSync(''), 0],
    ['members.ndjson.gz', Buffer.concat([gzipSync(lines(3)), gzipSync(''), gzipSync(line(3)), gzipSync(line(4))]), 5],
    ['cut-line.ndjson.gz', Buffer.concat([gzipSync(line(1).slice(0, 9)), gzipSync(line(1).slice(9))]), 1],
    ['padded.ndjson.gz', Buffer.concat([gzipSync(lines(20_000), { level: 0 }), Buffer.alloc(2_000_000)]), 20_000],
  ])('is read: %s', async (name, content, parts) => {
    expect(await partsBuilt(file(name, content), parts === 0)).toBe(parts);
  });

  it('may have a member that is nested a thousand deep, and answers have it too', async () => {
    await build(file('deep.ndjson', `{"uid":"a","mpn":7,"x":${'{"x":'.repeat(999)}1${'}'.repeat(999)}}`));
    const catalog = await openCatalogFile(catalogs.target);
    await catalog.validate();
    const part = (await catalog.parts.get('a', { show: ['x'] })) as { x?: unknown } | undefined;
    let depth = 0;
    for (let value = part?.x; typeof value === 'object' && value !== null; value = (value as { x?: unknown }).x) depth++;
    expect(depth).toBe(999);
    await catalog.close();
    catalogs.restore();
  });

  it('may have a line of 100 MB, and says soon what is wrong with it', async () => {
    const before = `{"uid":"a","mpn":"M","x":"${'x'.repeat(100_000_000)}`;
    expect(await partsBuilt(file('long.ndjson', `${before}"}\n${line(2)}`))).toBe(2);
    const message = 'long.ndjson:1: not valid JSON at column 100000027: expected a closing double quote';
    expect(await refusal(file('long.ndjson', `${before}\n${line(2)}`))).toContain(message);
    rmSync(catalogs.path('long.ndjson'));
  });
});

describe('an input without a valid part', () => {
  it('fails the build, and the earlier catalog stays', async () => {
    const empty = file('empty.ndjson', '');
    const message = 'EmptyCatalogError: there is no part in "empty.ndjson"; `allowEmpty` permits a catalog without parts';
    expect(await refusal(empty)).toBe(message);
    expect(await refusal([empty], { allowEmpty: false, categories: file('categories.ndjson', '{"uid":"c","name":"C"}\n') })).toBe(
      message,
    );
    const invalid = file('invalid.ndjson', '{}\n[]\n');
    expect(await refusal([empty, invalid], { onInvalid: () => {} })).toBe(
      'EmptyCatalogError: there is no valid part (2 left out as invalid) in "empty.ndjson", "invalid.ndjson"; ' +
        '`allowEmpty` permits a catalog without parts',
    );
    expect(await refusal({ name: 'a download', stream: Readable.from([]) })).toContain('no part in "a download"');
  });

  it('is a catalog where that is meant', async () => {
    const report = await build(file('empty.ndjson', ''), { allowEmpty: true });
    expect(report.parts).toBe(0);
    const catalog = await openCatalogFile(catalogs.target);
    expect(catalog.info.parts).toBe(0);
    await catalog.close();
    catalogs.restore();
  });
});

describe('a file that cannot be read', () => {
  it('is named', async () => {
    mkdirSync(catalogs.path('folder'));
    symlinkSync('nowhere', catalogs.path('dangling.ndjson'));
    symlinkSync('circle.ndjson', catalogs.path('circle.ndjson'));
    const said = async (name: string) => (await refusal(catalogs.path(name))).replace(/^UnreadableFileError: cannot read /, '');
    expect(await said('missing.ndjson')).toBe('"missing.ndjson": no such file');
    expect(await said('dangling.ndjson')).toBe('"dangling.ndjson": no such file');
    expect(await said('folder')).toBe('"folder": it is a folder; name the files in it');
    expect(await said('fewer.ndjson/x')).toBe('"fewer.ndjson/x": a part of its path is not a folder');
    expect(await said('circle.ndjson')).toContain('"circle.ndjson": ELOOP');
    expect(await refusal(catalogs.path('fewer.ndjson'), { sellers: catalogs.path('none') })).toContain('"none": no such file');
  });

  const isRoot = process.getuid?.() === 0;
  const unprivileged = isRoot ? ['unshare', '--user'] : [];
  const mayBeRefused = process.platform !== 'win32' && (!isRoot || spawnSync('unshare', ['--user', 'true']).status === 0);
  it.skipIf(!mayBeRefused)(
    `is named where this user has no right to it${skipped(mayBeRefused, 'this user has every right')}`,
    async () => {
      chmodSync(catalogs.folder, 0o777);
      chmodSync(file('secret.ndjson', line(1)), 0);
      const message = await output(
        `const error = await library.buildCatalogFile({ parts: 'secret.ndjson', out: 'parts.pdx' }).catch((thrown) => thrown);
      console.log(JSON.stringify(error.message));`,
        { cwd: catalogs.folder, wrapper: unprivileged },
      );
      expect(message).toBe('cannot read "secret.ndjson": permission denied');
      await catalogs.expectUntouched();
    },
  );

  it.each([
    ['parts.ndjson', 0],
    ['parts.ndjson', 2],
    ['packed.ndjson.gz', 1],
  ])('is named where the disk fails: %s after %i reads', async (name, successes) => {
    if (name.endsWith('.gz')) file(name, gzipSync(lines(200_000), { level: 0 }));
    const handle = await open(catalogs.target);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const original = prototype.read as (...args: unknown[]) => Promise<never>;
    let calls = 0;
    vi.spyOn(prototype, 'read').mockImplementation(function (this: FileHandle, ...args: unknown[]) {
      if (calls++ >= successes) return Promise.reject(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }));
      return original.apply(this, args);
    } as never);
    expect(await refusal(catalogs.path(name))).toBe(`UnreadableFileError: cannot read "${name}": the disk has failed (EIO)`);
  });
});

describe('a file that changes while it is read', () => {
  const PARTS = 60_000;

  it.each<[string, (path: string) => void]>([
    ['grows', (path) => appendFileSync(path, line(PARTS))],
    ['is cut', (path) => truncateSync(path, 1_500_000)],
    ['is rewritten', (path) => writeFileSync(path, lines(PARTS))],
  ])('is refused when it %s', async (_, change) => {
    for (const name of ['changing.ndjson', 'changing.ndjson.gz']) {
      const path = file(name, name.endsWith('.gz') ? gzipSync(lines(PARTS), { level: 0 }) : lines(PARTS));
      // What is changed later has another time, however slow the clock of the file system is.
      utimesSync(path, 1_700_000_000, 1_700_000_000);
      let changed = false;
      const said = await refusal(path, {
        onProgress() {
          if (!changed) change(path);
          changed = true;
        },
      });
      // A cut may be reported earlier, by a line or by the gzip data that has no end.
      const reported = [
        `UnreadableFileError: cannot read "${name}": it was changed while it was read`,
        `InvalidDocumentError: ${name}:`,
      ];
      expect(
        reported.some((beginning) => said.startsWith(beginning)),
        said,
      ).toBe(true);
    }
  });

  it('is read on when it is removed or replaced', async () => {
    const path = file('replaced.ndjson', lines(PARTS));
    const report = await build(path, { onProgress: () => rmSync(path, { force: true }) });
    expect(report.parts).toBe(PARTS);
    catalogs.restore();
  });

  it('is named when it has vanished before its turn', async () => {
    const late = file('late.ndjson', line(1));
    const said = await refusal([catalogs.path('parts.ndjson'), late], { onProgress: () => rmSync(late, { force: true }) });
    expect(said).toBe('UnreadableFileError: cannot read "late.ndjson": no such file');
  });
});
