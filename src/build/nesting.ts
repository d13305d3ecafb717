import { decodeUtf8 } from '../analysis/utf8.js';
import type { DocumentPlace } from '../model/conform.js';
import { formatPath } from '../model/describe.js';
import { InvalidDocumentError } from '../model/errors.js';
import { DOCUMENT_DEPTH } from '../model/schema.js';
import { CLOSE_LIST, CLOSE_OBJECT, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-cursor.js';

const BACKSLASH = 0x5c;

/**
 * Checks that a document is nested no deeper than documents may be: it is read by recursion later, also by others, and whether
 * it can be must not depend on the stack that is left.
 * @param bytes JSON text
 * @throws InvalidDocumentError naming the member that is nested too deep
 */
export function checkNesting(bytes: Uint8Array, place: DocumentPlace): void {
  let depth = 0;
  /** The string of the outermost object that was read last: where a value opens there, its name. */
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

/** The same for an object in memory of which `JSON.stringify` makes no text: it may be for its depth. */
export function checkObjectNesting(object: object, place: DocumentPlace): void {
  for (const [name, value] of Object.entries(object)) {
    // Level by level, each thing once: however often it stands there, and in circles, that comes to an end.
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
