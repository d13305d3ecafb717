import type { Piece } from './pieces.js';

/** What has a digit may be a part number; words of letters alone are read as words where some text has them. */
export const HAS_DIGIT = /\p{N}/u;

/** Pieces that mean the same in any context come first; `linear` is a regulator or a value, numbers depend on words, negations come last. */
export function certainty({
  certain,
  categories,
  companies,
  values,
  measured,
  number,
  negated,
  asQuantity,
  typed = '',
}: Piece): number {
  if (negated) return 8;
  if (certain) return 0;
  if (categories?.length) return values?.length ? 1.5 : 1;
  if (number !== undefined && !measured && !values?.length) return 2;
  if (companies?.length) return 3;
  if (values?.length && (!measured || measured.isPlain)) return 4;
  if (measured) return measured.isPlain ? 7 : asQuantity ? 5.5 : 5;
  return HAS_DIGIT.test(typed) ? 6 : 4.5;
}
