/** Machine-readable names of what can be wrong with a request; docs/semantics.md, "Errors". */
export type IssueCode =
  | 'unknown_argument'
  | 'wrong_type'
  | 'out_of_range'
  | 'too_many'
  | 'unknown_field'
  | 'unknown_member'
  | 'wrong_kind'
  | 'not_a_number'
  | 'not_a_date'
  | 'wrong_unit'
  | 'bad_cursor'
  | 'bad_slice'
  | 'syntax'
  | 'query_too_large'
  | 'missing'
  | 'too_many_issues';

/** One fault of a request, as data. */
export interface Issue {
  /** The kind of the fault. */
  readonly code: IssueCode;
  /** The invalid member, as the request of the library names it: `filter.queries[1]`. Empty for the request as a whole. */
  readonly path: string;
  /**
   * The steps of the path, positions as digits: `['filter', 'queries', '1']`. Meant for programs: names may contain dots and
   * brackets.
   */
  readonly pathParts: readonly string[];
  /** Where in the text at `path` the fault is, in UTF-16 units from 0; absent if it is not inside a text. */
  readonly offset?: number;
  /** How long the fault is, in UTF-16 units; 0 at the end of the text. */
  readonly length?: number;
  /** The value found: a scalar as it is, otherwise a description. */
  readonly found: unknown;
  /** What would be valid, for people. */
  readonly expected: readonly string[];
  /** The nearest valid names, if the fault is an unknown name. */
  readonly nearest: readonly string[];
}

/** Steps from the request to one of its members; numbers are positions in lists. */
export type Path = readonly (string | number)[];

/** An issue with the parts of its message. */
export interface Fault {
  /** The fault as data. */
  readonly issue: Issue;
  /** The text after the name of the argument: ` must be a string, not 5`. It names no other argument. */
  readonly text: string;
  /** `argument` of an error whose first issue this is. */
  readonly argument: string;
  /** For a syntax fault: the text of the filter query. */
  readonly query?: string;
}

/** The data of an issue besides its code and path. */
export interface IssueDetails {
  readonly found?: unknown;
  readonly expected?: readonly string[];
  readonly nearest?: readonly string[];
  readonly offset?: number;
  readonly length?: number;
  /** Set if the argument that the error names is not the member at `path`. */
  readonly argument?: Path;
  readonly query?: string;
}
