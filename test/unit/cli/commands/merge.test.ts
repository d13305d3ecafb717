import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partdex, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;
let north: string;
let south: string;
let documents: string;

beforeAll(async () => {
  sample = await SampleCatalog.create();
  north = await sample.write('north.csv', [
    'MPN,Manufacturer,SKU,Stock,Resistance,Description',
    'R-10K,muRata,N1,5,10k,first',
    'R-22K,muRata,N2,7,22k,first',
  ]);
  south = await sample.write('south.csv', [
    'MPN;Manufacturer;SKU;Stock;Resistance',
    'r10k;Murata Electronics;S1;9;11k',
    'X-1;Acme;S2;1;1k',
  ]);
  documents = await sample.write('web.ndjson', [
    '{"uid":"w1","mpn":"R10K","brand":{"name":"muRata(村田)"},"descriptions":[{"value":"second"}],"short_description":"third"}',
  ]);
});

afterAll(() => sample?.remove());

describe('partdex import --aliases-out', () => {
  it('writes brands that are likely to be one, and build --merge uses them', async () => {
    const brands = sample.file('aliases.ndjson');
    const written = await partdex('import', north, south, documents, '--aliases-out', brands);
    expect(written.status).toBe(0);
    expect(written.out).toBe(
      `${brands} has 1 brand that may have several names; check them, then partdex build ${north} ${south} ${documents} ` +
        `--brands ${brands} --merge "brand and part number" uses them\n`,
    );
    expect(written.err).toContain('2 rows, 2 parts');
    expect(JSON.parse(await readFile(brands, 'utf8'))).toMatchObject({
      name: 'muRata',
      aliases: ['Murata Electronics', 'muRata(村田)'],
    });
    const out = sample.file('merged.pdx');
    const report = sample.file('report.json');
    const by = ['--brands', brands, '--merge', 'brand and part number'];
    const built = await partdex('build', north, documents, south, ...by, '-o', out, '--report', report);
    expect(built).toMatchObject({ status: 0 });
    expect(built.out).toMatch(/^3 parts of 5 merged in /);
    const entries = JSON.parse(await readFile(report, 'utf8'));
    expect(entries.map(({ source, rows, parts }: Record<string, unknown>) => [source, rows, parts])).toEqual([
      [north, 2, 2],
      [south, 2, 2],
      [documents, 1, 1],
    ]);
    const uid = entries[1].conflicts[0].uid;
    expect(entries.map(({ conflicts }: { conflicts: unknown }) => conflicts)).toEqual([
      [],
      [{ uid, path: 'specs.resistance', kept: ['10000'], given: ['11000'], source: south }],
      [{ uid, path: 'short_description', kept: 'first', given: 'third', source: documents }],
    ]);
    expect(built.err).toContain(`part ${uid} has two values of specs.resistance: ["10000"] is kept, ["11000"] is not`);
    const { out: part } = await partdex('get', out, 'w1', '--json', '--include', 'descriptions,redirected_uids');
    expect(JSON.parse(part)).toMatchObject({
      uid,
      mpn: 'R-10K',
      brand: { name: 'muRata' },
      descriptions: [{ value: 'first' }, { value: 'second' }],
      offers: [{ sku: 'N1' }, { sku: 'S1' }],
    });
  });

  it('is of documents too, without a report; nothing else of import is', async () => {
    const brands = sample.file('none.ndjson');
    const written = await partdex('import', documents, '--aliases-out', brands);
    expect(written).toMatchObject({ status: 0, out: `no brand seems to have several names; ${brands} is empty\n`, err: '' });
    expect(await readFile(brands, 'utf8')).toBe('');
    expect(await partdex('import', documents)).toMatchObject({ status: 1 });
    expect(await partdex('import', documents, '--aliases-out', brands, '--report', sample.file('x'))).toMatchObject({
      status: 2,
    });
    expect((await partdex('import', north, '--aliases-out', documents)).err).toContain('exists and is not a table of brands');
  });
});

describe('partdex build --merge', () => {
  it('joins rows and documents by uid, the first file first', async () => {
    const again = await sample.write('again.ndjson', ['{"uid":"w1","mpn":"R10K","catalog_url":"http://x.example"}']);
    const out = sample.file('uids.pdx');
    expect((await partdex('build', documents, again, '-o', out)).err).toContain('is taken by');
    const built = await partdex('build', north, documents, again, north, '--merge', 'uid', '-o', out);
    expect(built.out).toMatch(/^3 parts of 6 merged in /);
  });

  it('is by uid or by brand and part number', async () => {
    const { status, err } = await partdex('build', north, '--merge', 'mpn', '-o', sample.file('x.pdx'));
    expect(status).toBe(2);
    expect(err).toContain('Allowed choices are uid, brand and part number.');
  });

  it('has a report without tables', async () => {
    const report = sample.file('documents.json');
    const built = await partdex('build', documents, documents, '--merge', 'uid', '--report', report, '-o', sample.file('d.pdx'));
    expect(built).toMatchObject({ status: 0, err: expect.stringContaining('2 rows, 2 parts') });
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject([{ source: documents, conflicts: [] }]);
  });
});
