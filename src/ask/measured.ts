import type { QuantityReading } from './lexical.js';
import type { NumberKeys } from './number-entries.js';
import type { Bounding, Measured } from './pieces.js';
import { magnitudeOf, otherCaseOf } from './read-quantities.js';
import type { NumberKey } from './vocabulary.js';

/** Nobody counts so: the 5.0 of `lm2596 5.0` is a voltage. */
const WITH_ZEROS = /^\d+\.0+$/;

/** The specs of a catalog that may have a quantity. */
export function measuredOf(reading: QuantityReading, numberKeys: NumberKeys): Measured {
  const { quantity, isPlain, isRange, bound } = reading;
  const magnitude = magnitudeOf(quantity);
  const text = magnitude ?? reading.otherCase;
  // Two numbers without a unit are a range of counts only where these are named: every part has 0 to 10 of something.
  const mayCount = (reading.hasUnit || !isRange || bound !== undefined) && !WITH_ZEROS.test(quantity);
  const isWanted = mayCount ? undefined : ({ unit }: NumberKey) => unit !== undefined;
  const entriesOf = (number: string) => numberKeys.entries(numberKeys.read(number), isWanted);
  const bounding = boundingOf(bound, numberKeys);
  const otherBounding = boundingOf(bound && otherCaseOf(bound), numberKeys);
  const other = text !== undefined && {
    entries: () => entriesOf(text),
    text,
    isMagnitude: magnitude !== undefined,
    ...(otherBounding && { bounding: otherBounding }),
  };
  return { entries: entriesOf(quantity), isPlain, isRange, ...(bounding && { bounding }), ...(other && { other }) };
}

function boundingOf(bound: string | undefined, numberKeys: NumberKeys): Bounding | undefined {
  if (bound === undefined) return undefined;
  return function* () {
    yield numberKeys.entries(numberKeys.read(bound));
    yield numberKeys.entries(numberKeys.readNear(bound));
  };
}
