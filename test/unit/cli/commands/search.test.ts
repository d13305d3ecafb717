import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Part, SearchRequest, SearchResponse } from '../../../../src/partdex.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';
import { metadata, partdex, parts, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

/** Runs a search of the sample. */
function search(...args: string[]) {
  return partdex('search', sample.path, ...args);
}

/** Runs a search with --json. */
async function searchJson(...args: string[]): Promise<SearchResponse<Part>> {
  const { status, out, err } = await search('--json', ...args);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
}

function ndjson(text: string): unknown[] {
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
}

describe('the table of partdex search', () => {
  it('has the parts, the number of hits and the time', async () => {
    const part = parts.find((candidate) => candidate.mpn.length > 8) as Part;
    const { status, out, err } = await search('-q', part.mpn);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const [head, row] = out.split('\n');
    expect(head.split(/ {2,}/)).toEqual(['mpn', 'brand', 'description', 'stock', 'price from']);
    expect(row).toContain(part.mpn);
    expect(row).toContain(part.brand?.name);
    expect(row).toContain(part.short_description);
    expect(out).toMatch(/\n\n1 part found, [\d.]+ ms\n$/);
  });

  it('reports which of many are shown', async () => {
    const { out } = await search('--start', '20', '--limit', '5');
    expect(out).toMatch(/\n\n500 parts found, shown 21 to 25, [\d.]+ ms\n$/);
    expect(out.split('\n')).toHaveLength(1 + 5 + 3);
    expect((await search('--limit', '0')).out).toMatch(/^500 parts found, none shown, [\d.]+ ms\n$/);
  });

  it('shows the requested members', async () => {
    const [part] = parts;
    const only = await search('--field', `uid=${part.uid}`, '--show', 'uid,brand.name,offers.sku');
    expect(only.out.split('\n')[0].split(/ {2,}/)).toEqual(['uid', 'brand.name', 'offers.sku']);
    expect(only.out).toContain(part.offers?.map((offer) => offer.sku).join(', '));
    const more = await search('--field', `uid=${part.uid}`, '--include', 'category_uids');
    expect(more.out).toContain(part.category_uids?.join(', '));
    expect(more.out).toContain(part.mpn);
  });

  it('has prices in the requested currency', async () => {
    const euros = parts.find((part) => part.offers?.every((offer) => offer.prices?.EUR)) as Part;
    expect((await search('--field', `uid=${euros.uid}`, '--currency', 'EUR')).out).toMatch(/ EUR\n/);
    expect((await search('--field', `uid=${euros.uid}`, '--currency', 'eur')).out).toMatch(/ EUR\n/);
    for (const currency of ['EU', 'Euro', '€']) {
      const { status, err } = await search('--currency', currency);
      expect([status, err]).toEqual([2, expect.stringContaining('It must be a code of three letters such as EUR')]);
    }
    expect((await search('--field', `uid=${euros.uid}`)).out).toMatch(/ USD\n/);
  });

  it('fits a narrow terminal', async () => {
    const { out } = await runOn(new CapturedTerminal({ isTTY: true, hasColors: true, columns: 76 }), 'search', sample.path);
    expect(out).not.toBe(plain(out));
    expect(out).toContain('…');
    for (const line of plain(out).split('\n')) expect(line.length).toBeLessThanOrEqual(76);
  });

  it('shows parts that have only a uid and a part number', async () => {
    const bare = sample.file('bare.pdx');
    await partdex('build', await sample.write('bare.ndjson', ['{"uid":"1","mpn":"A"}']), '-o', bare);
    const { status, out } = await partdex('search', bare);
    expect(status).toBe(0);
    expect(out.split('\n')[1]).toBe('A');
  });
});

describe('the request of partdex search', () => {
  it('has an option for every member', async () => {
    const request = {
      q: 'res -0402',
      start: 1,
      limit: 4,
      sortby: 'mpn desc',
      show: ['uid', 'mpn', 'offers'],
      hide: ['offers.prices'],
      include: ['specs'],
      slice: { offers: '[0:1]' },
      filter: { fields: { 'brand.name': [metadata.brands[0].name, metadata.brands[1].name] }, queries: ['mpn:*1*', '*:*'] },
    };
    const { msec, ...answer } = await searchJson(
      ...['-q', request.q, '--start', '1', '--limit', '4', '--sort', 'mpn desc', '--show', 'uid, mpn', '--show', 'offers'],
      ...['--hide', 'offers.prices', '--include', 'specs', '--slice', 'offers=[0:1]', '--filter', 'mpn:*1*', '-f', '*:*'],
      ...['--field', `brand.name=${metadata.brands[0].name}`, '--field', `brand.name=${metadata.brands[1].name}`],
    );
    const { msec: other, ...expected } = await sample.catalog.parts.search(request);
    expect(expected.hits).toBeGreaterThan(1);
    expect(answer).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(Math.min(msec, other)).toBeGreaterThanOrEqual(0);
  });

  it('comes from a file, and options add to it', async () => {
    const request: SearchRequest = {
      q: 'res',
      limit: 3,
      filter: { fields: { 'brand.name': ['x'] }, queries: 'mpn:R*' as unknown as string[] },
      show: ['uid'],
      slice: { offers: '[0:2]' },
    };
    const path = await sample.write('request.json', [JSON.stringify(request)]);
    const requested = await searchJson('--request', path);
    expect(requested.request).toMatchObject({
      q: 'res',
      limit: 3,
      filter: { fields: { 'brand.name': ['x'] }, queries: ['mpn:R*'] },
    });
    const more = await searchJson(
      ...['--request', path, '-q', 'film', '-f', 'mpn:*1*', '--field', 'brand.name=y', '--field', 'mpn=Z=1'],
      ...['--show', 'mpn', '--slice', 'descriptions=[0:1]'],
    );
    expect(more.request).toMatchObject({
      q: 'film',
      limit: 3,
      filter: { fields: { 'brand.name': ['x', 'y'], mpn: ['Z=1'] }, queries: ['mpn:R*', 'mpn:*1*'] },
      show: ['uid', 'mpn'],
      slice: { offers: '[0:2]', descriptions: '[0:1]' },
    });
  });

  it('comes from the input', async () => {
    const terminal = new CapturedTerminal({ input: '{"q": "res", "filter": null}' });
    const { status, out } = await runOn(terminal, 'search', sample.path, '--request', '-', '-f', 'mpn:R*', '--count');
    expect(status).toBe(0);
    const { hits } = await sample.catalog.parts.search({ q: 'res', filter: { queries: ['mpn:R*'] } });
    expect(out).toBe(`${hits}\n`);
  });

  it('may begin with a byte order mark', async () => {
    const text = '\ufeff{"q": "res"}';
    const path = await sample.write('marked.json', [text]);
    const { hits } = await sample.catalog.parts.search({ q: 'res' });
    expect((await search('--request', path, '--count')).out).toBe(`${hits}\n`);
    const input = new CapturedTerminal({ input: text });
    expect((await runOn(input, 'search', sample.path, '--request', '-', '--count')).out).toBe(`${hits}\n`);
  });

  it('is a file that can be read', async () => {
    expect((await search('--request', sample.folder)).err).toBe(
      `error: --request "${sample.folder}": it is a folder, and a file is needed\n`,
    );
    expect((await search('--request', sample.file('none'))).err).toBe(
      `error: --request "${sample.file('none')}": there is no such file or folder\n`,
    );
  });

  it('has no more than a page, and says how to get every hit', async () => {
    const { status, err } = await search('-n', '1000');
    expect({ status, err }).toEqual({
      status: 2,
      err: 'error: --limit must be between 0 and 100; --ndjson --all gives every hit\n',
    });
  });

  it('has one line for each fault, which names its option', async () => {
    const { status, err } = await search('-n', '1000', '--sort', 'foo', '--drilldown-keys', '500', '--after', 'garbage');
    expect(status).toBe(2);
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of [
      /^(error: )?--limit must be between 0 and 100; --ndjson --all gives every hit$/,
      /^(error: )?--sort/,
      /^(error: )?--drilldown-keys must be between 0 and 200$/,
      /^(error: )?--after must be /,
    ])
      expect(lines).toContainEqual(expect.stringMatching(line));
  });

  it('fails where it asks to show the average price', async () => {
    const { status, err } = await search('--show', 'avg_price');
    expect(status).toBe(2);
    expect(err).toBe(
      'error: --show: avg_price is computed to filter and sort by, and is not a member of a part; prices are in "offers.prices"\n',
    );
  });

  it('is marked where it is not JSON', async () => {
    const path = await sample.write('broken.json', ['{', '  "q": "res" "limit": 3', '}']);
    const { status, out, err } = await search('--request', path);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toBe(
      [
        `error: "${path}" is not JSON at line 2, column 14: expected "," or "}"`,
        '    "q": "res" "limit": 3',
        '               ^',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['[]', 'a request is a JSON object'],
    ['{"filter": "mpn:x"}', 'filter must be an object'],
    ['{"filter": {"fields": 7}}', '--field must be an object'],
    ['{"slice": "x"}', 'slice'],
    ['{"limmit": 3}', 'did you mean "limit"'],
  ])('is refused as %s, with options beside it too', async (text, reason) => {
    const path = await sample.write('refused.json', [text]);
    for (const options of [[], ['-f', 'mpn:x', '--slice', 'offers=[0:1]']]) {
      const { status, err } = await search('--request', path, ...options);
      expect(status).toBe(2);
      expect(err).toMatch(/^error: .*\n$/);
      expect(err).toContain(reason);
    }
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
    expect(await search('--category', 'chip')).toEqual({
      status: 2,
      out: '',
      err: 'error: there is no category "chip"; there is "Chip Resistors"\n',
    });
    const all = metadata.categories.filter(({ name }) => / capacitors$/i.test(name)).map(({ name }) => `"${name}"`);
    expect(all.length).toBeGreaterThan(3);
    for (const name of all) expect((await search('--category', 'capacitors')).err).toContain(name);
    expect((await search('--category', 'Ceramic Capacitor')).err).toBe(
      'error: there is no category "Ceramic Capacitor"; there is "Ceramic Capacitors"\n',
    );
    expect((await search('--category', 'xyzzyxyzzy')).err).toBe('error: there is no category "xyzzyxyzzy"\n');
    const brands = await search('--collection', 'brands', '--category', 'chip');
    expect(brands).toMatchObject({ status: 2, err: expect.stringMatching(/^error: --category is for parts;.*\n$/) });
  });

  it('has options for brands and for stock', async () => {
    const [one, other] = [...new Set(parts.map(({ brand }) => brand?.name ?? ''))];
    const named = parts.filter(({ brand }) => brand?.name === one || brand?.name === other).length;
    expect((await searchJson('--brand', one, '--brand', other.toLowerCase())).hits).toBe(named);
    const quantity = (part: Part) => (part.offers ?? []).map((offer) => Number(offer.in_stock_quantity));
    const stocked = parts.filter((part) => quantity(part).some((number) => number > 0 || number === -2)).length;
    expect((await searchJson('--in-stock')).hits).toBe(stocked);
    expect((await search('--brand', 'a "b" \\c')).status).toBe(0);
    const { status, err } = await search('--collection', 'brands', '--in-stock');
    expect({ status, err }).toEqual({
      status: 2,
      err: 'error: --brand and --in-stock are for parts; of brands ask by --query or --filter\n',
    });
  });

  it('shows the values by which it sorts', async () => {
    const lines = (await search('--sort', 'offers.in_stock_quantity desc', '-n', '5')).out.split('\n');
    expect(lines[0]).toContain('largest stock');
    expect((await search('--sort', 'avg_price asc', '-n', '1')).out).toContain('avg price USD');
    const { status, out } = await search('--sort', 'specs.resistance.value asc', '--category', 'Chip Resistors', '-n', '3');
    expect(status).toBe(0);
    expect(out.split('\n')[0]).toMatch(/ resistance +stock /);
    expect((await search('--sort', 'specs.nothing.value asc', '-n', '1')).status).toBe(0);
  });

  it('passes warnings on', async () => {
    for (const output of [[], ['--ndjson'], ['--ndjson', '--all'], ['--count']]) {
      const { status, err } = await search('-q', 'res "" ab*', ...output);
      expect(status).toBe(0);
      expect(err).toMatch(/^warning: .*\nwarning: .*\n/);
    }
  });

  it('is made of a question or of keywords, not of both', async () => {
    expect(await search('thick', 'film', '-q', 'resistor')).toEqual({
      status: 2,
      out: '',
      err:
        'error: the words after the file are a question, and -q has keywords: leave one of them out\n' +
        '(partdex search --help has details)\n',
    });
    const path = await sample.write('keywords.json', ['{"q":"resistor"}']);
    const { status, err } = await search('thick', '--request', path);
    expect(status).toBe(2);
    expect(err).toContain('the request of --request has a "q"');
    expect((await search('tech', '--collection', 'brands')).err).toContain(
      'error: a question is about parts; search brands with -q',
    );
  });

  it('marks the fault of a filter query', async () => {
    const { status, out, err } = await search('--filter', 'mpn:RC* AND )');
    expect({ status, out }).toEqual({ status: 2, out: '' });
    const [reason, query, mark, end] = err.split('\n');
    expect(reason).toMatch(/^error: --filter: found "\)" at character 13, expected /);
    expect(query).toBe('  mpn:RC* AND )');
    expect(mark).toBe('              ^');
    expect(end).toBe('');
  });

  it.each([
    ['--filter', 'mpm:x', 'mpn'],
    ['--limit', '101', 'limit'],
    ['--sort', 'color asc', 'color'],
    ['--show', 'colour', 'colour'],
    ['--slice', 'offers=1', 'slice'],
  ])('refuses %s %s in one line', async (option, value, mention) => {
    const { status, out, err } = await search(option, value);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^error: .*\n$/);
    expect(err).toContain(mention);
  });
});

describe('the output of partdex search for programs', () => {
  it('is a record a line', async () => {
    const { status, out } = await search('--sort', 'mpn asc', '--show', 'uid', '--ndjson', '--limit', '7');
    expect(status).toBe(0);
    const { results } = await sample.catalog.parts.search({ sortby: 'mpn asc', show: ['uid'], limit: 7 });
    expect(ndjson(out)).toEqual(results.map(({ item }) => ({ uid: item.uid })));
  });

  it('is every hit with --all', async () => {
    const { status, out } = await search('--sort', 'mpn desc', '--ndjson', '--all', '--include', 'specs');
    expect(status).toBe(0);
    const expected: Part[] = [];
    for await (const part of sample.catalog.parts.scan({ sortby: 'mpn desc', include: ['specs'] })) expected.push(part);
    expect(expected).toHaveLength(500);
    expect(ndjson(out)).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('is nothing where nothing is found', async () => {
    for (const output of [['--ndjson'], ['--ndjson', '--all']]) {
      expect(await search('-q', 'nosuchword', ...output)).toEqual({ status: 0, out: '', err: '' });
    }
    expect(await search('-q', 'nosuchword', '--count')).toEqual({ status: 0, out: '0\n', err: '' });
  });

  it('refuses a wrong request before the first line', async () => {
    const { status, out, err } = await search('--ndjson', '--all', '--sort', 'color');
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('color');
  });

  it('has nothing that a terminal would obey', async () => {
    const name = 'a\u009b31m\u202eb';
    const path = await sample.write('evil.ndjson', [JSON.stringify({ uid: '1', mpn: 'A', brand: { name } })]);
    const evil = sample.file('evil.pdx');
    await partdex('build', path, '-o', evil);
    const { out } = await partdex('search', evil, '--ndjson');
    expect(out).toContain('a\\u009b31m\\u202eb');
    expect(JSON.parse(out).brand.name).toBe(name);
    expect((await partdex('search', evil)).out).toContain('a 31m b');
  });
});

describe('other collections', () => {
  it.each([
    ['brands', 'brand', 'homepage'],
    ['manufacturers', 'manufacturer', 'homepage'],
    ['sellers', 'seller', 'homepage'],
  ] as const)('%s are found by name', async (collection, noun, column) => {
    const [{ name, uid }] = metadata[collection];
    const { status, out } = await search('--collection', collection, '--field', `name=${name}`);
    expect(status).toBe(0);
    const [head, row] = out.split('\n');
    expect(head.split(/ {2,}/)).toEqual(['name', 'uid', column]);
    expect(row.split(/ {2,}/).slice(0, 2)).toEqual([name, uid]);
    expect(out).toMatch(new RegExp(`\\n\\n1 ${noun} found, `));
  });

  it('categories tell where they are', async () => {
    const { out } = await search('--collection', 'categories', '-q', 'chip resistors');
    expect(out).toMatch(/^name +uid +in\nChip Resistors +[0-9a-f]{16} +.* › .*\n/);
    const all = await search('--collection', 'categories', '--limit', '2');
    expect(all.out).toMatch(/\n40 categories found, shown 1 to 2, /);
  });
});
