import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { Filter } from '../parser/ast.js';
import { bindFilter, needFilter } from '../query/bind-filter.js';
import type { PlanNode } from '../query/plan.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';

/** What a condition means, and a plan for each segment; undefined plans: no request may have the condition. */
type Plans = readonly PlanNode[] | undefined;

/** The plans of conditions. Those of conditions that come again are kept as long as the conditions are. */
export class ConditionPlans {
  private readonly kept = new WeakMap<Filter, { readonly plans: Plans }>();

  /**
   * @param resolve the meaning of a condition; undefined if no request may have it
   * @param isLasting whether a condition comes again
   */
  constructor(
    private readonly segments: readonly Segment[],
    private readonly resolve: (condition: Filter) => ResolvedFilter | undefined,
    private readonly isLasting: (condition: Filter) => boolean,
  ) {}

  *of(condition: Filter, work: Work): Task<Plans> {
    const known = this.kept.get(condition);
    if (known) return known.plans;
    const plans = yield* this.made(condition, work);
    if (this.isLasting(condition)) this.kept.set(condition, { plans });
    return plans;
  }

  private *made(condition: Filter, work: Work): Task<Plans> {
    const { segments } = this;
    const filter = this.resolve(condition);
    if (!filter) return undefined;
    const needs = new Needs();
    for (const segment of segments) needFilter(filter, segment, needs);
    yield* load(needs, work);
    const plans: PlanNode[] = [];
    for (const segment of segments) plans.push(yield* bindFilter(filter, segment, work));
    return plans;
  }
}
