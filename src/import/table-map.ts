import { MemberReader } from '../model/check-arguments.js';
import type { Issues } from '../model/issues.js';
import { withoutIssues } from '../model/issues.js';
import { nearestNames, shorten } from '../model/nearest.js';
import { isCurrencyCode, isNumberOfPieces, isPriceQuantity } from './price-headings.js';
import { unitOfText } from './spec-headings.js';

/** How one column is read; docs/import.md, "The map". */
export interface ColumnMap {
  /** The member that it becomes: `mpn`, `offers.in_stock_quantity`, `offers.prices.USD.100`, `specs.resistance`; or `ignored`. */
  as: string;
  /**
   * The unit of a spec's plain numbers, a symbol or name; values are stored in the base unit. Of a lead time `d` or `wk`, of prices
   * the number of pieces that they are for, such as `100`.
   */
  unit?: string;
  /** False: the numbers of a spec stay in `unit`, which may be any text. Default: they are stored in the base unit. */
  convert?: boolean;
  /** False: numbers of a spec without a unit are not read. Default: they are in `unit`. */
  plain?: boolean;
  /** How the values of a spec are compared. Default: `decimal` with a unit, else `string`. */
  datatype?: 'string' | 'integer' | 'decimal';
  /** The decimal mark. `unknown`: numbers in which the mark matters are not read. Default: that of the map. */
  decimal?: '.' | ',' | 'unknown';
  /** What separates several values, or the levels of a category. */
  split?: string;
  /** The seller of this column's offer, where a row has offers of several. */
  seller?: string;
  /** Columns of offers with the same number belong to one offer of the row. Default 1. */
  offer?: number;
  /** For prices: the heading of the column that has the quantity from which they count. */
  quantity?: string;
  /** The display name of a spec. Default: the heading. */
  name?: string;
}

/** How a table is read; docs/import.md, "The map". Everything that it leaves out is inferred. */
export interface TableMap {
  /** The columns by their headings; a text is short for `{ as: text }`. */
  columns?: Record<string, string | ColumnMap>;
  /** Values of members that no column has: `{ "brand.name": "Acme" }`. */
  constants?: Record<string, string>;
  /** The seller of offers without one. */
  seller?: string;
  /** The currency of prices that name none, three capital letters. */
  currency?: string;
  /** The decimal mark of columns whose cells do not show one. */
  decimal?: '.' | ',';
  /** One character, for text files. */
  delimiter?: string;
  /** As the web names encodings: `utf-8`, `windows-1252`, `gb18030`. */
  encoding?: string;
  /** The line of the headings, from 1. */
  header?: number;
  /** The sheets of a workbook that are read. */
  sheets?: string[];
}

const MAP_MEMBERS: readonly string[] = [
  'columns',
  'constants',
  'seller',
  'currency',
  'decimal',
  'delimiter',
  'encoding',
  'header',
  'sheets',
] satisfies (keyof TableMap)[];
const COLUMN_MEMBERS: readonly string[] = [
  'as',
  'unit',
  'convert',
  'plain',
  'datatype',
  'decimal',
  'split',
  'seller',
  'offer',
  'quantity',
  'name',
] satisfies (keyof ColumnMap)[];

/** The members that a column may become, besides specs, prices and members of one's own. */
const MEMBERS: readonly string[] = [
  'mpn',
  'uid',
  'brand.name',
  'manufacturer.name',
  'short_description',
  'descriptions.value',
  'datasheets.url',
  'imagesets.medium_image.url',
  'external_links.product_url',
  'category_uids',
  'offers.sku',
  'offers.seller.name',
  'offers.product_url',
  'offers.in_stock_quantity',
  'offers.on_order_quantity',
  'offers.moq',
  'offers.order_multiple',
  'offers.multipack_quantity',
  'offers.factory_lead_days',
  'offers.packaging',
  'offers.prices.quantity',
  'offers.prices.currency',
  'offers.prices.pieces',
  'ignored',
];
const CONSTANTS = ['brand.name', 'manufacturer.name', 'category_uids', 'offers.packaging', 'short_description'];

/** Members that make an offer of a row, besides prices. */
export const MAKES_OFFER: ReadonlySet<string> = new Set(['offers.sku', 'offers.in_stock_quantity', 'offers.moq']);

/** Members of columns that say something of the prices of their row. */
export const OF_PRICES: ReadonlySet<string> = new Set([
  'offers.prices.quantity',
  'offers.prices.currency',
  'offers.prices.pieces',
]);

/** Prices as a member: `offers.prices.USD.100`, `offers.prices.USD`. */
export function readPriceMember(as: string): { readonly currency: string; readonly from?: string } | undefined {
  const match = /^offers\.prices\.([A-Z]{3})(?:\.(\d+))?$/.exec(as);
  if (match?.[2] !== undefined && !isPriceQuantity(match[2])) return undefined;
  return match ? { currency: match[1], ...(match[2] !== undefined && { from: match[2] }) } : undefined;
}

/** The member of a spec that a column becomes: its values, or one end of its range. */
export type SpecMember = 'value' | 'min_value' | 'max_value';

/** `specs.<key>`, `specs.<key>.min_value` or `specs.<key>.max_value`; undefined for other members. */
export function readSpecMember(as: string): { readonly key: string; readonly member: SpecMember } | undefined {
  const match = /^specs\.(.+?)(?:\.(min_value|max_value))?$/s.exec(as);
  return match ? { key: match[1], member: (match[2] as SpecMember | undefined) ?? 'value' } : undefined;
}

/** The key of a spec as a member; undefined for other members. */
export function specKeyOf(as: string): string | undefined {
  return readSpecMember(as)?.key;
}

/** The path of a member of one's own: `own.bin` becomes `bin` of the member `own`. */
export function ownPathOf(as: string): readonly string[] | undefined {
  const steps = as.split('.');
  return steps.length > 1 && steps[0] === 'own' && steps.every((step) => step !== '') ? steps : undefined;
}

/** Whether a column can become this. */
export function isMember(as: string): boolean {
  return MEMBERS.includes(as) || !!readPriceMember(as) || specKeyOf(as) !== undefined || !!ownPathOf(as);
}

/** A map whose columns are all written out. */
export interface CheckedMap extends Omit<TableMap, 'columns' | 'constants'> {
  readonly columns: ReadonlyMap<string, ColumnMap>;
  readonly constants: ReadonlyMap<string, string>;
}

/** Checks a map. @throws ValidationError with everything that is wrong with it */
export function checkMap(map: unknown): CheckedMap {
  return withoutIssues(map, (issues) => {
    const members = MemberReader.of(map ?? {}, [], MAP_MEMBERS, issues);
    const columns = new Map<string, ColumnMap>();
    for (const [heading, column] of members.entries('columns')) {
      columns.set(heading.trim(), readColumn(column, heading, issues));
    }
    const constants = new Map<string, string>();
    for (const [as, value] of members.entries('constants')) {
      if (!CONSTANTS.includes(as)) addUnknown(issues, ['constants', as], as, CONSTANTS);
      else if (typeof value !== 'string' && typeof value !== 'number') {
        issues.addWrongType(['constants', as], 'a string', value);
      } else constants.set(as, String(value));
    }
    const checked: CheckedMap = { columns, constants, ...readSettings(members, issues) };
    checkPairs(columns, issues);
    return checked;
  });
}

function readSettings(members: MemberReader, issues: Issues): Omit<TableMap, 'columns' | 'constants'> {
  const settings: Omit<TableMap, 'columns' | 'constants'> = {};
  for (const name of ['seller', 'currency', 'decimal', 'delimiter', 'encoding'] as const) {
    const text = members.text(name, '');
    if (text === '') continue;
    const wrong = whatIsWrong(name, text);
    if (wrong === undefined) Object.assign(settings, { [name]: text });
    else issues.add('out_of_range', members.at(name), ` must be ${wrong}`, { found: text, expected: [wrong] });
  }
  const header = members.count('header', 0, 1_000_000, 1);
  if (header > 0) settings.header = header;
  const sheets = members.strings('sheets').filter((sheet) => sheet !== undefined);
  if (sheets.length > 0) settings.sheets = sheets;
  return settings;
}

function whatIsWrong(name: string, text: string): string | undefined {
  switch (name) {
    case 'currency':
      return isCurrencyCode(text) ? undefined : 'three capital letters such as EUR';
    case 'decimal':
      return text === '.' || text === ',' ? undefined : '"." or ","';
    case 'delimiter':
      return text.length === 1 && text !== '"' && text !== '\n' && text !== '\r' ? undefined : 'one character';
    case 'encoding':
      return isEncoding(text) ? undefined : 'the name of an encoding such as utf-8 or windows-1252';
    default:
      return undefined;
  }
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
}

function readColumn(column: unknown, heading: string, issues: Issues): ColumnMap {
  const path = ['columns', heading];
  if (typeof column === 'string') {
    checkMember(column, path, issues);
    return { as: column };
  }
  if (typeof column !== 'object' || column === null || Array.isArray(column)) {
    issues.addWrongType(path, 'a member such as mpn, or an object with it as "as"', column);
    return { as: 'ignored' };
  }
  const members = MemberReader.of(column, path, COLUMN_MEMBERS, issues);
  const read: ColumnMap = { as: members.text('as', '') };
  if (read.as === '') issues.addWrongType([...path, 'as'], 'a member such as mpn or specs.resistance', members.value('as'));
  else checkMember(read.as, [...path, 'as'], issues);
  // YAML and JSON have numbers.
  const unit = members.value('unit');
  if (typeof unit === 'number') read.unit = String(unit);
  for (const name of ['unit', 'split', 'seller', 'quantity', 'name'] as const) {
    if (name === 'unit' && read.unit !== undefined) continue;
    const text = members.text(name, '');
    if (text !== '') read[name] = text;
  }
  for (const name of ['plain', 'convert'] as const) if (members.value(name) !== undefined) read[name] = members.flag(name);
  const offer = members.count('offer', 0, 100, 1);
  if (offer > 0) read.offer = offer;
  const choices = { datatype: ['string', 'integer', 'decimal'], decimal: ['.', ',', 'unknown'] } as const;
  for (const name of ['datatype', 'decimal'] as const) {
    const text = members.text(name, '');
    if (text === '') continue;
    const allowed: readonly string[] = choices[name];
    if (allowed.includes(text)) Object.assign(read, { [name]: text });
    else {
      const expected = allowed.map((one) => `"${one}"`).join(' or ');
      issues.add('out_of_range', [...path, name], ` must be ${expected}`, { found: text, expected: allowed });
    }
  }
  checkUnit(read, [...path, 'unit'], issues);
  return read;
}

function checkUnit({ as, unit, convert }: ColumnMap, path: string[], issues: Issues): void {
  if (unit === undefined) return;
  const isLead = as === 'offers.factory_lead_days';
  const isPrice = readPriceMember(as) !== undefined;
  const isRight = isLead
    ? unit === 'd' || unit === 'wk'
    : isPrice
      ? isNumberOfPieces(unit)
      : specKeyOf(as) !== undefined && (convert === false || unitOfText(unit) !== undefined);
  const expected = isLead
    ? '"d" or "wk"'
    : isPrice
      ? 'the number of pieces that a price is for, such as "100"'
      : 'the symbol or name of a unit, of a spec';
  if (!isRight) issues.add('out_of_range', path, ` must be ${expected}`, { found: unit, expected: [expected] });
}

function checkMember(as: string, path: string[], issues: Issues): void {
  if (!isMember(as)) addUnknown(issues, path, as, [...MEMBERS, 'specs.<key>', 'offers.prices.USD.1', 'own.<name>']);
}

function addUnknown(issues: Issues, path: string[], found: string, allowed: readonly string[]): void {
  const nearest = nearestNames(found, allowed);
  const text = `: "${shorten(found)}" is not a member that a column can become; did you mean ${nearest.join(' or ')}?`;
  issues.add('unknown_member', path, text, {
    found,
    expected: allowed,
    nearest,
  });
}

/** A price column that names its column of quantities, which must be one. */
function checkPairs(columns: ReadonlyMap<string, ColumnMap>, issues: Issues): void {
  for (const [heading, { quantity }] of columns) {
    if (quantity === undefined || columns.get(quantity)?.as === 'offers.prices.quantity') continue;
    const expected = 'the heading of a column that is offers.prices.quantity';
    issues.add('out_of_range', ['columns', heading, 'quantity'], ` must be ${expected}`, {
      found: quantity,
      expected: [expected],
    });
  }
}
