import { type Decimal, parseDecimal } from '../../analysis/decimal.js';
import { shortDecimal } from '../../analysis/short-decimal.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import { type BundleArray, narrowed } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import type { Pauses } from '../../work/pauses.js';
import { numberDictionaryArrays } from '../dictionary/number-writer.js';
import { Interner } from '../interner.js';
import { NO_ORDINAL } from '../rows/row-values.js';

/** The sections of prices, by the last piece of their names. */
export type PriceSections = Readonly<Record<'prices' | 'price-values' | 'ladders' | 'quantities', BundleArray[]>>;

/** The texts of quantities, or of prices. */
class Numbers {
  readonly texts = new Interner();
  private readonly parsed = new Map<number, Decimal | undefined>();
  /** By text, once it was asked for. */
  private readonly isCounted: boolean[] = [];

  intern(source: Uint8Array, from: number, to: number): number {
    return this.texts.internBytes(source, from, to);
  }

  /** Whether a text is a number, and not below 0 where that is asked for. */
  counts(entry: number, isPrice: boolean): boolean {
    const { bytes, offsets } = this.texts;
    // Each text is asked for when it is first seen, so that the list has no holes.
    while (this.isCounted.length <= entry) {
      const { length } = this.isCounted;
      const isShort = shortDecimal(bytes.array, offsets.array[length], offsets.array[length + 1]) >= 0;
      const number = isShort ? undefined : this.of(length);
      this.isCounted.push(isShort || (number !== undefined && !(isPrice && number.isNegative())));
    }
    return this.isCounted[entry];
  }

  /** The number of a text; undefined if it is not one. */
  of(entry: number): Decimal | undefined {
    const known = this.parsed.get(entry);
    if (known || this.parsed.has(entry)) return known;
    const { bytes, offsets } = this.texts;
    const number = parseDecimal(decodeUtf8(bytes.array, offsets.array[entry], offsets.array[entry + 1]));
    this.parsed.set(entry, number);
    return number;
  }
}

/** A currency of an offer: pairs of a quantity and a price, in the order of the document. */
interface GivenList {
  readonly currency: number;
  readonly quantities: number[];
  readonly prices: number[];
}

const NONE = -1;
/** Where the quantities begin in the key of a ladder. */
const FIRST_QUANTITY = 3;

/**
 * Collects the prices of offers. What decides which of an offer's prices counts at a quantity is its *ladder*: currency, breaks, `moq`
 * and `order_multiple`. Few ladders are shared by many offers, so a price at a quantity is decided once for each of them.
 */
export class PriceListsBuilder {
  private readonly quantities = new Numbers();
  private readonly prices = new Numbers();
  /** Currency, moq, multiple and quantities of the pairs that count, as they came. */
  private readonly ladders = new Interner();
  /** By ladder: the places of its steps among the pairs that count, by ascending quantity. */
  private readonly orders: Uint32Array[] = [];
  private readonly currencyNumbers = new Map<string, number>();
  /** By offer: its number of lists. */
  private readonly counts = new GrowableU32();
  /** By offer, where its lists begin; by list, where its prices begin. */
  private readonly firstLists = new GrowableU32();
  private readonly listLadders = new GrowableU32();
  private readonly firstPrices = new GrowableU32();
  private readonly listPrices = new GrowableU32();
  /** Those of the current offer. */
  private lists: GivenList[] = [];
  /** The key of a ladder while it is looked up. */
  private key = new Uint32Array(16);
  private keyBytes = new Uint8Array(this.key.buffer);

  private currency(name: string): number {
    let number = this.currencyNumbers.get(name);
    if (number === undefined) this.currencyNumbers.set(name, (number = this.currencyNumbers.size));
    return number;
  }

  /** By their numbers. */
  get currencies(): string[] {
    return [...this.currencyNumbers.keys()];
  }

  /** The number of a quantity's text. */
  quantity(source: Uint8Array, from: number, to: number): number {
    return this.quantities.intern(source, from, to);
  }

  /** The number of a price's text. */
  price(source: Uint8Array, from: number, to: number): number {
    return this.prices.intern(source, from, to);
  }

  /** Adds a pair of the current offer, if it counts. */
  add(name: string, quantity: number, price: number): boolean {
    if (!this.quantities.counts(quantity, false) || !this.prices.counts(price, true)) return false;
    const currency = this.currency(name);
    let list = this.lists.at(-1);
    if (list?.currency !== currency) {
      list = this.lists.find((one) => one.currency === currency);
      if (!list) this.lists.push((list = { currency, quantities: [], prices: [] }));
    }
    list.quantities.push(quantity);
    list.prices.push(price);
    return true;
  }

  /** Ends an offer. @param moq the number of the text of `moq`, and that of `order_multiple`; -1 for none */
  endOffer(moq: number, multiple: number): void {
    const { lists } = this;
    this.firstLists.push(this.listLadders.length);
    this.counts.push(lists.length);
    if (lists.length === 0) return;
    this.lists = [];
    for (const { currency, quantities, prices } of lists) {
      const ladder = this.ladder(currency, moq, multiple, quantities);
      this.listLadders.push(ladder);
      this.firstPrices.push(this.listPrices.length);
      for (const place of this.orders[ladder]) this.listPrices.push(prices[place]);
    }
  }

  private setKey(key: Uint32Array<ArrayBuffer>): void {
    this.key = key;
    this.keyBytes = new Uint8Array(key.buffer);
  }

  private ladder(currency: number, moq: number, multiple: number, quantities: readonly number[]): number {
    const words = FIRST_QUANTITY + quantities.length;
    if (words > this.key.length) this.setKey(new Uint32Array(words * 2));
    this.key[0] = currency;
    this.key[1] = moq + 1;
    this.key[2] = multiple + 1;
    for (let i = 0; i < quantities.length; i++) this.key[FIRST_QUANTITY + i] = quantities[i];
    const ladder = this.ladders.internBytes(this.keyBytes, 0, words * Uint32Array.BYTES_PER_ELEMENT);
    if (ladder < this.orders.length) return ladder;
    const numbers = quantities.map((quantity) => this.quantities.of(quantity) as Decimal);
    const order = numbers.map((_, place) => place).sort((a, b) => numbers[a].cmp(numbers[b]));
    // The sort is stable: of equal quantities the first stays.
    this.orders.push(Uint32Array.from(order.filter((place, i) => i === 0 || !numbers[place].eq(numbers[order[i - 1]]))));
    return ladder;
  }

  /** @param offerOf the offer of each row of offers */
  async sections(offerOf: Uint32Array, pauses: Pauses): Promise<PriceSections> {
    const quantities = await pauses.run(numberDictionaryArrays(this.quantities.texts));
    const values = await pauses.run(numberDictionaryArrays(this.prices.texts));
    return {
      'price-values': values.arrays,
      quantities: quantities.arrays,
      ladders: this.ladderArrays(quantities.ordinals),
      prices: this.priceArrays(offerOf, values.ordinals),
    };
  }

  private ladderArrays(ordinals: Uint32Array): BundleArray[] {
    const { bytes, offsets, size } = this.ladders;
    const [currencies, moqs, multiples] = Array.from({ length: 3 }, () => new Uint32Array(size));
    const starts = new Uint32Array(size + 1);
    const steps = new GrowableU32();
    const codeOf = (entry: number) => (entry === NONE || ordinals[entry] === NO_ORDINAL ? 0 : 1 + ordinals[entry]);
    for (let ladder = 0; ladder < size; ladder++) {
      // The bytes of an interner may begin anywhere.
      const [currency, moq, multiple, ...quantities] = new Uint32Array(
        bytes.array.slice(offsets.array[ladder], offsets.array[ladder + 1]).buffer,
      );
      currencies[ladder] = currency;
      moqs[ladder] = codeOf(moq - 1);
      multiples[ladder] = this.isMultiple(multiple - 1) ? codeOf(multiple - 1) : 0;
      for (const place of this.orders[ladder]) steps.push(ordinals[quantities[place]]);
      starts[ladder + 1] = steps.length;
    }
    return [...[currencies, moqs, multiples].map(narrow), starts, narrow(steps.view())];
  }

  /** Whether a text is a whole number above 0. */
  private isMultiple(entry: number): boolean {
    const number = entry === NONE ? undefined : this.quantities.of(entry);
    return (number?.isInteger() && number.gt(0)) ?? false;
  }

  private priceArrays(offerOf: Uint32Array, ordinals: Uint32Array): BundleArray[] {
    const counts = new Uint32Array(offerOf.length);
    const ladders = new Uint32Array(this.listLadders.length);
    const prices = new Uint32Array(this.listPrices.length);
    let lists = 0;
    let length = 0;
    for (let row = 0; row < offerOf.length; row++) {
      const offer = offerOf[row];
      const first = this.firstLists.array[offer];
      counts[row] = this.counts.array[offer];
      for (let list = first; list < first + counts[row]; list++) {
        const ladder = this.listLadders.array[list];
        ladders[lists++] = ladder;
        const from = this.firstPrices.array[list];
        for (let step = 0; step < this.orders[ladder].length; step++)
          prices[length++] = ordinals[this.listPrices.array[from + step]];
      }
    }
    return [counts, ladders, prices].map(narrow);
  }
}

function narrow(values: Uint32Array): BundleArray {
  let largest = 0;
  for (const value of values) if (value > largest) largest = value;
  return narrowed(values, largest);
}
