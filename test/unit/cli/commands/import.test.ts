import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapturedTerminal } from '../../../support/captured-terminal.js';
import { partdex, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

const TABLE = [
  'MPN,Manufacturer,Stock,Price@10,Resistance,Category',
  'A-1,Acme,"1,200",€0.10,4k7,R / SMD',
  'B-2,Acme,some,€0.20,10k,R / THT',
];

describe('partdex build of tables', () => {
  it('makes a catalog and prints how the columns were read', async () => {
    const path = await sample.write('parts.csv', TABLE);
    const out = sample.file('table.pdx');
    const report = sample.file('report.json');
    const { status, out: printed, err } = await partdex('build', path, '-o', out, '--report', report);
    expect(status).toBe(0);
    expect(printed).toMatch(/^2 parts in /);
    expect(err).toContain(`${path}: 2 rows, 2 parts\n`);
    expect(err).toMatch(/\n +Resistance +specs\.resistance in Ω +2\n/);
    expect(err).toMatch(/\n +Stock +offers\.in_stock_quantity +1 +1: line 3 "some"\n/);
    const [table] = JSON.parse(await readFile(report, 'utf8'));
    expect(table).toMatchObject({ source: path, rows: 2, parts: 2, left_out: [], conflicts: [] });
    expect((await partdex('search', out, '-f', 'specs.resistance.value:4.7k', '--count')).out).toBe('1\n');
    expect((await partdex('search', out, '--category', 'R', '--count')).out).toBe('2\n');
  });

  it('reads several, packed ones and documents too, and the input', async () => {
    const packed = sample.file('more.csv.gz');
    await writeFile(packed, gzipSync('MPN;Stock\nC-3;5\n'));
    const list = await sample.write('list.json', ['[{"mpn":"D-4","brand":"Acme"},', '{"mpn":"A1","brand":"ACME","stock":7}]']);
    const table = await sample.write('parts.csv', TABLE);
    const documents = await sample.write('documents.ndjson', ['{"uid":"1","mpn":"E"}']);
    const out = sample.file('several.pdx');
    expect((await partdex('build', table, packed, list, documents, '-o', out)).out).toMatch(/^5 parts in /);
    const input = await runOn(new CapturedTerminal({ input: TABLE.join('\n') }), 'build', '-', '-o', out);
    expect(input.out).toMatch(/^2 parts in /);
  });

  it('never replaces what it reads, nor writes two things to a file', async () => {
    const path = await sample.write('kept.csv', TABLE);
    const map = await sample.write('kept.yaml', ['currency: EUR']);
    const before = await readFile(path, 'utf8');
    const out = sample.file('kept.pdx');
    for (const [command, ...options] of [
      ['import', '--map-out', path],
      ['import', '--report', path],
      ['import', '--aliases-out', path],
      ['import', '--map-out', sample.file('same'), '--report', sample.file('same')],
      ['build', '-o', out, '--report', path],
      ['build', '-o', out, '--map', map, '--report', map],
      ['build', '-o', out, '--report', out],
      ['build', '-o', out, '--errors', sample.file('same'), '--report', sample.file('same')],
    ]) {
      const { status, err } = await partdex(command, path, ...options, '--force');
      expect({ status, err }).toMatchObject({
        status: 2,
        err: expect.stringMatching(/^error: --\S+ ".*": that is ".*" of this /),
      });
    }
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readFile(map, 'utf8')).toBe('currency: EUR\n');
    // A map may be completed in its place.
    expect((await partdex('import', path, '--map', map, '--map-out', map)).status).toBe(0);
    expect(await readFile(map, 'utf8')).toContain('Price@10:');
  });

  it('says why a file is not a table', async () => {
    const nowhere = sample.file('nowhere.csv');
    const empty = await sample.write('empty', []);
    await writeFile(empty, '');
    expect(await partdex('import', nowhere)).toMatchObject({
      status: 1,
      err: `error: "${nowhere}": there is no such file or folder\n`,
    });
    expect((await partdex('import', sample.folder)).err).toContain('it is a folder');
    expect((await partdex('import', empty)).err).toContain('is empty; a table of parts is needed');
    const lists = await sample.write('lists.json', ['[["MPN","Stock"],["A",5]]']);
    expect((await partdex('import', lists)).err).toContain('a list of objects is needed');
  });

  it('names a packed file as it is named, also where it is merged', async () => {
    const packed = sample.file('named.csv.gz');
    await writeFile(packed, gzipSync('MPN;Stock\nC-3;5\n'));
    const report = sample.file('named.json');
    const { status } = await partdex('build', packed, '--merge', 'uid', '--report', report, '-o', sample.file('named.pdx'));
    expect(status).toBe(0);
    const read = JSON.parse(await readFile(report, 'utf8')) as { source: string; parts: number }[];
    expect(read.map(({ source, parts }) => [source, parts])).toEqual([[packed, 1]]);
  });

  it('writes a map, and builds the same with it', async () => {
    const path = await sample.write('mapped.csv', TABLE);
    for (const name of ['map.yaml', 'map.json']) {
      const map = sample.file(name);
      const written = await partdex('import', path, '--map-out', map);
      expect(written).toMatchObject({ status: 0, out: `${map} has the map; partdex build ${path} --map ${map} uses it\n` });
      const [one, two] = [sample.file('one.pdx'), sample.file('two.pdx')];
      await partdex('build', path, '-o', one);
      expect((await partdex('build', path, '--map', map, '-o', two)).status).toBe(0);
      expect((await readFile(one)).equals(await readFile(two))).toBe(true);
    }
  });

  it('names the columns that a map of several tables leaves out', async () => {
    const paths = [await sample.write('x.csv', ['MPN,Volt', 'A,5V']), await sample.write('y.csv', ['MPN,Volt', 'B,any'])];
    const { status, err } = await partdex('import', ...paths, '--map-out', sample.file('both.yaml'));
    expect(status).toBe(0);
    expect(err).toMatch(/warning: .*both\.yaml leaves out columns .*: "Volt"\n$/);
  });

  it.each([
    ['nothing.csv', '', 'it is empty'],
    ['none.csv', 'a,b\n1,2\n', 'no heading of a column of part numbers'],
    ['rows.csv', 'MPN,Stock\n', 'no row with a part number'],
    ['page.html', '<html>', 'it is a web page'],
    ['book.xlsx', 'PK\u0003\u0004 damaged', 'damaged'],
  ])('fails for %s and leaves the output as it was', async (name, text, message) => {
    const path = sample.file(name);
    await writeFile(path, text, 'latin1');
    const out = sample.file('kept.pdx');
    await writeFile(out, '');
    const { status, err, out: printed } = await partdex('build', path, '-o', out);
    expect({ status, printed }).toEqual({ status: 1, printed: '' });
    expect(err).toContain(`error: "${path}"`);
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(await readFile(out, 'utf8')).toBe('');
  });

  it.each([
    ['columns: [', 'bad.yaml'],
    ['columns: { MPN: mnp }', 'wrong.yaml'],
    ['just text', 'text.yaml'],
  ])('fails for a map that is not one: %s', async (text, name) => {
    const path = await sample.write('parts.csv', TABLE);
    const map = await sample.write(name, [text]);
    const { status, err } = await partdex('build', path, '--map', map, '-o', sample.file('never.pdx'));
    expect(status).toBe(1);
    expect(err).toContain(`error: --map "${map}": `);
    expect(err).not.toMatch(/:\s*$/);
  });

  it('refuses options of tables where there is none, and files of others', async () => {
    const documents = await sample.write('only.ndjson', ['{"uid":"1","mpn":"E"}']);
    const table = await sample.write('parts.csv', TABLE);
    const out = sample.file('never.pdx');
    expect((await partdex('build', documents, '--report', sample.file('r.json'), '-o', out)).status).toBe(2);
    expect((await partdex('build', table, '--report', documents, '-o', out)).err).toContain('is not a report of tables');
    expect((await partdex('import', table, '--map-out', documents)).err).toContain('is not a map');
    expect((await partdex('import', documents)).err).toContain('is not a table');
    expect(await readFile(table, 'utf8')).toBe(TABLE.map((line) => `${line}\n`).join(''));
  });
});
