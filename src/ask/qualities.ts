import { type Phrases, phrasesOf } from './word-run.js';

/** A word for a quality that engineers measure: parts have it if one of some specs is within a bound, or if they are called so. */
export interface Quality {
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
export const QUALITIES: readonly Quality[] = [
  quality(
    'low noise, ultra low noise, low-noise, rauscharm',
    ['noise density', '<= 10 nV/√Hz'],
    ['noise 10khz', '<= 50 µV(RMS)'],
  ),
  quality('low power, ultra low power, low-power, micropower, nanopower', ['quiescent current, supply current', '<= 100 µA']),
  quality('low quiescent current, low iq, ultra low iq, ultra low quiescent current', ['quiescent current', '<= 10 µA']),
  quality('low offset, low offset voltage, low vos', ['offset voltage vos', '<= 1 mV']),
  quality('high speed, high-speed, wideband', ['gain bandwidth', '>= 50 MHz']),
  quality('low esr, ultra low esr, low-esr', ['equivalent series resistance, esr', '<= 100 mΩ']),
];
