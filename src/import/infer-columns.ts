import { decimalText, parseDecimal } from '../analysis/decimal.js';
import { Pauses } from '../work/pauses.js';
import { separatorOf } from './categories.js';
import { type DecimalMark, textOf } from './cells.js';
import type { ColumnFacts } from './column-facts.js';
import { type AssignedColumn, assignRoles } from './column-roles.js';
import { DistinctNames } from './distinct-names.js';
import type { TableHeader } from './header.js';
import { NAMED_SELLERS, plainName } from './heading-words.js';
import { knownHeading } from './headings.js';
import { fileMark, markOfColumn, markOfPieces } from './infer-marks.js';
import { inferSpec } from './infer-specs.js';
import { LIST_SEPARATOR } from './list-separator.js';
import { meantCurrency, takeCurrency } from './price-headings.js';
import { columnsForPieces, columnsOfPieces } from './price-pieces.js';
import { withQuantityHeadings } from './quantity-headings.js';
import { isDigiKeyNumber } from './several-numbers.js';
import { readSpecHeading } from './spec-headings.js';
import { type CheckedMap, type ColumnMap, MAKES_OFFER, readPriceMember, specKeyOf } from './table-map.js';

/** A column of a table and how it is read. */
export interface TableColumn {
  /** Its place, from 0. */
  readonly index: number;
  readonly heading: string;
  readonly map: ColumnMap;
}

/** What decides where neither the map nor the cells do. */
export interface InferenceContext {
  readonly delimiter: string | undefined;
  /** The currency of prices that name none. */
  readonly currency: string;
  /** Whether the table has a row for each price. */
  readonly isPerPrice: boolean;
  /** The number of its rows. */
  readonly rows: number;
}

/** Decides how each column of a table is read: as the map says, else as its heading says, else by its cells. */
export async function inferColumns(
  header: TableHeader,
  facts: readonly ColumnFacts[],
  map: CheckedMap,
  context: InferenceContext,
): Promise<TableColumn[]> {
  const pauses = new Pauses();
  const known = withQuantityHeadings(header, facts, map, context.delimiter);
  const assigned = assignRoles(known, facts.length, map, context.isPerPrice);
  const marks = assigned.map((column) => column.given?.decimal ?? markOfColumn(column, facts[column.index]));
  const mark = map.decimal ?? fileMark(marks, context.delimiter);
  const ownMark = (column: AssignedColumn, i: number): DecimalMark => {
    if (marks[i] !== undefined) return marks[i];
    if (column.isNamedByHeading) return context.delimiter === ';' ? mark : '.';
    return map.decimal ?? markOfPieces(column, facts[column.index], marks, context.delimiter) ?? mark;
  };
  const own = assigned.map(ownMark);
  const forPieces = columnsForPieces(assigned, facts, (i) => own[i]);
  const pieces = columnsOfPieces(assigned, facts, (i) => own[i]);
  const currencies = assigned.flatMap(({ as, index, offer = 1 }) => {
    const code = isOfCurrencies(as) ? commonCurrency(facts[index], undefined, context.rows) : undefined;
    return code === undefined ? [] : [{ offer, code }];
  });
  const given = assigned.flatMap((column) => (column.given ? (specKeyOf(column.given.as) ?? []) : []));
  const keys = new DistinctNames('_', given);
  const packages = packagingIn(assigned, facts);
  const ofDigiKey = digiKeyNumbersIn(assigned, facts);
  const whole: Completion = { ...context, keys, forPieces, pieces, currencies, packages, ofDigiKey };
  const columns: TableColumn[] = [];
  for (const [i, column] of assigned.entries()) {
    await pauses.pause();
    const { index, heading } = column;
    columns.push({ index, heading, map: completed(column, facts[index], own[i], whole) });
  }
  return columns;
}

interface Completion extends InferenceContext {
  /** The keys of specs that are taken. */
  readonly keys: DistinctNames;
  /** The columns whose prices are for several pieces, and the quantity from which they count. */
  readonly forPieces: ReadonlyMap<number, string>;
  /** A column `Package` that has the packaging. */
  readonly packages: number | undefined;
  /** A column `Part Number` that has the numbers of Digi-Key. */
  readonly ofDigiKey: number | undefined;
  /** The currencies that columns of currencies name in more than half of the rows, and their offers. */
  readonly currencies: readonly { readonly offer: number; readonly code: string }[];
  /** The columns of the number of pieces of each row's prices. */
  readonly pieces: ReadonlySet<number>;
}

function completed(column: AssignedColumn, facts: ColumnFacts, mark: DecimalMark, context: Completion): ColumnMap {
  const { as, given } = column;
  if (column.index === context.packages) return { as: 'offers.packaging' };
  if (column.index === context.ofDigiKey) return { as: 'offers.sku', seller: NAMED_SELLERS.digikey };
  if (as === 'specs') return specColumn(column, facts, mark, context.keys);
  if (specKeyOf(as) !== undefined) return givenSpec(column, facts, mark);
  if (as === 'offers.prices') return priceColumn(column, facts, mark, context);
  const offer = {
    ...(column.seller !== undefined && { seller: column.seller }),
    ...(column.offer !== undefined && { offer: column.offer }),
  };
  if (as === 'category_uids') {
    const split = given?.split ?? separatorOf(facts.texts.keys(), column.heading);
    return { as, ...(split !== undefined && { split }), ...given };
  }
  if (as === 'offers.prices.pieces' && !given) {
    // A column `Price Unit` may have either.
    if (commonCurrency(facts) !== undefined) return { as: 'offers.prices.currency', ...offer };
    if (!context.pieces.has(column.index)) return specColumn(column, facts, mark, context.keys);
  }
  const decimal = as.startsWith('offers.') && isNumeric(as) ? { decimal: mark } : {};
  const unit = column.unit !== undefined && given?.unit === undefined ? { unit: column.unit } : {};
  return { as, ...unit, ...decimal, ...offer, ...given };
}

const PACKAGING = /^(?:tape|cut tape|digi-?reel|reel|tube|tray|bulk|bag|box|strip|ammo|rail|rolle|gurt|stange|lose)(?!\p{L})/iu;

/** The column `Package` of a table with offers, if most cells are packagings and no other column has them. */
function packagingIn(assigned: readonly AssignedColumn[], facts: readonly ColumnFacts[]): number | undefined {
  if (!assigned.some(isOfOffer) || assigned.some(({ as }) => as === 'offers.packaging')) return undefined;
  const column = assigned.find(({ as, heading }) => as === 'specs' && plainName(heading) === 'package');
  return column && facts[column.index].share((cell) => PACKAGING.test(textOf(cell)), false) > 0.5 ? column.index : undefined;
}

/** The column `Part Number` beside one of the makers' numbers, if the table has offers without numbers and most cells are those of Digi-Key. */
function digiKeyNumbersIn(assigned: readonly AssignedColumn[], facts: readonly ColumnFacts[]): number | undefined {
  if (!assigned.some(isOfOffer) || assigned.some(({ as }) => as === 'offers.sku')) return undefined;
  const isOfDigiKey = (index: number) => facts[index].share((cell) => isDigiKeyNumber(textOf(cell)), false) > 0.5;
  const isNumber = ({ as, heading }: AssignedColumn) => as === 'specs' && knownHeading(heading)?.as === 'mpn';
  return assigned.find((column) => isNumber(column) && isOfDigiKey(column.index))?.index;
}

/** Whether a column makes offers. */
function isOfOffer({ as }: AssignedColumn): boolean {
  return as === 'offers.prices' || MAKES_OFFER.has(as) || readPriceMember(as) !== undefined;
}

/** Whether the cells of a column may be currencies. */
function isOfCurrencies(as: string): boolean {
  return as === 'offers.prices.currency' || as === 'offers.prices.pieces';
}

function isNumeric(as: string): boolean {
  return /(?:_quantity|moq|_multiple|_days|prices(?!\.currency)\S*)$/.test(as);
}

function priceColumn(column: AssignedColumn, facts: ColumnFacts, decimal: DecimalMark, context: Completion): ColumnMap {
  const { currencies } = context;
  const ofRows = (currencies.find(({ offer }) => offer === (column.offer ?? 1)) ?? currencies[0])?.code;
  const currency = column.currency ?? commonCurrency(facts, ofRows) ?? ofRows ?? context.currency;
  const { quantity, seller, offer } = column;
  const isList = facts.share((cell) => /\d\s*(?:[-–]\s*\d*\s*)?(?:[:=@]|\+\s*\S)/u.test(textOf(cell)), false) > 0.5;
  const ofPieces = context.forPieces.get(column.index);
  const from = ofPieces ?? column.from ?? (isList ? undefined : '1');
  return {
    as: quantity === undefined && from !== undefined ? `offers.prices.${currency}.${from}` : `offers.prices.${currency}`,
    decimal,
    ...(ofPieces !== undefined && { unit: column.pieces }),
    ...(quantity !== undefined && { quantity }),
    ...(seller !== undefined && { seller }),
    ...(offer !== undefined && { offer }),
  };
}

/**
 * The currency that more than half of the cells name. Otherwise those that name none have the default.
 * @param beside the currency of most rows, which a sign may mean
 * @param cells the number of cells of which it must be more than half, if blank ones count too
 */
function commonCurrency(facts: ColumnFacts, beside?: string, cells = 0): string | undefined {
  const counts = new Map<string, number>();
  let all = 0;
  for (const [cell, count] of facts.cells()) {
    const text = textOf(cell);
    if (text.trim() === '') continue;
    all += count;
    const found = takeCurrency(text);
    if (!found) continue;
    const code = meantCurrency(found, beside);
    counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return [...counts].find(([, count]) => count * 2 > Math.max(all, cells))?.[0];
}

function specColumn(column: AssignedColumn, facts: ColumnFacts, mark: DecimalMark, keys: DistinctNames): ColumnMap {
  const { name, key, unit } = readSpecHeading(column.heading);
  const base = key === '' ? `column_${column.index + 1}` : key;
  return { as: `specs.${keys.distinct(base)}`, name, ...inferSpec(facts, mark, { key: base, unit }) };
}

/** A spec that the map names; it decides what it says, and the cells the rest. */
function givenSpec(column: AssignedColumn, facts: ColumnFacts, mark: DecimalMark): ColumnMap {
  const { as, given, heading, isNamedByHeading } = column;
  if (isNamedByHeading && given?.unit === undefined) {
    // A text such as 1.50 would not stay what it is.
    const isNumber = facts.share((cell) => isOfCanonicalNumbers(textOf(cell)), true) === 1;
    return { as, ...given, ...(isNumber ? { datatype: 'decimal', decimal: '.' } : { datatype: 'string' }) };
  }
  const { name, unit } = readSpecHeading(heading);
  const inferred =
    given?.datatype === 'string' ? { datatype: 'string' as const } : inferSpec(facts, mark, { key: '', unit, given });
  return { as, name, ...inferred, ...given };
}

/** Whether a text is one or several numbers that are stored as they are written. */
function isOfCanonicalNumbers(text: string): boolean {
  return text.split(LIST_SEPARATOR).every((piece) => {
    const number = parseDecimal(piece);
    return number !== undefined && decimalText(number) === piece;
  });
}
