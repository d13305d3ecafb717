import type { Catalog } from '../catalog/catalog.js';
import { type CatalogProvider, currentCatalog, FrontCall, Refusal } from '../catalog/front-call.js';
import { type CatalogInternals, internalsOf, type RemoteAnswers, type Work } from '../catalog/internals.js';
import type { Call } from '../model/call.js';
import { MemberReader } from '../model/check-arguments.js';
import { BudgetExceededError, ClosedError, NotFoundError, ValidationError, WorkerFailedError } from '../model/errors.js';
import { Issues, invalid, withoutIssues, wrongArgument } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { CLIENT_ERROR_RESPONSE, SERVER_ERROR_RESPONSE, withClassNames } from './answer-types.js';
import { inUrl } from './argument-names.js';
import { NO_ENDPOINT_ARGUMENTS } from './argument-tables.js';
import { type Answer, type ApiResponse, type Endpoint, findEndpoint, KNOWN_PATHS } from './endpoints.js';
import { type GivenArguments, readArguments, requestOf } from './given-arguments.js';
import {
  type BodyForm,
  isCallback,
  PLAIN_JSON,
  type RestResponse,
  warningsHeader,
  writeLongResponse,
  writeResponse,
} from './response.js';
import { statusOf } from './status.js';

/** The client of a request, as far as the server knows it, and the request's time limit: `timeout` covers the whole request. */
export interface RestClient extends Call {
  /** The address that the request came from. */
  ip?: string | undefined;
  /** The headers of the request, their names in lower case. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The client of a request, for a rate limiter. */
export type RestAsker = Omit<RestClient, 'signal' | 'timeout'>;

/** Decisions of the server. Every function may return a promise. */
export interface RestOptions {
  /** Whether a key is valid. Requests with an invalid key get status 403. */
  isValidKey(key: string): boolean | Promise<boolean>;
  /** Whether a client may send a request now: the place for a rate limiter. It is called first; false leads to status 429. */
  admit?(client: RestAsker): boolean | Promise<boolean>;
  /** Whether objects of a named type have the name as the member `__class__`. Default false. */
  classNames?: boolean;
  /** Receives errors that were answered with status 500, for a log. */
  onError?(error: unknown): void | Promise<void>;
}

/** The version 3 interface of a catalog, to embed in any server. */
export interface RestApi {
  /**
   * Answers one GET request. For an invalid one, the status and the `message` of the body say what is wrong. It rejects only with
   * the reason of an aborted `signal`, and with a `ValidationError` for an invalid `signal`, `timeout` or `client`.
   * @param pathAndQuery what follows the base address, as it was sent: `/parts/search?apikey=…&q=relay`
   * @param client the sender, passed to `admit`, and the time limit of the answer
   */
  handle(pathAndQuery: string, client?: RestClient): Promise<RestResponse>;
}

/** Longer URLs are refused unread: servers do not accept them either, and it bounds the cost of one request. */
const LONGEST_URL = 65_536;
const UNIVERSAL: ReadonlySet<string> = new Set(['apikey', 'callback', 'pretty_print']);
const HEADER = 'partdex-warnings';
const RETRY_AFTER_SECONDS = '1';

/**
 * Makes the version 3 interface of a catalog: a pure function from requests to answers, without a server. docs/rest.md lists
 * every argument.
 * @param catalog an opened catalog, or a function that returns it for each request, so that a server can swap in a new one
 * @throws `ValidationError` for a value that is not a catalog, or invalid options
 */
export function createRestApi(catalog: Catalog | (() => Catalog | Promise<Catalog>), options: RestOptions): RestApi {
  withoutIssues({ options }, (issues) => {
    const given = MemberReader.of(options, ['options'], ['isValidKey', 'admit', 'classNames', 'onError'], issues);
    for (const name of ['isValidKey', 'admit', 'onError']) {
      const value = given.value(name);
      if (typeof value === 'function' || (value === undefined && name !== 'isValidKey')) continue;
      issues.addWrongType(given.at(name), 'a function', value);
    }
    given.flag('classNames');
  });
  if (typeof catalog !== 'function') internalsOf(catalog);
  return new CatalogRestApi(catalog, options);
}

class CatalogRestApi implements RestApi {
  constructor(
    private readonly catalog: CatalogProvider,
    private readonly options: RestOptions,
  ) {}

  /** The URL is parsed before the client is admitted only so that a refusal can be JSONP too. */
  async handle(pathAndQuery: string, client: RestClient = {}): Promise<RestResponse> {
    const call = FrontCall.begin(client);
    let form = PLAIN_JSON;
    try {
      const opened = await settled(call.wait(async () => internalsOf(await currentCatalog(this.catalog)), 'opening the catalog'));
      if (opened.remote) return await this.handleIn(opened.remote, pathAndQuery, client, call);
      if (typeof pathAndQuery !== 'string') throw wrongArgument('pathAndQuery', 'a string', pathAndQuery);
      const url = pathAndQuery.length > LONGEST_URL ? '' : pathAndQuery;
      const mark = url.indexOf('?');
      const path = mark < 0 ? url : url.slice(0, mark);
      const endpoint = findEndpoint(path);
      const issues = new Issues();
      const given = readArguments(mark < 0 ? '' : url.slice(mark + 1), endpoint?.table ?? NO_ENDPOINT_ARGUMENTS, issues);
      form = bodyForm(given, issues);
      if (!(await this.isAdmitted(client, call))) throw new Refusal(429, 'too many requests; try again later');
      if (url !== pathAndQuery) throw tooLong(pathAndQuery);
      await this.checkKey(given, call);
      if (!endpoint) throw new Refusal(404, `there is nothing at "${shorten(path)}"; there are ${KNOWN_PATHS}`);
      const internals = opened.get();
      return await internals.running.answerAsync(call.rest(), (work) =>
        this.answer(endpoint, given, issues, form, internals, work),
      );
    } catch (error) {
      if (call.isAborted) throw call.rejection(error);
      return this.failure(error, form, call);
    }
  }

  /** Has another thread answer a request. Admission and keys are checked here, before anything waits. */
  private async handleIn(
    remote: RemoteAnswers,
    pathAndQuery: string,
    client: RestClient | null,
    call: FrontCall,
  ): Promise<RestResponse> {
    const { isValidKey, onError, classNames } = this.options;
    const isAdmitted = await this.isAdmitted(client, call);
    const request = { sent: pathAndQuery, options: { classNames, isAdmitted }, callbacks: { isValidKey, onError } };
    const { status, headers = {}, body } = await remote.rest(request, call.rest());
    return { status, headers, body };
  }

  /** `admit` gets the client without the options of the call. */
  private async isAdmitted(client: RestClient | null, call: FrontCall): Promise<boolean> {
    const { options } = this;
    if (!options.admit) return true;
    const { signal: _signal, timeout: _timeout, ...asker } = client ?? {};
    return call.wait(() => options.admit?.(asker) ?? true, 'waiting to be admitted');
  }

  private async checkKey(given: GivenArguments, call: FrontCall): Promise<void> {
    const key = universal(given, 'apikey');
    if (key === undefined) {
      const fault = given.sent.has('apikey') ? 'must have one value' : 'is missing';
      throw invalid('missing', ['apikey'], ` ${fault}: every request must have the URL argument apikey with a valid key`);
    }
    const isValid = await call.wait(() => this.options.isValidKey(String(key)), 'checking the key');
    if (!isValid) throw new Refusal(403, 'Invalid API key');
  }

  private async answer(
    endpoint: Endpoint,
    given: GivenArguments,
    issues: Issues,
    form: BodyForm,
    catalog: CatalogInternals,
    work: Work,
  ): Promise<RestResponse> {
    const { warnings } = given;
    const answer = await answerOf(endpoint, given, issues, catalog, work);
    const body = 'records' in answer ? answer.records : asDocumented(answer.response, warnings.list());
    const named = work.measure(() => this.named(body, endpoint.answerType));
    const response = await writeLongResponse(200, named, form, work);
    if ('records' in answer && !warnings.isEmpty) response.headers[HEADER] = warningsHeader(warnings.list());
    return response;
  }

  private async failure(error: unknown, form: BodyForm, call: FrontCall): Promise<RestResponse> {
    if (error instanceof ValidationError) return this.invalid(error, form);
    if (error instanceof Refusal) return this.error(error.status, error.message, form);
    const status = statusOf(error);
    if (error instanceof NotFoundError) return this.error(status, error.message, form);
    if (error instanceof ClosedError) return this.error(status, 'the service is down for maintenance; try again later', form);
    if (error instanceof BudgetExceededError || error instanceof WorkerFailedError) {
      const response = this.error(status, error.message, form);
      response.headers['retry-after'] = RETRY_AFTER_SECONDS;
      return response;
    }
    await call.report(this.options.onError, error);
    return this.error(500, 'internal error', form);
  }

  /** All issues in one message, each once, in the names of the URL. */
  private invalid(error: ValidationError, form: BodyForm): RestResponse {
    const message = [...new Set(error.describe(inUrl))].join('; ');
    return writeResponse(statusOf(error), this.named({ message, issues: error.issues }, CLIENT_ERROR_RESPONSE), form);
  }

  private error(status: number, message: string, form: BodyForm): RestResponse {
    return writeResponse(status, this.named({ message }, status < 500 ? CLIENT_ERROR_RESPONSE : SERVER_ERROR_RESPONSE), form);
  }

  private named(body: object, type: Endpoint['answerType']): object {
    return this.options.classNames ? (withClassNames(body, type) as object) : body;
  }
}

/**
 * The answer to a request. Unknown names in directives are ignored, with a warning: programs written for other data send them.
 * @throws ValidationError with all issues, including those of the URL
 */
async function answerOf(
  endpoint: Endpoint,
  given: GivenArguments,
  issues: Issues,
  catalog: CatalogInternals,
  work: Work,
): Promise<Answer> {
  const { args, sent, warnings } = given;
  for (const [name, form] of endpoint.required) {
    if (!sent.has(name)) issues.add('missing', [name], ` is missing: it must be sent as ${form}`, { expected: [form] });
  }
  const request = requestOf(args.filter(({ path }) => !UNIVERSAL.has(path[0])));
  issues.request = request;
  const unknownNames = new Issues(request);
  const context = { catalog, request, work, rules: { unknownNames } };
  if (!issues.isEmpty) {
    await endpoint.check(context, issues);
    issues.throwIfAny();
  }
  const answer = await endpoint.answer(context);
  for (const text of unknownNames.describe(({ pathParts }, predicate) => `${pathParts[0]}${predicate} It was ignored.`)) {
    warnings.add(() => text);
  }
  return answer;
}

function tooLong(url: string): ValidationError {
  const expected = `at most ${LONGEST_URL} characters long`;
  return invalid('query_too_large', [], ` must be ${expected}`, { found: url.length, expected: [expected] });
}

/** The catalog of a request, opened first. Only admitted clients learn that opening failed. */
async function settled(
  opening: Promise<CatalogInternals>,
): Promise<{ remote?: RemoteAnswers | undefined; get(): CatalogInternals }> {
  try {
    const internals = await opening;
    return { remote: internals.remote, get: () => internals };
  } catch (error) {
    return {
      get: () => {
        throw error;
      },
    };
  }
}

/** Reads how to write the body; its issues are among those of the request. */
function bodyForm(given: GivenArguments, issues: Issues): BodyForm {
  const callback = universal(given, 'callback');
  const pretty = universal(given, 'pretty_print');
  if (pretty !== undefined && typeof pretty !== 'boolean') issues.addWrongType(['pretty_print'], 'true or false', pretty);
  if (callback === undefined) return { callback: undefined, isPretty: pretty === true };
  const isSound = isCallback(String(callback));
  if (!isSound) issues.addWrongType(['callback'], 'the name of a function such as "show" or "app.show"', String(callback));
  return { callback: isSound ? String(callback) : undefined, isPretty: pretty === true };
}

function universal({ args }: GivenArguments, name: string): unknown {
  return args.find(({ path }) => path[0] === name)?.value;
}

/**
 * An answer with the warnings of the URL before its own. Its `request` has no directives: in this interface they belong to the
 * call.
 */
function asDocumented(response: ApiResponse, warnings: readonly string[]): object {
  const { include: _include, show: _show, hide: _hide, slice: _slice, ...request } = response.request;
  const told = 'warnings' in response ? [...warnings, ...response.warnings] : warnings;
  return { ...response, request, ...(('warnings' in response || told.length > 0) && { warnings: told }) };
}
