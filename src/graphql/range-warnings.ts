import { specField } from '../model/fields.js';
import { shorten } from '../model/nearest.js';
import type { Filter } from '../parser/ast.js';
import { printFilter } from '../parser/print.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { anyOf, exists } from './clauses.js';
import type { SearchConditions } from './shared-search.js';

/**
 * Warns of filters that compare single values although some parts have the attribute as a range.
 * @param ranges the conditions that are ranges, by the shortname: a part that only has a range does not meet them
 */
export async function warnOfRangeFilters(
  { conditions = [], ...search }: SearchConditions,
  ranges: ReadonlyMap<string, Filter>,
  context: AnswerContext,
  warn: Warn,
): Promise<void> {
  const compared = new Set(ranges.values());
  const others = conditions.filter((condition) => !compared.has(condition));
  await Promise.all(
    [...ranges.keys()].map(async (key) => {
      if (await hasExtents(key, { ...search, conditions: others }, context)) warn(messageOf('filters', key, 'filtered'));
    }),
  );
}

/** Warns of a sort by single values, likewise. */
export async function warnOfRangeSort(key: string, search: SearchConditions, context: AnswerContext, warn: Warn): Promise<void> {
  if (await hasExtents(key, search, context)) warn(messageOf('sort', key, 'ordered'));
}

function messageOf(argument: string, key: string, what: string): string {
  return `${argument}: some hits have ${shorten(key)} as a range (min_value, max_value); they are ${what} by their single values only`;
}

/** Whether some hits of a search have an end of a range. */
async function hasExtents(key: string, search: SearchConditions, context: AnswerContext): Promise<boolean> {
  const ends = (['min_value', 'max_value'] as const).map((member) => specField(key, member));
  const segments = context.internals.segments('parts');
  const known = ends.filter((end) => segments.some((segment) => segment.field(end)));
  if (known.length === 0) return false;
  const query = printFilter(anyOf(known.map(exists)));
  const { facet_results } = await context.searchOf(search).ask({ query });
  return facet_results.queries[query].count > 0;
}
