import { telling } from './catalog-options.js';
import { MIN_MAX } from './comparisons.js';
import { isOfCondition } from './conditions.js';
import { isNumberLike, phraseKey, spacedStems } from './forms.js';
import type { LexicalReading, QuantityReading, Side, Span } from './lexical.js';
import type { KeyEntry, NumberKeys } from './number-entries.js';
import { areNameWords, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import { behindOf, withComparison } from './read-quantities.js';
import { type OfSide, SIDES, sideEntries, sideNamed } from './sides.js';
import { stem } from './stems.js';
import { isOfSamples } from './trade-units.js';
import type { CatalogVocabulary, NumberKey } from './vocabulary.js';
import { WordRun } from './word-run.js';

/** A quantity, and words beside it that stand in the names of specs. */
export interface NamedQuantity extends Span, Partial<OfSide> {
  readonly quantity: QuantityReading;
  /** What it is of the specs with such names. */
  readonly named: readonly KeyEntry[];
  /** Words between two quantities are rather those of a voltage (1), and of two voltages those of the first (2): `24V input 5V`. */
  readonly likelihood?: number;
}

/** Words that say what a quantity is for. Beside one they name no category, although names of categories have them, too: `5V output`. */
const PURPOSES: ReadonlySet<string> = new Set(['input', 'output', 'supply']);
const OTHER_SIDE: Readonly<Record<Side, Side>> = { input: 'output', output: 'input' };
/** Whether words are in the name of what a key measures: that of a condition ends with it, and has the name of another spec before it. */
function isNameOf({ key, unit }: NumberKey, stems: readonly string[]): boolean {
  if (!isOfCondition(key, unit?.symbol ?? undefined)) return true;
  return stems.includes('condition') || stems.some((one) => key.endsWith(`_${one}`));
}

/** What makes a higher voltage of a lower one. */
const STEPS_UP = /\b(?:boost|step[\s-]?up|dc[\s/-]?dc|isolated (?:power|converter))\b/i;
const VOLTS = /^(\d+(?:\.\d+)?)\s*v(?:dc)?$/i;
/** Converters whose range of voltages is that of what goes in, and such a range. */
const CONVERTS = /\b(?:buck|step[\s-]?down|dc[\s/-]?dc|boost|step[\s-]?up)\b/i;
const FED_RANGE = /^\d[\d.]*\s?v?\s?(?:-|–|~|to|\.{2,3}|…)\s?\d[\d.]*\s?v(?:dc)?$/i;
/** Voltages that such things are fed with, and that they make. */
const SUPPLIES: ReadonlySet<string> = new Set(['3', '3.3', '3.7', '5', '12', '24']);
const STEPPED_UP: ReadonlySet<string> = new Set(['3.3', '5', '12', '15', '24', '28', '48']);

/** What compares a voltage with one of its own, and names of that one. */
const DETECTOR = 'supervisor';
const DETECTED: readonly string[] = ['threshold', 'detection', 'reset'];
/** Words in names of specs for samples a second; as stems. */
const SAMPLED: readonly string[] = ['sampling', 'sample', 'conversion'];

/** Most words of a name. */
const LONGEST_NAME = 3;

/** Finds the words beside quantities that are names of specs: `60V input`, `load capacitance 12.5pF`, `256KB flash or more`. */
export class QuantityNamer {
  private readonly run: WordRun;
  /** The places of words that name categories, once one asks for them. */
  private things: readonly number[] | undefined = undefined;
  /** Those with a unit. */
  private readonly quantities: readonly QuantityReading[];

  constructor(
    private readonly question: Question,
    readings: readonly LexicalReading[],
    private readonly vocabulary: CatalogVocabulary,
    private readonly numberKeys: NumberKeys,
  ) {
    this.run = new WordRun(question);
    this.quantities = readings.filter((one): one is QuantityReading => one.kind === 'quantity' && one.hasUnit);
  }

  *of(reading: QuantityReading): Iterable<NamedQuantity> {
    for (const span of this.besides(reading)) {
      if (this.isCutFromThing(span, reading)) continue;
      const stems = this.stemsOf(span);
      const hasName = (key: NumberKey) => stems.every((one) => key.stems.includes(one)) && isNameOf(key, stems);
      const whole = { from: Math.min(span.from, reading.from), to: Math.max(span.to, reading.to) };
      for (const quantity of this.comparisons(reading, whole.to)) {
        const side = sideNamed(stems, reading);
        const ofSide = side && sideEntries(side, quantity, this.numberKeys);
        if (ofSide) {
          const likelihood = span.from === reading.to && stems.every((one) => PURPOSES.has(one)) ? 2 : 1;
          yield { from: whole.from, to: quantity.to, quantity, ...ofSide, likelihood };
          continue;
        }
        const named = ownFirst(this.numberKeys.entries(this.numberKeys.read(quantity.quantity), hasName));
        if (named.length === 0 || (this.isCategory(span, named) && !this.isThingBeside(whole))) continue;
        yield { from: whole.from, to: quantity.to, quantity, named };
      }
    }
  }

  private stemsOf({ from, to }: Span): string[] {
    return this.question.words.slice(from, to).flatMap(({ groups }) => groups.map(stem));
  }

  /** What a quantity is of the specs of what goes in, or comes out, where two of them say so (`24V to 5V`), or of what is detected. */
  converted(reading: QuantityReading): OfSide | undefined {
    const side = reading.side ?? (reading.hasUnit ? this.sideOf(reading) : undefined);
    if (side) return sideEntries(side, reading, this.numberKeys);
    return this.detected(reading) ?? this.sampled(reading);
  }

  /** The voltage of a detector is that which it detects. */
  private detected({ quantity }: QuantityReading): OfSide | undefined {
    if (!VOLTS.test(quantity) || !this.names(DETECTOR)) return undefined;
    const isDetected = ({ stems }: NumberKey) => DETECTED.some((name) => stems.includes(name));
    const named = this.numberKeys.entries(this.numberKeys.read(quantity), isDetected);
    return named.length === 0 ? undefined : { named, toldBy: [] };
  }

  /** Samples a second are those of a rate, not any frequency. */
  private sampled({ from, to, quantity }: QuantityReading): OfSide | undefined {
    if (!this.question.words.slice(from, to).some(({ text }) => isOfSamples(text))) return undefined;
    const isRate = ({ stems }: NumberKey) => SAMPLED.some((name) => stems.includes(name));
    const named = this.numberKeys.entries(this.numberKeys.read(quantity), isRate);
    return named.length === 0 ? undefined : { named, toldBy: [] };
  }

  /** Whether the question has the name of a thing, or one that means the same. */
  private names(thing: string): boolean {
    const text = spacedStems(this.question.read);
    return [thing, ...this.vocabulary.synonymsOf(thing)].some((name) => text.includes(spacedStems(name)));
  }

  private sideOf(reading: QuantityReading): Side | undefined {
    const { from, to } = reading;
    if (this.isFed(reading)) return 'input';
    const side = this.isConversion(to) ? 'input' : this.isConversion(from - 1) ? 'output' : this.sideLeft(reading);
    const isOver = (one: Span) => one.from <= from && to <= one.to && one.to - one.from > to - from;
    const isInRange = side && this.quantities.some((one) => one.isRange && isOver(one) && !this.isStepUp(one));
    return isInRange ? undefined : side;
  }

  /** Of two voltages, what the one is whose side is not named: `vin 24V 5V`. */
  private sideLeft(reading: QuantityReading): Side | undefined {
    if (!VOLTS.test(reading.quantity)) return undefined;
    const others = this.quantities.filter(
      (one) => VOLTS.test(one.quantity) && (one.to <= reading.from || reading.to <= one.from),
    );
    const [other] = others;
    if (others.length !== 1) return undefined;
    for (const span of this.besides(other)) {
      const side = sideNamed(this.stemsOf(span), other);
      if (side) return OTHER_SIDE[side];
    }
    return undefined;
  }

  /** Whether a range is what goes into a converter, which names no other one: `buck 4.5-36V`. */
  private isFed(range: QuantityReading): boolean {
    if (!range.isRange || !FED_RANGE.test(range.quantity) || !CONVERTS.test(this.question.read)) return false;
    return this.quantities.every((one) => !one.isRange || !FED_RANGE.test(one.quantity) || one.quantity === range.quantity);
  }

  /**
   * Whether a range is what goes in and what comes out of a converter: `boost 5V to 12V`. Both are voltages of supplies, and the catalog
   * tells them apart; `9V to 36V` is a range of what goes in.
   */
  isStepUp(range: QuantityReading): boolean {
    if (!range.isRange || !STEPS_UP.test(this.question.read)) return false;
    const inside = this.quantities.filter((one) => !one.isRange && range.from <= one.from && one.to <= range.to);
    const first = inside.find(({ to }) => this.isConversion(to));
    const second = inside.find(({ from }) => this.isConversion(from - 1));
    const isSupply = (one: QuantityReading | undefined, volts: ReadonlySet<string>) =>
      one !== undefined && volts.has(VOLTS.exec(one.quantity)?.[1] ?? '');
    const isKnown = (names: readonly string[], { quantity }: QuantityReading) =>
      this.numberKeys.entries(this.numberKeys.read(quantity), ({ stems }) => names.some((name) => stems.includes(name))).length >
      0;
    if (!first || !second || !isSupply(first, SUPPLIES) || !isSupply(second, STEPPED_UP)) return false;
    return isKnown(SIDES.input, first) && isKnown(SIDES.output, second);
  }

  /** Whether a word is the `to` between two quantities. */
  private isConversion(at: number): boolean {
    if (this.run.word(at) !== 'to') return false;
    return this.quantities.some(({ to }) => to === at) && this.quantities.some(({ from }) => from === at + 1);
  }

  /** The quantity itself, and what it is with a comparison behind its name. */
  private *comparisons(reading: QuantityReading, end: number): Iterable<QuantityReading> {
    yield { ...reading, to: end };
    const behind = reading.isRange || end === reading.to ? undefined : behindOf(this.run, end);
    const more = behind && this.run.isRun(reading.from, behind.to) && withComparison(reading, behind);
    if (more) yield more;
  }

  /** Whether words name a category. A spec of this very name is meant instead if more parts have it, unless they are a word of the trade. */
  private isCategory(span: Span, named: readonly KeyEntry[]): boolean {
    const { vocabulary } = this;
    const phrase = phraseOf(this.question, span);
    if (PURPOSES.has(stem(phrase.toLowerCase()))) return false;
    const ofCategory = telling(vocabulary.lookUp(phrase).categories).reduce((sum, { parts }) => sum + parts, 0);
    if (ofCategory === 0 || vocabulary.synonymsOf(phrase).length > 0) return ofCategory > 0;
    const key = phraseKey(phrase);
    return !named.some(({ bound, numberKey }) => bound > ofCategory && phraseKey(numberKey.name) === key);
  }

  /** Whether words and the next one, away from their quantity, name a category: the `ffc` of `0.5mm ffc cable`. */
  private isCutFromThing({ from, to }: Span, quantity: Span): boolean {
    const whole = from === quantity.to ? { from, to: to + 1 } : { from: from - 1, to };
    const isName = areNameWords(this.question, whole) && !PURPOSES.has(this.run.word(from));
    return isName && telling(this.vocabulary.lookUp(phraseOf(this.question, whole)).categories).length > 0;
  }

  /** Whether another word names a category, so that those of a quantity need not: `relay 24V coil`. */
  private isThingBeside({ from, to }: Span): boolean {
    this.things ??= [...this.question.words.keys()].filter((at) => this.isThing(at));
    return this.things.some((at) => at < from || to <= at);
  }

  /** Whether a word names a category, and is no word of a maker's name. */
  private isThing(at: number): boolean {
    const span = { from: at, to: at + 1 };
    if (this.isNumber(at)) return true;
    if (!areNameWords(this.question, span)) return false;
    const { categories, makers } = this.vocabulary.lookUp(phraseOf(this.question, span));
    const partsOf = (found: readonly { readonly parts: number }[]) => found.reduce((sum, { parts }) => sum + parts, 0);
    const isCategory = partsOf(telling(categories)) > partsOf(telling(makers));
    return isCategory && !this.isOfMaker({ from: at - 1, to: at + 1 }) && !this.isOfMaker({ from: at, to: at + 2 });
  }

  /** Whether a word is like a part number, and nothing else: the `stm32` of `stm32 128KB flash`. */
  private isNumber(at: number): boolean {
    const { kind, isExcluded, text } = this.question.words[at];
    if (kind !== 'word' || isExcluded || !isNumberLike(text)) return false;
    const { categories, makers, values } = this.vocabulary.lookUp(text);
    const isNamed = telling(categories).length + telling(makers).length + telling(values).length > 0;
    return !isNamed && !this.quantities.some(({ from, to }) => from <= at && at < to);
  }

  private isOfMaker(span: Span): boolean {
    return areNameWords(this.question, span) && telling(this.vocabulary.lookUp(phraseOf(this.question, span)).makers).length > 0;
  }

  /** Whether `min` or `max` stands next to a quantity: it compares that, or the next one, and is in no name. */
  private isCompared({ from, to }: Span, span: Span): boolean {
    return MIN_MAX.has(this.run.word(span.from === to ? to : from - 1));
  }

  private *besides({ from, to }: Span): Iterable<Span> {
    for (let length = 1; length <= LONGEST_NAME; length++) {
      const spans = [
        { from: to, to: to + length },
        { from: from - length, to: from },
      ];
      for (const span of spans) if (areNameWords(this.question, span) && !this.isCompared({ from, to }, span)) yield span;
    }
  }
}

/** Those that are measured, without what other specs were measured at; else all. */
function ownFirst(entries: readonly KeyEntry[]): readonly KeyEntry[] {
  const own = entries.filter(({ isCondition }) => !isCondition);
  return own.length > 0 ? own : entries;
}
