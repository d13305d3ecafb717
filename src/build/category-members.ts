import { COMPUTED_MEMBERS } from '../encoding/given-members.js';
import type { Category } from '../model/documents.js';
import type { CategoryTree } from './category-tree.js';
import type { SegmentBuilder } from './segment-builder.js';

/** Which of the computed members a record gives: the bits of `<c>/given`. */
export function givenMembers(category: Category): number {
  return COMPUTED_MEMBERS.reduce((mask, { name, bit }) => ((category[name] ?? undefined) === undefined ? mask : mask | bit), 0);
}

/** The members of a category that are computed if its record does not give them. */
export type ComputedMembers = Pick<Category, (typeof COMPUTED_MEMBERS)[number]['name']>;

/**
 * The members of a category that the tree and the parts determine, unless its record gives them: docs/semantics.md, "Categories".
 * Null counts as absent, an empty list as given. Empty lists are left out, since answers add them.
 * @param parts number of parts in the category or below it
 */
export function computedMembers(category: Category, tree: CategoryTree, parts: number): ComputedMembers {
  const { uid } = category;
  const computed: ComputedMembers = {};
  const line = tree.lineOf(uid);
  if (!category.ancestor_uids && line.length > 0) computed.ancestor_uids = line;
  if (!category.ancestor_names) {
    const names = line.map((above) => tree.nameOf(above)).filter((name) => name !== undefined);
    // The names are parallel to the uids: if one is missing, they could not be assigned.
    if (names.length === line.length && names.length > 0) computed.ancestor_names = names;
  }
  const children = tree.childrenOf(uid);
  if (!category.children_uids && children.length > 0) computed.children_uids = [...children];
  if (typeof category.num_parts !== 'number') computed.num_parts = parts;
  return computed;
}

/** Adds a category's place in the tree to the fields that have it. */
export function addPlace(segment: SegmentBuilder, document: number, { parent_uid, ancestor_uids }: Category): void {
  if (typeof parent_uid === 'string') segment.field('parent_uid').add(document, parent_uid);
  for (const ancestor of ancestor_uids ?? []) segment.field('ancestor_uids').add(document, ancestor);
}
