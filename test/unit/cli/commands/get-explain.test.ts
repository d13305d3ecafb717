import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Explanation, formatQuantity, type Part } from '../../../../src/partdex.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';
import { metadata, partdex, parts, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

describe('partdex get', () => {
  const get = (...args: string[]) => partdex('get', sample.path, ...args);
  const part = parts.find(({ specs, offers }) => specs?.resistance && (offers?.length ?? 0) > 1) as Part;

  it('shows a part as a sheet', async () => {
    const { status, out, err } = await get(part.uid);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${part.mpn}  ${part.brand?.name}`);
    expect(lines[1]).toBe(part.short_description);
    expect(out).toMatch(new RegExp(`^uid +${part.uid}$`, 'm'));
    expect(out).toMatch(/^category +\S.* › Chip Resistors$/m);
    const resistance = formatQuantity(String(part.specs?.resistance.value), 'Ω');
    expect(out).toMatch(new RegExp(`^ {2}Resistance +${resistance} +resistance$`, 'm'));
    for (const offer of part.offers ?? []) {
      const line = lines.find((candidate) => candidate.includes(`${offer.seller?.name}`) && candidate.includes(`${offer.sku}`));
      expect(line).toContain(offer.prices?.USD.map(([from, price]) => `${from}+ ${price}`).join(', '));
    }
    for (const { value } of part.descriptions ?? []) if (value !== part.short_description) expect(out).toContain(`  ${value}\n`);
  });

  it('takes the number of a seller', async () => {
    const counts = new Map<string, number>();
    for (const { sku } of parts.flatMap(({ offers }) => offers ?? [])) counts.set(`${sku}`, (counts.get(`${sku}`) ?? 0) + 1);
    const mpns = new Set(parts.map(({ mpn }) => mpn));
    const own = (one: Part) => one.offers?.find(({ sku }) => counts.get(`${sku}`) === 1 && !mpns.has(`${sku}`))?.sku;
    const sold = parts.find((one) => own(one) !== undefined) as Part;
    const { status, out } = await get(`${own(sold)}`, '--ndjson', '--show', 'uid');
    expect({ status, out }).toEqual({ status: 0, out: `{"uid":"${sold.uid}"}\n` });
  });

  it('shows everything that a part has, and what a catalog does not know', async () => {
    const odd: Part = {
      uid: '1',
      mpn: 'ODD\u001b[1m',
      brand: { name: 'Acme' },
      manufacturer: { name: 'Acme Works' },
      offers: [
        { seller: { name: 'S' }, in_stock_quantity: -4, moq: 0, prices: { USD: [], EUR: [[10, '0.5']] } },
        { sku: 'T', in_stock_quantity: null },
      ],
      specs: {
        range: { min_value: '-55', max_value: '125', metadata: { name: 'Range', unit: { name: 'degree', symbol: '°C' } } },
        least: { min_value: 3 },
        most: { max_value: '9', value: ['4', 5] },
      },
      category_uids: ['nowhere'],
      datasheets: [{ url: 'https://example.org/d.pdf' }],
      external_links: { product_url: 'https://example.org' },
    };
    const path = sample.file('odd.pdx');
    await partdex('build', await sample.write('odd.ndjson', [JSON.stringify(odd)]), '-o', path);
    const { status, out } = await partdex('get', path, '1');
    expect(status).toBe(0);
    expect(out).toBe(
      [
        'ODD [1m  Acme',
        '',
        'uid           1',
        'manufacturer  Acme Works',
        'page          https://example.org',
        '',
        'Specs',
        '  Range  −55 to 125 °C  range',
        '  least  ≥ 3            least',
        '  most   4, 5; ≤ 9      most',
        '',
        'Offers',
        '  seller  sku       stock  moq  prices',
        '  S            on request    0  10+ 0.5 EUR',
        '          T',
        '',
        'Documents',
        '  datasheet  https://example.org/d.pdf',
        '',
      ].join('\n'),
    );
  });

  it('shows the requested members', async () => {
    const { out } = await get(part.uid, '--show', 'mpn,brand.name,offers.sku', '--slice', 'offers=[0:1]');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['mpn', part.mpn],
      ['brand.name', part.brand?.name],
      ['offers[0].sku', part.offers?.[0].sku],
    ]);
  });

  it('gives JSON: a record for a uid, a list for several', async () => {
    const one = await get(part.uid, '--json');
    expect(JSON.parse(one.out)).toMatchObject({ uid: part.uid, specs: part.specs });
    const directives = await get(part.uid, '--json', '--show', 'uid');
    expect(JSON.parse(directives.out)).toEqual({ uid: part.uid });
    const two = await get(parts[3].uid, parts[1].uid, '--json', '--show', 'uid');
    expect(JSON.parse(two.out)).toEqual([{ uid: parts[3].uid }, { uid: parts[1].uid }]);
    const lines = await get(parts[3].uid, parts[1].uid, '--ndjson', '--show', 'uid');
    expect(lines.out).toBe(`{"uid":"${parts[3].uid}"}\n{"uid":"${parts[1].uid}"}\n`);
  });

  it('names uids that do not exist, and ends with status 1', async () => {
    const missing = await get('nope', part.uid, 'no', '--ndjson', '--show', 'uid');
    expect(missing).toEqual({
      status: 1,
      out: `{"uid":"${part.uid}"}\n`,
      err: 'error: no part has the uid, part number or seller\'s number "nope", "no"\n',
    });
    expect(await get('nope', '--json')).toMatchObject({ status: 1, out: '' });
    expect(await get('nope')).toMatchObject({ status: 1, out: '' });
  });

  it('finds parts by their numbers, in another spelling too', async () => {
    const sheet = await get(part.uid);
    expect(await get(part.mpn)).toEqual(sheet);
    expect(await get(part.mpn.toLowerCase().replace(/[^a-z0-9]/g, ''))).toEqual(sheet);
    expect(await get('--', '---', '""', '\\')).toMatchObject({ status: 1, err: expect.stringMatching(/^error: no part has/) });
    const path = sample.file('same.pdx');
    const same = ['{"uid":"1","mpn":"A-1"}', '{"uid":"2","mpn":"A1","brand":{"name":"X"}}', '{"uid":"A/1","mpn":"C"}'];
    await partdex('build', await sample.write('same.ndjson', same), '-o', path);
    expect(await partdex('get', path, 'a.1')).toEqual({
      status: 2,
      out: '',
      err: 'error: 2 parts have the number "a.1"; name one by its uid: 1, 2 (X)\n',
    });
    expect((await partdex('get', path, 'A1', '--show', 'uid')).out).toBe('uid  2\n');
    expect((await partdex('get', path, 'A/1', '--show', 'mpn')).out).toBe('mpn  C\n');
  });

  it('shows records of other collections', async () => {
    const [seller] = metadata.sellers;
    const { out } = await get(seller.uid, '--collection', 'sellers');
    expect(out).toMatch(new RegExp(`^name +${seller.name}$`, 'm'));
    const [root, group, leaf] = metadata.categories;
    const other = await get(leaf.uid, '--collection', 'categories');
    expect(other.out).toMatch(new RegExp(`^ancestor_names +${root.name}, ${group.name}$`, 'm'));
    expect(other.out).toMatch(/^num_parts +[1-9]\d*$/m);
    expect((await get('x', '--collection', 'categories')).err).toBe('error: no category has the uid "x"\n');
  });

  it('colors and wraps on a terminal', async () => {
    const { out } = await runOn(
      new CapturedTerminal({ isTTY: true, hasColors: true, columns: 64 }),
      'get',
      sample.path,
      part.uid,
    );
    expect(out).not.toBe(plain(out));
    for (const line of plain(out).split('\n')) expect(line.length).toBeLessThanOrEqual(64);
  });
});

describe('partdex explain', () => {
  const explain = (...args: string[]) => partdex('explain', sample.path, ...args);
  const request = { q: 'res thick', filter: { queries: ['specs.resistance.value:[* TO 1e6]'] } };
  const options = ['-q', request.q, '-f', request.filter.queries[0]];
  let first: Part;

  beforeAll(async () => {
    first = (await sample.catalog.parts.search(request)).results[0].item;
  });

  it('shows each step of the plan with its rows, its time and its reason', async () => {
    const { status, out, err } = await explain(...options);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const { plan, hits } = await sample.catalog.parts.explain(request);
    const [head, ...lines] = out.trimEnd().split('\n');
    expect(head).toMatch(/^step +rows in +rows out +time$/);
    expect(lines[0]).toMatch(new RegExp(`^search {2}q: res thick +500 +${hits} +[\\d.]+ (µs|ms|s)$`));
    const reported: string[] = [];
    const visit = (step: Explanation['plan']) => {
      // The reads depend on the requests before.
      reported.push(step.kind === 'load' ? 'load  ' : `${step.kind}  ${step.label}`);
      for (const inside of step.steps) visit(inside);
    };
    visit(plan);
    const found = reported.map((text) => lines.findIndex((line) => line.replace(/^[│├└─ ]+/, '').startsWith(text)));
    expect(found).not.toContain(-1);
    expect([...found].sort((a, b) => a - b)).toEqual(found);
    expect(out.replace(/\n[│ ]+/g, ' ')).toContain(plan.reason);
  });

  it('takes the score of a part apart', async () => {
    const { status, out } = await explain(...options, '--part', first.uid);
    expect(status).toBe(0);
    const { score, hits } = await sample.catalog.parts.explain(request, first.uid);
    const block = out.slice(out.indexOf(`\n${first.mpn}  ${first.uid}\n`));
    expect(block).toContain(`\nfound, number 1 of ${hits} parts\n`);
    expect(block.match(/^✓ {2}/gm)).toHaveLength(3);
    expect(block).not.toMatch(/^✗/m);
    expect(score?.terms).toHaveLength(2);
    for (const { term, idf, weight, length_factor, score: sum } of score?.terms ?? []) {
      expect(block).toMatch(
        new RegExp(`^${term} .* ${idf.toFixed(3)} +${weight} +${length_factor.toFixed(3)} +${sum.toFixed(3)}$`, 'm'),
      );
    }
    expect(block.endsWith(`\nscore  ${score?.score?.toFixed(3)}\n`)).toBe(true);
  });

  it('shows what a part that is not found does not meet', async () => {
    const other = parts.find(({ short_description }) => !short_description?.includes('Thick')) as Part;
    const { out } = await explain('-q', 'thick', '--part', other.uid);
    expect(out).toContain('not found: it does not meet every condition\n');
    expect(out).toMatch(/^✗ {2}thick$/m);
    expect(out).not.toContain('\nscore ');
  });

  it('shows what the part has where it does not meet a condition', async () => {
    const path = sample.file('conditions.pdx');
    const odd = {
      uid: '1',
      mpn: 'A-1',
      brand: { name: 'Acme' },
      specs: { 'v.max': { value: ['5', '6'], metadata: { datatype: 'decimal' } } },
      short_description: 'x'.repeat(99),
    };
    const other = {
      uid: '2',
      mpn: 'B',
      specs: { r: { value: ['1'], metadata: { datatype: 'decimal' } } },
      offers: [{ moq: 1, prices: { USD: [[1, 1]] } }],
    };
    await partdex(
      'build',
      await sample.write(
        'conditions.ndjson',
        [odd, other].map((part) => JSON.stringify(part)),
      ),
      '-o',
      path,
    );
    const query =
      'brand.name:(yageo OR brix) AND specs.v.max.value:[7 TO *] AND specs.r.value:1 AND NOT mpn:a1 AND avg_price:1 AND short_description:y';
    const { out } = await partdex('explain', path, '-q', 'word', '-f', query, '-f', 'mpn:A1', '--part', '1');
    const table = out
      .slice(out.indexOf('   condition'))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(table[0]).toEqual(['', 'condition', 'the part has']);
    const has = new Map(table.slice(1).map(([, condition, value]) => [condition.replace(/^[ │├└─]+/, ''), value]));
    expect(Object.fromEntries(has)).toMatchObject({
      word: undefined,
      'brand.name:("yageo" OR "brix")': 'Acme',
      'specs.v.max.value:[7 TO *]': '5, 6',
      'specs.r.value:1': '(no value)',
      not: undefined,
      'avg_price:1': undefined,
      'short_description:"y"': `${'x'.repeat(60)}…`,
      'mpn:"A1"': undefined,
    });
  });

  it('shows the bonus of an exact part number', async () => {
    const { out } = await explain('-q', first.mpn, '--part', first.uid);
    expect(out).toMatch(/\+ exact +/);
    expect(out).toContain('1,000,000');
  });

  it('finds a part by its number, in another spelling too', async () => {
    const byUid = await explain(...options, '--json', '--part', first.uid);
    for (const number of [first.mpn, first.mpn.toLowerCase().replace(/[^a-z0-9]/g, '')]) {
      const { out } = await explain(...options, '--json', '--part', number);
      expect(JSON.parse(out).score).toEqual(JSON.parse(byUid.out).score);
    }
  });

  it('asks which part is meant, or says that there is none', async () => {
    const path = sample.file('twins.pdx');
    const twins = ['{"uid":"1","mpn":"A-1","brand":{"name":"X"}}', '{"uid":"2","mpn":"A1"}', '{"uid":"3","mpn":"a-1"}'];
    await partdex('build', await sample.write('twins.ndjson', twins), '-o', path);
    const { status, err } = await partdex('explain', path, '--part', 'a1');
    expect(status).toBe(2);
    expect(err).toMatch(/^error: 3 parts have the number "a1"; name one by its uid: \d.*\n$/);
    expect(err).toContain('1 (X)');
    expect((await partdex('explain', path, '--part', 'A1', '--json')).status).toBe(0);
    const none = await explain('--part', 'no"such\\part');
    expect(none).toMatchObject({ status: 1, err: 'error: there is no part with the uid or part number "no"such\\part"\n' });
  });

  it('shows the second run, or the first one with what it read', async () => {
    expect((await explain(...options)).out).toMatch(/─ load {2}nothing to read /);
    expect((await explain(...options, '--first')).out).toMatch(/─ load {2}\d+ sections, /);
  });

  it('gives JSON for programs', async () => {
    const { status, out } = await explain(...options, '--part', first.uid, '--json');
    expect(status).toBe(0);
    const { hits, plan, score } = JSON.parse(out) as Explanation;
    const expected = await sample.catalog.parts.explain(request, first.uid);
    expect(hits).toBe(expected.hits);
    expect(plan.steps.map(({ kind }) => kind)).toEqual(expected.plan.steps.map(({ kind }) => kind));
    expect(score).toEqual(JSON.parse(JSON.stringify(expected.score)));
  });

  it('fits a terminal, and passes warnings on', async () => {
    const terminal = new CapturedTerminal({ isTTY: true, hasColors: true, columns: 72 });
    const { out, err } = await runOn(terminal, 'explain', sample.path, ...options, '-q', 'res ""', '--part', first.uid);
    expect(plain(err)).toMatch(/^warning: /);
    expect(out).not.toBe(plain(out));
    for (const line of plain(out).split('\n')) expect(line.length).toBeLessThanOrEqual(72);
  });
});
