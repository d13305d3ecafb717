import { type Decimal, decimalText } from '../../analysis/decimal.js';
import { converted, type PriceRates } from '../../analysis/price-rates.js';
import { utf8Bytes } from '../../analysis/utf8.js';
import { bundleOf } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { layOutAllCodes, layOutCodes } from '../../encoding/row-codes-layout.js';
import type { PriceName } from '../../model/offer-fields.js';
import type { Steps } from '../../work/pauses.js';
import { RowCodes } from '../column/row-codes.js';
import { numberDictionaryOf } from '../dictionary/made-numbers.js';
import type { NumberDictionary } from '../dictionary/number-dictionary.js';
import type { Parents } from './parents.js';
import type { PriceLists } from './price-lists.js';

const AT_ONCE = 1 << 16;
const CONVERTED_AT_ONCE = 1 << 10;

/** The price of each offer at a quantity. */
export interface PriceColumn {
  readonly numbers: NumberDictionary;
  /** By offer: 1 + the ordinal of its price, 0 without one. */
  readonly codes: Uint32Array;
}

/** The currencies whose prices count, the first the wanted one: an offer's price is that of the first that it has. */
export interface WantedCurrencies {
  readonly names: readonly string[];
  /** By the number of a currency in the file, its place among them; -1 for one that does not count. */
  readonly places: Int32Array;
  /** Converts those that are not the wanted one; absent if there are no others. */
  readonly rates: PriceRates | undefined;
}

/** What counts where prices in a currency are asked for; undefined if no offer of the file can have one. */
export function wantedCurrencies(
  wanted: string,
  known: readonly string[],
  rates: PriceRates | undefined,
  isHidden: (currency: string) => boolean,
): WantedCurrencies | undefined {
  const others = rates?.units.has(wanted) ? known.filter((name) => name !== wanted && rates.units.has(name)).sort() : [];
  const names = [wanted, ...others].filter((name) => known.includes(name) && !isHidden(name));
  if (names.length === 0 || isHidden(wanted)) return undefined;
  const ranked = names[0] === wanted ? names : [wanted, ...names];
  return {
    names: ranked,
    places: Int32Array.from(known, (name) => ranked.indexOf(name)),
    rates: ranked.length > 1 ? rates : undefined,
  };
}

/** The prices of all offers at a quantity. */
export function* priceColumn(
  section: string,
  lists: PriceLists,
  { quantity }: PriceName,
  wanted: WantedCurrencies,
): Steps<PriceColumn> {
  const { places, rates } = wanted;
  const steps = yield* lists.steps.stepsAt(quantity, (currency) => places[currency] >= 0);
  const codes = new Uint32Array(lists.counts.length);
  const chosen = rates && new Uint16Array(codes.length);
  const walk: ListWalk = { lists, steps, lengths: lengthsOf(lists), places, list: 0, at: 0 };
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, codes.length);
    if (chosen) chooseFirst(walk, from, to, codes, chosen);
    else takePrices(walk, from, to, codes);
    yield;
  }
  return chosen ? yield* convertedColumn(section, lists.values, codes, chosen, wanted) : { numbers: lists.values, codes };
}

/**
 * The price of each offer as it is written: 1 + its ordinal, 0 without one.
 * @param steps by ladder, which of its steps counts; -1 if none does
 */
export function* writtenPrices(lists: PriceLists, steps: Int32Array): Steps<Uint32Array> {
  const codes = new Uint32Array(lists.counts.length);
  const walk: ListWalk = { lists, steps, lengths: lengthsOf(lists), places: NO_PLACES, list: 0, at: 0 };
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    takePrices(walk, from, Math.min(from + AT_ONCE, codes.length), codes);
    yield;
  }
  return codes;
}

const NO_PLACES = new Int32Array(0);

/** A walk over the price lists of all offers. */
interface ListWalk {
  readonly lists: PriceLists;
  /** By ladder, which of its steps counts; -1 if its currency does not. */
  readonly steps: Int32Array;
  /** By ladder, the number of its steps. */
  readonly lengths: Uint32Array;
  /** By currency, its place among those that count. */
  readonly places: Int32Array;
  /** The next list, and its first price. */
  list: number;
  at: number;
}

function lengthsOf({ steps: { starts, size } }: PriceLists): Uint32Array {
  const lengths = new Uint32Array(size);
  for (let ladder = 0; ladder < size; ladder++) lengths[ladder] = starts[ladder + 1] - starts[ladder];
  return lengths;
}

/** Writes the prices of the offers `[from, to)` where one currency counts, of which the first list is taken. */
function takePrices(walk: ListWalk, from: number, to: number, codes: Uint32Array): void {
  const { steps, lengths, lists } = walk;
  const { counts, ladders, prices } = lists;
  let { list, at } = walk;
  for (let offer = from; offer < to; offer++) {
    let code = 0;
    for (let end = list + counts[offer]; list < end; list++) {
      const ladder = ladders[list];
      const step = steps[ladder];
      if (code === 0 && step >= 0) code = 1 + prices[at + step];
      at += lengths[ladder];
    }
    codes[offer] = code;
  }
  walk.list = list;
  walk.at = at;
}

/** The same of the first of several currencies that an offer has. Writes also which one that is. */
function chooseFirst(walk: ListWalk, from: number, to: number, codes: Uint32Array, chosen: Uint16Array): void {
  const { steps, lengths, places, lists } = walk;
  const { counts, ladders, prices } = lists;
  const { currencies } = lists.steps;
  for (let offer = from; offer < to; offer++) {
    let best = places.length + 1;
    for (let i = 0; i < counts[offer]; i++) {
      const ladder = ladders[walk.list++];
      const place = places[currencies[ladder]];
      if (steps[ladder] >= 0 && place < best) {
        best = place;
        codes[offer] = 1 + prices[walk.at + steps[ladder]];
        chosen[offer] = place;
      }
      walk.at += lengths[ladder];
    }
  }
}

/** Replaces the prices in other currencies by converted ones. */
function* convertedColumn(
  section: string,
  values: NumberDictionary,
  codes: Uint32Array,
  places: Uint16Array,
  { names, rates }: WantedCurrencies,
): Steps<PriceColumn> {
  const [wanted] = names;
  const byKey = new Map<number, Decimal>();
  for (let offer = 0; offer < codes.length; offer++) {
    if (codes[offer] === 0) continue;
    const key = places[offer] * values.size + codes[offer] - 1;
    if (byKey.has(key)) continue;
    const price = values.decimal(codes[offer] - 1);
    byKey.set(
      key,
      places[offer] === 0 ? price : (converted(price, names[places[offer]], wanted, rates as PriceRates) as Decimal),
    );
    if (byKey.size % CONVERTED_AT_ONCE === 0) yield;
  }
  const sorted = [...byKey].sort(([, a], [, b]) => a.cmp(b));
  const distinct: Decimal[] = [];
  const ordinals = new Map<number, number>();
  for (const [key, price] of sorted) {
    if (distinct.length === 0 || !distinct[distinct.length - 1].eq(price)) distinct.push(price);
    ordinals.set(key, distinct.length - 1);
  }
  yield;
  for (let offer = 0; offer < codes.length; offer++) {
    if (codes[offer] > 0) codes[offer] = 1 + (ordinals.get(places[offer] * values.size + codes[offer] - 1) as number);
    if (offer % AT_ONCE === AT_ONCE - 1) yield;
  }
  return { numbers: dictionaryOf(`${section}/dictionary`, distinct), codes };
}

function dictionaryOf(name: string, numbers: readonly Decimal[]): NumberDictionary {
  const texts = numbers.map((number) => utf8Bytes(decimalText(number)));
  const approximations = Float64Array.from(numbers, (number) => number.toNumber());
  return numberDictionaryOf(name, approximations, texts);
}

/** The codes of a field, and in how many rows it has a value. */
export interface PriceCodes {
  readonly codes: RowCodes;
  readonly rowCount: number;
}

/** The prices of offers as a column of their own rows. */
export function* offerCodes(section: string, { codes }: PriceColumn): Steps<PriceCodes> {
  yield;
  return allCodes(section, codes);
}

/** The lowest price of each part. @param parentOf by offer, the row of its part */
export function* lowestCodes(section: string, { codes }: PriceColumn, { starts, parentOf }: Parents): Steps<PriceCodes> {
  const lowest = new Int32Array(starts.length - 1);
  for (let from = 0; from < codes.length; from += AT_ONCE) {
    takeLowest(codes, parentOf, from, Math.min(from + AT_ONCE, codes.length), lowest);
    yield;
  }
  return allCodes(section, new Uint32Array(lowest.buffer));
}

const MOST = 0x7fffffff;

/**
 * Without branches, which prices in no order mispredict: less 1, no price is the largest of 31 bits, and the sign of a difference
 * tells the lower one.
 */
function takeLowest(codes: Uint32Array, parentOf: Uint32Array, from: number, to: number, lowest: Int32Array): void {
  for (let offer = from; offer < to; offer++) {
    const row = parentOf[offer];
    const before = (lowest[row] - 1) & MOST;
    const difference = ((codes[offer] - 1) & MOST) - before;
    lowest[row] = (before + (difference & (difference >> 31)) + 1) & MOST;
  }
}

/** The distinct prices of each part. */
export function* eachCodes(section: string, { codes }: PriceColumn, starts: Uint32Array): Steps<PriceCodes> {
  const rows = new GrowableU32();
  const sets = new GrowableU32();
  const setStarts = new GrowableU32();
  const ordinals = new GrowableU32();
  setStarts.push(0);
  for (let row = 0; row + 1 < starts.length; row++) {
    const some = codes.slice(starts[row], starts[row + 1]).sort();
    const before = ordinals.length;
    for (let i = 0; i < some.length; i++) if (some[i] !== 0 && (i === 0 || some[i] !== some[i - 1])) ordinals.push(some[i] - 1);
    if (ordinals.length > before) {
      rows.push(row);
      setStarts.push(ordinals.length);
      sets.push(setStarts.length - 1);
    }
    if (row % AT_ONCE === AT_ONCE - 1) yield;
  }
  const isMultiValued = ordinals.length > rows.length;
  const kept = isMultiValued ? sets : codesOf(ordinals);
  return rowCodes(section, starts.length - 1, rows, kept, isMultiValued ? [setStarts.view(), ordinals.view()] : undefined);
}

function codesOf(ordinals: GrowableU32): GrowableU32 {
  const codes = new GrowableU32();
  for (let i = 0; i < ordinals.length; i++) codes.push(ordinals.array[i] + 1);
  return codes;
}

const NO_SETS: readonly Uint32Array[] = [new Uint32Array(0), new Uint32Array(0)];

function rowCodes(section: string, rowCount: number, rows: GrowableU32, codes: GrowableU32, sets = NO_SETS): PriceCodes {
  const arrays = [...layOutCodes(rows.view(), codes.view(), rowCount), ...sets];
  return { codes: new RowCodes(bundleOf(`${section}/codes`, arrays), rowCount), rowCount: rows.length };
}

function allCodes(section: string, codes: Uint32Array): PriceCodes {
  const { arrays, rowCount } = layOutAllCodes(codes);
  return { codes: new RowCodes(bundleOf(`${section}/codes`, [...arrays, ...NO_SETS]), codes.length), rowCount };
}
