import type { Filter } from '../parser/ast.js';
import { all, any, between, is, not, valueField } from './conditions.js';
import type { KeyEntry } from './number-entries.js';
import type { Entry } from './pieces.js';
import type { NumberKey } from './vocabulary.js';

/** What counts the rows, and what counts the pins of one row. */
const isOfRow = ({ stems }: NumberKey): boolean => stems.includes('row') && stems.includes('per');
const isOfRows = ({ key }: NumberKey): boolean => /^(number_of_)?rows$/.test(key);

/** `10` pins may be in two rows of `5`; undefined for an odd number, and for two pins. */
export function halfOf(count: string): string | undefined {
  const half = Number(count) / 2;
  return Number.isInteger(half) && half > 1 ? String(half) : undefined;
}

/**
 * Specs that count pins, with those that count the pins of one row as what they say of all pins: ten pins are a row of ten, or two rows of
 * five.
 * @param counting the specs that have the number
 */
export function inRows(counting: readonly KeyEntry[], count: string, keys: readonly NumberKey[]): readonly Entry[] {
  const rows = keys.find(isOfRows);
  return counting.map((entry) => {
    if (!rows || !isOfRow(entry.numberKey)) return entry;
    const field = valueField(rows.key);
    const severalRows = between(field, { min: '2', max: null });
    const half = halfOf(count);
    const inTwo = half === undefined ? [] : [all([is(entry.field, [half]), is(field, ['2'])])];
    return withCondition(entry, any([all([entry.condition, not(severalRows)]), ...inTwo]));
  });
}

/** Values of the same specs, one of which a part has: `1x10P` and `2x5P`. */
export function eitherOf(one: readonly Entry[], other: readonly Entry[]): readonly Entry[] {
  const byField = new Map(one.map((entry) => [entry.field, entry]));
  for (const entry of other) {
    const known = byField.get(entry.field);
    if (!known) byField.set(entry.field, entry);
    else {
      const both = withCondition(known, any([known.condition, entry.condition]));
      byField.set(entry.field, { ...both, bound: known.bound + entry.bound });
    }
  }
  return [...byField.values()];
}

/** An entry with another condition. Entries of numbers have getters, which a spread would leave out. */
function withCondition(entry: Entry, condition: Filter): Entry {
  const { as, field, value, has, bound, isCondition, isInterval, isSecondary, thing } = entry;
  return {
    ...{ as, field, has, bound, condition, thing, texts: () => entry.texts() },
    ...(value !== undefined && { value }),
    ...(isCondition !== undefined && { isCondition }),
    ...(isInterval !== undefined && { isInterval }),
    ...(isSecondary !== undefined && { isSecondary }),
  };
}
