import type { Category } from '../../partdex.js';
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

/** The category tree of a sample catalog: a root, groups, leaves. */
export function growCategories(seed: number): CategoryTree {
  const random = new Random(seed, 'categories');
  const categories: Category[] = [];
  const leaves: Leaf[] = [];
  const root = add('Electronic Parts', undefined);
  for (const group of GROUPS) {
    const node = add(group.name, root);
    for (const family of group.families) {
      const leaf = add(family.name, node);
      leaves.push({ family, category_uids: [...leaf.ancestor_uids, leaf.uid] });
    }
  }
  return { categories, leaves };

  function add(name: string, parent: CategoryNode | undefined): CategoryNode {
    const node: CategoryNode = {
      uid: random.uid(),
      name,
      parent_uid: parent?.uid ?? null,
      children_uids: [],
      ancestor_uids: parent ? [...parent.ancestor_uids, parent.uid] : [],
      ancestor_names: parent ? [...parent.ancestor_names, parent.name] : [],
    };
    parent?.children_uids.push(node.uid);
    categories.push(node);
    return node;
  }
}

interface CategoryNode extends Category {
  children_uids: string[];
  ancestor_uids: string[];
  ancestor_names: string[];
}
