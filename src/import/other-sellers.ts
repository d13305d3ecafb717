import { firstFew } from './first-few.js';
import type { TableHeader } from './header.js';
import { knownHeading } from './headings.js';

const LONGEST = 100;

/**
 * A note on columns that may have prices of sellers whose names are not known: `Preis Huber` beside `Preis Mouser`. The word may as well mean
 * something else (`Preis alt`), so that they are not read as such.
 */
export function noteOfOtherSellers(
  { headings, meanings }: TableHeader,
  isGiven: (heading: string) => boolean,
): string | undefined {
  if (!meanings.some((meaning) => meaning?.as === 'offers.prices' && meaning.seller !== undefined)) return undefined;
  const found = headings.filter((heading, i) => !meanings[i] && !isGiven(heading) && isPriceBesideName(heading));
  if (found.length === 0) return undefined;
  const names = firstFew(found.map((heading) => `"${heading}"`));
  const are = found.length === 1 ? 'is a spec; it may have prices of a seller' : 'are specs; they may have prices of sellers';
  return `${names} ${are}, which a map says with "as" and "seller"`;
}

/** Whether a heading without its first or last word is one of prices. */
function isPriceBesideName(heading: string): boolean {
  const words = heading.length > LONGEST ? [] : heading.trim().split(/\s+/u);
  if (words.length < 2) return false;
  return [words.slice(1), words.slice(0, -1)].some((rest) => knownHeading(rest.join(' '))?.as === 'offers.prices');
}
