import { addUnknownField, type MemberReader } from './check-arguments.js';
import { type CollectionName, type Field, type FieldTable, findField } from './fields.js';
import type { Path } from './issue.js';
import type { Issues } from './issues.js';

/** The members of a map by fieldname. Unknown fields get issues and are left out. */
export function fieldEntries(
  collection: CollectionName,
  holder: MemberReader | undefined,
  name: string,
  path: Path,
  issues: Issues,
  own: FieldTable | undefined,
): { field: Field; value: unknown; path: Path }[] {
  const entries: { field: Field; value: unknown; path: Path }[] = [];
  for (const [fieldname, value] of holder?.entries(name) ?? NO_ENTRIES) {
    const at = [...path, fieldname];
    const field = findField(collection, fieldname, own);
    if (field) entries.push({ field, value, path: at });
    else addUnknownField(collection, fieldname, { path: at, argument: path }, issues, { own });
  }
  return entries;
}

const NO_ENTRIES: readonly [string, unknown][] = [];
