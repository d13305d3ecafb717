import { fold } from '../../analysis/text.js';
import { editDistance, nearestNames } from '../../model/nearest.js';
import type { BomLine } from './costed-bom.js';

/** A seller to buy from that sells none of the parts. */
export interface UnknownSeller {
  readonly given: string;
  /** The names of sellers of the parts that it may mean: the one that is the same without case and accents, else near ones. */
  readonly nearest: readonly string[];
  /** All names of sellers of the parts. */
  readonly names: readonly string[];
}

/** Most letters that differ in a name that is near: of `Mousr` and `Mouser` one. */
const MOST_LETTERS = 2;

/** Those of the sellers to buy from that no offer has, by uid or name as written. */
export function unknownSellers(lines: readonly BomLine[], wanted: readonly string[]): UnknownSeller[] {
  if (wanted.length === 0) return [];
  const names = new Set<string>();
  const known = new Set<string>();
  for (const offer of lines.flatMap(({ part }) => part?.offers ?? [])) {
    const { uid, name } = offer?.seller ?? {};
    if (name) names.add(name);
    for (const one of [uid, name]) if (one) known.add(one);
  }
  return wanted
    .filter((given) => !known.has(given))
    .map((given) => {
      const folded = fold(given);
      const same = [...names].filter((name) => fold(name) === folded);
      const near = nearestNames(given, [...names]).filter((name) => editDistance(folded, fold(name)) <= MOST_LETTERS);
      return { given, nearest: same.length > 0 ? same : near, names: [...names].sort() };
    });
}
