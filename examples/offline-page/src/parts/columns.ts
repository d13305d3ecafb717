import type { Part } from 'partdex';
import { type SpecKeys, specName, specText } from './specs.js';

const MEASURED_COLUMNS = 3;
const WORDED_COLUMNS = 2;
/** A column is shown if at least this share of the rows has a value; a column that is already shown, if this share has. */
const ENOUGH = 0.6;
const STILL_ENOUGH = 0.4;
/** How much better another column must be to replace one that is shown. */
const STAYING = 1.3;

/**
 * The specs that suit a page of results as columns: those that most rows have, that differ between the rows, and that other parts
 * of the catalog lack; quantities before words. Columns stay as long as they qualify, so that they do not jump around during
 * typing.
 * @param total parts in the catalog
 */
export function suitableColumns(parts: readonly Part[], keys: SpecKeys, total: number, shownBefore: readonly string[]): string[] {
  const candidates = rank(parts, keys, total, new Set(shownBefore));
  const place = (key: string) => (shownBefore.includes(key) ? shownBefore.indexOf(key) : shownBefore.length);
  const quantities = new Set<string>();
  const pick = (isMeasured: boolean, most: number) => {
    const best: string[] = [];
    for (const column of candidates) {
      const quantity = quantityOf(specName(column.key, keys));
      if (column.isMeasured !== isMeasured || best.length === most || quantities.has(quantity)) continue;
      quantities.add(quantity);
      best.push(column.key);
    }
    return best.sort((a, b) => place(a) - place(b));
  };
  return [...pick(true, MEASURED_COLUMNS), ...pick(false, WORDED_COLUMNS)];
}

/** The name without the words that distinguish a minimum, a maximum and a range: of several temperatures one column is enough. */
function quantityOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/\b(min|max|minimum|maximum|lowest|highest|range)\b/g, ' ')
    .replace(/[\s()]+/g, ' ')
    .trim();
}

interface Candidate {
  readonly key: string;
  readonly isMeasured: boolean;
  readonly worth: number;
}

function rank(parts: readonly Part[], keys: SpecKeys, total: number, shownBefore: ReadonlySet<string>): Candidate[] {
  const texts = new Map<string, string[]>();
  for (const part of parts) {
    for (const [key, spec] of Object.entries(part.specs ?? {})) {
      const text = specText(key, spec, keys).text;
      if (text === '') continue;
      const known = texts.get(key);
      if (known) known.push(text);
      else texts.set(key, [text]);
    }
  }
  const candidates: Candidate[] = [];
  for (const [key, values] of texts) {
    const share = values.length / parts.length;
    const isShown = shownBefore.has(key);
    if (share < (isShown ? STILL_ENOUGH : ENOUGH)) continue;
    const known = keys.get(key);
    const isMeasured = Boolean(known?.metadata?.unit);
    // A spec that all parts have, such as a temperature range, says less about these parts than one that only they have.
    const rarity = (total / Math.max(1, known?.parts ?? total)) ** 0.25;
    candidates.push({ key, isMeasured, worth: share * variety(values) * rarity * (isShown ? STAYING : 1) });
  }
  return candidates.sort((a, b) => b.worth - a.worth || (a.key < b.key ? -1 : 1));
}

/**
 * The probability that two rows have different values; slightly more, so that specs on which all rows agree have an order too.
 */
function variety(values: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let same = 0;
  for (const count of counts.values()) same += (count / values.length) ** 2;
  return 1.05 - same;
}
