/** Fieldnames, their kinds and the values that a record has for them (docs/semantics.md, "Kinds"). */
import type { CollectionName, FieldKind } from '../../src/model/fields.js';
import { ancestorsIn, checkTree, withComputed } from './category-tree.js';
import { dateText, parsePeriod } from './date.js';
import { compareDecimals, type Decimal, decimalKey, mean, parseDecimal } from './decimal.js';
import {
  answeredObject,
  type Collections,
  collect,
  type Doc,
  isObject,
  listOf,
  member,
  type OracleSource,
  type Row,
} from './documents.js';
import { OracleError } from './errors.js';
import { hasCurrency, type OracleRates, type PriceAsked, priceAsked, pricesOf, STOCK, stockOf } from './offers.js';
import { numberInUnit } from './quantities.js';

const PART_KINDS: readonly (readonly [FieldKind, readonly string[]])[] = [
  ['part_number', ['mpn', 'offers.sku', 'aka_mpns']],
  ['name', ['brand.name', 'manufacturer.name', 'offers.seller.name', 'offers.packaging']],
  ['name', ['offers.seller.display_flag', 'offers.eligible_region', 'compliance_documents.subtypes']],
  ['text', ['descriptions.value', 'short_description', 'words']],
  ['number', ['offers.in_stock_quantity', 'offers.moq', 'offers.factory_lead_days', 'avg_price']],
  ['number', ['offers.on_order_quantity', 'offers.order_multiple', 'offers.multipack_quantity', 'offers.factory_order_multiple']],
  ['number', STOCK],
  ['boolean', ['offers.is_authorized']],
  ['uid', ['uid', 'category_uids', 'manufacturer.uid', 'brand.uid', 'offers.seller.uid', 'has']],
  ['date', ['offers.last_updated', 'offers.on_order_eta']],
];

/** The values of `has`, and the members of which a part then has an element. */
export const HAS: ReadonlyMap<string, string> = new Map([
  ['datasheets', 'datasheets'],
  ['cad_models', 'cad_models'],
  ['images', 'imagesets'],
  ['compliance_documents', 'compliance_documents'],
  ['reference_designs', 'reference_designs'],
  ['descriptions', 'descriptions'],
  ['offers', 'offers'],
  ['specs', 'specs'],
]);

/** A field that the build declares: the option `fields`. */
export interface OwnField {
  readonly name: string;
  readonly kind: 'part number' | Exclude<FieldKind, 'part_number'>;
  readonly keywords?: boolean;
}

const COMPANY_KINDS = [
  ['name', ['name']],
  ['uid', ['uid']],
] as const;
const CATEGORY_KINDS = [
  ['name', ['name']],
  ['uid', ['uid', 'parent_uid', 'ancestor_uids']],
] as const;

function kindOf({ ownFields }: Catalog, collection: CollectionName, name: string): FieldKind | undefined {
  const own = collection === 'parts' ? ownFields.find((field) => field.name === name) : undefined;
  if (own) return own.kind === 'part number' ? 'part_number' : own.kind;
  const kinds = collection === 'parts' ? PART_KINDS : collection === 'categories' ? CATEGORY_KINDS : COMPANY_KINDS;
  return kinds.find(([, names]) => names.includes(name))?.[0];
}

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly spec?: { readonly key: string; readonly member: string };
  readonly price?: PriceAsked;
  /** False for a spec key that no part has, and for a currency of no offer: it matches nothing and asks for a warning. */
  readonly carried: boolean;
}

export interface Catalog extends Collections {
  readonly specTypes: ReadonlyMap<string, 'string' | 'number'>;
  /** The metadata of every spec key that a part carries, as answers have it. */
  readonly specs: ReadonlyMap<string, Doc>;
  /** Every category above one. */
  readonly ancestors: (categoryUid: string) => ReadonlySet<string>;
  readonly priceCurrency: string;
  readonly rates: OracleRates | undefined;
  readonly ownFields: readonly OwnField[];
  /** Units of spec keys, filled on first use. */
  readonly units: Map<string, { readonly unit: unknown }>;
}

/** @param decided the types of spec keys that were decided before */
export function createCatalog(
  source: OracleSource,
  priceCurrency: string,
  ownFields: readonly OwnField[],
  decided: ReadonlyMap<string, SpecType> = new Map(),
  rates?: OracleRates,
): Catalog {
  const collections = collect(source);
  const { rows } = collections;
  checkTree(rows.categories);
  const categories = withComputed(rows.categories, rows.parts);
  const types = new Map([...specTypes(collections)].map(([key, type]) => [key, decided.get(key) ?? type]));
  const specs = new Map([...types].map(([key, type]) => [key, metadataOf(collections, key, type)]));
  return {
    ...collections,
    rows: { ...rows, categories, parts: rows.parts.map((part) => withMetadata(part, specs)) },
    priceCurrency,
    rates,
    ownFields,
    units: new Map(),
    ancestors: ancestorsIn(rows.categories),
    specTypes: types,
    specs,
  };
}

/** The part as it is answered: a spec without metadata has that of its key. */
function withMetadata(part: Row, specs: ReadonlyMap<string, Doc>): Row {
  const given = (key: string) => member(member(member(part.given, 'specs'), key), 'metadata');
  const filled = Object.entries(part.doc.specs as Doc).map(([key, spec]) => {
    return [key, given(key) === undefined ? { ...(spec as Doc), metadata: specs.get(key) } : spec];
  });
  return { ...part, doc: { ...part.doc, specs: Object.assign(Object.create(null), Object.fromEntries(filled)) } };
}

type SpecType = 'string' | 'number';

function typeOf(metadata: unknown): SpecType | undefined {
  const datatype = member(metadata, 'datatype');
  return datatype === 'string' ? 'string' : datatype === 'integer' || datatype === 'decimal' ? 'number' : undefined;
}

/** The type of every spec key that a part carries, by the vote of its values. */
function specTypes({ rows, specMetadata }: Collections): Map<string, SpecType> {
  const votes = new Map<string, { string: number; number: number }>();
  for (const part of rows.parts) {
    for (const [key, spec] of Object.entries(part.doc.specs as object)) {
      const count = votes.get(key) ?? { string: 0, number: 0 };
      votes.set(key, count);
      const values = listOf(member(spec, 'value'));
      const type = typeOf(member(spec, 'metadata')) ?? typeOf(specMetadata.get(key));
      if (type) count[type] += Math.max(1, values.length);
      else {
        const bound = member(spec, 'min_value') ?? member(spec, 'max_value') ?? '';
        for (const value of values.length > 0 ? values : [bound]) count[typeof value === 'number' ? 'number' : 'string']++;
      }
    }
  }
  return new Map([...votes].map(([key, count]) => [key, count.number > count.string ? 'number' : 'string']));
}

/**
 * The metadata of a spec key that some part carries: what parts say wins, the first of them over later ones, and what was
 * given beside the parts is the default; but the datatype is one of the key's type.
 */
function metadataOf({ rows, specMetadata }: Collections, key: string, type: SpecType): Doc {
  const given = specMetadata.get(key);
  const inline = rows.parts.map((part) => member(member(member(part.given, 'specs'), key), 'metadata'));
  const said = [...inline.filter((m) => m !== undefined), ...(given ? [given] : [])];
  const first = (name: string) => said.map((metadata) => member(metadata, name)).find((value) => value !== undefined);
  const fitting = said.find((metadata) => typeOf(metadata) === type);
  const datatype = member(fitting, 'datatype') ?? (type === 'string' ? 'string' : 'decimal');
  const metadata = { ...(said[0] as Doc | undefined), key, name: first('name'), datatype, unit: first('unit') };
  return answeredObject('SpecMetadata', metadata);
}

export function specMetadataOf({ specs }: Catalog, key: string): Doc {
  return specs.get(key) as Doc;
}

/** The unit of the metadata of a spec's numbers. */
export function unitOf(catalog: Catalog, { spec, carried }: Field): unknown {
  if (!spec || !carried) return undefined;
  const known = catalog.units.get(spec.key);
  if (known) return known.unit;
  const unit = member(specMetadataOf(catalog, spec.key), 'unit');
  catalog.units.set(spec.key, { unit });
  return unit;
}

export function resolveField(catalog: Catalog, collection: CollectionName, name: string): Field {
  const kind = kindOf(catalog, collection, name);
  if (kind) return { name, kind, carried: true };
  const price = collection === 'parts' ? priceAsked(name) : undefined;
  if (price) return { name, kind: 'number', price, carried: hasCurrency(catalog.rows.parts, price.currency, catalog.rates) };
  const spec = collection === 'parts' ? /^specs\.(.*)\.(value|min_value|max_value|range|covers)$/s.exec(name) : null;
  if (!spec) throw new OracleError('ValidationError', `no fieldname of ${collection}: ${name}`);
  const [, key, ofSpec] = spec;
  const type = catalog.specTypes.get(key);
  return {
    name,
    kind: ofSpec !== 'value' || type === 'number' ? 'number' : 'string',
    spec: { key, member: ofSpec },
    carried: type !== undefined,
  };
}

/** The distinct numbers that a record has for a number field. */
export function numbersOf(catalog: Catalog, row: Row, field: Field): readonly Decimal[] {
  return valuesOf(catalog, row, field) as readonly Decimal[];
}

/** The distinct strings that a record has for any other field. */
export function textsOf(catalog: Catalog, row: Row, field: Field): readonly string[] {
  return valuesOf(catalog, row, field) as readonly string[];
}

export function valuesOf(catalog: Catalog, row: Row, field: Field): readonly unknown[] {
  if (!row.values.has(field.name)) row.values.set(field.name, computeValues(catalog, row, field));
  return row.values.get(field.name) as readonly unknown[];
}

function computeValues(catalog: Catalog, row: Row, field: Field): readonly unknown[] {
  const { name, kind } = field;
  if (name === 'avg_price') return averagePrice(catalog, row);
  if (STOCK.includes(name)) return [stockOf(row, name)];
  if (field.price) return pricesOf(row, field.price, catalog.rates);
  if (name === 'words') return [...new Set(wordsOf(catalog, row))];
  if (name === 'has') return [...HAS].filter(([, path]) => hasElement(row.doc[path])).map(([value]) => value);
  const isLoose = name === 'aka_mpns' || (field.spec === undefined && catalog.ownFields.some((own) => own.name === name));
  const isExtent = field.spec?.member === 'range' || field.spec?.member === 'covers';
  if (isExtent) return pointsOf(catalog, row, field);
  const raw = field.spec
    ? listOf(member(member(row.doc.specs, field.spec.key), field.spec.member))
    : isLoose
      ? looseValues(row.doc, name).filter((value) => hasType(kind, value))
      : name.split('.').reduce<unknown[]>((docs, step) => docs.flatMap((doc) => listOf(member(doc, step))), [row.doc]);
  if (kind === 'number') {
    const plain = name === 'offers.multipack_quantity' ? leadingNumber : parseDecimal;
    const read = (value: string | number) => (field.spec ? numberInUnit(value, unitOf(catalog, field)) : plain(value));
    const numbers = raw.map((value) => read(value as string | number)).filter((n) => n !== undefined);
    return [...new Map(numbers.map((n) => [decimalKey(n), n])).values()];
  }
  const texts = new Set(raw.map(String));
  if (kind === 'date') {
    const periods = [...texts].map(parsePeriod).filter((period) => period !== undefined);
    return [...new Set(periods.map(({ from }) => dateText(from)))];
  }
  if (name === 'category_uids') for (const uid of [...texts]) for (const above of catalog.ancestors(uid)) texts.add(above);
  return [...texts];
}

/** The fields whose values are among those of `words`. */
const IN_WORDS = ['mpn', 'offers.sku', 'brand.name', 'manufacturer.name', 'offers.seller.name'];
const TEXTS_IN_WORDS = ['descriptions.value', 'short_description'];
/** The fields of uids whose records have names that are among them, too. */
const REFERENCES = [
  ['brand.uid', 'brands'],
  ['manufacturer.uid', 'manufacturers'],
  ['offers.seller.uid', 'sellers'],
  ['category_uids', 'categories'],
] as const;

/** Every text of a part in which words are looked for. */
function wordsOf(catalog: Catalog, row: Row): string[] {
  const valuesAt = (name: string) => textsOf(catalog, row, resolveField(catalog, 'parts', name));
  const strings = [...catalog.specTypes].filter(([, type]) => type === 'string').map(([key]) => `specs.${key}.value`);
  const called = REFERENCES.flatMap(([name, collection]) => {
    const uids = valuesAt(name);
    const records = catalog.rows[collection].filter(({ uid }) => uids.includes(uid));
    return records.flatMap(({ doc, aliases }) => [doc.name as string, ...aliases]);
  });
  return [...[...IN_WORDS, ...TEXTS_IN_WORDS, ...strings].flatMap(valuesAt), ...called];
}

/** The ends and values of an extent. */
function pointsOf(catalog: Catalog, row: Row, { spec }: Field): readonly Decimal[] {
  const fields = ['value', 'min_value', 'max_value'].map((name) => resolveField(catalog, 'parts', `specs.${spec?.key}.${name}`));
  const numbers = fields.filter(({ kind }) => kind === 'number').flatMap((field) => numbersOf(catalog, row, field));
  return [...new Map(numbers.map((n) => [decimalKey(n), n])).values()];
}

function hasElement(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Object.keys(value as Doc).length > 0;
}

/** The values at a path, through objects and lists in lists. */
function looseValues(doc: unknown, name: string): unknown[] {
  const elements = (value: unknown): unknown[] => (Array.isArray(value) ? value.flatMap(elements) : listOf(value));
  return name.split('.').reduce<unknown[]>((docs, step) => docs.flatMap((one) => elements(member(one, step))), elements(doc));
}

/** Whether a value at the path of a field that may have any is one of the type of its kind. */
function hasType(kind: FieldKind, value: unknown): boolean {
  if (isObject(value)) return false;
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'part_number' || kind === 'string' || kind === 'number')
    return typeof value === 'string' || typeof value === 'number';
  if (kind === 'uid') return typeof value === 'string' && value !== '' && new TextEncoder().encode(value).length <= 255;
  return typeof value === 'string';
}

/** The number that a text is, or begins with. */
function leadingNumber(value: string | number): Decimal | undefined {
  const [, sign, digits, fraction = ''] = /^\s*([+-]?)(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\.\d+)?/.exec(String(value)) ?? [];
  return parseDecimal(value) ?? (digits === undefined ? undefined : parseDecimal(sign + digits.replace(/,/g, '') + fraction));
}

/** Mean over the offers with prices in the catalog's currency of the unit price at the lowest break. */
function averagePrice(catalog: Catalog, row: Row): Decimal[] {
  const prices: Decimal[] = [];
  for (const offer of listOf(row.doc.offers)) {
    const breaks = listOf(member(member(offer, 'prices'), catalog.priceCurrency))
      .map((pair) => (pair as (string | number)[]).map(parseDecimal))
      .filter(([quantity, price]) => quantity !== undefined && price !== undefined) as [Decimal, Decimal][];
    // On equal breaks the first counts: sort is stable.
    const lowest = breaks.sort(([a], [b]) => compareDecimals(a, b))[0];
    if (lowest) prices.push(lowest[1]);
  }
  return prices.length > 0 ? [mean(prices)] : [];
}
