import { parseQuantity } from '../analysis/quantity.js';
import { fold } from '../analysis/text.js';
import { comparisonBefore, joinerEnd, MIN_MAX, rangeStart } from './comparisons.js';
import { COUNTED, NUMBER_WORDS, SOUND_CHANNELS } from './count-words.js';
import { inLatinUnits } from './cyrillic-units.js';
import type { CountReading } from './lexical.js';
import { isMoneyWord } from './money.js';
import { behindOf } from './read-quantities.js';
import { stem } from './stems.js';
import type { WordRun } from './word-run.js';

/** A number of things, before anything is compared with it. */
interface CountAtom {
  readonly to: number;
  readonly number: string;
  readonly names: readonly string[];
}

const COUNT_IN_ONE = /^(\d{1,5})[-\s]?(\p{L}{1,20})[.]?$/u;
const INTEGER = /^\d{1,5}$/u;
/** What is counted by other words than those of the table: a few of it. `0603` is a package. */
const FEW = /^[1-9]\d{0,2}$/u;
const TIMES = new Set(['x', '×']);
const FEW_TIMES = /^(\d{1,3})[x×]$/u;
/** A number with a prefix or a unit, other than of length: `4 x 4 mm` is a size. */
const VALUE = /^\d[\d.,]*(?!mm$|cm$|in$)\p{L}+\d*$/u;
/** What the elements of arrays are called in names of specs. */
const ELEMENTS = ['resistor', 'capacitor', 'element', 'circuit', 'channel'];
const LETTERS = /^\p{L}{2,20}$/u;

/** The counts that begin at a place: `16 pin`, `at least 16 pins`, `4 to 8 channels`, `dual`. */
export function countsAt(run: WordRun, i: number): CountReading[] {
  const readings: CountReading[] = [];
  for (const atom of countAtomsAt(run, i)) {
    const behind = behindOf(run, atom.to);
    if (behind && run.isRun(i, behind.to))
      readings.push(readingOf(i, { ...atom, to: behind.to }, `${behind.operator} ${atom.number}`));
    readings.push(readingOf(i, atom, atom.number));
  }
  const compared = comparisonBefore(run, i);
  if (compared) {
    for (const atom of countAtomsAt(run, compared.to)) {
      if (atom.names.length > 0 && run.isRun(i, atom.to))
        readings.push(readingOf(i, atom, `${compared.operator} ${atom.number}`));
    }
  }
  const range = rangeOf(run, i);
  if (range) readings.push(range);
  return readings;
}

function readingOf(from: number, { to, names }: CountAtom, quantity: string): CountReading {
  return { kind: 'count', from, to, quantity, isRange: !INTEGER.test(quantity), names };
}

/** `4 to 8 channels`. */
function rangeOf(run: WordRun, i: number): CountReading | undefined {
  const { from, isBetween } = rangeStart(run, i);
  const first = run.at(from)?.text ?? '';
  const joined = joinerEnd(run, from + 1, isBetween);
  if (!INTEGER.test(first) || joined === from + 1) return undefined;
  const [second] = countAtomsAt(run, joined);
  if (!second || second.names.length === 0 || !run.isRun(i, second.to) || Number(first) > Number(second.number)) return undefined;
  return readingOf(i, second, `${first} to ${second.number}`);
}

function countAtomsAt(run: WordRun, i: number): CountAtom[] {
  const word = run.at(i);
  if (word?.kind !== 'word') return [];
  const spelled = NUMBER_WORDS.get(run.word(i));
  if (spelled !== undefined) return spelledAtoms(run, i, spelled);
  const sound = SOUND_CHANNELS.get(run.word(i));
  if (sound !== undefined) return [{ to: i + 1, number: sound, names: ['channel'] }];
  const times = elementsAt(run, i);
  if (times.length > 0) return times;
  const joined = COUNT_IN_ONE.exec(word.text);
  if (joined) {
    const names = countedBy(run, stem(fold(joined[2])));
    return names ? [{ to: i + 1, number: plain(joined[1]), names }] : [];
  }
  if (!INTEGER.test(word.text) || !run.isJoined(i)) return [];
  const names = namesAt(run, i);
  return names ? [{ to: i + 2, number: plain(word.text), names }] : [];
}

/** `dual` alone, and with what is counted: `dual channel`. */
function spelledAtoms(run: WordRun, i: number, number: string): CountAtom[] {
  const alone: CountAtom = { to: i + 1, number, names: [] };
  const names = run.isJoined(i) ? COUNTED.get(stem(run.word(i + 1))) : undefined;
  return names ? [{ to: i + 2, number, names }, alone] : [alone];
}

/** `4 x 10k`, `4x 10k`: so many elements of a value. */
function elementsAt(run: WordRun, i: number): CountAtom[] {
  const [, joined] = FEW_TIMES.exec(run.word(i)) ?? [];
  const number = joined ?? run.word(i);
  const to = joined === undefined ? i + 2 : i + 1;
  const isTimes = joined !== undefined || TIMES.has(run.word(i + 1));
  return isTimes && FEW.test(number) && VALUE.test(run.word(to)) && run.isRun(i, to + 1) ? [{ to, number, names: ELEMENTS }] : [];
}

/** What a bit of such things is: an input and output of an expander, a channel of a level shifter. */
const BITS: ReadonlyMap<string, string> = new Map([
  ['expander', 'io'],
  ['shifter', 'channel'],
  ['translator', 'channel'],
]);

/** Names of specs that count what a word is for: `16 bit io expander` has so many inputs and outputs. */
function countedBy(run: WordRun, noun: string): readonly string[] | undefined {
  if (noun !== 'bit') return COUNTED.get(noun);
  for (let at = 0; at < run.length; at++) {
    const bit = BITS.get(stem(run.word(at)));
    if (bit) return COUNTED.get(bit);
  }
  return COUNTED.get(noun);
}

/** What a number stands before: a word that names of specs may have, and that is no unit. */
function namesAt(run: WordRun, i: number): readonly string[] | undefined {
  const number = run.word(i);
  const noun = stem(run.word(i + 1));
  if (run.at(i + 1)?.kind !== 'word' || MIN_MAX.has(noun) || isMoneyWord(run.word(i + 1))) return undefined;
  const known = countedBy(run, noun);
  if (known || !FEW.test(number) || !LETTERS.test(noun) || NUMBER_WORDS.has(noun)) return known;
  return parseQuantity(inLatinUnits(`${number} ${run.at(i + 1)?.text}`)) ? undefined : [noun];
}

/** `08` is 8. */
function plain(digits: string): string {
  return String(Number(digits));
}
