import type { Span } from './lexical.js';
import type { NumberKeys } from './number-entries.js';
import type { Measured } from './pieces.js';
import type { Question } from './question.js';
import type { NumberKey } from './vocabulary.js';
import { type Phrases, phrasesOf, WordRun } from './word-run.js';

/** A word for a quality that engineers measure: parts have it if one of some specs is within a bound, or if they are called so. */
interface Quality {
  readonly phrases: Phrases;
  readonly bounds: readonly Bound[];
}

interface Bound {
  /** Names of the spec, each as the stems that it has. */
  readonly names: readonly (readonly string[])[];
  /** For `parseQuantity`. */
  readonly bound: string;
}

function quality(phrases: string, ...bounds: readonly (readonly [names: string, bound: string])[]): Quality {
  const split = bounds.map(([names, bound]) => ({ names: names.split(', ').map((name) => name.split(' ')), bound }));
  return { phrases: phrasesOf(phrases), bounds: split };
}

/** The bounds are those above which the trade does not use the word: op amps of more than 10 nV/√Hz are not called low-noise ones. */
const QUALITIES: readonly Quality[] = [
  quality(
    'low noise, ultra low noise, low-noise, rauscharm',
    ['noise density', '<= 10 nV/√Hz'],
    ['noise 10khz', '<= 50 µV(RMS)'],
  ),
  quality('low power, ultra low power, low-power, micropower, nanopower', ['quiescent current, supply current', '<= 100 µA']),
  quality('low quiescent current, low iq, ultra low iq, ultra low quiescent current', ['quiescent current', '<= 10 µA']),
  quality('low offset, low offset voltage, low vos', ['offset voltage vos', '<= 1 mV']),
  quality('high speed, high-speed, wideband', ['gain bandwidth', '>= 50 MHz']),
  quality('multiturn, multi turn, multi-turn, multiple turn, multiple turns', ['turn', '> 1']),
  quality('low esr, ultra low esr, low-esr', ['equivalent series resistance, esr', '<= 100 mΩ']),
];

/** Words for a quality in a question, and the specs that may have it within a bound. */
export function* qualitiesIn(question: Question, numberKeys: NumberKeys): Iterable<Span & { readonly measured: Measured }> {
  const run = new WordRun(question);
  for (let from = 0; from < run.length; from++) {
    for (const { phrases, bounds } of QUALITIES) {
      const to = run.phraseEnd(from, phrases);
      if (to === from || run.at(from)?.isExcluded) continue;
      const entries = bounds.flatMap(({ names, bound }) => {
        const isSo = ({ stems }: NumberKey) => names.some((name) => name.every((one) => stems.includes(one)));
        return numberKeys.entries(numberKeys.read(bound), isSo);
      });
      if (entries.length > 0) yield { from, to, measured: { entries, isPlain: false, isRange: true } };
    }
  }
}
