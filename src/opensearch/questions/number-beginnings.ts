import { beginsWith } from '../compile/ranges.js';
import type { EngineAnswer } from '../session.js';

/** The part numbers whose form begins with a text: how many, and the first of them as the catalog writes it. */
export interface Beginning {
  readonly count: number;
  readonly number: string;
}

/** Beginnings that one search looks for: some hundred, of which few are there. */
export const FORMS_AT_ONCE = 512;
/** Numbers up to which the engine counts exactly: only an order depends on more. */
const EXACTLY = 10_000;
const NUMBER = 'mpn';

/** Looks for the part numbers that begin with each of some forms. @param field the index field of the forms */
export function beginningsBody(forms: readonly string[], field: string): object {
  const filters = Object.fromEntries(forms.map((form, i) => [`f${i}`, beginsWith(field, form)]));
  const sort = [{ [field]: 'asc' }, { [NUMBER]: 'asc' }];
  const aggs = {
    numbers: { cardinality: { field: NUMBER, precision_threshold: EXACTLY } },
    first: { top_hits: { size: 1, sort, _source: false, docvalue_fields: [NUMBER] } },
  };
  return { size: 0, track_total_hits: false, aggs: { sought: { filters: { filters }, aggs } } };
}

/** The part numbers that begin with each of the forms of a search. */
export function readBeginnings(forms: readonly string[], answer: EngineAnswer): Map<string, Beginning | undefined> {
  const { buckets } = answer.aggregations.sought;
  return new Map(
    forms.map((form, i) => {
      const { doc_count: parts, numbers, first } = buckets[`f${i}`];
      return [form, parts === 0 ? undefined : { count: numbers.value, number: first.hits.hits[0].fields[NUMBER][0] }];
    }),
  );
}
