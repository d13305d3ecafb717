import { KINDS } from '../analysis/kinds.js';
import { type CollectionName, FIELDS, type FieldTable, NO_FIELDS, SEARCHED_MEMBERS, WORDS } from '../model/fields.js';
import type { TextField } from './impact.js';

/** The text index that `q` searches. */
export const KEYWORDS = 'keywords';

/**
 * The fields that a build declares have one bit of the keyword index for each weight, however many they are: a mask is one byte.
 * Documented fields have no names with a colon, and declared ones are only found in `of`.
 */
const OWN_GROUP = 'own:';

/** The fields that `q` searches, those of the largest weight first. */
export function keywordFields(collection: CollectionName, own = NO_FIELDS): TextField[] {
  const searched: TextField[] = [];
  for (const { name, weight } of FIELDS[collection].values()) if (weight > 0) searched.push({ name, weight });
  if (collection !== 'parts') searched.push(...SEARCHED_MEMBERS);
  else searched.push(...ownGroups(own));
  return searched.sort((a, b) => b.weight - a.weight);
}

/** The declared fields that `q` searches, by weight. */
function ownGroups(own: FieldTable): TextField[] {
  const groups = new Map<number, string[]>();
  for (const { name, weight } of own.values()) {
    if (weight === 0) continue;
    const names = groups.get(weight);
    if (names) names.push(name);
    else groups.set(weight, [name]);
  }
  return Array.from(groups, ([weight, of]) => ({ name: `${OWN_GROUP}${weight}`, weight, of }));
}

/** Whether filters search the words of a field in a text index of its own. */
function hasOwnText(collection: CollectionName, field: string): boolean {
  const known = FIELDS[collection].get(field);
  return known !== undefined && known.weight === 0 && KINDS[known.kind].isText;
}

/**
 * The text indexes of a collection by name, with their fields. An index that filters search has the field's name; that of a declared
 * field a prefix besides, since the field may be called as anything else is. The index `words` has the string values of specs.
 */
export function textIndexes(collection: CollectionName, own = NO_FIELDS): Record<string, readonly TextField[]> {
  const documented = [...FIELDS[collection].keys()].filter((name) => hasOwnText(collection, name));
  const declared = collection === 'parts' ? [...own.values()].filter(({ kind }) => KINDS[kind].isText) : [];
  const alone = (name: string): readonly TextField[] => [{ name, weight: 1 }];
  return Object.fromEntries([
    [KEYWORDS, keywordFields(collection, own)],
    ...documented.map((name) => [name, alone(name)] as const),
    // Nothing is scored by the words of string values.
    ...(collection === 'parts' ? [[WORDS, [{ name: WORDS, weight: 0 }]] as const] : []),
    ...declared.map(({ name }) => [`${OWN_GROUP}${name}`, alone(name)] as const),
  ]);
}

/** The name of the text index in which filters search the words of a field. */
export function textIndexOf(collection: CollectionName, field: string): string {
  if (FIELDS[collection].has(field)) return hasOwnText(collection, field) ? field : KEYWORDS;
  return `${OWN_GROUP}${field}`;
}
