/** Texts that people and Excel write into empty cells: a whole cell, without case and punctuation. */
const NOTHING: ReadonlySet<string> = new Set(
  'na nv ka tbd tba none null unknown any various keine unbekannt beliebig diverse'.split(' '),
);

/** The letters and digits of a cell, by which it is compared with such words. */
export function plainCell(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a cell's text means that it is empty: a dash, a question mark, `n/a`. */
export function isNothing(text: string): boolean {
  const plain = plainCell(text);
  return plain === '' || NOTHING.has(plain);
}
