import type { Offer, PriceBreak } from '../model/documents.js';
import { CellReader } from './cell-reader.js';
import { type Cell, type DecimalMark, isBlank, textOf } from './cells.js';
import { uidOfName } from './identity.js';
import type { TableColumn } from './infer-columns.js';
import { currencyOf, meantCurrency } from './price-headings.js';
import { priceOfOne, readPieces } from './price-pieces.js';
import { type Price, readMoney, readPriceList } from './prices.js';
import type { ColumnTally } from './report.js';
import { offersOfNumbers } from './several-numbers.js';
import { type ReadCount, readCount, readLeadDays, readLeast, readLeastOrder, readStock } from './stock.js';
import { MAKES_OFFER, OF_PRICES, readPriceMember } from './table-map.js';

type Member = Exclude<keyof Offer, 'sku' | 'seller' | 'prices'>;

/** One column of an offer. */
interface PriceColumn {
  readonly currency: string;
  readonly from: number;
  /** The number of pieces that its prices are for, unless the row or the cell says another. */
  readonly pieces: number | undefined;
  readonly reader: CellReader<readonly Price[]>;
  /** The column of the quantity, where each row has its own. */
  readonly quantity: CellReader<ReadCount> | undefined;
}

/** What columns say of all prices of a row. */
interface OfRow {
  readonly currency: string | undefined;
  /** The number of pieces that they are for; NaN if it cannot be read. */
  readonly pieces: number | undefined;
}

const NOTHING: OfRow = { currency: undefined, pieces: undefined };
const NO_ROWS: ReadonlyMap<number, OfRow> = new Map();

/** The columns of one offer of each row. */
interface Group {
  readonly number: number;
  readonly sellerName: string | undefined;
  readonly sku: CellReader<string> | undefined;
  readonly sellers: CellReader<string> | undefined;
  readonly members: readonly { readonly name: Member; readonly reader: CellReader<string | number> }[];
  readonly prices: readonly PriceColumn[];
}

/** What offers have that no column says. */
export interface OfferDefaults {
  /** The seller that the map names. */
  readonly seller: string | undefined;
  /** The seller where nothing names one: the file's name. */
  readonly fileSeller: string;
  readonly packaging: string | undefined;
}

/** Reads the offers of the rows of a table. */
export class OfferReader {
  private readonly groups: readonly Group[];
  /** The currencies of a row's prices, where columns have them, by the numbers of offers. */
  private readonly currencies: ReadonlyMap<number, CellReader<string>>;
  /** The numbers of pieces that a row's prices are for, likewise. */
  private readonly pieces: ReadonlyMap<number, CellReader<number>>;

  /** @param tallies one for each column */
  constructor(
    columns: readonly TableColumn[],
    tallies: readonly ColumnTally[],
    private readonly defaults: OfferDefaults,
  ) {
    const ofOffers = columns.filter(({ map }) => map.as.startsWith('offers.') && !OF_PRICES.has(map.as));
    const named = new Set(ofOffers.flatMap(({ map }) => map.seller ?? []));
    // One seller in a heading: the row has one offer.
    const only = named.size === 1 ? [...named][0] : undefined;
    const keys = new Map<string, TableColumn[]>();
    for (const column of ofOffers) {
      const seller = only === undefined ? (column.map.seller ?? '') : '';
      const key = `${seller}\n${column.map.offer ?? 1}`;
      keys.set(key, [...(keys.get(key) ?? []), column]);
    }
    const quantities = new Map(
      columns.filter(({ map }) => map.as === 'offers.prices.quantity').map((column) => [column.heading, column]),
    );
    const codeOf = (cell: Cell) => currencyOf(textOf(cell));
    this.currencies = ofOffersIn(
      columns,
      'offers.prices.currency',
      ({ index }) => new CellReader(index, tallies[index], codeOf, false),
    );
    this.pieces = ofOffersIn(columns, 'offers.prices.pieces', ({ index, map }) => {
      return new CellReader(index, tallies[index], (cell) => readPieces(cell, map.decimal ?? '.'));
    });
    this.groups = [...keys].map(([key, members]) => {
      const seller = only === undefined ? key.slice(0, key.indexOf('\n')) : (defaults.seller ?? only);
      const number = members[0].map.offer ?? 1;
      return { number, ...groupOf(members, seller === '' ? undefined : seller, { tallies, quantities }) };
    });
  }

  /** The offers of a row. @param maker of the part: some distributors name it as the supplier, beside their own number */
  read(cells: readonly Cell[], line: number, maker: string): Offer[] {
    const offers: Offer[] = [];
    const ofRows = this.ofRows(cells, line);
    for (const group of this.groups) {
      const ofRow = ofRows.get(group.number) ?? ofRows.get(1) ?? NOTHING;
      const offer = this.readGroup(group, cells, line, { maker, ofRow });
      if (offer) offers.push(...offersOfNumbers(offer));
    }
    return offers;
  }

  /** What columns say of the prices of each offer; what an offer has no column for is that of the first one. */
  private ofRows(cells: readonly Cell[], line: number): ReadonlyMap<number, OfRow> {
    if (this.currencies.size + this.pieces.size === 0) return NO_ROWS;
    const read = new Map<number, OfRow>();
    for (const number of new Set([1, ...this.currencies.keys(), ...this.pieces.keys()])) {
      const [currencies, pieces] = [this.currencies.get(number), this.pieces.get(number)];
      const first = read.get(1) ?? NOTHING;
      const count = pieces && !isBlank(cells[pieces.index]) ? (pieces.read(cells, line) ?? Number.NaN) : undefined;
      read.set(number, {
        currency: currencies ? currencies.read(cells, line) : first.currency,
        pieces: pieces ? count : first.pieces,
      });
    }
    return read;
  }

  private readGroup(
    group: Group,
    cells: readonly Cell[],
    line: number,
    { maker, ofRow }: { readonly maker: string; readonly ofRow: OfRow },
  ): Offer | undefined {
    const offer: Offer = {};
    const sku = group.sku?.read(cells, line);
    if (sku !== undefined) offer.sku = sku;
    const own = group.sellers?.read(cells, line);
    const isMaker = own !== undefined && own === maker && group.sellerName !== undefined;
    const name = (isMaker ? undefined : own) ?? group.sellerName ?? this.defaults.seller ?? this.defaults.fileSeller;
    offer.seller = { uid: uidOfName(name), name };
    let isOffer = sku !== undefined;
    for (const { name, reader } of group.members) {
      const value = reader.read(cells, line);
      if (value === undefined) continue;
      offer[name] = value as never;
      if (MAKES_OFFER.has(`offers.${name}`)) isOffer = true;
    }
    const prices = readPrices(group.prices, cells, line, ofRow);
    if (prices) {
      offer.prices = prices;
      isOffer = true;
    }
    if (!isOffer) return undefined;
    if (this.defaults.packaging !== undefined) offer.packaging ??= this.defaults.packaging;
    return offer;
  }
}

/** Readers of the columns of a kind by the numbers of their offers, the first column of each. */
function ofOffersIn<T>(
  columns: readonly TableColumn[],
  as: string,
  readerOf: (column: TableColumn) => CellReader<T>,
): ReadonlyMap<number, CellReader<T>> {
  const readers = new Map<number, CellReader<T>>();
  for (const column of columns) {
    const { offer = 1 } = column.map;
    if (column.map.as === as && !readers.has(offer)) readers.set(offer, readerOf(column));
  }
  return readers;
}

function groupOf(
  columns: readonly TableColumn[],
  seller: string | undefined,
  known: { readonly tallies: readonly ColumnTally[]; readonly quantities: ReadonlyMap<string, TableColumn> },
): Omit<Group, 'number'> {
  const { tallies, quantities } = known;
  const textsOf = (as: string) => {
    const column = columns.find(({ map }) => map.as === as);
    return column && new CellReader(column.index, tallies[column.index], textOf, false);
  };
  const members: Group['members'][number][] = [];
  const prices: PriceColumn[] = [];
  for (const column of columns) {
    const { index, map } = column;
    const price = readPriceMember(map.as);
    const tally = tallies[index];
    if (price) prices.push(priceColumn(column, price, { tallies, quantities }));
    else if (map.as !== 'offers.sku' && map.as !== 'offers.seller.name') {
      const parse = parserOf(map.as, map.decimal ?? '.', map.unit, tally);
      members.push({ name: map.as.slice('offers.'.length) as Member, reader: new CellReader(index, tally, parse) });
    }
  }
  return { sellerName: seller, sku: textsOf('offers.sku'), sellers: textsOf('offers.seller.name'), members, prices };
}

function parserOf(
  as: string,
  mark: DecimalMark,
  unit: string | undefined,
  tally: ColumnTally,
): (cell: Cell) => string | number | undefined {
  const counted = (read: (cell: Cell) => ReadCount | undefined) => (cell: Cell) => {
    const found = read(cell);
    if (found?.isBound) tally.bounds++;
    return found?.count;
  };
  switch (as) {
    case 'offers.in_stock_quantity':
      return counted((cell) => readStock(cell, mark));
    case 'offers.factory_lead_days':
      return (cell) => readLeadDays(cell, mark, unit);
    case 'offers.moq':
      return counted((cell) => readLeastOrder(cell, mark));
    case 'offers.order_multiple':
    case 'offers.on_order_quantity':
    case 'offers.multipack_quantity':
      return counted((cell) => readCount(cell, mark));
    default:
      return textOf;
  }
}

/** Lists write 0 where they have no price; nothing is for sale at it. The name of the member as a heading says that its cells are prices. */
function withoutZeros(prices: readonly Price[] | undefined, tally: ColumnTally): readonly Price[] | undefined {
  const kept = prices?.filter(({ value }) => Number(value) !== 0);
  if (!prices || !kept || kept.length === prices.length) return prices;
  tally.zeros += prices.length - kept.length;
  return kept.length > 0 ? kept : undefined;
}

function priceColumn(
  { index, heading, map }: TableColumn,
  { currency, from }: { readonly currency: string; readonly from?: string },
  known: { readonly tallies: readonly ColumnTally[]; readonly quantities: ReadonlyMap<string, TableColumn> },
): PriceColumn {
  const mark = map.decimal ?? '.';
  const start = Number(from ?? 1);
  const pieces = map.unit === undefined ? undefined : Number(map.unit);
  const pricesIn = (cell: Cell): readonly Price[] | undefined => {
    const money = readMoney(cell, mark);
    if (money) return [{ ...money, from: start }];
    return typeof cell === 'string' && map.quantity === undefined ? readPriceList(cell, mark) : undefined;
  };
  const parse = heading === map.as ? pricesIn : (cell: Cell) => withoutZeros(pricesIn(cell), known.tallies[index]);
  const quantities = map.quantity === undefined ? undefined : known.quantities.get(map.quantity);
  const quantity =
    quantities &&
    new CellReader(quantities.index, known.tallies[quantities.index], (cell) => readLeast(cell, quantities.map.decimal ?? mark));
  return { currency, from: start, pieces, reader: new CellReader(index, known.tallies[index], parse, false), quantity };
}

/** Inserts a price in the order of quantities; the first one for a quantity counts. */
function insertBreak(breaks: PriceBreak[], from: number, value: string): void {
  let at = breaks.length;
  while (at > 0 && Number(breaks[at - 1][0]) > from) at--;
  if (at > 0 && breaks[at - 1][0] === from) return;
  if (at === breaks.length) breaks.push([from, value]);
  else breaks.splice(at, 0, [from, value]);
}

/** The prices of a row by currency, with ascending quantities. */
function readPrices(
  columns: readonly PriceColumn[],
  cells: readonly Cell[],
  line: number,
  ofRow: OfRow,
): Offer['prices'] | undefined {
  if (columns.length === 0) return undefined;
  const prices: NonNullable<Offer['prices']> = {};
  let isAny = false;
  for (const { currency, pieces = 1, reader, quantity } of columns) {
    const found = reader.read(cells, line);
    const from = quantity?.read(cells, line)?.count;
    if (!found || (quantity && from === undefined)) continue;
    for (const price of found) {
      const ofPieces = price.pieces ?? ofRow.pieces ?? pieces;
      // Whose number of pieces cannot be read is not known.
      if (Number.isNaN(ofPieces)) continue;
      const beside = ofRow.currency ?? currency;
      const code = price.currency === undefined ? beside : meantCurrency({ code: price.currency, mayBe: price.mayBe }, beside);
      const breaks = (prices[code] ??= []);
      insertBreak(breaks, from ?? price.from, priceOfOne(price.value, ofPieces));
      isAny = true;
    }
  }
  return isAny ? prices : undefined;
}
