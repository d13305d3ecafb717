import type { Catalog, Part } from '../partdex.js';
import { CommandError } from './failure.js';

/** Most parts with one number that are listed if a uid is needed. */
const NAMED = 5;

/**
 * The uid of a part by its uid or, if there is none, its part number, or a seller's number; undefined if there is no such part.
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

/** Parts with exactly this number, else those whose number differs only in punctuation; a seller's number comes last. */
async function withPartNumber(text: string, catalog: Catalog): Promise<Part[]> {
  const quoted = text.replace(/["\\]/g, '\\$&');
  for (const field of ['mpn', 'offers.sku']) {
    for (const filter of [{ fields: { [field]: [text] } }, { queries: [`${field}:"${quoted}"`] }]) {
      const { results } = await catalog.parts.search({ filter, show: ['uid', 'brand.name'], limit: 100 });
      if (results.length > 0) return results.map(({ item }) => item);
    }
  }
  return [];
}
