import type { Catalog } from '../catalog/catalog.js';
import { type CatalogProvider, currentCatalog, FrontCall, Refusal } from '../catalog/front-call.js';
import { type CatalogInternals, internalsOf, type RemoteAnswers } from '../catalog/internals.js';
import type { Admission, AdmissionClient } from '../model/admission.js';
import type { Call } from '../model/call.js';
import { MemberReader } from '../model/check-arguments.js';
import type { ValidationError } from '../model/errors.js';
import { invalid, withoutIssues, wrongArgument } from '../model/issues.js';
import { readVerdict, type Scope, type Verdict } from '../model/scope.js';
import { type AdmittedClient, RestAnswers } from './answers.js';
import { checkMemberNames, type MemberNames } from './member-names.js';
import { PLAIN_JSON, type RestResponse } from './response.js';
import { SentRequest } from './sent-request.js';

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
const OPTIONS: readonly string[] = ['isValidKey', 'admit', 'classNames', 'names', 'assist', 'onError'];

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

class CatalogRestApi implements RestApi {
  private readonly answers: RestAnswers;

  constructor(
    private readonly catalog: CatalogProvider,
    private readonly options: RestOptions,
  ) {
    this.answers = new RestAnswers(options);
  }

  /** Key and form of the body are read before the client is admitted: a refusal can be JSONP too. */
  async handle(pathAndQuery: string, client: RestClient = {}): Promise<RestResponse> {
    const call = FrontCall.begin(client);
    const { admit, onError } = this.options;
    let form = PLAIN_JSON;
    try {
      const opened = await settled(call.wait(() => this.open(), 'opening the catalog'));
      if (typeof pathAndQuery !== 'string') throw wrongArgument('pathAndQuery', 'a string', pathAndQuery);
      const isTooLong = pathAndQuery.length > LONGEST_URL;
      const sent = SentRequest.read(isTooLong ? '' : pathAndQuery);
      form = sent.form;
      if (admit) await call.admit(admit.bind(this.options), askerOf(client, sent));
      if (isTooLong) throw tooLong(pathAndQuery);
      const tags: unknown = client?.headers?.['if-none-match'];
      const ifNoneMatch = typeof tags === 'string' ? tags : undefined;
      const admitted = { scope: await this.checkKey(sent, call), ifNoneMatch };
      sent.checkPath();
      const { remote, running } = opened.get();
      if (remote) return await this.answerIn(remote, pathAndQuery, admitted, call);
      return await running.answerAsync(call.rest(), (work) => this.answers.answer(sent, admitted, opened.get(), work));
    } catch (error) {
      if (call.isAborted) throw call.rejection(error);
      return this.answers.failure(call.inWhole(error), form, (unexpected) => call.report(onError, unexpected));
    }
  }

  private open(): CatalogInternals | Promise<CatalogInternals> {
    const catalog = currentCatalog(this.catalog);
    return catalog instanceof Promise ? catalog.then(internalsOf) : internalsOf(catalog);
  }

  /** Has another thread answer a request that is admitted and whose key is valid. */
  private async answerIn(remote: RemoteAnswers, sent: string, admitted: AdmittedClient, call: FrontCall): Promise<RestResponse> {
    const { onError, classNames, names, assist } = this.options;
    const options = { answers: { classNames, names: names && { ...names }, assist }, admitted };
    const { status, headers = {}, body } = await remote.rest({ sent, options, callbacks: { onError } }, call.rest());
    return { status, headers, body };
  }

  private async checkKey({ key, hasKey }: SentRequest, call: FrontCall): Promise<Scope | undefined> {
    if (key === undefined) {
      const fault = hasKey ? 'must have one value' : 'is missing';
      throw invalid('missing', ['apikey'], ` ${fault}: every request must have the URL argument apikey with a valid key`);
    }
    const verdict = await call.wait(() => this.options.isValidKey(key), 'checking the key');
    const scope = readVerdict(verdict, 'isValidKey');
    if (scope === false) throw new Refusal(403, 'Invalid API key');
    return scope;
  }
}

/** The client for `admit`: without the options of the call, and with the key, which may be wrong. */
function askerOf(client: RestClient | null, { key }: SentRequest): RestAsker {
  const { signal: _signal, timeout: _timeout, ...others } = client ?? {};
  return { ...others, ...(key !== undefined && { key }) } as RestAsker;
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
