import { parseSpecField } from '../model/fields.js';
import type { Filter } from '../parser/ast.js';
import { any, thingOf } from './conditions.js';
import type { AskedCatalog } from './piece-maker.js';
import type { Resolved } from './resolution.js';

/**
 * The parts that are called as a quantity of the question says, where it names no category: of all that have `10k 5%` resistors come
 * before trimmers and networks. Undefined where there is none.
 */
export function thingFirst(kept: readonly Resolved[], { vocabulary, options }: AskedCatalog): Filter | undefined {
  if (kept.some(({ piece, meant }) => meant?.as === 'category' || meant?.as === 'part number' || piece.having)) return undefined;
  for (const { meant } of kept) {
    const key = meant?.as === 'quantity' && meant.field !== undefined ? parseSpecField(meant.field)?.key : undefined;
    const thing = key === undefined ? undefined : thingOf(key);
    const categories = thing === undefined ? [] : options.of(vocabulary.lookUp(thing)).categories;
    if (categories.length > 0) return any(categories.map(({ condition }) => condition));
  }
  return undefined;
}
