import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { phraseKey } from './forms.js';
import { REMAINDERS, SHELVES } from './trade-table.js';
import type { CountedCategory } from './vocabulary-categories.js';
import { nameKey } from './vocabulary-maker-groups.js';
import type { MakerNames } from './vocabulary-makers.js';

/** A category with the name of a maker that has so many times as many parts is of that maker. */
const MAKER_OVER_CATEGORY = 4;
/** The condition that a part is in one of them stands in that of every category of a question. */
const MOST = 64;

/** Cost of looking a category up among the makers, in steps of a plain loop. */
const LOOK_UP_COST = 2000;

const OF_REMAINDERS = new Set(REMAINDERS.split(', ').map(phraseKey));
const OF_SHELVES = SHELVES.split(', ').map(phraseKey);

/**
 * Uids of the categories that do not say what their parts are, those of most parts first: they are called as a maker of far more parts,
 * as a shelf of a shop, or as what has no category. `Others` below `Resistors` are resistors.
 */
export function* vagueCategories(categories: readonly CountedCategory[], makers: MakerNames, work: Work): Task<string[]> {
  const byUid = new Map(categories.map((category) => [category.uid, category]));
  const isVague = (category: CountedCategory): boolean => {
    let at: CountedCategory | undefined = category;
    // Trees are checked by the build; the bound keeps a circle from being followed for ever.
    for (let depth = 0; at && OF_REMAINDERS.has(phraseKey(at.name)) && depth < byUid.size; depth++)
      at = byUid.get(at.parent ?? '');
    return at === undefined || isOfMany(at, makers);
  };
  const all: CountedCategory[] = [];
  for (const category of categories) {
    if (isVague(category)) all.push(category);
    if (work.spend(LOOK_UP_COST)) yield;
  }
  all.sort((a, b) => b.parts - a.parts);
  return all.slice(0, MOST).map(({ uid }) => uid);
}

/** Whether a category is called as a shelf, or as a maker. */
function isOfMany({ name, parts }: CountedCategory, makers: MakerNames): boolean {
  const key = phraseKey(name);
  if (OF_SHELVES.some((beginning) => key.startsWith(beginning))) return true;
  const maker = makers.lookUp([nameKey(name)]);
  return maker?.fit === 'whole' && maker.parts > parts * MAKER_OVER_CATEGORY;
}
