import { KINDS } from '../analysis/kinds.js';
import { type CollectionName, FIELDS, SEARCHED_MEMBERS, type SearchedField } from '../model/fields.js';

/** The text index that `q` searches. */
export const KEYWORDS = 'keywords';

/** The fields that `q` searches, those of the largest weight first. */
export function keywordFields(collection: CollectionName): SearchedField[] {
  const searched: SearchedField[] = [...FIELDS[collection].values()].filter(({ weight }) => weight > 0);
  if (collection !== 'parts') searched.push(...SEARCHED_MEMBERS);
  return searched.sort((a, b) => b.weight - a.weight).map(({ name, weight }) => ({ name, weight }));
}

/** Whether filters search the words of a field in a text index of its own, which has the field's name. */
function hasOwnText(collection: CollectionName, field: string): boolean {
  const known = FIELDS[collection].get(field);
  return known !== undefined && known.weight === 0 && KINDS[known.kind].isText;
}

/** The name of the text index that holds the words of a field. */
export function textIndexOf(collection: CollectionName, field: string): string {
  return hasOwnText(collection, field) ? field : KEYWORDS;
}

/** The text indexes of a collection by name, with their fields. */
export function textIndexes(collection: CollectionName): Record<string, readonly SearchedField[]> {
  const own = [...FIELDS[collection].keys()].filter((name) => hasOwnText(collection, name));
  return Object.fromEntries([[KEYWORDS, keywordFields(collection)], ...own.map((name) => [name, [{ name, weight: 1 }]])]);
}
