import { decodeUtf8 } from '../analysis/utf8.js';
import type { DocumentPlace } from '../model/conform.js';
import { formatPath } from '../model/describe.js';
import { InvalidDocumentError } from '../model/errors.js';
import { DOCUMENT_DEPTH } from '../model/schema.js';
import { CLOSE_LIST, CLOSE_OBJECT, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-cursor.js';

const BACKSLASH = 0x5c;

/**
 * Checks that a document does not exceed the allowed nesting: later readers, some of them not ours, use recursion, and the result
 * must not depend on the remaining stack.
 * @param bytes JSON text
 * @throws InvalidDocumentError naming the member that is nested too deep
 */
export function checkNesting(bytes: Uint8Array, place: DocumentPlace): void {
  let depth = 0;
  /** The last string read in the outermost object: if a value opens next, its name. */
  let name = 0;
  let nameEnd = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const from = at;
      while (bytes[++at] !== QUOTE && at < bytes.length) if (bytes[at] === BACKSLASH) at++;
      if (depth !== 1) continue;
      name = from;
      nameEnd = at + 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (++depth > DOCUMENT_DEPTH) throw tooDeep(nameEnd === 0 ? [] : [JSON.parse(decodeUtf8(bytes, name, nameEnd))], place);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
  }
}

/** The same for an object in memory that `JSON.stringify` rejects, perhaps for its depth. */
export function checkObjectNesting(object: object, place: DocumentPlace): void {
  for (const [name, value] of Object.entries(object)) {
    // Level by level, each object once, so that it ends for repeated objects and circles too.
    let level = new Set<unknown>([value]);
    for (let depth = 1; level.size > 0; depth++) {
      const next = new Set<unknown>();
      for (const holder of level) {
        if (typeof holder !== 'object' || holder === null) continue;
        if (depth === DOCUMENT_DEPTH) throw tooDeep([name], place);
        for (const inner of Object.values(holder)) next.add(inner);
      }
      level = next;
    }
  }
}

function tooDeep(steps: readonly string[], { source, line }: DocumentPlace): InvalidDocumentError {
  const path = formatPath(steps);
  const fault = `nested too deep; a document may have ${DOCUMENT_DEPTH} objects and lists one inside the other`;
  const message = `${source}:${line}: ${path === '' ? '' : `${path}: `}${fault}`;
  return new InvalidDocumentError(message, { source, line, path });
}
