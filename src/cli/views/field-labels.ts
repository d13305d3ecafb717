import { formatQuantity } from '../../analysis/quantity-format.js';
import { STOCK_CODES } from '../../bom/stock-codes.js';
import type { Catalog, CatalogSpec, Range, SearchResponse, StatsResult } from '../../partdex.js';
import type { CollectionName } from '../options.js';
import { formatNumber, formatPrice } from '../terminal/numbers.js';
import { collectionOf } from './records.js';

/** Significant digits. */
const GIVEN_DIGITS = 9;
const COMPUTED_DIGITS = 4;

/** Uids of one `getMulti`. */
const UIDS_AT_ONCE = 20;

const TITLES: ReadonlyMap<string, string> = new Map([
  ['mpn', 'Part number'],
  ['aka_mpns', 'Other part numbers'],
  ['brand.name', 'Brand'],
  ['brand.uid', 'Brand'],
  ['manufacturer.name', 'Manufacturer'],
  ['manufacturer.uid', 'Manufacturer'],
  ['category_uids', 'Category'],
  ['offers.sku', 'SKU'],
  ['offers.seller.name', 'Seller'],
  ['offers.seller.uid', 'Seller'],
  ['offers.seller.display_flag', 'Country of the seller'],
  ['offers.eligible_region', 'Region'],
  ['offers.packaging', 'Packaging'],
  ['offers.is_authorized', 'Authorized seller'],
  ['offers.last_updated', 'Last update'],
  ['offers.in_stock_quantity', 'Stock'],
  ['offers.on_order_quantity', 'On order'],
  ['offers.moq', 'Minimum order'],
  ['offers.order_multiple', 'Order multiple'],
  ['offers.multipack_quantity', 'Pack quantity'],
  ['offers.factory_lead_days', 'Factory lead time'],
  ['avg_price', 'Average price'],
  ['descriptions.value', 'Description'],
  ['short_description', 'Short description'],
  ['compliance_documents.subtypes', 'Compliance document'],
  ['has', 'Available'],
  ['name', 'Name'],
  ['parent_uid', 'Parent category'],
  ['ancestor_uids', 'Ancestor category'],
]);

/** Number fields other than those of specs, with their units. */
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['offers.in_stock_quantity', ''],
  ['offers.on_order_quantity', ''],
  ['offers.moq', ''],
  ['offers.order_multiple', ''],
  ['offers.multipack_quantity', ''],
  ['offers.factory_lead_days', 'days'],
]);
const PRICE = 'avg_price';
const STOCK = 'offers.in_stock_quantity';

/** Fields of uids, and the collection whose records have them. */
const RECORDS: ReadonlyMap<string, CollectionName> = new Map([
  ['category_uids', 'categories'],
  ['parent_uid', 'categories'],
  ['ancestor_uids', 'categories'],
  ['brand.uid', 'brands'],
  ['manufacturer.uid', 'manufacturers'],
  ['offers.seller.uid', 'sellers'],
]);

/** The key is everything between `specs.` and the last member. */
const SPEC_FIELD = /^specs\.(.*)\.(value|min_value|max_value|range)$/s;

const MEMBER_TITLES: ReadonlyMap<string, string> = new Map([
  ['min_value', ', min'],
  ['max_value', ', max'],
  ['range', ', range'],
]);

/** A value for people, and a note beside it: for a uid the name, with the uid beside it. */
export interface ValueLabel {
  readonly text: string;
  readonly beside: string;
}

/** The display names of a catalog's fields and values. */
export class FieldLabels {
  private readonly specs: ReadonlyMap<string, CatalogSpec>;
  private readonly currency: string;

  constructor(
    { specs, info }: Pick<Catalog, 'specs' | 'info'>,
    private readonly names: NamesOfUids = new Map(),
  ) {
    this.specs = new Map(specs.map((spec) => [spec.key, spec]));
    this.currency = info.priceCurrency;
  }

  /** Its display name, or '' if that is just the fieldname. */
  titleOf(field: string): string {
    const [, key, member] = SPEC_FIELD.exec(field) ?? [];
    if (key === undefined) return TITLES.get(field) ?? '';
    const name = this.specs.get(key)?.metadata?.name;
    return name ? name + (MEMBER_TITLES.get(member) ?? '') : '';
  }

  /** A value of a facet, with all its digits. */
  valueOf(field: string, value: string): ValueLabel {
    const name = this.names.get(field)?.get(value);
    if (name !== undefined) return { text: name, beside: value };
    if (field === STOCK) return { text: formatNumber(value), beside: STOCK_CODES.get(Number(value)) ?? '' };
    return { text: this.isNumber(field) ? this.exactOf(field, value) : value, beside: '' };
  }

  /** A number of a field with its unit and all its digits. */
  exactOf(field: string, number: string): string {
    return this.textOf(field, number);
  }

  /** A range of numbers of a field: `≥ 50 V`, `−40 to 85 °C`. */
  rangeOf(field: string, { min, max, min_excluded, max_excluded }: Omit<Range, 'unit'>): string {
    if (min !== null && max !== null)
      return min === max ? this.exactOf(field, min) : this.spansOf(field, [[min, max]])[0].join(' to ');
    if (min !== null) return `${min_excluded ? '>' : '≥'} ${this.exactOf(field, min)}`;
    return max === null ? '' : `${max_excluded ? '<' : '≤'} ${this.exactOf(field, max)}`;
  }

  /** Likewise for the ends of ranges; a unit that all of them share follows the upper ends only: `25 … 200 V`. */
  spansOf(field: string, spans: readonly (readonly [from: string, to: string])[]): [from: string, to: string][] {
    return withSharedUnit(spans.map(([from, to]) => [this.exactOf(field, from), this.exactOf(field, to)]));
  }

  /** Smallest and largest number as one text; '' if there are none. */
  extentOf(field: string, { min, max }: Pick<StatsResult, 'min' | 'max'>): string {
    if (min === null || max === null) return '';
    const [[least, greatest]] = withSharedUnit([[this.givenOf(field, min), this.givenOf(field, max)]]);
    return min === max ? greatest : `${least} … ${greatest}`;
  }

  /** A number of the data for a narrow place: few have more digits. */
  givenOf(field: string, number: string): string {
    return this.roundedOf(field, number, GIVEN_DIGITS);
  }

  /** A number that was computed from those. */
  computedOf(field: string, number: string): string {
    return this.roundedOf(field, number, COMPUTED_DIGITS);
  }

  /** A price gets as many digits as prices have. */
  private roundedOf(field: string, number: string, digits: number): string {
    return field === PRICE ? formatPrice(number, this.currency) : this.textOf(field, number, digits);
  }

  /** @param digits significant digits, all if undefined */
  private textOf(field: string, number: string, digits?: number): string {
    const [, key] = SPEC_FIELD.exec(field) ?? [];
    if (key === undefined) return formatNumber(number, field === PRICE ? this.currency : NUMBERS.get(field), digits);
    const unit = this.specs.get(key)?.metadata?.unit;
    const symbol = unit?.symbol || unit?.name;
    return unit && symbol ? formatQuantity(number, { ...unit, symbol }, { digits }) : formatNumber(number, '', digits);
  }

  private isNumber(field: string): boolean {
    const [, key, member] = SPEC_FIELD.exec(field) ?? [];
    if (key === undefined) return field === PRICE || NUMBERS.has(field);
    return member !== 'value' || this.specs.get(key)?.type === 'number';
  }
}

/** Removes the unit from the first of each pair if it is the same everywhere. */
function withSharedUnit(spans: readonly (readonly [string, string])[]): [string, string][] {
  const units = new Set(spans.flat().map((text) => text.slice(text.indexOf(' '))));
  const [unit = ''] = units;
  const isShared = units.size === 1 && unit.startsWith(' ');
  return spans.map(([from, to]) => [isShared ? from.slice(0, -unit.length) : from, to]);
}

/** Names of records by fieldname and uid. */
export type NamesOfUids = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The names of the records whose uids are values of a facet. */
export async function namesOfUids(
  { facet_results: { fields } }: Pick<SearchResponse<unknown>, 'facet_results'>,
  catalog: Catalog,
): Promise<NamesOfUids> {
  const all = new Map<string, Map<string, string>>();
  for (const [field, { facets }] of Object.entries(fields)) {
    const collection = RECORDS.get(field);
    if (collection === undefined) continue;
    const names = new Map<string, string>();
    for (let at = 0; at < facets.length; at += UIDS_AT_ONCE) {
      const uids = facets.slice(at, at + UIDS_AT_ONCE).map(({ value }) => value);
      const records = await collectionOf(catalog, collection).getMulti(uids, { show: ['name'] });
      for (const [uid, { name }] of Object.entries(records)) names.set(uid, String(name));
    }
    all.set(field, names);
  }
  return all;
}
