import type { PartsMatchQuery, SearchRequest } from '../../src/partdex.js';
import { searchUrl, type WorstRequest } from './requests.js';
import type { Words } from './words.js';

/** A request that was once far too expensive, and its cost before requests had budgets. */
export interface KnownCase {
  readonly name: string;
  /** Its time before there were budgets, and the parts: a million generated ones, or the real ones. */
  readonly before: string;
  request(words: Words): WorstRequest;
}

const times = (count: number, text: string, by = ' ') => Array<string>(count).fill(text).join(by);
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

const search = (name: string, before: string, request: SearchRequest | ((words: Words) => SearchRequest)): KnownCase => ({
  name,
  before,
  request: (words) => ({
    via: 'search',
    request: { limit: 10, show: ['uid'], ...(typeof request === 'function' ? request(words) : request) },
  }),
});

const filter = (name: string, before: string, ...queries: string[]): KnownCase => search(name, before, { filter: { queries } });

const match = (name: string, before: string, query: (words: Words, i: number) => PartsMatchQuery, count = 20): KnownCase => ({
  name,
  before,
  request: (words) => ({ via: 'match', request: { queries: list(count, (i) => query(words, i)), suggest: true } }),
});

const graphql = (name: string, before: string, query: (words: Words) => string): KnownCase => ({
  name,
  before,
  request: (words) => ({ via: 'graphql', query: query(words) }),
});

const IN_STOCK = 'offers.in_stock_quantity:[1 TO *]';
/** Fifty patterns of three characters each, all different. */
const FIFTY_PATTERNS = Array.from(
  { length: 50 },
  (_, i) => `*${letters[i % 36]}*${letters[(i * 7 + 3) % 36]}*${letters[(i * 3 + 1) % 36]}*`,
).join(' ');
const AGGREGATIONS =
  '{ hits manufacturer_agg { count } distributor_agg { count } category_agg { count } all_filters { shortname } }';
const PART = '{ results { part { mpn sellers { offers { sku prices { price } } } } } }';

const rootFields = (count: number, field: (i: number) => string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`;

/** Prefixes and ranges of two hexadecimal digits, alternating. */
const hex = (i: number) => (i % 256).toString(16).padStart(2, '0');
const list = <T>(count: number, one: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => one(i));

/** A range of texts that differs from the previous one. */
const textRange = (i: number) => `[${letters[i % 36]}${letters[Math.floor(i / 36) % 36]} TO *]`;

const eachOnce = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, value]));
const specs = (keys: readonly string[]) => keys.map((key) => `specs.${key}.value`);

export const KNOWN_CASES: readonly KnownCase[] = [
  filter('a description prefix alone', 'real 0.76 s', 'descriptions.value:c*'),
  search('q and a description prefix', 'real 36.7 s', { q: 'smd', filter: { queries: ['descriptions.value:c*'] } }),
  search('a category and a description prefix', 'real 30.6 s', ({ categories }) => ({
    filter: { fields: { category_uids: [categories[0]] }, queries: ['descriptions.value:c*'] },
  })),
  search('a brand and a description prefix', 'real 45.0 s', ({ brands }) => ({
    filter: { fields: { 'brand.name': [brands[0]] }, queries: ['descriptions.value:c*'] },
  })),
  filter('stock and no description prefix', 'real 40.6 s', IN_STOCK, '-descriptions.value:c*'),
  search('q and a facet query of a description prefix', 'real 36.4 s', {
    q: 'smd',
    facet: { queries: ['descriptions.value:c*'] },
  }),
  filter('stock and a description prefix c*', '1M 37.2 s', `${IN_STOCK} AND descriptions.value:c*`),
  filter('stock and a description prefix 1*', '1M 14.9 s', `${IN_STOCK} AND descriptions.value:1*`),
  filter('two prefixes: brand, description', '1M 12.6 s', 'brand.name:a* AND descriptions.value:1*'),
  filter('a description prefix twice', '1M 13.5 s', 'descriptions.value:(1* 1*)'),
  filter(
    'description prefixes, 2,000 different ones',
    'about 36 h for 10,000',
    `descriptions.value:(${list(2000, (i) => `${letters[i % 36]}${letters[Math.floor(i / 36) % 36]}*`).join(' OR ')})`,
  ),
  {
    name: 'a URL of 96 characters: ?* in descriptions, nine times',
    before: 'the process ended after 81 s, 4.1 GB',
    request: () => ({
      via: 'rest',
      url: `/parts/search?limit=0&filter[queries][]=descriptions.value:(${times(9, '%3F*', '+')})`,
    }),
  },
  filter('uid prefixes, the same one 10,000 times', '1M 37 min', `uid:(${times(10_000, 'a*')})`),
  filter('uid prefixes, 256 different ones', '1M 58 s', `uid:(${list(256, (i) => `${hex(i)}*`).join(' OR ')})`),
  search('one sort key 300 times', '1M 6.5 s, 1.35 GB', { q: '-zzz', sortby: times(300, 'offers.in_stock_quantity desc', ',') }),
  search('score as sort key 400 times', '1M 1.8 s, 1.6 GB kept', { q: '-zzz', sortby: times(400, 'score', ',') }),
  search('20 different sort keys', '1M 1.4 s for 100', ({ numbers, strings }) => ({
    q: '-zzz',
    sortby: specs([...numbers, ...strings].slice(0, 20)).join(','),
  })),
  filter('uid ranges, the same one 500 times', '1M 23.8 s, 1.7 GB', `uid:(${times(500, '[1 TO f]')})`),
  filter('uid ranges, 500 different ones', '1M 24 s, 1.7 GB', `uid:(${list(500, (i) => `[${hex(i)} TO f]`).join(' OR ')})`),
  search('q: the same phrase 1,000 times', '1M 38.3 s', { q: times(1000, '"finish moisture sensitivity level"') }),
  search('q: another phrase 1,000 times', '1M 4.4 s', { q: times(1000, '"pad smd 0603"') }),
  search('q: a joined word 1,000 times', '1M 3.9 s', { q: times(1000, 'pad-smd') }),
  search('q: a word 1,000 times', '1M 2.1 s', { q: times(1000, 'smd') }),
  search('q: 1,000 phrases', '1M 38 s', ({ phrases }) => ({
    q: list(1000, (i) => `"${phrases[i % Math.min(phrases.length, 1000)]}"`).join(' '),
  })),
  search('q: 20 MB of one word', '1M 15.5 s, 0.9 GB', { q: 'smd '.repeat(5e6) }),
  search('q: 50 infix wildcards', '1M 1.05 s', { q: FIFTY_PATTERNS }),
  search('q: 1,000 exclusions', '1M 0.5 s', ({ words }) => ({ q: list(1000, (i) => `-${words[i % words.length]}`).join(' ') })),
  search('q: a phrase of 10,000 words', '1M 0.05 s', ({ words }) => ({
    q: `"${list(10_000, (i) => words[i % words.length]).join(' ')}"`,
  })),
  graphql(
    'GraphQL: q of 50 wildcards, once',
    '1M 5.8 s',
    () => `{ search(q: ${JSON.stringify(FIFTY_PATTERNS)}) ${AGGREGATIONS} }`,
  ),
  graphql('GraphQL: q of 50 wildcards, 20 times', '1M 110.6 s', () =>
    rootFields(20, () => `search(q: ${JSON.stringify(FIFTY_PATTERNS)}) ${AGGREGATIONS}`),
  ),
  graphql('GraphQL: 20 searches of 100 parts with offers', '20,000 parts 1.2 s', ({ words }) =>
    rootFields(20, (i) => `search(q: ${JSON.stringify(words[i % words.length])}, limit: 100) ${PART}`),
  ),
  graphql('GraphQL: 20 times spec_aggs of 50 attributes', '1M 2.1 s for 80', ({ numbers, strings }) =>
    rootFields(
      20,
      () =>
        `search { spec_aggs(attribute_names: ${JSON.stringify([...numbers, ...strings].slice(0, 50))}) { buckets { count } } }`,
    ),
  ),
  graphql('GraphQL: 20 times multi_match of 20 patterns', '1M 8.2 s', () =>
    rootFields(20, () => `multi_match(queries: [${list(20, (i) => `{mpn: "*${letters[i]}*1*2*0*"}`).join(', ')}]) { hits }`),
  ),
  graphql(
    'GraphQL: categories with all that they have',
    '1M 0.5 s',
    () => '{ categories { num_parts ancestors { name } children { name } relevant_attributes { shortname } } }',
  ),
  graphql(
    'GraphQL: the same selection 300 times',
    '1M 0.24 s',
    () => `{ search(limit: 100) { ${times(300, 'results { part { mpn } }')} } }`,
  ),
  filter('a description pattern', '1M 2.6 s', 'descriptions.value:*a*b*'),
  filter('a description pattern of numbers', 'real 2.4 s', 'descriptions.value:*10*k*'),
  filter('a description pattern ?*', '1M 6.1 s', 'descriptions.value:?*'),
  filter(
    'description patterns, 50',
    '1M five minutes',
    `descriptions.value:(${list(50, (i) => `*${letters[i % 36]}*${letters[(i * 5 + 1) % 36]}*`).join(' OR ')})`,
  ),
  search('1,306 filter queries: ranges of descriptions', '1M 20.5 s', {
    filter: { queries: list(1306, (i) => `descriptions.value:${textRange(i)}`) },
  }),
  search('100 facet queries: ranges of descriptions', '1M 21.4 s for 1,306', {
    facet: { queries: list(100, (i) => `descriptions.value:${textRange(i)}`) },
  }),
  search('100 facet queries: prefixes of SKUs', '1M 3.4 s for 2,064', {
    facet: { queries: list(100, (i) => `offers.sku:${letters[i % 36]}${letters[Math.floor(i / 36)]}*`) },
  }),
  filter('500 ranges of descriptions', '1M 8.2 s', `descriptions.value:(${list(500, textRange).join(' OR ')})`),
  filter(
    '500 ranges of stock',
    '1M 7.3 s',
    `offers.in_stock_quantity:(${list(500, (i) => `[${i * 7} TO ${i * 9 + 100000}]`).join(' OR ')})`,
  ),
  filter('500 ranges of prices', '1M 1.1 s', `avg_price:(${list(500, (i) => `[${i / 100} TO ${i + 1}]`).join(' OR ')})`),
  filter(
    '60 ranges of 480 digits',
    '1M 0.16 s',
    `avg_price:(${list(60, (i) => `[0.${'1'.repeat(480 - i)} TO *]`).join(' OR ')})`,
  ),
  filter('1,000 negations', '1M 0.5 s', list(1000, (i) => `-offers.in_stock_quantity:${i}`).join(' ')),
  filter('100 levels of nesting', '1M 0.02 s', `${'NOT ('.repeat(98)}mpn:r*${')'.repeat(98)}`),
  search('facets of 100 fields, page 1000 to 1100', '1M 0.7 s for 123', ({ numbers, strings }) => ({
    facet: { fields: eachOnce(specs([...strings, ...numbers]).slice(0, 100), { include: true, start: 1000, limit: 100 }) },
  })),
  search('facets and ranges of 100 fields without their filters', '1M 1.1 s for 123', ({ numbers, strings }) => ({
    filter: { queries: specs(numbers.slice(0, 50)).map((field) => `${field}:[* TO *]`) },
    facet: { fields: eachOnce(specs([...numbers, ...strings]).slice(0, 100), { include: true, exclude_filter: true }) },
  })),
  search('statistics of all number fields', '1M 0.4 s', ({ numbers }) => ({
    stats: eachOnce(specs(numbers).slice(0, 100), { include: true }),
  })),
  search('a drilldown without its filters', 'real 3.3 s', ({ numbers, strings }) => ({
    filter: {
      queries: [
        ...specs(numbers).map((field) => `NOT ${field}:[1e300 TO *]`),
        ...specs(strings).map((field) => `NOT ${field}:[zz TO zzz]`),
      ],
    },
    spec_drilldown: { include: true, exclude_filter: true, limit: 100 },
  })),
  {
    name: 'scan of all uids',
    before: '1M 1.4 s, a stall of 1.5 s',
    request: () => ({ via: 'scan', request: { show: ['uid'] } }),
  },
  {
    name: 'scan of all uids by three keys',
    before: '1M 1.4 s, a stall of 1.5 s',
    request: () => ({ via: 'scan', request: { show: ['uid'], sortby: 'offers.in_stock_quantity desc,mpn asc,avg_price desc' } }),
  },
  {
    name: 'scan of whole parts of a large category',
    before: '1M 6.2 s for 20,000 parts',
    request: ({ categories }) => ({
      via: 'scan',
      request: { filter: { fields: { category_uids: [categories[7] ?? categories[0]] } } },
    }),
  },
  search('deep page by three keys', '1M 0.9 s', {
    sortby: 'offers.in_stock_quantity desc,mpn asc,avg_price desc',
    start: 1000,
    limit: 100,
  }),
  match('match: 20 queries of 50 wildcards in q', '1M 22 s', () => ({ q: FIFTY_PATTERNS })),
  match('match: 20 wildcards, suggestions, pages 1000 to 1100', '1M 0.9 s', () => ({
    mpn_or_sku: '*1*0*2*',
    start: 1000,
    limit: 100,
  })),
  match(
    'match: a q of 1,000 phrases',
    '1M 38 s',
    ({ phrases }) => ({ q: list(1000, (i) => `"${phrases[i % phrases.length]}"`).join(' ') }),
    1,
  ),
  match('match: 20 patterns of 65 kB', '1M 0.6 s', (_, i) => ({ mpn: `${'?'.repeat(65_000)}a1${letters[i]}*` })),
  match('match: 20 short numbers, suggestions', '1M 0.16 s for 60', ({ mpns }, i) => ({
    mpn_or_sku: mpns[i % mpns.length].slice(0, 3),
  })),
  {
    name: 'a URL of 64 kB of unknown names',
    before: '0.6 s',
    request: () => ({ via: 'rest', url: `/parts/search?${list(7000, (i) => `x${i}=1`).join('&')}`.slice(0, 65_000) }),
  },
  {
    name: 'a URL of 2,000 prefixes of SKUs',
    before: '1M 3.4 s',
    request: () => ({
      via: 'rest',
      url: searchUrl({
        filter: {
          queries: [`offers.sku:(${list(1296, (i) => `${letters[i % 36]}${letters[Math.floor(i / 36)]}*`).join(' OR ')})`],
        },
      }),
    }),
  },
];
