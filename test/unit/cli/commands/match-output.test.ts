import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchList, records } from '../../../support/matched-lists.js';
import { parts, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

const [first] = parts;

const match = (list: string | Uint8Array, ...options: string[]) => matchList(sample, list, ...options);

describe('the file of -o', () => {
  const list = `MPN;Qty\n${first.mpn};1\n`;

  it('has the result with a mark for Excel, and the summary is printed', async () => {
    const output = sample.file('matched.csv');
    const { status, out, err } = await match(list, '-o', output);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^1 line in .*; \S+matched\.csv has \d+ B\ncolumns: /);
    const written = await readFile(output, 'utf8');
    expect(written).toMatch(/^\ufeffMPN;Qty;match;/);
    expect(records(written, ';')[0].match).toBe('exact');
  });

  it('has tabs in a .tsv, and JSON on request', async () => {
    const output = sample.file('matched.tsv');
    expect((await match(list, '-o', output)).status).toBe(0);
    expect(await readFile(output, 'utf8')).toMatch(/^\ufeffMPN\tQty\tmatch\t/);
    const json = sample.file('matched.json');
    expect((await match(list, '--json', '-o', json)).out).toContain('Match\n');
    expect((await match(list, '--json', '-o', json)).status).toBe(0);
    expect(JSON.parse(await readFile(json, 'utf8')).lines).toHaveLength(1);
    const ndjson = sample.file('matched.ndjson');
    for (const _ of [1, 2]) expect((await match(list, '--ndjson', '-o', ndjson)).status).toBe(0);
  });

  it('replaces an earlier result and an empty file, other files by --force alone', async () => {
    const output = sample.file('again.csv');
    await writeFile(output, '');
    for (const _ of [1, 2]) expect((await match(list, '-o', output)).status).toBe(0);
    await writeFile(output, 'my,data\n');
    expect(await match(list, '-o', output)).toEqual({
      status: 2,
      out: '',
      err: `error: -o "${output}" exists and is not a result of an earlier match; choose another name, or --force to replace it\n`,
    });
    expect(await readFile(output, 'utf8')).toBe('my,data\n');
    expect((await match(list, '-o', output, '--force')).status).toBe(0);
  });

  it('replaces purchases of the list by its matches, and matches by purchases', async () => {
    const output = sample.file('either.csv');
    for (const more of [['--boards', '2'], [], ['--boards', '2']]) {
      expect((await match(list, '-o', output, ...more)).status).toBe(0);
    }
  });

  it('does not give its result the name of a workbook', async () => {
    for (const name of ['out.xlsx', 'out.XLS', 'out.ods']) {
      const output = sample.file(name);
      const { status, err } = await match('mpn\nX\n', '-o', output);
      const csv = sample.file('out.csv');
      expect({ status, err }).toEqual({
        status: 2,
        err: `error: -o "${output}": the result is CSV, which a workbook program opens as ${csv}; name it so\n`,
      });
    }
  });

  it('does not give its result the name of a document, nor of a catalog', async () => {
    for (const name of ['out.pdf', 'out.docx', 'out.html', 'out.pdx', 'out.csv.gz']) {
      const output = sample.file(name);
      const { status, err } = await match('mpn\nX\n', '-o', output);
      expect({ status, err }).toEqual({
        status: 2,
        err: `error: -o "${output}": a list is written as .csv, .tsv, .json or .ndjson; name it so\n`,
      });
    }
  });

  it('is JSON where its name says so', async () => {
    const output = sample.file('out.json');
    expect((await match(list, '-o', output)).status).toBe(0);
    expect(JSON.parse(await readFile(output, 'utf8')).lines).toHaveLength(list.trim().split('\n').length - 1);
    expect((await match(list, '-o', sample.file('out.ndjson'))).status).toBe(0);
    expect(await readFile(sample.file('out.ndjson'), 'utf8')).toMatch(/^\{"line":/);
    expect((await match(list, '-o', sample.file('lines.txt'), '--json')).status).toBe(0);
    expect(await readFile(sample.file('lines.txt'), 'utf8')).toMatch(/^\{\n {2}"lines"/);
  });

  it('is never what is read', async () => {
    const bom = sample.file('bom.csv');
    await symlink(bom, sample.file('link.csv'));
    for (const output of [bom, sample.file('link.csv'), sample.path]) {
      const { status, err } = await match(list, '-o', output, '--force');
      expect({ status, err }).toEqual({ status: 2, err: `error: -o "${output}": that is what is read; name another file\n` });
    }
    expect(await readFile(bom, 'utf8')).toBe(list);
  });

  it('is as it was where matching fails, and nothing is left beside it', async () => {
    const output = sample.file('kept.csv');
    expect((await match(list, '-o', output)).status).toBe(0);
    const before = await readFile(output, 'utf8');
    const files = await readdir(sample.folder);
    const broken = await match(`${list}${`${first.mpn};1\n`.repeat(5000)}X;"open\n`, '-o', output);
    expect(broken.status).toBe(1);
    expect(broken.err).toMatch(/^error: "\S+bom\.csv", line 5003: a cell that begins with a quote there is never closed/);
    expect(await readFile(output, 'utf8')).toBe(before);
    expect(await readdir(sample.folder)).toEqual(files);
  });

  it('cannot be a folder, nor be in one that is not there', async () => {
    const folder = sample.file('folder');
    await mkdir(folder);
    expect(await match(list, '-o', folder)).toMatchObject({
      status: 2,
      err: `error: -o "${folder}": it is a folder; name a file in it\n`,
    });
    const nowhere = sample.file('no/matched.csv');
    expect(await match(list, '-o', nowhere)).toMatchObject({
      status: 1,
      err: `error: -o "${nowhere}": there is no such file or folder\n`,
    });
    expect(await stat(sample.file('no')).catch(() => undefined)).toBeUndefined();
  });
});
