import { nameMap } from '../model/check-arguments.js';
import { MATCH_QUERY_MEMBERS } from '../model/check-match.js';
import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import { isPlainObject } from '../model/plain.js';
import { CLASS_MEMBER } from '../model/schema.js';
import type { Messages } from './messages.js';
import { readCount } from './value-texts.js';

const MEMBERS: ReadonlySet<string> = new Set(MATCH_QUERY_MEMBERS);
/** Members that may be digits in a string as well. */
const COUNTS: ReadonlySet<string> = new Set(['start', 'limit']);

/** A string of JSON, or a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads the argument `queries`: JSON of a list of match queries. Unknown members of a query are ignored, with a warning. A number in
 * place of a text is its JavaScript text, as in documents; digits alone are what was written, since part numbers may have more of them
 * than a number holds.
 * @param issues receives a text that is not JSON; the model checks the queries
 */
export function readQueries(text: string, warnings: Messages, issues: Issues): unknown {
  const queries = parse(text, issues);
  if (!Array.isArray(queries)) return queries;
  const texts = queries.some(hasNumber) ? (JSON.parse(text.replace(STRING_OR_NUMBER, asString)) as unknown[]) : queries;
  return queries.map((query: unknown, i) => {
    return isPlainObject(query) ? readQuery(query, texts[i] as Record<string, unknown>, `queries[${i}]`, warnings) : query;
  });
}

const DIGITS = /^-?\d+$/;

function asString(token: string): string {
  if (token.startsWith('"')) return token;
  return `"${DIGITS.test(token) ? token : Number(token)}"`;
}

/** Whether a member that is a text was sent as a number. */
function hasNumber(query: unknown): boolean {
  return isPlainObject(query) && Object.keys(query).some((name) => !COUNTS.has(name) && typeof query[name] === 'number');
}

function parse(text: string, issues: Issues): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? shorten(error.message, 160) : 'it cannot be read';
    const expected = 'a JSON-encoded list of queries';
    issues.add('wrong_type', ['queries'], ` must be ${expected}: ${reason}`, { found: text, expected: [expected] });
    return undefined;
  }
}

/** @param texts the query with its numbers as texts */
function readQuery(
  given: Record<string, unknown>,
  texts: Record<string, unknown>,
  place: string,
  warnings: Messages,
): Record<string, unknown> {
  const query = nameMap<unknown>();
  for (const name of Object.keys(given)) {
    // Answers of the interface have it, and programs send answers back.
    if (name === CLASS_MEMBER) continue;
    const value = given[name];
    if (!MEMBERS.has(name)) warnings.add(() => `${place}: "${shorten(name)}" is not a member of a query and was ignored`);
    else if (COUNTS.has(name) && typeof value === 'string') {
      if (value !== '') query[name] = readCount(value);
    } else query[name] = typeof value === 'number' && !COUNTS.has(name) ? texts[name] : value;
  }
  return query;
}
