import type { HeadingMeaning } from './heading-meaning.js';

/** What headings say, and what a person should know of it. */
export interface SettledMeanings {
  readonly meanings: readonly (HeadingMeaning | undefined)[];
  readonly notes: readonly string[];
}

/**
 * Decides on the prices whose headings have a year behind them, as `Preis 2025`. A year is not a quantity, unless another price of the
 * same offer counts from a quantity. Of several years the newest one has the price, unless a column without a year has it.
 * @param isGiven whether the map says what a column is
 */
export function withYears(
  headings: readonly string[],
  meanings: readonly (HeadingMeaning | undefined)[],
  isGiven: (heading: string) => boolean,
): SettledMeanings {
  if (!meanings.some((meaning) => meaning?.isYear)) return { meanings, notes: [] };
  const groups = new Map<string, number[]>();
  for (const [i, meaning] of meanings.entries()) {
    if (meaning?.as !== 'offers.prices' || isGiven(headings[i])) continue;
    const key = `${meaning.seller ?? ''}\n${meaning.offer ?? 1}\n${meaning.currency ?? ''}`;
    const group = groups.get(key) ?? [];
    group.push(i);
    groups.set(key, group);
  }
  const settled = [...meanings];
  const notes: string[] = [];
  for (const group of groups.values()) {
    const years = group.filter((i) => meanings[i]?.isYear);
    const others = group.flatMap((i) => (meanings[i]?.isYear ? [] : (meanings[i] ?? [])));
    if (years.length === 0 || others.some(({ from }) => from !== undefined && from !== '1')) continue;
    const newest = others.length > 0 ? undefined : newestOf(years, meanings);
    for (const i of years) {
      const isPrice = i === newest;
      settled[i] = isPrice ? withoutQuantity(meanings[i]) : { as: 'ignored' };
      const year = meanings[i]?.from;
      notes.push(
        isPrice
          ? `"${headings[i]}" is read as a price of the year ${year}, not as one from ${year} pieces on; a map says otherwise`
          : `"${headings[i]}" is left out as a price of the year ${year}: ${newest === undefined ? 'another column has the price' : `"${headings[newest]}" is newer`}`,
      );
    }
  }
  return { meanings: settled, notes };
}

function newestOf(columns: readonly number[], meanings: readonly (HeadingMeaning | undefined)[]): number {
  return columns.reduce((newest, i) => (Number(meanings[i]?.from) > Number(meanings[newest]?.from) ? i : newest));
}

function withoutQuantity(meaning: HeadingMeaning | undefined): HeadingMeaning | undefined {
  if (!meaning) return undefined;
  const { from: _, isYear: __, ...rest } = meaning;
  return rest;
}
