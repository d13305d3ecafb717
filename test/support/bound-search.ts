import type { Segment } from '../../src/index/segment.js';
import { normaliseSearchRequest } from '../../src/model/check-requests.js';
import { withoutIssues } from '../../src/model/issues.js';
import { DEFAULT_LIMITS } from '../../src/model/limits.js';
import type { SearchRequest } from '../../src/partdex.js';
import { type BoundSearch, bindSearch, needSearch } from '../../src/query/bind-search.js';
import type { FieldTypes } from '../../src/resolve/filters.js';
import { RequestResolver } from '../../src/resolve/requests.js';
import type { ResolvedSearch } from '../../src/resolve/resolved-search.js';
import { finished } from '../../src/work/pauses.js';
import type { Work } from '../../src/work/work.js';
import { loadNeeds } from './tasks.js';

/** A request to parts, resolved. */
export function resolvedSearch(request: SearchRequest, types: FieldTypes, work: Work): ResolvedSearch {
  return withoutIssues(request, (issues) => {
    const normalised = normaliseSearchRequest('parts', request, DEFAULT_LIMITS, issues);
    return finished(new RequestResolver('parts', types).resolve(normalised, work, DEFAULT_LIMITS, issues));
  });
}

/** The same bound to segments, whose sections are loaded. */
export async function boundSearch(search: ResolvedSearch, segments: readonly Segment[], work: Work): Promise<BoundSearch[]> {
  await loadNeeds((needs) => {
    for (const segment of segments) needSearch(search, segment, needs);
  });
  return finished(bindSearch(search, segments, work));
}
