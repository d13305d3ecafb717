import type { Random } from '../../src/sample/random.js';
import type { Maker } from './pieces.js';
import {
  any,
  anyField,
  clause,
  escaped,
  frequent,
  HEX,
  letters,
  NAME_FIELDS,
  NUMBER_FIELDS,
  numberField,
  numberRange,
  pattern,
  price,
  quoted,
  STOCKS,
  spec,
  TEXT_FIELDS,
  textRange,
  UID_FIELDS,
} from './random-texts.js';
import type { Words } from './words.js';

/** A text that may be in any member of a part. */
function anywhere(random: Random, { words, phrases, mpns }: Words): string {
  const shapes = [
    () => escaped(frequent(random, words)),
    () => quoted(frequent(random, phrases)),
    () => `${letters(random, 2)}*`,
    () => pattern(random),
    () => textRange(random),
    () => quoted(any(random, mpns)),
  ];
  return random.pick(shapes)();
}

function moneyRange(random: Random): string {
  const low = random.below(100) / 100;
  return random.pick([`[${low} TO *]`, `[* TO ${low + random.below(1000)}]`, `{${low} TO ${low + 1}]`, '*']);
}

/** Conditions of one offer, joined by one operator. */
function offerGroup(random: Random, words: Words): string {
  const conditions = [
    () => `in_stock_quantity:${numberRange(random)}`,
    () => `moq:${numberRange(random)}`,
    () => `${price(random)}:${moneyRange(random)}`,
    () => `seller.name:${quoted(frequent(random, words.sellers))}`,
    () => `seller.name:${pattern(random)}`,
    () => `sku:${letters(random, 2)}*`,
    () => `sku:${pattern(random)}`,
    () => `sku:${textRange(random)}`,
    () => `packaging:${letters(random, 1)}*`,
    () => 'is_authorized:true',
  ];
  const one = () => `${random.chance(0.2) ? 'NOT ' : ''}${random.pick(conditions)()}`;
  const operator = random.pick([' AND ', ' OR ']);
  return `(${Array.from({ length: 1 + random.below(5) }, one).join(operator)})`;
}

/** Clauses of filter queries. */
export const CLAUSES = {
  uidPrefix: clause(UID_FIELDS, (random) => `${letters(random, 2, HEX)}*`),
  uidPattern: clause(UID_FIELDS, (random) => `*${letters(random, 2, HEX)}*`),
  uidRange: clause(UID_FIELDS, (random) => textRange(random, HEX)),
  uid: clause(['uid'], (random, { uids }) => any(random, uids)),
  wordPrefix: clause(TEXT_FIELDS, (random) => `${letters(random, 2)}*`),
  wordPattern: clause(TEXT_FIELDS, pattern),
  wordRange: clause(TEXT_FIELDS, (random) => textRange(random)),
  word: clause(TEXT_FIELDS, (random, { words }) => escaped(frequent(random, words))),
  wordPhrase: clause(TEXT_FIELDS, (random, { phrases }) => quoted(frequent(random, phrases))),
  numberPrefix: clause(NUMBER_FIELDS, (random) => `${letters(random, 2)}*`),
  numberPattern: clause(NUMBER_FIELDS, pattern),
  numberRange: clause(NUMBER_FIELDS, (random) => textRange(random)),
  number: clause(NUMBER_FIELDS, (random, { mpns }) => quoted(any(random, mpns))),
  name: clause(NAME_FIELDS, (random, { brands, sellers }) => quoted(frequent(random, random.chance(0.7) ? brands : sellers))),
  namePrefix: clause(NAME_FIELDS, (random) => `${letters(random, 1)}*`),
  namePattern: clause(NAME_FIELDS, pattern),
  nameRange: clause(NAME_FIELDS, (random) => textRange(random)),
  range: (random, words) => ({ name: numberField(random, words), value: numberRange(random) }),
  present: (random, words) => ({ name: anyField(random, words), value: '*' }),
  string: (random, words) => {
    const key = frequent(random, words.strings);
    return {
      name: spec(key),
      value: random.chance(0.3) ? `${letters(random, 1)}*` : quoted(any(random, words.values[key] ?? [])),
    };
  },
  category: clause(['category_uids'], (random, { categories }) => frequent(random, categories)),
  anyText: clause(['words'], (random, words) => anywhere(random, words)),
  price: (random) => ({ name: `${random.chance(0.3) ? 'offers.' : ''}${price(random)}`, value: moneyRange(random) }),
  stock: clause(STOCKS, (random) => numberRange(random)),
  extent: (random, { numbers }) => {
    const field = spec(frequent(random, numbers)).replace(/value$/, random.pick(['range', 'covers', 'min_value', 'max_value']));
    return { name: field, value: random.chance(0.1) ? '*' : numberRange(random) };
  },
  offer: clause(['offers'], (random, words) => offerGroup(random, words)),
} satisfies Record<string, Maker>;
