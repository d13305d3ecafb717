import type { TableHeader } from './header.js';
import type { HeadingMeaning } from './heading-meaning.js';
import { memberColumn } from './member-headings.js';
import { priceQuantities } from './price-quantities.js';
import { type CheckedMap, type ColumnMap, MAKES_OFFER, OF_PRICES, readPriceMember } from './table-map.js';

/** A column and the member that it becomes; `specs` and `offers.prices` are completed by its cells. */
export interface AssignedColumn {
  readonly index: number;
  readonly heading: string;
  readonly as: string;
  /** What the map says of it, or the heading, if that is the name of a member. */
  readonly given?: ColumnMap;
  readonly isNamedByHeading?: true;
  readonly seller?: string;
  readonly offer?: number;
  readonly currency?: string;
  readonly from?: string;
  /** The number of pieces that its heading says a price is for. */
  readonly pieces?: string;
  readonly quantity?: string;
  readonly unit?: string;
}

/** Members that a part or an offer has once; further columns of them are specs. */
const ONCE = new Set([
  'uid',
  'brand.name',
  'manufacturer.name',
  'short_description',
  'imagesets.medium_image.url',
  'external_links.product_url',
]);

/**
 * Decides which member each column becomes.
 * @param width number of columns; those beyond the headings are specs
 * @param isPerPrice whether the table has a row for each price
 */
export function assignRoles(header: TableHeader, width: number, map: CheckedMap, isPerPrice: boolean): AssignedColumn[] {
  const headings = Array.from({ length: width }, (_, i) => header.headings[i] ?? `Column ${i + 1}`);
  const given = headings.map((heading) => map.columns.get(heading) ?? memberColumn(heading));
  const pairs = priceQuantities(headings, header.meanings, given, isPerPrice);
  const mpn = mpnColumn(header.meanings, given);
  const all = [...header.meanings, ...given].map((column) => column?.as ?? '');
  const hasPrices = all.some(isPrice);
  const hasOffers = hasPrices || all.some((as) => MAKES_OFFER.has(as));
  const taken = new Set(given.flatMap((column) => (column ? [keyOf(column.as, column.seller, column.offer)] : [])));
  const priced = new Set(header.meanings.flatMap((meaning, i) => (isOwnPrice(meaning, given[i]) ? [offerOf(meaning)] : [])));
  const roleOf = (heading: string, index: number): AssignedColumn => {
    const own = given[index];
    if (own) return { index, heading, as: own.as, given: own, ...(!map.columns.has(heading) && { isNamedByHeading: true }) };
    if (index === mpn) return { index, heading, as: 'mpn' };
    if (pairs.quantities.has(index)) return { index, heading, as: 'offers.prices.quantity' };
    const meaning = header.meanings[index];
    const quantity = pairs.prices.get(index);
    if (!meaning || meaning.as === 'mpn' || meaning.as === 'specs') return { index, heading, as: 'specs' };
    // What says something of offers or prices would be lost without one.
    if (givesWay(meaning, priced)) return { index, heading, as: 'specs' };
    const isOfNone = OF_PRICES.has(meaning.as) ? !hasPrices : meaning.as.startsWith('offers.') && !hasOffers;
    if (isOfNone) return { index, heading, as: 'specs' };
    return assigned(index, heading, meaning, quantity, taken);
  };
  const roles: AssignedColumn[] = [];
  for (const isVague of [false, true]) {
    headings.forEach((heading, i) => {
      if ((header.meanings[i]?.isVague ?? false) === isVague) roles[i] = roleOf(heading, i);
    });
  }
  return roles;
}

/** Whether a column has prices that are not those of lists. */
function isOwnPrice(meaning: HeadingMeaning | undefined, given: ColumnMap | undefined): boolean {
  return given ? isPrice(given.as) : meaning?.as === 'offers.prices' && !meaning.isVague;
}

function offerOf(meaning: HeadingMeaning | undefined): string {
  return `${meaning?.seller ?? ''}\n${meaning?.offer ?? 1}`;
}

/** Whether a column of list prices is not read, since the offer has others, perhaps in another currency. */
function givesWay(meaning: HeadingMeaning, priced: ReadonlySet<string>): boolean {
  const { as, isVague, from = '1' } = meaning;
  return as === 'offers.prices' && isVague === true && from === '1' && priced.has(offerOf(meaning));
}

function isPrice(as: string): boolean {
  return as === 'offers.prices' || readPriceMember(as) !== undefined;
}

function assigned(
  index: number,
  heading: string,
  meaning: HeadingMeaning,
  quantity: string | undefined,
  taken: Set<string>,
): AssignedColumn {
  const { as, seller, currency, unit, pieces } = meaning;
  const from = quantity === undefined ? meaning.from : undefined;
  if (!ONCE.has(as) && !as.startsWith('offers.')) return { index, heading, as };
  if (ONCE.has(as)) {
    if (taken.has(as)) return { index, heading, as: 'specs' };
    taken.add(as);
    return { index, heading, as };
  }
  const number = /\D([2-9]|1\d)\s*$/.exec(heading)?.[1];
  let offer = meaning.offer ?? (as === 'offers.sku' || as === 'offers.seller.name' ? Number(number ?? 1) : 1);
  // `Preis pro 100` is not `Preis 100`.
  const start = quantity ?? (pieces === undefined ? from : `per ${pieces}`) ?? '1';
  const detail = as === 'offers.prices' ? `${as} ${currency ?? ''} ${start}` : as;
  // Cells decide which of several columns has the number of pieces.
  const isTaken = as !== 'offers.prices.pieces' && taken.has(keyOf(detail, seller, offer));
  if (isTaken) {
    // A further number of the same kind is one of another offer; a second stock is not known to be one.
    if (as !== 'offers.sku') return { index, heading, as: 'specs' };
    while (taken.has(keyOf(detail, seller, offer))) offer++;
  }
  taken.add(keyOf(detail, seller, offer));
  return {
    index,
    heading,
    as,
    ...(seller !== undefined && { seller }),
    ...(offer > 1 && { offer }),
    ...(currency !== undefined && { currency }),
    ...(from !== undefined && { from }),
    ...(pieces !== undefined && quantity === undefined && { pieces }),
    ...(quantity !== undefined && { quantity }),
    ...(unit !== undefined && { unit }),
  };
}

function keyOf(as: string, seller: string | undefined, offer: number | undefined): string {
  return ONCE.has(as) ? as : `${as}\n${seller ?? ''}\n${offer ?? 1}`;
}

/**
 * The column of part numbers: the one that the map names, else the first of those that are most certain. `Manufacturer ID` comes behind
 * `Artikelnummer`, and before names.
 */
function mpnColumn(
  meanings: readonly (HeadingMeaning | undefined)[],
  given: readonly (ColumnMap | undefined)[],
): number | undefined {
  if (given.some((column) => column?.as === 'mpn')) return undefined;
  const hasVague = meanings.some((meaning, i) => !given[i] && meaning?.as === 'mpn' && meaning.isVague);
  let best = 0;
  let found: number | undefined;
  meanings.forEach((meaning, i) => {
    const certainty = given[i] ? 0 : certaintyOf(meaning, hasVague);
    if (certainty > best) [best, found] = [certainty, i];
  });
  return found;
}

/** @param hasVague whether a column may have the numbers of makers */
function certaintyOf(meaning: HeadingMeaning | undefined, hasVague: boolean): number {
  if (meaning?.certainty === undefined) return 0;
  if (meaning.isVague) return 1.25;
  return hasVague && meaning.certainty === 1 && meaning.as === 'offers.sku' ? 1.5 : meaning.certainty;
}
