/** Most references of a range; a wider one is not a range. */
const MOST_OF_RANGE = 1000;
const RANGE = /^([A-Za-z]{1,8})([0-9]{1,6})\s*(?:-|–|\.\.|…)\s*(?:([A-Za-z]{1,8}))?([0-9]{1,6})$/;

/**
 * The reference designators of a cell: `R1, R2 R5-R7` are `R1`, `R2`, `R5`, `R6`, `R7`.
 * @param most references; behind them the cell is not read
 */
export function referencesOf(cell: string, most = Infinity): string[] {
  // One blank at most, so that none is looked at again and again.
  const joined = cell.replace(/\s+/gu, ' ').replace(/ ?(-|–|\.\.|…) ?/gu, '$1');
  const references: string[] = [];
  for (const text of joined.split(/[ ,;|]+/u)) {
    if (references.length > most) break;
    if (text !== '') references.push(...expanded(text));
  }
  return references;
}

function expanded(text: string): string[] {
  const [, prefix, first, other = prefix, last] = RANGE.exec(text) ?? [];
  if (prefix === undefined || other !== prefix) return [text];
  const [from, to] = [Number(first), Number(last)];
  if (to < from || to - from >= MOST_OF_RANGE) return [text];
  return Array.from({ length: to - from + 1 }, (_, i) => `${prefix}${from + i}`);
}
