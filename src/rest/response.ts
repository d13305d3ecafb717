import type { Work } from '../catalog/internals.js';
import { jsonSteps } from '../catalog/json-steps.js';

/** The response for a server to send. */
export interface RestResponse {
  /** HTTP status: 200, 304, 400, 403, 404, 429, 500 or 503. */
  status: number;
  /** HTTP headers, names in lower case. */
  headers: Record<string, string>;
  /** The text of the body, sent as UTF-8. */
  body: string;
}

/** How a body is written. */
export interface BodyForm {
  /** The name of the function that JSONP calls; undefined for JSON. */
  readonly callback: string | undefined;
  readonly isPretty: boolean;
}

export const PLAIN_JSON: BodyForm = { callback: undefined, isPretty: false };

const LONGEST_CALLBACK = 256;
/** An identifier, or identifiers joined by dots: nothing that could be more than a function's name. */
const CALLBACK = /^([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*)*$/;
/** Reserved words, including those of strict mode. After a dot they are ordinary names. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw ' +
    'true try typeof var void while with yield'
  ).split(' '),
);
/** Before the call, so that no name makes the body begin like a file of another type. */
const SCRIPT_START = '/**/';
/** Most characters of warnings in a header: servers and clients refuse long ones. */
const LONGEST_HEADER = 2000;

/** Whether a text names a function that a script can call. */
export function isCallback(text: string): boolean {
  if (text.length > LONGEST_CALLBACK) return false;
  const first = CALLBACK.exec(text)?.[1];
  return first !== undefined && !RESERVED.has(first);
}

/** Writes a body as JSON or JSONP. */
export function writeResponse(status: number, body: object, form: BodyForm): RestResponse {
  return respond(status, JSON.stringify(body, undefined, form.isPretty ? 2 : undefined), form);
}

/** The same, in steps of some work if it is long. */
export async function writeLongResponse(status: number, body: object, form: BodyForm, work: Work): Promise<RestResponse> {
  work.begin('writing the answer');
  if (!form.isPretty) return respond(status, await work.run(jsonSteps(body, work)), form);
  const written = work.measure(() => writeResponse(status, body, form));
  work.hold(written.body.length);
  return written;
}

function respond(status: number, json: string, { callback }: BodyForm): RestResponse {
  const isScript = callback !== undefined;
  return {
    status,
    headers: {
      'content-type': isScript ? 'application/javascript; charset=utf-8' : 'application/json; charset=utf-8',
      // A browser must not interpret text that users search for as another type.
      'x-content-type-options': 'nosniff',
    },
    body: isScript ? `${SCRIPT_START}${callback}(${asScript(json)});` : json,
  };
}

/** Warnings as the value of a header: a JSON list in ASCII. */
export function warningsHeader(warnings: readonly string[]): string {
  const written: string[] = [];
  let length = 2;
  for (const warning of warnings) {
    const json = JSON.stringify(warning).replace(/[\u007f-\uffff]/g, escapeUnit);
    length += json.length + 1;
    if (length > LONGEST_HEADER) break;
    written.push(json);
  }
  return `[${written.join(',')}]`;
}

/** Older scripts treat these two, which JSON does not escape, as line ends. */
function asScript(json: string): string {
  return json.replace(/[\u2028\u2029]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
