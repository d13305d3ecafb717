import { stem } from './stems.js';
import type { CatalogVocabulary } from './vocabulary.js';

/** The name of a standard: `RS485`. */
const STANDARD = /^(\p{L}{2,4})(\d{3,})$/u;

/** Ways to write a word: with its synonyms, and without the ending of a plural. */
export function spellingsOf(text: string, vocabulary: CatalogVocabulary): string[] {
  const synonyms = vocabulary.synonymsOf(text);
  const texts = new Set([text, ...synonyms]);
  // Texts have `RS-485`, which is two words.
  if (synonyms.length > 0 && STANDARD.test(text)) texts.add(text.replace(STANDARD, '$1 $2'));
  const singular = stem(text.toLowerCase());
  if (singular !== text.toLowerCase()) texts.add(singular);
  return [...texts];
}
