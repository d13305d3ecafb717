import { MemberReader } from '../model/check-arguments.js';
import { withoutIssues } from '../model/issues.js';
import { DEFAULT_LIMITS } from '../model/limits.js';
import { BROKER_LISTING, type ObjectSchema, OFFER, PART, SCHEMAS_OF_DOCUMENTS, type ValueType } from '../model/schema.js';
import { VERSION } from '../model/version.js';
import { CLIENT_ERROR_RESPONSE, SERVER_ERROR_RESPONSE, schemaName } from './answer-types.js';
import { ANY, type ArgumentKind, type ArgumentShape, isListKind, writeName } from './argument-tables.js';
import { type Endpoint, endpointPaths } from './endpoints.js';
import { type JsonSchema, SchemaWriter } from './json-schema.js';
import { checkMemberNames, type MemberNames } from './member-names.js';
import { boundsOf, matchQueriesSchema } from './request-schemas.js';

const { limit, start } = DEFAULT_LIMITS;

/**
 * The OpenAPI 3.1 description of the interface, made from the tables that read its arguments and shape its answers. It is also shipped
 * as `partdex/rest/openapi.json`.
 * @param options `names` as in `createRestApi`: the members have their new names in it
 * @throws ValidationError for invalid options
 */
export function openApiDocument(options: { names?: MemberNames } = {}): object {
  withoutIssues({ options }, (issues) => checkMemberNames(MemberReader.of(options, ['options'], ['names'], issues), issues));
  const writer = new SchemaWriter(formOf(options.names ?? {}));
  const paths = Object.fromEntries(
    endpointPaths().map(({ path, endpoint }) => [path, { get: operation(path, endpoint, writer) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parts catalog, version 3',
      version: VERSION || '3',
      description:
        'Every request is a GET with a key. `callback` turns an answer into JSONP. An empty argument counts as absent; ' +
        'unknown arguments are ignored, with a warning.',
    },
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'query', name: 'apikey' } },
      schemas: Object.fromEntries([...writer.named].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** Members of answers: those of responses are always there; directives may leave out every member of a document. */
function formOf(names: MemberNames) {
  const renamed = new Map<ObjectSchema, readonly [string, string | undefined]>([
    [PART, ['catalog_url', names.catalog_url]],
    [OFFER, ['catalog_rfq_url', names.catalog_rfq_url]],
    [BROKER_LISTING, ['catalog_rfq_url', names.catalog_rfq_url]],
  ]);
  return {
    refs: '#/components/schemas/',
    isInput: false,
    schemaNameOf: schemaName,
    nameOf: (schema: ObjectSchema, member: string) => {
      const [neutral, name] = renamed.get(schema) ?? [];
      return member === neutral ? (name ?? member) : member;
    },
    requiredOf: (schema: ObjectSchema) => {
      if (SCHEMAS_OF_DOCUMENTS.has(schema)) return [];
      return schema.members.filter(({ visibility }) => visibility === 'shown').map(({ name }) => name);
    },
  };
}

function operation(path: string, { table, required, answerType }: Endpoint, writer: SchemaWriter): object {
  const hasUid = path.includes('{uid}');
  const uid = { name: 'uid', in: 'path', required: true, schema: { type: 'string' } };
  const named: ArgumentShape[] = [];
  const literal: object[] = [];
  for (const shape of table.shapes) {
    if (shape.path[0] === 'apikey') continue;
    if (shape.path.includes(ANY)) named.push(shape);
    else literal.push(parameter(shape, required.has(shape.path[0])));
  }
  const error = (description: string, type: ValueType) => response(description, writer.of(type));
  const client = (description: string) => error(description, CLIENT_ERROR_RESPONSE);
  const server = (description: string) => error(description, SERVER_ERROR_RESPONSE);
  return {
    operationId: operationId(path),
    parameters: [...(hasUid ? [uid] : []), ...literal, ...deepObjects(named)],
    responses: {
      200: {
        ...response('the answer', writer.of(answerType)),
        headers: { etag: { description: 'identifies the answer, for the header if-none-match', schema: { type: 'string' } } },
      },
      400: client('the key is missing, or an argument is invalid; the message names every fault'),
      403: client('the key is not valid'),
      ...(hasUid && { 404: client('no record has the uid') }),
      429: client('the client sends too many requests'),
      500: server('a fault of the server'),
      503: server('the service is down, or the request takes too long'),
    },
  };
}

function response(description: string, schema: JsonSchema): object {
  return { description, content: { 'application/json': { schema } } };
}

/** `/parts/{uid}` is `getParts`, `/parts/search` is `searchParts`. */
function operationId(path: string): string {
  const [, collection, method] = path.split('/');
  const verb = method === '{uid}' ? 'get' : method === 'get_multi' ? 'getMulti' : method;
  return `${verb}${collection[0].toUpperCase()}${collection.slice(1)}`;
}

/** An argument whose name has no fieldname inside. */
function parameter(shape: ArgumentShape, isRequired: boolean): object {
  const base = { name: writeName(shape.path, shape.kind), in: 'query', ...(isRequired && { required: true }) };
  if (shape.kind === 'queries') return { ...base, content: { 'application/json': { schema: matchQueriesSchema() } } };
  const style = isListKind(shape.kind) ? { style: 'form', explode: true } : {};
  return { ...base, ...style, schema: valueSchema(shape) };
}

/** The arguments whose names have a fieldname inside, as one object for each first step. */
function deepObjects(shapes: readonly ArgumentShape[]): object[] {
  return [...groups(shapes)].map(([name, group]) => {
    const schema = objectSchema(group.map((shape) => ({ ...shape, path: shape.path.slice(1), whole: shape })));
    return { name, in: 'query', style: 'deepObject', explode: true, schema };
  });
}

/** Shapes by their first step. */
function groups<Shape extends ArgumentShape>(shapes: readonly Shape[]): Map<string, Shape[]> {
  const byStep = new Map<string, Shape[]>();
  for (const shape of shapes) {
    const group = byStep.get(shape.path[0]);
    if (group) group.push(shape);
    else byStep.set(shape.path[0], [shape]);
  }
  return byStep;
}

interface InnerShape extends ArgumentShape {
  readonly whole: ArgumentShape;
}

function objectSchema(shapes: readonly InnerShape[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  let additionalProperties: JsonSchema | false = false;
  for (const [step, group] of groups(shapes)) {
    const [first] = group;
    const inner = group.map((shape) => ({ ...shape, path: shape.path.slice(1) }));
    const schema = first.path.length === 1 ? valueSchema(first.whole) : objectSchema(inner);
    if (step === ANY) additionalProperties = schema;
    else properties[step] = schema;
  }
  return { type: 'object', ...(Object.keys(properties).length > 0 && { properties }), additionalProperties };
}

const VALUES: Readonly<Record<Exclude<ArgumentKind, 'queries'>, JsonSchema>> = {
  text: { type: 'string' },
  count: { type: 'integer', minimum: 0 },
  flag: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string' } },
  names: { type: 'array', items: { type: 'string' } },
  slice: { type: 'string' },
};

function valueSchema({ path, kind }: ArgumentShape): JsonSchema {
  const schema = VALUES[kind as Exclude<ArgumentKind, 'queries'>];
  const maximum = kind === 'count' ? maximumOf(path) : undefined;
  const isOfUids = kind === 'list' && path[0] === 'uid';
  return {
    ...schema,
    ...boundsOf(path),
    ...(maximum !== undefined && { maximum }),
    ...(isOfUids && { maxItems: DEFAULT_LIMITS.getMulti }),
  };
}

/** The limits of the document for a page. */
function maximumOf(path: readonly string[]): number | undefined {
  if (path.length > 1) return undefined;
  return path[0] === 'start' ? start : path[0] === 'limit' ? limit : undefined;
}
