import type { ConditionReading } from './lexical.js';
import { quantitiesAt } from './read-quantities.js';
import type { WordRun } from './word-run.js';

const FREQUENCY = /[kMG]?hz$/i;
/** An impedance in one word, or its unit. */
const IMPEDANCE = /^(?:\d[\d.,]*k|(?:\d[\d.,]*k?)?(?:Ω|ohms?|r))$/iu;

/** At what frequency an impedance was measured: the `100MHz` of `600R@100MHz` and of `120 Ω @ 100 MHz`. */
export function conditionsAt(run: WordRun, i: number): ConditionReading[] {
  const isApart = run.at(i - 1)?.kind === 'mark' ? run.raw(i - 1) === '@' : run.word(i - 1) === 'at';
  if (!isApart && !run.raw(i - 1).endsWith('@')) return [];
  const before = run.at(isApart ? i - 2 : i - 1);
  if (before?.kind !== 'word' || !IMPEDANCE.test(before.text)) return [];
  const readings = quantitiesAt(run, i).filter(({ quantity, isRange }) => !isRange && FREQUENCY.test(quantity));
  return readings.map(({ from, to }) => ({ kind: 'condition', from, to }));
}
