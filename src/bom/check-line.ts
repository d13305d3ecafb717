import { checkStrings } from '../model/check-arguments.js';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';

/** The members of a line that are texts. */
const TEXTS = ['mpn', 'brand', 'sku', 'seller', 'value', 'footprint', 'description'] as const;

/** Checks the members of a line that a list has and that no arithmetic needs. Undefined and null mean that the list does not have them. */
export function checkLineMembers(line: Readonly<Record<string, unknown>>, path: Path, issues: Issues): void {
  for (const name of TEXTS) {
    const value = line[name];
    if (value !== undefined && value !== null && typeof value !== 'string') {
      issues.addWrongType([...path, name], 'a string', value);
    }
  }
  const { references, line: number } = line;
  if (references !== undefined && references !== null) checkList(references, [...path, 'references'], issues, Infinity);
  if (number !== undefined && number !== null && typeof number !== 'number') {
    issues.addWrongType([...path, 'line'], 'the number of a line', number);
  }
}

/**
 * Strings in a list; one alone is not one, since nobody knows what separates its texts.
 * @param most elements; by default as many as a request may have
 */
export function checkList(value: unknown, path: Path, issues: Issues, most?: number): (string | undefined)[] {
  if (typeof value !== 'string') return checkStrings(value, path, issues, most);
  issues.addWrongType(path, 'a list of strings', value);
  return [];
}
