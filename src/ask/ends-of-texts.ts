import { pluralOf } from './stems.js';
import { END_MARK } from './trade-table.js';

/** A word so long is seldom the last one of another name: hall switches are not switches, but `accelerometers` are what they say. */
const LONG_WORD = 12;

/** How texts of catalogs end that write the name of their category there: `Hall Switches ROHS`. @param names of a thing */
export function endsOfTexts(names: readonly string[]): string[] {
  const exact = names.filter((name) => name.includes(' ') || name.length >= LONG_WORD);
  return exact.flatMap((name) => [...pluralOf(name), name]).map((name) => `${name} ${END_MARK}`);
}
