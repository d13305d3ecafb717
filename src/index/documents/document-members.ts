/*
 * Reading some members of a document without parsing the rest: most answers show a third of the text of their documents, and
 * parsing a text takes longer than walking over it (bench/README.md, "Kernels", `someMembers`).
 */

export const COMMA = 0x2c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const NOWHERE = -1;

/**
 * Where the members of some names stand in the JSON text of an object: pairs of the beginning of a member's key and the end of its
 * value; adjacent members are one pair. What is left out is walked over, not checked.
 * @param text as `JSON.stringify` writes it, in UTF-8
 * @param names in ASCII letters, digits and `_`
 * @returns undefined if the text is written otherwise, or is no object: it is to be parsed whole
 */
export function placesOfMembers(text: Uint8Array, names: ReadonlySet<string>): readonly number[] | undefined {
  const { length } = text;
  if (length < 2 || text[0] !== OPEN_OBJECT || text[length - 1] !== CLOSE_OBJECT) return undefined;
  const places: number[] = [];
  if (length === 2) return places;
  let left = names.size;
  for (let at = 1; left > 0; at++) {
    const key = endOfKey(text, at);
    const end = key === NOWHERE ? NOWHERE : endOfValue(text, key + 1);
    if (end === NOWHERE) return undefined;
    if (names.has(nameOf(text, at + 1, key - 1))) {
      left--;
      if (places.length > 0 && places[places.length - 1] === at - 1) places[places.length - 1] = end;
      else places.push(at, end);
    }
    if (end === length - 1) break;
    if (text[end] !== COMMA) return undefined;
    at = end;
  }
  return places;
}

/** The place of the colon behind a key without escapes. */
function endOfKey(text: Uint8Array, from: number): number {
  if (text[from] !== QUOTE) return NOWHERE;
  let at = from + 1;
  while (at < text.length && text[at] !== QUOTE) if (text[at++] === BACKSLASH) return NOWHERE;
  return text[at + 1] === COLON ? at + 1 : NOWHERE;
}

function nameOf(text: Uint8Array, from: number, to: number): string {
  let name = '';
  for (let i = from; i < to; i++) name += String.fromCharCode(text[i]);
  return name;
}

/** The place behind a value: of the comma, or of the brace that ends the object. Most bytes are of strings, which are walked over here. */
function endOfValue(text: Uint8Array, from: number): number {
  const { length } = text;
  let depth = 0;
  for (let at = from; at < length; at++) {
    const byte = text[at];
    if (byte === QUOTE) {
      for (at++; at < length && text[at] !== QUOTE; at++) if (text[at] === BACKSLASH) at++;
    } else if (byte === COMMA) {
      if (depth === 0) return at;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth-- === 0) return at;
    }
  }
  return NOWHERE;
}
