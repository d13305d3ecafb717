import fc from 'fast-check';
import type { CollectionName } from '../../src/model/fields.js';
import type { SearchRequest } from '../../src/model/requests.js';
import { isKnownPath } from '../oracle/directives.js';
import type { Catalog } from '../oracle/fields.js';
import { DEEP_PATHS } from './catalogs.js';
import { positions, sometimes, withoutUndefined } from './choices.js';
import { countings, isUsual, oneField } from './counting.js';
import { fieldFilters, filterQueries, wideFilters } from './filter-requests.js';
import { lazily } from './filters.js';
import { keywords } from './keywords.js';
import { type CatalogField, countable, vocabularies } from './vocabularies.js';

/** A request to one of the collections. */
export interface RandomRequest {
  readonly collection: CollectionName;
  readonly request: SearchRequest;
}

/** A request to one of the collections, and a field of it. */
export interface AskedField extends RandomRequest {
  readonly field: string;
  readonly isNumber: boolean;
}

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
  'total_stock',
  'offers_count',
  'sellers_in_stock',
  'price.USD.1',
  'price.USD.250',
  'price.EUR.10',
  ...DEEP_PATHS,
];
/** Names that no directive can use, unless a record happens to have them. */
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
  'authorized_sellers',
  'price.USD.10',
  'price.XAU.1',
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
const CATEGORY_PATHS = [
  'uid',
  'name',
  'parent_uid',
  'ancestor_uids',
  'ancestor_names',
  'children_uids',
  'num_parts',
  'imagesets',
  'imagesets.credit_string',
  'id',
];

function sorts(all: readonly CatalogField[]): fc.Arbitrary<NonNullable<SearchRequest['sortby']>> {
  const fields = all.filter(({ use }) => use !== 'filters');
  const field = fc.oneof(
    { weight: 80, arbitrary: fc.constantFrom(...fields).map((f) => f.field) },
    { weight: 30, arbitrary: fc.constant('score') },
    { weight: 1, arbitrary: fc.constantFrom(...all).map((f) => f.field) },
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

/** The directives for records of a collection; some are invalid. */
export function directives(catalog: Catalog, collection: CollectionName): fc.Arbitrary<SearchRequest> {
  const known = (paths: readonly string[]) => paths.filter((path) => isKnownPath(collection, catalog.rows[collection], path));
  const [paths, includes, lists] = (
    collection === 'parts'
      ? [PART_PATHS, PART_INCLUDES, PART_LISTS]
      : collection === 'categories'
        ? [CATEGORY_PATHS, ['imagesets', 'uid'], ['ancestor_uids', 'ancestor_names', 'children_uids']]
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

/** What `score` means: boosts by filter queries, some of them with an issue; other collections than parts have none. */
function ranks(catalog: Catalog): fc.Arbitrary<NonNullable<SearchRequest['rank']>> {
  const factor = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(1, 1.2, 2, 10, 100, 0.5, 1e-3, 1e300, 5e-324) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY) },
  );
  const query = lazily(() => filterQueries(vocabularies(catalog, 'parts')));
  const members = { in_stock_first: fc.boolean(), boosts: fc.array(fc.record({ query, factor }), { maxLength: 3 }) };
  return fc.record(members, { requiredKeys: [] });
}

/** In this percentage of the requests to parts. */
function ranked(catalog: Catalog, collection: CollectionName, percent: number) {
  return collection === 'parts' ? sometimes(percent, ranks(catalog)) : sometimes(1, fc.constant({}));
}

function requestsTo(catalog: Catalog, collection: CollectionName): fc.Arbitrary<RandomRequest> {
  const fields = vocabularies(catalog, collection);
  const query = fc.tuple(filterQueries(fields));
  return fc
    .record({
      q: sometimes(50, keywords(catalog, collection)),
      start: sometimes(30, positions(1000)),
      limit: sometimes(50, positions(100)),
      sortby: sometimes(50, sorts(countable(fields))),
      rank: ranked(catalog, collection, 15),
      fields: sometimes(15, fieldFilters(fields)),
      queries: sometimes(
        40,
        fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: fc.array(filterQueries(fields), { maxLength: 2 }) }),
      ),
      directives: sometimes(35, directives(catalog, collection)),
      highlight: sometimes(35, fc.boolean()),
    })
    .map(({ fields: byField, queries, directives: shown, ...rest }) => {
      const filter = byField || queries ? withoutUndefined({ fields: byField, queries }) : undefined;
      return { collection, request: withoutUndefined({ ...rest, filter, ...shown }) };
    });
}

function sortedRequestsTo(catalog: Catalog, collection: CollectionName): fc.Arbitrary<RandomRequest> {
  const fields = vocabularies(catalog, collection);
  const members = {
    q: sometimes(30, keywords(catalog, collection)),
    sortby: sometimes(85, sorts(countable(fields))),
    rank: ranked(catalog, collection, 20),
    filter: sometimes(25, wideFilters(fields)),
  };
  return fc.record(members).map((request) => ({ collection, request: withoutUndefined(request) }));
}

/** Fields of a collection, and requests that filter by some of them, so that there is something left to count. */
function focusOf(catalog: Catalog, collection: CollectionName) {
  const fields = countable(vocabularies(catalog, collection));
  const known = fields.filter(({ coverage }) => coverage > 0);
  const usual = fields.filter(isUsual);
  const one = fc.constantFrom(...known, ...usual, ...usual, ...usual, ...usual, ...(known.length > 0 ? [] : fields));
  const focus = fc.uniqueArray(one, { selector: ({ field }) => field, minLength: 1, maxLength: 3 });
  const q = sometimes(10, keywords(catalog, collection));
  return { fields, focus, filtered: (by: readonly CatalogField[]) => fc.record({ q, filter: sometimes(75, wideFilters(by)) }) };
}

function countingRequestsTo(catalog: Catalog, collection: CollectionName): fc.Arbitrary<RandomRequest> {
  const { fields, focus, filtered } = focusOf(catalog, collection);
  const limit = sometimes(80, fc.constantFrom(0, 0, 1, 5));
  return focus.chain((by) =>
    fc
      .record({ filtering: filtered(by), limit, counting: countings(collection, fields, by) })
      .map(({ filtering, counting, ...rest }) => ({
        collection,
        request: withoutUndefined({ ...filtering, ...rest, ...counting }),
      })),
  );
}

/** Whether a facet can list the values of a field. */
const hasValues = ({ use }: CatalogField) => use === 'all';

function fieldRequestsTo(catalog: Catalog, collection: CollectionName): fc.Arbitrary<AskedField> {
  const { fields, focus, filtered } = focusOf(catalog, collection);
  return focus.chain((by) =>
    fc
      .record({ filtering: filtered(by), field: oneField(fields.filter(hasValues), by.filter(hasValues)) })
      .map(({ filtering, field: { field, isNumber } }) => ({
        collection,
        request: withoutUndefined(filtering),
        field,
        isNumber,
      })),
  );
}

/** Requests that mostly find many records, in an order of any keys. */
export function sortedRequests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  return toAll(catalog, sortedRequestsTo);
}

/** Filter queries to the parts of a catalog. */
export function partQueries(catalog: Catalog): fc.Arbitrary<string> {
  return filterQueries(vocabularies(catalog, 'parts'));
}

/** Requests that ask for words in any text of the parts, by themselves or beside other fields. */
export function wordRequests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  const fields = vocabularies(catalog, 'parts');
  const anyText = fields.filter(({ field }) => field === 'words');
  // No part of the catalog has a word.
  const words = anyText.length > 0 ? anyText : fields;
  const others = fc.shuffledSubarray(fields, { minLength: 1, maxLength: 3 });
  const query = fc.oneof(
    { weight: 4, arbitrary: filterQueries(words) },
    { weight: 1, arbitrary: others.chain((more) => filterQueries([...words, ...words, ...more])) },
  );
  return fc
    .record({ query, values: sometimes(20, fieldFilters(words)), q: sometimes(10, keywords(catalog, 'parts')) })
    .map(({ query: text, values, q }) => {
      const filter = withoutUndefined({ queries: values ? [] : [text], fields: values });
      return { collection: 'parts', request: withoutUndefined({ q, filter, limit: 100 }) };
    });
}

/** Requests to parts in the order of a search box. */
export function rankRequests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  const members = {
    q: sometimes(60, keywords(catalog, 'parts')),
    sortby: sometimes(10, fc.constantFrom('score asc', 'brand.name, score desc', 'score desc, mpn desc')),
    filter: sometimes(25, wideFilters(countable(vocabularies(catalog, 'parts')))),
    start: sometimes(10, fc.nat(5)),
    rank: ranks(catalog),
  };
  return fc.record(members).map((request) => ({ collection: 'parts', request: withoutUndefined({ ...request, limit: 100 }) }));
}

/** How often each collection is queried: parts have the most members, and categories are computed. */
const WEIGHTS: readonly (readonly [CollectionName, number])[] = [
  ['parts', 9],
  ['categories', 3],
  ['brands', 1],
  ['sellers', 1],
  ['manufacturers', 1],
];

/** To every collection, but mostly to the parts. */
function toAll<T>(
  catalog: Catalog,
  requestsTo: (catalog: Catalog, collection: CollectionName) => fc.Arbitrary<T>,
): fc.Arbitrary<T> {
  return fc.oneof(
    ...WEIGHTS.map(([collection, weight]) => ({ weight, arbitrary: lazily(() => requestsTo(catalog, collection)) })),
  );
}

/** Requests for facets, statistics and drilldown, mostly of the fields that they filter by. */
export function countingRequests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  return toAll(catalog, countingRequestsTo);
}

/** Requests without anything to count, and a field to count, often one that they filter by. */
export function fieldRequests(catalog: Catalog): fc.Arbitrary<AskedField> {
  return toAll(catalog, fieldRequestsTo);
}

/** The same for number fields of parts. */
export function numberFieldRequests(catalog: Catalog): fc.Arbitrary<AskedField> {
  return fieldRequestsTo(catalog, 'parts').filter(({ isNumber }) => isNumber);
}

/** Requests made of the values that a catalog has, so that most of them match something; some want something counted. */
export function requests(catalog: Catalog): fc.Arbitrary<RandomRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: toAll(catalog, requestsTo) },
    { weight: 1, arbitrary: lazily(() => countingRequests(catalog)) },
  );
}
