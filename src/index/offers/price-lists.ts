import type { Decimal } from '../../analysis/decimal.js';
import { decimalOf } from '../../analysis/decimal.js';
import { roundedUp } from '../../analysis/offer-price.js';
import type { BundleReader } from '../../encoding/bundle.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import { checkStarts } from '../array-checks.js';
import type { NumberDictionary } from '../dictionary/number-dictionary.js';

type Unsigned = Uint8Array | Uint16Array | Uint32Array;

/** Texts of whole numbers that are exact as doubles, and so is a sum of two of them. */
const SMALL = /^[0-9]{1,15}$/;
const AT_ONCE = 1 << 16;

/**
 * The ladders of a file: what of an offer decides which of its prices counts at a quantity. Many offers share one.
 */
export class Ladders {
  /** By ladder, the number of its currency. */
  readonly currencies: Unsigned;
  private readonly moqs: Unsigned;
  private readonly multiples: Unsigned;
  /** The steps of ladder `i` are `[starts[i], starts[i + 1])`. */
  readonly starts: Uint32Array;
  private readonly steps: Unsigned;
  private small: Float64Array | undefined = undefined;

  constructor(
    private readonly section: string,
    bundle: BundleReader,
    private readonly quantities: NumberDictionary,
  ) {
    this.currencies = bundle.unsigned();
    this.moqs = bundle.unsigned();
    this.multiples = bundle.unsigned();
    this.starts = bundle.u32();
    this.steps = bundle.unsigned();
  }

  get size(): number {
    return this.currencies.length;
  }

  *check(currencyCount: number): Steps<void> {
    const { section, size, moqs, multiples, starts, steps, quantities } = this;
    if (moqs.length !== size || multiples.length !== size || starts.length !== size + 1)
      throw new CorruptCatalogError(section, 'the ladders differ in number');
    yield* checkStarts(section, starts, steps.length);
    yield* checkUnsigned(section, 'currency', this.currencies, currencyCount);
    yield* checkUnsigned(section, 'moq', moqs, quantities.size + 1);
    yield* checkUnsigned(section, 'multiple', multiples, quantities.size + 1);
    yield* checkUnsigned(section, 'quantity', steps, quantities.size);
    for (let ladder = 0; ladder < size; ladder++)
      if (starts[ladder] === starts[ladder + 1]) throw new CorruptCatalogError(section, `ladder ${ladder} has no step`);
  }

  /** The quantities that are small whole numbers; NaN for the others, whose nearest doubles say nothing exact. */
  private *smallQuantities(): Steps<Float64Array> {
    const numbers = new Float64Array(this.quantities.size).fill(Number.NaN);
    for (let ordinal = 0; ordinal < numbers.length; ordinal++) {
      const text = this.quantities.value(ordinal);
      if (SMALL.test(text)) numbers[ordinal] = Number(text);
      if (ordinal % AT_ONCE === AT_ONCE - 1) yield;
    }
    return numbers;
  }

  /** For each ladder whose currency is wanted, which of its steps counts at a quantity; -1 for the others. */
  *stepsAt(quantity: number, isWanted: (currency: number) => boolean): Steps<Int32Array> {
    const counted = new Int32Array(this.size).fill(-1);
    const small = this.small ?? (yield* this.smallQuantities());
    this.small ??= small;
    for (let ladder = 0; ladder < this.size; ladder++) {
      if (isWanted(this.currencies[ladder]))
        counted[ladder] = this.quickStep(ladder, quantity, small) ?? this.exactStep(ladder, quantity);
      if (ladder % AT_ONCE === AT_ONCE - 1) yield;
    }
    return counted;
  }

  /** For each ladder of a currency, its last step up to a quantity; -1 for the others, and where all are above. */
  *lastStepsUpTo(quantity: Decimal, currency: number): Steps<Int32Array> {
    const { starts, steps, currencies } = this;
    const found = new Int32Array(this.size).fill(-1);
    const end = this.quantities.upperBound(quantity);
    for (let ladder = 0; ladder < this.size; ladder++) {
      if (currencies[ladder] === currency) {
        let step = starts[ladder + 1] - starts[ladder] - 1;
        while (step >= 0 && steps[starts[ladder] + step] >= end) step--;
        found[ladder] = step;
      }
      if (ladder % AT_ONCE === AT_ONCE - 1) yield;
    }
    return found;
  }

  /** The step where all quantities are small integers; undefined for other ladders. */
  private quickStep(ladder: number, quantity: number, numbers: Float64Array): number | undefined {
    const { starts, steps } = this;
    const [first, end] = [starts[ladder], starts[ladder + 1]];
    const moq = this.moqs[ladder] === 0 ? 0 : numbers[this.moqs[ladder] - 1];
    const multiple = this.multiples[ladder] === 0 ? 1 : numbers[this.multiples[ladder] - 1];
    if (Number.isNaN(moq) || !(multiple > 0)) return undefined;
    for (let at = first; at < end; at++) if (Number.isNaN(numbers[steps[at]])) return undefined;
    const least = Math.max(quantity, moq, numbers[steps[first]]);
    const over = least % multiple;
    const bought = over === 0 ? least : least - over + multiple;
    let step = end - 1;
    while (numbers[steps[step]] > bought) step--;
    return step - first;
  }

  private exactStep(ladder: number, quantity: number): number {
    const { starts, steps, quantities } = this;
    const of = (code: number): Decimal | undefined => (code === 0 ? undefined : quantities.decimal(code - 1));
    const [first, end] = [starts[ladder], starts[ladder + 1]];
    let least = decimalOf(quantity, 0);
    for (const other of [of(this.moqs[ladder]), quantities.decimal(steps[first])]) if (other?.gt(least)) least = other;
    const bought = roundedUp(least, this.multiple(ladder));
    let step = end - 1;
    // The first step is not above what is bought.
    while (step > first && quantities.decimal(steps[step]).gt(bought)) step--;
    return step - first;
  }

  private multiple(ladder: number): Decimal {
    const code = this.multiples[ladder];
    const multiple = code === 0 ? decimalOf(1, 0) : this.quantities.decimal(code - 1);
    if (multiple.isInteger() && multiple.gt(0)) return multiple;
    throw new CorruptCatalogError(this.section, `the multiple of ladder ${ladder} is not a whole number above 0`);
  }

  validate(): void {
    const { starts, steps } = this;
    for (let ladder = 0; ladder < this.size; ladder++) {
      this.multiple(ladder);
      for (let at = starts[ladder] + 1; at < starts[ladder + 1]; at++)
        if (steps[at] <= steps[at - 1])
          throw new CorruptCatalogError(this.section, `the steps of ladder ${ladder} do not ascend`);
    }
  }
}

/** The prices of the offers of a file, in all currencies: for each offer its lists, each with a ladder and a price for each of its steps. */
export class PriceLists {
  /** Number of lists of each offer. */
  readonly counts: Unsigned;
  /** The ladder of each list. */
  readonly ladders: Unsigned;
  /** The ordinals of the prices of all lists, one after the other. */
  readonly prices: Unsigned;

  constructor(
    private readonly section: string,
    bundle: BundleReader,
    readonly steps: Ladders,
    readonly values: NumberDictionary,
  ) {
    this.counts = bundle.unsigned();
    this.ladders = bundle.unsigned();
    this.prices = bundle.unsigned();
  }

  /** Checks that loops over the lists end inside the arrays. */
  *check(offerCount: number): Steps<void> {
    const { section, counts, ladders, prices, steps, values } = this;
    if (counts.length !== offerCount)
      throw new CorruptCatalogError(section, `has ${counts.length} counts for ${offerCount} offers`);
    yield* checkUnsigned(section, 'ladder', ladders, steps.size);
    yield* checkUnsigned(section, 'price', prices, values.size);
    let lists = 0;
    for (const count of counts) lists += count;
    if (lists !== ladders.length) throw new CorruptCatalogError(section, 'lists and offers do not fit');
    yield;
    let length = 0;
    for (const ladder of ladders) length += steps.starts[ladder + 1] - steps.starts[ladder];
    if (length !== prices.length) throw new CorruptCatalogError(section, 'prices and lists do not fit');
  }
}

function* checkUnsigned(section: string, what: string, values: Unsigned, limit: number): Steps<void> {
  for (let from = 0; from < values.length; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, values.length);
    for (let at = from; at < to; at++)
      if (values[at] >= limit) throw new CorruptCatalogError(section, `${what} ${values[at]} is out of range`);
    yield;
  }
}
