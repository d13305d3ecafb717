import type { Random } from '../../src/sample/random.js';
import type { Maker } from './pieces.js';
import type { Words } from './words.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const HEX = '0123456789abcdef';

export const named = (name: string, write: (random: Random, words: Words) => string): Maker => {
  return (random, words) => ({ name, value: write(random, words) });
};
export const unnamed = (write: (random: Random, words: Words) => string): Maker => named('', write);

/** An item of a list, usually from its beginning, where the most frequent ones are. */
export function frequent(random: Random, list: readonly string[]): string {
  return list.length === 0 ? 'x' : list[Math.floor(list.length * random.next() ** 3)];
}

export const any = (random: Random, list: readonly string[]): string => (list.length === 0 ? 'x' : random.pick(list));

export function letters(random: Random, most: number, alphabet = LETTERS): string {
  const [length, from] = [1 + random.below(most), [...alphabet]];
  return Array.from({ length }, () => random.pick(from)).join('');
}

/** One to three characters with wildcards around and between them, or none at all. */
export function pattern(random: Random): string {
  const shapes = [
    () => `*${letters(random, 1)}*${letters(random, 1)}*`,
    () => `*${letters(random, 1)}*`,
    () => `?${letters(random, 1)}*`,
    () => '?*',
    () => `${'?'.repeat(1 + random.below(8))}*`,
    () => `*${letters(random, 2)}`,
    () => `*${letters(random, 1)}?${letters(random, 1)}*`,
    () => `${letters(random, 1)}*${letters(random, 1)}*${letters(random, 1)}*`,
    () => `*${letters(random, 3)}*`,
  ];
  return random.pick(shapes)();
}

export function textRange(random: Random, alphabet = LETTERS): string {
  const ends = [letters(random, 2, alphabet), letters(random, 2, alphabet)].sort();
  return random.pick([
    `[${ends[0]} TO ${ends[1]}]`,
    `[${ends[0]} TO *]`,
    `{* TO ${ends[1]}}`,
    `[${alphabet[0]} TO ${alphabet.at(-1)}]`,
  ]);
}

export function numberRange(random: Random): string {
  const low = random.below(1000);
  const long = () => `${random.digits(9).repeat(50)}.5`;
  return random.pick([
    `[${low} TO *]`,
    `[* TO ${low + 10 ** random.below(8)}]`,
    `{${low} TO ${low + 1 + random.below(100_000)}}`,
    `[0 TO ${long()}]`,
  ]);
}

export const escaped = (text: string) => text.replace(/[()"*?[\]{}:\\\s]/g, '\\$&');
export const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
export const spec = (key: string) => `specs.${key}.value`;

export const TEXT_FIELDS = ['descriptions.value', 'short_description'];
export const NUMBER_FIELDS = ['mpn', 'offers.sku'];
export const NAME_FIELDS = ['brand.name', 'manufacturer.name', 'offers.seller.name', 'offers.packaging'];
export const UID_FIELDS = ['uid', 'uid', 'uid', 'brand.uid', 'manufacturer.uid', 'offers.seller.uid', 'category_uids'];
const PLAIN_NUMBERS = ['offers.in_stock_quantity', 'offers.moq', 'avg_price', 'offers.factory_lead_days'];
export const STOCKS = ['total_stock', 'sellers_in_stock', 'authorized_sellers', 'offers_count'];

/** A clause of one of several fields. */
export const clause = (fields: readonly string[], write: (random: Random, words: Words) => string): Maker => {
  return (random, words) => ({ name: random.pick(fields), value: write(random, words) });
};

/** A price at some quantity: each of them is computed from the offers of all parts. */
export function price(random: Random): string {
  const quantity = random.chance(0.3) ? 1 : 1 + random.below(10 ** (1 + random.below(6)));
  return `price.${random.chance(0.9) ? 'USD' : 'EUR'}.${quantity}`;
}

export const numberField = (random: Random, { numbers }: Words) =>
  numbers.length > 0 && random.chance(0.5) ? spec(frequent(random, numbers)) : random.pick(PLAIN_NUMBERS);

export function anyField(random: Random, words: Words): string {
  const specs = random.chance(0.5) ? words.numbers : words.strings;
  if (specs.length > 0 && random.chance(0.7)) return spec(any(random, specs));
  return random.pick([...NUMBER_FIELDS, ...NAME_FIELDS, ...PLAIN_NUMBERS, ...STOCKS, price(random), 'uid', 'category_uids']);
}

/** In `q`, three characters must not be wildcards. */
export function keywordPattern(random: Random): string {
  const one = () => letters(random, 1);
  const shapes = [
    `*${one()}*${one()}*${one()}*`,
    `${one()}*${one()}*${one()}*`,
    `*${letters(random, 3)}${one()}${one()}*`,
    `*${one()}?${one()}*${one()}`,
  ];
  return random.pick(shapes);
}

/** Numbers are truncated and misspelled, to trigger the search for near matches. */
export function misspelled(random: Random, number: string): string {
  const at = random.below(number.length);
  return random.pick([
    number.slice(0, at + 1),
    number.slice(0, at) + letters(random, 1) + number.slice(at + 1),
    number.slice(at),
    `${number}${letters(random, 2)}`,
  ]);
}

/** In patterns of part numbers, three characters are not wildcards. */
export function matchPattern(random: Random): string {
  return `*${letters(random, 1)}*${letters(random, 1)}*${letters(random, 1)}*`;
}
