/** Offers one by one, their prices at a quantity, and stock (docs/semantics.md, "Offers and prices"). */
import { compareDecimals, type Decimal, decimal, inUnits, parseDecimal } from './decimal.js';
import { type Doc, isObject, listOf, member, type Row } from './documents.js';

/** The option `rates`. */
export interface OracleRates {
  readonly base: string;
  readonly rates: Readonly<Record<string, string | number>>;
}

/** What `price.<CUR>.<n>` asks for. */
export interface PriceAsked {
  readonly currency: string;
  readonly quantity: Decimal;
  /** `offers.price.…`: of each offer. */
  readonly isOfEach: boolean;
}

export const STOCK = ['total_stock', 'sellers_in_stock', 'authorized_sellers', 'offers_count'];

/** Fieldnames of an offer, besides prices. */
export const IN_OFFERS = [
  ...[
    'sku',
    'seller.name',
    'seller.uid',
    'packaging',
    'eligible_region',
    'in_stock_quantity',
    'on_order_quantity',
    'on_order_eta',
  ],
  ...[
    'moq',
    'order_multiple',
    'multipack_quantity',
    'factory_lead_days',
    'factory_order_multiple',
    'is_authorized',
    'last_updated',
  ],
];

export function priceAsked(name: string): PriceAsked | undefined {
  const [, each, currency, quantity] = /^(offers\.)?price\.([A-Z][A-Z][A-Z])\.([1-9]\d{0,8})$/.exec(name) ?? [];
  if (currency === undefined) return undefined;
  return { currency, quantity: parseDecimal(quantity) as Decimal, isOfEach: each !== undefined };
}

const known = new WeakMap<Row, readonly Row[]>();

/** Each offer of a part, as a part that has it alone. */
export function offersOf(row: Row): readonly Row[] {
  const offers =
    known.get(row) ?? objects(row).map((offer) => ({ ...row, doc: { ...row.doc, offers: [offer] }, values: new Map() }));
  known.set(row, offers);
  return offers;
}

function objects(row: Row): Doc[] {
  return listOf(row.doc.offers).filter(isObject);
}

function number(offer: Doc, name: string): Decimal | undefined {
  const value = member(offer, name);
  return typeof value === 'string' || typeof value === 'number' ? parseDecimal(value) : undefined;
}

/** As an integer, and the power of ten of its unit. */
function ceilingMultiple(quantity: Decimal, multiple: Decimal): Decimal {
  const { integers, exponent } = inUnits([quantity, multiple]);
  const [a, b] = integers;
  let times = a / b;
  if (times * b < a) times++;
  return decimal(times * b, exponent);
}

const isAbove = (a: Decimal, b: Decimal) => compareDecimals(a, b) > 0;
const greatest = (numbers: readonly Decimal[]) => numbers.reduce((a, b) => (isAbove(b, a) ? b : a));

function pairsOf(offer: Doc, currency: string): (readonly [Decimal, Decimal])[] {
  const zero = decimal(0n, 0);
  return listOf(member(member(offer, 'prices'), currency)).flatMap((pair) => {
    const [from, price] = (pair as (string | number)[]).map(parseDecimal);
    return from && price && !isAbove(zero, price) ? [[from, price] as const] : [];
  });
}

function ownPrice(offer: Doc, currency: string, quantity: Decimal): Decimal | undefined {
  const pairs = pairsOf(offer, currency);
  if (pairs.length === 0) return undefined;
  const smallest = pairs.map(([from]) => from).reduce((a, b) => (isAbove(a, b) ? b : a));
  const moq = number(offer, 'moq');
  const given = number(offer, 'order_multiple');
  const one = decimal(1n, 0);
  const multiple = given && given.exponent >= 0 && given.digits > 0n ? given : one;
  const bought = ceilingMultiple(greatest([quantity, smallest, ...(moq ? [moq] : [])]), multiple);
  const reached = pairs.filter(([from]) => !isAbove(from, bought));
  const highest = greatest(reached.map(([from]) => from));
  // Of equal breaks the first.
  return reached.find(([from]) => compareDecimals(from, highest) === 0)?.[1];
}

/** The quotient of a product and a number above 0, to 20 significant digits, half up. */
function rounded(a: Decimal, b: Decimal, divisor: Decimal): Decimal {
  const product = a.digits * b.digits;
  if (product === 0n) return decimal(0n, 0);
  // So many zeros that more than 20 digits are left.
  const zeros = Math.max(0, 25 + String(divisor.digits).length - String(product).length);
  const dividend = product * 10n ** BigInt(zeros);
  const quotient = dividend / divisor.digits;
  const drop = Math.max(0, String(quotient).length - 20);
  const unit = 10n ** BigInt(drop);
  // What the division has cut is below half a unit, and a half is a whole number of the quotient.
  const digits = quotient / unit + (2n * (quotient % unit) >= unit && drop > 0 ? 1n : 0n);
  return decimal(digits, a.exponent + b.exponent - divisor.exponent - zeros + drop);
}

function priceOfOffer(offer: Doc, { currency, quantity }: PriceAsked, rates: OracleRates | undefined): Decimal | undefined {
  const own = ownPrice(offer, currency, quantity);
  if (own || !rates) return own;
  const rateOf = (name: string) =>
    name === rates.base ? decimal(1n, 0) : rates.rates[name] === undefined ? undefined : parseDecimal(rates.rates[name]);
  const to = rateOf(currency);
  const prices = member(offer, 'prices');
  if (!to || !isObject(prices)) return undefined;
  for (const from of Object.keys(prices).sort()) {
    const rate = rateOf(from);
    const price = rate && ownPrice(offer, from, quantity);
    if (price) return rounded(price, to, rate);
  }
  return undefined;
}

/** The prices of a part: the lowest of its offers, or each once. */
export function pricesOf(row: Row, asked: PriceAsked, rates: OracleRates | undefined): Decimal[] {
  const prices = objects(row).flatMap((offer) => priceOfOffer(offer, asked, rates) ?? []);
  if (asked.isOfEach) return prices.filter((price, i) => prices.findIndex((other) => compareDecimals(price, other) === 0) === i);
  return prices.length === 0 ? [] : [prices.reduce((a, b) => (isAbove(a, b) ? b : a))];
}

/** Whether a price in a currency is there for some offer, or can be. */
export function hasCurrency(rows: readonly Row[], currency: string, rates: OracleRates | undefined): boolean {
  const asked = { currency, quantity: decimal(1n, 0), isOfEach: true };
  return rows.some((row) => pricesOf(row, asked, rates).length > 0);
}

/** Whether some part has two offers with prices, in whatever currencies: then it may have several values of `offers.price`. */
export function hasTwoPriced(rows: readonly Row[]): boolean {
  const isPriced = (offer: Doc) =>
    Object.keys((member(offer, 'prices') ?? {}) as Doc).some((name) => pairsOf(offer, name).length > 0);
  return rows.some((row) => objects(row).filter(isPriced).length > 1);
}

/** The fields of STOCK. */
export function stockOf(row: Row, name: string): Decimal {
  const offers = objects(row);
  const zero = decimal(0n, 0);
  const sellerOf = (offer: Doc) => {
    const uid = member(member(offer, 'seller'), 'uid');
    return uid === undefined ? ['name', member(member(offer, 'seller'), 'name')] : ['uid', uid];
  };
  const sellers = (some: readonly Doc[]) =>
    new Set(
      some
        .map(sellerOf)
        .filter(([, of]) => of !== undefined)
        .map((key) => JSON.stringify(key)),
    );
  const whole = (count: number) => decimal(BigInt(count), 0);
  if (name === 'offers_count') return whole(offers.length);
  if (name === 'authorized_sellers')
    return whole(sellers(offers.filter((offer) => member(offer, 'is_authorized') === true)).size);
  const quantities = offers.map((offer) => number(offer, 'in_stock_quantity'));
  if (name === 'sellers_in_stock') {
    const hasStock = (quantity: Decimal | undefined) =>
      quantity !== undefined && (isAbove(quantity, zero) || compareDecimals(quantity, decimal(-2n, 0)) === 0);
    return whole(sellers(offers.filter((_, i) => hasStock(quantities[i]))).size);
  }
  const there = quantities.filter((quantity) => quantity !== undefined && isAbove(quantity, zero)) as Decimal[];
  if (there.length === 0) return zero;
  const { integers, exponent } = inUnits(there);
  return decimal(
    integers.reduce((a, b) => a + b),
    exponent,
  );
}
