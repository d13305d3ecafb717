/** A slice of a list as in Python: negative positions count from the end, an open end is undefined. */
export interface SliceRange {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Reads `"[start:end]"`; either position may be left out. Undefined for any other text. */
export function parseSlice(text: string): SliceRange | undefined {
  const trimmed = text.trim();
  const ends = trimmed.slice(1, -1).split(':');
  const isBracketed = trimmed.startsWith('[') && trimmed.endsWith(']');
  if (!isBracketed || ends.length !== 2 || !ends.every(isPosition)) return undefined;
  return { start: position(ends[0]), end: position(ends[1]) };
}

/** The elements of a list inside a slice, as a new list. */
export function sliceList(list: readonly unknown[], range: SliceRange): unknown[] {
  return list.slice(range.start, range.end);
}

function isPosition(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || /^[+-]?\d+$/.test(trimmed);
}

/** More digits than a number can hold become Infinity, which is beyond every list as well. */
function position(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}
