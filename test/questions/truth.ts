import type { Part } from '../../src/model/documents.js';
import { meanPriceOf } from '../support/mean-price-of.js';

/** Whether a knowledgeable person accepts a part. The predicates look at documents alone, and share nothing with the engine. */
export type Accepts = (part: Part) => boolean;

/** Names of the sample's categories by uid. */
export type CategoryNames = ReadonlyMap<string, string>;

export const all =
  (...conditions: readonly Accepts[]): Accepts =>
  (part) =>
    conditions.every((accepts) => accepts(part));

export const not =
  (condition: Accepts): Accepts =>
  (part) =>
    !condition(part);

function textOf(part: Part): string {
  return [part.mpn, part.short_description, ...(part.descriptions ?? []).map(({ value }) => value)].join(' | ');
}

/** One of its texts matches. */
export const text =
  (pattern: RegExp): Accepts =>
  (part) =>
    pattern.test(textOf(part));

function valuesOf(part: Part, key: string): readonly string[] {
  const { value: given } = part.specs?.[key] ?? {};
  return given === undefined ? [] : [given].flat().map(String);
}

/** The test holds for a value of the spec; where a part lacks it, its words decide. */
function spec(key: string, test: (value: string) => boolean, words?: RegExp): Accepts {
  return (part) => {
    const values = valuesOf(part, key);
    return values.length > 0 ? values.some(test) : (words?.test(textOf(part)) ?? false);
  };
}

/** A number. @param words what stands in the texts of a part without the spec */
export const number = (key: string, value: number, words?: RegExp): Accepts =>
  spec(key, (one) => Math.abs(Number(one) - value) <= Math.abs(value) * 1e-9, words);

export const atLeast = (key: string, value: number): Accepts => spec(key, (one) => Number(one) >= value);

export const above = (key: string, value: number): Accepts => spec(key, (one) => Number(one) > value);

export const between = (key: string, low: number, high: number): Accepts =>
  spec(key, (one) => Number(one) >= low && Number(one) <= high);

/** A string value matches. */
export const value = (key: string, pattern: RegExp, words: RegExp = pattern): Accepts =>
  spec(key, (one) => pattern.test(one), words);

/** The brand or the manufacturer has a name that begins so. */
export const maker =
  (beginning: string): Accepts =>
  (part) =>
    [part.brand?.name, part.manufacturer?.name].some((name) => name?.toLowerCase().startsWith(beginning.toLowerCase()));

/** Its number begins so, letters and digits alone. */
export const mpn =
  (beginning: string): Accepts =>
  (part) =>
    part.mpn
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .startsWith(beginning.toLowerCase());

/** Some offer has a stock. */
export const inStock: Accepts = (part) =>
  (part.offers ?? []).some(({ in_stock_quantity: stock }) => Number(stock) > 0 || Number(stock) === -2);

/** Some offer is of a seller of that name. */
export const seller =
  (name: string): Accepts =>
  (part) =>
    (part.offers ?? []).some((offer) => offer.seller?.name === name);

/** The mean price is below an amount of US dollars. */
export const cheaperThan =
  (dollars: number): Accepts =>
  (part) => {
    const price = meanPriceOf(part.offers ?? [], 'USD');
    return price !== undefined && Number(price) < dollars;
  };

/** A category of one of these names. */
export function categoryOf(names: CategoryNames): (...wanted: readonly string[]) => Accepts {
  return (...wanted) =>
    (part) =>
      (part.category_uids ?? []).some((uid) => wanted.includes(names.get(uid) ?? ''));
}
