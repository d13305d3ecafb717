import { compileDirectives as compile, type KnownPaths, type ShownMembers } from '../../src/answers/directives.js';
import { checkDirectives as readDirectives } from '../../src/model/check-directives.js';
import { type NormalisedMatchRequest, normaliseMatchRequest as normaliseMatch } from '../../src/model/check-match.js';
import { type NormalisedSearchRequest, normaliseSearchRequest as normaliseSearch } from '../../src/model/check-requests.js';
import { checkUids as readUids } from '../../src/model/check-uids.js';
import { type CollectionName, type Field, findField } from '../../src/model/fields.js';
import { withoutIssues } from '../../src/model/issues.js';
import type { Limits } from '../../src/model/limits.js';
import type { Directives } from '../../src/model/requests.js';
import type { Filter } from '../../src/parser/ast.js';
import { type FilterLimits, type ParsedFilter, parseFilter as parse } from '../../src/parser/filter.js';
import { type FieldTypes, FilterResolver, type ResolvedFilter } from '../../src/resolve/filters.js';

/* The checks of a request, one at a time: each throws a ValidationError with all of its issues. */

export function parsed(text: string, limits: Partial<FilterLimits> = {}, argument = 'filter.queries'): ParsedFilter {
  return withoutIssues(undefined, (issues) => parse(text, limits, [argument], issues)) as ParsedFilter;
}

export function parseFilter(
  text: string,
  limits?: Partial<FilterLimits>,
  argument = 'filter.queries',
): { filter: Filter; warnings: string[] } {
  const { filter, warnings } = parsed(text, limits, argument);
  return { filter, warnings: warnings.map((warning) => `${argument}: ${warning}`) };
}

export function compileDirectives(collection: CollectionName, directives: Directives, known: KnownPaths): ShownMembers {
  return withoutIssues(directives, (issues) => compile(collection, directives, known, issues));
}

export function normaliseSearchRequest(collection: CollectionName, request: unknown, limits: Limits): NormalisedSearchRequest {
  return withoutIssues(request, (issues) => normaliseSearch(collection, request, limits, issues));
}

export function normaliseMatchRequest(request: unknown, limits: Limits): NormalisedMatchRequest {
  return withoutIssues(request, (issues) => normaliseMatch(request, limits, issues));
}

export function checkUids(uids: unknown, limits: Limits): string[] {
  return withoutIssues({ uids }, (issues) => readUids(uids, limits, issues));
}

export function checkDirectives(directives: unknown): object {
  return withoutIssues(directives, (issues) => readDirectives(directives, issues));
}

export function fieldOf(collection: CollectionName, name: string): Field {
  return findField(collection, name) as Field;
}

export function resolvedFilter(query: string, types: FieldTypes): ResolvedFilter {
  const { filter, places } = parsed(query);
  return withoutIssues(undefined, (issues) =>
    new FilterResolver(types, issues).filter(filter, { path: ['filter', 'queries', 0], places }),
  );
}
