import type { CollectionInternals, Work } from '../catalog/internals.js';
import { nameMap, orList } from '../model/check-arguments.js';
import { Issues } from '../model/issues.js';
import type { Renaming } from './member-names.js';
import type { Messages } from './messages.js';
import type { RequestMembers } from './request-context.js';

const LISTS = ['include', 'show', 'hide'] as const;

/**
 * The directives of a request in the names of documents. A name with commas that no record has is a list of names, as clients send it:
 * `include[]=specs,descriptions`.
 * @param warnings receives neutral names that have a new one: they are unknown, and ignored
 */
export async function readDirectiveNames(
  request: RequestMembers,
  collection: CollectionInternals,
  renaming: Renaming | undefined,
  { work, warnings }: { work: Work; warnings: Messages },
): Promise<RequestMembers> {
  const read: Record<string, unknown> = { ...request };
  for (const list of LISTS) {
    if (!Array.isArray(request[list])) continue;
    const names: string[] = [];
    for (const name of request[list] as string[]) {
      if (!name.includes(',') || (await isKnown(name, collection, work))) names.push(name);
      else names.push(...name.split(',').map((piece) => piece.trim()));
    }
    const known = names.filter((name) => name !== '' && !warnOfNeutral(name, list, renaming, warnings));
    read[list] = [...new Set(renaming ? known.flatMap((name) => renaming.inDocument(name)) : known)];
  }
  if (!renaming) return read;
  const show = read.show as string[] | undefined;
  if (!show?.length) read.include = [...((read.include as string[] | undefined) ?? []), ...renaming.shownByDefault];
  if (request.slice) read.slice = renamedSlices(request.slice as Record<string, unknown>, renaming, warnings);
  return read;
}

function renamedSlices(slices: Record<string, unknown>, renaming: Renaming, warnings: Messages): Record<string, unknown> {
  const read = nameMap<unknown>();
  for (const [name, slice] of Object.entries(slices)) {
    if (warnOfNeutral(name, 'slice', renaming, warnings)) continue;
    for (const inDocument of renaming.inDocument(name)) read[inDocument] = slice;
  }
  return read;
}

/** Whether a name is a neutral one that has a new name. */
function warnOfNeutral(name: string, argument: string, renaming: Renaming | undefined, warnings: Messages): boolean {
  const renamed = renaming?.renamedOf(name);
  if (renamed === undefined) return false;
  warnings.add(() => `${argument}: no record has a member "${name}"; did you mean ${orList([renamed])}? It was ignored.`);
  return true;
}

async function isKnown(name: string, collection: CollectionInternals, work: Work): Promise<boolean> {
  const unknownNames = new Issues();
  await collection.checkFetch([], { show: [name] }, new Issues(), work, { unknownNames });
  return unknownNames.isEmpty;
}
