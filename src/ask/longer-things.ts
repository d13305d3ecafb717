import { fold } from '../analysis/text.js';
import { pluralOf } from './stems.js';
import { LONGER_THINGS } from './trade-table.js';

const longer = new Map(LONGER_THINGS.map((line) => line.split(', ')).map(([thing, ...others]) => [thing, others]));

/** Names of things that begin with one of some things, and are other things: `crystal oscillator`. */
export function longerThings(names: readonly string[]): string[] {
  const others = new Set(names.flatMap((name) => longer.get(fold(name)) ?? []));
  return [...others].flatMap((other) => [other, ...pluralOf(other)]);
}
