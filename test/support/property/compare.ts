import { FilterSyntaxError, PartdexError } from '../../../src/model/errors.js';
import type { SearchRequest, SearchResponse } from '../../../src/model/requests.js';
import type { Catalog } from '../../../src/partdex.js';
import type { RandomRequest } from '../../arbitraries/requests.js';
import { OracleError } from '../../oracle/errors.js';
import type { Oracle, OracleAnswer } from '../../oracle/oracle.js';
import { canonical, collectionOf } from './engine.js';

/** What is wrong with the engine's answer by the oracle's, or undefined. */
export async function difference(
  catalog: Catalog,
  oracle: Oracle,
  { collection, request }: RandomRequest,
): Promise<string | undefined> {
  const expected = attempt(() => oracle.search(collection, request));
  const engine = collectionOf(catalog, collection);
  let answer: SearchResponse<object>;
  try {
    answer = await engine.search(request);
  } catch (error) {
    return compareErrors(expected, error instanceof Error ? error : new Error(String(error)));
  }
  if (expected instanceof OracleError) return compareErrors(expected, answer);

  // Documents need not show their uid, so the order is read from a second answer that does.
  const { include, show, hide, slice, ...plain } = request;
  const page = include || show || hide || slice ? await engine.search({ ...plain, show: ['uid'] }) : answer;
  const uids = page.results.map(({ item }) => (item as { uid: string }).uid);
  return (
    differenceOfOrder(expected, answer, uids) ??
    differenceOfNext(expected, answer) ??
    differenceOfItems(expected, answer, uids) ??
    differenceOfMarks(request, expected, answer, uids) ??
    differenceOfRequest(expected.request, answer.request) ??
    differenceOfWarnings(expected, answer.warnings) ??
    differenceOfCounts(expected, answer)
  );
}

/** The result, or the oracle's error as a value. */
export function attempt<T>(evaluate: () => T): T | OracleError {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof OracleError) return error;
    throw error;
  }
}

/** What is wrong where the oracle or the engine, or both, refuse: both must, with the same class of error. */
export function compareErrors(expected: unknown, given: unknown): string | undefined {
  if (!(given instanceof Error)) return `answers what is refused: ${expected instanceof Error ? expected.message : expected}`;
  if (!(given instanceof PartdexError)) return `throws ${given.stack}`;
  if (!(expected instanceof OracleError)) return `refuses with ${given.name}: ${given.message}`;
  const names: ReadonlySet<string> = expected.faults;
  if (!names.has(given.name))
    return `refuses with ${given.name}, not ${[...names].join(' or ')} (${expected.message}): ${given.message}`;
  if (!(given instanceof FilterSyntaxError)) return undefined;
  const { query, offset, length, found, expected: wanted } = given;
  if (query.slice(offset, offset + length) !== found)
    return `found ${JSON.stringify(found)} is not the text at ${offset}, ${length}`;
  return wanted.length === 0 ? 'syntax error that expects nothing' : undefined;
}

function differenceOfOrder(expected: OracleAnswer, answer: SearchResponse<object>, uids: readonly string[]): string | undefined {
  const { ordered, request } = expected;
  if (answer.hits !== ordered.length) return `hits ${answer.hits}, not ${ordered.length}`;
  const start = request.start as number;
  const page = ordered.slice(start, start + (request.limit as number));
  const shown = () => `uids ${JSON.stringify(uids)}, not ${JSON.stringify(page.map(({ uid, score }) => [uid, score]))}`;
  if (answer.results.length !== page.length || uids.length !== page.length) return shown();
  if (new Set(uids).size !== uids.length) return `twice: ${shown()}`;
  const groups = new Map(ordered.map((hit) => [hit.uid, hit]));
  const wrong = page.some((hit, i) => (hit.loose ? groups.get(uids[i])?.group !== hit.group : uids[i] !== hit.uid));
  return wrong ? shown() : undefined;
}

const CURSOR = /^[A-Za-z0-9_-]{1,1024}$/;

/** A cursor is there where hits follow the page. */
function differenceOfNext({ ordered, request }: OracleAnswer, { results, next }: SearchResponse<object>): string | undefined {
  const follow = results.length > 0 && (request.start as number) + results.length < ordered.length;
  const isRight = follow ? typeof next === 'string' && CURSOR.test(next) : next === null;
  return isRight ? undefined : `next ${JSON.stringify(next)} of ${results.length} of ${ordered.length}`;
}

function differenceOfItems(expected: OracleAnswer, answer: SearchResponse<object>, uids: readonly string[]): string | undefined {
  for (const [i, { item }] of answer.results.entries()) {
    const [is, wanted] = [JSON.stringify(item), JSON.stringify(expected.view(uids[i]))];
    if (is !== wanted) return `document of ${uids[i]}\n  is ${is}\n not ${wanted}`;
  }
  return undefined;
}

/** Highlights and snippets, which only a request for them has. */
function differenceOfMarks(
  { highlight = false }: SearchRequest,
  expected: OracleAnswer,
  answer: SearchResponse<object>,
  uids: readonly string[],
): string | undefined {
  for (const [i, { item: _item, ...marks }] of answer.results.entries()) {
    const [is, wanted] = [JSON.stringify(marks), JSON.stringify(highlight ? expected.marks(uids[i]) : {})];
    if (is !== wanted) return `marks of ${uids[i]}\n  are ${is}\n  not ${wanted}`;
  }
  return undefined;
}

function differenceOfRequest(expected: SearchRequest, request: SearchRequest): string | undefined {
  const comparable = ({ q, start, limit, sortby, filter, facet, stats, spec_drilldown }: SearchRequest) => {
    const fields = Object.entries(filter?.fields ?? {}).filter(([, values]) => values.length > 0);
    return canonical({
      q,
      start,
      limit,
      sortby,
      facet,
      stats,
      spec_drilldown,
      filter: { fields: Object.fromEntries(fields), queries: filter?.queries },
    });
  };
  const [is, wanted] = [comparable(request), comparable(expected)];
  return is === wanted ? undefined : `request ${is}, not ${wanted}`;
}

/** Every warning that docs/semantics.md demands is there and quotes what it is about; where it demands none there is none. */
export function differenceOfWarnings(expected: Pick<OracleAnswer, 'warnings'>, warnings: readonly string[]): string | undefined {
  const missing = expected.warnings.find(({ about }) => !warnings.some((warning) => quotes(warning, about)));
  if (missing) return `no warning about ${JSON.stringify(missing.about)} in ${JSON.stringify(warnings)}`;
  if (warnings.length > 0 && expected.warnings.length === 0) {
    return `warns without need: ${JSON.stringify(warnings)}`;
  }
  return undefined;
}

/** True if the warning contains the text as it is, escaped or, for a long one, its beginning. */
function quotes(warning: string, about: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  return warning.includes(about.slice(0, 60)) || letters(warning).includes(letters(about).slice(0, 40));
}

function differenceOfCounts(expected: OracleAnswer, answer: SearchResponse<object>): string | undefined {
  const { msec } = answer;
  if (!(typeof msec === 'number' && msec >= 0)) return `msec ${msec}`;
  const { facet_results: facets } = answer;
  const pairs: [string, object, object][] = [
    ...namedPairs('facet', facets.fields, expected.facet_results.fields),
    ...namedPairs('facet query', facets.queries, expected.facet_results.queries),
    ...namedPairs('statistics', answer.stats_results, expected.stats_results),
    ...namedPairs('metadata', answer.spec_metadata, expected.spec_metadata),
  ];
  if (answer.spec_keys !== expected.spec_keys) return `spec keys ${answer.spec_keys}, not ${expected.spec_keys}`;
  const other = pairs.find(([, is, wanted]) => canonical(is) !== canonical(wanted));
  if (other) return `${other[0]}\n  is ${canonical(other[1])}\n not ${canonical(other[2])}`;
  const maps = [facets.fields, facets.queries, answer.stats_results, answer.spec_metadata];
  return maps.every((map) => Object.getPrototypeOf(map) === null) ? undefined : 'prototype of a map';
}

/** The value of each name in either map, with its kind. */
function namedPairs(what: string, is: object, wanted: object): [string, object, object][] {
  const [given, expected] = [new Map(Object.entries(is)), new Map(Object.entries(wanted))];
  const names = new Set([...given.keys(), ...expected.keys()]);
  return [...names].map((name) => [
    `${what} of ${JSON.stringify(name)}`,
    given.get(name) ?? ABSENT,
    expected.get(name) ?? ABSENT,
  ]);
}

const ABSENT = { absent: true };
