import fc from 'fast-check';
import { type CollectionName, EXTENT_MEMBERS, SPEC_MEMBERS } from '../../src/model/fields.js';
import { type Decimal, decimalText } from '../oracle/decimal.js';
import { type Catalog, type Field, resolveField, unitOf, valuesOf } from '../oracle/fields.js';
import { type FieldVocabulary, lazily } from './filters.js';
import { dates } from './own-fields.js';
import { quantityTexts, UNIT_OF } from './quantities.js';
import { MANY_KEYS, SPEC_KEYS } from './specs.js';
import { names, numberTexts, numberValues, partNumbers, strangeTexts, words } from './text.js';

/** A field of a catalog. */
export interface CatalogField extends FieldVocabulary {
  /** The share of the records that have a value. */
  readonly coverage: number;
  /** What else than filters may name it. */
  readonly use: 'all' | 'ranges' | 'filters';
}

const PART_FIELDS = [
  'uid',
  'mpn',
  'brand.name',
  'brand.uid',
  'manufacturer.name',
  'manufacturer.uid',
  'offers.sku',
  'offers.seller.name',
  'offers.seller.uid',
  'offers.packaging',
  'offers.in_stock_quantity',
  'offers.moq',
  'offers.factory_lead_days',
  'offers.is_authorized',
  'avg_price',
  'descriptions.value',
  'short_description',
  'category_uids',
  'aka_mpns',
  'has',
  'compliance_documents.subtypes',
  'offers.eligible_region',
  'offers.seller.display_flag',
  'offers.order_multiple',
  'offers.on_order_quantity',
  'offers.multipack_quantity',
  'offers.last_updated',
  'offers.on_order_eta',
  'offers.factory_order_multiple',
  'words',
  'total_stock',
  'sellers_in_stock',
  'authorized_sellers',
  'offers_count',
  ...['USD.1', 'USD.10', 'USD.1000', 'EUR.7', 'GBP.12345', 'XAU.1'].map((price) => `price.${price}`),
  ...['USD.1', 'USD.30', 'EUR.1'].map((price) => `offers.price.${price}`),
];

/** The fields of a collection of this catalog, a spec key that no part carries among them, each with its values. */
export function vocabularies(catalog: Catalog, collection: CollectionName): CatalogField[] {
  const keys = [...SPEC_KEYS, ...MANY_KEYS.filter((key) => catalog.specTypes.has(key)).slice(0, 6)];
  // Texts have no range; a key of texts among all is enough.
  const membersOf = (key: string) =>
    catalog.specTypes.get(key) === 'string' && key !== 'a' ? SPEC_MEMBERS : [...SPEC_MEMBERS, ...EXTENT_MEMBERS];
  const specs = keys.flatMap((key) => membersOf(key).map((member) => `specs.${key}.${member}`));
  const own = catalog.ownFields.map(({ name }) => name);
  const plain = collection === 'categories' ? ['uid', 'name', 'parent_uid', 'ancestor_uids'] : ['uid', 'name'];
  const fieldnames =
    collection === 'parts'
      ? [...PART_FIELDS, ...own, ...specs, 'specs.nowhere.value', 'specs.no.value.min_value', 'specs.nowhere.range']
      : plain;
  const rows = catalog.rows[collection];
  const described = fieldnames.map((name) => {
    const field = resolveField(catalog, collection, name);
    const valuesByRow = rows.map((row) => valuesOf(catalog, row, field)).filter((values) => values.length > 0);
    const coverage = valuesByRow.length / Math.max(1, rows.length);
    const unit = unitNameOf(unitOf(catalog, field));
    return vocabularyOf(field, [...new Set(valuesByRow.flat().map(textOf))], coverage, unit);
  });
  // Of the fields without values some are enough.
  const isEmpty = (field: CatalogField) => field.coverage === 0;
  return [...described.filter((field) => !isEmpty(field)), ...described.filter(isEmpty).slice(-6)];
}

/** Fields with values of their own, by which records are ordered and counted. */
export function countable<F extends FieldVocabulary>(fields: readonly F[]): F[] {
  return fields.filter(({ field }) => field !== 'words');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : decimalText(value as Decimal);
}

/** The name in UNIT_OF of a unit of metadata, if it has one. */
function unitNameOf(unit: unknown): string | undefined {
  const name = (unit as { name?: unknown } | null | undefined)?.name;
  return Object.keys(UNIT_OF).find((key) => UNIT_OF[key].name === name);
}

/** @param unit the name in UNIT_OF of the unit of a number field */
function vocabularyOf(field: Field, values: readonly string[], coverage: number, unit?: string): CatalogField {
  const isNumber = field.kind === 'number';
  const isDate = field.kind === 'date';
  const wanted = lazily(() => {
    if (isDate) return datesNear(values);
    const noise = noiseFor(field, unit);
    const known = values.length > 0 ? fc.constantFrom(...values) : noise;
    const inUnit = (text: string) => `${text} ${UNIT_OF[unit as string].symbol ?? UNIT_OF[unit as string].name}`;
    const ofNumber = unit === undefined ? known : known.map(inUnit);
    const pieces = isNumber || field.kind === 'uid' ? ofNumber : fc.tuple(known, fc.nat(), fc.nat(2)).map(mangled);
    return fc.oneof({ weight: 12, arbitrary: known }, { weight: 6, arbitrary: pieces }, { weight: 1, arbitrary: noise });
  });
  const hasWildcards = !isNumber && !isDate && field.kind !== 'boolean';
  const use = field.spec?.member === 'range' ? 'ranges' : field.spec?.member === 'covers' ? 'filters' : 'all';
  return { field: field.name, values: wanted, isNumber, hasWildcards, coverage, use };
}

/** Dates of a catalog, whole or shortened to a day, a month or a year, and others. */
function datesNear(values: readonly string[]): fc.Arbitrary<string> {
  const known = values.length > 0 ? fc.constantFrom(...values) : dates();
  const shortened = fc.tuple(known, fc.constantFrom(4, 7, 10)).map(([date, length]) => date.slice(0, length));
  return fc.oneof({ weight: 6, arbitrary: known }, { weight: 6, arbitrary: shortened }, { weight: 4, arbitrary: dates() });
}

function noiseFor({ kind }: Field, unit?: string): fc.Arbitrary<string> {
  if (kind === 'boolean') return fc.constantFrom('true', 'false', 'yes');
  if (kind !== 'number') return fc.oneof(names(), partNumbers(), words(), strangeTexts());
  const numbers = fc.oneof({ weight: 20, arbitrary: numberTexts() }, { weight: 1, arbitrary: numberValues().map(String) });
  return unit === undefined ? numbers : fc.oneof(numbers, quantityTexts(unit));
}

/** A piece of a text, or the text written otherwise. */
export function mangled([text, at, how]: [string, number, number]): string {
  const pieces = text.split(/[\s,-]+/);
  if (how === 0) return pieces[at % pieces.length];
  return how === 1 ? text.toUpperCase() : text.replace(/[-\s/]/g, '');
}
