import { type Decimal, decimal, decimalText, parseDecimal } from './decimal.js';
import type { Doc } from './documents.js';

/*
 * Bills of materials (docs/semantics.md, "Costs of a bill of materials"), by trying everything: every set of offers of a line, and
 * every set of sellers. For few offers and sellers alone.
 */

type Any = Record<string, unknown>;

/** What the brute force knows of a line. */
export interface OracleLine {
  readonly needed: string;
  readonly purchases: { offer: number; seller: string | null; pieces: string; price: string; cost: string }[];
  readonly cost: string;
  readonly covered: string;
  readonly shortfall: string;
}

export interface OracleBom {
  readonly lines: OracleLine[];
  readonly total: string;
  readonly sellers: { seller: string; total: string; lines: number }[];
}

/** Pieces of an offer, and what they cost. */
interface Bought {
  readonly offer: number;
  readonly seller: string | null;
  readonly pieces: bigint;
  readonly price: Decimal;
  readonly cost: Decimal;
}

interface Way {
  readonly bought: readonly Bought[];
  readonly cost: Decimal;
  readonly covered: bigint;
}

export function costOf(lines: readonly Any[], options: Any): OracleBom {
  const needs = lines.map((line) => neededOf(line, options));
  const choices = options.maxSellers === undefined ? [undefined] : choicesOf(lines, options, needs);
  let best: { ways: Way[]; missing: bigint; total: Decimal; sellers: readonly string[] } | undefined;
  for (const choice of choices) {
    const ways = lines.map((line, i) => bestWay(offersOf(line, options, choice), needs[i]));
    const missing = ways.reduce((sum, way, i) => sum + needs[i] - way.covered, 0n);
    const total = ways.reduce((sum, way) => plus(sum, way.cost), ZERO);
    const found = { ways, missing, total, sellers: choice ?? [] };
    // The choices come in their order: fewer sellers first, and those that come first.
    if (!best || missing < best.missing || (missing === best.missing && less(total, best.total))) best = found;
  }
  const { ways } = best as NonNullable<typeof best>;
  return {
    lines: ways.map((way, i) => shown(way, needs[i])),
    total: decimalText((best as NonNullable<typeof best>).total),
    sellers: totalsOf(ways),
  };
}

function shown({ bought, cost, covered }: Way, needed: bigint): OracleLine {
  return {
    needed: piecesText(needed),
    purchases: bought.map(({ offer, seller, pieces, price, cost: own }) => {
      return { offer, seller, pieces: piecesText(pieces), price: decimalText(price), cost: decimalText(own) };
    }),
    cost: decimalText(cost),
    covered: piecesText(covered),
    shortfall: piecesText(needed - covered),
  };
}

function totalsOf(ways: readonly Way[]): OracleBom['sellers'] {
  const totals = new Map<string, { total: Decimal; lines: number }>();
  for (const { bought } of ways) {
    const counted = new Set<string>();
    for (const { seller, cost } of bought) {
      if (seller === null) continue;
      const before = totals.get(seller) ?? { total: ZERO, lines: 0 };
      totals.set(seller, { total: plus(before.total, cost), lines: before.lines + (counted.has(seller) ? 0 : 1) });
      counted.add(seller);
    }
  }
  const entries = [...totals].sort(([a, x], [b, y]) =>
    less(y.total, x.total) ? -1 : less(x.total, y.total) ? 1 : a < b ? -1 : 1,
  );
  return entries.map(([seller, { total, lines }]) => ({ seller, total: decimalText(total), lines }));
}

/** quantity × boards × (1 + attrition), rounded up. */
function neededOf(line: Any, { boards = 1, attrition = 0 }: Any): bigint {
  if (line.dnp) return 0n;
  const quantity = parseDecimal(line.quantity as string | number) as Decimal;
  const more = plus(decimal(1n, 0), parseDecimal(attrition as string | number) as Decimal);
  return ceiling(times(times(quantity, decimal(BigInt(boards as number), 0)), more));
}

/** All sets of at most `maxSellers` sellers of the lines, smaller ones first, then those whose sellers come first. */
function choicesOf(lines: readonly Any[], options: Any, needs: readonly bigint[]): string[][] {
  const all = lines.flatMap((line, i) =>
    needs[i] === 0n ? [] : offersOf(line, options, undefined).map(({ seller }) => seller as string),
  );
  const sellers = [...new Set(all)];
  const choices: string[][] = [];
  const extend = (choice: string[], from: number) => {
    choices.push(choice);
    if (choice.length === options.maxSellers) return;
    for (let i = from; i < sellers.length; i++) extend([...choice, sellers[i]], i + 1);
  };
  extend([], 0);
  const place = (choice: string[]) => choice.map((seller) => sellers.indexOf(seller));
  return choices.sort((a, b) => a.length - b.length || compareLists(place(a), place(b)));
}

/** An offer that can sell something. */
interface Sells {
  readonly offer: number;
  readonly seller: string | null;
  readonly steps: readonly { from: Decimal; price: Decimal }[];
  readonly least: Decimal;
  readonly multiple: bigint;
  /** Pieces that are there. */
  readonly there: bigint | undefined;
}

function offersOf(line: Any, options: Any, choice: readonly string[] | undefined): Sells[] {
  const offers = ((line.part as Doc | undefined)?.offers ?? []) as Any[];
  return offers.flatMap((offer, place): Sells[] => {
    const names = (offer.seller ?? {}) as { uid?: string; name?: string };
    const seller = names.uid ?? names.name ?? null;
    const wanted = options.sellers as string[] | undefined;
    if (wanted?.length && !wanted.some((name) => name === names.uid || name === names.name)) return [];
    if (options.maxSellers !== undefined && seller === null) return [];
    if (choice && !choice.includes(seller as string)) return [];
    if (options.authorized && offer.is_authorized !== true) return [];
    const steps = stepsOf(offer, (options.currency as string | undefined) ?? 'USD', options.rates as Any | undefined);
    if (steps.length === 0) return [];
    const multiple = multipleOf(offer.order_multiple);
    const moq = numberOf(offer.moq);
    const lowest = steps.reduce((least, { from }) => (less(from, least) ? from : least), steps[0].from);
    const least = moq && less(lowest, moq) ? moq : lowest;
    const there = options.stock === false ? undefined : stockOf(offer.in_stock_quantity);
    const sells: Sells = { offer: place, seller, steps, least, multiple, there };
    return there === undefined || lastPiece(sells) >= 1n ? [sells] : [];
  });
}

function stepsOf(offer: Any, currency: string, rates: Any | undefined): { from: Decimal; price: Decimal }[] {
  const prices = (offer.prices ?? {}) as Record<string, [string, string][]>;
  const own = readSteps(prices[currency]);
  if (own.length > 0 || !rates) return own;
  const rateOf = (code: string) => (code === rates.base ? '1' : (rates.rates as Record<string, string>)[code]);
  const to = parseDecimal(rateOf(currency) ?? '');
  for (const code of Object.keys(prices).sort()) {
    const from = parseDecimal(rateOf(code) ?? '');
    const steps = readSteps(prices[code]);
    if (from && to && steps.length > 0) {
      return steps.map((step) => ({ from: step.from, price: roundedQuotient(times(step.price, to), from) }));
    }
  }
  return [];
}

function readSteps(breaks: readonly [unknown, unknown][] | undefined): { from: Decimal; price: Decimal }[] {
  const steps: { from: Decimal; price: Decimal }[] = [];
  for (const [quantity, amount] of breaks ?? []) {
    const from = numberOf(quantity);
    const price = numberOf(amount);
    if (!from || !price || price.digits < 0n) continue;
    if (!steps.some((step) => decimalText(step.from) === decimalText(from))) steps.push({ from, price });
  }
  return steps;
}

function multipleOf(value: unknown): bigint {
  const multiple = numberOf(value);
  return multiple && multiple.exponent >= 0 && multiple.digits > 0n ? ceiling(multiple) : 1n;
}

/** Undefined without a bound, 0 for nothing. */
function stockOf(value: unknown): bigint | undefined {
  const stock = numberOf(value);
  if (!stock || stock.digits <= 0n) return stock && decimalText(stock) === '-2' ? undefined : 0n;
  return floor(stock);
}

/** The most pieces that an offer with a bound can sell; 0 for none. */
function lastPiece({ there, multiple, least }: Sells): bigint {
  const most = ((there as bigint) / multiple) * multiple;
  return most > 0n && !less(decimal(most, 0), least) ? most : 0n;
}

/** The pieces of an offer: undefined if they are not a quantity that it sells. */
function bought(offer: Sells, pieces: bigint): Bought | undefined {
  const amount = decimal(pieces, 0);
  if (pieces < 1n || pieces % offer.multiple !== 0n || less(amount, offer.least)) return undefined;
  if (offer.there !== undefined && pieces > offer.there) return undefined;
  let step: { from: Decimal; price: Decimal } | undefined;
  for (const one of offer.steps) if (!less(amount, one.from) && (!step || less(step.from, one.from))) step = one;
  const price = (step as { price: Decimal }).price;
  return { offer: offer.offer, seller: offer.seller, pieces, price, cost: times(amount, price) };
}

/** The cost rule for at least `needed` pieces of one offer. */
function atLeast(offer: Sells, needed: bigint): Bought | undefined {
  const up = (quantity: Decimal) => {
    const pieces = ceiling(quantity);
    return ((pieces + offer.multiple - 1n) / offer.multiple) * offer.multiple;
  };
  const least = less(offer.least, decimal(needed, 0)) ? decimal(needed, 0) : offer.least;
  const quantities = [up(least), ...offer.steps.map(({ from }) => up(from)).filter((pieces) => pieces > up(least))];
  let best: Bought | undefined;
  for (const pieces of quantities.sort((a, b) => (a < b ? -1 : 1))) {
    const found = bought(offer, pieces);
    if (found && (!best || less(found.cost, best.cost))) best = found;
  }
  return best;
}

function bestWay(offers: readonly Sells[], needed: bigint): Way {
  const nothing: Way = { bought: [], cost: ZERO, covered: 0n };
  if (needed === 0n) return nothing;
  const single = offers
    .flatMap((offer) => atLeast(offer, needed) ?? [])
    .map((one): Way => ({ bought: [one], cost: one.cost, covered: needed }));
  if (single.length > 0) return single.reduce((a, b) => (less(b.cost, a.cost) ? b : a));
  let best = nothing;
  for (let set = 0; set < 1 << offers.length; set++) {
    const whole = offers.filter((_, i) => set & (1 << i)).map((offer) => bought(offer, lastPiece(offer)) as Bought);
    const pieces = whole.reduce((sum, one) => sum + one.pieces, 0n);
    best = better(best, wayOf(whole, needed));
    if (pieces >= needed) continue;
    offers.forEach((offer, i) => {
      if (set & (1 << i)) return;
      const rest = atLeast(offer, needed - pieces);
      if (rest) best = better(best, wayOf([...whole, rest], needed));
    });
  }
  return best;
}

function wayOf(all: readonly Bought[], needed: bigint): Way {
  const pieces = all.reduce((sum, one) => sum + one.pieces, 0n);
  const cost = all.reduce((sum, one) => plus(sum, one.cost), ZERO);
  return { bought: [...all].sort((a, b) => a.offer - b.offer), cost, covered: pieces < needed ? pieces : needed };
}

/** More pieces, less money, fewer offers, then the order of the document. */
function better(a: Way, b: Way): Way {
  if (a.covered !== b.covered) return a.covered > b.covered ? a : b;
  if (less(a.cost, b.cost) || less(b.cost, a.cost)) return less(a.cost, b.cost) ? a : b;
  if (a.bought.length !== b.bought.length) return a.bought.length < b.bought.length ? a : b;
  const places = compareLists(
    a.bought.map(({ offer }) => offer),
    b.bought.map(({ offer }) => offer),
  );
  if (places !== 0) return places < 0 ? a : b;
  const sum = (way: Way) => way.bought.reduce((total, { pieces }) => total + pieces, 0n);
  if (sum(a) !== sum(b)) return sum(a) < sum(b) ? a : b;
  const differing = a.bought.findIndex(({ pieces }, i) => pieces !== b.bought[i].pieces);
  return differing < 0 || a.bought[differing].pieces > b.bought[differing].pieces ? a : b;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

const ZERO = decimal(0n, 0);

function numberOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' || typeof value === 'number' ? parseDecimal(value) : undefined;
}

function plus(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (n: Decimal) => n.digits * 10n ** BigInt(n.exponent - exponent);
  return decimal(scaled(a) + scaled(b), exponent);
}

function times(a: Decimal, b: Decimal): Decimal {
  return decimal(a.digits * b.digits, a.exponent + b.exponent);
}

function less(a: Decimal, b: Decimal): boolean {
  const difference = plus(a, { digits: -b.digits, exponent: b.exponent });
  return difference.digits < 0n;
}

function floor({ digits, exponent }: Decimal): bigint {
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits / 10n ** BigInt(-exponent);
}

/** Of a number that is not below 0; of others 0. */
function ceiling(number: Decimal): bigint {
  if (number.digits <= 0n) return 0n;
  const whole = floor(number);
  return less(decimal(whole, 0), number) ? whole + 1n : whole;
}

/** To 20 significant digits, half up. */
function roundedQuotient(a: Decimal, b: Decimal): Decimal {
  if (a.digits === 0n) return ZERO;
  // So many digits that the quotient has at least 21, and one more that is not 0 if anything is left.
  const shift = 30 + String(b.digits).length;
  const top = a.digits * 10n ** BigInt(shift);
  const quotient = top / b.digits;
  const surplus = String(quotient).length - 20;
  const unit = 10n ** BigInt(surplus);
  const rounded = (quotient + unit / 2n) / unit;
  return decimal(rounded, a.exponent - b.exponent - shift + surplus);
}

function piecesText(pieces: bigint): string {
  return decimalText(decimal(pieces, 0));
}
