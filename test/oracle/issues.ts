import type { Issue, IssueCode } from '../../src/model/issue.js';

/** What docs/semantics.md, "Errors", demands of one issue: its kind and its place. */
export interface ExpectedIssue {
  readonly code: IssueCode;
  readonly pathParts: readonly string[];
  readonly offset?: number;
  readonly length?: number;
}

/** A member of a search request that has faults, and the issues that it must give, in their order. */
export interface FaultyMember {
  readonly name: string;
  readonly value: unknown;
  readonly issues: readonly ExpectedIssue[];
}

/** The issues of a request that has these members in this order. */
export function issuesOf(members: readonly FaultyMember[]): ExpectedIssue[] {
  return members.flatMap(({ issues }) => issues);
}

/** An issue with only the members of `ExpectedIssue`. */
export function placeOf({ code, pathParts, offset, length }: Issue): ExpectedIssue {
  return { code, pathParts, ...(offset !== undefined && { offset, length }) };
}

/** The path of an issue as text: positions in brackets, names as they are. `isPosition` says of a step which it is. */
export function pathText(pathParts: readonly string[], isPosition: (step: number) => boolean): string {
  return pathParts.map((part, i) => (isPosition(i) ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}
