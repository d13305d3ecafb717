import type { HeadingMeaning } from './heading-meaning.js';

/** What headings say, and what a person should know of it. */
export interface SettledMeanings {
  readonly meanings: readonly (HeadingMeaning | undefined)[];
  readonly notes: readonly string[];
}

/**
 * Decides on the prices whose headings have a year behind them, as `Preis 2025`. A year is not a quantity, unless another price of the
 * same offer counts from a quantity. Of several years the newest one has the price, unless a column without a year has it. List prices
 * do not count beside others.
 * @param isGiven whether the map says what a column is
 */
export function withYears(
  headings: readonly string[],
  meanings: readonly (HeadingMeaning | undefined)[],
  isGiven: (heading: string) => boolean,
): SettledMeanings {
  if (!meanings.some((meaning) => meaning?.isYear)) return { meanings, notes: [] };
  const groups = new Map<string, number[]>();
  /** Offers with prices that count from several pieces, in any currency. */
  const stepped = new Set<string>();
  for (const [i, meaning] of meanings.entries()) {
    if (meaning?.as !== 'offers.prices' || isGiven(headings[i])) continue;
    const key = `${offerOf(meaning)}\n${meaning.currency ?? ''}`;
    if (!meaning.isYear && (meaning.from ?? '1') !== '1') stepped.add(offerOf(meaning));
    const group = groups.get(key) ?? [];
    group.push(i);
    groups.set(key, group);
  }
  const settled = [...meanings];
  const notes: string[] = [];
  for (const group of groups.values()) {
    const years = group.filter((i) => meanings[i]?.isYear);
    if (years.length === 0 || stepped.has(offerOf(meanings[years[0]]))) continue;
    // List prices give way to others.
    const own = group.filter((i) => !meanings[i]?.isVague);
    const priced = own.length > 0 ? own : group;
    const newest = priced.every((i) => meanings[i]?.isYear) ? newestOf(priced, meanings) : undefined;
    for (const i of years) {
      const year = meanings[i]?.from;
      if (i === newest) {
        settled[i] = withoutQuantity(meanings[i]);
        notes.push(
          `"${headings[i]}" is read as a price of the year ${year}, not as one from ${year} pieces on; a map says otherwise`,
        );
        continue;
      }
      settled[i] = { as: 'ignored' };
      const isOlder = newest !== undefined && Number(year) < Number(meanings[newest]?.from);
      const why = isOlder ? `"${headings[newest]}" is newer` : 'another column has the price';
      notes.push(`"${headings[i]}" is left out as a price of the year ${year}: ${why}`);
    }
  }
  return { meanings: settled, notes };
}

function offerOf(meaning: HeadingMeaning | undefined): string {
  return `${meaning?.seller ?? ''}\n${meaning?.offer ?? 1}`;
}

function newestOf(columns: readonly number[], meanings: readonly (HeadingMeaning | undefined)[]): number {
  return columns.reduce((newest, i) => (Number(meanings[i]?.from) > Number(meanings[newest]?.from) ? i : newest));
}

function withoutQuantity(meaning: HeadingMeaning | undefined): HeadingMeaning | undefined {
  if (!meaning) return undefined;
  const { from: _, isYear: __, ...rest } = meaning;
  return rest;
}
