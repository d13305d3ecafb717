import type { Catalog } from '../catalog/catalog.js';
import { type CatalogProvider, currentCatalog, FrontCall, Refusal } from '../catalog/front-call.js';
import { currentOf, internalsOf, type RemoteAnswers, type Work } from '../catalog/internals.js';
import { jsonSteps } from '../catalog/json-steps.js';
import type { Admission, AdmissionClient } from '../model/admission.js';
import type { Call } from '../model/call.js';
import { MemberReader } from '../model/check-arguments.js';
import {
  BudgetExceededError,
  ClosedError,
  ClusterError,
  type PartdexError,
  UnsupportedError,
  WorkerFailedError,
} from '../model/errors.js';
import { type Issues, withoutIssues } from '../model/issues.js';
import { isPlainObject } from '../model/plain.js';
import { readVerdict, type Scope, type Verdict } from '../model/scope.js';
import { answerDocument, type DocumentRequest, type DocumentRules } from './answer-document.js';
import { DEFAULT_GUARDS, type GraphqlGuards } from './guards.js';
import { type GraphqlSchemaOptions, optionsOf, readSchemaOptions, SCHEMA_OPTIONS } from './schema-options.js';

/** The body of a request, as parsed from JSON. */
export interface GraphqlBody {
  /** The text of the query. */
  query: string;
  /** Values of its variables by name. */
  variables?: Record<string, unknown> | null;
  /** The operation to execute, if the text has several. */
  operationName?: string | null;
}

/** The client of a request, as far as the server knows it, and the time limit. */
export interface GraphqlClient extends Call {
  /** The token of the request, from its header or its URL. */
  token?: string | undefined;
  /** The address that the request came from. */
  ip?: string | undefined;
}

/** Decisions of the server. Every function may return a promise. */
export interface GraphqlOptions extends GraphqlSchemaOptions {
  /**
   * Whether a token is valid, and what it may see. Requests with an invalid token get status 403. An object in place of true is the
   * scope of the token: docs/rest.md, "Scopes".
   */
  isValidToken(token: string): Verdict | Promise<Verdict>;
  /**
   * Whether a client may send a request now: the place for a rate limiter and a quota. It is called after the token was read and
   * before it is checked, so that wrong tokens are limited too; a refusal leads to status 429. The token is `key`.
   */
  admit?(client: AdmissionClient): Admission | Promise<Admission>;
  /** Called with the number of parts in an answer that has any, before the answer is returned. */
  onUsage?(usage: {
    /** The client of the request. */
    token: string;
    /** Parts in the answer; a part that occurs twice counts twice. */
    parts: number;
  }): void | Promise<void>;
  /**
   * Whether `search` reads `q` as a question, as `catalog.parts.ask` does; how it was read is in `extensions.understood` of the answer.
   * Default false.
   */
  assist?: boolean;
  /** Guards that differ from {@link DEFAULT_GUARDS}. */
  guards?: Partial<GraphqlGuards>;
  /** Receives errors that were answered with status 500, for a log. */
  onError?(error: unknown): void | Promise<void>;
}

/** The response for a server to send. */
export interface GraphqlResponse {
  /** HTTP status: 200, 400, 401, 403, 429, 500 or 503. */
  status: number;
  /** HTTP headers of this answer besides its content type, names in lower case. */
  headers: Record<string, string>;
  /** The body, sent as JSON. */
  body: object;
}

/** The response for a server to send, already written. */
export interface GraphqlTextResponse extends Omit<GraphqlResponse, 'body'> {
  /** The body as JSON text, sent as UTF-8. */
  body: string;
}

/** The successor interface of a catalog, to embed in any server. */
export interface GraphqlApi {
  /**
   * Answers one request. For an invalid one, the status and the `errors` of the body say what is wrong. It rejects only with the
   * reason of an aborted `signal`, and with a `ValidationError` for an invalid `signal`, `timeout` or `client`.
   * @param body the parsed JSON of the request
   * @param client the sender, and the time limit of the answer: `timeout` covers the whole document
   */
  execute(body: GraphqlBody, client: GraphqlClient): Promise<GraphqlResponse>;
  /** The same with the body of the answer as JSON text, written in steps if it is long. An extension. */
  executeText(body: GraphqlBody, client: GraphqlClient): Promise<GraphqlTextResponse>;
}

const OPTIONS: readonly string[] = ['isValidToken', 'admit', 'onUsage', ...SCHEMA_OPTIONS, 'assist', 'guards', 'onError'];
const RETRY_AFTER = { 'retry-after': '1' };

/**
 * Makes the successor interface of a catalog: a pure function from requests to answers, without a server. docs/graphql.md lists
 * every field and argument.
 * @param catalog an opened catalog, or a function that returns it for each request, so that a server can swap in a new one
 * @throws ValidationError for a value that is not a catalog, or invalid options
 */
export function createGraphqlApi(catalog: Catalog | (() => Catalog | Promise<Catalog>), options: GraphqlOptions): GraphqlApi {
  const rules = withoutIssues({ options }, (issues) => readRules(MemberReader.of(options, ['options'], OPTIONS, issues), issues));
  if (typeof catalog !== 'function') internalsOf(catalog);
  return new CatalogGraphqlApi(catalog, options, rules);
}

function readRules(given: MemberReader, issues: Issues): Omit<DocumentRules, 'scope'> {
  for (const name of ['isValidToken', 'admit', 'onUsage', 'onError']) {
    const value = given.value(name);
    if (typeof value === 'function' || (value === undefined && name !== 'isValidToken')) continue;
    issues.addWrongType(given.at(name), 'a function', value);
  }
  const schema = readSchemaOptions(given, issues);
  const names = Object.keys(DEFAULT_GUARDS) as (keyof GraphqlGuards)[];
  const members = given.object('guards', names);
  const guards = { ...DEFAULT_GUARDS };
  for (const name of names) {
    const value = members?.value(name) ?? DEFAULT_GUARDS[name];
    const isCount = typeof value === 'number' && value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
    if (isCount) guards[name] = value;
    else issues.addWrongType(['options', 'guards', name], 'an integer of at least 1, or Infinity', value);
  }
  return { ...schema, assist: given.flag('assist'), guards };
}

/** How to write a body. */
interface BodyForm<Body> {
  /** `work` is undefined if the answer is a refusal. */
  ofAnswer(answer: object, work?: Work): Body | Promise<Body>;
  /** For JSON text that another thread has written. */
  ofText(text: string): Body;
}

/** The sender of an admitted request. */
interface Asker {
  readonly token: string;
  /** Undefined for a token that may see everything. */
  readonly scope: Scope | undefined;
}

class CatalogGraphqlApi implements GraphqlApi {
  /** The rules for clients that see everything, as nearly all do. */
  private readonly openRules: DocumentRules;

  constructor(
    private readonly catalog: CatalogProvider,
    private readonly options: GraphqlOptions,
    private readonly rules: Omit<DocumentRules, 'scope'>,
  ) {
    this.openRules = { ...rules, scope: undefined };
  }

  execute(body: GraphqlBody, client: GraphqlClient): Promise<GraphqlResponse> {
    return this.respond(body, client, { ofAnswer: (answer) => answer, ofText: (text) => JSON.parse(text) as object });
  }

  executeText(body: GraphqlBody, client: GraphqlClient): Promise<GraphqlTextResponse> {
    return this.respond(body, client, {
      ofAnswer: (answer, work) => {
        work?.begin('writing the answer');
        return work ? work.run(jsonSteps(answer, work)) : JSON.stringify(answer);
      },
      ofText: (text) => text,
    });
  }

  private async respond<Body>(
    body: GraphqlBody,
    client: GraphqlClient,
    form: BodyForm<Body>,
  ): Promise<Omit<GraphqlResponse, 'body'> & { body: Body }> {
    const call = FrontCall.begin(client);
    try {
      const { token, scope } = await this.admitted(client, call);
      const catalog = await call.wait(() => this.openCatalog(), 'opening the catalog');
      const { remote, running } = internalsOf(catalog);
      if (remote) return await this.respondIn(remote, body, { token, scope }, call, form.ofText);
      const request = readBody(body);
      const answered = await running.answerAsync(call.rest(), async (work) => {
        const answer = await answerDocument(catalog, request, scope ? { ...this.rules, scope } : this.openRules, work);
        return { body: await form.ofAnswer(answer.body, work), parts: answer.parts };
      });
      const { parts } = answered;
      if (parts > 0) await call.wait(() => this.options.onUsage?.({ token, parts }), 'reporting the parts of the answer');
      return { status: 200, headers: {}, body: answered.body };
    } catch (error) {
      if (call.isAborted) throw call.rejection(error);
      const { body: refusal, ...others } = await this.failure(call.inWhole(error), call);
      return { ...others, body: await form.ofAnswer(refusal) };
    }
  }

  /** Has another thread answer a request. */
  private async respondIn<Body>(
    remote: RemoteAnswers,
    sent: unknown,
    { token, scope }: Asker,
    call: FrontCall,
    ofText: (text: string) => Body,
  ): Promise<Omit<GraphqlResponse, 'body'> & { body: Body }> {
    const { onUsage, onError } = this.options;
    const callbacks = { onUsage: onUsage && ((parts: number) => onUsage({ token, parts })), onError };
    const verdict = scope ? { filter: scope.filters, hide: scope.hide } : true;
    const { guards, assist } = this.rules;
    const options = { guards, assist, ...optionsOf(this.rules), verdict };
    const { status, headers = {}, body } = await remote.graphql({ sent, options, callbacks }, call.rest());
    return { status, headers, body: ofText(body) };
  }

  private async admitted(client: GraphqlClient | undefined, call: FrontCall): Promise<Asker> {
    const { options } = this;
    const { ip, token } = client ?? {};
    const hasToken = typeof token === 'string' && token !== '';
    await call.admit(options.admit?.bind(options), { ...(ip !== undefined && { ip }), ...(hasToken && { key: token }) });
    if (!hasToken) throw new Refusal(401, 'the token is missing: send it in the header "token" or the URL argument "token"');
    const scope = readVerdict(await call.wait(() => options.isValidToken(token), 'checking the token'), 'isValidToken');
    if (scope === false) throw new Refusal(403, 'the token is not valid');
    return { token, scope };
  }

  private async openCatalog(): Promise<Catalog> {
    // All of a document is answered from one commit of a catalog that changes.
    const catalog = currentOf(await currentCatalog(this.catalog));
    internalsOf(catalog).running.checkOpen();
    return catalog;
  }

  private async failure(error: unknown, call: FrontCall): Promise<GraphqlResponse> {
    if (error instanceof Refusal) return refused(error.status, error.message, error.headers);
    if (error instanceof ClosedError) return refused(503, 'the service is down for maintenance; try again later');
    if (error instanceof BudgetExceededError || error instanceof WorkerFailedError) return overloaded(error);
    if (error instanceof UnsupportedError) return withCode(error);
    await call.report(this.options.onError, error);
    // Its message names a node, which clients must not see.
    if (error instanceof ClusterError)
      return refused(error.status, 'the service cannot answer now; try again later', { ...RETRY_AFTER });
    return refused(500, 'internal error');
  }
}

/** @throws Refusal for a body that is not a request */
function readBody(body: unknown): DocumentRequest {
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

function refused(status: number, message: string, headers: Record<string, string> = {}): GraphqlResponse {
  return { status, headers, body: { errors: [{ message }], data: null } };
}

/** A request that may be sent again: it exceeded a budget, or its thread or catalog has ended. */
function overloaded(error: PartdexError): GraphqlResponse {
  return { ...withCode(error), headers: { ...RETRY_AFTER } };
}

function withCode({ status, message, code }: PartdexError): GraphqlResponse {
  return { status, body: { errors: [{ message, extensions: { code } }], data: null }, headers: {} };
}
