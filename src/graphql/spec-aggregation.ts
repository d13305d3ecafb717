import { type Decimal, parseAskedDecimal } from '../analysis/decimal.js';
import type { Part } from '../model/documents.js';
import { SPEC_MEMBERS, specField } from '../model/fields.js';
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
  const ends = SPEC_MEMBERS.flatMap((member) => {
    const { min, max } = stats_results[specField(key, member)] ?? {};
    return [min, max].filter((end) => typeof end === 'string');
  });
  const { min = null, max = null } = extremesOf(ends);
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

/** The least and the greatest of some numbers, compared exactly: numbers that differ may be the same double. */
function extremesOf(texts: readonly string[]): { min?: string; max?: string } {
  const numbers = texts.map((text) => ({ text, number: parseAskedDecimal(text) as Decimal }));
  if (numbers.length === 0) return {};
  const min = numbers.reduce((least, one) => (one.number.lt(least.number) ? one : least));
  const max = numbers.reduce((greatest, one) => (one.number.gt(greatest.number) ? one : greatest));
  return { min: min.text, max: max.text };
}
