/** Fieldnames, their kinds and the values that a record has for them (docs/semantics.md, "Kinds"). */
import type { CollectionName, FieldKind } from '../../src/model/fields.js';
import { ancestorsIn, checkTree, withComputed } from './category-tree.js';
import { compareDecimals, type Decimal, decimalKey, mean, parseDecimal } from './decimal.js';
import { type Collections, collect, type Doc, listOf, member, type OracleSource, type Row } from './documents.js';
import { OracleError } from './errors.js';
import { numberInUnit } from './quantities.js';

const PART_KINDS: readonly (readonly [FieldKind, readonly string[]])[] = [
  ['part_number', ['mpn', 'offers.sku']],
  ['name', ['brand.name', 'manufacturer.name', 'offers.seller.name', 'offers.packaging']],
  ['text', ['descriptions.value', 'short_description']],
  ['number', ['offers.in_stock_quantity', 'offers.moq', 'offers.factory_lead_days', 'avg_price']],
  ['boolean', ['offers.is_authorized']],
  ['uid', ['uid', 'category_uids', 'manufacturer.uid', 'brand.uid', 'offers.seller.uid']],
];
const COMPANY_KINDS = [
  ['name', ['name']],
  ['uid', ['uid']],
] as const;
const CATEGORY_KINDS = [
  ['name', ['name']],
  ['uid', ['uid', 'parent_uid', 'ancestor_uids']],
] as const;

function kindOf(collection: CollectionName, name: string): FieldKind | undefined {
  const kinds = collection === 'parts' ? PART_KINDS : collection === 'categories' ? CATEGORY_KINDS : COMPANY_KINDS;
  return kinds.find(([, names]) => names.includes(name))?.[0];
}

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly spec?: { readonly key: string; readonly member: string };
  /** False for a spec key that no part has: it matches nothing and asks for a warning. */
  readonly carried: boolean;
}

export interface Catalog extends Collections {
  readonly specTypes: ReadonlyMap<string, 'string' | 'number'>;
  /** Every category above one. */
  readonly ancestors: (categoryUid: string) => ReadonlySet<string>;
  readonly priceCurrency: string;
  /** Units of spec keys, filled on first use. */
  readonly units: Map<string, { readonly unit: unknown }>;
}

export function createCatalog(source: OracleSource, priceCurrency: string): Catalog {
  const collections = collect(source);
  const { rows } = collections;
  checkTree(rows.categories);
  const categories = withComputed(rows.categories, rows.parts);
  return {
    ...collections,
    rows: { ...rows, categories },
    priceCurrency,
    units: new Map(),
    ancestors: ancestorsIn(rows.categories),
    specTypes: specTypes(collections),
  };
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
export function specMetadataOf({ rows, specMetadata, specTypes }: Catalog, key: string): Doc {
  const given = specMetadata.get(key);
  const inline = rows.parts.map((part) => member(member(part.doc.specs, key), 'metadata')).filter((m) => m !== undefined);
  const said = [...inline, ...(given ? [given] : [])];
  const first = (name: string) => said.map((metadata) => member(metadata, name)).find((value) => value !== undefined);
  const type = specTypes.get(key);
  const fitting = said.find((metadata) => typeOf(metadata) === type);
  const metadata: Doc = { ...(said[0] as Doc | undefined), key, name: first('name'), unit: first('unit') ?? null };
  metadata.datatype = member(fitting, 'datatype') ?? (type === 'string' ? 'string' : 'decimal');
  return metadata;
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
  const kind = kindOf(collection, name);
  if (kind) return { name, kind, carried: true };
  const spec = collection === 'parts' ? /^specs\.(.*)\.(value|min_value|max_value)$/s.exec(name) : null;
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
  if (field.name === 'avg_price') return averagePrice(catalog, row);
  const raw = field.spec
    ? listOf(member(member(row.doc.specs, field.spec.key), field.spec.member))
    : field.name.split('.').reduce<unknown[]>((docs, name) => docs.flatMap((doc) => listOf(member(doc, name))), [row.doc]);
  if (field.kind === 'number') {
    const read = (value: string | number) => (field.spec ? numberInUnit(value, unitOf(catalog, field)) : parseDecimal(value));
    const numbers = raw.map((value) => read(value as string | number)).filter((n) => n !== undefined);
    return [...new Map(numbers.map((n) => [decimalKey(n), n])).values()];
  }
  const texts = new Set(raw.map(String));
  if (field.name === 'category_uids') for (const uid of [...texts]) for (const above of catalog.ancestors(uid)) texts.add(above);
  return [...texts];
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
