import { isPlainObject } from './plain.js';
import { DOCUMENT_DEPTH } from './schema.js';

/**
 * A document after a merge patch (RFC 7396): members of the patch replace those of the document, objects are merged member by member,
 * lists are replaced whole, and null deletes. Neither is changed. Any name may be a member, `__proto__` too.
 */
export function mergePatch(document: unknown, patch: unknown): unknown {
  return mergeAt(document, patch, 0);
}

/** What is nested deeper than any document may be is taken as it is: the check of the result refuses it. */
function mergeAt(document: unknown, patch: unknown, depth: number): unknown {
  if (!isPlainObject(patch) || depth > DOCUMENT_DEPTH) return patch;
  const merged = new Map<string, unknown>(isPlainObject(document) ? Object.entries(document) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergeAt(merged.get(name), value, depth + 1));
  }
  return objectOf(merged);
}

/** An object with own members alone: an assignment would take `__proto__` for its prototype. */
function objectOf(members: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of members)
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  return object;
}
