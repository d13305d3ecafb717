import { Random } from '../../src/sample/random.js';
import { drawBill } from './bills.js';
import { entryOf, LeafValues } from './leaf-values.js';
import type { QueryArguments } from './questions.js';
import type { SpecText, Witness } from './sampled-parts.js';
import { TYPING, typedTexts } from './typing.js';

/** Queries of each question, by its name. */
export type DrawnQueries = ReadonlyMap<string, readonly QueryArguments[]>;

/** Seed of the data and of the queries. */
export const SEED = 1;
/** Parts to draw queries from. */
export const WITNESSES = 6000;

/** A category is large if it has this share of all parts. */
const LARGE_SHARE = 0.1;
/** If few categories are large, this number of the largest ones count as such. */
const LEAST_LARGE = 5;
/** Specs that every category has; a range over one would be too cheap. */
const COMMON_SPECS = /operating|pins|supply/;

/**
 * Draws the queries by the rules of the peers' `queries.mjs`, from other data and with a different generator: each is derived
 * from a part, so each has a hit.
 */
export function drawQueries(witnesses: readonly Witness[], seed: number): DrawnQueries {
  const draw = new Draw(witnesses, seed);
  const facets = commonStrings(witnesses);
  const times = (count: number, make: () => QueryArguments) => Array.from({ length: count }, make);
  return new Map([
    ['one-word', times(100, () => [draw.word(draw.next())])],
    ['three-words', times(100, () => draw.words(3))],
    ['two-word-phrase', times(100, () => [draw.neighbours().join(' ')])],
    ['mpn-prefix', times(100, () => [draw.prefix()])],
    ['infix-wildcard', times(50, () => [draw.infix()])],
    ['pattern-wildcard', times(50, () => [draw.pattern()])],
    ['exact-mpn', times(200, () => [draw.next().mpn])],
    ['brand-in-category', times(100, () => draw.brandAndCategory())],
    ['range-in-category', times(100, () => draw.range())],
    ['sort-by-spec', times(50, () => draw.sort())],
    ['offers', times(100, () => draw.offer())],
    ['sort-by-price', times(50, () => draw.sort())],
    ['facets-of-a-range', times(50, () => draw.facetedRange(facets))],
    ['facets-of-all-parts', times(20, () => facets)],
    ['drilldown-of-a-category', times(50, () => [draw.category()])],
    ['parametric-page', times(100, () => draw.parametricPage())],
    ['drilldown-of-a-word', broadWords(witnesses, 20).map((word) => [word])],
    ['drilldown-of-all-parts', times(20, () => [])],
    ['twenty-mpns-and-brands', times(50, () => draw.numbersAndBrands(20))],
    ['bill-of-materials', times(20, () => draw.bill())],
    ['prefix-and-piece-in-keywords', times(100, () => [draw.beginningAndPiece()])],
    [TYPING.name, draw.typedTexts().map((text) => [text])],
  ]);
}

class Draw {
  private readonly random: Random;
  private at = 0;
  private readonly numbers = new LeafValues();
  private readonly strings = new LeafValues();
  /** Category to its deepest descendants whose parts have number specs. */
  private readonly leavesIn = new Map<string, Set<string>>();
  private readonly largeCategories: readonly string[];

  constructor(
    private readonly witnesses: readonly Witness[],
    seed: number,
  ) {
    this.random = new Random(seed, 'benchmark queries');
    const sizes = new Map<string, number>();
    for (const { categories, numbers, strings } of witnesses) {
      for (const category of categories) sizes.set(category, (sizes.get(category) ?? 0) + 1);
      const leaf = categories.at(-1);
      if (leaf === undefined) continue;
      this.strings.add(leaf, strings);
      if (numbers.length === 0) continue;
      this.numbers.add(leaf, numbers);
      for (const category of categories) entryOf(this.leavesIn, category, () => new Set()).add(leaf);
    }
    const bySize = [...sizes].filter(([category]) => this.leavesIn.has(category)).sort((a, b) => b[1] - a[1]);
    const large = bySize.filter(([, size]) => size >= witnesses.length * LARGE_SHARE);
    this.largeCategories = (large.length >= LEAST_LARGE ? large : bySize.slice(0, LEAST_LARGE)).map(([category]) => category);
  }

  /** The next part that has what a query needs. */
  next(isFit: (witness: Witness) => boolean = () => true): Witness {
    for (let tries = 0; tries < this.witnesses.length; tries++) {
      const witness = this.witnesses[this.at++ % this.witnesses.length];
      if (isFit(witness)) return witness;
    }
    throw new Error('no part of the data has what a query needs; name other questions with --only');
  }

  word({ values }: Witness): string {
    const tokens = values.flat();
    for (let tries = 0; tries < 50; tries++) {
      const word = this.random.pick(tokens);
      if (word.length > 1) return word;
    }
    return tokens[0];
  }

  /** Different words of one part. */
  words(count: number): string[] {
    const wordsOf = ({ values }: Witness) => new Set(values.flat().filter((word) => word.length > 1));
    const all = [...wordsOf(this.next((witness) => wordsOf(witness).size >= count))];
    const words = new Set<string>();
    while (words.size < count) words.add(this.random.pick(all));
    return [...words];
  }

  /** Two consecutive words, from the last 60 % of a part's texts (its descriptions) if possible. */
  neighbours(): string[] {
    const { values } = this.next((witness) => witness.values.some((value) => value.length > 1));
    const pairs: { at: number; words: string[] }[] = [];
    let at = 0;
    for (const value of values) {
      for (let i = 0; i + 1 < value.length; i++) pairs.push({ at: at + i, words: value.slice(i, i + 2) });
      at += value.length;
    }
    const late = pairs.filter((pair) => pair.at >= at * 0.4);
    return this.random.pick(late.length > 0 ? late : pairs).words;
  }

  prefix(): string {
    const { mpn } = this.next((witness) => witness.mpn.length > 1);
    return mpn.slice(0, Math.min(mpn.length - 1, 4 + this.random.below(4)));
  }

  infix(): string {
    const { mpn } = this.next((witness) => witness.mpn.length >= 9);
    const length = 4 + this.random.below(4);
    const start = 1 + this.random.below(mpn.length - length - 1);
    return mpn.slice(start, start + length);
  }

  pattern(): string {
    const { mpn } = this.next((witness) => witness.mpn.length >= 9);
    const at = 4 + this.random.below(2);
    return `${mpn.slice(0, at)}?${mpn[at + 1]}*`;
  }

  /** Part number and brand, alternating. */
  numbersAndBrands(count: number): string[] {
    const isBranded = ({ mpn, brand }: Witness) => mpn !== '' && brand !== undefined;
    return Array.from({ length: count }, () => this.next(isBranded)).flatMap(({ mpn, brand }) => [mpn, brand as string]);
  }

  bill(): string[] {
    return drawBill((isFit) => this.next(isFit), this.random);
  }

  typedTexts(): string[] {
    return typedTexts((isFit) => this.next(isFit), this.random);
  }

  /** One to three characters of the beginning, and two to four from anywhere after them. */
  beginningAndPiece(): string {
    const { mpn } = this.next((witness) => witness.mpn.length >= 9);
    const beginning = 1 + this.random.below(3);
    const length = 2 + this.random.below(3);
    const at = beginning + this.random.below(mpn.length - length - beginning + 1);
    return `${mpn.slice(0, beginning)}*${mpn.slice(at, at + length)}*`;
  }

  brandAndCategory(): string[] {
    const { brand, categories } = this.next((witness) => witness.brand !== undefined && witness.categories.length > 0);
    return [brand as string, categories.at(-1) as string];
  }

  /** The deepest category of a part, and the seller, half the stock and the moq of one of its offers. */
  offer(): string[] {
    const { categories, offers } = this.next((witness) => witness.categories.length > 0 && witness.offers.length > 0);
    const { seller, stock, moq } = this.random.pick(offers);
    return [categories.at(-1) as string, seller, String(Math.floor(stock / 2)), String(moq)];
  }

  /** A spec of a category, and up to 40 % of its values. */
  range(): string[] {
    const { categories, numbers } = this.next((witness) => witness.categories.length > 0 && witness.numbers.some(isOfCategory));
    const leaf = categories.at(-1) as string;
    const [key] = this.random.pick(numbers.filter(isOfCategory));
    const values = ascending(this.numbers.values(leaf, key));
    const low = this.random.below(values.length);
    const high = Math.min(values.length - 1, low + this.random.below(Math.max(1, values.length * 0.4)));
    return [leaf, key, values[low], values[high]];
  }

  /** A large category, and a spec of one of its descendants. */
  sort(): string[] {
    if (this.largeCategories.length === 0) throw new Error('no category of the data has specs that are numbers');
    const category = this.random.pick(this.largeCategories);
    const leaf = this.random.pick([...(this.leavesIn.get(category) as Set<string>)]);
    const key = this.random.pick(this.numbers.keys(leaf));
    return [category, key, this.random.chance(0.5) ? 'asc' : 'desc'];
  }

  /** A range, the string specs of the facets, and three number specs of the category, beginning with that of the range. */
  facetedRange(facets: readonly string[]): string[] {
    const [leaf, key, low, high] = this.range();
    const others = this.numbers.keysByFrequency(leaf).filter((other) => other !== key);
    return [leaf, key, low, high, ...facets, key, ...others.slice(0, 2)];
  }

  category(): string {
    return this.next(({ categories }) => categories.length > 0).categories.at(-1) as string;
  }

  /**
   * A part's category and brand; one of its number specs, another one of the category, and a range around its value; three
   * frequent string specs of the category, beginning with one that it has, and up to three values of that one, beginning with its
   * own.
   */
  parametricPage(): string[] {
    const facetsOf = (leaf = '') => this.strings.keysByFrequency(leaf).slice(0, 3);
    const isFaceted = (leaf: string | undefined) => {
      const facets = facetsOf(leaf);
      return ([key]: SpecText) => facets.length === 3 && facets.includes(key);
    };
    const { brand, categories, numbers, strings } = this.next(
      (witness) =>
        witness.brand !== undefined &&
        witness.strings.some(isFaceted(witness.categories.at(-1))) &&
        witness.numbers.some(isOfCategory) &&
        witness.numbers.length > 1,
    );
    const leaf = categories.at(-1) as string;
    const [number, value] = this.random.pick(numbers.filter(isOfCategory));
    const otherNumber = this.numbers.keysByFrequency(leaf).find((key) => key !== number) as string;
    const [string, text] = this.random.pick(strings.filter(isFaceted(leaf)));
    const otherStrings = facetsOf(leaf).filter((key) => key !== string);
    const texts = this.strings.values(leaf, string);
    return [
      ...[leaf, brand as string],
      ...[number, otherNumber, ...this.rangeAround(value, this.numbers.values(leaf, number))],
      ...[string, ...otherStrings, ...new Set([text, this.random.pick(texts), this.random.pick(texts)])],
    ];
  }

  /** Up to a fifth of the values on each side of one of them. */
  private rangeAround(value: string, values: readonly string[]): [low: string, high: string] {
    const sorted = ascending(values);
    const at = sorted.indexOf(value);
    const reach = () => this.random.below(1 + sorted.length / 5);
    return [sorted[Math.max(0, at - reach())], sorted[Math.min(sorted.length - 1, at + reach())]];
  }
}

/** Of the string specs that half of the parts have, the two with the most values. */
function commonStrings(witnesses: readonly Witness[]): string[] {
  const valuesOf = new Map<string, string[]>();
  for (const { strings } of witnesses) for (const [key, value] of strings) entryOf(valuesOf, key, () => []).push(value);
  const common = [...valuesOf].filter(([, values]) => values.length >= witnesses.length / 2);
  if (common.length < 2) throw new Error('the data has fewer than two string specs that half of the parts have');
  const variety = (values: readonly string[]) => new Set(values).size;
  return common
    .sort((a, b) => variety(b[1]) - variety(a[1]))
    .slice(0, 2)
    .map(([key]) => key);
}

/** The words that occur in the most categories; ties are broken by the number of parts. */
function broadWords(witnesses: readonly Witness[], count: number): string[] {
  const found = new Map<string, { leaves: Set<string>; parts: number }>();
  for (const { categories, values } of witnesses) {
    const leaf = categories.at(-1);
    if (leaf === undefined) continue;
    for (const word of new Set(values.flat().filter((token) => token.length > 1))) {
      const entry = entryOf(found, word, () => ({ leaves: new Set(), parts: 0 }));
      entry.leaves.add(leaf);
      entry.parts++;
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b.leaves.size - a.leaves.size || b.parts - a.parts)
    .slice(0, count)
    .map(([word]) => word);
}

function isOfCategory([key]: SpecText): boolean {
  return !COMMON_SPECS.test(key);
}

function ascending(numbers: readonly string[]): string[] {
  return numbers.toSorted((a, b) => Number(a) - Number(b));
}
