import { fold } from '../analysis/text.js';

/**
 * The forms of values as terms of the index. Writers and requests make them here; the engine compares bytes and analyses nothing.
 * UTF-8 orders by code points, as the catalog does.
 */

/** Ends the fold of an ordered form, and marks a separator of the text itself. */
export const END = '\0';
const MARK = '\u0001';
const GUARDED_END = MARK + MARK;
const GUARDED_MARK = `${MARK}\u0002`;

/** What stands for what in a guarded text, in the order in which programs turn it back. */
export const GUARDS: readonly (readonly [string, string])[] = [
  [GUARDED_END, END],
  [GUARDED_MARK, MARK],
];

/** A text without the separator: `\0` becomes `\1\1`, `\1` becomes `\1\2`. */
function guard(text: string): string {
  if (!text.includes(END) && !text.includes(MARK)) return text;
  return Array.from(text, (c) => (c === END ? GUARDED_END : c === MARK ? GUARDED_MARK : c)).join('');
}

function unguard(text: string): string {
  if (!text.includes(MARK)) return text;
  const [first, ...pieces] = text.split(MARK);
  let unguarded = first;
  // An empty piece between two marks is a guarded end; the piece after it has no mark before it.
  for (let i = 0; i < pieces.length; i++) {
    if (pieces[i] === '') unguarded += END + (pieces[++i] ?? '');
    else unguarded += MARK + pieces[i].slice(1);
  }
  return unguarded;
}

/** A text in the form that sorts by fold, then by the text itself. */
export const orderedForm = (text: string): string => `${guard(fold(text))}${END}${guard(text)}`;

/** The text of an ordered form. */
export const textOfOrderedForm = (form: string): string => unguard(form.slice(form.indexOf(END) + 1));

/** The least ordered form of the texts with the fold of a bound: `gte` includes them, `lt` excludes them. */
export const orderedFrom = (bound: string): string => `${guard(fold(bound))}${END}`;

/** Above all ordered forms of the texts with the fold of a bound: `gte` excludes them, `lt` includes them. */
export const orderedAfter = (bound: string): string => `${guard(fold(bound))}${MARK}`;

const NOT_PLAIN = /[^A-Za-z0-9_]/gu;

/** A spec key inside a term: without `=`, `.`, blanks, wildcards and separators. It has no lone surrogate. */
export function escapedKey(key: string): string {
  return key.replace(NOT_PLAIN, (c) => {
    const escaped = encodeURIComponent(c);
    return escaped === c ? `%${c.charCodeAt(0).toString(16)}` : escaped;
  });
}

/** The spec key of an escaped one. */
export const keyOfEscaped = (escaped: string): string => (escaped.includes('%') ? decodeURIComponent(escaped) : escaped);

/** The name of a member of a spec in terms: `resistance.value`. */
export const specName = (key: string, member: string): string => `${escapedKey(key)}.${member}`;

/** What the terms of a name begin with. */
export const prefixOf = (name: string): string => `${name}=`;

/** A lower-case part number and the length of its form in characters, by which matches of wildcards are ordered. */
export const withFormLength = (lower: string, length: number): string => `${lower}${END}${length}`;

/** Half of a surrogate pair. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

const { isWellFormed } = String.prototype as { isWellFormed?(): boolean };

/** Whether a text has half of a surrogate pair, which UTF-8 cannot carry. */
export const hasLoneSurrogate: (text: string) => boolean = isWellFormed
  ? (text) => !isWellFormed.call(text)
  : (text) => LONE_SURROGATE.test(text);
