import { describeValue } from './describe.js';
import { Issues } from './issues.js';

/** Lists of phrases. Each phrase of a list means each other one of it, and no list has to do with another. */
export type Synonyms = readonly (readonly string[])[];

/** Longest phrase, in UTF-16 units: nobody asks for more, and questions are compared with every one. */
const LONGEST_PHRASE = 100;
const NONE: Synonyms = Object.freeze([]);

/** The lists of several sources, each once. */
export function uniteSynonyms(...sources: readonly Synonyms[]): Synonyms {
  const lists = new Map(sources.flat().map((list) => [JSON.stringify(list), list]));
  return [...lists.values()];
}

/**
 * The option `synonyms`: a list of lists of phrases such as `['cap', 'capacitor']`. Default: none.
 * @throws ValidationError with everything that is wrong with it
 */
export function readSynonyms(option: unknown): Synonyms {
  if (option === undefined || option === null) return NONE;
  const issues = new Issues({ synonyms: option });
  const lists: (readonly string[])[] = [];
  if (!Array.isArray(option)) issues.addWrongType(['synonyms'], 'a list of lists of phrases that mean each other', option);
  else Array.from(option, (list: unknown, i) => lists.push(readList(list, i, issues)));
  issues.throwIfAny();
  return Object.freeze(lists);
}

function readList(list: unknown, place: number, issues: Issues): readonly string[] {
  const path = ['synonyms', place];
  if (!Array.isArray(list)) {
    issues.addWrongType(path, 'a list of phrases that mean each other', list);
    return [];
  }
  if (list.length < 2) {
    const text = ` must have at least two phrases, not ${list.length}: each means each other`;
    issues.add('out_of_range', path, text, { found: list.length, expected: ['at least two phrases'] });
  }
  Array.from(list, (phrase: unknown, i) => checkPhrase(phrase, [...path, i], issues));
  return Object.freeze([...list]);
}

function checkPhrase(phrase: unknown, path: readonly (string | number)[], issues: Issues): void {
  if (typeof phrase !== 'string') {
    issues.addWrongType(path, 'a string', phrase);
    return;
  }
  const expected = [`a phrase of 1 to ${LONGEST_PHRASE} characters with a letter or a digit`];
  if (/[\p{L}\p{N}]/u.test(phrase) && phrase.length <= LONGEST_PHRASE) return;
  issues.add('out_of_range', path, ` must be ${expected[0]}, not ${describeValue(phrase)}`, { found: phrase, expected });
}
