import type { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import { bindFilters, needFilter } from '../query/bind-filter.js';
import { meetsAlone } from '../query/explain-score.js';
import type { Hit } from '../query/merge.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';

/** Adds what `isWithin` reads of any segment. */
export function needScope(filters: readonly ResolvedFilter[], segments: readonly Segment[], needs: Needs): void {
  for (const segment of segments) for (const filter of filters) needFilter(filter, segment.whole, needs);
}

/** Whether a record meets the filters of a scope. */
export function* isWithin(filters: readonly ResolvedFilter[], { segment, row }: Hit, work: Work): Steps<boolean> {
  const node = yield* bindFilters(filters, segment.whole, work);
  return meetsAlone(node, row, segment.universe(work));
}
