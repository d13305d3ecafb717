import type { CollectionName } from '../model/fields.js';
import { bareMap } from '../model/plain.js';
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
import type { Renaming } from './member-names.js';

/** The types of answers, with the names of the version 3 document. Members that are hidden here are not in every answer. */

/** The documents of each collection. */
const RECORDS: Readonly<Record<CollectionName, ObjectSchema>> = {
  parts: PART,
  brands: BRAND,
  categories: CATEGORY,
  sellers: SELLER,
  manufacturers: MANUFACTURER,
};

const TEXT: ValueType = { kind: 'text' };
const INTEGER: ValueType = { kind: 'integer' };
const NUMBER: ValueType = { kind: 'number' };
const BOOLEAN: ValueType = { kind: 'boolean' };
/** A member that is there only where the request asks for it, or where there is something to tell. */
const optional = (name: string, type: ValueType) => member(name, type, 'none', 'hidden');
const orNull = (name: string, type: ValueType) => member(name, type, 'null');

const HIGHLIGHT = schemaOf('', member('path', TEXT), member('offset', INTEGER), member('length', INTEGER));
const RANGE = schemaOf('', member('from', TEXT), member('to', TEXT), member('count', INTEGER), member('query', TEXT));
const SEARCH_FACET = schemaOf(
  '',
  member('value', TEXT),
  member('count', INTEGER),
  member('name', TEXT, 'null', 'hidden'),
  member('parent', TEXT, 'null', 'hidden'),
);
const SEARCH_FACET_RESULT = schemaOf(
  'SearchFacetResult',
  member('facets', listOf(objectOf(SEARCH_FACET))),
  member('missing', INTEGER),
  orNull('spec_drilldown_rank', INTEGER),
  member('values', INTEGER),
  optional('ranges', listOf(objectOf(RANGE))),
);
const SEARCH_STATS_RESULT = schemaOf(
  'SearchStatsResult',
  orNull('min', TEXT),
  orNull('max', TEXT),
  orNull('mean', TEXT),
  orNull('stddev', TEXT),
  member('count', INTEGER),
  member('missing', INTEGER),
  orNull('spec_drilldown_rank', INTEGER),
);
const FACET_RESULTS = schemaOf(
  '',
  member('fields', mapOf(objectOf(SEARCH_FACET_RESULT))),
  member('queries', mapOf(objectOf(schemaOf('', member('count', INTEGER))))),
);

/** The request as an answer repeats it. */
const FACET_REQUEST = schemaOf(
  '',
  member('include', BOOLEAN),
  member('exclude_filter', BOOLEAN),
  member('start', INTEGER),
  member('limit', INTEGER),
  optional('ranges', INTEGER),
  optional('contains', TEXT),
  optional('order', TEXT),
  optional('chosen', BOOLEAN),
  optional('tree', INTEGER),
);
const STATS_REQUEST = schemaOf('', member('include', BOOLEAN), member('exclude_filter', BOOLEAN));
const SEARCH_REQUEST = schemaOf(
  'SearchRequest',
  member('q', TEXT),
  member('start', INTEGER),
  member('limit', INTEGER),
  member('sortby', TEXT),
  member('filter', objectOf(schemaOf('', member('fields', mapOf(listOf(TEXT))), member('queries', listOf(TEXT))))),
  member('facet', objectOf(schemaOf('', member('fields', mapOf(objectOf(FACET_REQUEST))), member('queries', listOf(TEXT))))),
  member('stats', mapOf(objectOf(STATS_REQUEST))),
  optional(
    'spec_drilldown',
    objectOf(schemaOf('', ...STATS_REQUEST.members, member('limit', INTEGER), optional('keys', INTEGER))),
  ),
  optional('after', TEXT),
  optional('highlight', BOOLEAN),
  optional('suggest', BOOLEAN),
);

const PARTS_MATCH_QUERY = schemaOf(
  'PartsMatchQuery',
  member('q', TEXT),
  orNull('mpn', TEXT),
  orNull('brand', TEXT),
  orNull('sku', TEXT),
  orNull('seller', TEXT),
  orNull('mpn_or_sku', TEXT),
  member('start', INTEGER),
  member('limit', INTEGER),
  orNull('reference', TEXT),
);
const PARTS_MATCH_REQUEST = schemaOf(
  'PartsMatchRequest',
  member('queries', listOf(objectOf(PARTS_MATCH_QUERY))),
  member('exact_only', BOOLEAN),
  optional('suggest', BOOLEAN),
);
const PARTS_MATCH_SUGGESTION = schemaOf(
  '',
  member('item', objectOf(PART)),
  member('reason', TEXT),
  member('field', TEXT),
  member('value', TEXT),
  member('text', TEXT),
);
const PARTS_MATCH_RESULT = schemaOf(
  'PartsMatchResult',
  member('items', listOf(objectOf(PART))),
  orNull('hits', INTEGER),
  orNull('reference', TEXT),
  orNull('error', TEXT),
  member('warnings', listOf(TEXT)),
  optional('suggestions', listOf(objectOf(PARTS_MATCH_SUGGESTION))),
);

/** The answer of `parts/match`. */
export const PARTS_MATCH_RESPONSE: ValueType = objectOf(
  schemaOf(
    'PartsMatchResponse',
    member('request', objectOf(PARTS_MATCH_REQUEST)),
    member('results', listOf(objectOf(PARTS_MATCH_RESULT))),
    member('msec', NUMBER),
    optional('warnings', listOf(TEXT)),
  ),
);

const ISSUE = schemaOf(
  '',
  member('code', TEXT),
  member('path', TEXT),
  member('pathParts', listOf(TEXT)),
  optional('offset', INTEGER),
  optional('length', INTEGER),
  member('found', { kind: 'anything' }),
  member('expected', listOf(TEXT)),
  member('nearest', listOf(TEXT)),
);

/** The body of an answer with status 4XX; `issues` is there if the request is not valid. */
export const CLIENT_ERROR_RESPONSE: ValueType = objectOf(
  schemaOf('ClientErrorResponse', member('message', TEXT), optional('issues', listOf(objectOf(ISSUE)))),
);

/** The body of an answer with status 5XX. */
export const SERVER_ERROR_RESPONSE: ValueType = objectOf(schemaOf('ServerErrorResponse', member('message', TEXT)));

/** The answer of a fetch by uid. */
export function recordType(collection: CollectionName): ValueType {
  return objectOf(RECORDS[collection]);
}

const MEANING = schemaOf(
  '',
  member('as', TEXT),
  optional('field', TEXT),
  optional('value', TEXT),
  optional('query', TEXT),
  member('parts', INTEGER),
  optional('corrected', TEXT),
  optional('relaxed', TEXT),
);
const READING = schemaOf(
  '',
  member('text', TEXT),
  member('offset', INTEGER),
  member('length', INTEGER),
  ...MEANING.members,
  member('alternatives', listOf(objectOf(MEANING))),
);
const BOOST = schemaOf('', member('query', TEXT), member('factor', NUMBER));
const RANK = schemaOf('', optional('in_stock_first', BOOLEAN), optional('boosts', listOf(objectOf(BOOST))));
/** The request that a question became: of all members only those that it decides. */
const ASKED_REQUEST = schemaOf(
  '',
  optional('q', TEXT),
  optional('filter', objectOf(schemaOf('', optional('fields', mapOf(listOf(TEXT))), optional('queries', listOf(TEXT))))),
  optional('sortby', TEXT),
  optional('rank', objectOf(RANK)),
);
/** How `q` was read as a question: only with the server's option `assist`, and a `q`. */
const UNDERSTOOD = schemaOf(
  '',
  member('text', TEXT),
  member('request', objectOf(ASKED_REQUEST)),
  member('readings', listOf(objectOf(READING))),
  member('suggestions', listOf(TEXT)),
);

/** Names of schemas of the same type with other members: the answers of the collections. */
const SCHEMA_NAMES = new WeakMap<ObjectSchema, string>();

/** The name of a type in a description for programs. */
export function schemaName(schema: ObjectSchema): string {
  return SCHEMA_NAMES.get(schema) ?? schema.className;
}

/** The rates that converted prices, if the catalog has some. */
const RATES = schemaOf('', member('base', TEXT), member('rates', mapOf({ kind: 'quantity' })), optional('as_of', TEXT));

/** The answer of `search`. */
export function searchResponseType(collection: CollectionName): ValueType {
  const understood = collection === 'parts' ? [optional('understood', objectOf(UNDERSTOOD))] : [];
  const result = schemaOf(
    'SearchResult',
    member('item', recordType(collection)),
    optional('highlights', listOf(objectOf(HIGHLIGHT))),
    member('snippet', TEXT, 'null', 'hidden'),
  );
  const response = schemaOf(
    'SearchResponse',
    member('request', objectOf(SEARCH_REQUEST)),
    member('results', listOf(objectOf(result))),
    member('hits', INTEGER),
    member('msec', NUMBER),
    member('facet_results', objectOf(FACET_RESULTS)),
    member('stats_results', mapOf(objectOf(SEARCH_STATS_RESULT))),
    member('spec_metadata', mapOf(objectOf(SPEC_METADATA))),
    optional('spec_keys', INTEGER),
    orNull('next', TEXT),
    optional('suggestions', listOf(TEXT)),
    member('warnings', listOf(TEXT)),
    optional('rates', objectOf(RATES)),
    ...understood,
  );
  const { className } = RECORDS[collection];
  for (const schema of [result, response]) SCHEMA_NAMES.set(schema, className + schema.className);
  return objectOf(response);
}

/** The answer of `get_multi`. */
export function recordsType(collection: CollectionName): ValueType {
  return mapOf(recordType(collection));
}

/** How answers name their objects and members. */
export interface AnswerNames {
  /** Whether every object of a named type has the name as `__class__`. Maps and lists have none. */
  readonly hasClassNames: boolean;
  readonly renaming: Renaming | undefined;
}

/** A copy of an answer with the names of the interface. */
export function withNames(value: unknown, type: ValueType, names: AnswerNames): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (type.kind) {
    case 'list':
      return Array.isArray(value) ? value.map((element: unknown) => withNames(element, type.of, names)) : value;
    case 'map':
      return mapWithNames(value as Record<string, unknown>, type.of, names);
    case 'object':
      return Array.isArray(value) ? value : objectWithNames(value as Record<string, unknown>, type.schema, names);
    default:
      return value;
  }
}

function mapWithNames(map: Record<string, unknown>, of: ValueType, names: AnswerNames): Record<string, unknown> {
  const copy = bareMap<unknown>();
  for (const key of Object.keys(map)) copy[key] = withNames(map[key], of, names);
  return copy;
}

function objectWithNames(object: Record<string, unknown>, schema: ObjectSchema, names: AnswerNames): Record<string, unknown> {
  const { hasClassNames, renaming } = names;
  const className = hasClassNames && schema.className !== '' ? { [CLASS_MEMBER]: schema.className } : undefined;
  // Members may be called `__proto__`; a spread keeps them unchanged.
  const copy: Record<string, unknown> = { ...className, ...object };
  for (const { name, type } of schema.members) if (Object.hasOwn(copy, name)) copy[name] = withNames(copy[name], type, names);
  return renaming ? renaming.inAnswer(copy, schema) : copy;
}
