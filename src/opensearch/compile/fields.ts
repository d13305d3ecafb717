import { dateText, instantOf, isPeriod, sortableForm } from '../../analysis/date.js';
import { type Decimal, readDecimalText } from '../../analysis/decimal.js';
import { KINDS, type Kind } from '../../analysis/kinds.js';
import { parseSpecField } from '../../model/fields.js';
import { parsePriceField } from '../../model/offer-fields.js';
import { type IndexField, type IndexLayout, OFFER_PRICES, PRICES, SPEC } from '../schema.js';
import { sortableDecimal, textOfSortable } from '../sortable-decimal.js';
import { orderedForm, prefixOf, specName, textOfOrderedForm } from '../terms.js';
import { hasPrice, type PriceAt, priceAt } from './prices.js';
import { NONE, type Query, term } from './queries.js';

/** A fieldname of a request, and where the index has its values. */
export interface PartField {
  readonly name: string;
  readonly kind: Kind;
  /** What its terms begin with: fields of specs share fields of the index. */
  readonly prefix: string;
  readonly raw: string;
  readonly ordered?: string | undefined;
  readonly folded?: string | undefined;
  readonly text?: string | undefined;
  readonly words?: string | undefined;
  readonly form?: string | undefined;
  readonly wildcard?: string | undefined;
  /** Finds the parts that have a value. */
  readonly has: Query;
  /** Of the range of a spec: what the terms of its ends begin with. */
  readonly extent?: string | undefined;
  /** Of a price at a quantity: programs read its values. */
  readonly price?: PriceAt | undefined;
}

/** What compiling needs to know of the fields of a catalog. */
export interface PartFields {
  /** Undefined for a spec that no part has. */
  find(name: string): PartField | undefined;
  /** The fields of one offer, by the same names. */
  readonly ofOffer: PartFields;
}

/** A price at a quantity, whose terms an index field has. */
function priceField(name: string, index: string): PartField | undefined {
  const price = parsePriceField(name);
  if (!price) return undefined;
  const at = priceAt(price, index);
  return { name, kind: KINDS.number, prefix: '', raw: index, has: hasPrice(at), price: at };
}

const indexed = (field: IndexField): PartField => ({
  ...field,
  kind: KINDS[field.kind],
  prefix: '',
  has: { exists: { field: field.raw } },
});

/** @param specType the type of a spec key; undefined if no part has it */
export function partFields(
  layout: IndexLayout,
  specType: (key: string) => 'string' | 'number' | undefined,
): PartFields & { readonly layout: IndexLayout } {
  const ofOffer: PartFields = {
    find(name) {
      const known = layout.offerFields.get(name);
      return known ? indexed(known) : priceField(name, OFFER_PRICES);
    },
    get ofOffer() {
      return ofOffer;
    },
  };
  function specField(name: string): PartField | undefined {
    const spec = parseSpecField(name);
    const type = spec && specType(spec.key);
    if (!spec || type === undefined) return undefined;
    const isExtent = spec.member === 'range' || spec.member === 'covers';
    const inTerms = specName(spec.key, isExtent ? 'range' : spec.member);
    const has = term(SPEC.has, inTerms);
    const field = { name, prefix: prefixOf(inTerms), has };
    if (spec.member === 'value' && type === 'string') {
      const { strings: raw, ordered, folded, text, words } = SPEC;
      return { ...field, kind: KINDS.string, raw, ordered, folded, text, words };
    }
    const extent = isExtent ? prefixOf(specName(spec.key, '').slice(0, -1)) : undefined;
    if (isExtent && type !== 'number') return undefined;
    return { ...field, kind: KINDS.number, raw: SPEC.numbers, extent };
  }
  // A drilldown looks up every field of many keys.
  const known = new Map<string, PartField>([...layout.fields].map(([name, field]) => [name, indexed(field)]));
  return {
    layout,
    ofOffer,
    find(name) {
      const found = known.get(name);
      if (found) return found;
      const field = specField(name);
      // Names of prices are without end: they are not kept.
      if (!field) return priceField(name, PRICES);
      known.set(name, field);
      return field;
    },
  };
}

/** The values of a field as terms, without the prefix. */
export const numberTerm = (number: Decimal): string => sortableDecimal(number);

/** The term of a value as answers write it; undefined for a text that is no value of the kind. */
export function termOfValue(kind: Kind, value: string): string | undefined {
  if (kind.numbers) {
    const number = readDecimalText(value);
    return number && numberTerm(number);
  }
  if (kind.dictionary === 'dates') return Number.isNaN(instantOf(value)) ? undefined : sortableForm(value);
  return value;
}

/** Whether a value that a request filters by is not one value of the field, but is met by several: by extents, or by dates in a period. */
export const isMet = ({ kind, extent }: { readonly kind: Kind; readonly extent?: unknown }, value: string): boolean =>
  extent !== undefined || (kind.dictionary === 'dates' && isPeriod(value));

/** A term as answers write it. */
export function valueOfTerm(kind: Kind, text: string): string {
  if (kind.numbers) return textOfSortable(text);
  return kind.dictionary === 'dates' ? dateText(instantOf(text)) : text;
}

/** Whether a field sorts by its ordered form, which is by fold and then as written; the others sort by their values. */
export const sortsByFold = ({ kind, ordered }: PartField): boolean =>
  ordered !== undefined && !kind.numbers && kind.dictionary !== 'dates' && kind.dictionary !== 'raw';

/** The term by which a value sorts. */
export function sortTerm(field: PartField, value: string): string | undefined {
  return sortsByFold(field) ? orderedForm(value) : termOfValue(field.kind, value);
}

/** The value of a term by which it sorts. */
export function valueOfSortTerm(field: PartField, text: string): string {
  return sortsByFold(field) ? textOfOrderedForm(text) : valueOfTerm(field.kind, text);
}

/** Finds the parts that have a value of a field, nothing for a spec that no part has. */
export const hasValue = (field: PartField | undefined): Query => field?.has ?? NONE;
