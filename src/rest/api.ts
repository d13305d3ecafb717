import type { Catalog } from '../catalog/catalog.js';
import { entityTag, entityTagOf, listsTag } from '../catalog/entity-tag.js';
import { type CatalogProvider, currentCatalog, FrontCall, Refusal } from '../catalog/front-call.js';
import { type CatalogInternals, internalsOf, type RemoteAnswers, type Work } from '../catalog/internals.js';
import { scopedInternals } from '../catalog/scoped.js';
import type { Admission, AdmissionClient } from '../model/admission.js';
import type { Call } from '../model/call.js';
import { MemberReader } from '../model/check-arguments.js';
import {
  BudgetExceededError,
  ClosedError,
  ClusterError,
  NotFoundError,
  UnsupportedError,
  ValidationError,
  WorkerFailedError,
} from '../model/errors.js';
import { Issues, invalid, withoutIssues, wrongArgument } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { readVerdict, type Scope, type Verdict } from '../model/scope.js';
import { VERSION } from '../model/version.js';
import { CLIENT_ERROR_RESPONSE, SERVER_ERROR_RESPONSE, withNames } from './answer-types.js';
import { inUrl } from './argument-names.js';
import { NO_ENDPOINT_ARGUMENTS, UNIVERSAL_NAMES } from './argument-tables.js';
import { readDirectiveNames } from './directive-names.js';
import { type Answer, type ApiResponse, type Endpoint, findEndpoint, KNOWN_PATHS } from './endpoints.js';
import { type GivenArguments, readArguments, requestOf } from './given-arguments.js';
import { checkMemberNames, type MemberNames, Renaming } from './member-names.js';
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
import { decodePercent, readUrlArguments, type UrlArgument } from './url-arguments.js';

/** The client of a request, as far as the server knows it, and the request's time limit: `timeout` covers the whole request. */
export interface RestClient extends Call {
  /** The address that the request came from. */
  ip?: string | undefined;
  /** The headers of the request, their names in lower case. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The client of a request, for a rate limiter. */
export interface RestAsker extends AdmissionClient, Omit<RestClient, 'signal' | 'timeout' | 'ip'> {}

/** Decisions of the server. Every function may return a promise. */
export interface RestOptions {
  /**
   * Whether a key is valid, and what it may see. Requests with an invalid key get status 403. An object in place of true is the scope
   * of the key: docs/rest.md, "Scopes".
   */
  isValidKey(key: string): Verdict | Promise<Verdict>;
  /**
   * Whether a client may send a request now: the place for a rate limiter. It is called after the key was read and before it is
   * checked, so that wrong keys are limited too; a refusal leads to status 429.
   */
  admit?(client: RestAsker): Admission | Promise<Admission>;
  /** Whether objects of a named type have the name as the member `__class__`. Default false. */
  classNames?: boolean;
  /** New names of the members `catalog_url` and `catalog_rfq_url`, in requests and answers. Default: those. */
  names?: MemberNames;
  /**
   * Whether `parts/search` reads `q` as a question, as `catalog.parts.ask` does; the answer then has `understood`. Other collections and
   * `parts/match` read it as before. Default false.
   */
  assist?: boolean;
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
const HEADER = 'partdex-warnings';
const OPTIONS: readonly string[] = ['isValidKey', 'admit', 'classNames', 'names', 'assist', 'onError'];
const RETRY_AFTER_SECONDS = '1';

/**
 * Makes the version 3 interface of a catalog: a pure function from requests to answers, without a server. docs/rest.md lists
 * every argument.
 * @param catalog an opened catalog, or a function that returns it for each request, so that a server can swap in a new one
 * @throws `ValidationError` for a value that is not a catalog, or invalid options
 */
export function createRestApi(catalog: Catalog | (() => Catalog | Promise<Catalog>), options: RestOptions): RestApi {
  withoutIssues({ options }, (issues) => {
    const given = MemberReader.of(options, ['options'], OPTIONS, issues);
    for (const name of ['isValidKey', 'admit', 'onError']) {
      const value = given.value(name);
      if (typeof value === 'function' || (value === undefined && name !== 'isValidKey')) continue;
      issues.addWrongType(given.at(name), 'a function', value);
    }
    given.flag('classNames');
    given.flag('assist');
    checkMemberNames(given, issues);
  });
  if (typeof catalog !== 'function') internalsOf(catalog);
  return new CatalogRestApi(catalog, options);
}

/** A request that was admitted, and how to write its answer. */
interface Admitted {
  readonly path: string;
  readonly args: readonly UrlArgument[];
  /** The issues of the URL so far. */
  readonly issues: Issues;
  readonly scope: Scope | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly form: BodyForm;
}

class CatalogRestApi implements RestApi {
  private readonly renaming: Renaming | undefined;

  constructor(
    private readonly catalog: CatalogProvider,
    private readonly options: RestOptions,
  ) {
    this.renaming = Renaming.of(options.names);
  }

  /** Key and form of the body are read before the client is admitted: a refusal can be JSONP too. */
  async handle(pathAndQuery: string, client: RestClient = {}): Promise<RestResponse> {
    const call = FrontCall.begin(client);
    let form = PLAIN_JSON;
    try {
      const opened = await settled(call.wait(async () => internalsOf(await currentCatalog(this.catalog)), 'opening the catalog'));
      if (typeof pathAndQuery !== 'string') throw wrongArgument('pathAndQuery', 'a string', pathAndQuery);
      const isTooLong = pathAndQuery.length > LONGEST_URL;
      const issues = new Issues();
      const { path, args } = readUrl(isTooLong ? '' : pathAndQuery, issues);
      const universals = readArguments(args.filter(isUniversal), NO_ENDPOINT_ARGUMENTS, new Issues());
      form = bodyForm(universals, new Issues());
      await call.admit(this.options.admit?.bind(this.options), askerOf(client, universals));
      if (isTooLong) throw tooLong(pathAndQuery);
      const scope = await this.checkKey(universals, call);
      const endpoint = findEndpoint(path);
      if (!endpoint) throw new Refusal(404, `there is nothing at "${shorten(path)}"; there are ${KNOWN_PATHS}`);
      const ifNoneMatch = client?.headers?.['if-none-match'];
      const internals = opened.get();
      if (internals.remote) return await this.handleIn(internals.remote, pathAndQuery, scope, ifNoneMatch, call);
      const admitted = { path, args, issues, scope, ifNoneMatch, form };
      return await internals.running.answerAsync(call.rest(), (work) => this.answer(endpoint, admitted, internals, work));
    } catch (error) {
      if (call.isAborted) throw call.rejection(error);
      return this.failure(error, form, call);
    }
  }

  /** Has another thread answer a request that is admitted and whose key is valid. */
  private async handleIn(
    remote: RemoteAnswers,
    pathAndQuery: string,
    scope: Scope | undefined,
    ifNoneMatch: string | undefined,
    call: FrontCall,
  ): Promise<RestResponse> {
    const { onError, classNames, names, assist } = this.options;
    const verdict = scope ? { filter: scope.filters, hide: scope.hide } : true;
    const options = { classNames, names: names && { ...names }, assist, verdict, ifNoneMatch };
    const {
      status,
      headers = {},
      body,
    } = await remote.rest({ sent: pathAndQuery, options, callbacks: { onError } }, call.rest());
    return { status, headers, body };
  }

  private async checkKey(given: GivenArguments, call: FrontCall): Promise<Scope | undefined> {
    const key = universal(given, 'apikey');
    if (key === undefined) {
      const fault = given.sent.has('apikey') ? 'must have one value' : 'is missing';
      throw invalid('missing', ['apikey'], ` ${fault}: every request must have the URL argument apikey with a valid key`);
    }
    const verdict = await call.wait(() => this.options.isValidKey(String(key)), 'checking the key');
    const scope = readVerdict(verdict, 'isValidKey');
    if (scope === false) throw new Refusal(403, 'Invalid API key');
    return scope;
  }

  private async answer(
    endpoint: Endpoint,
    { path, args, issues, scope, ifNoneMatch, form }: Admitted,
    whole: CatalogInternals,
    work: Work,
  ): Promise<RestResponse> {
    const given = readArguments(args, endpoint.table, issues);
    bodyForm(given, issues);
    const ofRequest = this.tagOf(whole, [scope?.key, decodePercent(path), contentOf(given)]);
    const isKnown = ofRequest !== undefined && issues.isEmpty && listsTag(ifNoneMatch, ofRequest) === 'tag';
    if (isKnown) return unchanged(ofRequest);
    const renaming = endpoint.collection === 'parts' ? this.renaming : undefined;
    const visible = scope && renaming ? { ...scope, hide: renaming.hiding(scope.hide) } : scope;
    const catalog = scopedInternals(whole, visible, true);
    const assists = this.options.assist === true;
    const answer = await answerOf(endpoint, given, issues, { catalog, renaming, work, assists });
    const { warnings } = given;
    const body = 'records' in answer ? answer.records : asDocumented(answer.response, warnings.list());
    const named = work.measure(() => this.named(body, endpoint.answerType));
    const tag = ofRequest ?? (await work.run(tagOfAnswer(named, warnings.list(), work)));
    if (listsTag(ifNoneMatch, tag)) return unchanged(tag);
    const response = await writeLongResponse(200, named, form, work);
    response.headers.etag = tag;
    if ('records' in answer && !warnings.isEmpty) response.headers[HEADER] = warningsHeader(warnings.list());
    return response;
  }

  /** The tag of an answer by what was asked; undefined where only the answer says whether the catalog has changed. */
  private tagOf(whole: CatalogInternals, asked: readonly unknown[]): string | undefined {
    const content = whole.fingerprint();
    if (content === undefined) return undefined;
    return entityTag([content, VERSION, whole.limits, this.answerOptions(), ...asked]);
  }

  /** The options that answers depend on. */
  private answerOptions(): unknown {
    const { classNames = false, names = {}, assist = false } = this.options;
    return [classNames, names.catalog_url, names.catalog_rfq_url, assist];
  }

  private async failure(error: unknown, form: BodyForm, call: FrontCall): Promise<RestResponse> {
    if (error instanceof ValidationError) return this.invalid(error, form);
    if (error instanceof Refusal) {
      const response = this.error(error.status, error.message, form);
      return { ...response, headers: { ...response.headers, ...error.headers } };
    }
    const status = statusOf(error);
    if (error instanceof NotFoundError || error instanceof UnsupportedError) return this.error(status, error.message, form);
    if (error instanceof ClosedError) return this.error(status, 'the service is down for maintenance; try again later', form);
    if (error instanceof BudgetExceededError || error instanceof WorkerFailedError) {
      const response = this.error(status, error.message, form);
      response.headers['retry-after'] = RETRY_AFTER_SECONDS;
      return response;
    }
    await call.report(this.options.onError, error);
    if (error instanceof ClusterError) {
      // Its message names a node, which is not for everybody.
      const response = this.error(status, 'the service cannot answer now; try again later', form);
      response.headers['retry-after'] = RETRY_AFTER_SECONDS;
      return response;
    }
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
    const names = { hasClassNames: this.options.classNames === true, renaming: this.renaming };
    return names.hasClassNames || names.renaming ? (withNames(body, type, names) as object) : body;
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
  { renaming, ...context }: { catalog: CatalogInternals; renaming: Renaming | undefined; work: Work; assists: boolean },
): Promise<Answer> {
  const { args, sent, warnings } = given;
  for (const [name, form] of endpoint.required) {
    if (!sent.has(name)) issues.add('missing', [name], ` is missing: it must be sent as ${form}`, { expected: [form] });
  }
  const members = requestOf(args.filter(({ path }) => !UNIVERSAL_NAMES.has(path[0])));
  const { catalog, work } = context;
  const collection = catalog.collections[endpoint.collection];
  const request = await readDirectiveNames(members, collection, renaming, { work, warnings });
  issues.request = request;
  const unknownNames = new Issues(request);
  const sources = { ...context, request, rules: { unknownNames } };
  if (!issues.isEmpty) {
    await endpoint.check(sources, issues);
    issues.throwIfAny();
  }
  const answer = await endpoint.answer(sources);
  const texts = unknownNames.describe(({ pathParts, found }, predicate) => {
    // The server's new name of a member is not a fault of the client where no document has it.
    return renaming?.isRenamed(String(found)) ? '' : `${pathParts[0]}${predicate} It was ignored.`;
  });
  for (const text of texts) if (text !== '') warnings.add(() => text);
  return answer;
}

/** A URL as its path and its arguments. @param issues receives the arguments that cannot be decoded */
function readUrl(url: string, issues: Issues): { path: string; args: UrlArgument[] } {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return { path, args: readUrlArguments(mark < 0 ? '' : url.slice(mark + 1), issues) };
}

function isUniversal({ name }: UrlArgument): boolean {
  return UNIVERSAL_NAMES.has(name);
}

/** The client for `admit`: without the options of the call, and with the key, which may be wrong. */
function askerOf(client: RestClient | null, universals: GivenArguments): RestAsker {
  const { signal: _signal, timeout: _timeout, ...others } = client ?? {};
  const key = universal(universals, 'apikey');
  return { ...others, ...(key !== undefined && { key: String(key) }) } as RestAsker;
}

/** What a URL says, without the key and whatever its notation is. */
function contentOf({ args, warnings }: GivenArguments): unknown {
  // JSON may be nested too deeply to be written again.
  const sent = args
    .filter(({ path }) => path[0] !== 'apikey')
    .map(({ path, value, text = value }) => [path.join('\0'), text] as const);
  return [sent.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)), warnings.list()];
}

/** The answer to a request whose client has it already. */
function unchanged(tag: string): RestResponse {
  return { status: 304, headers: { etag: tag }, body: '' };
}

/** The tag of an answer by all that it says but the time that it took. */
function tagOfAnswer(answer: object, warnings: readonly string[], work: Work) {
  work.begin('writing the answer');
  return entityTagOf(Array.isArray(answer) ? answer : { ...answer, msec: 0 }, [VERSION, warnings], work);
}

function tooLong(url: string): ValidationError {
  const expected = `at most ${LONGEST_URL} characters long`;
  return invalid('query_too_large', [], ` must be ${expected}`, { found: url.length, expected: [expected] });
}

/** The catalog of a request, opened first. Only admitted clients learn that opening failed. */
async function settled(opening: Promise<CatalogInternals>): Promise<{ get(): CatalogInternals }> {
  try {
    const internals = await opening;
    return { get: () => internals };
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
