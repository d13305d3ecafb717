import { partNumberForm } from '../analysis/text.js';
import type { Task } from '../work/pauses.js';
import { wordsOf } from './compounds.js';
import type { Evidence } from './evidence.js';
import { groupsOf, isNumberLike, phraseKey } from './forms.js';
import type { Question, QuestionWord } from './question.js';
import { MOST_WORDS } from './question-words.js';

/** The number of a family, a dash, and a voltage or what is set: `LM1117-3.3`. Part numbers have letters at the dash: `LM1117MP-3.3`. */
const DASHED = /^(\p{L}[\p{L}\p{N}]{3,19})-(?:(adj)|(\d{1,2}(?:\.\d{1,2})?)V?)$/iu;

/** What distributors write behind a part number for how it is packed: `FT232RL-TUBE`. */
const PACKED = /^([\p{L}\p{N}./#-]{4,})[-/](?:tubes?|reels?\d{0,2}|tape(?:&reel)?|cut(?:-?tape)?|bulk|trays?|ammo|box)$/iu;

/** Most families of a question: each is looked up twice. */
const MOST_FAMILIES = 4;

/**
 * A question in which the families of part numbers and their values are two words each, where no part has the whole as its number and some
 * part numbers begin with the family; and without what says how a part is packed.
 * @param isNamed whether the catalog calls something by a word, such as a package
 */
export function* withDashedNumbers(question: Question, evidence: Evidence, isNamed: (word: string) => boolean): Task<Question> {
  const words: QuestionWord[] = [];
  let left = Math.min(MOST_FAMILIES, MOST_WORDS - question.words.length);
  for (const word of question.words) {
    const [, packed] = PACKED.exec(word.text) ?? [];
    if (packed !== undefined && isAsked(word) && left-- > 0 && (yield* isFamily(packed, word.text, evidence))) {
      words.push({ ...word, text: packed, groups: groupsOf(packed), key: phraseKey(packed) });
      continue;
    }
    const [, family, set, volts] = DASHED.exec(word.text) ?? [];
    const isCandidate = family !== undefined && isAsked(word) && isNumberLike(family) && !isNamed(word.text);
    if (!isCandidate || left-- <= 0 || !(yield* isFamily(family, word.text, evidence))) words.push(word);
    // With its unit the number counts nothing.
    else words.push(...twoWords(word, question, family, set ?? `${volts}V`));
  }
  return words.every((word, i) => word === question.words[i]) ? question : { ...question, words };
}

/** What is excluded is one thing: without `3.3V` there would be few regulators left. */
const isAsked = ({ kind, isExcluded }: QuestionWord) => kind === 'word' && !isExcluded;

function* isFamily(family: string, whole: string, evidence: Evidence): Task<boolean> {
  const { mpn, sku } = yield* evidence.numbered(partNumberForm(whole));
  return !mpn && !sku && (yield* evidence.beginsNumber(partNumberForm(family)));
}

function twoWords(word: QuestionWord, question: Question, family: string, value: string): QuestionWord[] {
  const [first, second] = wordsOf(word, question, [family, value]);
  return [{ ...first, isFamily: true }, second];
}
