import type { Part } from '../model/documents.js';
import { specField } from '../model/fields.js';
import type { SearchResponse } from '../model/requests.js';
import type { AnswerContext } from './answer-context.js';
import { attributeFacts, attributeSource, displayed } from './attribute.js';
import type { ObjectSource } from './schema.js';
import { floatOf } from './values.js';

/** The values of an attribute among the hits of a search: at most `size`, and the ends of numbers. */
export function specAggregation(
  key: string,
  size: number,
  { facet_results, stats_results }: SearchResponse<Part>,
  context: AnswerContext,
): ObjectSource {
  const facts = attributeFacts(key, context);
  const isNumber = context.spec(key)?.type === 'number';
  // Another field may have requested more of them.
  const counted = facet_results.fields[specField(key, 'value')].facets.slice(0, size);
  const buckets = counted.map(({ value, count }) => {
    return { display_value: isNumber ? displayed(value, facts) : value, float_value: isNumber ? floatOf(value) : null, count };
  });
  const { min = null, max = null } = stats_results[specField(key, 'range')] ?? {};
  return Object.assign(Object.create(null), {
    attribute: attributeSource(key, context),
    buckets,
    min: floatOf(min),
    max: floatOf(max),
    si_min: min,
    si_max: max,
    display_min: min === null ? null : displayed(min, facts),
    display_max: max === null ? null : displayed(max, facts),
    value_type: facts.valueType,
    units: facts.unitSymbol ?? facts.unitName,
    units_name: facts.unitName,
    units_symbol: facts.unitSymbol,
  });
}
