import { entityTag, entityTagOf, listsTag } from '../catalog/entity-tag.js';
import { Refusal } from '../catalog/front-call.js';
import type { CatalogInternals, Work } from '../catalog/internals.js';
import { scopedInternals } from '../catalog/scoped.js';
import {
  BudgetExceededError,
  ClosedError,
  ClusterError,
  NotFoundError,
  UnsupportedError,
  ValidationError,
  WorkerFailedError,
} from '../model/errors.js';
import { Issues, issuesInJson } from '../model/issues.js';
import type { Scope } from '../model/scope.js';
import { VERSION } from '../model/version.js';
import { CLIENT_ERROR_RESPONSE, SERVER_ERROR_RESPONSE, withNames } from './answer-types.js';
import { inUrl } from './argument-names.js';
import { UNIVERSAL_NAMES } from './argument-tables.js';
import { readDirectiveNames } from './directive-names.js';
import type { Answer, ApiResponse, Endpoint } from './endpoints.js';
import { type GivenArguments, readArguments, requestOf } from './given-arguments.js';
import { type MemberNames, Renaming } from './member-names.js';
import { type BodyForm, type RestResponse, warningsHeader, writeLongResponse, writeResponse } from './response.js';
import { bodyForm, type SentRequest } from './sent-request.js';
import { statusOf } from './status.js';
import { decodePercent } from './url-arguments.js';

/** The options of an interface that its answers depend on: `RestOptions`. */
export interface AnswerOptions {
  readonly classNames?: boolean | undefined;
  readonly names?: MemberNames | undefined;
  readonly assist?: boolean | undefined;
}

/** The client of an admitted request, as far as its answer depends on it. */
export interface AdmittedClient {
  /** Undefined for a key that may see everything. */
  readonly scope: Scope | undefined;
  readonly ifNoneMatch: string | undefined;
}

const HEADER = 'partdex-warnings';
const RETRY_AFTER_SECONDS = '1';

/** Answers the requests that an interface has admitted, here or in another thread, and writes its errors. */
export class RestAnswers {
  private readonly renaming: Renaming | undefined;
  /** Identifies a catalog and what its answers depend on besides what is asked. A catalog that changes has new internals each time. */
  private readonly stems = new WeakMap<CatalogInternals, string>();

  constructor(private readonly options: AnswerOptions) {
    this.renaming = Renaming.of(options.names);
  }

  /** @throws what `failure` writes */
  async answer(
    sent: SentRequest,
    { scope, ifNoneMatch }: AdmittedClient,
    whole: CatalogInternals,
    work: Work,
  ): Promise<RestResponse> {
    const { path, args, issues, form } = sent;
    const endpoint = sent.checkPath();
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
    const stem = this.stems.get(whole) ?? this.newStem(whole);
    return stem && entityTag([stem, asked]);
  }

  private newStem(whole: CatalogInternals): string | undefined {
    const content = whole.fingerprint();
    if (content === undefined) return undefined;
    const stem = entityTag([content, VERSION, whole.limits, this.answerOptions()]);
    this.stems.set(whole, stem);
    return stem;
  }

  /** The options that answers depend on. */
  private answerOptions(): unknown {
    const { classNames = false, names = {}, assist = false } = this.options;
    return [classNames, names.catalog_url, names.catalog_rfq_url, assist];
  }

  /** Writes an error. @param report called with those that are unexpected */
  async failure(error: unknown, form: BodyForm, report: (error: unknown) => Promise<void>): Promise<RestResponse> {
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
    await report(error);
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
    return writeResponse(
      statusOf(error),
      this.named({ message, issues: issuesInJson(error.issues) }, CLIENT_ERROR_RESPONSE),
      form,
    );
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
  context: { catalog: CatalogInternals; renaming: Renaming | undefined; work: Work; assists: boolean },
): Promise<Answer> {
  const { args, sent, warnings } = given;
  for (const [name, form] of endpoint.required) {
    if (!sent.has(name)) issues.add('missing', [name], ` is missing: it must be sent as ${form}`, { expected: [form] });
  }
  const members = requestOf(args.filter(({ path }) => !UNIVERSAL_NAMES.has(path[0])));
  // Named one by one: a spread object beside further members has a hidden class of its own each time.
  const { catalog, renaming, work, assists } = context;
  const collection = catalog.collections[endpoint.collection];
  const request = await readDirectiveNames(members, collection, renaming, { work, warnings });
  issues.request = request;
  const unknownNames = new Issues(request);
  const sources = { catalog, work, assists, request, rules: { unknownNames } };
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

/**
 * An answer with the warnings of the URL before its own. Its `request` has no directives: in this interface they belong to the
 * call.
 */
function asDocumented(response: ApiResponse, warnings: readonly string[]): object {
  const { include: _include, show: _show, hide: _hide, slice: _slice, ...request } = response.request;
  const told = 'warnings' in response ? [...warnings, ...response.warnings] : warnings;
  return { ...response, request, ...(('warnings' in response || told.length > 0) && { warnings: told }) };
}
