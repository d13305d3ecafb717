import { type NormalisedSearchRequest, normaliseSearchRequest } from '../model/check-requests.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { SearchRequest } from '../model/requests.js';
import type { GivenPlace } from '../query/place.js';
import type { IsRefused, ResolvedFilter } from '../resolve/filters.js';
import type { RequestResolver, ResolveRules } from '../resolve/requests.js';
import type { ResolvedSearch, ResolvedSortKey } from '../resolve/resolved-search.js';
import type { Steps, Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CollectionContext } from './collection-contexts.js';
import { type CursorContext, readCursor } from './cursor.js';
import type { CallRules } from './internals.js';
import type { LivingFacts } from './living-facts.js';

/** A request that is checked and resolved. */
export interface CheckedSearch {
  readonly normalised: NormalisedSearchRequest;
  readonly search: ResolvedSearch;
  /** Where it goes on. */
  readonly after: GivenPlace | undefined;
  /** What the cursors of its answers are made for. */
  readonly cursors: CursorContext;
}

/** A request that is resolved. */
interface Resolving {
  readonly normalised: NormalisedSearchRequest;
  readonly issues: Issues;
  readonly work: Work;
  readonly limits: Limits;
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
    const resolved = yield* this.resolve(normalised, issues, work, limits, rules);
    const scope = rules?.scope && (yield* this.scope(rules, work));
    const scoped: ResolvedSearch = scope ? { ...resolved, scope } : resolved;
    const search = rules?.order ? { ...scoped, sortKeys: [orderKey(rules.order)] } : scoped;
    const { after } = normalised;
    const cursors = this.cursorContext(normalised, search.sortKeys, rules);
    return { normalised, search, cursors, after: after === undefined ? undefined : readCursor(after, cursors, issues) };
  }

  /**
   * Resolves a request. Warnings depend on which of its fields have several values in a living record, and on the currencies of living
   * offers: where that is not known yet, it is found out, and the request is resolved again.
   */
  private resolve(
    normalised: NormalisedSearchRequest,
    issues: Issues,
    work: Work,
    limits: Limits,
    rules: CallRules | undefined,
  ): Task<ResolvedSearch> {
    const { living } = this.context;
    const options = rules && { isRefused: this.refused(rules), conditions: rules.conditions };
    if (!living?.hasDoubts) return this.resolver.resolve(normalised, work, limits, issues, options);
    return this.settled({ normalised, issues, work, limits }, living, options);
  }

  private *settled(
    { normalised, issues, work, limits }: Resolving,
    living: LivingFacts,
    options: ResolveRules | undefined,
  ): Task<ResolvedSearch> {
    const found = new Issues(issues.request);
    const before = living.doubts;
    const resolved = yield* this.resolver.resolve(normalised, work, limits, found, options);
    if (living.doubts === before) {
      issues.addAll(found);
      return resolved;
    }
    yield* living.settle(work);
    return yield* this.resolver.resolve(normalised, work, limits, issues, options);
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
    const { name, digest, rowsMove } = this.context;
    const request = { q, filterFields, filterQueries, rank, sortKeys, conditions: rules?.conditions };
    return { collection: name, request, catalog: digest, rowsMove };
  }
}

function orderKey({ name, direction, numbers }: NonNullable<CallRules['order']>): ResolvedSortKey {
  return { field: name, order: direction, numbers };
}
