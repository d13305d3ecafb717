import type { Column } from './columns.js';
import type { ValueCounts } from './value-counts.js';

const UNKNOWN = -2;
const NONE = -1;
/** Texts are looked up one by one if the dictionary has at least so many times as many; otherwise all of its texts are read. */
const LOOKED_UP = 16;

/** By the dictionary of a column, then by that of another one. Snapshots of a catalog that changes share the dictionaries of its files. */
const known = new WeakMap<object, WeakMap<object, Int32Array>>();

/**
 * The ordinal that each of some values of a column has in another column, or -1, by its own ordinal. Values that were not asked for yet
 * have no meaning in the array. A value is looked up once for as long as both dictionaries are in memory.
 */
export function ordinalsIn(main: Column, other: Column, { ordinals, length }: ValueCounts): Int32Array {
  let found = other.ordinalsIn.get(main);
  if (!found) other.ordinalsIn.set(main, (found = keptFor(main, other)));
  let unknown = 0;
  for (let i = 0; i < length; i++) if (found[ordinals[i]] === UNKNOWN) unknown++;
  if (unknown === 0) return found;
  const find = unknown * LOOKED_UP > main.size ? finderInAll(main) : (text: string) => main.find(text);
  for (let i = 0; i < length; i++) {
    const ordinal = ordinals[i];
    if (found[ordinal] === UNKNOWN) found[ordinal] = find(other.value(ordinal));
  }
  return found;
}

function keptFor(main: Column, other: Column): Int32Array {
  const [of, within] = [dictionaryOf(other), dictionaryOf(main)];
  let kept = known.get(of);
  if (!kept) known.set(of, (kept = new WeakMap()));
  let found = kept.get(within);
  if (!found) kept.set(within, (found = new Int32Array(other.size).fill(UNKNOWN)));
  return found;
}

const dictionaryOf = ({ numbers, dictionary }: Column): object => numbers ?? (dictionary as object);

function finderInAll(column: Column): (text: string) => number {
  const ordinals = new Map<string, number>();
  for (let ordinal = 0; ordinal < column.size; ordinal++) ordinals.set(column.value(ordinal), ordinal);
  return (text) => ordinals.get(text) ?? NONE;
}
