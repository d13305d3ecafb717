import type { Catalog, Part } from '../partdex.js';
import { CommandError } from './failure.js';

/** Most parts with one number that are listed if a uid is needed. */
const NAMED = 5;

/**
 * The uid of a part by its uid or, if there is none, its part number; undefined if there is no such part.
 * @throws CommandError if several parts have the number
 */
export async function uidOfPart(text: string, catalog: Catalog): Promise<string | undefined> {
  const part = await catalog.parts.get(text, { show: ['uid'] });
  if (part) return part.uid;
  const parts = await withPartNumber(text, catalog);
  if (parts.length < 2) return parts[0]?.uid;
  const named = parts.slice(0, NAMED).map(({ uid, brand }) => `${uid}${brand?.name ? ` (${brand.name})` : ''}`);
  const more = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : '';
  throw new CommandError(`${parts.length} parts have the number "${text}"; name one by its uid: ${named.join(', ')}${more}`);
}

/** Parts with exactly this number, else those whose number differs only in punctuation. */
async function withPartNumber(text: string, catalog: Catalog): Promise<Part[]> {
  const show = ['uid', 'brand.name'];
  const written = await catalog.parts.search({ filter: { fields: { mpn: [text] } }, show, limit: 100 });
  if (written.hits > 0) return written.results.map(({ item }) => item);
  const quoted = text.replace(/["\\]/g, '\\$&');
  const alike = await catalog.parts.search({ filter: { queries: [`mpn:"${quoted}"`] }, show, limit: 100 });
  return alike.results.map(({ item }) => item);
}
