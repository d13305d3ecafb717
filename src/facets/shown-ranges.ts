import { Needs } from '../index/section.js';
import { parseSpecField, specField } from '../model/fields.js';
import type { ResolvedDrilldown } from '../resolve/resolved-search.js';
import type { Task } from '../work/pauses.js';
import type { CountingScope } from './counting-scope.js';
import type { RankedKey } from './drilldown.js';

/**
 * The fields `range` that a drilldown returns beside the members of its keys: of those keys of which more rows have an interval than a
 * value.
 * @param load reads the columns of the candidates
 */
export function* shownRanges(
  ranked: readonly RankedKey[],
  scopes: readonly CountingScope[],
  { isNumber, excludeFilter }: ResolvedDrilldown,
  load: (needs: Needs, fields: number) => Task<void>,
): Task<string[]> {
  const candidates: string[] = [];
  for (const { key, fields } of ranked) {
    if (!isNumber(key)) continue;
    const name = specField(key, 'range');
    const hasIntervals = scopes.some(({ columns }) => columns.segment.field(name)?.extents);
    if (hasIntervals && (excludeFilter || mayHaveMoreIntervals(fields))) candidates.push(name);
  }
  const needs = new Needs();
  for (const { columns } of scopes) for (const name of candidates) columns.need(name, needs);
  if (!needs.isEmpty) yield* load(needs, candidates.length);
  return candidates.filter((name) => {
    return scopes.reduce((sum, scope) => sum + (scope.count(name, excludeFilter)?.intervalsOverValues ?? 0), 0) > 0;
  });
}

/** Whether as many rows have an end as have a value, at least if no row has both ends. */
function mayHaveMoreIntervals(fields: RankedKey['fields']): boolean {
  let difference = 0;
  for (const { name, counts } of fields) {
    difference += parseSpecField(name)?.member === 'value' ? -counts.rowCount : counts.rowCount;
  }
  return difference > 0;
}
