import { BrandNames } from '../merge/likely-brands.js';
import type { Brand, Part } from '../model/documents.js';
import { wrongArgument } from '../model/issues.js';
import { isIterable } from '../model/plain.js';
import { uidOfName } from './identity.js';

/**
 * Proposes a table of aliases: records of the brands that parts are likely to write in several ways, such as `Murata Electronics` and
 * `muRata(村田)`, for a person to check and for the brands of a build with `merge`. Each has the name and uid of the spelling of most
 * parts, and the others as aliases. Names that differ only in case, accents or blanks are one brand without a record.
 * @param parts a part without a brand counts for its manufacturer
 * @throws ValidationError for what is not an iterable of parts
 */
export async function proposeBrands(parts: Iterable<Part> | AsyncIterable<Part>): Promise<Brand[]> {
  if (!isIterable(parts)) throw wrongArgument('parts', 'an iterable or async iterable of parts', parts);
  const names = new BrandNames();
  for await (const { brand, manufacturer } of parts) names.add(brand ?? manufacturer);
  return names.likelyDuplicates(uidOfName);
}
