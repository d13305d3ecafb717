import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partdex, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

/** The words of the command that an export prints. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word);
}

describe('partdex export', () => {
  it('writes what builds the same file, byte for byte', async () => {
    const folder = sample.file('exported');
    const { status, out, err } = await partdex('export', sample.path, '-o', folder);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const [summary, command] = out.split('\n');
    expect(summary).toMatch(/^500 parts in .*; .*exported has parts\.ndjson, categories\.ndjson, .*, spec-metadata\.ndjson$/);
    expect((await readdir(folder)).sort()).toEqual(
      ['brands', 'categories', 'manufacturers', 'parts', 'sellers', 'spec-metadata'].map((name) => `${name}.ndjson`),
    );
    expect(await readFile(join(folder, 'parts.ndjson'), 'utf8')).toBe(await readFile(sample.file('parts.ndjson'), 'utf8'));
    const again = sample.file('again.pdx');
    const words = wordsOf(command.replace(' builds the same catalog', ''));
    expect(await partdex(...words.slice(1, -1), again)).toMatchObject({ status: 0, err: '' });
    expect((await readFile(again)).equals(await readFile(sample.path))).toBe(true);
  });

  it('names the fields and the currency of the build', async () => {
    const parts = await sample.write('own.ndjson', [
      '{"uid":"1","mpn":"A","tags":["it\'s"],"big":1.00000000000000000001,"offers":[{"prices":{"EUR":[[1,"2"]]}}]}',
      '{"uid":"0","mpn":"B"}',
    ]);
    const [one, two, folder] = [sample.file('one.pdx'), sample.file('two.pdx'), sample.file('own')];
    await partdex('build', parts, '--field', 'tags: name, keywords', '--currency', 'EUR', '-o', one);
    const { out } = await partdex('export', one, '-o', folder);
    expect(out).toContain("--currency EUR --field 'tags: name, keywords' -o ");
    expect(await readFile(join(folder, 'parts.ndjson'), 'utf8')).toBe(await readFile(parts, 'utf8'));
    const command = out.split('\n')[1].replace(' builds the same catalog', '');
    expect((await partdex(...wordsOf(command).slice(1, -1), two)).status).toBe(0);
    expect((await readFile(two)).equals(await readFile(one))).toBe(true);
  });

  it('names a file that the folder of a live catalog can be built into', async () => {
    const live = `${sample.file('living')}/`;
    expect((await partdex('live', sample.path, live)).status).toBe(0);
    const { out } = await partdex('export', live, '-o', sample.file('of-live'));
    expect(out.split('\n')[1]).toMatch(/ -o \S+\/living\.pdx builds the same catalog$/);
    expect(wordsOf(out.split('\n')[1].replace(' builds the same catalog', '')).at(-1)).toBe(sample.file('living.pdx'));
  });

  it('writes the parts to the output, or to one file', async () => {
    const parts = await readFile(sample.file('parts.ndjson'), 'utf8');
    expect(await partdex('export', sample.path)).toEqual({ status: 0, out: parts, err: '' });
    expect(await partdex('export', sample.path, '-o', '-')).toEqual({ status: 0, out: parts, err: '' });
    const [plain, packed] = [sample.file('all.ndjson'), sample.file('all.jsonl.gz')];
    expect((await partdex('export', sample.path, '-o', plain)).out).toMatch(/^500 parts in .*; .*all\.ndjson has them\n$/);
    expect((await partdex('export', sample.path, '-o', packed)).status).toBe(0);
    expect(await readFile(plain, 'utf8')).toBe(parts);
    expect(gunzipSync(await readFile(packed)).toString()).toBe(parts);
  });

  it('replaces nothing without --force, and nothing if it fails', async () => {
    const [file, folder] = [await sample.write('mine.ndjson', ['{"uid":"mine","mpn":"M"}']), sample.file('taken')];
    const before = await readFile(file, 'utf8');
    expect(await partdex('export', sample.path, '-o', file)).toMatchObject({
      status: 2,
      err: `error: -o "${file}" exists; choose another name, or --force to replace it\n`,
    });
    await mkdir(folder);
    await writeFile(join(folder, 'parts.ndjson'), 'mine\n');
    expect((await partdex('export', sample.path, '-o', folder)).err).toMatch(/has an export already; .*--force/);
    expect(await readFile(file, 'utf8')).toBe(before);
    const bytes = await readFile(sample.path);
    bytes[bytes.length >> 1] ^= 0xff;
    const damaged = sample.file('damaged.pdx');
    // The documents are the first section.
    bytes.fill(7, 200, 2000);
    await writeFile(damaged, bytes);
    const failed = await partdex('export', damaged, '-o', folder, '--force');
    expect(failed.status).toBe(1);
    expect(failed.err).toMatch(/damaged|does not match|unpacked/);
    expect(await readdir(folder)).toEqual(['parts.ndjson']);
    expect(await readFile(join(folder, 'parts.ndjson'), 'utf8')).toBe('mine\n');
    expect((await partdex('export', sample.path, '-o', folder, '--force')).status).toBe(0);
    expect((await partdex('export', sample.path, '-o', file, '--force')).status).toBe(0);
  });
});
