import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation, Part, SearchRequest, SearchResponse } from '../../../../src/partdex.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';
import { metadata, partdex, parts, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

function search(...args: string[]) {
  return partdex('search', sample.path, ...args);
}

/** The sample has more spec keys than a drilldown returns. */
const CUT = /^warning: spec_drilldown returns 50 of the \d+ spec keys .*\n/m;

async function tableOf(...args: string[]): Promise<string> {
  const { status, out, err } = await search(...args);
  expect({ status, err: err.replace(CUT, '') }).toEqual({ status: 0, err: '' });
  return out;
}

/** Parts by each value of something, the most frequent first. */
function countsOf(valuesOf: (part: Part) => readonly unknown[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const part of parts) {
    for (const value of new Set(valuesOf(part))) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

const brandsOf = (part: Part) => [part.brand?.name ?? []].flat();
const packagesOf = (part: Part) => [part.specs?.case_package?.value ?? []].flat();

describe('facets of partdex search', () => {
  it('are below the parts and their number', async () => {
    const out = await tableOf('-n', '2', '--facet', 'brand.name:3');
    const [table, summary, facet] = out.split('\n\n');
    expect(table.split('\n')).toHaveLength(3);
    expect(summary).toMatch(/^500 parts found, shown 1 to 2, [\d.]+ (?:ms|s)$/);
    const rows = facet.trimEnd().split('\n');
    expect(rows[0]).toBe('Brand  brand.name');
    const counts = countsOf(brandsOf).slice(0, 3);
    expect(rows.slice(1, 4).map((row) => row.trim().split(/ {2,}/))).toEqual(counts.map(([name, n]) => [name, String(n)]));
    expect(rows.slice(4)).toEqual(['  the first 3']);
  });

  it('are alone with --limit 0', async () => {
    expect(await tableOf('--limit', '0', '--facet', 'specs.rohs.value')).toMatch(
      /^500 parts found, [\d.]+ m?s\n\nRoHS {2}specs\./,
    );
  });

  it('are paged', async () => {
    const out = await tableOf('-n', '0', '--facet', 'brand.name:2+3');
    for (const [name] of countsOf(brandsOf).slice(3, 5)) expect(out).toContain(`\n  ${name} `);
    expect(out).toContain('\n  values 4 to 5\n');
  });

  it('leave out the filter of their own field on request', async () => {
    const [[first, all], [second]] = countsOf(packagesOf);
    const field = 'specs.case_package.value';
    const out = await tableOf('-n', '0', '--field', `${field}=${first}`, '--facet', `-${field}`);
    expect(out).toMatch(new RegExp(`^ {2}${first} ✓ +${all}$`, 'm'));
    expect(out).toMatch(new RegExp(`^ {2}${second} +\\d+$`, 'm'));
    expect(await tableOf('-n', '0', '--field', `${field}=${first}`, '--facet', field)).not.toContain(`\n  ${second} `);
    const general = await tableOf('-n', '0', '--field', `${field}=${first}`, '--facet', field, '--exclude-filter');
    expect(general.split('\n\n')[1]).toBe(out.split('\n\n')[1]);
  });

  it('name categories, brands, manufacturers and sellers', async () => {
    const [uid] = countsOf((part) => part.category_uids ?? [])[0];
    const category = metadata.categories.find((candidate) => candidate.uid === uid);
    const out = await tableOf(
      '-n',
      '0',
      '--facet',
      'category_uids:40',
      '--facet',
      'brand.uid:30',
      '--facet',
      'offers.seller.uid:1',
    );
    expect(out).toMatch(new RegExp(`^ {2}${category?.name} +${uid} +\\d+$`, 'm'));
    for (const [brand] of countsOf((part) => [part.brand?.uid ?? []].flat()).slice(0, 30)) {
      expect(out).toMatch(new RegExp(`^ {2}\\S.* {2,}${brand} +\\d+$`, 'm'));
    }
    expect(out).toMatch(/\nSeller {2}offers\.seller\.uid\n {2}\w.* {2}[0-9a-f]{16} +\d+\n {2}/);
  });

  it('count what meets a query', async () => {
    const { hits } = await sample.catalog.parts.search({ filter: { queries: ['mpn:*1*'] }, limit: 0 });
    const out = await tableOf('-n', '0', '--facet-query', 'mpn:*1*', '--facet-query', 'mpn:nothing');
    expect(out).toMatch(new RegExp(`\\n\\nFacet queries\\n {2}mpn:\\*1\\* +${hits}\\n {2}mpn:nothing +0\\n$`));
  });

  it('have ranges whose queries find as many parts', async () => {
    const field = 'specs.resistance.value';
    const out = await tableOf('-n', '0', '--ranges', `${field}:6`);
    const rows = [...out.matchAll(/^ +\S+ \S*Ω … +\S+ \S*Ω +(\d+) {2}(\[.*[\]}])$/gm)];
    expect(rows.length).toBeGreaterThan(2);
    for (const [, count, range] of rows) {
      const { hits } = await sample.catalog.parts.search({ filter: { queries: [`${field}:${range}`] }, limit: 0 });
      expect(hits).toBe(Number(count));
    }
  });

  it('are of other collections too', async () => {
    const out = await tableOf('--collection', 'categories', '-n', '0', '--facet', 'ancestor_uids:2');
    expect(out).toMatch(/\nAncestor category {2}ancestor_uids\n {2}Electronic Parts +[0-9a-f]{16} +\d+\n/);
  });

  it('are there without a hit, before the advice', async () => {
    const { status, out, err } = await search('-q', 'nosuchword', '--facet', 'brand.name', '--drilldown', '--stats', 'avg_price');
    expect(status).toBe(0);
    expect(out).toContain('\nBrand  brand.name\n  no values\n');
    expect(out).toContain('\nSpecs  none among the hits\n');
    expect(err).toMatch(/^try: /);
  });
});

describe('statistics and drilldown of partdex search', () => {
  it('are a table', async () => {
    const { stats_results } = await sample.catalog.parts.search({ stats: { avg_price: { include: true } }, limit: 0 });
    const out = await tableOf('-n', '0', '--stats', 'avg_price', '--stats', 'specs.voltage_rating.value');
    const [head, price, voltage] = out.trimEnd().split('\n').slice(2);
    expect(head.split(/ {2,}/)).toEqual(['statistics', 'count', 'min', 'mean', 'max', 'stddev', 'missing']);
    expect(price).toMatch(/^Average price +avg_price +\d+ {2}[\d.]+ USD +[\d.]+ USD +[\d.,]+ USD +[\d.]+ USD +\d+$/);
    expect(price.split(/ {2,}/)[2]).toBe(String(stats_results.avg_price.count));
    expect(voltage).toMatch(/^Voltage Rating +specs\.voltage_rating\.value .* V +[\d.]+ k?V +[\d.]+ V +\d+$/);
  });

  it('are by rank', async () => {
    const { facet_results, stats_results } = await sample.catalog.parts.search({ spec_drilldown: { include: true }, limit: 0 });
    const ranks = new Map(
      [...Object.entries(facet_results.fields), ...Object.entries(stats_results)].map(
        ([field, { spec_drilldown_rank: rank }]) => [field.split('.')[1], rank as number],
      ),
    );
    const out = await tableOf('-n', '0', '--drilldown', '3');
    const shown = [...out.matchAll(/^ ?(\d+) {2}\S.*? {2,}(\w+)(?: {2}.*)?$/gm)].map(([, rank, key]) => [key, Number(rank)]);
    expect(shown).toEqual([...ranks].sort(([, a], [, b]) => a - b));
    expect(shown.length).toBeGreaterThan(20);
  });

  it('fit a terminal', async () => {
    const args = [
      '--facet',
      'brand.name',
      '--facet',
      'category_uids',
      '--ranges',
      'avg_price',
      '--stats',
      'avg_price',
      '--drilldown',
    ];
    for (const columns of [70, 80, 120]) {
      const terminal = new CapturedTerminal({ isTTY: true, hasColors: true, columns });
      const { out } = await runOn(terminal, 'search', sample.path, ...args);
      expect(out).toContain('█');
      for (const line of plain(out).split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    }
  });
});

describe('facets for programs', () => {
  const ARGS = ['--facet', '-brand.name:2', '--ranges', 'avg_price:4', '--stats', 'avg_price', '--drilldown', '2'];
  const REQUEST: SearchRequest = {
    facet: {
      fields: {
        'brand.name': { include: true, exclude_filter: true, limit: 2 },
        avg_price: { include: true, limit: 0, ranges: 4 },
      },
    },
    stats: { avg_price: { include: true } },
    spec_drilldown: { include: true, limit: 2 },
    limit: 1,
  };

  it('are in the JSON as they are', async () => {
    const { msec: _, ...expected } = await sample.catalog.parts.search(REQUEST);
    const { msec, ...answer } = JSON.parse(await tableOf('--json', '-n', '1', ...ARGS)) as SearchResponse<Part>;
    expect(answer).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(msec).toBeGreaterThan(0);
    expect(answer.facet_results.fields.avg_price.ranges?.length).toBeGreaterThan(1);
  });

  it('are not in lines and numbers, which is reported', async () => {
    for (const output of ['--ndjson', '--count']) {
      const plainly = await search(output);
      const { status, out, err } = await search(output, ...ARGS);
      expect({ status, out }).toEqual({ status: 0, out: plainly.out });
      expect(err.replace(CUT, '')).toBe(
        `warning: ${output} does not show facets, statistics and drilldown; the table and --json do\n`,
      );
    }
    const path = await sample.write('facets.json', [JSON.stringify(REQUEST)]);
    const { err, ...counted } = await search('--count', '--request', path);
    expect(counted).toEqual({ status: 0, out: '500\n' });
    expect(err).toMatch(CUT);
  });

  it('come from a file, too', async () => {
    const path = await sample.write('facets.json', [JSON.stringify(REQUEST)]);
    const out = await tableOf('--request', path, '--facet', 'specs.rohs.value:1');
    for (const text of ['\nBrand ', '\nAverage price ', '\nRoHS ', '\nstatistics ', '\nSpecs ']) expect(out).toContain(text);
  });

  it.each([
    ['{"facet": 7, "stats": "x", "spec_drilldown": []}', 'facet must be an object'],
    ['{"facet": {"fields": 7}}', '--facet must be an object'],
    ['{"facet": {"queries": 8}}', '--facet-query'],
    ['{"facet": {"fields": {"avg_price": "x"}}}', '--facet avg_price must be an object'],
    ['{"stats": 7}', 'stats must be an object'],
    ['{"stats": {"avg_price": 7}}', '--stats avg_price must be an object'],
    ['{"spec_drilldown": true}', '--drilldown must be an object'],
  ])('are refused of another shape, with options beside it: %s', async (text, reason) => {
    const path = await sample.write('refused.json', [text]);
    for (const more of [[], ['--exclude-filter']]) {
      const { status, err } = await search('--request', path, ...ARGS, ...more);
      expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(/^error: [\s\S]*\n$/) });
      expect(err).toContain(reason);
    }
  });
});

describe('wrong facets and statistics', () => {
  it.each([
    [['--facet', 'brnad.name'], '"brand.name"'],
    [['--facet', 'brand.name:101'], '--facet brand.name: limit must be between 0 and 100'],
    [['--facet', 'brand.name:5+1001'], '--facet brand.name: start'],
    [['--ranges', 'brand.name'], 'ranges'],
    [['--stats', 'brand.name'], '--stats brand.name'],
    [['--drilldown', '101'], '--drilldown must be between 0 and 100'],
    [['--collection', 'brands', '--drilldown'], 'brands have no specs'],
  ])('are reported in one line: %j', async (args, mention) => {
    const { status, out, err } = await search(...args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^error: .*\n$/);
    expect(err).toContain(mention);
  });

  it('have a mark where a facet query goes wrong', async () => {
    const { status, err } = await search('--facet-query', '*:*', '--facet-query', 'mpn:RC* AND )');
    expect(status).toBe(2);
    const [reason, query, mark] = err.split('\n');
    expect(reason).toMatch(/^error: --facet-query: found "\)" at character 13, expected /);
    expect([query, mark]).toEqual(['  mpn:RC* AND )', '              ^']);
  });
});

describe('partdex explain', () => {
  it('has a step for each of them', async () => {
    const args = ['--field', 'brand.name=x', '--facet', '-brand.name', '--stats', 'avg_price', '--drilldown', '--json'];
    const { status, out } = await partdex('explain', sample.path, ...args);
    expect(status).toBe(0);
    const { plan } = JSON.parse(out) as Explanation;
    const kinds = plan.steps.map(({ kind }) => kind);
    for (const kind of ['exclude', 'facet', 'stats', 'drilldown']) expect(kinds).toContain(kind);
    const table = await partdex('explain', sample.path, ...args.slice(0, -1));
    expect(table.out).toMatch(/^├─ facet {2}brand\.name /m);
  });
});
