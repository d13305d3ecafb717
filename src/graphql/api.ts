import { type DocumentNode, type ExecutionResult, execute, GraphQLError, parse, validate } from 'graphql';
import type { Catalog } from '../catalog/catalog.js';
import { insideOf, type RemoteAnswers } from '../catalog/inside.js';
import type { Call } from '../model/call.js';
import { checkObject, wrongArgument } from '../model/check-arguments.js';
import { ClosedError, ValidationError } from '../model/errors.js';
import type { Work } from '../index/work.js';
import { isPlainObject } from '../model/plain.js';
import { Answering } from './answering.js';
import { DIALECTS, type Dialect } from './dialect.js';
import { DEFAULT_GUARDS, type GraphqlGuards, guardFaults, LONGEST_QUERY, MOST_TOKENS } from './guards.js';
import { operationOf } from './operation.js';
import { QUERY_ROOT } from './query-root.js';
import { schemaOf } from './schema.js';
import { missingVariables, withIntegers } from './variables.js';

/** The body of a request, as JSON has it. */
export interface GraphqlBody {
  /** The text of the query. */
  query: string;
  /** Values of its variables by name. */
  variables?: Record<string, unknown> | null;
  /** The operation to carry out, where the text has several. */
  operationName?: string | null;
}

/** Who sends a request, as far as the server knows, and how long it may take. */
export interface GraphqlClient extends Call {
  /** The token of the request, from its header or its URL. */
  token?: string | undefined;
  /** The address that the request came from. */
  ip?: string | undefined;
}

/** What a server decides. Every function may return a promise. */
export interface GraphqlOptions {
  /** Whether a token may ask. One that may not gets status 403. */
  isValidToken(token: string): boolean | Promise<boolean>;
  /** Whether a valid token may ask now: the place for a quota. False is answered with status 429, before anything is executed. */
  admit?(token: string): boolean | Promise<boolean>;
  /** Told how many parts an answer has, where it has any, before the answer is given. */
  onUsage?(usage: {
    /** Who asked. */
    token: string;
    /** Parts in the answer; one that stands there twice counts twice. */
    parts: number;
  }): void | Promise<void>;
  /** The names of the schema. Default `'v4'`. */
  dialect?: Dialect;
  /** Guards that differ from {@link DEFAULT_GUARDS}. */
  guards?: Partial<GraphqlGuards>;
  /** Told of what was answered with status 500, for a log. */
  onError?(error: unknown): void | Promise<void>;
}

/** What a server sends. */
export interface GraphqlResponse {
  /** HTTP status: 200, 400, 401, 403, 429, 500 or 503. */
  status: number;
  /** The body, to be sent as JSON. */
  body: object;
  /** Headers to be sent beside those of every answer, their names in lower case. */
  headers?: Readonly<Record<string, string>>;
}

/** The successor interface of a catalog, for whatever server embeds it. */
export interface GraphqlApi {
  /**
   * Answers one request. It never rejects: what is wrong is told by the status and the `errors` of the body.
   * @param body the parsed JSON of the request
   * @param client who asks, and how long it may take
   */
  execute(
    body: GraphqlBody,
    client: GraphqlClient,
  ): Promise<GraphqlResponse>;
}

/** An answer with a status other than 200. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const OPTIONS: readonly string[] = ['isValidToken', 'admit', 'onUsage', 'dialect', 'guards', 'onError'];
const MOST_ERRORS = 20;

/**
 * Makes the successor interface of a catalog: a pure function from requests to answers, without a server. docs/graphql.md has
 * every field and argument.
 * @param catalog an opened catalog, or a function that gives it for each request, so that a server can swap in a new one
 * @throws ValidationError for what is no catalog, or options that are none
 */
export function createGraphqlApi(catalog: Catalog | (() => Catalog | Promise<Catalog>), options: GraphqlOptions): GraphqlApi {
  const given = checkObject(options, 'options', OPTIONS);
  if (typeof given.isValidToken !== 'function') throw wrongArgument('options.isValidToken', 'a function', given.isValidToken);
  for (const name of ['admit', 'onUsage', 'onError']) {
    const value = given[name];
    if (value !== undefined && typeof value !== 'function') throw wrongArgument(`options.${name}`, 'a function', value);
  }
  const dialect = (given.dialect ?? 'v4') as Dialect;
  if (!DIALECTS.includes(dialect)) throw wrongArgument('options.dialect', '"v4" or "sup"', given.dialect);
  if (typeof catalog !== 'function') insideOf(catalog);
  return new CatalogGraphqlApi(catalog, options, dialect, readGuards(given.guards));
}

/** @throws ValidationError */
function readGuards(given: unknown): GraphqlGuards {
  const members = checkObject(given ?? {}, 'options.guards', Object.keys(DEFAULT_GUARDS));
  const guards = { ...DEFAULT_GUARDS };
  for (const name of Object.keys(DEFAULT_GUARDS) as (keyof GraphqlGuards)[]) {
    const value = members[name] ?? DEFAULT_GUARDS[name];
    const isCount = typeof value === 'number' && value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
    if (!isCount) throw wrongArgument(`options.guards.${name}`, 'an integer of at least 1, or Infinity', value);
    guards[name] = value;
  }
  return guards;
}

class CatalogGraphqlApi implements GraphqlApi {
  constructor(
    private readonly catalog: Catalog | (() => Catalog | Promise<Catalog>),
    private readonly options: GraphqlOptions,
    private readonly dialect: Dialect,
    private readonly guards: GraphqlGuards,
  ) {}

  async execute(body: GraphqlBody, auth: GraphqlClient): Promise<GraphqlResponse> {
    try {
      const token = await this.admitted(auth);
      const remote = insideOf(await this.currentCatalog()).remote;
      if (remote) return await this.executeIn(remote, body, token, auth);
      const request = readBody(body);
      const catalog = await this.currentCatalog();
      const { running } = insideOf(catalog);
      return { status: 200, body: await running.answer({}, (work) => this.answer(catalog, request, token, work)) };
    } catch (error) {
      return this.failure(error);
    }
  }

  /** Has a request answered in another thread. */
  private async executeIn(remote: RemoteAnswers, sent: unknown, token: string, auth: GraphqlClient): Promise<GraphqlResponse> {
    const { onUsage, onError } = this.options;
    const callbacks = { onUsage: onUsage && ((parts: number) => onUsage({ token, parts })), onError };
    const { signal, timeout, client } = auth;
    const options = { dialect: this.dialect, guards: this.guards };
    const { body, ...response } = await remote.graphql({ sent, options, callbacks }, { signal, timeout, client });
    return { ...response, body: JSON.parse(body) as object };
  }

  private async admitted(auth: GraphqlClient | undefined): Promise<string> {
    const token = auth?.token;
    if (typeof token !== 'string' || token === '') {
      throw new Refusal(401, 'the token is missing: send it in the header "token" or the URL argument "token"');
    }
    if (!(await this.options.isValidToken(token))) throw new Refusal(403, 'the token is not valid');
    if (this.options.admit && !(await this.options.admit(token))) throw new Refusal(429, 'too many requests; try again later');
    return token;
  }

  private async answer(
    catalog: Catalog,
    { query, variables, operationName }: Required<GraphqlBody>,
    token: string,
    work: Work,
  ): Promise<object> {
    const schema = schemaOf(this.dialect);
    const parsed = this.parse(query);
    if (!('kind' in parsed)) return faulty(parsed);
    const faults = validate(schema, parsed, undefined, { maxErrors: MOST_ERRORS });
    if (faults.length > 0) return faulty(faults);
    const operation = operationOf(parsed, operationName);
    if (operation instanceof GraphQLError) return faulty([operation]);
    const missing = missingVariables(operation, variables ?? {});
    if (missing.length > 0) return { error: { errors: missing }, data: null };
    const answering = new Answering(catalog, this.guards, work);
    const result = await execute({
      schema,
      document: parsed,
      rootValue: QUERY_ROOT,
      contextValue: answering,
      variableValues: withIntegers(operation, variables ?? {}, schema),
      operationName,
    });
    rethrowFaultsOfOurs(result);
    const { warnings } = answering;
    const parts = result.data ? answering.partsReturned : 0;
    if (parts > 0) await this.options.onUsage?.({ token, parts });
    const errors = result.errors?.map((error) => error.toJSON());
    const extensions = warnings.size > 0 ? { warnings: [...warnings] } : undefined;
    return { ...(errors && { errors }), data: result.data ?? null, ...(extensions && { extensions }) };
  }

  /** The tree of a query text, or what is wrong with it. */
  private parse(query: string): DocumentNode | readonly GraphQLError[] {
    if (query.length > LONGEST_QUERY) return [new GraphQLError(`query must be at most ${LONGEST_QUERY} characters long`)];
    try {
      const document = parse(query, { maxTokens: MOST_TOKENS });
      const faults = guardFaults(document, this.guards);
      return faults.length > 0 ? faults : document;
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      // The parser calls itself for each level.
      if (error instanceof RangeError) return [new GraphQLError('the query is nested too deeply')];
      throw error;
    }
  }

  private async currentCatalog(): Promise<Catalog> {
    const catalog = typeof this.catalog === 'function' ? await this.catalog() : this.catalog;
    try {
      insideOf(catalog).running.checkOpen();
      return catalog;
    } catch (cause) {
      if (cause instanceof ClosedError) throw cause;
      // A fault of the server, whoever sent the request.
      throw new Error('the function that was given as catalog returned no catalog', { cause });
    }
  }

  private async failure(error: unknown): Promise<GraphqlResponse> {
    if (error instanceof Refusal) return refused(error.status, error.message);
    if (error instanceof ClosedError) return refused(503, 'the service is down for maintenance; try again later');
    try {
      await this.options.onError?.(error);
    } catch {
      // There is nobody left to tell.
    }
    return refused(500, 'internal error');
  }
}

/** @throws Refusal for what is no request at all */
function readBody(body: unknown): Required<GraphqlBody> {
  if (!isPlainObject(body)) throw new Refusal(400, 'the body must be an object with the member "query"');
  const { query, variables, operationName } = body;
  const faults: string[] = [];
  if (typeof query !== 'string') faults.push('query must be a string');
  if (variables !== undefined && variables !== null && !isPlainObject(variables))
    faults.push('variables must be an object or null');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    faults.push('operationName must be a string or null');
  }
  if (faults.length > 0) throw new Refusal(400, faults.join('; '));
  return {
    query: query as string,
    variables: (variables ?? null) as Record<string, unknown> | null,
    operationName: (operationName as string | undefined) || null,
  };
}

function faulty(errors: readonly GraphQLError[]): object {
  return { errors: errors.map((error) => error.toJSON()), data: null };
}

function refused(status: number, message: string): GraphqlResponse {
  return { status, body: { errors: [{ message }], data: null } };
}

/** Errors of a resolver that tell of no fault of the request end the answer. */
function rethrowFaultsOfOurs({ errors = [] }: ExecutionResult): void {
  for (const { originalError } of errors) {
    if (!originalError || originalError instanceof GraphQLError || originalError instanceof ValidationError) continue;
    throw originalError;
  }
}
