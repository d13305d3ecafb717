import type { NamedOptions } from './catalog-options.js';
import type { Entry, Measured } from './pieces.js';

/** What catalogs say of a regulator that makes a negative voltage. */
const NEGATIVE = 'negative';
const VOLTAGE = /v(?:dc)?$/iu;
const OUTPUT = /(?:^|[._])(?:output|vout)(?:[._]|$)/;

/** Whether an entry is of a spec of what comes out. */
export function isOfOutput({ field }: Pick<Entry, 'field'>): boolean {
  return OUTPUT.test(field);
}

/** A quantity without its sign, with the values that say the same of what comes out: `-5V regulator`. */
export function withNegativeOutputs(measured: Measured, named: (text: string) => NamedOptions): Measured {
  const { other } = measured;
  if (!other?.isMagnitude || !VOLTAGE.test(other.text)) return measured;
  const negative = named(NEGATIVE).values.filter(isOfOutput);
  return negative.length === 0 ? measured : { ...measured, other: { ...other, negative } };
}
