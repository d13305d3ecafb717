import { partNumberForm } from '../analysis/text.js';
import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import { contains } from './conditions.js';
import type { Evidence } from './evidence.js';
import type { Span } from './lexical.js';
import { phraseOf } from './pieces.js';
import type { Question } from './question.js';
import { numberOfSeries } from './voltage-series.js';

/** Most words of a part number, and its most letters and digits. */
const MOST_WORDS = 5;
const LONGEST_NUMBER = 80;

/** Fewer digits alone stand side by side by chance: `SOT 23 5 V`. */
const LEAST_DIGITS = 4;

/** Letters and digits apart that may begin part numbers: `irf 540`. Fewer digits are those of `usb 3` and `sot 23`. */
const LETTERS = /^\p{L}{2,}$/u;
const DIGITS = /^\p{N}[\p{L}\p{N}]{2,}$/u;
/** Of longer letters two digits may be enough: `attiny 85`. */
const NAME = /^\p{L}{5,}$/u;
const TWO_DIGITS = /^\d\d$/;
const ALL_DIGITS = /^\d+$/;
/** Most pairs of words that are tried so. */
const MOST_BEGUN = 4;

/** A part number that is written as several words. */
export interface JoinedNumber extends Span {
  readonly number: string;
  /** Whether it is the whole number of a part, and of an offer. If neither, some part numbers begin with it. */
  readonly mpn: boolean;
  readonly sku: boolean;
  /** Whether it is the number of a series for a voltage: its parts are meant, however many have that voltage as a spec. */
  readonly isOfSeries?: boolean;
  /** A part number contains it. */
  readonly within: Filter;
}

/** A part number as it is written in one word. */
export function withoutBlanks(number: string): string {
  return number.replaceAll(' ', '');
}

/**
 * The whole part numbers that stand in a question as several words side by side: the longest first, and none that overlaps another; then
 * the beginnings of part numbers whose letters and digits stand apart. Source: questions and tables, C1.
 */
export function* joinedNumbers(question: Question, evidence: Evidence): Task<JoinedNumber[]> {
  const found: JoinedNumber[] = [];
  const { words } = question;
  const isWord = words.map(({ kind, isExcluded }) => kind === 'word' && !isExcluded);
  for (let length = Math.min(MOST_WORDS, words.length); length >= 2; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const to = from + length;
      if (!isWord.slice(from, to).every(Boolean) || found.some((other) => other.from < to && from < other.to)) continue;
      const number = phraseOf(question, { from, to });
      const form = partNumberForm(number);
      if (!isLikely(form)) continue;
      const known = yield* evidence.numbered(form);
      if ((known.mpn || known.sku) && ALL_DIGITS.test(form) && (yield* isOfLetters(question, from, evidence))) continue;
      if (known.mpn || known.sku) found.push({ from, to, number, ...known, within: contains('mpn', withoutBlanks(number)) });
    }
  }
  return [...found, ...(yield* begunNumbers(question, isWord, found, evidence))];
}

/** Whether the digits at a place belong to the letters before them: the `1117` of `lm 1117 3.3`, where `1117 3.3` is the number of another part. */
function* isOfLetters({ words }: Question, from: number, evidence: Evidence): Task<boolean> {
  const before = words[from - 1];
  if (before?.kind !== 'word' || before.isExcluded || !LETTERS.test(before.text) || !DIGITS.test(words[from].text)) return false;
  return yield* evidence.beginsNumber(partNumberForm(before.text + words[from].text));
}

function* begunNumbers(
  question: Question,
  isWord: readonly boolean[],
  whole: readonly Span[],
  evidence: Evidence,
): Task<JoinedNumber[]> {
  const begun: JoinedNumber[] = [];
  let tried = 0;
  for (let from = 0; from + 2 <= isWord.length && tried < MOST_BEGUN; from++) {
    const [letters, digits] = question.words.slice(from, from + 2).map(({ text }) => text);
    if (!isWord[from] || !isWord[from + 1]) continue;
    const series = numberOfSeries(letters, digits);
    const isLong = NAME.test(letters) && TWO_DIGITS.test(digits);
    if (!series && !isLong && !(LETTERS.test(letters) && DIGITS.test(digits))) continue;
    const to = from + 2;
    if ([...whole, ...begun].some((other) => other.from < to && from < other.to)) continue;
    tried++;
    const { number, within } = series ?? { number: letters + digits, within: contains('mpn', letters + digits) };
    if (yield* evidence.beginsNumber(partNumberForm(number)))
      begun.push({ from, to, number, mpn: false, sku: false, within, isOfSeries: series !== undefined });
  }
  return begun;
}

function isLikely(form: string): boolean {
  if (form === '' || form.length > LONGEST_NUMBER) return false;
  return form.length >= LEAST_DIGITS || /\p{L}/u.test(form);
}
