import { type Phrases, phrasesOf } from './word-run.js';

/** A word for a quality that engineers measure: parts have it if a spec is within a bound, or if they are called so. */
export interface Quality {
  readonly phrases: Phrases;
  /** Names of the spec, each as the stems that it has. */
  readonly names: readonly (readonly string[])[];
  /** For `parseQuantity`. */
  readonly bound: string;
}

function quality(phrases: string, names: string, bound: string): Quality {
  return { phrases: phrasesOf(phrases), names: names.split(', ').map((name) => name.split(' ')), bound };
}

/** The bounds are those above which the trade does not use the word: op amps of more than 10 nV/√Hz are not called low-noise ones. */
export const QUALITIES: readonly Quality[] = [
  quality('low noise, ultra low noise, low-noise, rauscharm', 'noise density', '<= 10 nV/√Hz'),
  quality('low power, ultra low power, low-power, micropower, nanopower', 'quiescent current, supply current', '<= 100 µA'),
  quality('high speed, high-speed, wideband', 'gain bandwidth', '>= 50 MHz'),
  quality('low esr, ultra low esr, low-esr', 'equivalent series resistance, esr', '<= 100 mΩ'),
];
