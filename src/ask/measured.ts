import type { QuantityReading } from './lexical.js';
import type { KeyEntry, NumberKeys } from './number-entries.js';
import type { Bounding, Measured } from './pieces.js';
import { magnitudeOf, otherCaseOf } from './read-quantities.js';
import type { NumberKey } from './vocabulary.js';

/** Nobody counts so: the 5.0 of `lm2596 5.0` is a voltage. */
const WITH_ZEROS = /^\d+\.0+$/;

/** A range of temperatures, and one whose unit is left out: `-40..125`. */
const TEMPERATURES = /^[-\u2013\u2212+]?\d+.*\d\s?(?:°\s?C|℃)$/u;
const PLAIN_TEMPERATURES = /^[-\u2013\u2212]\d{2}\s?(?:°|\.{2,3}|…|~|to|-|\u2013)+\s?\+?\d{2,3}$/u;

/** How far a temperature is off: none that parts are made for. */
const DEVIATION = /^(?:±|\+\/-).*(?:°\s?C|℃)$/u;

/** The same, where parts have to be made for the whole of a range of temperatures. */
function withTemperatures(quantity: string, entries: readonly KeyEntry[], numberKeys: NumberKeys): readonly KeyEntry[] {
  const isOf = ({ key, intervals }: NumberKey) => intervals > 0 && key.includes('temperature');
  const others = entries.filter(({ numberKey }) => !isOf(numberKey));
  return [...numberKeys.covering(numberKeys.read(quantity), isOf), ...others];
}

/** The specs of a catalog that may have a quantity. */
export function measuredOf(reading: QuantityReading, numberKeys: NumberKeys): Measured {
  const { isPlain, isRange, bound } = reading;
  const quantity = PLAIN_TEMPERATURES.test(reading.quantity) ? `${reading.quantity} °C` : reading.quantity;
  const magnitude = magnitudeOf(quantity);
  const text = magnitude ?? reading.otherCase;
  // Two numbers without a unit are a range of counts only where these are named: every part has 0 to 10 of something.
  const mayCount =
    (reading.hasUnit || quantity !== reading.quantity || !isRange || bound !== undefined) && !WITH_ZEROS.test(quantity);
  const isWanted = mayCount ? undefined : ({ unit }: NumberKey) => unit !== undefined;
  const entriesOf = (number: string) => {
    const entries = numberKeys.entries(numberKeys.read(number), isWanted);
    return DEVIATION.test(number) ? entries.filter(({ isInterval }) => !isInterval) : entries;
  };
  const bounding = boundingOf(bound, numberKeys);
  const otherBounding = boundingOf(bound && otherCaseOf(bound), numberKeys);
  const other = text !== undefined && {
    entries: () => entriesOf(text),
    text,
    isMagnitude: magnitude !== undefined,
    ...(otherBounding && { bounding: otherBounding }),
  };
  const entries = TEMPERATURES.test(quantity) ? withTemperatures(quantity, entriesOf(quantity), numberKeys) : entriesOf(quantity);
  return { entries, isPlain, isRange, ...(bounding && { bounding }), ...(other && { other }) };
}

function boundingOf(bound: string | undefined, numberKeys: NumberKeys): Bounding | undefined {
  if (bound === undefined) return undefined;
  return function* () {
    yield numberKeys.entries(numberKeys.read(bound));
    yield numberKeys.entries(numberKeys.readNear(bound));
  };
}
