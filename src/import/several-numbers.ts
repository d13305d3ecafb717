import type { Offer } from '../model/documents.js';

/** Numbers of which exports write several in a cell, for the packagings of a part: those of Digi-Key and LCSC. */
const DIGI_KEY = /^\S+-ND$/iu;
const KINDS = [DIGI_KEY, /^C\d{3,}$/iu];
/** Longer cells are one number. */
const LONGEST = 500;

/**
 * An offer for each number of its cell, such as `311-10KTR-ND,311-10KCT-ND`, with the packaging in the same place where there are as many.
 * Numbers of other kinds may have a comma inside: `BC847B,215`.
 */
export function offersOfNumbers(offer: Offer): Offer[] {
  const { packaging, prices } = offer;
  const sku = offer.sku ?? '';
  const numbers = sku.length > LONGEST ? [sku] : sku.split(/[,;]\s*/u);
  const areSeveral = numbers.length > 1 && KINDS.some((kind) => numbers.every((number) => kind.test(number)));
  if (!areSeveral) return [offer];
  const packagings = packaging?.split(/[,;]\s*/u) ?? [];
  const inPlace = packagings.length === numbers.length ? packagings : undefined;
  return numbers.map((number, i) => ({
    ...offer,
    sku: number,
    ...(inPlace && { packaging: inPlace[i] }),
    // Further rows complete the prices of each.
    ...(prices && { prices: structuredClone(prices) }),
  }));
}

/** Whether a cell has a number of Digi-Key, whose carts have them as `Part Number`. */
export function isDigiKeyNumber(text: string): boolean {
  return text.length <= LONGEST && DIGI_KEY.test(text);
}
