import type { CollectionName } from '../model/fields.js';
import {
  BRAND,
  CATEGORY,
  CLASS_MEMBER,
  listOf,
  MANUFACTURER,
  mapOf,
  member,
  type ObjectSchema,
  objectOf,
  PART,
  SELLER,
  SPEC_METADATA,
  schemaOf,
  type ValueType,
} from '../model/schema.js';

/**
 * The types of answers, with the names of the version 3 document. Lists only the members that lead to an object with a name;
 * other members are not examined.
 */

/** The documents of each collection. */
const RECORDS: Readonly<Record<CollectionName, ObjectSchema>> = {
  parts: PART,
  brands: BRAND,
  categories: CATEGORY,
  sellers: SELLER,
  manufacturers: MANUFACTURER,
};

const SEARCH_REQUEST = schemaOf('SearchRequest');
const SEARCH_FACET_RESULT = schemaOf('SearchFacetResult');
const SEARCH_STATS_RESULT = schemaOf('SearchStatsResult');
const FACET_RESULTS = schemaOf('', member('fields', mapOf(objectOf(SEARCH_FACET_RESULT))));

const PARTS_MATCH_QUERY = schemaOf('PartsMatchQuery');
const PARTS_MATCH_REQUEST = schemaOf('PartsMatchRequest', member('queries', listOf(objectOf(PARTS_MATCH_QUERY))));
const PARTS_MATCH_SUGGESTION = schemaOf('', member('item', objectOf(PART)));
const PARTS_MATCH_RESULT = schemaOf(
  'PartsMatchResult',
  member('items', listOf(objectOf(PART))),
  member('suggestions', listOf(objectOf(PARTS_MATCH_SUGGESTION))),
);

/** The answer of `parts/match`. */
export const PARTS_MATCH_RESPONSE: ValueType = objectOf(
  schemaOf(
    'PartsMatchResponse',
    member('request', objectOf(PARTS_MATCH_REQUEST)),
    member('results', listOf(objectOf(PARTS_MATCH_RESULT))),
  ),
);

/** The body of an answer with status 4XX. */
export const CLIENT_ERROR_RESPONSE: ValueType = objectOf(schemaOf('ClientErrorResponse'));

/** The body of an answer with status 5XX. */
export const SERVER_ERROR_RESPONSE: ValueType = objectOf(schemaOf('ServerErrorResponse'));

/** The answer of a fetch by uid. */
export function recordType(collection: CollectionName): ValueType {
  return objectOf(RECORDS[collection]);
}

/** The answer of `search`. */
export function searchResponseType(collection: CollectionName): ValueType {
  const result = schemaOf('SearchResult', member('item', recordType(collection)));
  return objectOf(
    schemaOf(
      'SearchResponse',
      member('request', objectOf(SEARCH_REQUEST)),
      member('results', listOf(objectOf(result))),
      member('facet_results', objectOf(FACET_RESULTS)),
      member('stats_results', mapOf(objectOf(SEARCH_STATS_RESULT))),
      member('spec_metadata', mapOf(objectOf(SPEC_METADATA))),
    ),
  );
}

/** The answer of `get_multi`. */
export function recordsType(collection: CollectionName): ValueType {
  return mapOf(recordType(collection));
}

/** A copy of an answer in which every object of a named type has the name as `__class__`. Maps and lists have none. */
export function withClassNames(value: unknown, type: ValueType): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (type.kind) {
    case 'list':
      return Array.isArray(value) ? value.map((element: unknown) => withClassNames(element, type.of)) : value;
    case 'map':
      return mapWithClassNames(value as Record<string, unknown>, type.of);
    case 'object':
      return Array.isArray(value) ? value : objectWithClassNames(value as Record<string, unknown>, type.schema);
    default:
      return value;
  }
}

function mapWithClassNames(map: Record<string, unknown>, of: ValueType): Record<string, unknown> {
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(map)) copy[key] = withClassNames(map[key], of);
  return copy;
}

function objectWithClassNames(object: Record<string, unknown>, schema: ObjectSchema): Record<string, unknown> {
  // Members may be called `__proto__`; a spread keeps them unchanged.
  const copy: Record<string, unknown> = schema.className === '' ? { ...object } : { [CLASS_MEMBER]: schema.className, ...object };
  for (const { name, type } of schema.members) if (Object.hasOwn(copy, name)) copy[name] = withClassNames(copy[name], type);
  return copy;
}
