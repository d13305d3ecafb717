import type { ReadingKind } from '../model/ask.js';
import type { Filter } from '../parser/ast.js';
import type { Span } from './lexical.js';
import type { Question } from './question.js';

/** A condition that a piece of a question may mean. */
export interface Option {
  readonly as: ReadingKind;
  /** For display. */
  readonly field?: string;
  readonly value?: string;
  readonly condition: Filter;
}

/** A spec that may have the value that a piece names. */
export interface Entry extends Option {
  readonly field: string;
  /** A part has the spec, whatever its value. */
  readonly has: Filter;
  /** The same, with the parts that have another value beside it: what a negation excludes. Undefined: the same parts. */
  readonly amongOthers?: Filter;
  /** Whether it is meant only where few of the parts in context that have it are called so: `SMD`. */
  readonly isImplied?: boolean;
  /** Most parts that can have the value. */
  readonly bound: number;
  /** Whether the spec says at what another one was measured. A quantity is meant of it only where its name stands beside the number. */
  readonly isCondition?: boolean;
  /** Whether most parts have an interval, in which the value only lies. */
  readonly isInterval?: boolean;
  /** Whether the symbol of its unit stands behind the number as it is. */
  readonly isSpelled?: boolean;
  /** Whether the value has so many digits that no point of an interval is meant: `3.08V`. */
  readonly isPrecise?: boolean;
  /** Whether it is a limit of another spec of the same parts: the trip current of a fuse. */
  readonly isSecondary?: boolean;
  /** What the parts are called that have this property first of all: `resistor`. Undefined for all other specs. */
  readonly thing?: string | undefined;
  /** Of a spec of texts: the values as the catalog writes them. */
  readonly values?: readonly string[];
  /** How texts of parts that lack the spec write the value. */
  readonly texts: () => readonly string[];
}

/** A number with a unit, of a part's specs. */
export interface Measured {
  readonly entries: readonly Entry[];
  /** Those whose names stand beside the number. */
  readonly named?: readonly Entry[];
  /**
   * Parts that have such a spec have the number there, if at all: it may be another one in their texts. With names, these are all specs that
   * it may be of, the likeliest first, and each stands for those before it that a part lacks.
   */
  readonly toldBy?: readonly Filter[];
  /** Whether it is a number alone, which names and values explain better. */
  readonly isPlain: boolean;
  readonly isRange: boolean;
  /** Of a range with one end: what decides which spec is meant. */
  readonly bounding?: Bounding;
  /** The same with the other meaning of its `M`, or without the sign of a negative voltage or current. */
  readonly other?: {
    readonly entries: () => readonly Entry[];
    readonly bounding?: Bounding;
    readonly text: string;
    readonly isMagnitude: boolean;
    /** Values that say that a negative voltage comes out: the number itself has no sign then. */
    readonly negative?: readonly Entry[];
  };
}

/** The specs that may have the very number of a bound, and then those that may have one near to it. */
export type Bounding = () => Iterable<readonly Entry[]>;

/** What a span of a question may mean, each list with the best first. */
export interface Piece extends Span {
  /** How well it explains its words: of several ways to cut a question, the one with the highest sum is taken. */
  readonly score: number;
  /** Purchase wishes, phrases and exclusions: what it means for certain. */
  readonly certain?: Option;
  readonly categories?: readonly Option[];
  readonly companies?: readonly Option[];
  /** What the parts of its categories also have: nine pins for `DB9`. */
  readonly having?: Filter;
  /** String specs with the value. */
  readonly values?: readonly Entry[];
  readonly measured?: Measured;
  /** A count that may be a quantity as well, with a prefix alone: 22 pins or 22 pF for `22p`. */
  readonly asQuantity?: Measured;
  /** Whether it is a ratio of lines or channels rather than a range: `3 to 8`. */
  readonly isRatio?: boolean;
  /** Whether it is a word for a quality: parts that are called so have it, whatever is measured. */
  readonly isQuality?: boolean;
  /** Whether it is a number of things, and means something each where no part has so many: `16 bit`. Pins are nothing else. */
  readonly isCount?: boolean;
  /** What may be a part number or a piece of one, as it was typed. */
  readonly number?: string;
  /** Whether no digit follows it in a part number: `LM340` of `LM340-5` is not LM3405. */
  readonly isFamily?: boolean;
  /** Whether what may be a part number is a word of the trade as well: `RS485`. */
  readonly isTerm?: boolean;
  /** A word as it was typed: any may be a whole part number. */
  readonly typed?: string;
  /** Ways to write it in a text of a part. */
  readonly texts?: readonly string[];
  /** The name of the thing that its words may say a use of. */
  readonly use?: Piece;
  /** Order of the hits. */
  readonly sortby?: string;
  /** What was changed, in words. */
  readonly corrected?: string;
  readonly relaxed?: string;
  /** Whether it is never dropped: phrases, exclusions and negations. */
  readonly isFirm?: boolean;
  /** What it negates: `murata` of `not murata`. */
  readonly negated?: Piece;
  /** What a part has that does not have what is negated: it is mounted in one of two ways. */
  readonly instead?: Piece;
  /** The pieces of which any is wanted: `yageo` and `vishay` of `yageo or vishay`. */
  readonly either?: readonly Piece[];
  /** Whether it is a condition of nothing: punctuation, or what cannot be asked of this catalog. */
  readonly isIgnored?: boolean;
  /** Whether it needs no reading. */
  readonly isConnecting?: boolean;
}

/** The text of a span, as it stands in the question. */
export function placeOf({ text, words }: Question, { from, to }: Span): { text: string; offset: number; length: number } {
  const { offset } = words[from];
  const last = words[to - 1];
  const end = last.offset + last.length;
  return { text: text.slice(offset, end), offset, length: end - offset };
}

/** A word of the name of a spec, or a symbol; other short ones are units. */
const NAME_WORD = /^\p{L}{3,}|^(?:id|vf|iq)$/iu;

/** Whether a span has words alone, which may be in the name of a spec. */
export function areNameWords({ words }: Question, { from, to }: Span): boolean {
  if (from < 0 || to > words.length) return false;
  return words.slice(from, to).every(({ kind, isExcluded, text }) => kind === 'word' && !isExcluded && NAME_WORD.test(text));
}

/** The words of a span, as names and values are looked up. */
export function phraseOf({ words }: Question, { from, to }: Span): string {
  return words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}
