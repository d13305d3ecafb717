import { checkField, type MemberReader } from './check-arguments.js';
import type { CollectionName, Field, FieldTable } from './fields.js';
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
    const field = checkField(collection, fieldname, { path: at, argument: path }, issues, { own });
    if (field) entries.push({ field, value, path: at });
  }
  return entries;
}

const NO_ENTRIES: readonly [string, unknown][] = [];
