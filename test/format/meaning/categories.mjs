import { compareText } from '../reader/bytes.mjs';
import { list, member } from './values.mjs';

/**
 * What a catalog stores of categories: each record with what it does not give, as docs/semantics.md has it ("Categories").
 * @param parts the documents of the parts
 * @param ancestorsOf category uid to the uids of all its ancestors
 */
export function storedCategories(records, parts, ancestorsOf) {
  const byUid = new Map(records.map((record) => [record.uid, record]));
  const counts = new Map();
  for (const part of parts) {
    const uids = list(member(part, 'category_uids')).flatMap((uid) => [uid, ...ancestorsOf(uid)]);
    for (const uid of new Set(uids)) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  }
  return records.map((record) => {
    const lacks = (name) => member(record, name) === undefined;
    const uids = lineOf(record, byUid);
    const names = uids.map((uid) => byUid.get(uid)?.name);
    const below = records.filter((other) => member(other, 'parent_uid') === record.uid);
    const children = below.map(({ uid }) => uid).sort(compareText);
    const computed = {};
    if (lacks('ancestor_uids') && uids.length > 0) computed.ancestor_uids = uids;
    if (lacks('ancestor_names') && uids.length > 0 && !names.includes(undefined)) computed.ancestor_names = names;
    if (lacks('children_uids') && children.length > 0) computed.children_uids = children;
    if (lacks('num_parts')) computed.num_parts = counts.get(record.uid) ?? 0;
    return { ...record, ...computed };
  });
}

/** The ancestors that a category shows: those that its record gives, else its parent's and the parent. */
function lineOf(record, byUid) {
  const given = member(record, 'ancestor_uids');
  const parent = member(record, 'parent_uid');
  if (given !== undefined || parent === undefined) return list(given);
  return [...lineOf(byUid.get(parent), byUid), parent];
}
