import { partNumberForm } from '../analysis/text.js';
import type { ReadingKind } from '../model/ask.js';
import type { Filter } from '../parser/ast.js';
import type { Task } from '../work/pauses.js';
import { certainty, HAS_DIGIT } from './certainty.js';
import { all, any, beginsWith, contains, is, not, words } from './conditions.js';
import { endsOfTexts } from './ends-of-texts.js';
import type { Evidence, Found } from './evidence.js';
import type { GeneralConditions } from './general-conditions.js';
import { lackingTexts } from './lacking.js';
import { longerThings } from './longer-things.js';
import { countEach, measuredSpecs } from './measures.js';
import { isOfOutput } from './negative-outputs.js';
import { numberOption, ofFamily, unite, wordsOption } from './options.js';
import type { Measured, Option, Piece } from './pieces.js';
import { calledSo, categoryOr, type Named, specOf, VALUES_OVER_CATEGORY, withoutLenses } from './spec-options.js';
import { pluralOf } from './stems.js';

/** A piece with what it means in its question. */
export interface Resolved {
  readonly piece: Piece;
  /** Undefined if it is a condition of nothing. */
  readonly meant: Option | undefined;
  /** The parts of `meant`; without one, all parts. */
  readonly found: Found;
  /** What else it could mean. */
  readonly others: readonly Option[];
  /** Parts that come first, the most wanted first. */
  readonly first: readonly Filter[];
  readonly corrected?: string | undefined;
  /** Whether one of its words was typed otherwise. */
  readonly isMistyped?: boolean;
  /** What a negation negates, read beside the others. */
  readonly negated?: Resolved;
}

/** Values of so many times the parts of a company's name are meant rather than the company. */
const VALUES_OVER_COMPANY = 4;
/** A name or value that so small a part of the context has is doubted where so many times as many parts have its words in a text. */
const DOUBTED_SHARE = 0.05;
const WORDS_OVER_NAME = 8;
/** Only what at most this share of all parts has as a name or value, or a single part, may be a piece of part numbers as well. */
const RARE_NAME = 0.002;
/** It is not, if more than so many times as many parts have it as a name or value than have a part number with it. */
const NAME_OVER_NUMBERS = 2;
/** A word of letters that may begin part numbers, where nothing else explains it: `attiny`. */
const NUMBER_LETTERS = /^\p{L}{4,}$/u;
/** Letters are a series, rather than a name, where so many times as many part numbers begin with them as parts have the name. */
const SERIES_OVER_NAME = 8;
/** Fewer parts are no series. */
const LEAST_OF_SERIES = 8;
/** Digits that may be part of a part number. With so many times as many parts they are, rather than a number that few parts have. */
const NUMBER_DIGITS = /^\d{3,5}$/u;
const NUMBERS_OVER_QUANTITY = 2;
const ALL_DIGITS = /^\d{4,5}$/u;
/** A negative voltage is meant without its sign if so many times as many parts have that: decision 0095. */
const MAGNITUDE_OVER_NEGATIVE = 20;
/** A prefix alone is that of a quantity if so many times as many parts in context have it as have the count that its letter is short for. */
const QUANTITY_OVER_COUNT = 4;
/** What texts say that a part lacks. */
const LACKED: ReadonlySet<ReadingKind> = new Set(['words', 'spec', 'category']);
/** Most specs of a text value. */
const MOST_VALUES = 8;

/** What pieces mean beside each other. */
export class Resolution {
  /** Pieces that were resolved by themselves. */
  private readonly alone = new Map<Piece, Resolved | undefined>();

  constructor(
    private readonly evidence: Evidence,
    private readonly general: GeneralConditions,
    private readonly vagueCategories: readonly string[],
  ) {}

  /**
   * What each piece of a question means: the certain ones first, then those that the others decide.
   * @returns in the order of the pieces
   */
  *resolve(pieces: readonly Piece[]): Task<Resolved[]> {
    const { evidence } = this;
    const resolved = new Map<Piece, Resolved>();
    let context: Found = evidence.everything;
    for (const piece of [...pieces].sort((a, b) => certainty(a) - certainty(b))) {
      const one = yield* this.resolvePiece(piece, context);
      resolved.set(piece, one);
      if (!one.meant) continue;
      const both = yield* evidence.both(context, one.found);
      if (both.parts > 0) context = both;
    }
    return pieces.map((piece) => resolved.get(piece) as Resolved);
  }

  /** What a piece means where some parts are left by the others; elsewhere, if it means nothing of those. */
  *resolvePiece(piece: Piece, context: Found): Task<Resolved> {
    const { evidence } = this;
    if (piece.asQuantity) return yield* this.countOrQuantity(piece, piece.asQuantity, context);
    if (piece.negated) return yield* this.negation(piece, yield* this.resolvePiece(piece.negated, context), context);
    if (piece.either) return yield* this.either(piece, piece.either, context);
    if (piece.certain) return yield* this.meaning(piece, piece.certain);
    if (piece.isIgnored || piece.isConnecting || piece.sortby) {
      return { piece, meant: undefined, found: evidence.everything, others: [], first: [] };
    }
    const within = context === evidence.everything ? undefined : yield* this.inContext(piece, context);
    const found = within ?? (yield* this.anywhere(piece));
    const series = yield* this.series(piece, found, context);
    if (series) return series;
    const { other: otherwise } = piece.measured ?? {};
    const isRead = found && found.meant?.as !== 'words';
    if (found && (!otherwise || (isRead && !otherwise.isMagnitude))) return found;
    const output = yield* this.negativeOutput(piece, found, context);
    if (output) return output;
    const other = yield* this.otherwise(piece, context);
    if (found && isRead && other && !(yield* this.isFarMore(other, found, context))) return found;
    return other ?? found ?? (yield* this.unexplained(piece));
  }

  /** `22p` counts pins, but where none of the others has so many, or far more have that capacitance, it is the quantity. */
  private *countOrQuantity({ asQuantity: _, ...count }: Piece, measured: Measured, context: Found): Task<Resolved> {
    const { values: _values, ...quantity } = { ...count, measured };
    const counted = (yield* this.spec(count, context))?.parts ?? 0;
    const having = (yield* this.spec(quantity, context))?.parts ?? 0;
    const isQuantity = having > QUANTITY_OVER_COUNT * counted;
    return yield* this.resolvePiece(isQuantity ? quantity : count, context);
  }

  /** What any of some pieces means, each read beside the others of the question. */
  private *either(piece: Piece, either: readonly Piece[], context: Found): Task<Resolved> {
    const resolved: Resolved[] = [];
    for (const one of either) resolved.push(yield* this.resolvePiece(one, context));
    const meant = resolved.flatMap((one) => one.meant ?? []);
    const condition = any(meant.map((option) => option.condition));
    const first = resolved.flatMap((one) => one.first);
    return yield* this.meaning(piece, { ...meant[0], condition }, [], first);
  }

  /**
   * What a negation means: not what it negates. Parts that are said to lack it are not excluded, although they have its words, and come
   * first: `connector without lock`. Those that have another value come before those of which nothing is known.
   */
  *negation(piece: Piece, negated: Resolved, context: Found = this.evidence.everything): Task<Resolved> {
    const { meant, others, corrected } = negated;
    if (!meant) return { ...negated, piece };
    const lacking = LACKED.has(meant.as) ? words(...lackingTexts(negated.piece)) : undefined;
    const said = lacking && (yield* this.evidence.find(lacking)).parts > 0 ? lacking : undefined;
    const negate = (option: Option): Option => {
      const condition = not(said ? all([option.condition, not(said)]) : option.condition);
      return { ...option, condition: all([condition, ...instead]) };
    };
    const instead = yield* this.instead(piece, context);
    const first = [...(said ? [said] : []), ...(yield* this.known(meant, context))];
    return { ...(yield* this.meaning(piece, negate(meant), others.map(negate), first)), corrected, negated };
  }

  /** What parts have that do not have what a piece negates, where some part in context has it. */
  private *instead({ instead }: Piece, context: Found): Task<Filter[]> {
    const other = instead && (yield* this.spec(instead, context));
    return other ? [other.meant.condition] : [];
  }

  /** That a part has a spec, where most parts in context have it. */
  private *known({ as, field }: Option, context: Found): Task<Filter[]> {
    if (field === undefined || (as !== 'spec' && as !== 'quantity')) return [];
    const has = this.general.has(field);
    return (yield* this.countOf(context, has)) * 2 >= context.parts ? [has] : [];
  }

  /** Whether far more parts of a context have a number without its sign than have it with it. */
  private *isFarMore(magnitude: Resolved, negative: Resolved, context: Found): Task<boolean> {
    const parts = yield* this.evidence.countBoth(context, magnitude.found);
    return parts > MAGNITUDE_OVER_NEGATIVE * (yield* this.evidence.countBoth(context, negative.found));
  }

  /** What a piece means by itself; undefined if nothing. */
  private *anywhere(piece: Piece): Task<Resolved | undefined> {
    if (this.alone.has(piece)) return this.alone.get(piece);
    const resolved = yield* this.inContext(piece, this.evidence.everything);
    this.alone.set(piece, resolved);
    return resolved;
  }

  /** How many parts of a context meet a condition whose parts are needed anyway. */
  private *countOf(context: Found, condition: Filter): Task<number> {
    return yield* this.evidence.countBoth(context, yield* this.evidence.find(condition));
  }

  private *meaning(piece: Piece, meant: Option, others: readonly Option[] = [], first: readonly Filter[] = []): Task<Resolved> {
    const found = yield* this.evidence.find(meant.condition);
    return { piece, meant, found, others, first };
  }

  /** Words that no part has. Letters may be those that part numbers begin with (`attiny`), and digits those that they contain (`4148`). */
  private *unexplained(piece: Piece): Task<Resolved> {
    const { typed = '' } = piece;
    const words = yield* this.meaning(piece, wordsOption(piece));
    const isBeginning = NUMBER_LETTERS.test(typed);
    if (words.found.parts > 0 || !(isBeginning || ALL_DIGITS.test(typed))) return words;
    const condition = isBeginning ? beginsWith('mpn', typed) : contains('mpn', typed);
    const numbers = yield* this.meaning(piece, numberOption(typed, condition));
    return numbers.found.parts > 0 ? numbers : words;
  }

  /** Letters with which far more part numbers begin than parts are called so: `SMBJ` is a series of diodes, and the package of a few. */
  private *series(piece: Piece, found: Resolved | undefined, context: Found): Task<Resolved | undefined> {
    const { typed = '', number, categories = [], companies = [] } = piece;
    if (!found?.meant || number !== undefined || !NUMBER_LETTERS.test(typed) || categories.length + companies.length > 0)
      return undefined;
    if (!(yield* this.evidence.beginsNumber(partNumberForm(typed)))) return undefined;
    const series = beginsWith('mpn', typed);
    const parts = yield* this.countOf(context, series);
    const called = yield* this.evidence.countBoth(context, found.found);
    if (parts < LEAST_OF_SERIES || parts < SERIES_OVER_NAME * called) return undefined;
    if ((yield* this.evidence.find(series)).parts < SERIES_OVER_NAME * found.found.parts) return undefined;
    const condition = called === 0 ? series : any([series, found.meant.condition]);
    return yield* this.meaning(piece, numberOption(typed, condition), [found.meant, ...found.others], [series]);
  }

  /** A negative voltage of what comes out, where parts in context say that it is negative and have the number without its sign. */
  private *negativeOutput(piece: Piece, found: Resolved | undefined, context: Found): Task<Resolved | undefined> {
    const { entries, negative, text = '' } = piece.measured?.other ?? {};
    if (!entries || !negative || context === this.evidence.everything) return undefined;
    const said = yield* this.spec({ ...piece, measured: undefined, values: negative, texts: ['negative'] }, context);
    if (!said) return undefined;
    const within = yield* this.evidence.within(context, said.meant.condition);
    const outputs = entries().filter(isOfOutput);
    const measured = { entries: outputs, isPlain: false, isRange: false };
    const spec = yield* this.spec({ ...piece, measured, texts: [text] }, within);
    if (!spec) return undefined;
    const own = found?.meant?.field !== undefined && isOfOutput({ field: found.meant.field }) ? [found.meant.condition] : [];
    const condition = any([...own, all([said.meant.condition, spec.meant.condition])]);
    return yield* this.meaning(piece, { ...spec.meant, value: `-${spec.meant.value}`, condition }, spec.others);
  }

  /** A quantity with the other meaning of its `M`, if no part has it (questions and tables, C10), or without its sign. */
  private *otherwise(piece: Piece, context: Found): Task<Resolved | undefined> {
    const { measured, texts = [] } = piece;
    if (!measured?.other) return undefined;
    const { text, entries, bounding } = measured.other;
    const { isPlain, isRange } = measured;
    const other: Piece = {
      from: piece.from,
      to: piece.to,
      score: 0,
      measured: { entries: entries(), isPlain, isRange, ...(bounding && { bounding }) },
      texts: [text],
    };
    const spec = (yield* this.spec(other, context)) ?? (yield* this.spec(other, this.evidence.everything));
    if (!spec) return undefined;
    return { ...(yield* this.meaning(piece, spec.meant, spec.others)), corrected: `${texts[0] ?? ''} → ${text}` };
  }

  private *inContext(piece: Piece, context: Found): Task<Resolved | undefined> {
    const named = yield* this.named(piece, context);
    const digits = named && (yield* this.digitsRather(piece, context, named));
    if (digits) return digits;
    const number = piece.having ? undefined : piece.number;
    const numbered = number === undefined ? undefined : yield* this.numbered(piece, number, context, named);
    if (numbered) return yield* this.meaning(piece, numbered.meant, named ? [named.meant, ...named.others] : [], numbered.first);
    const exact = yield* this.exactly(piece);
    const first = exact ? [exact.condition] : [];
    const option = named?.meant ?? wordsOption(piece);
    const meant = exact ? { ...option, condition: any([exact.condition, option.condition]) } : option;
    if (named) return yield* this.meaning(piece, meant, named.others, first);
    const inWords = yield* this.countOf(context, meant.condition);
    const asDigits = yield* this.digits(piece, context, inWords);
    if (asDigits || inWords === 0) return asDigits;
    const isText = !exact || (!HAS_DIGIT.test(exact.value) && (yield* this.countOf(context, option.condition)) > 0);
    return yield* this.meaning(piece, isText ? meant : { ...exact, condition: meant.condition }, [], first);
  }

  /**
   * Digits that mean nothing else may be part of the part numbers that the other pieces leave: `741 opamp`.
   * @param inWords how many of these parts have them as a word: far fewer, or they are that word
   */
  private *digits(piece: Piece, context: Found, inWords: number): Task<Resolved | undefined> {
    const { typed = '' } = piece;
    if (context === this.evidence.everything || !NUMBER_DIGITS.test(typed)) return undefined;
    const within = contains('mpn', typed);
    const parts = yield* this.countOf(context, within);
    if (parts === 0 || parts < NUMBERS_OVER_QUANTITY * inWords) return undefined;
    const condition = inWords === 0 ? within : any([within, wordsOption(piece).condition]);
    return yield* this.meaning(piece, numberOption(typed, condition));
  }

  /** Digits as part of part numbers, where hardly a part has the number that they are by themselves: `317 regulator` means no 317 Hz. */
  private *digitsRather(piece: Piece, context: Found, named: Named): Task<Resolved | undefined> {
    const { typed = '', measured, values = [] } = piece;
    if (!measured?.isPlain || values.length > 0 || named.parts >= context.parts * DOUBTED_SHARE) return undefined;
    if (context === this.evidence.everything || !NUMBER_DIGITS.test(typed)) return undefined;
    const option = numberOption(typed, contains('mpn', typed));
    const parts = yield* this.evidence.countWithin(context, option.condition);
    if (parts < NUMBERS_OVER_QUANTITY * named.parts) return undefined;
    return yield* this.meaning(piece, option, [named.meant, ...named.others]);
  }

  /** The parts whose whole number a word is that is too short, or too plain, to be a piece of one. Source: questions and tables, C1. */
  private *exactly({ typed, number }: Piece): Task<(Option & { readonly value: string }) | undefined> {
    const form = typed === undefined || number !== undefined ? '' : partNumberForm(typed);
    if (typed === undefined || form === '') return undefined;
    const { mpn, sku } = yield* this.evidence.numbered(form);
    if (!mpn && !sku) return undefined;
    const condition = any([...(mpn ? [is('mpn', [typed])] : []), ...(sku ? [is('offers.sku', [typed])] : [])]);
    return { as: 'part number', field: mpn ? 'mpn' : 'offers.sku', value: typed, condition };
  }

  /** What it names. Words for the use of a thing mean the thing, unless some share of the parts in context have them as a name or value. */
  private *named(piece: Piece, context: Found): Task<Named | undefined> {
    const own = yield* this.ownNamed(piece, context);
    const { use } = piece;
    if (!use?.categories || (own && own.parts >= context.parts * DOUBTED_SHARE)) return own;
    const thing = unite(use.categories, this.withoutCategory(use));
    const parts = thing ? yield* this.countOf(context, thing.condition) : 0;
    return thing && parts > 0 ? { meant: thing, others: own ? [own.meant, ...own.others] : [], parts } : own;
  }

  /** Its meaning as a name, value or quantity of the catalog; undefined also where its words say far more. */
  private *ownNamed(piece: Piece, context: Found): Task<Named | undefined> {
    const named = yield* this.bestNamed(piece, context);
    const { measured, having } = piece;
    if (!named || context === this.evidence.everything || measured || having) return named;
    if (named.parts >= context.parts * DOUBTED_SHARE) return named;
    const inWords = yield* this.evidence.countWithin(context, wordsOption(piece).condition);
    return inWords >= WORDS_OVER_NAME * named.parts ? undefined : named;
  }

  private *bestNamed(piece: Piece, context: Found): Task<Named | undefined> {
    const category = unite(piece.categories ?? [], this.withoutCategory(piece), piece.having);
    const company = unite(piece.companies ?? []);
    const inCategory = category ? yield* this.countOf(context, category.condition) : 0;
    const ofCompany = company ? yield* this.countOf(context, company.condition) : 0;
    const others = [...(piece.companies ?? []), ...(piece.values ?? []).slice(0, 3)];
    const mayBeValues = piece.values?.some(({ bound }) => bound >= VALUES_OVER_CATEGORY * inCategory);
    const spec = inCategory === 0 || mayBeValues ? yield* this.spec(piece, context) : undefined;
    if (category && inCategory > 0) return categoryOr(spec, { meant: category, others, parts: inCategory });
    const isCompany = company && ofCompany > 0 && (!spec || ofCompany * VALUES_OVER_COMPANY >= spec.parts);
    if (isCompany) {
      return { meant: company, others: [...(piece.categories ?? []), ...(spec ? [spec.meant] : [])], parts: ofCompany };
    }
    return spec && { ...spec, others: [...spec.others, ...(piece.categories ?? []), ...(piece.companies ?? [])] };
  }

  /** Parts without a category, and those in one that does not say what they are, are told by their words; others by the end of a text. */
  private withoutCategory({ texts = [] }: Piece): Filter[] {
    if (texts.length === 0) return [];
    const { general, vagueCategories } = this;
    const isOpen = any([
      not(general.has('category_uids')),
      ...(vagueCategories.length > 0 ? [general.isIn(vagueCategories)] : []),
    ]);
    const names = new Set(texts.flatMap((text) => [text, ...pluralOf(text)]));
    const ends = endsOfTexts(texts);
    const longer = longerThings(texts);
    const areOthers = longer.length > 0 ? [not(words(...longer))] : [];
    return [all([isOpen, words(...names), ...areOthers]), ...(ends.length > 0 ? [words(...ends)] : [])];
  }

  /** Its meaning as the value of specs. */
  private *spec(piece: Piece, context: Found): Task<Named | undefined> {
    const { evidence } = this;
    const { values = [], measured } = piece;
    const counted = calledSo(withoutLenses(yield* countEach(values, context, evidence))).slice(0, MOST_VALUES);
    if (!measured || (measured.isPlain && counted.length > 0))
      return counted.length > 0 ? specOf(piece, counted, false) : undefined;
    const likely = yield* measuredSpecs(piece, context, evidence);
    return likely.length > 0 ? specOf(piece, likely, true) : undefined;
  }

  /** Its meaning as a part number. Source: questions and tables, C1. */
  private *numbered(
    piece: Piece,
    number: string,
    context: Found,
    named: Named | undefined,
  ): Task<{ meant: Option; first: Filter[] } | undefined> {
    const { evidence } = this;
    const form = partNumberForm(number);
    const { mpn, sku } = yield* evidence.numbered(form);
    const term = piece.isTerm ? [wordsOption(piece).condition] : [];
    const also = [...(named ? [named.meant.condition] : []), ...term];
    const exact = [...(mpn ? [is('mpn', [number])] : []), ...(sku ? [is('offers.sku', [number])] : [])];
    const within = piece.isFamily ? ofFamily(number) : contains('mpn', number);
    if (exact.length === 0) {
      const rare = Math.max(1, RARE_NAME * evidence.everything.parts);
      if (named && (named.parts > rare || !(yield* evidence.beginsNumber(form)))) return undefined;
      const parts = yield* evidence.countWithin(context, within);
      if (parts === 0 || (named && parts * NAME_OVER_NUMBERS < named.parts)) return undefined;
      return { meant: numberOption(number, any([within, ...also])), first: [beginsWith('mpn', number)] };
    }
    if (!mpn) return { meant: numberOption(number, any([...exact, ...also]), 'offers.sku'), first: exact };
    return { meant: numberOption(number, any([...exact, within, ...also])), first: [any(exact), beginsWith('mpn', number)] };
  }
}
