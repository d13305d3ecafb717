/** Most references of a range; a wider one is not a range. */
const MOST_OF_RANGE = 1000;
const RANGE = /^([A-Za-z]{1,8})([0-9]{1,6})\s*(?:-|–|\.\.|…)\s*(?:([A-Za-z]{1,8}))?([0-9]{1,6})$/;

/** The reference designators of a cell: `R1, R2 R5-R7` are `R1`, `R2`, `R5`, `R6`, `R7`. */
export function referencesOf(cell: string): string[] {
  const joined = cell.replace(/\s*(-|–|\.\.|…)\s*/gu, '$1');
  return joined
    .split(/[\s,;|]+/u)
    .filter((reference) => reference !== '')
    .flatMap(expanded);
}

function expanded(text: string): string[] {
  const [, prefix, first, other = prefix, last] = RANGE.exec(text) ?? [];
  if (prefix === undefined || other !== prefix) return [text];
  const [from, to] = [Number(first), Number(last)];
  if (to < from || to - from >= MOST_OF_RANGE) return [text];
  return Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${from + i}`);
}
