import { fold, tokens } from '../analysis/text.js';
import type { Task } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { groupsOf, joinedForm, phraseKey, stemsOf } from './forms.js';
import { ofOnePolarity } from './polarities.js';
import { COLOURS, OUTLINES, SPEC_NAMES } from './trade-values.js';
import type { Equivalent, TradeKind, TradeWords, Within } from './trade-words.js';
import { vagueCategories } from './vague-categories.js';
import type {
  CatalogVocabulary,
  CategoryCandidate,
  Correction,
  Fit,
  MakerCandidate,
  Meanings,
  NumberKey,
  SellerCandidate,
} from './vocabulary.js';
import { CategoryNames, type CountedCategory } from './vocabulary-categories.js';
import { type CountedWord, mostEdits, type WordSource } from './vocabulary-lexicon.js';
import { LexiconOnUse } from './vocabulary-lexicon-on-use.js';
import { nameKey } from './vocabulary-maker-groups.js';
import { type CountedName, MakerNames } from './vocabulary-makers.js';
import { type NumberForms, numberCorrections } from './vocabulary-numbers.js';
import { type CountedValue, type IsAlone, ValueNames } from './vocabulary-values.js';

/** The words of a catalog's texts and part numbers, which its index has already. */
export interface CatalogTexts extends NumberForms {
  /** Number of parts that have a folded word in a text that `q` searches. */
  partsWithWord(word: string): number;
}

/** What a vocabulary is learned from: names with numbers of parts, however they were found. */
export interface VocabularySource {
  readonly categories: readonly CountedCategory[];
  readonly brands: readonly CountedName[];
  readonly manufacturers: readonly CountedName[];
  readonly sellers: readonly CountedName[];
  /** String values of specs. */
  readonly values: Iterable<CountedValue>;
  /** Specs of numbers, those of most parts first. */
  readonly numberKeys: readonly Omit<NumberKey, 'stems'>[];
  /** Words of texts, folded; undefined where the reader has read for a while without one, and may pause. Read when a word is corrected. */
  readonly words: Iterable<Omit<CountedWord, 'of'> | undefined>;
  readonly texts: CatalogTexts;
}

/** Corrections that are given if the caller does not say how many. */
const MOST_CORRECTIONS = 8;
const WORD_OF_VALUE = /[^\s,;/|()]+/g;
const HAS_LETTER = /\p{L}/u;
const DIGITS = /^\p{N}+$/u;
/** The length and width of a package: `3225` is `SMD3225-4P` as well. */
const SIZE_CODE = /^\d{4}$/;
/** Packages are read in both orders: `SOIC-8` and `8-SOIC`. */
const LETTERS_THEN_DIGITS = /^([a-z]{2,})(\d{1,3})$/;
/** The number of pins before the name of an outline: `32TQFP`. */
const DIGITS_THEN_LETTERS = /^(\d{1,3})([a-z]{3,})$/;
const OF_OUTLINES = new Set(OUTLINES.flatMap((line) => line.split(', ').map(phraseKey)));
const OF_COLOURS = new Set(COLOURS.flatMap((line) => line.split(',').map(phraseKey)));
/** A colour is meant where it is the whole value: `Red, Green` is not red. */
const isWhole: IsAlone = (_value, fit) => fit === 'whole';
const CALLED = SPEC_NAMES.map(([words, called]) => ({ words: stemsOf(words), called }));
/** Names have fewer words; longer spans are looked up only if a synonym is as long. */
const LONGEST_SPAN = 6;
/** Shorter synonyms are abbreviations. */
const LEAST_WORD = 4;
/** Abbreviations count beside a word if together they have so many times its parts. */
const FAR_MORE = 2;
/** Names of the meanings that are kept: some 500 bytes each, with their conditions. */
const MOST_NAMES = 16_384;
/** A name of so many times fewer parts than its last words have says how a few parts are called, and not what is meant. */
const FAR_FEWER = 250;
/** A maker and its buyer are one where one of them has so many times the parts of the other. */
const SHARE_OF_BOUGHT = 10;
/** The same of a name that begins with a number: `555 timer`. */
const FEWER_OF_NUMBER = 10;
const BEGINS_WITH_NUMBER = /^\d{3,5} /;

/** A vocabulary that may read its words and part numbers elsewhere. */
export interface ReadVocabulary extends CatalogVocabulary {
  /** The same vocabulary, with other texts. */
  withTexts(texts: CatalogTexts): CatalogVocabulary;
}

/** Learns the vocabulary of a catalog, in steps. */
export function* learnVocabulary(source: VocabularySource, trade: TradeWords, work: Work): Task<ReadVocabulary> {
  const { brands, manufacturers, sellers } = source;
  const categories = yield* CategoryNames.of(source.categories, work);
  const makers = yield* MakerNames.of(brands, manufacturers, trade, work);
  const sellerNames = yield* MakerNames.of(sellers, [], trade, work);
  const values = yield* ValueNames.of(source.values, work);
  const { words } = source;
  const lexicon = new LexiconOnUse(() =>
    wordsOf({ categories: source.categories, brands, manufacturers, sellers, words }, values),
  );
  const numberKeys = source.numberKeys.map((key) => ({ ...key, stems: keyStems(key) }));
  const names = { categories, makers, sellers: sellerNames, values, lexicon };
  const vague = yield* vagueCategories(source.categories, makers, work);
  return new LearnedVocabulary(trade, names, numberKeys, vague, source.texts);
}

/** The stems of the words of a spec's name and key, and what people call it. */
function keyStems({ name, key }: { readonly name: string; readonly key: string }): readonly string[] {
  const stems = new Set([...stemsOf(name), ...stemsOf(key)]);
  for (const { words, called } of CALLED) if (words.every((word) => stems.has(word))) stems.add(called);
  return [...stems];
}

/** All words of a catalog that a mistyped one may have been meant as. */
function* wordsOf(
  source: Omit<VocabularySource, 'values' | 'numberKeys' | 'texts'>,
  values: ValueNames,
): Iterable<CountedWord | undefined> {
  for (const { name, aliases, parts } of source.categories) yield* lettersOf([name, ...aliases], 'category', parts);
  const ofBrands = new Set<string>();
  for (const { name, aliases, parts } of source.brands) {
    for (const counted of lettersOf([name, ...aliases], 'maker', parts)) {
      ofBrands.add(counted.word);
      yield counted;
    }
  }
  // Most brands are called as their manufacturers, which have the same parts.
  for (const { name, aliases, parts } of source.manufacturers) {
    for (const counted of lettersOf([name, ...aliases], 'maker', parts)) if (!ofBrands.has(counted.word)) yield counted;
  }
  for (const { name, aliases, parts } of source.sellers) yield* lettersOf([name, ...aliases], 'seller', parts);
  for (let ordinal = 0; ordinal < values.size; ordinal++) {
    const parts = values.parts(ordinal);
    for (const piece of values.value(ordinal).match(WORD_OF_VALUE) ?? []) {
      const word = joinedForm(piece);
      if (HAS_LETTER.test(word)) yield { word, of: 'value', parts };
    }
  }
  for (const counted of source.words) yield counted && { ...counted, of: 'word' };
}

function* lettersOf(texts: readonly string[], of: WordSource, parts: number): Iterable<CountedWord> {
  for (const text of texts) for (const word of tokens(text)) if (HAS_LETTER.test(word)) yield { word, of, parts };
}

interface Names {
  readonly categories: CategoryNames;
  readonly makers: MakerNames;
  readonly sellers: MakerNames;
  readonly values: ValueNames;
  readonly lexicon: LexiconOnUse;
}

/** A vocabulary in arrays of its own, beside what the index of the catalog has. */
class LearnedVocabulary implements ReadVocabulary {
  readonly longestSpan: number;

  constructor(
    private readonly trade: TradeWords,
    private readonly names: Names,
    readonly numberKeys: readonly NumberKey[],
    readonly vagueCategories: readonly string[],
    private readonly texts: CatalogTexts,
    private readonly recent = new RecentCache<Meanings>({ entries: 2048, weight: MOST_NAMES, weightOf: namesOf }),
  ) {
    this.longestSpan = Math.max(LONGEST_SPAN, trade.longest);
  }

  get bytes(): number {
    return Object.values(this.names).reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0);
  }

  withTexts(texts: CatalogTexts): CatalogVocabulary {
    return new LearnedVocabulary(this.trade, this.names, this.numberKeys, this.vagueCategories, texts, this.recent);
  }

  lookUp(span: string): Meanings {
    // Spans of the same groups are written differently, and mean the same.
    const text = groupsOf(span).join(' ');
    return this.recent.get(text, () => this.meanings(text, phraseKey(text)));
  }

  synonymsOf(span: string): readonly string[] {
    return this.trade.equivalents(span).map(({ text }) => fold(text));
  }

  isSynonym(span: string): boolean {
    return this.trade.equivalents(span).some(({ kind }) => kind === 'any');
  }

  usedFor(span: string): readonly string[] {
    return this.trade.usedFor(span);
  }

  within(span: string): Within | undefined {
    return this.trade.within(span);
  }

  isTradeText(text: string): boolean {
    return this.trade.isText(text);
  }

  private meanings(span: string, key: string): Meanings {
    const { categories, makers, sellers, values } = this.names;
    const equivalents = this.trade.ofKey(key);
    const things = new Keys(span, key, equivalents, ['thing', 'any']);
    const companies = (names: MakerNames) => {
      const keys = new Keys(span, key, withOneBuyer(names, key, equivalents), ['maker', 'buyer', 'bought', 'any']);
      const found = keys.lookUp((some) => listOf(names.lookUp(some)));
      return found.length > 0 ? found : listOf(names.lookUp([nameKey(span)]));
    };
    // Abbreviations of things are other things as values: a current sense amplifier is no certificate of CSA.
    const ofValues = equivalents.filter(({ kind, text }) => kind !== 'thing' || phraseKey(text).length >= LEAST_WORD);
    const valueKeys = new Keys(span, key, ofValues, ['package', 'value', 'thing', 'any']);
    const found = things.lookUp((keys) => listOf(categories.lookUp(keys)));
    // Categories that end with a mounting or a package are not meant by it: `MLCC - SMD/SMT`.
    const isPackage = equivalents.some(({ kind }) => kind === 'package');
    const meant = isPackage ? found.filter(({ fit }) => fit === 'whole') : found;
    return {
      categories: this.isRareKind(span, meant) ? [] : meant,
      // `SMC` is rather a package than the maker of that name.
      makers: isPackage ? [] : companies(makers),
      sellers: isPackage ? [] : companies(sellers).map(sellerOf),
      values: valueKeys.lookUp((keys) =>
        values.lookUp(keys.flatMap(bothOrders), OF_COLOURS.has(key) ? isWhole : ofOnePolarity(span)),
      ),
    };
  }

  /** Whether some words are a kind of what the last of them are, of which the catalog hardly has a part: `low noise op amp`. */
  private isRareKind(span: string, found: readonly CategoryCandidate[]): boolean {
    if (found.length === 0) return false;
    const words = span.split(' ');
    const share = BEGINS_WITH_NUMBER.test(span) ? FEWER_OF_NUMBER : FAR_FEWER;
    for (let from = 1; from < Math.min(words.length, LONGEST_SPAN); from++) {
      const [head] = this.lookUp(words.slice(from).join(' ')).categories;
      if (head && head.fit !== 'inside' && head.parts > share * found[0].parts) return true;
    }
    return false;
  }

  *partsWithWord(word: string, work: Work): Task<number> {
    if (work.spend(1)) yield;
    const counts = tokens(word).map((token) => this.texts.partsWithWord(token));
    return counts.length === 0 ? 0 : Math.min(...counts);
  }

  *corrections(piece: string, work: Work, most = MOST_CORRECTIONS, edits?: number): Task<readonly Correction[]> {
    const form = joinedForm(piece);
    // Another number is another value: only part numbers are mistyped in their digits.
    const mostEdited = DIGITS.test(form) ? 0 : (edits ?? mostEdits(form.length));
    const found = mostEdited === 0 ? [] : yield* (yield* this.names.lexicon.load()).near(form, mostEdited, work);
    found.push(...(yield* numberCorrections(form, this.texts, work)));
    // A number that has the place of its letters exchanged comes before more frequent ones with other letters.
    const order = new Map(found.map((correction, place) => [correction, place]));
    const place = (correction: Correction) => (correction.of === 'part number' ? (order.get(correction) ?? 0) : -1);
    found.sort((a, b) => a.edits - b.edits || place(a) - place(b) || b.parts - a.parts);
    return found.slice(0, most);
  }
}

/** The names and values of meanings: what they take in memory, with the conditions that are made of them. */
function namesOf({ categories, makers, sellers, values }: Meanings): number {
  let names = 0;
  for (const { uids, except } of categories) names += uids.length + except.length;
  for (const { brands, manufacturers } of makers) names += brands.length + manufacturers.length;
  for (const seller of sellers) names += seller.sellers.length;
  for (const value of values) names += value.values.length;
  return names;
}

/** What names have found. */
interface Found {
  readonly fit: Fit;
  readonly parts: number;
  readonly via?: string;
}

function partsOf(candidates: readonly Found[]): number {
  return candidates.reduce((sum, { parts }) => sum + parts, 0);
}

/** The keys of a span: its own, and those of its synonyms of some kinds. */
class Keys {
  private readonly others: readonly { readonly key: string; readonly text: string; readonly isThing: boolean }[];

  constructor(
    private readonly span: string,
    private readonly own: string,
    equivalents: readonly Equivalent[],
    kinds: readonly TradeKind[],
  ) {
    this.others = equivalents
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text, kind }) => ({ key: phraseKey(text), text: fold(text), isThing: kind === 'thing' }));
  }

  /** The candidates of all keys; they say by which synonym they were found, if not by the span's own key. */
  lookUp<T extends Found>(find: (keys: readonly string[]) => readonly T[]): readonly T[] {
    const { own, others } = this;
    if (own === '') return [];
    const found = find([own]);
    if (others.length === 0) return found;
    const all = find([own, ...others.map(({ key }) => key)]);
    if (all.length === 0) return all;
    if (found.length > 0) {
      // Those of packages and values (`NP0` of `C0G`) mean the same thing, and so does one that is a word of the span itself.
      const words = stemsOf(this.span);
      const isMeant = ({ key, isThing }: (typeof others)[0]) => !isThing || key.length >= LEAST_WORD || words.includes(key);
      const whole = find([own, ...others.filter(isMeant).map(({ key }) => key)]);
      // Abbreviations have other meanings: `capacitor` is not a `cap`. They count where the word itself is not what parts are called.
      const isUsual = whole.some(({ fit }) => fit !== 'inside') && partsOf(all) <= FAR_MORE * partsOf(whole);
      return isUsual ? whole : all;
    }
    const via = others.find(({ key }) => find([key]).length > 0)?.text;
    return via === undefined ? all : all.map((candidate) => ({ ...candidate, via }));
  }
}

/**
 * The other names of a maker without those of its buyers, and of makers that it has bought, unless the two are one: one of them has few
 * parts beside the other, or none.
 */
function withOneBuyer(names: MakerNames, key: string, equivalents: readonly Equivalent[]): readonly Equivalent[] {
  if (!equivalents.some(({ kind }) => kind === 'buyer' || kind === 'bought')) return equivalents;
  const parts = (keys: readonly string[]) => names.lookUp(keys)?.parts ?? 0;
  const ofMaker = equivalents.filter(({ kind }) => kind === 'maker' || kind === 'any');
  const own = parts([key, ...ofMaker.map(({ text }) => phraseKey(text))]);
  return equivalents.filter(({ kind, text }) => {
    if (kind !== 'buyer' && kind !== 'bought') return true;
    const others = parts([phraseKey(text)]);
    return kind === 'buyer' ? own * SHARE_OF_BOUGHT < others : own === 0 || others * SHARE_OF_BOUGHT < own;
  });
}

function listOf<T>(one: T | undefined): readonly T[] {
  return one === undefined ? [] : [one];
}

function sellerOf({ brands, ...candidate }: MakerCandidate): SellerCandidate {
  const { name, fit, parts, via } = candidate;
  return { kind: 'seller', name, sellers: brands, fit, parts, ...(via !== undefined && { via }) };
}

function bothOrders(key: string): string[] {
  if (SIZE_CODE.test(key)) return [key, `smd${key}`];
  const [, pins = '', outline = ''] = DIGITS_THEN_LETTERS.exec(key) ?? [];
  if (OF_OUTLINES.has(outline)) return [key, outline + pins];
  const match = LETTERS_THEN_DIGITS.exec(key);
  return match ? [key, match[2] + match[1]] : [key];
}
