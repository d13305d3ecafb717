import { type CountPlan, countLimits, valuesPage } from './compile/counts.js';
import type { PartField } from './compile/fields.js';
import { allOf } from './compile/queries.js';
import type { CompiledSearch } from './compile/search.js';
import { tooManyValues } from './count-with.js';
import type { CountedTerm } from './counted-field.js';
import type { EngineAnswer, EngineSession } from './session.js';

/**
 * All values of a field that has more than one answer of the cluster holds, in the order of a facet: they are read in pages, in the order of
 * their terms.
 * @param session all of its requests see the same parts
 * @param without the field whose own filters are left out
 * @throws UnsupportedError for more than 2,000,000
 */
export async function readAllValues(
  field: PartField,
  plan: CountPlan,
  { query }: CompiledSearch,
  session: EngineSession,
  without: string | undefined,
): Promise<readonly CountedTerm[]> {
  const of = allOf([query, plan.contextQuery(without)]);
  const values: CountedTerm[] = [];
  let after: string | undefined;
  do {
    const body = { query: of, size: 0, track_total_hits: false, aggs: { page: valuesPage(field, after) } };
    const { page } = (await session.search(body, 'counting many values')).aggregations;
    after = page.buckets.length < countLimits.values ? undefined : page.after_key.value;
    for (const { key, doc_count: count } of page.buckets as EngineAnswer[]) {
      const { value } = key;
      // Behind the terms of the field are those of others that share the index field.
      if (!value.startsWith(field.prefix)) after = undefined;
      else values.push({ term: value.slice(field.prefix.length), count });
    }
    if (values.length > countLimits.all) throw tooManyValues(field.name);
  } while (after !== undefined);
  // The sort is stable: values with the same count stay in the order of their terms.
  return values.sort((a, b) => b.count - a.count);
}
