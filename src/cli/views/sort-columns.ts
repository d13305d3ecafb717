import type { Catalog, Part } from '../../partdex.js';
import type { Column } from '../terminal/table.js';
import { meanPriceOf, textsAt } from './part-cells.js';

/** A key of a sort, as the table shows it. */
interface SortColumn {
  /** The hidden member that has the values, if it is hidden. */
  readonly member?: string;
  readonly column: Column<Part>;
}

const OFFER_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['offers.in_stock_quantity', 'stock'],
  ['offers.moq', 'moq'],
  ['offers.factory_lead_days', 'lead days'],
]);
const SPEC = /^specs\.(.+)\.(?:value|min_value|max_value)$/s;

/**
 * Columns with the values by which parts are sorted, if the table has no such column: without them a sort by the mean price of
 * all offers, or by the largest stock of one, looks wrong beside the lowest price and the sum.
 * @param sortby as the user wrote it: `avg_price asc, mpn desc`
 */
export function sortColumns(sortby: string, catalog: Pick<Catalog, 'info' | 'specs'>): SortColumn[] {
  return sortby.split(',').flatMap((key) => {
    const [, field = '', direction] = /^(.*?)(?:\s+(asc|desc))?$/s.exec(key.trim()) ?? [];
    return columnOf(field, direction === 'desc', catalog);
  });
}

function columnOf(field: string, isDescending: boolean, { info, specs }: Pick<Catalog, 'info' | 'specs'>): SortColumn[] {
  const align = 'right' as const;
  if (field === 'avg_price') {
    const { priceCurrency } = info;
    return [{ column: { title: `avg price ${priceCurrency}`, align, text: (part) => meanPriceOf(part, priceCurrency) } }];
  }
  const text = (part: Part) => outermost(textsAt(part, field), isDescending);
  const offerNumber = OFFER_NUMBERS.get(field);
  if (offerNumber !== undefined) {
    return [{ column: { title: `${isDescending ? 'largest' : 'least'} ${offerNumber}`, align, text } }];
  }
  const [, key] = SPEC.exec(field) ?? [];
  if (key === undefined || !specs.some((spec) => spec.key === key)) return [];
  return [{ member: `specs.${key}`, column: { title: key, align, text } }];
}

/** The value that a sort compares: of numbers the smallest ascending and the largest descending; of texts all. */
function outermost(texts: readonly string[], isDescending: boolean): string {
  const numbers = texts.filter((text) => text.trim() !== '' && Number.isFinite(Number(text)));
  if (numbers.length === 0) return texts.join(', ');
  return numbers.reduce((best, text) =>
    Number(text) > Number(best) === isDescending && Number(text) !== Number(best) ? text : best,
  );
}
