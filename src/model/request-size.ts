import type { Path } from './issue.js';
import type { Issues } from './issues.js';

/*
 * Bounds of the lists and texts of a request that no limit counts: reading longer ones would hold up other calls. docs/semantics.md,
 * "Limits".
 */

/** Most elements of a list of a request, and most members of a map. */
export const MOST_ELEMENTS = 100_000;

/** Most elements of a list of conditions, however often each of them occurs. */
export function mostConditions({ filters }: { readonly filters: number }): number {
  return Math.max(MOST_ELEMENTS, 10 * filters);
}

/** Longest text of a condition, in bytes of UTF-8. */
export const LONGEST_TEXT = 65_536;

/** Whether a text is too long. A UTF-16 unit takes at most three bytes, so few texts need encoding to be measured. */
export function isLongText(text: string): boolean {
  if (text.length * 3 <= LONGEST_TEXT) return false;
  return text.length > LONGEST_TEXT || new TextEncoder().encode(text).length > LONGEST_TEXT;
}

/** A text; undefined, with an issue, if it is too long. */
export function checkLength(text: string, path: Path, issues: Issues): string | undefined {
  if (!isLongText(text)) return text;
  const expected = `at most ${LONGEST_TEXT} bytes of UTF-8`;
  issues.add('out_of_range', path, ` must be ${expected}`, { found: text.length, expected: [expected] });
  return undefined;
}
