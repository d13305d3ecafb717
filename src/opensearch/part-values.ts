import { dateText, parsePeriod, sortableForm } from '../analysis/date.js';
import { type Decimal, decimalOf, parseDecimal, readDecimalText } from '../analysis/decimal.js';
import { parseLeadingNumber } from '../analysis/leading-number.js';
import { type Stock, stockOf } from '../analysis/offer-stock.js';
import { MeanPrice } from '../build/mean-price.js';
import type { CheckedOffer, CheckedPart } from '../model/checked-documents.js';
import type { Company, Offer } from '../model/documents.js';
import { type FieldDefinition, HAS_VALUES } from '../model/fields.js';
import { STOCK_FIELDS } from '../model/offer-fields.js';
import { isObject } from '../model/plain.js';
import { BRAND, type CompanyCollection, MANUFACTURER, type ObjectSchema, SELLER } from '../model/schema.js';
import { isUid } from '../model/uid.js';

/** The values that a part has for its fields (docs/semantics.md, "Kinds"). */

/** What the records given beside the parts say of companies, by uid. */
export type GivenCompanies = Readonly<Record<CompanyCollection, ReadonlyMap<string, Company>>>;

/** What the values of parts depend on besides the part. */
export interface ValueContext {
  readonly priceCurrency: string;
  readonly companies: GivenCompanies;
  /** Every ancestor of a category. */
  readonly ancestorsOf: (category: string) => readonly string[];
}

const member = (holder: unknown, name: string): unknown => {
  return isObject(holder) && Object.hasOwn(holder, name) ? (holder[name] ?? undefined) : undefined;
};

/** The values of a member that may have one or a list, without those that are null. */
export const listOf = (value: unknown): readonly unknown[] => {
  return (Array.isArray(value) ? value : [value]).filter((element) => element !== null && element !== undefined);
};

/** The elements of lists in lists. */
const elementsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.flatMap(elementsOf) : [...listOf(value)]);

/** The steps of the paths of fields: every field of every part is read. */
const stepsOf = new WeakMap<FieldDefinition, readonly string[]>();

/** The values at the path of a field, through objects and lists. */
function valuesAt(part: object, field: FieldDefinition, elements: (value: unknown) => readonly unknown[]): readonly unknown[] {
  let steps = stepsOf.get(field);
  if (!steps) stepsOf.set(field, (steps = field.name.split('.')));
  let holders: readonly unknown[] = [part];
  for (const step of steps) {
    const values: unknown[] = [];
    for (const holder of holders) {
      const value = member(holder, step);
      if (Array.isArray(value)) for (const element of elements(value)) values.push(element);
      else if (value !== undefined) values.push(value);
    }
    holders = values;
  }
  return holders;
}

/** A part, or some of its members. */
type CheckedValues = Partial<CheckedPart>;

const distinct = (texts: Iterable<string>): string[] => [...new Set(texts)];

/** The distinct values of a field that are texts, as answers have them; dates in their sortable form. */
export function textsOf(part: CheckedValues, definition: FieldDefinition, { ancestorsOf }: ValueContext): string[] {
  const { name, kind } = definition;
  if (name === 'has') return hasValues(part);
  const texts = distinct(rawValues(part, definition).map(String));
  if (kind === 'date') return distinct(texts.flatMap(dateOf));
  return name === 'category_uids' ? distinct([...texts, ...texts.flatMap(ancestorsOf)]) : texts;
}

/** The numbers of a number field; some may be equal. */
export function numbersOf(part: CheckedValues, definition: FieldDefinition, { priceCurrency }: ValueContext): Decimal[] {
  if (definition.name === 'avg_price') return averagePrice(part.offers ?? [], priceCurrency);
  if (STOCK_FIELDS.includes(definition.name)) return [stockNumber(part, definition.name as keyof Stock)];
  const parse = definition.hasLeadingNumber ? parseLeadingNumber : parseDecimal;
  return rawValues(part, definition).flatMap((value) => parse(String(value)) ?? []);
}

function rawValues(part: CheckedValues, field: FieldDefinition): readonly unknown[] {
  if (!field.isLoose) return valuesAt(part, field, listOf);
  return valuesAt(part, field, elementsOf).filter((value) => hasType(field.kind, value));
}

/** Whether a value at the path of a field that may have any is of the type of its kind. */
function hasType(kind: FieldDefinition['kind'], value: unknown): boolean {
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'part_number':
    case 'string':
    case 'number':
      return typeof value === 'string' || typeof value === 'number';
    case 'uid':
      return isUid(value);
    default:
      return typeof value === 'string';
  }
}

/** The first instant of a text that is a date. */
function dateOf(text: string): string[] {
  const period = parsePeriod(text);
  return period ? [sortableForm(dateText(period.from))] : [];
}

function hasValues(part: CheckedValues): string[] {
  const isFilled = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;
  return [...HAS_VALUES].filter(([, path]) => isFilled(part[path])).map(([value]) => value);
}

function stockNumber(part: CheckedValues, name: keyof Stock): Decimal {
  const value = stockOf((part.offers ?? []) as readonly Offer[])[name];
  return typeof value === 'number' ? decimalOf(value, 0) : value;
}

function averagePrice(offers: readonly CheckedOffer[], currency: string): Decimal[] {
  const mean = new MeanPrice();
  for (const { prices } of offers) {
    mean.beginOffer();
    for (const [quantity, price] of (member(prices, currency) ?? []) as [unknown, unknown][]) {
      mean.addBreak(String(quantity), String(price));
    }
  }
  const text = mean.result();
  const number = text === undefined ? undefined : (parseDecimal(text) ?? readDecimalText(text));
  return number ? [number] : [];
}

interface Reference {
  readonly collection: CompanyCollection;
  readonly schema: ObjectSchema;
}

const BRANDS: Reference = { collection: 'brands', schema: BRAND };
const MANUFACTURERS: Reference = { collection: 'manufacturers', schema: MANUFACTURER };
const SELLERS: Reference = { collection: 'sellers', schema: SELLER };
const REFERENCES: ReadonlyMap<string, Reference> = new Map([
  ['brand', BRANDS],
  ['manufacturer', MANUFACTURERS],
  ['offers.seller', SELLERS],
  ['broker_listings.seller', SELLERS],
]);

/** A company of a part by its collection, and the members that its record may fill. */
export type NoteCompany = (collection: CompanyCollection, uid: string, missing: readonly string[]) => void;

/** The members of companies that are fields, by collection: what their records say of them is in the terms of parts. */
export function companyFields(names: Iterable<string>): ReadonlyMap<CompanyCollection, ReadonlySet<string>> {
  const members = new Map<CompanyCollection, Set<string>>(
    [BRANDS, MANUFACTURERS, SELLERS].map(({ collection }) => [collection, new Set()]),
  );
  for (const name of names) {
    const dot = name.lastIndexOf('.');
    const reference = REFERENCES.get(name.slice(0, dot));
    if (reference) members.get(reference.collection)?.add(name.slice(dot + 1));
  }
  return members;
}

/**
 * The part with what its companies leave out and the given records of their uids have, as if the part had it.
 * @param note called for each company with a uid
 */
export function withRecords(part: CheckedPart, companies: GivenCompanies, note: NoteCompany): CheckedPart {
  const filled = (company: unknown, { collection, schema }: Reference): unknown => {
    const uid = member(company, 'uid');
    if (!isObject(company) || typeof uid !== 'string') return company;
    const missing = schema.members.filter(
      ({ name, visibility }) => visibility !== 'never' && member(company, name) === undefined,
    );
    note(
      collection,
      uid,
      missing.map(({ name }) => name),
    );
    const record = companies[collection].get(uid);
    const known = missing.filter(({ name }) => member(record, name) !== undefined);
    if (known.length === 0) return company;
    return { ...company, ...Object.fromEntries(known.map(({ name }) => [name, member(record, name)])) };
  };
  const listed = <T extends object>(list: readonly T[] | null | undefined): T[] | null | undefined =>
    list?.map((one) => {
      const seller = member(one, 'seller');
      const whole = filled(seller, SELLERS);
      return whole === seller ? one : { ...one, seller: whole };
    });
  return {
    ...part,
    brand: filled(part.brand, BRANDS) as CheckedPart['brand'],
    manufacturer: filled(part.manufacturer, MANUFACTURERS) as CheckedPart['manufacturer'],
    offers: listed(part.offers),
    broker_listings: listed(part.broker_listings),
  };
}
