import type { PartsMatchRequest, PartsMatchResponse, PartsMatchResult } from '../../../src/model/match-requests.js';
import type { Call, Catalog, Part } from '../../../src/partdex.js';
import type { MatchRequest } from '../../arbitraries/matching.js';
import { OracleError } from '../../oracle/errors.js';
import type { MatchAnswer, MatchResult } from '../../oracle/match.js';
import type { Oracle } from '../../oracle/oracle.js';
import { attempt, compareErrors, differenceOfWarnings } from './compare.js';
import { canonical } from './engine.js';

/** The engine's answer to a match request, whatever is wrong with the request. */
export function match(catalog: Catalog, request: MatchRequest, call?: Call): Promise<PartsMatchResponse> {
  return catalog.parts.match(request as unknown as PartsMatchRequest, call);
}

/** What is wrong with the engine's answer to a match request by the oracle's, or undefined. */
export async function matchDifference(catalog: Catalog, oracle: Oracle, request: MatchRequest): Promise<string | undefined> {
  const expected = attempt(() => oracle.match(request));
  let answer: PartsMatchResponse;
  try {
    answer = await match(catalog, request);
  } catch (error) {
    return compareErrors(expected, error instanceof Error ? error : new Error(String(error)));
  }
  if (expected instanceof OracleError) return compareErrors(expected, answer);

  const { queries, exact_only, suggest, ...directives } = request;
  const hasDirectives = Object.keys(directives).length > 0;
  // Documents need not show their uid, so the order is read from a second answer that does.
  const uids = hasDirectives ? await match(catalog, { queries, exact_only, suggest, show: ['uid'] } as MatchRequest) : answer;
  const { show, hide, include, slice } = hasDirectives
    ? (await catalog.parts.search({ ...directives, limit: 0 })).request
    : ({} as PartsMatchResponse['request']);
  if (!(answer.msec >= 0)) return `msec ${answer.msec}`;
  if (answer.results.length !== queries.length) return `${answer.results.length} results`;
  return (
    differenceOfRequest({ ...expected.request, show, hide, include, slice }, answer.request) ??
    answer.results
      .map((result, i) => differenceOfResult(expected.results[i], result, uids.results[i], expected.view))
      .find((difference) => difference !== undefined)
  );
}

function differenceOfRequest(expected: object, request: PartsMatchResponse['request']): string | undefined {
  const [is, wanted] = [canonical(request), canonical(expected)];
  if (is !== wanted) return `request ${is}\n not ${wanted}`;
  const names = new Set(request.queries.map((query) => Object.keys(query).join()));
  const disordered = [...names].find((list) => list !== 'q,mpn,brand,sku,seller,mpn_or_sku,start,limit,reference');
  return disordered && `members ${disordered}`;
}

/** @param shown the same result, its documents with their uids at least */
function differenceOfResult(
  expected: MatchResult,
  { items, hits, reference, error, warnings, suggestions }: PartsMatchResult,
  shown: PartsMatchResult,
  view: MatchAnswer['view'],
): string | undefined {
  if (hits !== expected.hits) return `hits ${hits}, not ${expected.hits} ${JSON.stringify(expected.items)}, error ${error}`;
  if (reference !== expected.reference) return `reference ${reference}, not ${expected.reference}`;
  return (
    differenceOfError(expected.error, error) ??
    differenceOfWarnings(expected, warnings) ??
    differenceOfParts('items', items, expected.items, uidsOf(shown.items), view) ??
    differenceOfSuggestions(expected.suggestions, suggestions, shown.suggestions, view)
  );
}

function differenceOfError(expected: MatchResult['error'], error: string | null): string | undefined {
  if (expected === null) return error === null ? undefined : `error where there is none: ${error}`;
  const tells = typeof error === 'string' && error !== '' && expected.some((member) => error.includes(member));
  return tells ? undefined : `error ${error}, which is not about ${JSON.stringify(expected)}`;
}

function uidsOf(items: readonly Part[]): string[] {
  return items.map(({ uid }) => uid);
}

function differenceOfParts(
  what: string,
  items: readonly Part[],
  wanted: readonly string[],
  uids: readonly string[],
  view: MatchAnswer['view'],
): string | undefined {
  if (canonical(uids) !== canonical(wanted)) return `${what} ${JSON.stringify(uids)}, not ${JSON.stringify(wanted)}`;
  const wrong = items.findIndex((item, i) => JSON.stringify(item) !== JSON.stringify(view(uids[i])));
  if (wrong < 0) return undefined;
  return `document of ${uids[wrong]} in ${what}\n  is ${JSON.stringify(items[wrong])}\n not ${JSON.stringify(view(uids[wrong]))}`;
}

function differenceOfSuggestions(
  expected: MatchResult['suggestions'],
  suggestions: PartsMatchResult['suggestions'],
  shown: PartsMatchResult['suggestions'],
  view: MatchAnswer['view'],
): string | undefined {
  if (!expected || !suggestions) return !expected === !suggestions ? undefined : `suggestions ${JSON.stringify(suggestions)}`;
  const uids = uidsOf((shown ?? []).map(({ item }) => item));
  const [is, wanted] = [
    suggestions.map(({ reason, field, value }, i) => [uids[i], reason, field, value]),
    expected.map(({ uid, reason, field, value }) => [uid, reason, field, value]),
  ].map(canonical);
  if (is !== wanted) return `suggestions ${is}\n not ${wanted}`;
  const silent = suggestions.find(({ text }) => !(typeof text === 'string' && text.length > 10));
  if (silent) return `suggestion without a sentence: ${silent.text}`;
  const items = suggestions.map(({ item }) => item);
  return differenceOfParts(
    'suggestions',
    items,
    expected.map(({ uid }) => uid),
    uids,
    view,
  );
}
