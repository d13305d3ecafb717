import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../../../../src/import/partdex-import.js';
import { openCatalogFile } from '../../../../src/node/partdex-node.js';
import type { Part } from '../../../../src/partdex.js';
import { CapturedTerminal } from '../../../support/captured-terminal.js';
import { PARTS, partdex, parts, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

async function searched(...args: string[]): Promise<string> {
  const ended = await partdex('search', sample.path, ...args);
  expect(ended).toMatchObject({ status: 0, err: '' });
  return ended.out;
}

/** The parts of a file of a table by uid, in a catalog that the command builds of it. */
async function built(path: string): Promise<Map<string, Part>> {
  const out = sample.file('read-back.pdx');
  expect(await partdex('build', path, '--force', '-o', out)).toMatchObject({ status: 0 });
  const catalog = await openCatalogFile(out);
  const found = new Map<string, Part>();
  const include = ['specs', 'descriptions', 'short_description', 'datasheets', 'category_uids'];
  for await (const part of catalog.parts.scan({ include })) found.set(part.uid, part);
  await catalog.close();
  return found;
}

describe('partdex search --csv', () => {
  it('writes the columns that are named, of every result', async () => {
    const path = sample.file('named.csv');
    const out = await searched('-q', 'cap ceramic', '--csv', path, '--columns', 'mpn,brand.name,specs.capacitance.value');
    const { hits } = await sample.catalog.parts.search({ q: 'cap ceramic', limit: 0 });
    expect(hits).toBeGreaterThan(10);
    expect(out).toMatch(new RegExp(`^${hits} parts, .*; .*named\\.csv has .*B\\n$`));
    const lines = (await readFile(path, 'utf8')).split('\n');
    expect(lines[0]).toBe('mpn,brand.name,specs.capacitance.value (F)');
    expect(lines).toHaveLength(hits + 2);
    const { results } = await sample.catalog.parts.search({ q: 'cap ceramic', limit: 1, include: ['specs'] });
    const [{ item }] = results;
    expect(lines[1]).toBe([item.mpn, item.brand?.name, item.specs?.capacitance?.value].join(','));
  });

  it('takes as many as --limit says, from --start on, and goes to the output', async () => {
    const all = (await searched('--csv', '-', '--columns', 'uid', '--sort', 'uid asc')).split('\n');
    expect(all).toHaveLength(PARTS + 2);
    const some = await searched('--csv', '-', '--columns', 'uid', '--sort', 'uid asc', '-n', '150', '--start', '3');
    expect(some.split('\n')).toEqual(['uid', ...all.slice(4, 154), '']);
    expect(await searched('--csv', '-', '--columns', 'uid', '-n', '0')).toBe('uid\n');
    expect(await searched('-q', 'nothinglikethis', '--csv', '-', '--columns', 'mpn,uid')).toBe('mpn,uid\n');
  });

  it('has sensible columns where none are named', async () => {
    const [headings, row] = (await searched('-q', 'x7r', '--sort', 'specs.thickness.value asc', '-n', '1', '--csv', '-')).split(
      '\n',
    );
    expect(headings).toMatch(/^mpn,brand\.name,description,category,specs\.thickness\.value \(mm\),specs\./);
    expect(headings).toMatch(/,specs\.capacitance\.value \(F\),.*,stock,price \(USD\),datasheets\.url,uid$/);
    expect(row).toContain('Electronic Parts / Passive Components / Ceramic Capacitors');
    const brands = await searched('--collection', 'brands', '--csv', '-', '-n', '1');
    expect(brands).toMatch(/^name,uid,homepage_url\n.+\n$/);
    expect(await searched('--collection', 'categories', '-q', 'ceramic', '--csv', '-')).toMatch(
      /^name,uid,parent_uid,ancestor_names,num_parts\nCeramic Capacitors,.*Electronic Parts \| Passive Components,\d+\n$/,
    );
  });

  it('is read back by a build: the same parts with the same specs', async () => {
    const keys = sample.catalog.specs.map(({ key }) => key);
    const members = keys.flatMap((key) => [`specs.${key}.value`, `specs.${key}.min_value`, `specs.${key}.max_value`]);
    const known = new Set<string>();
    for (const part of parts) {
      for (const [key, spec] of Object.entries(part.specs ?? {})) {
        for (const name of ['value', 'min_value', 'max_value'] as const)
          if (spec[name] != null) known.add(`specs.${key}.${name}`);
      }
    }
    const columns = [
      'uid',
      'mpn',
      'brand.name',
      'descriptions.value',
      'datasheets.url',
      ...members.filter((name) => known.has(name)),
    ];
    for (const name of ['round.csv', 'round.tsv', 'round.xlsx']) {
      const path = sample.file(name);
      await searched(name.endsWith('xlsx') ? '--xlsx' : '--csv', path, '--columns', columns.join(','));
      const read = await built(path);
      expect(read.size).toBe(PARTS);
      const asked = { include: ['specs', 'descriptions', 'datasheets'] };
      for await (const part of sample.catalog.parts.scan(asked))
        expect(factsOf(read.get(part.uid) as Part)).toEqual(factsOf(part));
    }
  });

  it('has a row for each offer where columns are of offers, and is read back', async () => {
    const path = sample.file('offers.csv');
    const columns =
      'uid,mpn,offers.sku,offers.seller.name,offers.in_stock_quantity,offers.moq,offers.packaging,offers.prices.USD,offers.prices.EUR';
    const out = await searched('--csv', path, '--columns', columns);
    const offers = parts.reduce((sum, part) => sum + Math.max(1, part.offers?.length ?? 0), 0);
    expect(out).toContain(`500 parts in ${offers.toLocaleString('en-US')} rows, `);
    const read = await built(path);
    let count = 0;
    for await (const part of sample.catalog.parts.scan()) {
      // Rows with the same seller and number are one offer.
      const keys = (part.offers ?? []).map(({ seller, sku }) => `${seller?.uid} ${sku}`);
      if (new Set(keys).size < keys.length) continue;
      count++;
      expect(read.get(part.uid)?.offers?.map(offerFacts)).toEqual(part.offers?.map(offerFacts));
    }
    expect(count).toBeGreaterThan(PARTS / 2);
  });

  it('has the price of a quantity', async () => {
    const file = await sample.write('priced.ndjson', [
      '{"uid":"1","mpn":"A","offers":[{"prices":{"EUR":[[10,"0.2"],[1,"0.3"],["100","0.1"]]}},{"prices":{"EUR":[[1000,"0.05"]]}}]}',
    ]);
    const path = sample.file('priced.pdx');
    await partdex('build', file, '-o', path, '--currency', 'EUR');
    const { out } = await partdex(
      'search',
      path,
      '--csv',
      '-',
      '--columns',
      'offers.prices.EUR.50,offers.prices.EUR,stock,price',
      '--currency',
      'EUR',
    );
    expect(out).toBe(
      'offers.prices.EUR.50,offers.prices.EUR,stock,price (EUR)\n0.2,10: 0.2; 1: 0.3; 100: 0.1,,0.3\n,1000: 0.05,,0.3\n'.replaceAll(
        '0.3\n',
        '0.05\n',
      ),
    );
  });
});

const specFacts = ([key, spec]: [string, NonNullable<Part['specs']>[string]]) => {
  const { value, min_value: min, max_value: max, metadata } = spec;
  return [key, [value ?? []].flat().map(String), min ?? null, max ?? null, metadata?.unit?.symbol ?? null];
};

function factsOf(part: Part): unknown {
  const { mpn, brand, descriptions, datasheets, specs } = part;
  return {
    mpn,
    brand: brand?.name,
    descriptions: descriptions?.map(({ value }) => value),
    datasheets: datasheets?.map(({ url }) => url),
    specs: Object.entries(specs ?? {})
      .map(specFacts)
      .sort(),
  };
}

function offerFacts(offer: NonNullable<Part['offers']>[number]): unknown {
  const { sku, seller, in_stock_quantity: stock, moq, packaging, prices } = offer;
  const of = (code: string) => (prices?.[code] ?? []).map(([from, price]) => [Number(from), String(price)]);
  return [sku, seller?.name, stock, moq, packaging || null, of('USD'), of('EUR')];
}

describe('cells that are formulas', () => {
  const values = ['=1+2', '+1-2', '-40°C', '@SUM(A1)', "'=x", "''", '-40', '+5', 'a,"b"', 'two\nlines', 'a | b'];

  it.each(['csv', 'xlsx'])('are texts, and are read back: %s', async (kind) => {
    const file = await sample.write(
      'formulas.ndjson',
      values.map((value, i) =>
        JSON.stringify({ uid: `u${i}`, mpn: `M${i}`, specs: { x: { value: [value] } }, descriptions: [{ value }] }),
      ),
    );
    const path = sample.file('formulas.pdx');
    await partdex('build', file, '-o', path);
    const out = sample.file(`formulas.${kind}`);
    const columns = 'uid,mpn,specs.x.value,descriptions.value';
    const { err } = await partdex('search', path, `--${kind}`, out, '--columns', columns);
    expect(err).toBe('warning: 2 cells have a value with " | " in it, which separates the values of a cell\n');
    const table = readTable({ name: out, data: await readFile(out) });
    const read = new Map<string, Part>();
    for await (const part of table) read.set(part.uid, part);
    expect(values.map((_, i) => read.get(`u${i}`)?.specs?.x.value)).toEqual(values.map((value) => value.split(' | ')));
    expect(read.get('u0')?.descriptions).toEqual([{ value: '=1+2' }]);
    if (kind !== 'csv') return;
    const text = await readFile(out, 'utf8');
    expect(text).toContain(",'=1+2,'=1+2\n");
    expect(text).toContain(',-40,-40\n');
    const raw = await partdex('search', path, '--csv', '-', '--columns', columns, '--raw-cells');
    expect(raw.out).toContain(',=1+2,=1+2\n');
  });

  it('may have the names of what every object has', async () => {
    const names = ['constructor', '__proto__', 'toString'];
    const file = await sample.write(
      'names.ndjson',
      names.map((mpn) => JSON.stringify({ uid: mpn, mpn, specs: { a: { value: [mpn] } } })),
    );
    const [path, out] = [sample.file('names.pdx'), sample.file('names.xlsx')];
    await partdex('build', file, '-o', path);
    expect((await partdex('search', path, '--xlsx', out, '--columns', 'uid,mpn,specs.a.value')).status).toBe(0);
    const read: unknown[] = [];
    for await (const { uid, mpn, specs } of readTable(await readFile(out))) read.push([uid, mpn, specs?.a.value]);
    expect(read.sort()).toEqual(names.map((name) => [name, name, [name]]).sort());
  });
});

describe('the file of a sheet', () => {
  it('replaces an earlier sheet with the same columns, and other files only with --force', async () => {
    const path = await sample.write('mine.csv', ['mine,and,mine']);
    const write = (...more: string[]) =>
      partdex('search', sample.path, '--csv', path, '--columns', 'mpn,uid', '-n', '2', ...more);
    expect(await write()).toMatchObject({
      status: 2,
      out: '',
      err: `error: --csv "${path}" exists and is not a sheet with these columns; choose another name, or --force to replace it\n`,
    });
    expect(await readFile(path, 'utf8')).toBe('mine,and,mine\n');
    expect((await write('--force')).status).toBe(0);
    expect((await write()).status).toBe(0);
    const book = sample.file('book.xlsx');
    const sheet = (...more: string[]) => partdex('search', sample.path, '--xlsx', book, '-n', '2', ...more);
    expect((await sheet()).status).toBe(0);
    expect((await sheet()).err).toContain(`--xlsx "${book}" exists; choose another name, or --force`);
    expect((await sheet('--force')).status).toBe(0);
  });

  it('stays as it was where the search fails', async () => {
    const path = await sample.write('kept.csv', ['kept']);
    const files = await readdir(sample.folder);
    const bad = await partdex('search', sample.path, '--csv', path, '--columns', 'mpn,brand.nam,specs.nothing.value', '--force');
    expect(bad).toMatchObject({ status: 2, out: '' });
    expect(bad.err).toMatch(/^error: --columns: no record has a member "brand\.nam"; did you mean /);
    const both = await partdex('search', sample.path, '--csv', path, '--columns', 'brand.nam,mpm', '--force');
    expect(both.err).toMatch(
      /^error: --columns: no record has a member "brand\.nam".*\n--columns: no record has a member "mpm".*\n$/,
    );
    expect(await readFile(path, 'utf8')).toBe('kept\n');
    expect(await readdir(sample.folder)).toEqual(files);
    expect((await partdex('search', sample.path, '--csv', sample.path, '--force')).err).toContain('is the catalog');
  });

  it.each([
    [['--columns', 'mpn'], "error: option '--columns' goes with '--csv' or '--xlsx'"],
    [['--raw-cells', '--xlsx', 'a.xlsx'], "error: option '--raw-cells' goes with '--csv'"],
    [['--csv', 'a.xlsx'], 'error: --csv "a.xlsx": a workbook is written by --xlsx'],
    [['--xlsx', 'a.csv'], 'error: --xlsx "a.csv": the name must end in .xlsx'],
    [['--csv', 'a.csv', '--json'], "error: option '--csv <file>' cannot be used with option '--json'"],
    [['--csv', 'a.csv', '--columns', ','], "error: option '--columns' names no column"],
  ])('is checked before anything is read: %j', async (args, message) => {
    const { status, err } = await partdex('search', sample.path, ...args);
    expect({ status, err: err.split('\n')[0] }).toEqual({ status: 2, err: message });
  });

  it('has no control characters on a terminal', async () => {
    const file = await sample.write('control.ndjson', ['{"uid":"1","mpn":"A\\u001b[31m"}']);
    const path = sample.file('control.pdx');
    await partdex('build', file, '-o', path);
    const shown = await runOn(new CapturedTerminal({ isTTY: true }), 'search', path, '--csv', '-', '--columns', 'mpn');
    expect(shown.out).toBe('mpn\nA [31m\n');
    expect((await partdex('search', path, '--csv', '-', '--columns', 'mpn')).out).toBe('mpn\nA\u001b[31m\n');
  });

  it('is told of what it cannot hold', async () => {
    const long = 'x'.repeat(40_000);
    const file = await sample.write('long.ndjson', [JSON.stringify({ uid: '1', mpn: 'A', descriptions: [{ value: long }] })]);
    const [path, out] = [sample.file('long.pdx'), sample.file('long.xlsx')];
    await partdex('build', file, '-o', path);
    const { err } = await partdex('search', path, '--xlsx', out, '--columns', 'mpn,descriptions.value');
    expect(err).toBe(
      'warning: 1 text is cut at 32,767 characters, the most that a cell of a workbook has; --csv has them whole\n',
    );
    await writeFile(out, '');
  });
});
