import { decimalText, parseAskedDecimal } from '../analysis/decimal.js';
import type { SpecValue } from '../model/documents.js';
import type { AnswerContext } from './answer-context.js';
import { type AttributeFacts, attributeFacts, attributeSource, displayed, numberIn } from './attribute.js';
import type { ObjectSource } from './schema.js';
import { specValues } from './spec-values.js';
import { isDecimal } from './values.js';

/** A spec of a part. */
export function specSource(key: string, spec: SpecValue, context: AnswerContext): ObjectSource {
  const facts = attributeFacts(key, context, spec.metadata);
  const { values, separator } = specValues(spec);
  const isNumber = context.spec(key)?.type === 'number';
  return Object.assign(Object.create(null), {
    attribute: attributeSource(key, context, spec.metadata),
    value: values.join(separator),
    si_value: isNumber ? inBaseUnit(values, separator, facts) : null,
    value_type: facts.valueType,
    units: facts.unitSymbol ?? facts.unitName,
    units_name: facts.unitName,
    units_symbol: facts.unitSymbol,
    // A text such as `±1%` says more than its number.
    display_value: values.map((value) => (isNumber || isDecimal(value) ? displayed(value, facts) : value)).join(separator),
  });
}

/** Numbers are in base units, and quantities are read in the attribute's. Another value is left out; null if all are. */
function inBaseUnit(values: readonly string[], separator: string, facts: AttributeFacts): string | null {
  const numbers = values.flatMap((value) => {
    const number = parseAskedDecimal(numberIn(value, facts) ?? '');
    return number ? [decimalText(number)] : [];
  });
  return numbers.length === 0 ? null : numbers.join(separator);
}
