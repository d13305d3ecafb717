import { all, any, not } from './conditions.js';
import type { KeyEntry, NumberKeys } from './number-entries.js';

/** More are not added: each sum has so many pairs. */
const MOST = 8;

/**
 * Entries of a count, where those of two directions are one. Catalogs count the channels of isolators in each, people in both. A part that
 * lacks the second has all in the first.
 * @param quantity one whole number
 */
export function inBothDirections(entries: readonly KeyEntry[], quantity: string, numberKeys: NumberKeys): readonly KeyEntry[] {
  const count = Number(quantity);
  const added = new Set<string>();
  const summed = entries.map((entry) => {
    const { key } = entry.numberKey;
    const reverse = key.replace('forward', 'reverse');
    const other = entries.find(({ numberKey }) => key !== reverse && numberKey.key === reverse);
    if (!other || count > MOST) return entry;
    added.add(reverse);
    const at = (name: string, number: number) => {
      return numberKeys.entries(numberKeys.read(`${number}`), (one) => one.key === name)[0].condition;
    };
    const pairs = Array.from({ length: count + 1 }, (_, i) => all([at(key, i), at(reverse, count - i)]));
    // The members of an entry are made on use: those of the first direction serve the sum as well.
    return Object.create(entry, { condition: { value: any([...pairs, all([entry.condition, not(other.has)])]) } }) as KeyEntry;
  });
  return summed.filter(({ numberKey }) => !added.has(numberKey.key));
}
