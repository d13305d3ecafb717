import type { HeadingMeaning } from './heading-meaning.js';
import { knownHeading } from './headings.js';

/** A number behind a heading: `Price 2`, `Unit Price 2 (USD)`. */
const AT_END = /^(.*[^\d.,])(\d{1,2})(\s*[([][^()[\]]{1,30}[)\]])?$/u;
/** A number or a letter behind the first word: `Supplier 2 Price`, `Supplier B Price`. */
const INSIDE = /^(\p{L}+)(?:[\s_#.-]*(\d{1,2})[\s_.:-]*|[\s_.-]+([A-I])[\s_.:-]+)(\D.*)$/u;
/** The same at the end: `Price Supplier 2`. */
const BEHIND = /^(.*\S)\s+(\p{L}+)(?:[\s_#.-]*(\d{1,2})|[\s_.-]+([A-I]))$/u;
const LONGEST = 100;

/** A heading with a number, and what it says without it. */
interface Numbered {
  readonly number: number;
  readonly meaning: HeadingMeaning;
  /** The numbered seller that the heading begins with: `Supplier 2` of `Supplier 2 Price`. */
  readonly seller?: string;
}

/** Whether columns with this meaning say whose offer a row has. */
function isOfSeller({ as }: HeadingMeaning): boolean {
  return as === 'offers.seller.name' || as === 'offers.sku';
}

function numberedIn(heading: string): Numbered | undefined {
  const text = heading.length > LONGEST ? '' : heading.trim();
  const [, word = '', digits, letter, rest = ''] = INSIDE.exec(text) ?? [];
  if (knownHeading(word)?.as === 'offers.seller.name') return ofSeller(word, digits ?? letter, `${word} ${rest}`);
  const [, first = '', last = '', lastDigits, lastLetter] = BEHIND.exec(text) ?? [];
  const ofLast = knownHeading(last)?.as === 'offers.seller.name' ? ofSeller(last, lastDigits ?? lastLetter, first) : undefined;
  if (ofLast) return ofLast;
  const [, before = '', number, behind = ''] = AT_END.exec(text) ?? [];
  if (number === undefined) return undefined;
  // `SKU #2`, but `Supplier Part # 2`.
  return ofOffer(Number(number), knownHeading(before + behind) ?? knownHeading(before.replace(/#$/, '') + behind));
}

/** @param which the number or the letter of the seller */
function ofSeller(word: string, which: string, rest: string): Numbered | undefined {
  const number = /\d/.test(which) ? Number(which) : which.charCodeAt(0) - 0x40;
  const known = ofOffer(number, knownHeading(rest));
  return known && { ...known, seller: `${word} ${/\d/.test(which) ? number : which}` };
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
  const isOfOne = (one: Numbered) => one.seller !== undefined || isOfSeller(one.meaning);
  const sellers = new Set(numbered.flatMap((one) => (one && isOfOne(one) ? [one.number] : [])));
  if (sellers.size === 0) return meanings;
  // Where no column has names, several sellers are called what their headings call them: offers of one seller could be taken for the same.
  const known = [...meanings, ...numbered.map((one) => one?.meaning)];
  const isNamed = sellers.size === 1 || known.some((meaning) => meaning?.as === 'offers.seller.name');
  const names = new Map(isNamed ? [] : numbered.flatMap((one) => (one?.seller ? [[one.number, one.seller] as const] : [])));
  return meanings.map((meaning, i) => {
    const one = numbered[i];
    if (!one || !sellers.has(one.number)) return meaning;
    const seller = names.get(one.number);
    return { offer: one.number, ...(seller !== undefined && { seller }), ...one.meaning };
  });
}
