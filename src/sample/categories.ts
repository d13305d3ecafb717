import type { Category } from '../partdex.js';
import { CIRCUITS } from './families/circuits.js';
import { CONNECTORS } from './families/connectors.js';
import { DISCRETES } from './families/discretes.js';
import { ELECTROMECHANICAL } from './families/electromechanical.js';
import type { Family, FamilyGroup } from './families/family.js';
import { OPTOELECTRONICS } from './families/optoelectronics.js';
import { PASSIVES } from './families/passives.js';
import { TIMING } from './families/timing.js';
import { Random } from './random.js';

const GROUPS: readonly FamilyGroup[] = [PASSIVES, DISCRETES, CIRCUITS, CONNECTORS, ELECTROMECHANICAL, TIMING, OPTOELECTRONICS];

/** A leaf of the category tree with the parts that belong there. */
export interface Leaf {
  readonly family: Family;
  /** From the root down to the leaf itself, as a part lists them. */
  readonly category_uids: readonly string[];
}

export interface CategoryTree {
  readonly categories: readonly Category[];
  readonly leaves: readonly Leaf[];
}

/** The category tree of a sample catalog: a root, groups, leaves. Records name their parents; a build computes the rest. */
export function growCategories(seed: number): CategoryTree {
  const random = new Random(seed, 'categories');
  const categories: Category[] = [];
  const leaves: Leaf[] = [];
  const root = add('Electronic Parts', null);
  for (const group of GROUPS) {
    const node = add(group.name, root);
    for (const family of group.families) {
      const leaf = add(family.name, node);
      leaves.push({ family, category_uids: [root, node, leaf] });
    }
  }
  return { categories, leaves };

  /** Adds a node and returns its uid. */
  function add(name: string, parent_uid: string | null): string {
    const uid = random.uid();
    categories.push({ uid, name, parent_uid });
    return uid;
  }
}
