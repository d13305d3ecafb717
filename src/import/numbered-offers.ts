import type { HeadingMeaning } from './heading-meaning.js';
import { knownHeading } from './headings.js';

/** A number behind a heading: `Price 2`, `Unit Price 2 (USD)`. */
const AT_END = /^(.*[^\d.,])(\d{1,2})(\s*[([][^()[\]]{1,30}[)\]])?$/u;
/** A number behind the first word: `Supplier 2 Price`. */
const INSIDE = /^(\p{L}+)[\s_#.-]*(\d{1,2})[\s_.:-]*(\D.*)$/u;
const LONGEST = 100;

/** A heading with a number, and what it says without it. */
interface Numbered {
  readonly number: number;
  readonly meaning: HeadingMeaning;
}

/** Whether columns with this meaning say whose offer a row has. */
function isOfSeller({ as }: HeadingMeaning): boolean {
  return as === 'offers.seller.name' || as === 'offers.sku';
}

function numberedIn(heading: string): Numbered | undefined {
  const text = heading.length > LONGEST ? '' : heading.trim();
  const inside = INSIDE.exec(text);
  if (inside && knownHeading(inside[1])?.as === 'offers.seller.name') {
    return ofOffer(Number(inside[2]), knownHeading(`${inside[1]} ${inside[3]}`));
  }
  const [, before = '', number, behind = ''] = AT_END.exec(text) ?? [];
  if (number === undefined) return undefined;
  // `SKU #2`, but `Supplier Part # 2`.
  return ofOffer(Number(number), knownHeading(before + behind) ?? knownHeading(before.replace(/#$/, '') + behind));
}

function ofOffer(number: number, meaning: HeadingMeaning | undefined): Numbered | undefined {
  // A seller in the heading says whose it is.
  if (!meaning || number === 0 || meaning.certainty !== undefined || meaning.seller !== undefined) return undefined;
  if (meaning.as === 'external_links.product_url') return { number, meaning: { as: 'offers.product_url' } };
  return meaning.as.startsWith('offers.') || meaning.as === 'ignored' ? { number, meaning } : undefined;
}

/**
 * What headings say where sellers are numbered: beside `Supplier 2`, the number of `Stock 2` and `Price 2` is that of the offer, not of
 * pieces.
 * @param headings distinct: the second `Price` of a table is `Price 2`
 */
export function withNumberedOffers(
  headings: readonly string[],
  meanings: readonly (HeadingMeaning | undefined)[],
): readonly (HeadingMeaning | undefined)[] {
  const numbered = headings.map(numberedIn);
  const sellers = new Set(numbered.flatMap((one) => (one && isOfSeller(one.meaning) ? [one.number] : [])));
  if (sellers.size === 0) return meanings;
  return meanings.map((meaning, i) => {
    const one = numbered[i];
    return one && sellers.has(one.number) ? { offer: one.number, ...one.meaning } : meaning;
  });
}
