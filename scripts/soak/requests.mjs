/** Ordinary requests of people and programs, and requests that are designed to be expensive. The sender adds the `key`. */

const words = [
  'smd',
  'resistor',
  '0603',
  'ceramic x7r',
  'thick film',
  'diode',
  'power',
  '10k',
  'inductor -power',
  'relay',
  'rc*',
];

const rest = (path, parameters) => ({
  path: `/api/v3${path}?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`,
});
const search = (...parameters) => rest('/parts/search', parameters);
const filter = (query, ...parameters) => search(['limit', '0'], ['filter[queries][]', query], ...parameters);
const graphql = (query, variables = {}) => ({ path: '/graphql', body: JSON.stringify({ query, variables }) });
const group = (field, values) => `${field}:(${values.join(' ')})`;
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** The requests of an ordinary client, in no particular order. */
export const ordinary = words.flatMap((q) => [
  search(['q', q], ['limit', '10']),
  search(
    ['q', q],
    ['limit', '5'],
    ['facet[fields][brand.name][include]', 'true'],
    ['facet[fields][category_uids][include]', 'true'],
  ),
  search(['q', q], ['filter[queries][]', 'offers.in_stock_quantity:[1 TO *]'], ['sortby', 'avg_price asc']),
  search(['q', q], ['limit', '0'], ['spec_drilldown[include]', 'true']),
  rest('/parts/match', [['queries', JSON.stringify([{ mpn: `${q.slice(0, 2)}123*` }, { mpn: 'RC0603' }])]]),
  rest('/brands/search', [['q', q]]),
  graphql('query ($q: String!) { search(q: $q, limit: 5) { total results { part { mpn manufacturer { name } } } } }', { q }),
]);

const infixes = times(50, (i) => `*${String.fromCharCode(97 + (i % 26))}${i % 10}*`).join(' ');
const phrase = '"finish moisture sensitivity level"';

/** The worst known request of each kind. */
export const hostile = [
  search(['q', 'smd'], ['filter[queries][]', 'descriptions.value:c*']),
  filter('offers.in_stock_quantity:[1 TO *] AND descriptions.value:1*'),
  filter('offers.in_stock_quantity:[1 TO *] AND -descriptions.value:c*'),
  filter('brand.name:a* AND descriptions.value:1*'),
  search(['q', 'smd'], ['limit', '0'], ['facet[queries][]', 'descriptions.value:c*']),
  filter(group('descriptions.value', ['1*', '1*'])),
  filter(
    group(
      'descriptions.value',
      times(9, () => '?*'),
    ),
  ),
  filter(
    group(
      'descriptions.value',
      times(10, (i) => `*${i}*${i + 1}*`),
    ),
  ),
  filter(
    group(
      'descriptions.value',
      times(50, (i) => `*${String.fromCharCode(97 + (i % 26))}*b*`),
    ),
  ),
  filter(
    group(
      'uid',
      times(100, (i) => `${i.toString(16)}*`),
    ),
  ),
  filter(
    group(
      'uid',
      times(9000, (i) => `${(i % 256).toString(16)}*`),
    ),
  ),
  filter(
    group(
      'uid',
      times(2000, (i) => `[${i.toString(16)} TO f]`),
    ),
  ),
  filter(
    group(
      'descriptions.value',
      times(500, (i) => `[a${i} TO z]`),
    ),
  ),
  filter(
    group(
      'offers.in_stock_quantity',
      times(500, (i) => `[${i} TO *]`),
    ),
  ),
  search(['q', '-zzz'], ['limit', '1'], ['sortby', times(300, () => 'avg_price asc').join(',')]),
  search(['q', 'smd'], ['limit', '1'], ['sortby', times(400, () => 'score desc').join(',')]),
  search(['q', infixes], ['limit', '0']),
  search(['q', times(1000, () => phrase).join(' ')], ['limit', '1']),
  search(['q', times(1000, () => 'smd').join(' ')], ['limit', '1']),
  search(['q', `smd ${times(1000, (i) => `-x${i}`).join(' ')}`], ['limit', '1']),
  search(['limit', '0'], ...times(600, (i) => ['filter[queries][]', `descriptions.value:[a${i} TO z]`])),
  search(['limit', '0'], ...times(600, (i) => ['facet[queries][]', `descriptions.value:[a${i} TO z]`])),
  search(['q', 'smd'], ['start', '1000'], ['limit', '100'], ['include[]', 'specs'], ['include[]', 'descriptions']),
  search(['q', '-zzz'], ['limit', '0'], ['spec_drilldown[include]', 'true'], ['spec_drilldown[exclude_filter]', 'true']),
  search(['limit', '0'], ...times(1500, (i) => [`unknown${i}`, 'x'])),
  rest('/parts/match', [['queries', JSON.stringify(times(20, (i) => ({ q: infixes, reference: String(i) })))]]),
  rest('/parts/match', [
    ['queries', JSON.stringify(times(20, (i) => ({ mpn: `*${i}${'?'.repeat(20)}*a*b*c` })))],
    ['suggest', 'true'],
  ]),
  graphql(
    `query ($q: String!) { ${times(20, (i) => `s${i}: search(q: $q, limit: 0) { total manufacturer_agg { count } category_agg { count } }`).join(' ')} }`,
    { q: infixes },
  ),
  graphql(
    `{ ${times(20, (i) => `s${i}: search(q: "smd", start: ${i}, limit: 100) { results { part { mpn sellers { offers { sku } } } } }`).join(' ')} }`,
  ),
  graphql(`{ ${'a { '.repeat(5000)}`),
  graphql(`query ($q: String!) { search(q: $q, limit: 1) { total } }`, { q: 'smd '.repeat(50_000) }),
];
