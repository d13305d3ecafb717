import type { LooseComparisonReading } from './lexical.js';
import { isSizeCode } from './read-sizes.js';
import { type Phrases, phrasesOf, type WordRun } from './word-run.js';

/** How a number is compared. */
export type Operator = '>=' | '>' | '<=' | '<';

const BEFORE: readonly (readonly [Operator, Phrases])[] = [
  [
    '>=',
    phrasesOf(
      'at least, min, minimum, minimal, no less than, not less than, starting at, ab, mind, mindestens, au moins, à partir de, al menos, a partir de, como minimo',
    ),
  ],
  [
    '>',
    phrasesOf(
      'over, above, more than, greater than, higher than, larger than, bigger than, exceeding, über, mehr als, größer als, más de, mayor que, mayor de, superior a, plus de, supérieur à, supérieure à, supérieurs à, supérieures à',
    ),
  ],
  [
    '<=',
    phrasesOf(
      "at most, max, maximum, maximal, up to, no more than, not more than, not over, höchstens, bis, bis zu, hasta, como máximo, au plus, jusqu'à, jusqu’à",
    ),
  ],
  [
    '<',
    phrasesOf(
      'under, below, less than, lower than, smaller than, fewer than, unter, weniger als, kleiner als, menos de, menor que, menor de, inferior a, moins de, inférieur à, inférieure à, inférieurs à, inférieures à',
    ),
  ],
];
const BEHIND: readonly (readonly [Operator, Phrases])[] = [
  [
    '>=',
    phrasesOf(
      'min, minimum, or more, or higher, or above, or greater, or larger, or bigger, or better, or over, or up, and up, and more, and above, and over, and higher, and larger, and bigger, upwards, oder mehr, und mehr, oder größer, o más, y más, o mayor, ou plus, et plus',
    ),
  ],
  [
    '<=',
    phrasesOf(
      'max, maximum, or less, or lower, or below, or under, or fewer, or smaller, and less, and below, and under, and lower, and smaller, oder weniger, oder kleiner, o menos, o menor, ou moins',
    ),
  ],
];
/** They belong to the number behind them if one follows, else to the one before. */
export const MIN_MAX: ReadonlySet<string> = new Set(['min', 'max', 'minimum', 'maximum', 'minimal', 'maximal']);

const BETWEEN = phrasesOf('between, zwischen, entre');
const BETWEEN_JOINERS = new Set(['and', 'und', 'et', 'y', 'to', 'bis', '&', '-', '\u2013', '\u2014']);
const FROM = phrasesOf('from, von, de, desde');
const UP_TO = phrasesOf('up to, upto, bis zu, à, a, fino a');
const JOINERS = new Set(['to', 'bis', 'through', 'thru', 'hasta', '-', '\u2013', '\u2014', '~', '..', '...', '\u2026']);

/** A comparison, and where it ends. */
export interface Compared {
  readonly operator: Operator;
  readonly to: number;
}

/** The comparison that begins at a place, before a number. */
export function comparisonBefore(run: WordRun, i: number): Compared | undefined {
  const word = run.at(i);
  if (word?.kind === 'comparison') return { operator: word.text as Operator, to: i + 1 };
  return longest(run, i, BEFORE);
}

/** The comparison that begins at a place, behind a number. */
export function comparisonBehind(run: WordRun, i: number): Compared | undefined {
  if (run.at(i)?.kind === 'mark' && run.raw(i) === '+') return { operator: '>=', to: i + 1 };
  return longest(run, i, BEHIND);
}

/**
 * A comparison of what has no order: `0603 or smaller`, `sot-23 or larger`, `smaller than 0603`. Numbers take those behind them first.
 */
export function looseComparisonsAt(run: WordRun, i: number): LooseComparisonReading[] {
  const before = comparisonBefore(run, i);
  if (before && isSizeCode(run.word(before.to))) return [{ kind: 'comparison', from: i, to: before.to }];
  const behind = i > 0 && run.at(i)?.kind === 'connecting' ? longest(run, i, BEHIND) : undefined;
  return behind ? [{ kind: 'comparison', from: i, to: behind.to }] : [];
}

function longest(run: WordRun, i: number, table: readonly (readonly [Operator, Phrases])[]): Compared | undefined {
  let found: Compared | undefined;
  for (const [operator, phrases] of table) {
    const to = run.phraseEnd(i, phrases);
    if (to > (found?.to ?? i)) found = { operator, to };
  }
  return found;
}

/** Where the first number of `between … and …` or `from … to …` begins; the place itself if neither word stands there. */
export function rangeStart(run: WordRun, i: number): { from: number; isBetween: boolean } {
  const between = run.phraseEnd(i, BETWEEN);
  if (between > i) return { from: between, isBetween: true };
  return { from: run.phraseEnd(i, FROM), isBetween: false };
}

/** Where what joins the ends of a range ends; the place itself if nothing of the kind stands there. */
export function joinerEnd(run: WordRun, i: number, isBetween: boolean): number {
  const word = run.at(i);
  if (!word || word.isExcluded) return i;
  const text = word.kind === 'mark' ? run.raw(i) : run.word(i);
  const to = isBetween ? i : run.phraseEnd(i, UP_TO);
  if (to > i) return to;
  return (isBetween ? BETWEEN_JOINERS : JOINERS).has(text) ? i + 1 : i;
}
