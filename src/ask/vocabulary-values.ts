import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { Fit, ValueCandidate } from './vocabulary.js';
import { MARK } from './vocabulary-forms.js';
import { type FormHit, FormIndex } from './vocabulary-index.js';
import { GrowingArray, type PackedTexts, PackedTextsWriter } from './vocabulary-packing.js';

/** A string value of a spec. */
export interface CountedValue {
  readonly key: string;
  readonly value: string;
  /** Number of parts that have it. */
  readonly parts: number;
}

const [DIGIT_0, DIGIT_9, LETTER_X] = [0x30, 0x39, 0x78];
/** More pins than this behind a package's name make another package: `SOT-23-3` is `SOT-23`, `SOT-23-5` is not. */
const MOST_PINS_OF_SAME = 3;

/** Items of fewer letters and digits belong to each other: `AC/DC`, `50V/V`. */
const LEAST_ITEM = 3;

/** Digits of the length and width of a package: `SMD3225-4P`. */
const SIZE_DIGITS = 4;

/** A candidate has so many values at most, those of most parts: `SMD` begins thousands of packages, and each is one condition. */
const MOST_VALUES = 256;

/** Whether a value that keys fit in some way is meant by them alone. */
export type IsAlone = (value: string, fit: Fit) => boolean;

/** A candidate of one key, while it is gathered. */
interface Gathered {
  fit: Fit;
  readonly values: Map<number, Fit>;
}

const RANKS: Readonly<Record<Fit, number>> = { whole: 0, beginning: 1, item: 2, inside: 3 };

/** Orders candidates: the better fit first, then the one of more parts. */
function compareCandidates(a: { fit: Fit; parts: number }, b: { fit: Fit; parts: number }): number {
  return RANKS[a.fit] - RANKS[b.fit] || b.parts - a.parts;
}

/** The better of two fits. */
export function betterFit(a: Fit, b: Fit): Fit {
  return RANKS[a] <= RANKS[b] ? a : b;
}

/** String values of specs, by the words and groups of letters and digits that they begin with. */
export class ValueNames {
  private constructor(
    private readonly index: FormIndex,
    private readonly texts: PackedTexts,
    private readonly keys: readonly string[],
    private readonly keyOf: Uint16Array,
    private readonly counts: Uint32Array,
  ) {}

  static *of(values: Iterable<CountedValue>, work: Work): Task<ValueNames> {
    const texts = new PackedTextsWriter();
    const keys = new Map<string, number>();
    const keyOf = new GrowingArray(new Uint16Array(64));
    const counts = new GrowingArray(new Uint32Array(64));
    const taken = function* (): Iterable<string> {
      for (const { key, value, parts } of values) {
        const ordinal = keys.get(key) ?? keys.size;
        if (ordinal === keys.size) keys.set(key, ordinal);
        texts.add(value);
        keyOf.push(ordinal);
        counts.push(parts);
        yield value;
      }
    };
    const index = yield* FormIndex.of(taken(), work);
    return new ValueNames(index, texts.finish(), [...keys.keys()], keyOf.finish(), counts.finish());
  }

  get bytes(): number {
    return this.index.bytes + this.texts.bytes + this.keyOf.byteLength + this.counts.byteLength;
  }

  get size(): number {
    return this.texts.size;
  }

  value(ordinal: number): string {
    return this.texts.get(ordinal);
  }

  parts(ordinal: number): number {
    return this.counts[ordinal];
  }

  /**
   * The values that some keys fit, spec by spec. Values of which a key is `inside` count only for specs without better ones.
   * @param isAlone for keys that mean only the values that have nothing else of their kind beside them
   */
  lookUp(keys: readonly string[], isAlone?: IsAlone): ValueCandidate[] {
    const found = new Map<number, Gathered>();
    for (const key of keys) {
      this.index.forEach(key, (hit) => {
        const fit = this.fitOf(hit);
        if (fit) gather(found, this.keyOf[hit.text], hit.text, fit);
      });
    }
    const candidates = Array.from(found, ([key, gathered]) => this.candidate(this.keys[key], gathered, isAlone));
    return candidates.sort(compareCandidates);
  }

  private candidate(key: string, { fit, values }: Gathered, isAlone: IsAlone | undefined): ValueCandidate {
    const ordinals = [...values].filter(([, own]) => own !== 'inside' || fit === 'inside').map(([ordinal]) => ordinal);
    ordinals.sort((a, b) => this.counts[b] - this.counts[a] || a - b);
    ordinals.length = Math.min(ordinals.length, MOST_VALUES);
    const names = ordinals.map((ordinal) => this.texts.get(ordinal));
    const parts = ordinals.reduce((sum, ordinal) => sum + this.counts[ordinal], 0);
    const alone = isAlone ? names.filter((name, i) => isAlone(name, values.get(ordinals[i]) as Fit)) : [];
    return { kind: 'value', key, value: alone[0] ?? names[0], values: names, fit, parts, ...(alone.length > 0 && { alone }) };
  }

  /** How a key that stands somewhere fits the value; undefined: not at all. */
  private fitOf({ text, from, to }: FormHit): Fit | undefined {
    const { marks } = this.index;
    const end = this.index.endOf(text);
    const before = marks[from];
    const after = to === end ? MARK.start : marks[to];
    if ((before !== MARK.start || after === MARK.list) && this.areItems(from, to)) return undefined;
    if (before === MARK.start) {
      if (after === MARK.start) return 'whole';
      if (after === MARK.list) return 'item';
      return this.goesOn(from, to, end) ? 'beginning' : undefined;
    }
    const isItem = before > MARK.closing || this.isBehindNumber(text, from);
    if (isItem) return after >= MARK.list || this.goesOn(from, to, end) ? 'item' : undefined;
    return after >= MARK.blank ? 'inside' : undefined;
  }

  /** Whether a key is several items that stand side by side in a longer list, which mean nothing together: `ADC, I2C`, but not `AC/DC`. */
  private areItems(from: number, to: number): boolean {
    let start = from;
    for (let at = from + 1; at <= to; at++) {
      if (at < to && this.index.marks[at] !== MARK.list) continue;
      if (at - start < LEAST_ITEM) return false;
      if (at === to) return start > from;
      start = at;
    }
    return false;
  }

  /** Whether what follows a key belongs to the same value: not the rest of a product, of a range, or the pins of another package. */
  private goesOn(from: number, to: number, end: number): boolean {
    const { units, marks } = this.index;
    const mark = marks[to];
    // One letter or digit means too little without the rest of its word.
    if (mark === MARK.range || (to - from === 1 && mark < MARK.blank)) return false;
    // `4 x` is no beginning of `4x4mm`.
    if (!isDigit(units[to - 1]))
      return !(units[to - 1] === LETTER_X && to - from > 1 && isDigit(units[to - 2]) && this.isDigitOfItem(to));
    if (mark === MARK.change) return !(units[to] === LETTER_X && to + 1 < end && this.isDigitOfItem(to + 1));
    if (mark !== MARK.join || !isDigit(units[to])) return true;
    if (this.isSizeCode(to)) return true;
    let pins = 0;
    let at = to;
    for (; at < end && isDigit(units[at]) && (at === to || marks[at] === MARK.inside); at++)
      pins = pins * 10 + units[at] - DIGIT_0;
    return pins <= MOST_PINS_OF_SAME || this.isMeasure(at, end);
  }

  /** Whether a digit at a place goes on with the item before it. */
  private isDigitOfItem(at: number): boolean {
    return isDigit(this.index.units[at]) && this.index.marks[at] < MARK.list;
  }

  /** Whether four digits end at a place, the length and width of a package: the number of its pins is no part of its name. */
  private isSizeCode(to: number): boolean {
    const { units, marks } = this.index;
    let from = to - 1;
    while (marks[from] === MARK.inside && isDigit(units[from - 1])) from--;
    return to - from === SIZE_DIGITS && marks[from] !== MARK.inside;
  }

  /** Whether the letters at a place are a unit of length, as in `SOIC-8-208mil`. */
  private isMeasure(at: number, end: number): boolean {
    if (at >= end || this.index.marks[at] !== MARK.change) return false;
    const letters = String.fromCharCode(...this.index.units.subarray(at, Math.min(end, at + 3)));
    return letters.startsWith('mil') || letters.startsWith('mm');
  }

  /** Whether only a number stands before a word in its item: `1 N-Channel`. */
  private isBehindNumber(text: number, from: number): boolean {
    const { units, marks } = this.index;
    const start = this.index.startOf(text);
    let at = from - 1;
    while (at > start && marks[at] === MARK.inside && isDigit(units[at])) at--;
    return isDigit(units[at]) && (marks[at] === MARK.start || marks[at] >= MARK.list);
  }
}

function gather(found: Map<number, Gathered>, key: number, value: number, fit: Fit): void {
  const known = found.get(key);
  if (!known) {
    found.set(key, { fit, values: new Map([[value, fit]]) });
    return;
  }
  known.fit = betterFit(known.fit, fit);
  const before = known.values.get(value);
  known.values.set(value, before ? betterFit(before, fit) : fit);
}

function isDigit(unit: number): boolean {
  return unit >= DIGIT_0 && unit <= DIGIT_9;
}
