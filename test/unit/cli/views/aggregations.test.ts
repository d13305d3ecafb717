import { describe, expect, it } from 'vitest';
import { renderAggregations } from '../../../../src/cli/views/aggregations.js';
import type {
  CatalogSpec,
  FacetResult,
  SearchRequest,
  SearchResponse,
  SpecMetadata,
  StatsResult,
} from '../../../../src/partdex.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';

const spec = (key: string, type: 'string' | 'number', name?: string, symbol?: string): CatalogSpec => ({
  key,
  type,
  metadata: { key, ...(name && { name }), unit: symbol ? { name: symbol, symbol } : null },
  parts: 1,
  values: 1,
});

const SPECS = [
  spec('resistance', 'number', 'Resistance', 'Ω'),
  spec('case_package', 'string', 'Case/Package'),
  spec('composition', 'string', 'Composition'),
  spec('supply_voltage', 'number', 'Supply Voltage', 'V'),
  spec('operating_temperature', 'number', 'Operating Temperature', '°C'),
  spec('odd:key', 'string'),
];
const CATALOG = { specs: SPECS, info: { priceCurrency: 'EUR' } } as unknown as Parameters<typeof renderAggregations>[1];

const facet = (counts: Record<string, number>, missing = 0, more: Partial<FacetResult> = {}): FacetResult => ({
  facets: Object.entries(counts).map(([value, count]) => ({ value, count })),
  missing,
  spec_drilldown_rank: null,
  values: Object.keys(counts).length,
  ...more,
});

const stats = (min: string | null, mean: string | null, max: string | null, stddev: string | null, more = {}): StatsResult => ({
  min,
  mean,
  max,
  stddev,
  count: min === null ? 0 : 1234,
  missing: 66,
  spec_drilldown_rank: null,
  ...more,
});

interface Answer {
  request: SearchRequest;
  fields?: Record<string, FacetResult>;
  queries?: Record<string, { count: number }>;
  stats?: Record<string, StatsResult>;
  hits?: number;
}

function render(answer: Answer, settings: ConstructorParameters<typeof CapturedTerminal>[0] = {}): string {
  const ranked = [...Object.entries(answer.fields ?? {}), ...Object.entries(answer.stats ?? {})]
    .filter(([, { spec_drilldown_rank }]) => spec_drilldown_rank !== null)
    .map(([field]) => field.split('.')[1]);
  const metadata = new Map(SPECS.map(({ key, metadata }) => [key, metadata as SpecMetadata]));
  const response: SearchResponse<unknown> = {
    request: answer.request,
    results: [],
    hits: answer.hits ?? 1300,
    msec: 1,
    facet_results: { fields: answer.fields ?? {}, queries: answer.queries ?? {} },
    stats_results: answer.stats ?? {},
    spec_metadata: Object.fromEntries(ranked.map((key) => [key, metadata.get(key) as SpecMetadata])),
    next: null,
    warnings: [],
  };
  const names = new Map([['category_uids', new Map([['27a3', 'Passive Components']])]]);
  return renderAggregations(response, CATALOG, names, new CapturedTerminal(settings).stdout);
}

const terminal = (columns: number) => ({ isTTY: true, columns });

const BRANDS = facet({ 'Quanjun Power': 820, 'Gensol Labs': 205, Optekal: 20 }, 255);
const PACKAGES = facet({ '0603': 1000, '0402': 280 }, 20);
const RANGES = [
  { from: '0', to: '1000', count: 20, query: 'specs.resistance.value:[0 TO 1000}' },
  { from: '1000', to: '10000', count: 1200, query: 'specs.resistance.value:[1000 TO 10000}' },
  { from: '1e+4', to: '1e+5', count: 0, query: 'specs.resistance.value:[1e+4 TO 1e+5]' },
];
const include = true;

/** A parametric page: two facets, one of them multi-select, a histogram, statistics, facet queries. */
const PAGE: Answer = {
  request: {
    filter: { fields: { 'specs.case_package.value': ['0603'] }, queries: ['avg_price:[* TO 20]'] },
    facet: {
      fields: {
        'brand.name': { include, limit: 3 },
        'specs.case_package.value': { include, exclude_filter: true, limit: 10 },
        'specs.resistance.value': { include, limit: 0, ranges: 5 },
        mpn: { include: false },
      },
      queries: ['offers.in_stock_quantity:[1 TO *]', 'mpn:rc*'],
    },
    stats: {
      'specs.resistance.value': { include },
      avg_price: { include, exclude_filter: true },
      'specs.supply_voltage.max_value': { include },
      mpn: { include: false },
    },
  },
  fields: {
    'brand.name': BRANDS,
    'specs.case_package.value': PACKAGES,
    'specs.resistance.value': facet({}, 80, { ranges: RANGES }),
  },
  queries: { 'offers.in_stock_quantity:[1 TO *]': { count: 930 }, 'mpn:rc*': { count: 0 } },
  stats: {
    'specs.resistance.value': stats('1', '45321.123456789012345', '1e+7', '123456.789'),
    avg_price: stats('0.0126', '2.4012345678901234567', '16.68', '3.9612'),
    'specs.supply_voltage.max_value': stats(null, null, null, null, { missing: 1300 }),
  },
};

describe('facets and statistics', () => {
  it('fit 80 columns', () => {
    expect(render(PAGE, terminal(80))).toMatchInlineSnapshot(`
      "Brand  brand.name                         Case/Package  specs.case_package.value
        Quanjun Power  ████████████████  820      0603 ✓    ███████████████████  1,000
        Gensol Labs    ████              205      0402      █████▍                 280
        Optekal        ▍                  20      no value                          20
        no value                         255      own filter excluded

      Resistance  specs.resistance.value
          0 Ω …   1 kΩ  ▋                                        20  [0 TO 1000}
         1 kΩ …  10 kΩ  ████████████████████████████████████  1,200  [1000 TO 10000}
        10 kΩ … 100 kΩ                                            0  [1e+4 TO 1e+5]
        no value                                                 80

      Facet queries
        offers.in_stock_quantity:[1 TO *]  ████████████████████████████████████  930
        mpn:rc*                                                                    0

      statistics           count         min      mean        max    stddev  missing
      Resistance           1,234         1 Ω  45.32 kΩ      10 MΩ  123.5 kΩ       66
      Average price        1,234  0.0126 EUR  2.40 EUR  16.68 EUR  3.96 EUR       66
      Supply Voltage, max      0                                               1,300
      own filter excluded: avg_price"
    `);
  });

  it('are side by side on 120 columns', () => {
    expect(render(PAGE, terminal(120))).toMatchInlineSnapshot(`
      "Brand  brand.name                                             Case/Package  specs.case_package.value
        Quanjun Power  ████████████████████████████████████  820      0603 ✓    ████████████████████████████████████  1,000
        Gensol Labs    █████████                             205      0402      ██████████▏                             280
        Optekal        ▉                                      20      no value                                           20
        no value                                             255      own filter excluded

      Resistance  specs.resistance.value                            Facet queries
          0 Ω …   1 kΩ  ▎                    20  [0 TO 1000}          offers.in_stock_quantity:[1 TO *]  ████████████████  930
         1 kΩ …  10 kΩ  ████████████████  1,200  [1000 TO 10000}      mpn:rc*                                                0
        10 kΩ … 100 kΩ                        0  [1e+4 TO 1e+5]
        no value                             80

      statistics                                           count         min      mean        max    stddev  missing
      Resistance           specs.resistance.value          1,234         1 Ω  45.32 kΩ      10 MΩ  123.5 kΩ       66
      Average price        avg_price                       1,234  0.0126 EUR  2.40 EUR  16.68 EUR  3.96 EUR       66
      Supply Voltage, max  specs.supply_voltage.max_value      0                                               1,300
      own filter excluded: avg_price"
    `);
  });

  it('have no bars in a pipe', () => {
    expect(render(PAGE)).toMatchInlineSnapshot(`
      "Brand  brand.name
        Quanjun Power  820
        Gensol Labs    205
        Optekal         20
        no value       255

      Case/Package  specs.case_package.value
        0603 ✓    1,000
        0402        280
        no value     20
        own filter excluded

      Resistance  specs.resistance.value
          0 Ω …   1 kΩ     20  [0 TO 1000}
         1 kΩ …  10 kΩ  1,200  [1000 TO 10000}
        10 kΩ … 100 kΩ      0  [1e+4 TO 1e+5]
        no value           80

      Facet queries
        offers.in_stock_quantity:[1 TO *]  930
        mpn:rc*                              0

      statistics                                           count         min      mean        max    stddev  missing
      Resistance           specs.resistance.value          1,234         1 Ω  45.32 kΩ      10 MΩ  123.5 kΩ       66
      Average price        avg_price                       1,234  0.0126 EUR  2.40 EUR  16.68 EUR  3.96 EUR       66
      Supply Voltage, max  specs.supply_voltage.max_value      0                                               1,300
      own filter excluded: avg_price"
    `);
  });

  it('never exceed the width of the terminal, whatever they hold', () => {
    const long = 'a long name of a company that goes on and on, Incorporated in Delaware, 日本電産株式会社';
    const page: Answer = {
      request: { facet: { fields: { 'brand.name': { include, limit: 2 }, 'specs.odd:key.value': { include, limit: 9 } } } },
      fields: { 'brand.name': facet({ [long]: 5, '': 3 }), 'specs.odd:key.value': facet({ 'a\u001b[31m\nb': 7 }) },
    };
    for (const columns of [50, 80, 120]) {
      const lines = plain(render(page, { ...terminal(columns), hasColors: true })).split('\n');
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      expect(lines).toContainEqual(expect.stringMatching(/^ {2}""/));
    }
    expect(render(page)).toContain(long);
    expect(render(page)).toContain('a [31m b');
  });

  it('are colored without being moved', () => {
    const colored = render(PAGE, { ...terminal(80), hasColors: true });
    expect(colored).not.toBe(plain(colored));
    expect(plain(colored)).toBe(render(PAGE, terminal(80)));
  });

  it('have names beside uids, ticks at what is chosen, and what codes of stock mean', () => {
    const page: Answer = {
      request: {
        filter: { fields: { category_uids: ['27a3'] } },
        facet: { fields: { category_uids: { include, limit: 9 }, 'offers.in_stock_quantity': { include, limit: 9 } } },
      },
      fields: {
        category_uids: facet({ '27a3': 5, ffff: 2 }),
        'offers.in_stock_quantity': facet({ '12000': 5, '-1': 3, '-2': 2, '-3': 1, '-4': 1 }),
      },
    };
    expect(render(page)).toMatchInlineSnapshot(`
      "Category  category_uids
        Passive Components ✓  27a3  5
        ffff                        2

      Stock  offers.in_stock_quantity
        12,000               5
        -1      not stocked  3
        -2      in stock     2
        -3      unknown      1
        -4      on request   1"
    `);
  });

  it('say which values of many they show', () => {
    const lastLine = (limit: number, start: number, found: FacetResult, more = {}) =>
      render({
        request: { facet: { fields: { 'brand.name': { include, limit, start, ...more } } } },
        fields: { 'brand.name': found },
      })
        .split('\n')
        .at(-1);
    expect(lastLine(3, 0, facet({ a: 9, b: 8, c: 7 }))).toBe('  the first 3');
    expect(lastLine(4, 0, facet({ a: 9, b: 8, c: 7 }))).toMatch(/^ {2}c +7$/);
    expect(lastLine(3, 0, facet({ a: 900, b: 300, c: 100 }))).toMatch(/^ {2}c +100$/);
    expect(lastLine(3, 0, facet({ a: 900, b: 300, c: 100 }), { exclude_filter: true })).toBe('  the first 3');
    expect(lastLine(3, 6, facet({ a: 2, b: 1 }))).toBe('  values 7 to 8');
    expect(lastLine(3, 60, facet({}))).toBe('  no value from position 60 on');
    expect(lastLine(3, 0, facet({}))).toBe('  no values');
    expect(lastLine(3, 0, facet({}, 1300))).toBe('  no value  1,300');
  });

  it('tell of an excluded filter only where there may be one', () => {
    const requested = { include, exclude_filter: true, limit: 9 };
    const isReported = (filter: SearchRequest['filter']) =>
      render({
        request: { filter, facet: { fields: { mpn: requested } }, stats: { avg_price: requested } },
        fields: { mpn: facet({ a: 1 }) },
        stats: { avg_price: stats('1', '1', '1', '0') },
      }).match(/own filter excluded.*/g);
    expect(isReported(undefined)).toBe(null);
    expect(isReported({ fields: { mpn: [], 'brand.name': ['x'] }, queries: [] })).toBe(null);
    expect(isReported({ fields: { mpn: ['a'] } })).toEqual(['own filter excluded']);
    expect(isReported({ queries: ['avg_price:1'] })).toEqual(['own filter excluded', 'own filter excluded: avg_price']);
  });

  it('show values and ranges of one field, both', () => {
    const page: Answer = {
      request: {
        facet: {
          fields: { 'specs.resistance.value': { include, limit: 9, ranges: 3 }, avg_price: { include, limit: 0, ranges: 2 } },
        },
      },
      fields: {
        'specs.resistance.value': facet({ '4700': 3, '1e-7': 1 }, 6, { ranges: RANGES.slice(0, 1) }),
        avg_price: facet({}, 0, { ranges: [] }),
      },
    };
    expect(render(page)).toMatchInlineSnapshot(`
      "Resistance  specs.resistance.value
        4.7 kΩ    3
        100 nΩ    1
        no value  6

      Resistance  specs.resistance.value
        0 Ω … 1 kΩ  20  [0 TO 1000}

      Average price  avg_price
        no values"
    `);
  });
});

const RANKED: Answer = {
  request: {
    spec_drilldown: { include: true, limit: 2, exclude_filter: true },
    facet: { fields: { 'specs.composition.value': { include, limit: 5 } } },
  },
  fields: {
    'specs.composition.value': facet({ 'Thick Film': 5 }, 0, { spec_drilldown_rank: 4 }),
    'specs.odd:key.value': facet({ x: 2, y: 1 }, 3, { spec_drilldown_rank: 3 }),
    'specs.case_package.value': facet({ '0603': 1000, '0402': 280 }, 20, { spec_drilldown_rank: 2 }),
  },
  stats: {
    'specs.operating_temperature.max_value': stats('70', '100', '175', '10', { spec_drilldown_rank: 5 }),
    'specs.operating_temperature.min_value': stats('-55', '-40', '-55', '10', { spec_drilldown_rank: 5 }),
    'specs.supply_voltage.value': stats('3.3', '3.3', '3.3', '0', { spec_drilldown_rank: 6 }),
    'specs.resistance.value': stats('1', '45321.1', '1e+7', '123456.789', { spec_drilldown_rank: 1 }),
  },
};

describe('a drilldown', () => {
  it('is in the order of the ranks', () => {
    expect(render(RANKED, terminal(80))).toMatchInlineSnapshot(`
      "Composition  specs.composition.value
        Thick Film  ████████████████████████████████████  5

      Specs  specs.<key>.value, own filters excluded

      1  Resistance  resistance  1 Ω … 10 MΩ  1,234

      2  Case/Package  case_package             3  odd:key
        0603      ███████████████████  1,000      x         ███████████████████████  2
        0402      █████▍                 280      y         ███████████▌             1
        no value                          20      no value                           3
        the first 2                               the first 2

      4  Composition  composition
        see its facet

      5  Operating Temperature, …  operating_temperature.min_value  -55 °C       1,234
      5  Operating Temperature, …  operating_temperature.max_value  70 … 175 °C  1,234
      6  Supply Voltage            supply_voltage                   3.3 V        1,234"
    `);
  });

  it('leaves display names out where they would be cut to nothing', () => {
    const lines = render(RANKED, terminal(60)).split('\n');
    expect(lines).toContain('5  operating_temperature.max_value  70 … 175 °C  1,234');
  });

  it('says that there is nothing', () => {
    expect(render({ request: { spec_drilldown: { include: true } } })).toBe('Specs  none among the hits');
    expect(render({ request: { spec_drilldown: { include: false } } })).toBe('');
  });
});
