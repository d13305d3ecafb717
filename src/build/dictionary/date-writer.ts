import { parsePeriod } from '../../analysis/date.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import { DATES } from '../../encoding/dictionary-forms.js';
import type { Steps } from '../../work/pauses.js';
import type { Interner } from '../interner.js';
import { NO_ORDINAL } from '../rows/row-values.js';
import type { NumberDictionaryArrays } from './number-writer.js';

/** Dates to read in one step. */
const STEP = 1 << 13;

/** The arrays of a dictionary of interned dates and the ordinal of each interned text; equal instants share one. */
export function* dateDictionaryArrays(texts: Interner): Steps<NumberDictionaryArrays> {
  const instants = new Float64Array(texts.size).fill(Number.NaN);
  for (let entry = 0; entry < texts.size; entry++) {
    const text = decodeUtf8(texts.bytes.array, texts.offsets.array[entry], texts.offsets.array[entry + 1]);
    const period = parsePeriod(text);
    // A date without a time is its first instant.
    if (period) instants[entry] = period.from;
    if (entry % STEP === 0) yield;
  }
  const sorted = instants.filter((instant) => !Number.isNaN(instant)).sort();
  const distinct = sorted.filter((instant, i) => i === 0 || instant !== sorted[i - 1]);
  yield;
  const ordinalOf = new Map<number, number>();
  distinct.forEach((instant, ordinal) => void ordinalOf.set(instant, ordinal));
  const ordinals = Uint32Array.from(instants, (instant) => ordinalOf.get(instant) ?? NO_ORDINAL);
  return { arrays: [Uint32Array.of(DATES), distinct], ordinals, size: distinct.length };
}
