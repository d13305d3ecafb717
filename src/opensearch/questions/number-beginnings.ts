import type { EngineAnswer, EngineSession } from '../session.js';

/** The part numbers whose form begins with a text: how many, and the first of them as the catalog writes it. */
export interface Beginning {
  readonly count: number;
  readonly number: string;
}

/** Beginnings that are looked for in one request, and of those that are there, how many are counted in one. */
const [SOUGHT_AT_ONCE, COUNTED_AT_ONCE] = [256, 32];
/** Numbers up to which the engine counts exactly: only an order depends on more. */
const EXACTLY = 10_000;
const NUMBER = 'mpn';

/** The part numbers that begin with each of some forms. @param field the index field of the forms */
export async function readBeginnings(
  forms: readonly string[],
  field: string,
  session: EngineSession,
): Promise<Map<string, Beginning | undefined>> {
  const found = new Map<string, Beginning | undefined>(forms.map((form) => [form, undefined]));
  const beginning = (form: string) => ({ prefix: { [field]: form } });
  const there: string[] = [];
  for (let from = 0; from < forms.length; from += SOUGHT_AT_ONCE) {
    const some = forms.slice(from, from + SOUGHT_AT_ONCE);
    const filters = Object.fromEntries(some.map((form, i) => [`f${i}`, beginning(form)]));
    const answer = await ask({ sought: { filters: { filters } } }, session);
    some.forEach((form, i) => {
      if (answer.sought.buckets[`f${i}`].doc_count > 0) there.push(form);
    });
  }
  const sort = [{ [field]: 'asc' }, { [NUMBER]: 'asc' }];
  const aggs = {
    numbers: { cardinality: { field: NUMBER, precision_threshold: EXACTLY } },
    first: { top_hits: { size: 1, sort, _source: false, docvalue_fields: [NUMBER] } },
  };
  for (let from = 0; from < there.length; from += COUNTED_AT_ONCE) {
    const some = there.slice(from, from + COUNTED_AT_ONCE);
    const answer = await ask(Object.fromEntries(some.map((form, i) => [`f${i}`, { filter: beginning(form), aggs }])), session);
    some.forEach((form, i) => {
      const { numbers, first } = answer[`f${i}`];
      found.set(form, { count: numbers.value, number: first.hits.hits[0].fields[NUMBER][0] });
    });
  }
  return found;
}

async function ask(aggs: object, session: EngineSession): Promise<EngineAnswer> {
  const { aggregations } = await session.search({ size: 0, track_total_hits: false, aggs }, 'looking for near part numbers');
  return aggregations;
}
