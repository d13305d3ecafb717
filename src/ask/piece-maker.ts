import type { Steps, Task } from '../work/pauses.js';
import { betas } from './beta.js';
import { type CatalogOptions, type NamedOptions, telling } from './catalog-options.js';
import { isOneOf, not, words } from './conditions.js';
import { COUNTED_ALONE, countTexts, withDigits } from './count-words.js';
import { dSubs } from './d-sub.js';
import { inBothDirections } from './directions.js';
import { isNumberLike } from './forms.js';
import { ignoredPiece } from './ignored-pieces.js';
import { inQuestion } from './in-question.js';
import { inInches } from './inches.js';
import type { CountReading, LexicalReading, QuantityReading, RatioReading, SizeReading, Span } from './lexical.js';
import { measuredOf } from './measured.js';
import { mergeSpans } from './merge-pieces.js';
import { instead, isMounting, mountedSo } from './mountings.js';
import { withNegations } from './negations.js';
import { withNegativeOutputs } from './negative-outputs.js';
import type { NumberKeys } from './number-entries.js';
import { SELLER_FIELD } from './offer-wishes.js';
import { PhraseNamer } from './phrase-namer.js';
import { besideCount } from './pico.js';
import { type Entry, type Option, type Piece, phraseOf } from './pieces.js';
import { eitherOf, halfOf, inRows } from './pin-rows.js';
import { withPairs } from './polarities.js';
import { piecesWanted, purchasePiece, type WishedPrice } from './purchases.js';
import { qualitiesIn } from './qualities.js';
import { QuantityNamer } from './quantity-namer.js';
import type { Question, QuestionWord } from './question.js';
import { magnitudeOf } from './read-quantities.js';
import { hasRatio } from './read-ratios.js';
import { isSizeCode } from './read-sizes.js';
import { SCORES, scoreOf } from './scores.js';
import { sharedNouns } from './shared-nouns.js';
import { sizeMeanings } from './sizes.js';
import { spellingsOf } from './spellings.js';
import { stem } from './stems.js';
import { tolerancesWithin } from './tolerances.js';
import { usesOf } from './uses.js';
import type { CatalogVocabulary, NumberKey } from './vocabulary.js';
import { wordsApart } from './words-apart.js';
import { writtenQuantities } from './written-quantities.js';

/** What a catalog knows, for all questions. */
export interface AskedCatalog {
  readonly vocabulary: CatalogVocabulary;
  readonly numberKeys: NumberKeys;
  readonly options: CatalogOptions;
  readonly priceCurrency: string;
  /** Counts what was looked up in the vocabulary of a client that may see only some parts; returns whether there was anything. */
  readonly settle?: () => Task<boolean>;
}

/** A number word belongs to what the catalog counts: `dual n-channel mosfet` has two channels. */
const SPELLED_NUMBER = 1;
/** Decides between two ways to cut words that are as good. */
const LIKELIER = 0.05;
const LONGEST_PHRASE = 100;
/** The code of a size: `0603`. */
const SIZE_CODE = /^\d{4,5}$/;
/** Parts of a size, over those of a value that ends with it. */
const PARTS_OVER_VALUE = 10;
/** Most specs of rows of pins whose parts have no number of pins in their texts. */
const MOST_TELLING = 6;
/** Names of specs whose numbers people write without a unit: `hfe 200`. */
const NAMES_OF_PLAIN: ReadonlySet<string> = new Set(['ctr', 'hfe', 'cri', 'gain']);
/** A number that may count anything: sizes such as 0603 have more digits. */
const SMALL_NUMBER = /^[\d.,]{1,3}$/;

/** Makes the pieces that a question may be cut into. */
export class PieceMaker {
  private readonly wishes = new Map<string, Option>();
  private readonly readings: readonly LexicalReading[];
  private readonly price: WishedPrice;
  private readonly namer: QuantityNamer;
  private readonly phrases: PhraseNamer;
  /** Whether the code of a size is in the question. */
  private readonly hasCode: boolean;

  constructor(
    private readonly question: Question,
    readings: readonly LexicalReading[],
    private readonly catalog: AskedCatalog,
  ) {
    this.readings = readings.filter(({ from }) => !question.words[from].isExcluded);
    this.price = { currency: catalog.priceCurrency, pieces: piecesWanted(this.readings) };
    this.hasCode = question.words.some(({ text }) => isSizeCode(text));
    this.phrases = new PhraseNamer(catalog.vocabulary, catalog.options);
    this.namer = new QuantityNamer(question, this.readings, catalog.vocabulary, catalog.numberKeys);
  }

  /** All pieces; at least one of each word alone. Long questions have thousands, with pauses between them. */
  *pieces(): Steps<Piece[]> {
    const { vocabulary } = this.catalog;
    const pieces: Piece[] = [];
    for (const [at, word] of this.question.words.entries()) {
      pieces.push(this.wordPiece(word, at));
      yield;
    }
    for (const reading of this.readings) {
      this.addLexical(reading, pieces);
      yield;
    }
    yield* this.addPhrases(pieces);
    pieces.push(...this.qualities(), ...this.uses(pieces), ...this.withSharedNouns(pieces));
    const named = (phrase: string) => this.named(phrase);
    pieces.unshift(...wordsApart(this.question, pieces, vocabulary, named));
    const pins = dSubs(this.question, this.catalog.numberKeys, named, (name) => this.textsOf(name));
    pieces.push(...Array.from(pins, (one) => ({ ...one, score: scoreOf(SCORES.whole, one) })));
    for (const one of betas(this.question, (text) => this.named(text).values)) pieces.push({ ...one, score: SCORES.certain });
    const merged = withPairs(this.question, mergeSpans(pieces));
    const insteadOf = (negated: Piece) => this.insteadOf(negated);
    const isName = (phrase: string, mayBeValue: boolean) =>
      vocabulary.synonymsOf(phrase).length > 0 ||
      (mayBeValue && vocabulary.lookUp(phrase).values.some(({ fit }) => fit === 'whole'));
    return withNegations(this.question, merged, { insteadOf, isName, longest: vocabulary.longestSpan });
  }

  private insteadOf({ from, to, score, texts: [text = ''] = [] }: Piece): Piece | undefined {
    const other = instead(text);
    return other === undefined ? undefined : { from, to, score, values: this.named(other).values, texts: this.textsOf(other) };
  }

  private wordPiece(word: QuestionWord, at: number): Piece {
    const span = { from: at, to: at + 1 };
    const { kind, text } = word;
    if (kind === 'connecting') return { ...span, score: SCORES.mark, isConnecting: !word.isExcluded };
    if (kind === 'mark' || kind === 'comparison') return { ...span, score: SCORES.mark, isIgnored: true };
    const condition = words(text);
    if (word.isExcluded || kind === 'quoted') {
      const certain: Option = {
        as: 'words',
        field: 'words',
        value: text,
        condition: word.isExcluded ? not(condition) : condition,
      };
      return { ...span, score: SCORES.certain, certain, isFirm: true, texts: [text] };
    }
    const piece = { ...span, score: SCORES.words, texts: this.textsOf(text), typed: text };
    if (!isNumberLike(text)) return piece;
    const { isFamily = false } = word;
    return {
      ...piece,
      score: SCORES.number,
      number: text,
      isFamily,
      isTerm: this.catalog.vocabulary.synonymsOf(text).length > 0,
    };
  }

  private textsOf(text: string): string[] {
    return spellingsOf(text, this.catalog.vocabulary);
  }

  private addLexical(reading: LexicalReading, pieces: Piece[]): void {
    const { vocabulary } = this.catalog;
    switch (reading.kind) {
      case 'quantity': {
        if (!reading.hasUnit && pieces.some(({ isRatio, from, to }) => isRatio && from === reading.from && to === reading.to))
          return;
        if (this.namer.isStepUp(reading)) return;
        pieces.push(besideCount(reading, this.quantityPiece(reading), pieces));
        const isNamed = !reading.isPlain || NAMES_OF_PLAIN.has(this.question.words[reading.from - 1]?.text.toLowerCase());
        if (isNamed) for (const named of this.namedQuantities(reading)) pieces.push(named);
        return;
      }
      case 'count': {
        pieces.push(this.countPiece(reading));
        return;
      }
      case 'ratio': {
        pieces.push(...this.ratioPieces(reading));
        return;
      }
      case 'size': {
        pieces.push(this.sizePiece(reading));
        return;
      }
      case 'seller': {
        const { nameFrom, to } = reading;
        const { sellers } = vocabulary.lookUp(phraseOf(this.question, { from: nameFrom, to }));
        const found = telling(sellers);
        if (found.length === 0) return;
        const names = found.flatMap((seller) => seller.sellers);
        const field = SELLER_FIELD;
        const certain: Option = { as: 'seller', field, value: found[0].name, condition: isOneOf(field, names) };
        pieces.push({ ...spanOf(reading), score: scoreOf(SCORES.certain, reading), certain });
        return;
      }
      case 'comparison':
      case 'condition':
      case 'preamble':
      case 'pieces':
        pieces.push(ignoredPiece(reading));
        return;
      default: {
        const { certain, ...piece } = purchasePiece(reading, this.price);
        const wish = { ...spanOf(reading), score: scoreOf(SCORES.certain, reading), ...piece };
        pieces.push(certain ? { ...wish, certain: this.sameOption(certain) } : wish);
      }
    }
  }

  /** A wish that is said again has one condition, whose parts are found once. */
  private sameOption(option: Option): Option {
    const key = JSON.stringify(option);
    const known = this.wishes.get(key);
    if (!known) this.wishes.set(key, option);
    return known ?? option;
  }

  /** A ratio of lines that some value has: `3/8`, but not `38`, although names are compared without punctuation. */
  private *ratioPieces({ from, to, first, second }: RatioReading): Iterable<Piece> {
    const { options, vocabulary } = this.catalog;
    const values = vocabulary.lookUp(`${first}/${second}`).values.flatMap((candidate) => {
      const having = candidate.values.filter((value) => hasRatio(value, first, second));
      return having.length === 0 ? [] : [{ ...candidate, value: having[0], values: having }];
    });
    if (values.length === 0) return;
    const { values: entries } = options.of({ categories: [], makers: [], sellers: [], values });
    const texts = [`${first} to ${second}`];
    yield { from, to, score: scoreOf(SCORES.whole, { from, to }), values: entries, texts, isRatio: true };
  }

  private sizePiece(reading: SizeReading): Piece {
    const { fit: _fit, values, ...options } = this.named(reading.size);
    const meant = sizeMeanings(reading.size, values, (text) => this.named(text).values, this.catalog);
    return { ...spanOf(reading), score: scoreOf(SCORES.measured, reading), ...options, ...meant };
  }

  private countPiece(reading: CountReading): Piece {
    const { numberKeys, vocabulary } = this.catalog;
    const { names, quantity, isRange } = reading;
    const counted = names.length === 0 ? COUNTED_ALONE : names;
    const hasUnit = ({ unit }: NumberKey) => unit && !(unit.symbol === 'bit' && names.includes('bit'));
    const isWanted = (key: NumberKey) => !hasUnit(key) && counted.some((name) => key.stems.includes(name));
    const counting = numberKeys.entries(numberKeys.read(quantity), isWanted);
    const found = isRange ? counting : inBothDirections(counting, quantity, numberKeys);
    const ofPins = names.includes('position') && !names.includes('channel') && !isRange;
    const entries = ofPins ? inRows(found, quantity, vocabulary.numberKeys) : found;
    const half = halfOf(quantity);
    const inTwo = ofPins && half !== undefined ? this.named(`2x${half}P`).values : [];
    const inRow = ofPins ? eitherOf(this.named(`1x${quantity}P`).values, inTwo) : [];
    const values = eitherOf(inRow, this.countedTexts(reading, counted));
    const toldBy = inRow.slice(0, MOST_TELLING).map(({ has }) => has);
    const measured = { entries, isPlain: false, isRange, toldBy };
    const inTexts = !isRange && (ofPins || names.includes('conductor')) ? [`${quantity}P`] : [];
    const texts = [phraseOf(this.question, reading), ...inTexts];
    // Where no spec counts such things, the number and the noun mean something each.
    const isCounted = entries.length > 0 || values.length > 0;
    const score = isCounted ? scoreOf(SCORES.measured, reading) : 0;
    return { ...spanOf(reading), score, measured, values, texts, isCount: !ofPins && reading.to - reading.from > 1 };
  }

  /** Specs that count such things, but whose values the catalog has as texts. */
  private countedTexts({ quantity, isRange }: CountReading, counted: readonly string[]): readonly Entry[] {
    if (isRange) return [];
    const { options, vocabulary } = this.catalog;
    const counts = (key: string) => key.split('_').some((word) => counted.includes(stem(word)));
    const values = countTexts(quantity, counted).flatMap((text) =>
      vocabulary.lookUp(text).values.filter(({ key, fit }) => fit === 'whole' && counts(key)),
    );
    return options.of({ categories: [], makers: [], sellers: [], values }).values;
  }

  private quantityPiece(reading: QuantityReading): Piece {
    const { numberKeys } = this.catalog;
    const text = phraseOf(this.question, reading);
    const tolerances = tolerancesWithin(reading.quantity, text, (one) => this.named(one).values);
    if (tolerances) return { ...spanOf(reading), score: scoreOf(SCORES.measured, reading), values: tolerances, texts: [text] };
    const signed = withNegativeOutputs(measuredOf(reading, numberKeys), (text) => this.named(text));
    const measured = { ...signed, ...this.namer.converted(reading) };
    const inches = inInches(reading, this.catalog);
    const score = scoreOf(reading.isPlain ? SCORES.plain : SCORES.measured, reading);
    // Where no spec has such numbers, texts may.
    const written = measured.entries.length > 0 ? [] : writtenQuantities(reading.quantity);
    const texts = [...new Set([text, ...written])];
    const isMeant = measured.entries.length > 0 || written.length > 0;
    const piece = { ...spanOf(reading), score: isMeant ? score : 0, measured, texts };
    if (!inches) return piece;
    return { ...piece, measured: { ...measured, entries: [...measured.entries, ...inches.entries] }, values: inches.values };
  }

  /** A quantity with words beside it that stand in the names of specs. */
  private *namedQuantities(reading: QuantityReading): Iterable<Piece> {
    for (const { from, to, quantity, likelihood = 0, ...named } of this.namer.of(reading)) {
      const measured = measuredOf(quantity, this.catalog.numberKeys);
      // The parts that lack the named specs may have the quantity under another name.
      const texts = [phraseOf(this.question, reading)];
      const score = scoreOf(SCORES.measured, { from, to }) + likelihood * LIKELIER;
      yield { from, to, score, measured: { ...measured, ...named }, texts };
    }
  }

  /** Words for the use of a thing may say no more than the thing. */
  private uses(pieces: readonly Piece[]): Piece[] {
    return Array.from(usesOf(this.question, pieces, this.catalog.vocabulary), ({ from, to, use }) => {
      const span = { from, to };
      if (!use) return { ...span, score: scoreOf(SCORES.whole, span), isIgnored: true };
      return { ...span, use, score: scoreOf(SCORES.item, span), texts: [phraseOf(this.question, span)] };
    });
  }

  private qualities(): Piece[] {
    return Array.from(qualitiesIn(this.question, this.catalog.numberKeys), ({ from, to, measured }) => {
      const texts = this.textsOf(phraseOf(this.question, { from, to }));
      return { from, to, score: scoreOf(SCORES.whole, { from, to }), measured, texts, isQuality: true };
    });
  }

  private withSharedNouns(pieces: readonly Piece[]): Piece[] {
    const shared = sharedNouns(this.question, pieces, (phrase) => this.phrases.namedSomehow(phrase));
    return Array.from(shared, (noun) => ({ ...noun, score: scoreOf(SCORES.whole, noun) }));
  }

  /** Runs of words that are names or values of the catalog. */
  private *addPhrases(pieces: Piece[]): Steps<void> {
    const { words: all } = this.question;
    const { longestSpan } = this.catalog.vocabulary;
    for (let from = 0; from < all.length; from++) {
      for (let to = from + 1; to <= Math.min(all.length, from + longestSpan); to++) {
        const last = all[to - 1];
        if (last.isExcluded || (last.kind !== 'word' && last.kind !== 'connecting')) break;
        const phrase = phraseOf(this.question, { from, to });
        if (phrase.length > LONGEST_PHRASE) break;
        if (to - from === 1 && last.kind === 'connecting') continue;
        this.addPhrase({ from, to }, phrase, pieces);
        yield;
      }
    }
  }

  private addPhrase(span: Span, phrase: string, pieces: Piece[]): void {
    // A number with a sign is no value without one: `-20V` is not `±20V`.
    if (magnitudeOf(this.question.words[span.from].text) !== undefined) return;
    const { fit, ...options } = this.phrases.namedSomehow(inQuestion(phrase, this.question));
    if (fit === undefined || fit === 'inside') {
      const isHow = isMounting(phrase);
      // What the caller's lists say means something, also where texts alone have it.
      if (isHow || (span.to - span.from > 1 && this.catalog.vocabulary.isSynonym(phrase))) {
        const singular = phrase.toLowerCase().split(' ').map(stem).join(' ');
        const texts = [...new Set([...this.textsOf(phrase), singular])];
        pieces.push({ ...span, score: scoreOf(isHow ? SCORES.whole : SCORES.words, span), texts });
      }
      return;
    }
    if (options.categories.length === 0 && options.companies.length === 0 && this.isTwo(span, options.values)) return;
    const each = SMALL_NUMBER.test(phrase) ? SCORES.plain : SCORES[fit];
    const spelled = span.to - span.from > 1 && withDigits(phrase) !== phrase ? SPELLED_NUMBER : 0;
    const values = mountedSo(phrase, options.values, this.catalog.options.general, this.hasCode);
    pieces.push({ ...span, score: scoreOf(each, span) + spelled, ...options, values, texts: this.textsOf(phrase) });
  }

  /** Whether a value that two words may be is far rarer than what they mean one by one, a thing and its size: `led 0603` is no `LED0603`. */
  private isTwo({ from, to }: Span, values: readonly Entry[]): boolean {
    if (to - from !== 2) return false;
    const [first, second] = [from, from + 1].map((at) => this.question.words[at].text);
    if (!SIZE_CODE.test(second)) return false;
    const parts = values.reduce((sum, { bound }) => sum + bound, 0);
    const sized = this.named(second).values.reduce((sum, { bound }) => sum + bound, 0);
    return this.named(first).categories.length > 0 && sized > PARTS_OVER_VALUE * parts;
  }

  private named(text: string): NamedOptions {
    return this.phrases.named(text);
  }
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}
