import type { Catalog, Offer, Part } from '../../partdex.js';
import { descriptionOf, textsAt } from '../views/part-cells.js';
import type { AnyRecord } from '../views/records.js';
import type { CategoryPaths } from './category-paths.js';
import { priceCell, pricesText, stockCell, unitPriceAt } from './offer-cells.js';

/** A column of a spreadsheet of results. */
export interface SheetColumn {
  readonly heading: string;
  /** Members of a record that its cells need, as `show` names them. */
  readonly members: readonly string[];
  /** Whether its cells are numbers where they look like it, and not texts of digits. */
  readonly isNumber: boolean;
  /** Whether it differs from offer to offer: a part then has a row for each. */
  readonly isOfOffer: boolean;
  /** The values of a cell. @param offer that of the row */
  values(record: AnyRecord, offer: Offer | undefined): readonly string[] | Promise<readonly string[]>;
}

/** What columns are made with. */
export interface ColumnContext {
  readonly catalog: Pick<Catalog, 'specs'>;
  readonly categories: CategoryPaths;
  /** Of the column `price`. */
  readonly currency: string;
}

type ComputedColumn = (context: ColumnContext) => Omit<SheetColumn, 'isOfOffer'>;

/** Columns of a sheet of parts that are computed, and not members. */
const COMPUTED: ReadonlyMap<string, ComputedColumn> = new Map<string, ComputedColumn>([
  [
    'description',
    () => ({
      heading: 'description',
      members: ['short_description', 'descriptions'],
      isNumber: false,
      values: (part) => nonEmpty(descriptionOf(part as Part)),
    }),
  ],
  [
    'category',
    ({ categories }) => ({
      heading: 'category',
      members: ['category_uids'],
      isNumber: false,
      values: async (part) => nonEmpty(await categories.pathOf((part as Part).category_uids ?? [])),
    }),
  ],
  [
    'stock',
    () => ({ heading: 'stock', members: ['offers'], isNumber: true, values: (part) => nonEmpty(stockCell(part as Part)) }),
  ],
  [
    'price',
    ({ currency }) => ({
      heading: `price (${currency})`,
      members: ['offers'],
      isNumber: true,
      values: (part) => nonEmpty(priceCell(part as Part, currency)),
    }),
  ],
]);

const PRICE = /^offers\.prices\.([A-Z]{3})(?:\.([1-9]\d{0,14}))?$/;
const SPEC = /^specs\.(.+?)(?:\.(value|min_value|max_value))?$/s;
const OFFER_NUMBERS = new Set(
  'in_stock_quantity on_order_quantity moq order_multiple multipack_quantity factory_lead_days'
    .split(' ')
    .map((name) => `offers.${name}`),
);

/** The column of a name: a computed one, or a member by its dotted path. */
export function columnOf(name: string, isOfParts: boolean, context: ColumnContext): SheetColumn {
  const computed = isOfParts ? COMPUTED.get(name) : undefined;
  if (computed) return { ...computed(context), isOfOffer: false };
  if (isOfParts && name.startsWith('offers.')) return offerColumn(name);
  const spec = isOfParts ? SPEC.exec(name) : null;
  return spec ? specColumn(spec[1], spec[2] ?? 'value', context) : memberColumn(name, name, false);
}

function memberColumn(path: string, heading: string, isNumber: boolean): SheetColumn {
  return { heading, members: [path], isNumber, isOfOffer: false, values: (record) => textsAt(record, path) };
}

function specColumn(key: string, member: string, { catalog }: ColumnContext): SheetColumn {
  const path = `specs.${key}.${member}`;
  const spec = catalog.specs.find((one) => one.key === key);
  const isNumber = spec?.type === 'number';
  const unit = isNumber ? spec?.metadata?.unit : undefined;
  const text = unit?.symbol || unit?.name;
  // Brackets in a unit would not be read back.
  const isWritten = text && text.length <= 60 && !/[()]/.test(text);
  return memberColumn(path, isWritten ? `${path} (${text})` : path, isNumber);
}

function offerColumn(name: string): SheetColumn {
  const price = PRICE.exec(name);
  const path = name.slice('offers.'.length);
  const values = (offer: Offer): readonly string[] => {
    if (!price) return textsAt(offer, path);
    const breaks = offer.prices?.[price[1]] ?? [];
    return nonEmpty(price[2] === undefined ? pricesText(breaks) : unitPriceAt(breaks, Number(price[2])));
  };
  return {
    heading: name,
    members: ['offers'],
    isNumber: OFFER_NUMBERS.has(name) || price?.[2] !== undefined,
    isOfOffer: true,
    values: (_, offer) => (offer ? values(offer) : []),
  };
}

function nonEmpty(text: string): readonly string[] {
  return text === '' ? [] : [text];
}
