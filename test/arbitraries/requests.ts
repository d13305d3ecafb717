import fc from 'fast-check';
import type { CollectionName } from '../../src/model/fields.js';
import type { SearchRequest } from '../../src/model/requests.js';
import { type Decimal, decimalText } from '../oracle/decimal.js';
import { isKnownPath } from '../oracle/directives.js';
import { type Catalog, type Field, resolveField, valuesOf } from '../oracle/fields.js';
import { keywordFields, keywordValues } from '../oracle/q.js';
import { DEEP_PATHS, SPEC_KEYS } from './catalogs.js';
import { type FieldVocabulary, filterTrees, lazily, patternQueries, printFilter } from './filters.js';
import { names, numberTexts, numberValues, partNumbers, strangeTexts, words } from './text.js';

/** A request to one of the collections. */
export interface Asked {
  readonly collection: CollectionName;
  readonly request: SearchRequest;
}

const PART_FIELDS = [
  'uid',
  'mpn',
  'brand.name',
  'brand.uid',
  'manufacturer.name',
  'manufacturer.uid',
  'offers.sku',
  'offers.seller.name',
  'offers.seller.uid',
  'offers.packaging',
  'offers.in_stock_quantity',
  'offers.moq',
  'offers.factory_lead_days',
  'offers.is_authorized',
  'avg_price',
  'descriptions.value',
  'short_description',
  'category_uids',
];
const PART_PATHS = [
  'uid',
  'mpn',
  'brand',
  'brand.name',
  'brand.id',
  'manufacturer.uid',
  'offers',
  'offers.sku',
  'offers.seller.name',
  'offers.prices',
  'offers.prices.USD',
  'specs',
  'specs.a',
  'specs.a.value',
  'specs.a.value.value',
  'specs.ohms.value',
  'specs.__proto__',
  'descriptions',
  'descriptions.value',
  'descriptions.attribution.sources',
  'category_uids',
  'short_description',
  'datasheets',
  'datasheets.url',
  'imagesets.swatch_image',
  'imagesets.swatch_image.url',
  'broker_listings.seller.name',
  'external_links.product_url',
  'cad_models',
  'reference_designs.title',
  'compliance_documents.subtypes',
  'redirected_uids',
  'custom',
  'custom.dotted',
  'custom.dotted.deep',
  'custom.deep',
  'aliases',
  'specs.a.metadata',
  'specs.ohms.metadata.unit.symbol',
  'specs.ohms.display_value',
  ...DEEP_PATHS,
];
/** What no directive can name, but for names that a record happens to have. */
const NO_PATHS = [
  'no.such.member',
  'custom.deep',
  'brand.aliases',
  'offers.seller.aliases.x',
  'broker_listings.seller.aliases',
  'aliases',
  'specs.nowhere',
  'specs.nowhere.value',
  ...DEEP_PATHS,
];
const PART_INCLUDES = [
  'specs',
  'descriptions',
  'category_uids',
  'short_description',
  'datasheets',
  'imagesets',
  'broker_listings',
  'external_links',
  'cad_models',
  'reference_designs',
  'compliance_documents',
  'redirected_uids',
  'custom',
  'custom.dotted',
  'mpn',
];
const PART_LISTS = [
  'offers',
  'descriptions',
  'category_uids',
  'specs.a.value',
  'specs.ohms.value',
  'offers.prices.USD',
  'datasheets',
  'broker_listings',
  'imagesets',
  'compliance_documents.subtypes',
];
const RECORD_PATHS = ['uid', 'name', 'homepage_url', 'id'];
const CATEGORY_PATHS = ['uid', 'name', 'parent_uid', 'ancestor_uids', 'imagesets', 'imagesets.credit_string', 'num_parts', 'id'];

/** The fields of a collection of this catalog, a spec key that no part carries among them, each with its values. */
function vocabularies(catalog: Catalog, collection: CollectionName): FieldVocabulary[] {
  const specs = SPEC_KEYS.flatMap((key) => ['value', 'min_value', 'max_value'].map((member) => `specs.${key}.${member}`));
  const plain = collection === 'categories' ? ['uid', 'name', 'parent_uid', 'ancestor_uids'] : ['uid', 'name'];
  const fieldnames =
    collection === 'parts' ? [...PART_FIELDS, ...specs, 'specs.nowhere.value', 'specs.no.value.min_value'] : plain;
  const withValues = fieldnames.map((name) => {
    const field = resolveField(catalog, collection, name);
    return { field, values: [...new Set(catalog.rows[collection].flatMap((row) => valuesOf(catalog, row, field)).map(textOf))] };
  });
  // Of the fields without values some are enough.
  const empty = withValues.filter(({ values }) => values.length === 0).slice(-6);
  return [...withValues.filter(({ values }) => values.length > 0), ...empty].map(({ field, values }) =>
    vocabularyOf(field, values),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : decimalText(value as Decimal);
}

function vocabularyOf(field: Field, values: readonly string[]): FieldVocabulary {
  const isNumber = field.kind === 'number';
  const wanted = lazily(() => {
    const noise = noiseFor(field);
    const known = values.length > 0 ? fc.constantFrom(...values) : noise;
    const pieces = isNumber || field.kind === 'uid' ? known : fc.tuple(known, fc.nat(), fc.nat(2)).map(mangled);
    return fc.oneof({ weight: 12, arbitrary: known }, { weight: 6, arbitrary: pieces }, { weight: 1, arbitrary: noise });
  });
  return { field: field.name, values: wanted, isNumber, hasWildcards: !isNumber && field.kind !== 'boolean' };
}

function noiseFor({ kind }: Field): fc.Arbitrary<string> {
  if (kind === 'boolean') return fc.constantFrom('true', 'false', 'yes');
  if (kind !== 'number') return fc.oneof(names(), partNumbers(), words(), strangeTexts());
  return fc.oneof({ weight: 20, arbitrary: numberTexts() }, { weight: 1, arbitrary: numberValues().map(String) });
}

/** A piece of a text, or the text written otherwise. */
function mangled([text, at, how]: [string, number, number]): string {
  const pieces = text.split(/[\s,-]+/);
  if (how === 0) return pieces[at % pieces.length];
  return how === 1 ? text.toUpperCase() : text.replace(/[-\s/]/g, '');
}

/** One term of `q` that asks for a value, in one of the ways to write it. */
function keyword([text, at, how, excluded]: [string, number, number, string]): string {
  const characters = [...text];
  const cut = at % (characters.length + 1);
  const escaped = (part: string[]) => part.join('').replace(/[\s"*?\\]/g, '\\$&');
  const ways = [
    text,
    `"${text.replace(/["\\]/g, '\\$&')}"`,
    escaped(characters),
    `${escaped(characters.slice(0, cut))}*${escaped(characters.slice(cut + 1))}`,
    `${escaped(characters.slice(0, cut))}?${escaped(characters.slice(cut + 1))}`,
    mangled([text, at, at % 3]),
    text.replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  return `${excluded}${ways[how % ways.length]}`;
}

function keywords(catalog: Catalog, collection: CollectionName): fc.Arbitrary<string> {
  const valuesOfRow = catalog.rows[collection].map((row) =>
    keywordFields(collection).flatMap(({ name }) => keywordValues(catalog, collection, row, name)),
  );
  const signs = fc.constantFrom('', '', '', '', '', '-', 'NOT ');
  const termOf = (text: fc.Arbitrary<string>) => fc.tuple(text, fc.nat(), fc.nat(), signs).map(keyword);
  const known = valuesOfRow.filter((values) => values.length > 0).map((values) => termOf(fc.constantFrom(...values)));
  const term = fc.oneof(...known, termOf(words()));
  const ofOneRow = fc.oneof(...known.map((arbitrary) => fc.tuple(arbitrary, arbitrary)), fc.tuple(term, term));
  return fc.oneof(
    { weight: 6, arbitrary: term },
    { weight: 3, arbitrary: ofOneRow.map((terms) => terms.join(' ')) },
    { weight: 1, arbitrary: fc.array(term, { minLength: 2, maxLength: 3 }).map((terms) => terms.join('  ')) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...SYNTAX), maxLength: 12 }) },
  );
}

const SYNTAX = ['a', '1', '-', '"', '\\', '*', '?', ' ', 'NOT', 'µ', '™', '\ud800'];

/** Fieldname to values; one in thirty names no field. */
function fieldFilters(fields: readonly FieldVocabulary[]): fc.Arbitrary<Record<string, string[]>> {
  const entry = fc
    .constantFrom(...fields)
    .chain(({ field, values }) => fc.tuple(fc.constant(field), fc.array(values, { maxLength: 3 })));
  const wrong = fc.constant<[string, string[]]>(['brand', ['x']]);
  return fc
    .uniqueArray(fc.oneof({ weight: 30, arbitrary: entry }, { weight: 1, arbitrary: wrong }), {
      selector: ([name]) => name,
      minLength: 1,
      maxLength: 2,
    })
    .map((entries) => Object.fromEntries(entries));
}

/** A filter query; one in twenty has a character too many, too few or changed. */
function filterQueries(fields: readonly FieldVocabulary[]): fc.Arbitrary<string> {
  const text = filterTrees(fields).map(printFilter);
  const damage = fc.tuple(
    text,
    fc.nat(),
    fc.nat(1),
    fc.constantFrom('', '(', ')', ':', '"', '\\', ' ', '-', '*', '[', '}', ' AND ', ' or ', 'x'),
  );
  const damaged = damage.map(([whole, at, drop, piece]) => {
    const cut = at % (whole.length + 1);
    return whole.slice(0, cut) + piece + whole.slice(cut + drop);
  });
  return fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: damaged });
}

function sorts(fields: readonly FieldVocabulary[]): fc.Arbitrary<NonNullable<SearchRequest['sortby']>> {
  const field = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...fields).map((f) => f.field) },
    { weight: 3, arbitrary: fc.constant('score') },
  );
  const key = fc.record({ field, order: fc.constantFrom('asc' as const, 'desc' as const) }, { requiredKeys: ['field'] });
  const keys = fc.array(key, { minLength: 1, maxLength: 3 });
  const asText = keys
    .filter((list) => list.every((k) => !k.field.includes(',')))
    .map((list) => list.map(({ field: name, order }) => (order ? `${name} ${order}` : name)).join(', '));
  return fc.oneof(
    { weight: 3, arbitrary: keys },
    { weight: 3, arbitrary: asText },
    { weight: 1, arbitrary: fc.constantFrom('', ' score', 'mpn up') },
  );
}

const positions = (maximum: number) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.nat(12) },
    { weight: 8, arbitrary: fc.nat(maximum) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, maximum + 1, maximum) },
  );

function directives(catalog: Catalog, collection: CollectionName): fc.Arbitrary<SearchRequest> {
  const known = (paths: readonly string[]) => paths.filter((path) => isKnownPath(collection, catalog.rows[collection], path));
  const [paths, includes, lists] = (
    collection === 'parts'
      ? [PART_PATHS, PART_INCLUDES, PART_LISTS]
      : collection === 'categories'
        ? [CATEGORY_PATHS, ['imagesets', 'uid'], ['ancestor_uids', 'children_uids']]
        : [RECORD_PATHS, ['name'], []]
  ).map(known);
  const path = fc.oneof(
    { weight: 50, arbitrary: fc.constantFrom(...paths) },
    { weight: 2, arbitrary: fc.constantFrom(...NO_PATHS) },
  );
  const position = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('', '0', '1', '2', '-1', '-2', '99', ' +1 ', '-0', '9'.repeat(400)) },
    { weight: 1, arbitrary: fc.constantFrom('+', '1:', 'x', '1.5') },
  );
  const slice = fc
    .subarray([...lists], { maxLength: Math.min(2, lists.length) })
    .chain((chosen) => fc.tuple(...chosen.map((list) => fc.tuple(fc.constant(list), position, position))))
    .map((entries) => Object.fromEntries(entries.map(([list, from, to]) => [list, `[${from}:${to}]`])));
  const members = {
    include: fc.array(fc.constantFrom(...includes), { maxLength: 4 }),
    show: fc.array(path, { minLength: 1, maxLength: 4 }),
    hide: fc.array(path, { maxLength: 2 }),
    slice,
  };
  return fc.record(members, { requiredKeys: [] });
}

/** The member in a share of the samples. */
const sometimes = <T>(percent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: percent, arbitrary: value }, { weight: 100 - percent, arbitrary: fc.constant(undefined) });

function requestsTo(catalog: Catalog, collection: CollectionName): fc.Arbitrary<Asked> {
  const fields = vocabularies(catalog, collection);
  const query = fc.tuple(filterQueries(fields));
  return fc
    .record({
      q: sometimes(50, keywords(catalog, collection)),
      start: sometimes(30, positions(1000)),
      limit: sometimes(50, positions(100)),
      sortby: sometimes(50, sorts(fields)),
      fields: sometimes(15, fieldFilters(fields)),
      queries: sometimes(
        40,
        fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: fc.array(filterQueries(fields), { maxLength: 2 }) }),
      ),
      directives: sometimes(35, directives(catalog, collection)),
    })
    .map(({ fields: byField, queries, directives: shown, ...rest }) => {
      const filter =
        byField || queries ? { ...(byField ? { fields: byField } : {}), ...(queries ? { queries } : {}) } : undefined;
      const members = Object.entries({ ...rest, filter, ...shown }).filter(([, value]) => value !== undefined);
      return { collection, request: Object.fromEntries(members) as SearchRequest };
    });
}

/** Filter queries to the parts of a catalog. */
export function partQueries(catalog: Catalog): fc.Arbitrary<string> {
  return filterQueries(vocabularies(catalog, 'parts'));
}

/** Requests of all parts that one pattern matches. */
export function patternRequests(catalog: Catalog): fc.Arbitrary<Asked> {
  return patternQueries(vocabularies(catalog, 'parts')).map((query) => ({
    collection: 'parts',
    request: { filter: { queries: [query] }, limit: 100, show: ['uid'] },
  }));
}

/** Requests made of the values that a catalog has, so that most of them match something. */
export function requests(catalog: Catalog): fc.Arbitrary<Asked> {
  const others: readonly CollectionName[] = ['brands', 'categories', 'sellers', 'manufacturers'];
  return fc.oneof(
    { weight: 10, arbitrary: requestsTo(catalog, 'parts') },
    ...others.map((collection) => ({ weight: 1, arbitrary: lazily(() => requestsTo(catalog, collection)) })),
  );
}
