import type { Random } from '../../src/sample/random.js';
import type { Witness } from './sampled-parts.js';

/** What `--only` calls completion, which is not a query. */
export const TYPING = { name: 'typing', letters: 't' };

const LETTERS_AND_DIGITS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** Parts whose numbers and names are typed. */
const TYPISTS = 25;

/** The text of a search box after each keystroke, while numbers and names of parts are typed from the beginning. */
export function typedTexts(next: (isFit: (witness: Witness) => boolean) => Witness, random: Random): string[] {
  const typed = (textOf: (witness: Witness) => string | undefined) =>
    Array.from({ length: TYPISTS }, () => textOf(next((witness) => (textOf(witness) ?? '') !== '')) as string);
  const brands = typed(({ brand }) => brand);
  const texts = [
    ...typed(({ number }) => number),
    ...typed(({ mpn }) => mpn),
    ...typed(({ skus }) => skus[0]),
    ...brands,
    ...brands.map((brand) => misspelled(brand, random)),
  ];
  return [...new Set([...LETTERS_AND_DIGITS, ...texts.flatMap(beginnings)])];
}

function beginnings(text: string): string[] {
  const characters = [...text];
  return characters.map((_, i) => characters.slice(0, i + 1).join(''));
}

/** Swaps two neighbours after the first letter. */
function misspelled(text: string, random: Random): string {
  if (text.length < 4) return text;
  const at = 1 + random.below(text.length - 2);
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}
