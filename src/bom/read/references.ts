/** Most references of a range; a wider one is not a range. */
const MOST_OF_RANGE = 1000;
/** Hyphens, dashes, minus signs and tildes, also those of Chinese and Japanese texts, and dots: what stands between the ends of a range. */
export const BETWEEN = '[-‐‑‒–—―−－~～〜…]|\\.\\.';
const RANGE = new RegExp(`^([A-Za-z]{1,8})([0-9]{1,6})(?:${BETWEEN})(?:([A-Za-z]{1,8}))?([0-9]{1,6})$`, 'u');
const SPACED = new RegExp(` ?(${BETWEEN}) ?`, 'gu');
const SEPARATORS = /[ ,;|&，、；＆]+/u;
/** Words between the ends of a range. */
const TO = /^(?:to|thru|through|bis|à)$/i;
/** Words between references that say nothing more than a comma. */
const AND = /^(?:and|und|et|y)$/i;

/** The pieces of a cell that separators set apart: references, ranges, and words between them. */
export function referencePieces(cell: string): string[] {
  // One blank at most, so that none is looked at again and again.
  const joined = cell.replace(/\s+/gu, ' ').replace(SPACED, '$1');
  const pieces = joined.split(SEPARATORS).filter((piece) => piece !== '');
  return pieces.length > 1 ? pieces.filter((piece) => !AND.test(piece)) : pieces;
}

/**
 * The reference designators of a cell: `R1, R2 R5-R7` are `R1`, `R2`, `R5`, `R6`, `R7`.
 * @param most references; behind them the cell is not read
 */
export function referencesOf(cell: string, most = Infinity): string[] {
  const pieces = referencePieces(cell);
  const names = namesWithDash(pieces);
  const references: string[] = [];
  for (let i = 0; i < pieces.length && references.length <= most; i++) {
    const isTo = i + 2 < pieces.length && TO.test(pieces[i + 1]);
    const range = isTo ? rangeOf(`${pieces[i]}-${pieces[i + 2]}`) : names.has(pieces[i]) ? undefined : rangeOf(pieces[i]);
    for (const reference of range ?? [pieces[i]]) references.push(reference);
    if (isTo) i += range ? 2 : 1;
  }
  return references;
}

/**
 * Pieces such as `TP1-1` and `TP1-2`, which are names: no range ends where it begins, and a cell has no two ranges with the same
 * beginning.
 */
function namesWithDash(pieces: readonly string[]): ReadonlySet<string> {
  const byBeginning = new Map<string, Set<string>>();
  for (const piece of pieces) {
    const [, prefix, first, other] = RANGE.exec(piece) ?? [];
    if (prefix === undefined || other !== undefined) continue;
    const beginning = prefix + first;
    byBeginning.set(beginning, (byBeginning.get(beginning) ?? new Set()).add(piece));
  }
  return new Set([...byBeginning.values()].filter(({ size }) => size > 1).flatMap((same) => [...same]));
}

/** The references of a range; undefined for a text that is none. */
function rangeOf(text: string): string[] | undefined {
  const [, prefix, first, other, last] = RANGE.exec(text) ?? [];
  if (prefix === undefined || (other ?? prefix) !== prefix) return undefined;
  const [from, to] = [Number(first), Number(last)];
  const isRange = other === undefined ? to > from : to >= from;
  if (!isRange || to - from >= MOST_OF_RANGE) return undefined;
  const width = first.startsWith('0') ? first.length : 0;
  return Array.from({ length: to - from + 1 }, (_, i) => prefix + `${from + i}`.padStart(width, '0'));
}
