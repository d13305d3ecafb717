import { type NormalisedMatchRequest, queryError } from '../model/check-match.js';
import type { Part } from '../model/documents.js';
import type { WriteIssue } from '../model/errors.js';
import type { PartSuggestion, PartsMatchResult } from '../model/match-requests.js';

/** What the result of a query tells of what was found. */
export interface ShownMatches {
  readonly hits: number;
  /** As many as documents of the page. */
  readonly page: readonly unknown[];
  readonly warnings: readonly string[];
  readonly suggested: readonly Omit<PartSuggestion, 'item'>[];
}

/** @param documents of the shown hits of all queries, in their order */
export function matchResults(
  { queries, suggest }: NormalisedMatchRequest,
  found: readonly (ShownMatches | undefined)[],
  documents: readonly Part[],
  writeIssue: WriteIssue | undefined,
): PartsMatchResult[] {
  let at = 0;
  return queries.map(({ reference, error }, i): PartsMatchResult => {
    const { hits = null, page = [], warnings = [], suggested = [] } = found[i] ?? {};
    const items = documents.slice(at, at + page.length);
    at += page.length;
    const answered = { items, hits, reference, error: error && queryError(error, writeIssue), warnings: [...warnings] };
    if (!suggest) return answered;
    const suggestions = suggested.map(({ reason, field, value, text }, j) => {
      return { item: documents[at + j], reason, field, value, text };
    });
    at += suggested.length;
    return { ...answered, suggestions };
  });
}
