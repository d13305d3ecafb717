import type { Category, Offer, Part } from '../../src/partdex.js';

/** A delimited text of parts, as an inventory or a distributor exports one: a row for each part. */
export function* csvOf(parts: Iterable<Part>, categories: readonly Category[], specKeys: readonly string[]): Generator<string> {
  const paths = pathsOf(categories);
  yield line([...HEADINGS, ...specKeys]);
  let text = '';
  for (const part of parts) {
    text += line(cellsOf(part, paths, specKeys));
    if (text.length < WRITE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

const WRITE_CHARACTERS = 1 << 18;
const QUANTITIES = [1, 10, 100, 1000];
const HEADINGS = [
  'MPN',
  'Manufacturer',
  'Description',
  'Category',
  'Datasheet',
  'Supplier',
  'Order Code',
  'Stock',
  'MOQ',
  ...QUANTITIES.map((quantity) => `Price@${quantity}`),
];

function pathsOf(categories: readonly Category[]): ReadonlyMap<string, string> {
  const byUid = new Map(categories.map((category) => [category.uid, category]));
  const pathOf = ({ name, parent_uid: parent }: Category): string => {
    const above = parent == null ? undefined : byUid.get(parent);
    return above ? `${pathOf(above)} / ${name}` : name;
  };
  return new Map(categories.map((category) => [category.uid, pathOf(category)]));
}

function cellsOf(part: Part, paths: ReadonlyMap<string, string>, specKeys: readonly string[]): string[] {
  const [offer] = part.offers ?? [];
  return [
    part.mpn,
    part.manufacturer?.name ?? '',
    part.descriptions?.[0]?.value ?? '',
    paths.get(part.category_uids?.[0] ?? '') ?? '',
    part.datasheets?.[0]?.url ?? '',
    offer?.seller?.name ?? '',
    offer?.sku ?? '',
    String(offer?.in_stock_quantity ?? ''),
    String(offer?.moq ?? ''),
    ...QUANTITIES.map((quantity) => priceAt(offer, quantity)),
    ...specKeys.map((key) => specText(part, key)),
  ];
}

function priceAt(offer: Offer | undefined, quantity: number): string {
  const found = offer?.prices?.USD?.find(([from]) => Number(from) === quantity);
  return found ? `$${found[1]}` : '';
}

function specText({ specs }: Part, key: string): string {
  const spec = specs?.[key];
  const [value] = [spec?.value ?? []].flat();
  if (value === undefined) return '';
  const symbol = spec?.metadata?.unit?.symbol;
  return symbol ? `${value} ${symbol}` : String(value);
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
