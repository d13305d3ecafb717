import { type Decimal, decimalOf, decimalText } from '../analysis/decimal.js';
import { type Stock, stockOf } from '../analysis/offer-stock.js';
import { lowestPrice, type PriceRates } from '../analysis/price-rates.js';
import type { Offer } from '../model/documents.js';
import { parsePriceField, STOCK_FIELDS } from '../model/offer-fields.js';

/** A member of answers that is computed from the offers of a part: docs/semantics.md, "Directives". */
export interface ComputedMember {
  /** From the top of the answer: `price`, `USD`, `1000`. */
  readonly path: readonly string[];
  readonly value: (document: object) => unknown;
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
  const lowest = (document: object) => lowestPrice(offersOf(document), needed, { currency: price.currency, rates, hidden });
  return { path: name.split('.'), value: hides(name) ? () => undefined : (document) => textOf(lowest(document)) };
}

function stockMember(name: keyof Stock, isHidden: boolean): ComputedMember {
  const value = (document: object) => {
    const stock = stockOf(offersOf(document))[name];
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

/** Adds computed members to an answer; those of the document that have their names are not shown. */
export function addComputed(answer: Record<string, unknown>, members: readonly ComputedMember[], document: object): void {
  for (const { path } of members) delete answer[path[0]];
  for (const { path, value } of members) {
    const computed = value(document);
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
