import { type Decimal, decimalOf, decimalText } from '../analysis/decimal.js';
import { type Stock, stockOf } from '../analysis/offer-stock.js';
import { OfferPrices, type PriceRates, type PriceWanted } from '../analysis/price-rates.js';
import type { Offer } from '../model/documents.js';
import { parsePriceField, STOCK_FIELDS } from '../model/offer-fields.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';

/** A member of answers that is computed from the offers of a part: docs/semantics.md, "Directives". */
export interface ComputedMember {
  /** From the top of the answer: `price`, `USD`, `1000`. */
  readonly path: readonly string[];
  readonly value: (offers: PartOffers) => unknown;
}

/** The offers of a document, and their prices in each currency that a member was computed in: they are read once. */
class PartOffers {
  readonly offers: readonly Offer[];
  private readonly prices = new Map<string, OfferPrices>();

  constructor(document: object) {
    this.offers = offersOf(document);
  }

  /** @param wanted for each currency the same in all members of an answer */
  pricesIn(wanted: PriceWanted): OfferPrices {
    let prices = this.prices.get(wanted.currency);
    if (!prices) {
      prices = new OfferPrices(this.offers, wanted);
      this.prices.set(wanted.currency, prices);
    }
    return prices;
  }
}

/** What computed members depend on besides the document. */
export interface ComputedContext {
  readonly rates: PriceRates | undefined;
  /** Whether a field, or a dotted name, is hidden from the client. */
  readonly hides: (name: string) => boolean;
}

/** The computed member of a name; undefined for another name. One that is hidden has no value. */
export function computedMember(name: string, { rates, hides }: ComputedContext): ComputedMember | undefined {
  const price = parsePriceField(name);
  if (!price || price.isOfEach) return STOCK_FIELDS.includes(name) ? stockMember(name as keyof Stock, hides(name)) : undefined;
  const needed = decimalOf(price.quantity, 0);
  const hidden = (currency: string) => hides(`offers.prices.${currency}`);
  const wanted = { currency: price.currency, rates, hidden };
  const value = (offers: PartOffers) => textOf(offers.pricesIn(wanted).lowest(needed));
  return { path: name.split('.'), value: hides(name) ? () => undefined : value };
}

function stockMember(name: keyof Stock, isHidden: boolean): ComputedMember {
  const value = ({ offers }: PartOffers) => {
    const stock = stockOf(offers)[name];
    return typeof stock === 'number' ? String(stock) : decimalText(stock);
  };
  return { path: [name], value: isHidden ? () => undefined : value };
}

function textOf(price: Decimal | undefined): string | null {
  return price ? decimalText(price) : null;
}

/** The offers of a stored document: one may be given without a list. */
function offersOf(document: object): readonly Offer[] {
  const { offers } = document as { offers?: unknown };
  const list: readonly unknown[] = Array.isArray(offers) ? offers : [offers];
  return list.filter((offer): offer is Offer => typeof offer === 'object' && offer !== null);
}

/** Units of work of a value of an offer: it takes about a microsecond, and ten before the code is compiled. */
const UNITS_OF_OFFER = 200;

/** Adds computed members to an answer; those of the document that have their names are not shown. */
export function* addComputed(
  answer: Record<string, unknown>,
  members: readonly ComputedMember[],
  document: object,
  work: Work,
): Steps<void> {
  const offers = new PartOffers(document);
  const units = UNITS_OF_OFFER * (1 + offers.offers.length);
  for (const name of new Set(members.map(({ path }) => path[0]))) delete answer[name];
  for (const { path, value } of members) {
    if (work.spend(units)) yield;
    const computed = value(offers);
    if (computed === undefined) continue;
    let holder = answer;
    for (const name of path.slice(0, -1)) holder = holderIn(holder, name);
    holder[path[path.length - 1]] = computed;
  }
}

function holderIn(holder: Record<string, unknown>, name: string): Record<string, unknown> {
  // The names are `price`, currencies and digits: none is one of objects.
  holder[name] ??= {};
  return holder[name] as Record<string, unknown>;
}
