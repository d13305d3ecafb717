import { MATCH_QUERY_MEMBERS, normaliseMatchRequest } from '../model/check-match.js';
import { normaliseSearchRequest } from '../model/check-requests.js';
import type { Path } from '../model/issue.js';
import { Issues } from '../model/issues.js';
import { DEFAULT_LIMITS } from '../model/limits.js';
import { type ObjectSchema, objectOf, PART } from '../model/schema.js';
import { type JsonSchema, SchemaWriter } from './json-schema.js';

/** JSON Schemas of the requests of the library, and of its documents: `partdex/schemas/*.json`. */

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const TEXT: JsonSchema = { type: ['string', 'null'] };
const FLAG: JsonSchema = { type: ['boolean', 'null'] };
const TEXTS: JsonSchema = { anyOf: [{ type: 'array', items: { type: 'string' } }, TEXT] };
const count = (maximum?: number): JsonSchema => {
  return { type: ['integer', 'null'], minimum: 0, ...(maximum !== undefined && Number.isFinite(maximum) && { maximum }) };
};
const map = (additionalProperties: JsonSchema): JsonSchema => ({ type: ['object', 'null'], additionalProperties });
const LITERAL: JsonSchema = { type: ['string', 'number', 'boolean'] };

/** What a member of a request holds, by the name of the member. What the check does not accept is not described. */
const FACET_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  include: FLAG,
  exclude_filter: FLAG,
  start: count(DEFAULT_LIMITS.facetStart),
  limit: count(DEFAULT_LIMITS.facetLimit),
  ranges: count(DEFAULT_LIMITS.facetLimit),
  contains: TEXT,
  order: { enum: ['count', 'value', null] },
  chosen: FLAG,
  tree: { type: ['integer', 'null'], minimum: 1, maximum: 20 },
};
const DRILLDOWN_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  include: FLAG,
  exclude_filter: FLAG,
  limit: count(DEFAULT_LIMITS.facetLimit),
  keys: count((DEFAULT_LIMITS as unknown as Record<string, number>).drilldownKeys),
};
const DIRECTIVE_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  include: TEXTS,
  show: TEXTS,
  hide: TEXTS,
  slice: map({ type: 'string' }),
};
const SORT_KEY: JsonSchema = {
  type: 'object',
  properties: { field: { type: 'string' }, order: { enum: ['asc', 'desc', null] } },
  required: ['field'],
  additionalProperties: false,
};
const BOOSTS: JsonSchema = {
  type: ['array', 'null'],
  maxItems: DEFAULT_LIMITS.facets,
  items: {
    type: 'object',
    properties: { query: { type: 'string' }, factor: { type: 'number', exclusiveMinimum: 0 } },
    required: ['query', 'factor'],
    additionalProperties: false,
  },
};

/** What bounds the values of a member of a facet or of the drilldown, by its path in a request; empty for others. */
export function boundsOf(path: readonly string[]): JsonSchema {
  const members = path[0] === 'facet' ? FACET_MEMBERS : path[0] === 'spec_drilldown' ? DRILLDOWN_MEMBERS : {};
  const { minimum, maximum, enum: values } = members[path[path.length - 1]] ?? {};
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

/** A fieldname that every catalog has. */
const SOME_FIELD = 'mpn';
/** A member that no request has, to learn from its issue which there are. */
const NO_MEMBER = '';

/** The members that the check of a search request accepts, by the path of their object. */
function acceptedMembers(): (...path: Path) => readonly string[] {
  const probe = { [NO_MEMBER]: 0 };
  const issues = new Issues();
  const fields = { [SOME_FIELD]: probe };
  const request = { ...probe, filter: probe, facet: { ...probe, fields }, stats: fields, spec_drilldown: probe, rank: probe };
  normaliseSearchRequest('parts', request, DEFAULT_LIMITS, issues);
  return membersOf(issues);
}

function membersOf(issues: Issues): (...path: Path) => readonly string[] {
  const found = issues.error()?.issues ?? [];
  return (...path) => {
    const wanted = JSON.stringify([...path, NO_MEMBER]);
    return (
      found.find(({ code, pathParts }) => code === 'unknown_argument' && JSON.stringify(pathParts) === wanted)?.expected ?? []
    );
  };
}

/** An object with some members, and no others. */
function only(names: readonly string[], types: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const known = names.map((name) => [name, types[name] ?? {}] as const);
  return { type: ['object', 'null'], properties: Object.fromEntries(known), additionalProperties: false };
}

/** The JSON Schema of a search request. */
export function searchRequestSchema(): JsonSchema {
  const accepted = acceptedMembers();
  const values: JsonSchema = { anyOf: [LITERAL, { type: 'array', items: LITERAL }, { type: 'null' }] };
  const members = {
    ...DIRECTIVE_MEMBERS,
    q: TEXT,
    start: count(DEFAULT_LIMITS.start),
    limit: count(DEFAULT_LIMITS.limit),
    sortby: { anyOf: [TEXT, { type: 'array', items: SORT_KEY }] },
    filter: only(accepted('filter'), { fields: map(values), queries: TEXTS }),
    facet: only(accepted('facet'), {
      fields: map(only(accepted('facet', 'fields', SOME_FIELD), FACET_MEMBERS)),
      queries: TEXTS,
    }),
    stats: map(only(accepted('stats', SOME_FIELD), FACET_MEMBERS)),
    spec_drilldown: only(accepted('spec_drilldown'), DRILLDOWN_MEMBERS),
    after: TEXT,
    highlight: FLAG,
    suggest: FLAG,
    rank: only(accepted('rank'), { in_stock_first: FLAG, boosts: BOOSTS }),
  };
  return { $schema: DRAFT, title: 'SearchRequest', ...only(accepted(), members), type: 'object' };
}

/** The JSON Schema of a match request. */
export function matchRequestSchema(): JsonSchema {
  const issues = new Issues();
  normaliseMatchRequest({ [NO_MEMBER]: 0, queries: [] }, DEFAULT_LIMITS, issues);
  const members = { ...DIRECTIVE_MEMBERS, queries: queriesOf(false), exact_only: FLAG, suggest: FLAG };
  const schema = { ...only(membersOf(issues)(), members), type: 'object', required: ['queries'] };
  return { $schema: DRAFT, title: 'PartsMatchRequest', ...schema };
}

/** The queries of a match request as the URL argument `queries` has them: numbers may be texts, and texts numbers. */
export function matchQueriesSchema(): JsonSchema {
  return queriesOf(true);
}

function queriesOf(isInUrl: boolean): JsonSchema {
  // Part numbers of JSON may be numbers.
  const text: JsonSchema = { type: ['string', 'number', 'null'] };
  const number = isInUrl ? { anyOf: [count(), { type: 'string', pattern: '^[0-9]*$' }] } : undefined;
  const members = Object.fromEntries(
    MATCH_QUERY_MEMBERS.map((name) => {
      if (name !== 'start' && name !== 'limit') return [name, text];
      return [name, number ?? count(DEFAULT_LIMITS[name])];
    }),
  );
  const items = { type: 'object', properties: members, ...(!isInUrl && { additionalProperties: false }) };
  return { type: 'array', items, maxItems: DEFAULT_LIMITS.matchQueries };
}

/** The JSON Schema of a part as a catalog accepts it. */
export function partSchema(): JsonSchema {
  const writer = new SchemaWriter({
    refs: '#/$defs/',
    isInput: true,
    nameOf: (_schema: ObjectSchema, member: string) => member,
    requiredOf: (schema: ObjectSchema) => (schema === PART ? ['uid', 'mpn'] : []),
  });
  writer.of(objectOf(PART));
  const { Part, ...others } = Object.fromEntries(writer.named);
  const part = withoutNull(Part, ['uid', 'mpn']);
  const properties = part.properties as Record<string, JsonSchema>;
  // Other part numbers may be empty, and are left out then.
  const mpn = { ...properties.mpn, minLength: 1 };
  return { $schema: DRAFT, title: 'Part', ...part, properties: { ...properties, mpn }, $defs: others };
}

/** Required members are not null. */
function withoutNull(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = { ...(schema.properties as Record<string, JsonSchema>) };
  for (const name of names) {
    const { type, ...others } = properties[name];
    properties[name] = { ...others, type: (type as string[]).filter((one) => one !== 'null') };
  }
  return { ...schema, properties };
}
