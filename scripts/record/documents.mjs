/** Documents of the GraphQL interface, in both of its dialects. */
import { anyUid, partNumber } from './lookups.mjs';
import { keywords } from './searches.mjs';

/** Selections of each type as `[field, arguments, selections]`; those of names alone are leaves. */
const COMPANY = ['id', 'name', 'aliases', 'display_flag', 'homepage_url', 'slug', 'is_verified', 'is_distributorapi'];
const ATTRIBUTE = ['id', 'name', 'shortname', 'group'];
const CATEGORY = ['id', 'parent_id', 'name', 'path', 'num_parts', ['ancestors', '', ['name']], ['children', '', ['id', 'name']]];
const PRICE = ['quantity', 'price', 'currency', 'converted_price', 'converted_currency', 'conversion_rate'];
const DOCUMENT = ['name', 'page_count', 'url', 'credit_string', 'mime_type', 'created_at'];
const OFFER = [
  ...['id', 'sku', 'eligible_region', 'inventory_level', 'packaging', 'moq', 'click_url', 'updated', 'factory_lead_days'],
  ...['on_order_quantity', 'factory_pack_quantity', 'order_multiple', 'multipack_quantity', 'is_custom_pricing'],
  ['prices', '', PRICE],
];
const PART = [
  ...['id', 'name', 'mpn', 'slug', 'short_description', 'catalog_url', 'v3uid', 'counts', 'total_avail', 'avg_avail', 'aka_mpns'],
  ...['estimated_factory_lead_days', 'generic_mpn', 'manufacturer_url', 'free_sample_url', 'cad_request_url'],
  ['manufacturer', '', COMPANY],
  ['category', '', CATEGORY],
  ['descriptions', '', ['text', 'credit_string', 'credit_url']],
  ['specs', '', ['display_value', ['attribute', '', ATTRIBUTE]]],
  ['document_collections', '', ['name', ['documents', '', DOCUMENT]]],
  ['best_datasheet', '', DOCUMENT],
  ['best_image', '', ['url', 'credit_string']],
  ['median_price_1000', '', PRICE],
  [
    'sellers',
    '(include_brokers: true)',
    ['is_authorized', 'is_broker', 'is_rfq', ['company', '', COMPANY], ['offers', '', OFFER]],
  ],
  [
    'sellers',
    '',
    [
      ['company', '', ['name']],
      ['offers', '', OFFER],
    ],
  ],
  ['similar_parts', '', ['mpn']],
  ['series', '', ['name']],
];
const BUCKET = ['count', ['company', '', COMPANY]];
const RESULTS = [
  ...['hits', 'total', 'warnings'],
  ['results', '', ['description', 'aka_mpn', ['part', '', PART]]],
  ['results', '', [['part', '', PART]]],
  ['results', '', [['part', '', PART]]],
  ['manufacturer_agg', '(size: 5)', BUCKET],
  ['manufacturer_agg', '', BUCKET],
  ['distributor_agg', '', BUCKET],
  ['distributor_agg', '(size: 3)', BUCKET],
  ['category_agg', '', ['count', ['category', '', CATEGORY]]],
  ['suggested_filters', '', ATTRIBUTE],
  ['all_filters', '', ATTRIBUTE],
  ['applied_category', '', CATEGORY],
  ['applied_filters', '', ['shortname', 'name', 'values', 'display_values']],
  ['cad_agg', '', ['count']],
  ['suggested_categories', '', ['count']],
];
const SPEC_BUCKETS = [
  'min',
  'max',
  'display_min',
  'display_max',
  ['attribute', '', ATTRIBUTE],
  ['buckets', '', ['display_value', 'float_value', 'count']],
];
const LATER_WORDS = new Map([
  ['distributorapi', 'distributorApi'],
  ['is_distributorapi', 'isDistributorApi'],
]);

/** A request body with one to three fields at the root. */
export function graphqlCall(random, vocabulary) {
  const dialect = random.pick(['v4', 'sup']);
  const context = { random, vocabulary, isLater: dialect === 'sup', variables: {}, declared: [] };
  const count = random.weighted([
    [8, 1],
    [2, 2],
    [1, 3],
  ]);
  const roots = Array.from({ length: count }, (_, position) => rootField(context, count > 1 ? `f${position}: ` : ''));
  const head =
    context.declared.length > 0 ? `query (${context.declared.join(', ')}) ` : random.pick(['', 'query ', 'query Named ']);
  const body = { query: `${head}{ ${roots.join(' ')} }` };
  if (context.declared.length > 0) body.variables = context.variables;
  return { method: 'graphql', dialect, asText: random.chance(0.3), body };
}

function rootField(context, alias) {
  const make = context.random.weighted([
    [10, search],
    [3, searchMpn],
    [5, multiMatch],
    [3, parts],
    [1, categories],
    [1, companies],
    [1, suggest],
    [1, correction],
    [0.3, attributes],
  ]);
  return `${alias}${make(context)}`;
}

function search(context) {
  const { random, vocabulary } = context;
  const q = random.chance(0.7) ? keywords(random, vocabulary.collections.parts) : undefined;
  return root(context, 'search', searchArguments(context, q), resultSelections(context));
}

function searchMpn(context) {
  const { random, vocabulary } = context;
  const number = random.pick(vocabulary.collections.parts.numbers);
  const q = random.chance(0.6) ? number.slice(0, random.between(1, 6)) : partNumber(random, [number]);
  return root(context, 'search_mpn', searchArguments(context, q), resultSelections(context));
}

function searchArguments(context, q) {
  const { random } = context;
  const given = [];
  if (q !== undefined) given.push(['q', random.chance(0.3) ? variable(context, 'String', q) : literal(q)]);
  if (random.chance(0.5)) given.push(['filters', filterMap(context)]);
  if (random.chance(0.3)) {
    given.push(['sort', literal(sortName(context))]);
    if (random.chance(0.7)) given.push(['sort_dir', random.pick(['asc', 'desc'])]);
  }
  if (random.chance(0.6))
    given.push(['limit', random.chance(0.2) ? variable(context, 'Int', random.pick([3, '4'])) : random.below(12)]);
  if (random.chance(0.2)) given.push(['start', random.below(30)]);
  if (random.chance(0.2)) given.push(['in_stock_only', random.pick(['true', 'false'])]);
  if (random.chance(0.2)) given.push(['currency', literal(random.pick(['USD', 'EUR', 'XXX']))]);
  return given;
}

function sortName({ random, vocabulary }) {
  const attribute = () => random.pick(vocabulary.attributes).key;
  return random.weighted([
    [4, attribute],
    [2, () => random.pick(['manufacturer', 'brand', 'price', 'avg_price', 'stock', 'score', 'mpn'])],
    [0.3, () => 'no_such_sort'],
  ])();
}

/** Filters as a variable, or written into the document. */
function filterMap(context) {
  const { random, vocabulary } = context;
  const filters = Object.fromEntries(random.list(1, 2, () => oneFilter(random, vocabulary)));
  if (random.chance(0.5)) return variable(context, 'Map', filters);
  const names = Object.entries(filters).filter(([name]) => /^[_a-z]\w*$/i.test(name));
  return `{${names.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')}}`;
}

function oneFilter(random, { names, attributes }) {
  const company = (collection) => oneOrList(random, names[collection]);
  return random.weighted([
    [2, () => [random.pick(['manufacturer_id', 'manufacturer']), company('manufacturers')]],
    [1, () => [random.pick(['distributor_id', 'distributor']), company('sellers')]],
    [2, () => [random.pick(['category_id', 'category']), company('categories')]],
    [6, () => attributeFilter(random, random.pick(attributes))],
  ])();
}

function attributeFilter(random, { key, kind, values }) {
  const known = values.length > 0 ? values : ['1'];
  if (kind !== 'decimal' || random.chance(0.3)) return [key, oneOrList(random, known)];
  const [from, to] = [random.pick(known), random.pick(known)].sort((a, b) => Number(a) - Number(b));
  return [key, random.pick([`(${from}__${to})`, `(${from}__)`, `(__${to})`])];
}

function oneOrList(random, values) {
  return random.chance(0.6) ? random.pick(values) : random.some(values, 1, 4);
}

function resultSelections(context) {
  const { random, vocabulary } = context;
  const chosen = selected(context, RESULTS, random.pick([1, 2, 3]));
  if (random.chance(0.3)) {
    const names = JSON.stringify(random.list(1, 3, () => random.pick(vocabulary.attributes).key));
    const given = [['attribute_names', names], ...(random.chance(0.5) ? [['size', random.pick([0, 2, 20])]] : [])];
    chosen.push(field(context, 'spec_aggs', given, selected(context, SPEC_BUCKETS, 5)));
  }
  return chosen;
}

function multiMatch(context) {
  const { random, vocabulary } = context;
  const { parts } = vocabulary.collections;
  const queries = random.list(1, 4, () => {
    const member = random.pick(['mpn', 'sku', 'mpn_or_sku']);
    const query = { [member]: partNumber(random, member === 'sku' ? parts.skus : parts.numbers) };
    if (random.chance(0.2)) query.manufacturer = random.pick(vocabulary.names.manufacturers);
    if (random.chance(0.1)) query.seller = random.pick(vocabulary.names.sellers);
    if (random.chance(0.2)) query.limit = random.pick([0, 1, 10]);
    if (random.chance(0.3)) query.reference = `R${random.below(50)}`;
    return query;
  });
  const given = [
    ['queries', variable(context, context.isLater ? '[SupPartMatchQuery!]!' : '[PartMatchQuery!]!', renamed(context, queries))],
  ];
  if (random.chance(0.3)) {
    const stock = `${nameOf(context, 'require_stock_available')}: ${random.chance(0.7)}`;
    const filters = random.chance(0.5) ? `, filters: ${filterMap(context)}` : '';
    given.push(['options', `{${stock}${filters}}`]);
  }
  const part = field(context, 'parts', [], selected(context, PART, 4));
  return root(context, 'multi_match', given, ['hits', 'reference', 'error', part]);
}

/** Names of members in the dialect. */
function renamed(context, queries) {
  return queries.map((query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [nameOf(context, name), value])));
}

function parts(context) {
  const ids = context.random.list(1, 5, () => anyUid(context.random, context.vocabulary.collections.parts));
  const given = [['ids', JSON.stringify(ids)], ...(context.random.chance(0.2) ? [['currency', '"EUR"']] : [])];
  return root(context, 'parts', given, selected(context, PART, 8));
}

function categories(context) {
  const ids = context.random.list(1, 4, () => anyUid(context.random, context.vocabulary.collections.categories));
  const details = [...CATEGORY, ['relevant_attributes', '', ATTRIBUTE]];
  return root(context, 'categories', [['ids', JSON.stringify(ids)]], selected(context, details, 4));
}

function companies(context) {
  const { random, vocabulary } = context;
  const name = random.pick(['manufacturers', 'sellers']);
  const ids = random.list(1, 4, () => anyUid(random, vocabulary.collections[name]));
  return root(context, name, [['ids', JSON.stringify(ids)]], selected(context, COMPANY, 5));
}

function attributes(context) {
  return root(context, 'attributes', [], selected(context, ATTRIBUTE, 4));
}

function suggest(context) {
  const number = context.random.pick(context.vocabulary.collections.parts.numbers);
  const q = literal(number.slice(0, context.random.between(2, 6)));
  return root(context, 'suggest', [['q', q]], ['text', nameOf(context, 'in_category_name'), nameOf(context, 'in_category_id')]);
}

function correction(context) {
  const q = literal(partNumber(context.random, context.vocabulary.collections.parts.numbers));
  return root(context, 'spelling_correction', [['q', q]], [nameOf(context, 'correction_string'), 'hits']);
}

/** Some of the selections of a type, each with some of its own. */
function selected(context, selections, most) {
  const chosen = new Map();
  for (const selection of context.random.some(selections, 1, most)) {
    const [name, args, inner] = typeof selection === 'string' ? [selection] : selection;
    // A field is selected once: the same one with other arguments would need an alias.
    chosen.set(
      name,
      `${nameOf(context, name)}${inDialect(context, args ?? '')}${inner ? ` { ${selected(context, inner, 5).join(' ')} }` : ''}`,
    );
  }
  return [...chosen.values()];
}

function inDialect(context, args) {
  return args.replace(/[a-z_]+(?=:)/g, (name) => nameOf(context, name));
}

/** A field of the root. */
function root(context, name, args, selections) {
  return field(context, context.isLater ? `sup_${name}` : name, args, selections);
}

function field(context, name, args, selections) {
  const given = args.map(([argument, value]) => `${nameOf(context, argument)}: ${value}`).join(', ');
  return `${nameOf(context, name)}${given ? `(${given})` : ''} { ${selections.join(' ')} }`;
}

function nameOf({ isLater }, name) {
  return isLater ? (LATER_WORDS.get(name) ?? later(name)) : name;
}

function later(name) {
  return name.replace(/(?<=.)_([a-z0-9])/g, (_, first) => first.toUpperCase());
}

function variable(context, type, value) {
  const name = `v${context.declared.length}`;
  context.declared.push(`$${name}: ${type}`);
  context.variables[name] = value;
  return `$${name}`;
}

function literal(text) {
  return JSON.stringify(text);
}
