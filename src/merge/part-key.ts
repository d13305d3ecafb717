import { fold, partNumberForm } from '../analysis/text.js';
import { type GroupsOfCompanies, type NamedCompany, nameOf } from './company-groups.js';

/** How parts of several sources become one: by equal uids, or by the brand and the form of the part number. */
export type MergeBy = 'uid' | 'brand and part number';

export const MERGES: readonly MergeBy[] = ['uid', 'brand and part number'];

/** What identifies a part. */
export interface IdentifiedPart {
  readonly uid: string;
  readonly mpn: string;
  readonly brand?: NamedCompany;
  readonly manufacturer?: NamedCompany;
}

/** A text that is equal for equal part numbers: its form, or the folded text of a number without letters and digits. */
export function numberKey(mpn: string): string {
  return partNumberForm(mpn) || fold(mpn);
}

/** A text that is equal for parts that are one: docs/import.md, "Several sources". */
export function keyOfPart(part: IdentifiedPart, by: MergeBy, companies: GroupsOfCompanies): string {
  if (by === 'uid') return part.uid;
  const number = numberKey(part.mpn);
  // With its length, the number ends where it does, whatever a uid of the brand contains.
  return `${number.length} ${number}${brandKey(part, companies)}`;
}

/** That of the brand; a part without one has the brand of its manufacturer's name. */
function brandKey({ brand, manufacturer }: IdentifiedPart, { brands, manufacturers }: GroupsOfCompanies): string {
  const key = brands.keyOf(brand);
  if (key !== '' || !manufacturer) return key;
  const name = nameOf(manufacturer) === '' ? manufacturers.givenName(manufacturer.uid) : manufacturer.name;
  const named = brands.keyOf({ name });
  return named === '' && typeof manufacturer.uid === 'string' ? `manufacturer ${manufacturer.uid}` : named;
}
