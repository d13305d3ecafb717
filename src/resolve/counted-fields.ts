/** What the counts of a request take from its filters. */
import { dateText, instantOf, isPeriod } from '../analysis/date.js';
import { decimalText } from '../analysis/decimal.js';
import type { Kind } from '../analysis/kinds.js';
import type { FieldFilter, NormalisedSearchRequest } from '../model/check-requests.js';
import { parseSpecField } from '../model/fields.js';
import type { FilterResolver } from './filters.js';

/** The field whose own filters are left out of its counts: the name, or undefined. */
export type IsExcluded = (field: string | undefined) => string | undefined;

/** Undefined for a request that leaves none out. */
export function excludedFields({ facetFields, stats, specDrilldown }: NormalisedSearchRequest): IsExcluded | undefined {
  if (facetFields.length + stats.length === 0 && !specDrilldown) return undefined;
  const counted = new Set<string>();
  for (const { field, excludeFilter } of facetFields) if (excludeFilter) counted.add(field.name);
  for (const { field, excludeFilter } of stats) if (excludeFilter) counted.add(field.name);
  const hasAllSpecs = specDrilldown?.excludeFilter ?? false;
  if (counted.size === 0 && !hasAllSpecs) return undefined;
  return (field) =>
    field !== undefined && (counted.has(field) || (hasAllSpecs && field.startsWith('specs.'))) ? field : undefined;
}

/** The spec keys of some fields. */
export function keysOfFields(filters: readonly FieldFilter[]): Set<string> {
  const keys = new Set<string>();
  for (const { field } of filters) {
    const spec = parseSpecField(field.name);
    if (spec) keys.add(spec.key);
  }
  return keys;
}

/** The values that a request filters a field by, each once, as facets write them. A period of dates is written as it is. */
export function chosenOf(
  { field, values }: FieldFilter,
  { numbers, dictionary }: Kind,
  resolver: FilterResolver,
): readonly string[] {
  const texts = values.flatMap((text) => {
    if (text === undefined) return [];
    if (dictionary === 'dates') return canonicalDate(text) ?? [];
    if (!numbers) return text;
    const number = resolver.numberOf(field, numbers, text);
    return number ? decimalText(number) : [];
  });
  return [...new Set(texts)];
}

function canonicalDate(text: string): string | undefined {
  const instant = instantOf(text);
  if (Number.isNaN(instant)) return isPeriod(text) ? text : undefined;
  return dateText(instant);
}
