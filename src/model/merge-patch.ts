import { isObject } from './plain.js';
import { CLASS_MEMBER, DOCUMENT_DEPTH } from './schema.js';

/**
 * The document after a merge patch of RFC 7396: members of the patch replace those of the document, `null` removes one, an object is
 * merged into the object that is there, and anything else (a list too) is taken whole. The uid of a document stays. Neither argument
 * is changed; the result may share parts with both. `__proto__` is an ordinary member, and `__class__` of the patch is dropped.
 * @param document a document as it was given
 * @param patch an object; its `uid` only says which document is meant
 */
export function mergePatch(document: object, patch: object): object {
  const merged = merged7396(document, asWritten(patch), 1) as Record<string, unknown>;
  const { uid } = document as { uid?: unknown };
  return merged.uid === uid ? merged : withMember(merged, 'uid', uid);
}

/** @param patch as JSON writes it; its members are not yet */
function merged7396(target: unknown, patch: unknown, depth: number): unknown {
  // What is nested deeper than a document may be is refused by the check of the result.
  if (!isObject(patch) || depth > DOCUMENT_DEPTH) return patch;
  // A Map and `fromEntries`: assigning to `__proto__` would not make a member.
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, own] of Object.entries(patch)) {
    const value = asWritten(own);
    if (name === CLASS_MEMBER || value === undefined) continue;
    if (value === null) members.delete(name);
    else members.set(name, merged7396(members.get(name), value, depth + 1));
  }
  return Object.fromEntries(members);
}

/** What JSON writes for a value that says so itself, such as a Date or a decimal: whole documents are read so, too. */
function asWritten(value: unknown): unknown {
  return isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;
}

/**
 * One patch that does what two do, one after the other. Undefined if there is none: where the first one removes or replaces a whole member
 * and the second one patches an object there, a patch would keep what the document has.
 */
export function composedPatch(first: object, second: object): object | undefined {
  const members = new Map<string, unknown>(Object.entries(first));
  for (const [name, value] of Object.entries(second)) {
    if (name === CLASS_MEMBER || value === undefined) continue;
    const known = members.get(name);
    if (!isObject(value) || !members.has(name)) {
      members.set(name, value);
      continue;
    }
    const both = isObject(known) ? composedPatch(known, value) : undefined;
    if (!both) return undefined;
    members.set(name, both);
  }
  return Object.fromEntries(members);
}

function withMember(object: Record<string, unknown>, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}
