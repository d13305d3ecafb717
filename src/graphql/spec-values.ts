import type { SpecValue } from '../model/documents.js';
import { listOf } from './values.js';

/** The values of a spec as texts, each one, else the ends of its range; and the separator for one line. */
export function specValues({ value, min_value, max_value }: SpecValue): { values: string[]; separator: string } {
  const values = listOf(value).map(String);
  if (values.length > 0) return { values, separator: ', ' };
  const ends = [min_value, max_value].filter((end) => end !== null && end !== undefined).map(String);
  return { values: ends, separator: ends.length === 2 ? ' to ' : ', ' };
}
