/** Requests with faults: valid requests with one to three faults each. */
import { filterQuery } from './filters.mjs';
import { searchRequest } from './searches.mjs';
import { argumentsOf } from './urls.mjs';

const WRONG_VALUES = [1, -1, 1.5, true, 'x', '', {}, [], [1], ['x', 2], { x: 1 }, '[0:1', 'asc', 1e9];
const WRONG_NUMBERS = [-1, 1001, 101, 1.5, '5', 1e15];
const WRONG_FIELDS = [
  'brand',
  'mpm',
  'offers',
  'specs',
  'specs.x',
  'specs.resistance',
  'name.',
  '',
  '__proto__',
  'descriptions.values',
];
const WRONG_FACETS = [{ limit: 101 }, { start: -1 }, { incl: true }, true, { ranges: 3, include: true }];
const WRONG_SORTS = ['mpn up', 'mpn asc,, uid', [{ field: 1 }], [{ field: 'mpn', order: 'x' }], 5];
const WRONG_SLICES = [{ offers: '[a:b]' }, { nothing: '[0:1]' }, '[0:1]', { offers: 1 }, { offers: '[1:2:3]' }];
const WRONG_MEMBERS = [['no_such_member'], 'mpn', [1], ['offers.nothing']];
const STRAY = ['(', ')', '"', '[', ']', '{', '}', ':', '\\', '*', ' TO ', ' AND ', ' OR ', ' NOT '];

/** Makes a call wrong. Some changes are harmless: one more dash in `q` is still text. */
export function faulty(random, vocabulary, call) {
  if (call.method === 'rest') return faultyUrl(random, vocabulary);
  if (call.method === 'graphql') return faultyDocument(random, call);
  const args = structuredClone(call.arguments);
  const words = vocabulary.collections[call.collection];
  if (call.method === 'get' || call.method === 'getMulti') args[random.chance(0.6) ? 0 : 1] = wrongLookup(random, call.method);
  else if (call.method === 'match') breakMatch(random, args[0]);
  else if (call.method === 'explain' && random.chance(0.2)) args[1] = random.pick(['none', 1, '']);
  else
    for (
      let faults = random.weighted([
        [4, 1],
        [1, 2],
        [1, 3],
      ]);
      faults > 0;
      faults--
    )
      breakSearch(random, words, args[0]);
  return { ...call, arguments: args };
}

function wrongLookup(random, method) {
  const many = method === 'getMulti' ? [Array.from({ length: 21 }, (_, i) => `u${i}`), ['a', 1], 'a'] : [];
  return random.pick([
    1,
    '',
    'x'.repeat(300),
    { show: ['nope'] },
    { show: 'mpn' },
    { slice: { offers: '[a:b]' } },
    { q: 'x' },
    ...many,
  ]);
}

function breakMatch(random, request) {
  const query = random.pick(request.queries);
  random.weighted([
    [1, () => (request.queries = random.pick([[], 'x', [1], [null], Array.from({ length: 21 }, () => ({ mpn: 'x' }))]))],
    [1, () => (request[random.pick(['exact_only', 'suggest', 'nothing', 'show', 'limit'])] = random.pick(WRONG_VALUES))],
    [
      3,
      () =>
        (query[random.pick(['mpn', 'sku', 'q', 'brand', 'limit', 'start', 'reference', 'nothing'])] = random.pick(WRONG_VALUES)),
    ],
    [1, () => (query.limit = random.pick(WRONG_NUMBERS))],
    [2, () => (query.mpn = random.pick(['*', 'a*', '?', '---', '\\', ' ']))],
  ])();
}

/** Makes one thing of a search request wrong. */
function breakSearch(random, words, request) {
  const filter = () => (isObject(request.filter) ? request.filter : (request.filter = {}));
  const facet = () => (isObject(request.facet) ? request.facet : (request.facet = {}));
  const wrongField = () => random.pick([...WRONG_FIELDS, `${random.pick(words.fields).name}x`]);
  random.weighted([
    [14, () => (filter().queries = [...(Array.isArray(filter().queries) ? filter().queries : []), brokenQuery(random, words)])],
    [2, () => (filter().queries = [`${random.pick(words.fields).name}:x AND ${wrongField()}:y`])],
    [2, () => (filter().fields = { [wrongField()]: ['x'] })],
    [1, () => (filter().fields = { 'offers.moq': ['12', 'many'] })],
    [1, () => (filter()[random.pick(['fields', 'queries', 'query'])] = random.pick(WRONG_VALUES))],
    [2, () => (facet().fields = { [wrongField()]: { include: true } })],
    [1, () => (facet().queries = [brokenQuery(random, words)])],
    [
      1,
      () =>
        (facet().fields = {
          [random.pick(words.fields).name]: random.pick(WRONG_FACETS),
        }),
    ],
    [1, () => (request.stats = { [random.pick(words.fields).name]: { include: true } })],
    [1, () => (request.spec_drilldown = random.pick([{ include: 1 }, { limit: 101 }, true, { rank: 1 }]))],
    [3, () => (request[random.pick(['start', 'limit'])] = random.pick(WRONG_NUMBERS))],
    [2, () => (request.sortby = random.pick([`${wrongField()} asc`, ...WRONG_SORTS]))],
    [2, () => (request[random.pick(['show', 'hide', 'include'])] = random.pick(WRONG_MEMBERS))],
    [1, () => (request.slice = random.pick(WRONG_SLICES))],
    [2, () => (request[random.pick(['q', 'filter', 'facet', 'stats', 'sortby', 'querry', 'Limit'])] = random.pick(WRONG_VALUES))],
  ])();
}

/** A filter query with something missing, added or changed at a random place. */
function brokenQuery(random, words) {
  if (random.chance(0.03)) return `${'('.repeat(101)}uid:x${')'.repeat(101)}`;
  if (random.chance(0.03)) return `uid:(${'x '.repeat(10_001)})`;
  return broken(random, filterQuery(random, words));
}

function broken(random, text) {
  const place = random.below(text.length + 1);
  const length = random.pick([0, 1, 1, 3]);
  return `${text.slice(0, place)}${random.chance(0.7) ? random.pick(STRAY) : ''}${text.slice(place + length)}`;
}

function faultyUrl(random, vocabulary) {
  const words = vocabulary.collections.parts;
  const request = searchRequest(random, words, 0.3);
  for (let faults = random.between(1, 3); faults > 0; faults--) breakUrlRequest(random, words, request);
  const args = argumentsOf(random, request);
  args.splice(
    random.below(args.length + 1),
    0,
    ...random.weighted([
      [6, []],
      [1, [['start', random.pick(['x', '1.5', '-', '99999999999'])]]],
      [
        1,
        [
          ['start', '1'],
          ['start', '2'],
        ],
      ],
      [1, [['spec_drilldown[include]', 'maybe']]],
      [1, [['slice[offers]', 'x']]],
      [1, [['callback', random.pick(['a b', 'class', '1x'])]]],
    ]),
  );
  const key = random.weighted([
    [18, '&apikey=key'],
    [1, '&apikey=wrong'],
    [1, ''],
  ]);
  const path = random.weighted([
    [8, '/parts/search'],
    [1, '/parts/none'],
    [1, '/parts/match'],
  ]);
  const queries =
    path === '/parts/match'
      ? `&queries=${encodeURIComponent(random.pick(['[', '{}', '[{"mpn":1}]', '[{"limit":"x"}]', '[1]']))}`
      : '';
  const query = args
    .map(([name, value]) => (value === null ? name : `${name}=${encodeURIComponent(value.toWellFormed())}`))
    .join('&');
  return { method: 'rest', classNames: false, url: `${path}?${query}${queries}${key}` };
}

/** What can be wrong in a URL, where every value is a text. */
function breakUrlRequest(random, words, request) {
  random.weighted([
    [3, () => (request.filter = { queries: [brokenQuery(random, words).slice(0, 2000)] })],
    [2, () => (request.filter = { fields: { [random.pick(WRONG_FIELDS)]: ['x'] } })],
    [1, () => (request.facet = { fields: { [random.pick(WRONG_FIELDS)]: { include: true } } })],
    [1, () => (request.stats = { mpn: { include: true } })],
    [2, () => (request[random.pick(['start', 'limit'])] = random.pick(['-1', '1001', 'x']))],
    [1, () => (request.sortby = random.pick(['mpm', 'mpn up', ',']))],
  ])();
}

function faultyDocument(random, call) {
  const { query } = call.body;
  const body = random.weighted([
    [4, () => ({ ...call.body, query: brokenDocument(random, query) })],
    [
      3,
      () => ({ ...call.body, query: query.replace(/\bhits\b|\bmpn\b|\bname\b/, random.pick(['hitz', 'nothing', 'name { x }'])) }),
    ],
    [
      3,
      () => ({
        ...call.body,
        query: withArgument(query, random.pick(['limit: 1000', 'start: -1', 'limit: "x"', 'sort_dir: up', 'nothing: 1'])),
      }),
    ],
    [1, () => ({ ...call.body, variables: random.pick([{}, { v0: [] }, { v0: { a: { b: 1 } } }]) })],
    [1, () => ({ query: `{ a: parts(ids: [${'"x", '.repeat(21)}]) { mpn } }` })],
    [1, () => ({ query: `{ ${Array.from({ length: 21 }, (_, i) => `a${i}: search { hits }`).join(' ')} }` })],
    [
      1,
      () => ({ query: random.pick(['', ' ', '{', 'mutation { x }', 'query A { search { hits } } query B { search { hits } }']) }),
    ],
  ])();
  return { ...call, body };
}

/** A document with a character too few or too many. */
function brokenDocument(random, query) {
  const place = random.below(query.length);
  return `${query.slice(0, place)}${random.chance(0.5) ? random.pick(['{', '}', '(', ')', '"', '$', ':', '!', '%']) : ''}${query.slice(place + 1)}`;
}

function withArgument(query, argument) {
  return query.includes('(') ? query.replace('(', `(${argument}, `) : query.replace(/\{\s*(\w+)/, `{ $1(${argument})`);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
