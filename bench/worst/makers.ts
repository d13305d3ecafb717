import { CLAUSES } from './clause-makers.js';
import type { Maker } from './pieces.js';
import {
  any,
  anyField,
  clause,
  frequent,
  keywordPattern,
  letters,
  matchPattern,
  misspelled,
  named,
  numberField,
  price,
  quoted,
  spec,
  unnamed,
} from './random-texts.js';
import { ROOTS } from './root-makers.js';

/** Terms of `q`. */
const TERMS = {
  term: unnamed((random, { words }) => frequent(random, words)),
  termPhrase: unnamed((random, { phrases }) => quoted(frequent(random, phrases))),
  termPattern: unnamed(keywordPattern),
  termPrefix: unnamed((random) => `${letters(random, 3)}*`),
  termNot: unnamed(
    (random, { words, phrases }) => `-${random.chance(0.5) ? frequent(random, words) : quoted(frequent(random, phrases))}`,
  ),
  termLong: unnamed((random, { words }) => quoted(Array.from({ length: 60 }, () => frequent(random, words)).join(' '))),
  termWrong: unnamed((random, { words, mpns }) =>
    misspelled(random, random.chance(0.7) ? frequent(random, words) : any(random, mpns)),
  ),
  termJoined: unnamed((random, { words }) => `${frequent(random, words)}-${frequent(random, words)}`),
} satisfies Record<string, Maker>;

/** Fields to count or to sort by, and values of `filter.fields`. */
const FIELDS = {
  anyField: (random, words) => ({ name: anyField(random, words), value: '' }),
  numberField: (random, words) => ({ name: numberField(random, words), value: '' }),
  priceField: (random) => ({ name: price(random), value: '' }),
  categories: named('category_uids', () => ''),
  extentField: (random, { numbers }) => ({ name: spec(frequent(random, numbers)).replace(/value$/, 'range'), value: '' }),
  /** The value is the text that the values of a facet contain. */
  facetContaining: (random, words) => ({ name: anyField(random, words), value: letters(random, 2) }),
  score: named('score', () => ''),
  fieldValue: (random, words) => {
    const pick = random.below(3);
    if (pick === 0) return { name: 'brand.name', value: frequent(random, words.brands) };
    if (pick === 1) return { name: 'category_uids', value: frequent(random, words.categories) };
    const key = any(random, words.strings);
    return { name: spec(key), value: any(random, words.values[key] ?? []) };
  },
} satisfies Record<string, Maker>;

/** Conditions of match queries; three characters of a number are not wildcards. */
const CONDITIONS = {
  matchPattern: clause(['mpn', 'sku', 'mpn_or_sku'], matchPattern),
  matchPrefix: clause(['mpn', 'sku', 'mpn_or_sku'], (random, { mpns }) => `${any(random, mpns).slice(0, 3)}*`),
  matchNumber: clause(['mpn', 'sku', 'mpn_or_sku'], (random, { mpns, skus }) =>
    misspelled(random, any(random, random.chance(0.5) ? mpns : skus)),
  ),
  matchShort: clause(['mpn_or_sku'], (random) => letters(random, 3)),
  matchQ: named('q', (random, { phrases }) =>
    Array.from({ length: 50 }, () => (random.chance(0.8) ? keywordPattern(random) : quoted(frequent(random, phrases)))).join(' '),
  ),
  matchName: clause(['brand', 'seller'], (random, { brands, sellers }) =>
    frequent(random, random.chance(0.5) ? brands : sellers),
  ),
} satisfies Record<string, Maker>;

/** Pieces of questions. */
const QUESTIONS = {
  questionWord: unnamed((random, { words }) => frequent(random, words)),
  questionName: unnamed((random, { brands, sellers }) =>
    random.chance(0.7) ? any(random, brands) : `from ${any(random, sellers)}`,
  ),
  questionValue: unnamed((random, { strings, values }) => any(random, values[frequent(random, strings)] ?? [])),
  questionNumber: unnamed((random, { mpns }) => (random.chance(0.5) ? any(random, mpns) : misspelled(random, any(random, mpns)))),
  questionQuantity: unnamed((random) => {
    const number = `${1 + random.below(100)}${random.pick(['', 'k', 'M', 'u', 'n', 'm', 'p'])}`;
    const unit = random.pick(['', 'V', 'A', 'W', 'F', 'Hz', 'ohm', '%', ' pin', 'mm', '°C']);
    return `${random.pick(['', '', 'at least ', 'under ', 'between 1 and ', '> '])}${number}${unit}`;
  }),
  questionWish: unnamed((random) =>
    random.pick(['in stock', 'under $0.05', 'cheapest', '100+ in stock', '$1', 'dual', '16 pin', '4x4mm']),
  ),
  questionWrong: unnamed((random, { words }) => misspelled(random, `${frequent(random, words)}${letters(random, 3)}`)),
  questionPhrase: unnamed((random, { phrases }) => `${random.chance(0.3) ? '-' : ''}${quoted(frequent(random, phrases))}`),
} satisfies Record<string, Maker>;

/** Beginnings of filter queries: the last of them is completed. */
const TYPED = {
  typedField: unnamed((random, words) => anyField(random, words).slice(0, 1 + random.below(24))),
  typedClause: unnamed((random, words) => {
    const { name, value } = random.pick(Object.values(CLAUSES))(random, words);
    return `${name}:${value}`;
  }),
  typedValue: unnamed((random, words) => `${anyField(random, words)}:${letters(random, 2)}`),
  typedOffer: unnamed((random, words) => `offers:(seller.name:${frequent(random, words.sellers).slice(0, 2)}`),
} satisfies Record<string, Maker>;

/** All makers by name. */
export const MAKERS = {
  ...CLAUSES,
  ...TERMS,
  ...FIELDS,
  ...CONDITIONS,
  ...QUESTIONS,
  ...TYPED,
  ...ROOTS,
} satisfies Record<string, Maker>;

export type MakerName = keyof typeof MAKERS;
