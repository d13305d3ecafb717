import type { CatalogChanges, RemovedRecords } from '../model/changes.js';
import { MemberReader } from '../model/check-arguments.js';
import { Issues, wrongArgument } from '../model/issues.js';
import { isIterable } from '../model/plain.js';

const LISTS = ['put', 'patch', 'remove', 'brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'] as const;
const REMOVED = ['brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'] as const satisfies (keyof RemovedRecords)[];

/** Checks the shape of an update, without reading its documents. @throws ValidationError */
export function checkChanges(changes: unknown): asserts changes is CatalogChanges {
  const issues = new Issues(changes);
  MemberReader.of(changes, [], [...LISTS, 'removeRecords'], issues);
  issues.throwIfAny();
  const { removeRecords, ...lists } = changes as CatalogChanges;
  for (const [name, list] of Object.entries(lists)) {
    if (list !== undefined && !isIterable(list)) throw wrongArgument(name, 'an iterable or async iterable', list);
  }
  if (removeRecords === undefined) return;
  const removed = new Issues(removeRecords);
  MemberReader.of(removeRecords, ['removeRecords'], REMOVED, removed);
  removed.throwIfAny();
  for (const [name, uids] of Object.entries(removeRecords)) {
    const isList =
      uids === undefined || (isIterable(uids) && (!Array.isArray(uids) || uids.every((uid) => typeof uid === 'string')));
    if (!isList) throw wrongArgument(`removeRecords.${name}`, 'a list of texts', uids);
  }
}
