import type { FieldFilter } from '../model/check-requests.js';
import type { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { IsExcluded } from './counted-fields.js';
import { distinctFilter } from './distinct.js';
import type { DistinctFilters } from './distinct-filters.js';
import type { FilterResolver } from './filters.js';
import type { ResolvedFilter, ResolvedOperand } from './resolved-filter.js';

/** Resolving a field takes about as long as this many steps of a plain loop. */
const FIELD_COST = 1_000;

/** Values that are resolved without a pause: about a millisecond. */
const AT_ONCE = 500;

/** What the values of a request are resolved with. */
interface ValueContext {
  readonly resolver: FilterResolver;
  readonly limits: Limits;
  readonly issues: Issues;
  readonly work: Work;
}

/**
 * Adds the filters of `filter.fields`, until there are too many.
 * @param isExcluded the field in whose counts a filter is left out, if it is
 */
export function* addFieldFilters(
  given: readonly FieldFilter[],
  filters: DistinctFilters,
  isExcluded: IsExcluded | undefined,
  context: ValueContext,
): Steps<void> {
  const { resolver, issues, work } = context;
  for (const field of given) {
    const isLong = field.values.length > AT_ONCE;
    const filter = yield* isLong ? resolveMany(field, filters, context) : soundSteps(issues, resolver.values(field, work));
    if (filter) filters.add(filter, isExcluded?.(field.field.name));
    if (filters.areTooMany) return;
    if (work.spend(FIELD_COST)) yield;
  }
}

/** The resolved value, unless resolving adds an issue. */
export function sound<T>(issues: Issues, resolve: () => T): T | undefined {
  const before = issues.count;
  const resolved = resolve();
  return issues.count === before ? resolved : undefined;
}

function* soundSteps<T>(issues: Issues, resolving: Steps<T>): Steps<T | undefined> {
  const before = issues.count;
  const resolved = yield* resolving;
  return issues.count === before ? resolved : undefined;
}

/**
 * The values of a long list in `filter.fields`, OR'd, in steps. Values that occur again are left out.
 * @param filters receives the issue if more of them are different than the limits allow
 */
function* resolveMany(
  { field, values }: FieldFilter,
  filters: DistinctFilters,
  { resolver, limits, work }: ValueContext,
): Steps<ResolvedFilter | undefined> {
  const seen = new Set<string>();
  const clauses = new Set<string>();
  const children: ResolvedOperand[] = [];
  let filter: (ResolvedFilter & { readonly kind: 'field' }) | undefined;
  for (let from = 0; from < values.length; from += AT_ONCE) {
    const some = values.slice(from, from + AT_ONCE).map((text) => {
      if (text === undefined || seen.has(text)) return undefined;
      seen.add(text);
      return text;
    });
    const resolved = yield* resolver.values({ field, values: some }, work, from);
    if (resolved.kind !== 'field') return resolved;
    filter = resolved;
    const { operand } = distinctFilter(resolved, clauses).filter as typeof resolved;
    children.push(...(operand.kind === 'or' ? operand.children : [operand]));
    if (clauses.size > limits.filters) {
      filters.addTooMany();
      return undefined;
    }
    if (work.isDue()) yield;
  }
  return filter && { ...filter, operand: children.length === 1 ? children[0] : { kind: 'or', children } };
}
