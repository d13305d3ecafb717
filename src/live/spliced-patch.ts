import { utf8Bytes } from '../analysis/utf8.js';
import { CLOSE_OBJECT, COMMA, FAULT, type JsonCursor, OPEN_OBJECT, QUOTE } from '../build/json-cursor.js';
import { CLASS_MEMBER, DOCUMENT_DEPTH } from '../model/schema.js';

/** A member of a patch: its name with the quotes, and the text of its value; undefined where it removes the member. */
interface Splice {
  readonly key: Uint8Array;
  readonly value: Uint8Array | undefined;
  isDone: boolean;
}

const COLON = 0x3a;
/** Names that are written as they are, and that do not come first among the members of an object as numbers do. */
const PLAIN_NAME = /^(?![0-9]+$)[ !#-[\]-~]+$/;

/**
 * The text of a document after a merge patch, where each member of the patch is taken whole: a price file says nothing but offers. The
 * rest of the text stays as it is, which is faster than to parse and write all of it. The result means what `mergePatch` gives.
 * @returns undefined where the patch must be merged member by member: it has an object, or something that JSON does not have
 */
export function splicedPatch(text: Uint8Array, patch: object, cursor: JsonCursor): Uint8Array | undefined {
  const splices = splicesOf(patch);
  return splices && spliced(text, splices, cursor);
}

function splicesOf(patch: object): Splice[] | undefined {
  const splices: Splice[] = [];
  for (const [name, value] of Object.entries(patch)) {
    if (name === CLASS_MEMBER || value === undefined) continue;
    if (!PLAIN_NAME.test(name) || (typeof value === 'object' && value !== null && !Array.isArray(value))) return undefined;
    if (!isPlainJson(value, 1)) return undefined;
    const member = value === null ? undefined : utf8Bytes(JSON.stringify(value));
    splices.push({ key: utf8Bytes(`"${name}"`), value: member, isDone: false });
  }
  return splices;
}

/** Whether JSON writes a value as it is: the checks of objects and those of texts find the same in it. */
function isPlainJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      if (depth > DOCUMENT_DEPTH) return false;
      if (Array.isArray(value)) return hasPlainElements(value, depth);
      return isPlainObject(value, depth);
    default:
      return false;
  }
}

function hasPlainElements(list: readonly unknown[], depth: number): boolean {
  if ('toJSON' in list) return false;
  for (let i = 0; i < list.length; i++) if (!isPlainJson(list[i], depth + 1)) return false;
  return true;
}

function isPlainObject(object: object, depth: number): boolean {
  if (Object.getPrototypeOf(object) !== Object.prototype || 'toJSON' in object) return false;
  for (const value of Object.values(object)) if (!isPlainJson(value, depth + 1)) return false;
  return true;
}

/** Goes through the members of the document, and copies those that the patch does not name. */
function spliced(text: Uint8Array, splices: readonly Splice[], cursor: JsonCursor): Uint8Array | undefined {
  const out = new SplicedText(text, splices);
  cursor.bytes = text;
  let at = cursor.blanksEnd(0);
  if (text[at] !== OPEN_OBJECT) return undefined;
  at = cursor.blanksEnd(at + 1);
  // Members that stay are copied together: those from `kept` on.
  let kept = -1;
  let end = at;
  while (text[at] === QUOTE) {
    const quote = cursor.stringEnd(at + 1);
    if (quote === FAULT || cursor.isEscaped) return undefined;
    const value = cursor.colonEnd(quote + 1);
    const valueEnd = value === FAULT ? FAULT : cursor.valueEnd(value, DOCUMENT_DEPTH);
    if (valueEnd === FAULT) return undefined;
    const splice = out.spliceAt(at, quote + 1);
    if (splice) {
      if (kept >= 0) out.keep(kept, end);
      kept = -1;
      out.put(splice);
    } else if (kept < 0) kept = at;
    end = valueEnd;
    at = cursor.blanksEnd(valueEnd);
    if (text[at] === CLOSE_OBJECT) break;
    if (text[at] !== COMMA) return undefined;
    at = cursor.blanksEnd(at + 1);
  }
  if (text[at] !== CLOSE_OBJECT) return undefined;
  if (kept >= 0) out.keep(kept, end);
  return out.finish();
}

/** The text of a document while it is written with the members of a patch. */
class SplicedText {
  private readonly out: Uint8Array;
  private length = 1;

  constructor(
    private readonly text: Uint8Array,
    private readonly splices: readonly Splice[],
  ) {
    // Each member has a comma and a colon, and the object its brackets.
    let room = text.length + 2;
    for (const { key, value } of splices) room += key.length + (value?.length ?? 0) + 2;
    this.out = new Uint8Array(room);
    this.out[0] = OPEN_OBJECT;
  }

  /** What the patch says of the member whose name, with its quotes, is `text[from, to)`. */
  spliceAt(from: number, to: number): Splice | undefined {
    for (const splice of this.splices) if (isAt(this.text, from, to, splice.key)) return splice;
    return undefined;
  }

  /** Copies members that stay. */
  keep(from: number, to: number): void {
    this.separate();
    this.append(this.text.subarray(from, to));
  }

  /** Writes a member of the patch, where it is not written yet. */
  put(splice: Splice): void {
    if (splice.value && !splice.isDone) {
      this.separate();
      this.append(splice.key);
      this.out[this.length++] = COLON;
      this.append(splice.value);
    }
    splice.isDone = true;
  }

  /** Adds the members that the document did not have, and ends the text. */
  finish(): Uint8Array {
    for (const splice of this.splices) this.put(splice);
    this.out[this.length++] = CLOSE_OBJECT;
    return this.out.subarray(0, this.length);
  }

  private separate(): void {
    if (this.length > 1) this.out[this.length++] = COMMA;
  }

  private append(bytes: Uint8Array): void {
    this.out.set(bytes, this.length);
    this.length += bytes.length;
  }
}

function isAt(text: Uint8Array, from: number, to: number, key: Uint8Array): boolean {
  if (to - from !== key.length) return false;
  for (let i = 0; i < key.length; i++) if (text[from + i] !== key[i]) return false;
  return true;
}
