import type { Random } from '../../src/sample/random.js';
import type { Words } from './words.js';

/** The place of a gene's pieces in a request. */
export type Slot =
  /** A term of `q`. */
  | 'q'
  /** A clause of the first filter query. */
  | 'clause'
  /** A filter query of its own. */
  | 'query'
  /** A value of `filter.fields`. */
  | 'field'
  | 'facet'
  | 'facetQuery'
  | 'stat'
  | 'sort'
  /** A condition of a query of a match request. */
  | 'match'
  /** A field at the root of a GraphQL document. */
  | 'root';

/** A piece of a request: a fieldname and a value, or, in slots without names, only a value. */
export interface Piece {
  readonly name: string;
  readonly value: string;
}

/** Creates a random piece. */
export type Maker = (random: Random, words: Words) => Piece;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';

const named = (name: string, write: (random: Random, words: Words) => string): Maker => {
  return (random, words) => ({ name, value: write(random, words) });
};
const unnamed = (write: (random: Random, words: Words) => string): Maker => named('', write);

/** An item of a list, usually from its beginning, where the most frequent ones are. */
function frequent(random: Random, list: readonly string[]): string {
  return list.length === 0 ? 'x' : list[Math.floor(list.length * random.next() ** 3)];
}

const any = (random: Random, list: readonly string[]): string => (list.length === 0 ? 'x' : random.pick(list));

function letters(random: Random, most: number, alphabet = LETTERS): string {
  const [length, from] = [1 + random.below(most), [...alphabet]];
  return Array.from({ length }, () => random.pick(from)).join('');
}

/** One to three characters with wildcards around and between them, or none at all. */
function pattern(random: Random): string {
  const shapes = [
    () => `*${letters(random, 1)}*${letters(random, 1)}*`,
    () => `*${letters(random, 1)}*`,
    () => `?${letters(random, 1)}*`,
    () => '?*',
    () => `${'?'.repeat(1 + random.below(8))}*`,
    () => `*${letters(random, 2)}`,
    () => `*${letters(random, 1)}?${letters(random, 1)}*`,
    () => `${letters(random, 1)}*${letters(random, 1)}*${letters(random, 1)}*`,
    () => `*${letters(random, 3)}*`,
  ];
  return random.pick(shapes)();
}

function textRange(random: Random, alphabet = LETTERS): string {
  const ends = [letters(random, 2, alphabet), letters(random, 2, alphabet)].sort();
  return random.pick([
    `[${ends[0]} TO ${ends[1]}]`,
    `[${ends[0]} TO *]`,
    `{* TO ${ends[1]}}`,
    `[${alphabet[0]} TO ${alphabet.at(-1)}]`,
  ]);
}

function numberRange(random: Random): string {
  const low = random.below(1000);
  const long = () => `${random.digits(9).repeat(50)}.5`;
  return random.pick([
    `[${low} TO *]`,
    `[* TO ${low + 10 ** random.below(8)}]`,
    `{${low} TO ${low + 1 + random.below(100_000)}}`,
    `[0 TO ${long()}]`,
  ]);
}

const escaped = (text: string) => text.replace(/[()"*?[\]{}:\\\s]/g, '\\$&');
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const spec = (key: string) => `specs.${key}.value`;

const TEXT_FIELDS = ['descriptions.value', 'short_description'];
const NUMBER_FIELDS = ['mpn', 'offers.sku'];
const NAME_FIELDS = ['brand.name', 'manufacturer.name', 'offers.seller.name', 'offers.packaging'];
const UID_FIELDS = ['uid', 'uid', 'uid', 'brand.uid', 'manufacturer.uid', 'offers.seller.uid', 'category_uids'];
const PLAIN_NUMBERS = ['offers.in_stock_quantity', 'offers.moq', 'avg_price', 'offers.factory_lead_days'];

/** A clause of one of several fields. */
const clause = (fields: readonly string[], write: (random: Random, words: Words) => string): Maker => {
  return (random, words) => ({ name: random.pick(fields), value: write(random, words) });
};

const numberField = (random: Random, { numbers }: Words) =>
  numbers.length > 0 && random.chance(0.5) ? spec(frequent(random, numbers)) : random.pick(PLAIN_NUMBERS);

function anyField(random: Random, words: Words): string {
  const specs = random.chance(0.5) ? words.numbers : words.strings;
  if (specs.length > 0 && random.chance(0.7)) return spec(any(random, specs));
  return random.pick([...NUMBER_FIELDS, ...NAME_FIELDS, ...PLAIN_NUMBERS, 'uid', 'category_uids']);
}

/** Clauses of filter queries. */
const CLAUSES = {
  uidPrefix: clause(UID_FIELDS, (random) => `${letters(random, 2, HEX)}*`),
  uidPattern: clause(UID_FIELDS, (random) => `*${letters(random, 2, HEX)}*`),
  uidRange: clause(UID_FIELDS, (random) => textRange(random, HEX)),
  uid: clause(['uid'], (random, { uids }) => any(random, uids)),
  wordPrefix: clause(TEXT_FIELDS, (random) => `${letters(random, 2)}*`),
  wordPattern: clause(TEXT_FIELDS, pattern),
  wordRange: clause(TEXT_FIELDS, (random) => textRange(random)),
  word: clause(TEXT_FIELDS, (random, { words }) => escaped(frequent(random, words))),
  wordPhrase: clause(TEXT_FIELDS, (random, { phrases }) => quoted(frequent(random, phrases))),
  numberPrefix: clause(NUMBER_FIELDS, (random) => `${letters(random, 2)}*`),
  numberPattern: clause(NUMBER_FIELDS, pattern),
  numberRange: clause(NUMBER_FIELDS, (random) => textRange(random)),
  number: clause(NUMBER_FIELDS, (random, { mpns }) => quoted(any(random, mpns))),
  name: clause(NAME_FIELDS, (random, { brands, sellers }) => quoted(frequent(random, random.chance(0.7) ? brands : sellers))),
  namePrefix: clause(NAME_FIELDS, (random) => `${letters(random, 1)}*`),
  namePattern: clause(NAME_FIELDS, pattern),
  nameRange: clause(NAME_FIELDS, (random) => textRange(random)),
  range: (random, words) => ({ name: numberField(random, words), value: numberRange(random) }),
  present: (random, words) => ({ name: anyField(random, words), value: '*' }),
  string: (random, words) => {
    const key = frequent(random, words.strings);
    return {
      name: spec(key),
      value: random.chance(0.3) ? `${letters(random, 1)}*` : quoted(any(random, words.values[key] ?? [])),
    };
  },
  category: clause(['category_uids'], (random, { categories }) => frequent(random, categories)),
} satisfies Record<string, Maker>;

/** In `q`, three characters must not be wildcards. */
function keywordPattern(random: Random): string {
  const one = () => letters(random, 1);
  const shapes = [
    `*${one()}*${one()}*${one()}*`,
    `${one()}*${one()}*${one()}*`,
    `*${letters(random, 3)}${one()}${one()}*`,
    `*${one()}?${one()}*${one()}`,
  ];
  return random.pick(shapes);
}

/** Terms of `q`. */
const TERMS = {
  term: unnamed((random, { words }) => frequent(random, words)),
  termPhrase: unnamed((random, { phrases }) => quoted(frequent(random, phrases))),
  termPattern: unnamed(keywordPattern),
  termPrefix: unnamed((random) => `${letters(random, 3)}*`),
  termNot: unnamed(
    (random, { words, phrases }) => `-${random.chance(0.5) ? frequent(random, words) : quoted(frequent(random, phrases))}`,
  ),
  termLong: unnamed((random, { words }) => quoted(Array.from({ length: 60 }, () => frequent(random, words)).join(' '))),
  termJoined: unnamed((random, { words }) => `${frequent(random, words)}-${frequent(random, words)}`),
} satisfies Record<string, Maker>;

/** Fields to count or to sort by, and values of `filter.fields`. */
const FIELDS = {
  anyField: (random, words) => ({ name: anyField(random, words), value: '' }),
  numberField: (random, words) => ({ name: numberField(random, words), value: '' }),
  score: named('score', () => ''),
  fieldValue: (random, words) => {
    const pick = random.below(3);
    if (pick === 0) return { name: 'brand.name', value: frequent(random, words.brands) };
    if (pick === 1) return { name: 'category_uids', value: frequent(random, words.categories) };
    const key = any(random, words.strings);
    return { name: spec(key), value: any(random, words.values[key] ?? []) };
  },
} satisfies Record<string, Maker>;

/** Numbers are truncated and misspelled, to trigger the search for near matches. */
function misspelled(random: Random, number: string): string {
  const at = random.below(number.length);
  return random.pick([
    number.slice(0, at + 1),
    number.slice(0, at) + letters(random, 1) + number.slice(at + 1),
    number.slice(at),
    `${number}${letters(random, 2)}`,
  ]);
}

/** Conditions of match queries; three characters of a number are not wildcards. */
const CONDITIONS = {
  matchPattern: clause(
    ['mpn', 'sku', 'mpn_or_sku'],
    (random) => `*${letters(random, 1)}*${letters(random, 1)}*${letters(random, 1)}*`,
  ),
  matchPrefix: clause(['mpn', 'sku', 'mpn_or_sku'], (random, { mpns }) => `${any(random, mpns).slice(0, 3)}*`),
  matchNumber: clause(['mpn', 'sku', 'mpn_or_sku'], (random, { mpns, skus }) =>
    misspelled(random, any(random, random.chance(0.5) ? mpns : skus)),
  ),
  matchShort: clause(['mpn_or_sku'], (random) => letters(random, 3)),
  matchQ: named('q', (random, { phrases }) =>
    Array.from({ length: 50 }, () => (random.chance(0.8) ? keywordPattern(random) : quoted(frequent(random, phrases)))).join(' '),
  ),
  matchName: clause(['brand', 'seller'], (random, { brands, sellers }) =>
    frequent(random, random.chance(0.5) ? brands : sellers),
  ),
} satisfies Record<string, Maker>;

const json = JSON.stringify;

/** Fields of GraphQL documents. */
const ROOTS = {
  rootSearch: unnamed((random, { words }) => {
    const q = random.chance(0.5) ? frequent(random, words) : Array.from({ length: 10 }, () => keywordPattern(random)).join(' ');
    const counts = [
      'manufacturer_agg { count }',
      'distributor_agg { count }',
      'category_agg { count }',
      'all_filters { shortname }',
      'suggested_filters { shortname }',
    ];
    return `search(q: ${json(q)}) { hits ${counts.filter(() => random.chance(0.6)).join(' ')} }`;
  }),
  rootPage: unnamed((random, { words }) => {
    const args = `q: ${json(frequent(random, words))}, limit: 100, start: ${random.below(1000)}`;
    return `search(${args}) { results { part { mpn descriptions { text } specs { display_value } sellers { offers { sku prices { price } } } } } }`;
  }),
  rootSpecs: unnamed((random, { numbers, strings }) => {
    const keys = Array.from({ length: 50 }, () => any(random, random.chance(0.5) ? numbers : strings));
    return `search { spec_aggs(attribute_names: ${json([...new Set(keys)])}) { buckets { count } } }`;
  }),
  rootSort: unnamed(
    (random, words) => `search(sort: ${json(anyField(random, words))}, sort_dir: desc, limit: 1) { results { part { mpn } } }`,
  ),
  rootFilter: unnamed((random, { strings, values }) => {
    const key = any(random, strings);
    return `search(filters: {${key}: ${json(values[key] ?? [])}}) { hits manufacturer_agg { count } }`;
  }),
  rootMpn: unnamed((random) => `search_mpn(q: ${json(pattern(random))}) { hits category_agg { count } }`),
  rootMatch: unnamed((random, words) => {
    const queries = Array.from({ length: 20 }, () => `{mpn: ${json(CONDITIONS.matchPattern(random, words).value)}, limit: 3}`);
    return `multi_match(queries: [${queries.join(', ')}]) { hits parts { mpn } }`;
  }),
  rootCategories: unnamed(
    () => 'categories { num_parts ancestors { name } children { name } relevant_attributes { shortname } }',
  ),
  rootSuggest: unnamed((random, { mpns }) => `suggest(q: ${json(any(random, mpns).slice(0, 3))}) { text in_category_name }`),
  rootSpelling: unnamed(
    (random, { mpns }) => `spelling_correction(q: ${json(misspelled(random, any(random, mpns)))}) { correction_string hits }`,
  ),
} satisfies Record<string, Maker>;

/** All makers by name. */
export const MAKERS = { ...CLAUSES, ...TERMS, ...FIELDS, ...CONDITIONS, ...ROOTS } satisfies Record<string, Maker>;

export type MakerName = keyof typeof MAKERS;
