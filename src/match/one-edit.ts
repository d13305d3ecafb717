import { beginsCharacter, nextCharacter } from '../analysis/pattern.js';

/** Pairs of characters that are easily confused in print and in handwriting. */
const LOOK_ALIKES = new Set(
  ['0o', '1i', '1l', 'il', '5s', '8b', '2z', '6g'].flatMap(([a, b]) => [pair(ascii(a), ascii(b)), pair(ascii(b), ascii(a))]),
);

/**
 * The distance of `a[0, aTo)` and `b[0, bTo)`, UTF-8 in part-number form. 1 if they differ by one inserted, missing or replaced
 * character (code point), or by two swapped neighbours; 0.5 if the replaced character looks like its replacement. 0 if they are
 * equal, if one begins with the other, or if they differ by more.
 */
export function oneEdit(a: Uint8Array, aTo: number, b: Uint8Array, bTo: number): number {
  const shorter = Math.min(aTo, bTo);
  let at = 0;
  while (at < shorter && a[at] === b[at]) at++;
  if (at === shorter) return 0;
  // The first bytes of the first differing characters may agree.
  while (!beginsCharacter(a[at])) at--;
  const aNext = nextCharacter(a, at, aTo);
  const bNext = nextCharacter(b, at, bTo);
  if (areSame(a, aNext, aTo, b, bNext, bTo)) return LOOK_ALIKES.has(pair(a[at], b[at])) ? 0.5 : 1;
  if (areSame(a, aNext, aTo, b, at, bTo) || areSame(a, at, aTo, b, bNext, bTo)) return 1;
  if (aNext === aTo || bNext === bTo) return 0;
  const aSecond = nextCharacter(a, aNext, aTo);
  const bSecond = nextCharacter(b, bNext, bTo);
  const areSwapped =
    areSame(a, at, aNext, b, bNext, bSecond) &&
    areSame(a, aNext, aSecond, b, at, bNext) &&
    areSame(a, aSecond, aTo, b, bSecond, bTo);
  return areSwapped ? 1 : 0;
}

/** Whether `a[aFrom, aTo)` is `b[bFrom, bTo)`. */
function areSame(a: Uint8Array, aFrom: number, aTo: number, b: Uint8Array, bFrom: number, bTo: number): boolean {
  if (aTo - aFrom !== bTo - bFrom) return false;
  for (let i = aFrom, j = bFrom; i < aTo; i++, j++) if (a[i] !== b[j]) return false;
  return true;
}

function ascii(character: string): number {
  return character.charCodeAt(0);
}

function pair(a: number, b: number): number {
  return a * 256 + b;
}
