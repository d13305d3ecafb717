import { spacedStems } from './forms.js';
import type { Entry, Piece } from './pieces.js';
import type { Question } from './question.js';
import { POLARITIES } from './trade-values.js';

const PAIRS = POLARITIES.map((pair) => pair.map(spacedStems));

/** Whether a value does not have the other polarity than a name. Undefined for names without one, or with both. */
export function ofOnePolarity(name: string): ((value: string) => boolean) | undefined {
  const stems = spacedStems(name);
  for (const [one, other] of PAIRS) {
    if (stems.includes(one) === stems.includes(other)) continue;
    const excluded = stems.includes(one) ? other : one;
    return (value) => !spacedStems(value).includes(excluded);
  }
  return undefined;
}

/** The pieces of a question. Where it names both polarities, parts that have both are meant: `n-channel and p-channel mosfet`. */
export function withPairs(question: Question, pieces: readonly Piece[]): readonly Piece[] {
  const stems = spacedStems(question.read);
  if (!PAIRS.some((pair) => pair.every((one) => stems.includes(one)))) return pieces;
  return pieces.map((piece) => (piece.values ? { ...piece, values: piece.values.map(amongOthers) } : piece));
}

/** A value also where others stand beside it. */
export function amongOthers(entry: Entry): Entry {
  return entry.amongOthers ? { ...entry, condition: entry.amongOthers } : entry;
}
