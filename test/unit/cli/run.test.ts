import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { generateSample, sampleMetadata } from '../../../src/cli/sample/sample.js';
import { openCatalogFile } from '../../../src/node/partdex-node.js';
import type { Catalog, Part, SearchResponse } from '../../../src/partdex.js';
import { CapturedTerminal } from './captured-terminal.js';

const PARTS = 500;
const METADATA = ['categories', 'brands', 'manufacturers', 'sellers', 'spec-metadata'];
const metadata = sampleMetadata();
const parts = [...generateSample(PARTS)];

let folder: string;
let catalogPath: string;
let catalog: Catalog;

/** Runs a command line and gives what it wrote and its exit status. */
async function partdex(...args: string[]) {
  const terminal = new CapturedTerminal();
  const status = await run(args, terminal);
  return { status, out: terminal.out, err: terminal.err };
}

/** Runs a search with --json. */
async function searchJson(...args: string[]): Promise<SearchResponse<Part>> {
  const { status, out, err } = await partdex('search', catalogPath, '--json', ...args);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
}

async function writeParts(name: string, lines: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-cli-'));
  catalogPath = join(folder, 'catalog.pdx');
  const sample = await partdex('sample', String(PARTS), '-o', folder);
  expect(sample).toMatchObject({ status: 0, err: '' });
  const options = METADATA.flatMap((name) => [`--${name}`, join(folder, `${name}.ndjson`)]);
  const build = await partdex('build', join(folder, 'parts.ndjson'), ...options, '-o', catalogPath);
  expect(build).toMatchObject({ status: 0, err: '' });
  expect(build.out).toMatch(/^500 parts in \d+\.\d s \([\d,]+ parts\/s\); .*catalog\.pdx has [\d.]+ [kM]B\n$/);
  catalog = await openCatalogFile(catalogPath);
});

afterAll(async () => {
  await catalog?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('partdex', () => {
  it('helps, and tells its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await partdex('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
    const help = await partdex('search', '--help');
    expect(help).toMatchObject({ status: 0, err: '' });
    expect(help.out).toContain('--filter <query>');
  });

  it.each([[[]], [['find']], [['build', 'x.ndjson']], [['search', 'x.pdx', '--limit', 'ten']], [['sample', '-5']]])(
    'ends with status 2 for wrong arguments: %j',
    async (args) => {
      const { status, out, err } = await partdex(...args);
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).not.toBe('');
    },
  );
});

describe('partdex sample', () => {
  it('writes the parts and the metadata', async () => {
    const lines = async (name: string) =>
      (await readFile(join(folder, `${name}.ndjson`), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['parts', ...METADATA].map((name) => `${name}.ndjson`)));
    expect(await lines('parts')).toEqual(parts);
    expect(await lines('categories')).toEqual(metadata.categories);
    expect(await lines('brands')).toEqual(metadata.brands);
    expect(await lines('manufacturers')).toEqual(metadata.manufacturers);
    expect(await lines('sellers')).toEqual(metadata.sellers);
    expect(await lines('spec-metadata')).toEqual(metadata.spec_metadata);
  });

  it('writes the parts to the terminal without a folder, other ones for another seed', async () => {
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

  it('says what is wrong with a folder that cannot be written', async () => {
    const file = await writeParts('file', []);
    const { status, out, err } = await partdex('sample', '1', '-o', join(file, 'folder'));
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toBe(`error: "${join(file, 'folder')}": a part of the path is no folder\n`);
  });
});

describe('partdex build', () => {
  it('joins several files of parts', async () => {
    const first = await writeParts('first.ndjson', ['{"uid":"1","mpn":"A"}']);
    const second = await writeParts('second.ndjson', ['{"uid":"2","mpn":"B"}', '{"uid":"3","mpn":"C"}']);
    const { status, out } = await partdex('build', first, second, '-o', join(folder, 'joined.pdx'));
    expect(status).toBe(0);
    expect(out).toMatch(/^3 parts in /);
  });

  it('stops at an invalid document and names its line', async () => {
    const path = await writeParts('invalid.ndjson', ['{"uid":"1","mpn":"A"}', '{"uid":"2"}']);
    const { status, out, err } = await partdex('build', path, '-o', join(folder, 'invalid.pdx'));
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^error: .*invalid\.ndjson.*2.*mpn.*\n$/);
    expect(await readdir(folder)).not.toContain('invalid.pdx');
  });

  it('skips invalid documents with --skip-invalid, and says which', async () => {
    const lines = ['{"uid":"1","mpn":"A"}', '{"uid":"2"}', 'no json', ...Array.from({ length: 12 }, () => '{}')];
    const path = await writeParts('skipped.ndjson', lines);
    const { status, out, err } = await partdex('build', path, '--skip-invalid', '-o', join(folder, 'skipped.pdx'));
    expect(status).toBe(0);
    expect(out).toMatch(/^1 part, 14 skipped in /);
    expect(err.trimEnd().split('\n')).toHaveLength(11);
    expect(err).toMatch(/warning: skipped 4 more\n$/);
  });

  it('names a file that does not exist', async () => {
    const path = join(folder, 'nowhere.ndjson');
    const { status, err } = await partdex('build', path, '-o', join(folder, 'nowhere.pdx'));
    expect({ status, err }).toEqual({ status: 1, err: `error: cannot read "${path}": no such file\n` });
  });
});

describe('partdex search', () => {
  it('prints a table of parts, the number of hits and the time', async () => {
    const part = parts.find((candidate) => candidate.mpn.length > 8) as Part;
    const { status, out, err } = await partdex('search', catalogPath, '-q', part.mpn);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const [head, row] = out.split('\n');
    expect(head.split(/ {2,}/)).toEqual(['mpn', 'brand', 'description', 'stock', 'price from']);
    expect(row).toContain(part.mpn);
    expect(row).toContain(part.brand?.name);
    expect(row).toContain(part.short_description);
    expect(out).toMatch(/\n\n1 part found, [\d.]+ ms\n$/);
  });

  it('tells which of many are shown', async () => {
    const { out } = await partdex('search', catalogPath, '--start', '20', '--limit', '5');
    expect(out).toMatch(/\n\n500 parts found, shown 21 to 25, [\d.]+ ms\n$/);
    expect(out.split('\n')).toHaveLength(1 + 5 + 3);
  });

  it('prints the answer of the library with --json', async () => {
    const request = {
      q: 'resistor OR res -0402',
      start: 1,
      limit: 4,
      sortby: 'mpn desc',
      show: ['uid', 'mpn'],
      filter: { fields: { 'brand.name': [metadata.brands[0].name, metadata.brands[1].name] }, queries: ['mpn:R*', '*:*'] },
    };
    const { msec, ...answer } = await searchJson(
      ...['-q', request.q, '--start', '1', '--limit', '4', '--sort', 'mpn desc', '--show', 'uid, mpn'],
      ...['--filter', 'mpn:R*', '--filter', '*:*'],
      ...['--field', `brand.name=${metadata.brands[0].name}`, '--field', `brand.name=${metadata.brands[1].name}`],
    );
    const { msec: other, ...expected } = await catalog.parts.search(request);
    expect(answer).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(Math.min(msec, other)).toBeGreaterThanOrEqual(0);
  });

  it('finds the parts of a category and of all below it by name and by uid', async () => {
    const group = metadata.categories.find((category) => category.name === 'Integrated Circuits');
    const expected = parts.filter((part) => part.category_uids?.includes(group?.uid ?? '')).length;
    expect(expected).toBeGreaterThan(20);
    expect((await searchJson('--category', 'Integrated Circuits')).hits).toBe(expected);
    expect((await searchJson('--category', group?.uid ?? '')).hits).toBe(expected);
    expect((await searchJson('--category', 'integrated circuits')).hits).toBe(expected);
    const both = await searchJson('--category', 'Integrated Circuits', '--category', 'Relays');
    const relays = await searchJson('--category', 'Relays');
    expect(both.hits).toBe(expected + relays.hits);
  });

  it('names categories near one that does not exist', async () => {
    expect(await partdex('search', catalogPath, '--category', 'chip')).toEqual({
      status: 2,
      out: '',
      err: 'error: there is no category "chip"; there is "Chip Resistors"\n',
    });
  });

  it('shows the members that were asked for', async () => {
    const [part] = parts;
    const only = await partdex('search', catalogPath, '--field', `uid=${part.uid}`, '--show', 'uid,brand.name,offers.sku');
    expect(only.out.split('\n')[0].split(/ {2,}/)).toEqual(['uid', 'brand.name', 'offers.sku']);
    expect(only.out).toContain(part.offers?.map((offer) => offer.sku).join(', '));
    const more = await partdex('search', catalogPath, '--field', `uid=${part.uid}`, '--include', 'category_uids');
    expect(more.out).toContain(part.category_uids?.join(', '));
    expect(more.out).toContain(part.mpn);
  });

  it('ends well without a hit', async () => {
    const { status, out, err } = await partdex('search', catalogPath, '-q', 'nosuchword');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^no part found, [\d.]+ ms\n$/);
  });

  it('passes warnings on', async () => {
    const { status, err } = await partdex('search', catalogPath, '-q', 'res "" ab*');
    expect(status).toBe(0);
    expect(err).toMatch(/^warning: .*\n/);
  });

  it('marks the fault of a filter query', async () => {
    const { status, out, err } = await partdex('search', catalogPath, '--filter', 'mpn:RC* AND )');
    expect({ status, out }).toEqual({ status: 2, out: '' });
    const [, query, mark, reason, end] = err.split('\n');
    expect(query).toBe('  mpn:RC* AND )');
    expect(mark).toBe('              ^');
    expect(reason).toMatch(/^ {2}found "\)" at character 13, expected /);
    expect(end).toBe('');
  });

  it.each([
    ['--filter', 'mpm:x', 'mpn'],
    ['--field', 'x', 'name=value'],
    ['--limit', '101', 'limit'],
    ['--sort', 'color asc', 'color'],
    ['--show', 'colour', 'colour'],
  ])('refuses %s %s in one line', async (option, value, mention) => {
    const { status, out, err } = await partdex('search', catalogPath, option, value);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^error: .*\n$/);
    expect(err).toContain(mention);
  });

  it('says what is wrong with a file that is no catalog', async () => {
    const { status, err } = await partdex('search', join(folder, 'parts.ndjson'));
    expect(status).toBe(1);
    expect(err).toMatch(/^error: .*\n$/);
    const missing = await partdex('search', join(folder, 'nowhere.pdx'));
    expect(missing.status).toBe(1);
    expect(missing.err).toMatch(/^error: .*nowhere\.pdx.*no such file.*\n$/);
  });

  it('shows parts that have nothing but a uid and a part number', async () => {
    const path = await writeParts('bare.ndjson', ['{"uid":"1","mpn":"A"}']);
    const bare = join(folder, 'bare.pdx');
    await partdex('build', path, '-o', bare);
    const { status, out } = await partdex('search', bare);
    expect(status).toBe(0);
    expect(out.split('\n')[1]).toBe('A');
  });
});

describe('partdex info', () => {
  it('tells counts and sections', async () => {
    const { status, out, err } = await partdex('info', catalogPath);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^parts +500$/m);
    expect(out).toMatch(/^categories +40$/m);
    expect(out).toMatch(/^brands +400$/m);
    expect(out).toMatch(/^sellers +60$/m);
    const sections = catalog.sections().sort((a, b) => b.bytes - a.bytes);
    expect(sections.length).toBeGreaterThan(100);
    const listed = out.split('\n').filter((line) => sections.some(({ name }) => line.startsWith(`${name} `)));
    expect(listed).toHaveLength(20);
    expect(out).toContain(`\n${sections[0].name} `);
    expect(out).toContain(`\n${sections.length - 20} more `);
    const all = await partdex('info', catalogPath, '--all');
    for (const { name } of sections) expect(all.out).toContain(`\n${name} `);
  });
});
