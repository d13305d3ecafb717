import { Refusal } from '../catalog/front-call.js';
import { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { NO_ENDPOINT_ARGUMENTS, UNIVERSAL_NAMES } from './argument-tables.js';
import { type Endpoint, findEndpoint, KNOWN_PATHS } from './endpoints.js';
import { type GivenArguments, readArguments } from './given-arguments.js';
import { type BodyForm, isCallback } from './response.js';
import { readUrlArguments, type UrlArgument } from './url-arguments.js';

/** A request as its URL says it, read as far as every path has it. */
export class SentRequest {
  private found: Endpoint | undefined = undefined;

  private constructor(
    readonly path: string,
    readonly args: readonly UrlArgument[],
    /** The issues of the URL so far: arguments that cannot be decoded. */
    readonly issues: Issues,
    /** Undefined where it is missing or has several values. */
    readonly key: string | undefined,
    readonly hasKey: boolean,
    readonly form: BodyForm,
  ) {}

  static read(url: string): SentRequest {
    const issues = new Issues();
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const args = readUrlArguments(mark < 0 ? '' : url.slice(mark + 1), issues);
    // Their issues are those of the request, which reads them again.
    const given = readArguments(args.filter(isUniversal), NO_ENDPOINT_ARGUMENTS, new Issues());
    const key = universal(given, 'apikey');
    const form = bodyForm(given, new Issues());
    return new SentRequest(path, args, issues, key === undefined ? undefined : String(key), given.sent.has('apikey'), form);
  }

  /** @returns the endpoint of its path @throws Refusal with status 404 */
  checkPath(): Endpoint {
    this.found ??= findEndpoint(this.path);
    if (!this.found) throw new Refusal(404, `there is nothing at "${shorten(this.path)}"; there are ${KNOWN_PATHS}`);
    return this.found;
  }
}

function isUniversal({ name }: UrlArgument): boolean {
  return UNIVERSAL_NAMES.has(name);
}

/** Reads how to write the body; its issues are among those of the request. */
export function bodyForm(given: GivenArguments, issues: Issues): BodyForm {
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
