import { type NormalisedSearchRequest, normaliseSearchRequest } from '../model/check-requests.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { SearchRequest } from '../model/requests.js';
import type { GivenPlace } from '../query/place.js';
import type { IsRefused, ResolvedFilter } from '../resolve/filters.js';
import type { RequestResolver } from '../resolve/requests.js';
import type { ResolvedSearch, ResolvedSortKey } from '../resolve/resolved-search.js';
import type { Steps, Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CollectionContext } from './collection-contexts.js';
import { type CursorContext, readCursor } from './cursor.js';
import type { CallRules } from './internals.js';
import type { LivingPairs } from './living-pairs.js';

/** A request that is checked and resolved. */
export interface CheckedSearch {
  readonly normalised: NormalisedSearchRequest;
  readonly search: ResolvedSearch;
  /** Where it goes on. */
  readonly after: GivenPlace | undefined;
  /** What the cursors of its answers are made for. */
  readonly cursors: CursorContext;
}

/** Checks the requests to a collection, and resolves them. */
export class RequestChecker {
  constructor(
    private readonly context: CollectionContext,
    private readonly resolver: RequestResolver,
  ) {}

  /** Checks, parses and resolves a request. What has an issue is left out, and nothing may be answered then. */
  *check(request: SearchRequest | undefined, issues: Issues, work: Work, rules?: CallRules): Task<CheckedSearch> {
    const { context } = this;
    const limits = rules?.limits ? { ...context.limits, ...rules.limits } : context.limits;
    const normalised = normaliseSearchRequest(context.name, request, limits, issues, context.types.ownFields);
    const isRefused = rules && this.refused(rules);
    if (context.multiValued?.hasDoubts && hasQueries(normalised)) yield* this.settle(normalised, work, limits);
    const resolved = yield* this.resolver.resolve(normalised, work, limits, issues, { isRefused, conditions: rules?.conditions });
    const scope = rules?.scope && (yield* this.scope(rules, work));
    const search = { ...resolved, ...(rules?.order && { sortKeys: [orderKey(rules.order)] }), ...(scope && { scope }) };
    const { after } = normalised;
    const cursors = this.cursorContext(normalised, search.sortKeys, rules);
    return { normalised, search, cursors, after: after === undefined ? undefined : readCursor(after, cursors, issues) };
  }

  /** Finds out which fields of the request have several values in a living record: a warning depends on it. */
  private *settle(normalised: NormalisedSearchRequest, work: Work, limits: Limits): Task<void> {
    const { multiValued } = this.context;
    yield* this.resolver.resolve(normalised, work, limits, new Issues(), {});
    yield* (multiValued as LivingPairs).settle();
  }

  private refused({ refusesHidden }: CallRules): IsRefused | undefined {
    const { hidden } = this.context;
    return refusesHidden && hidden ? (name) => hidden.hasField(name) : undefined;
  }

  /** The filters of the client's scope; undefined if there are none. */
  scope({ scope = [] }: CallRules, work: Work): Steps<readonly ResolvedFilter[] | undefined> {
    return this.resolver.scope(scope, work, this.context.limits);
  }

  private cursorContext(
    { q, filterFields, filterQueries, rank }: NormalisedSearchRequest,
    sortKeys: readonly ResolvedSortKey[],
    rules: CallRules | undefined,
  ): CursorContext {
    const { name, digest } = this.context;
    const request = { q, filterFields, filterQueries, rank, sortKeys, conditions: rules?.conditions };
    return { collection: name, request, catalog: digest };
  }
}

function orderKey({ name, direction, numbers }: NonNullable<CallRules['order']>): ResolvedSortKey {
  return { field: name, order: direction, numbers };
}

/** Whether a request has filter queries of any kind. */
function hasQueries({ filterQueries, facetQueries, rank }: NormalisedSearchRequest): boolean {
  return filterQueries.length > 0 || facetQueries.length > 0 || rank !== undefined;
}
