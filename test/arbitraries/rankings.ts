import fc from 'fast-check';
import type { JsonSource } from './catalogs.js';

/**
 * Catalogs and keyword queries in which order is all that matters: few words, in every field that is searched, in texts
 * of all lengths, so that neighbouring scores are close and any other weight changes an order.
 */

const WORDS = ['film', 'thick', 'chip', 'lm317', 'ti', 'yageo', 'reel', '1.8v', 'smd', 'digi', 'ohm'];
const RARE = ['tantalum', 'zener', 'mosfet'];

const word = () =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.constantFrom(...RARE) });
const text = (maxLength: number) => fc.array(word(), { minLength: 1, maxLength, size: 'max' }).map((words) => words.join(' '));
const texts = (count: number, maxLength: number) => fc.array(text(maxLength), { maxLength: count });

const part = fc
  .record({
    mpn: text(2),
    brand: text(2),
    sellers: texts(2, 2),
    skus: texts(2, 2),
    descriptions: fc.oneof({ weight: 9, arbitrary: texts(2, 12) }, { weight: 1, arbitrary: texts(2, 400) }),
  })
  .map(({ mpn, brand, sellers, skus, descriptions }) => ({
    mpn,
    brand: { name: brand },
    offers: [...sellers.map((name) => ({ seller: { name } })), ...skus.map((sku) => ({ sku }))],
    descriptions: descriptions.map((value) => ({ value })),
  }));

export const rankedCatalogs = (): fc.Arbitrary<JsonSource> =>
  fc
    .record({
      parts: fc.array(part, { minLength: 40, maxLength: 160, size: 'max' }),
      brands: fc.array(fc.record({ name: text(4), aliases: texts(3, 4) }), { maxLength: 30 }),
    })
    .map(({ parts, brands }) => ({
      parts: parts.map((members, i) => ({ uid: String(i), ...members })),
      brands: brands.map((members, i) => ({ uid: String(i), ...members })),
      categories: [],
      manufacturers: [],
      sellers: [],
      spec_metadata: [],
    }));

/** Words, phrases, repetitions, wildcards and exclusions. */
export const rankedQueries = (): fc.Arbitrary<string> => {
  const term = fc.oneof(
    { weight: 8, arbitrary: word() },
    { weight: 2, arbitrary: fc.tuple(word(), word()).map((words) => `"${words.join(' ')}"`) },
    { weight: 1, arbitrary: fc.tuple(word(), word()).map((words) => words.join('')) },
    { weight: 1, arbitrary: word().map((text) => `*${text.slice(0, 3)}*`) },
    { weight: 1, arbitrary: fc.constantFrom(...RARE).map((text) => `-${text}`) },
  );
  return fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(' '));
};
