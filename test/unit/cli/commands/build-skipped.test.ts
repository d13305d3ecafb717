import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partdex, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

const A = '{"uid":"1","mpn":"A"}';

describe('skipped documents', () => {
  const lines = [
    A,
    '{"uid":"2"}',
    'no json',
    '{"uid":"3","mpn":7,"offers":[{"sku":[]}]}',
    '{"uid":"4","mpn":"B","offers":[{"sku":{}}]}',
  ];

  it('are reported by their fault, the first of each by file and line', async () => {
    const path = await sample.write('skipped.ndjson', [...lines, ...Array.from({ length: 12 }, () => '{"mpn":"X"}')]);
    const { status, out, err } = await partdex('build', path, '--skip-invalid', '-o', sample.file('skipped.pdx'));
    expect(status).toBe(0);
    expect(out).toMatch(/^1 part, 16 skipped, in /);
    const reported = err.trimEnd().split('\n');
    expect(reported).toHaveLength(4);
    expect(reported[0]).toMatch(/^warning: skipped 12 documents, \S+:6, \S+:7, \S+:8 and 9 more: uid: expected .* missing$/);
    expect(reported[1]).toMatch(
      /^warning: skipped 2 documents, \S+:4, \S+:5: offers\[0\]\.sku: expected a string or a finite number, found /,
    );
    expect(reported.slice(2).join('\n')).toMatch(/^warning: skipped \S+:2: mpn: expected/);
    expect(reported.slice(2).join('\n')).toMatch(/\nwarning: skipped \S+:3: not valid JSON at column 1/);
  });

  it('are written to the file of --errors, each of them', async () => {
    const path = await sample.write('faults.ndjson', lines);
    const errors = sample.file('errors.ndjson');
    const { status, out } = await partdex('build', path, '--errors', errors, '-o', sample.file('faults.pdx'));
    expect(status).toBe(0);
    expect(out).toContain(`1 part, 4 skipped (listed in ${errors}), in `);
    const written = (await readFile(errors, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written.map(({ source, line, path: member }) => ({ source, line, path: member }))).toEqual([
      { source: path, line: 2, path: 'mpn' },
      { source: path, line: 3, path: '' },
      { source: path, line: 4, path: 'offers[0].sku' },
      { source: path, line: 5, path: 'offers[0].sku' },
    ]);
    expect(written[0].reason).toMatch(/^mpn: expected .*, which is missing$/);
  });

  it('never go into a file that is read', async () => {
    const path = await sample.write('read.ndjson', lines);
    const { status, err } = await partdex('build', path, '--errors', path, '-o', sample.file('read.pdx'));
    expect(status).toBe(2);
    expect(err).toMatch(/^error: --errors ".*": that is ".*" of this build; name another file\n$/);
    expect(await readFile(path, 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
  });

  it('may go where nothing is kept, as other outputs do', async () => {
    const path = await sample.write('kept.ndjson', lines);
    const { err } = await partdex('build', path, '--errors', '/dev/null', '--report', '/dev/null', '-o', sample.file('kept.pdx'));
    expect(err).not.toContain('name another file');
  });

  it('are reported at once where their file cannot be written', async () => {
    const path = await sample.write('unwritten.ndjson', lines);
    const out = sample.file('unwritten.pdx');
    const nowhere = sample.file('no/such/folder');
    const missing = await partdex('build', path, '--errors', nowhere, '-o', out);
    expect(missing).toEqual({ status: 1, out: '', err: `error: --errors "${nowhere}": there is no such file or folder\n` });
    const folder = sample.file('a-folder');
    await mkdir(folder);
    const refused = await partdex('build', path, '--errors', folder, '-o', out);
    expect(refused).toEqual({ status: 2, out: '', err: `error: --errors "${folder}": it is a folder; name a file in it\n` });
    expect(await readdir(sample.folder)).not.toContain('unwritten.pdx');
  });

  it('replace an earlier list and an empty file; other data by --force alone', async () => {
    const path = await sample.write('again.ndjson', lines);
    const errors = sample.file('again-errors.ndjson');
    const build = (...options: string[]) =>
      partdex('build', path, '--errors', errors, '-o', sample.file('again.pdx'), ...options);
    const listed = async () => (await readFile(errors, 'utf8')).split('\n').length - 1;
    await writeFile(errors, '');
    expect((await build()).status).toBe(0);
    expect(await listed()).toBe(4);
    await sample.write('again.ndjson', lines.slice(0, 3));
    expect((await build()).status).toBe(0);
    expect(await listed()).toBe(2);
    await writeFile(errors, 'my data');
    expect(await build()).toEqual({
      status: 2,
      out: '',
      err: `error: --errors "${errors}" exists and is not a list of skipped documents; choose another name, or --force to replace it\n`,
    });
    expect(await readFile(errors, 'utf8')).toBe('my data');
    expect((await build('--force')).status).toBe(0);
    expect(await listed()).toBe(2);
  });

  it('leave the earlier list as it was where the build fails', async () => {
    const path = await sample.write('fails.ndjson', lines);
    const errors = await sample.write('fails-errors.ndjson', ['{"source":"a \\"b\\"","line":1,"path":"","reason":"r"}']);
    const before = await readFile(errors, 'utf8');
    const files = await readdir(sample.folder);
    const { status } = await partdex('build', path, sample.file('nowhere'), '--errors', errors, '-o', sample.file('fails.pdx'));
    expect(status).toBe(1);
    expect(await readFile(errors, 'utf8')).toBe(before);
    expect(await readdir(sample.folder)).toEqual(files);
  });

  it('may go to a device', async () => {
    const path = await sample.write('device.ndjson', lines);
    expect((await partdex('build', path, '--errors', '/dev/null', '-o', sample.file('device.pdx'))).status).toBe(0);
  });
});
