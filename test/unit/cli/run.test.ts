import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateSample } from '../../../src/sample/sample.js';
import { CapturedTerminal, plain } from '../../support/captured-terminal.js';
import { METADATA, metadata, partdex, parts, runOn, SampleCatalog } from '../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

describe('partdex', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await partdex('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it('names all commands and the exit statuses', async () => {
    const { status, out, err } = await partdex('--help');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    for (const name of ['build', 'info', 'search', 'get', 'explain', 'validate', 'sample']) {
      expect(out).toMatch(new RegExp(`^  ${name} +[a-z]`, 'm'));
    }
    for (const text of ['Exit status:', 'NO_COLOR', 'FORCE_COLOR']) expect(out).toContain(text);
  });

  it.each(['build', 'info', 'search', 'get', 'explain', 'validate', 'sample'])('helps with %s, with examples', async (name) => {
    const requested = await partdex(name, '--help');
    expect(requested).toMatchObject({ status: 0, err: '' });
    expect(requested.out).toMatch(new RegExp(`^Usage: partdex ${name} `));
    expect(requested.out).toMatch(new RegExp(`\\nExamples:\\n {2}# .*\\n {2}\\$ partdex ${name} `));
    expect(await partdex('help', name)).toEqual(requested);
  });

  it('has no colors in a pipe, and some on a terminal', async () => {
    const piped = await partdex('search', '--help');
    const shown = await runOn(new CapturedTerminal({ isTTY: true, hasColors: true }), 'search', '--help');
    expect(shown.out).not.toBe(piped.out);
    expect(plain(shown.out)).toBe(piped.out);
  });

  it.each([
    [[]],
    [['find']],
    [['build', 'x.ndjson']],
    [['search']],
    [['search', 'x.pdx', '--limit', 'ten']],
    [['search', 'x.pdx', '--field', 'brand.name']],
    [['search', 'x.pdx', '--slice', '=[0:1]']],
    [['search', 'x.pdx', '--collection', 'cars']],
    [['search', 'x.pdx', '--all']],
    [['search', 'x.pdx', '--all', '--ndjson', '--limit', '3']],
    [['search', 'x.pdx', '--json', '--ndjson']],
    [['get', 'x.pdx']],
    [['sample', '-5']],
  ])('ends with status 2 for wrong arguments: %j', async (args) => {
    const { status, out, err } = await partdex(...args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).not.toBe('');
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('prints nothing of the arguments that a terminal would obey', async () => {
    const evil = '\u001b[31m\u009b\u202eevil\r';
    for (const args of [
      [evil],
      ['search', `--${evil}`],
      ['search', 'x.pdx', '--limit', evil],
      ['search', 'x.pdx', '--collection', evil],
    ]) {
      const { status, err } = await partdex(...args);
      expect(status).toBe(2);
      expect(err).toContain('evil');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
      expect(err).not.toMatch(/[\u001b\u009b\u202e\r]/);
    }
  });

  it('guesses what a mistyped command or option should be', async () => {
    expect((await partdex('serach')).err).toMatch(/^error: unknown command 'serach'\n\(Did you mean search\?\)\n/);
    expect((await partdex('info', 'x.pdx', '--jsno')).err).toMatch(
      /^error: unknown option '--jsno'\n\(Did you mean --json\?\)\n\(partdex info --help has details\)\n$/,
    );
  });
});

describe('partdex sample', () => {
  it('writes the parts and the metadata', async () => {
    const lines = async (name: string) =>
      (await readFile(sample.file(`${name}.ndjson`), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const names = ['parts', ...METADATA].map((name) => `${name}.ndjson`);
    expect(await readdir(sample.folder)).toEqual(expect.arrayContaining(names));
    expect(await lines('parts')).toEqual(parts);
    expect(await lines('categories')).toEqual(metadata.categories);
    expect(await lines('brands')).toEqual(metadata.brands);
    expect(await lines('manufacturers')).toEqual(metadata.manufacturers);
    expect(await lines('sellers')).toEqual(metadata.sellers);
    expect(await lines('spec-metadata')).toEqual(metadata.spec_metadata);
  });

  it('writes the parts to the output without a folder, other ones for another seed', async () => {
    const { status, out } = await partdex('sample', '3');
    expect(status).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(parts.slice(0, 3));
    const other = await partdex('sample', '1', '--seed', '9');
    expect(JSON.parse(other.out)).toEqual(generateSample(1, 9).next().value);
  });

  it('keeps an earlier sample, unless --force is given', async () => {
    const folder = sample.file('twice');
    expect((await partdex('sample', '2', '-o', folder)).status).toBe(0);
    const { status, err } = await partdex('sample', '3', '-o', folder);
    expect({ status, err }).toEqual({
      status: 2,
      err: `error: -o "${folder}" has a sample already; name another folder, or --force to replace it\n`,
    });
    expect((await readFile(join(folder, 'parts.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(2);
    expect((await partdex('sample', '3', '-o', folder, '--force')).status).toBe(0);
    expect((await readFile(join(folder, 'parts.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(3);
  });

  it('says what is wrong with a folder that cannot be written', async () => {
    const file = await sample.write('file', []);
    const { status, out, err } = await partdex('sample', '1', '-o', join(file, 'folder'));
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toBe(`error: "${join(file, 'folder')}": a part of the path is not a folder\n`);
  });
});
