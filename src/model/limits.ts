import { MemberReader } from './check-arguments.js';
import { withoutIssues } from './issues.js';

/**
 * The largest allowed size of a request, `Infinity` for no limit; docs/semantics.md, "Limits". The defaults are those of the
 * version 3 document.
 */
export interface Limits {
  /** Largest `start` of a search. Default 1000. */
  start: number;
  /** Largest `limit` of a search. Default 100. */
  limit: number;
  /** Largest `start` of a facet. Default 1000. */
  facetStart: number;
  /** Largest `limit` of a facet. Default 100. */
  facetLimit: number;
  /** Most `keys` of a drilldown. Default 200. */
  drilldownKeys: number;
  /** Most uids of one `getMulti`. Default 20. */
  getMulti: number;
  /** Most queries of one match request. Default 20. */
  matchQueries: number;
  /** Most terms of `q`; further ones are ignored, with a warning. Default 1000. */
  terms: number;
  /**
   * Most values of a request with a wildcard anywhere but at the end: each is compared with very many values. In `q`, further
   * ones are ignored, with a warning. Default 50.
   */
  wildcards: number;
  /** Longest filter query text, in bytes of UTF-8. Default 65536. */
  queryLength: number;
  /** Deepest nesting of a filter query. Default 100. */
  queryDepth: number;
  /** Most clauses (fieldname:value pairs and group values) of a filter query. Default 10000. */
  queryClauses: number;
  /** Most distinct values and clauses of all filters and facet queries of a request. Default 10000. */
  filters: number;
  /** Most distinct facet fields, statistics and facet queries of a request. Default 100. */
  facets: number;
  /** Most distinct sort keys of a request. Default 20. */
  sortKeys: number;
  /** Highest cost of one GraphQL request: a part costs 1, a search or an aggregation of a search 20. Default 5000. */
  graphqlCost: number;
  /**
   * Most milliseconds of a call. For a scan, only the library's own time counts, until the first record and between two records.
   * A call may use a processor for 0.4 times as long. Over it: `BudgetExceededError`. Default 5000.
   */
  milliseconds: number;
  /** Most bytes that a call may need while it runs, including its answer. Over it: `BudgetExceededError`. Default 268435456. */
  bytes: number;
  /**
   * Most calls that wait for other calls to leave a worker; further ones reject with `BudgetExceededError`. Calls that a worker runs as
   * soon as it has started do not count. Default 1000.
   */
  waiting: number;
}

/** The limits of a catalog that is opened without limits. */
export const DEFAULT_LIMITS: Readonly<Limits> = Object.freeze({
  start: 1000,
  limit: 100,
  facetStart: 1000,
  facetLimit: 100,
  drilldownKeys: 200,
  getMulti: 20,
  matchQueries: 20,
  terms: 1000,
  wildcards: 50,
  queryLength: 65_536,
  queryDepth: 100,
  queryClauses: 10_000,
  filters: 10_000,
  facets: 100,
  sortKeys: 20,
  graphqlCost: 5000,
  milliseconds: 5000,
  bytes: 268_435_456,
  waiting: 1000,
});

/**
 * The limits of a catalog; those not passed have their defaults.
 * @throws ValidationError for an unknown limit, or a value that is neither a count nor Infinity
 */
export function readLimits(given: unknown): Limits {
  const names = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];
  return withoutIssues({ limits: given }, (issues) => {
    const members = MemberReader.of(given ?? {}, ['limits'], names, issues);
    const limits = { ...DEFAULT_LIMITS };
    for (const name of names) {
      const value = members.value(name) ?? DEFAULT_LIMITS[name];
      if (isLimit(value)) limits[name] = value;
      else issues.addWrongType(members.at(name), 'an integer of at least 0, or Infinity', value);
    }
    return limits;
  });
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
}
