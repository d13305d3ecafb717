/** A run of pieces of a question: `words[from]` to `words[to - 1]`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What goes into a converter, or comes out of it. */
export type Side = 'input' | 'output';

/** A number with or without a unit, or a range of them. */
export interface QuantityReading extends Span {
  readonly kind: 'quantity';
  /** For `parseQuantity(quantity, unit of a key)`: `60V or more` is `>= 60V`, `between 9V and 12V` is `9V to 12V`. */
  readonly quantity: string;
  /** Whether it names a unit. */
  readonly hasUnit: boolean;
  /** Whether it is a range, by a comparison or by two ends; else it means equality. */
  readonly isRange: boolean;
  /** Whether it is one number without prefix, unit, sign and comparison: `0603`, `16`, `3.3`. */
  readonly isPlain: boolean;
  /** Whether a letter stands for the decimal point and no unit follows: `4k7`, but `4N35`, too. */
  readonly isCompact: boolean;
  /** Its text with the other meaning of `M`, where it has one: `500MA` is `500mA` then. */
  readonly otherCase: string | undefined;
  /** The number of a range with one end: `1k` of `< 1k`. */
  readonly bound: string | undefined;
  /** Whether it is said to go in or to come out: `24Vin`, `5V out`. */
  readonly side?: Side;
}

/** A number of things: `16 pin`, `8p`, `4-channel`, `dual`. */
export interface CountReading extends Span {
  readonly kind: 'count';
  /** For `parseQuantity` as that of a quantity: `16`, `>= 16`. */
  readonly quantity: string;
  readonly isRange: boolean;
  /** Keys of words in the names of specs that count it, the usual ones first; empty if the question does not say (`dual`). */
  readonly names: readonly string[];
}

/** A length by a width, perhaps by a height. */
export interface SizeReading extends Span {
  readonly kind: 'size';
  /** As values of packages have it: `4x4mm`; without a unit `2x4`. */
  readonly size: string;
}

/** Two numbers of lines or channels: `3 to 8`. */
export interface RatioReading extends Span {
  readonly kind: 'ratio';
  readonly first: string;
  readonly second: string;
}

/** A price of one piece. */
export interface PriceReading extends Span {
  readonly kind: 'price';
  /** Decimals; null is an open end. */
  readonly min: string | null;
  readonly max: string | null;
  readonly isMinExcluded: boolean;
  readonly isMaxExcluded: boolean;
  /** `USD`, or null if the question names none. */
  readonly currency: string | null;
  /** The quantity that it is for: `100 pcs under $1`; null if it names none. */
  readonly pieces: string | null;
}

/** `in stock`, `100 in stock`. */
export interface StockReading extends Span {
  readonly kind: 'stock';
  /** The least stock asked for; null if any will do. */
  readonly least: string | null;
}

/** `cheapest`. */
export interface CheapestReading extends Span {
  readonly kind: 'cheapest';
  /** The quantity that the prices are for: `cheapest at 100 pcs`; null if it names none. */
  readonly pieces: string | null;
}

/** `most` of `most in stock`, `highest stock`: the parts of which most pieces are in stock come first. */
export interface MostStockReading extends Span {
  readonly kind: 'most stock';
}

/** `100 pcs` where no price or stock stands beside it: so many pieces are wanted, whatever they are. */
export interface PiecesReading extends Span {
  readonly kind: 'pieces';
  readonly pieces: string;
}

/** `from Mouser`: the vocabulary decides whether `words[nameFrom]` to `words[to - 1]` is a seller. */
export interface SellerReading extends Span {
  readonly kind: 'seller';
  readonly nameFrom: number;
}

/** At what a value was measured: the `100MHz` of `600R@100MHz`. */
export interface ConditionReading extends Span {
  readonly kind: 'condition';
}

/** `or smaller` where no number is compared: `0603 or smaller`. */
export interface LooseComparisonReading extends Span {
  readonly kind: 'comparison';
}

/** `I need a` at the beginning of a question: how it asks. */
export interface PreambleReading extends Span {
  readonly kind: 'preamble';
}

/** What a run of pieces may mean by its spelling alone. */
export type LexicalReading =
  | QuantityReading
  | ConditionReading
  | CountReading
  | SizeReading
  | RatioReading
  | PriceReading
  | StockReading
  | CheapestReading
  | MostStockReading
  | PiecesReading
  | SellerReading
  | LooseComparisonReading
  | PreambleReading;
