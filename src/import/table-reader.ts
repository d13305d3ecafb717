import type { Part } from '../model/documents.js';
import { UnreadableTableError } from '../model/errors.js';
import { type CategoryCollector, pathOf } from './categories.js';
import { type Cell, isBlank, textOf } from './cells.js';
import { ColumnFacts } from './column-facts.js';
import { type AssignedColumn, assignRoles } from './column-roles.js';
import type { RawTable } from './formats/raw-table.js';
import { findHeader, HEADER_ROWS, headingsLike, type Row, type TableHeader } from './header.js';
import { type UidCounts, uidOfPart } from './identity.js';
import { inferColumns, type TableColumn } from './infer-columns.js';
import { LostNumbers } from './lost-numbers.js';
import { NextTable, tableFrom } from './next-table.js';
import { OfferRows } from './offer-rows.js';
import { noteOfOtherSellers } from './other-sellers.js';
import { PartReader } from './part-reader.js';
import { hasTooLongQuantity, readPriceHeading } from './price-headings.js';
import { isPlainQuantity } from './price-quantities.js';
import { TableTally } from './report.js';
import { type CheckedMap, specKeyOf } from './table-map.js';

/** A part and the row that it was read from. */
export interface ReadRow {
  readonly part: Part;
  readonly line: number;
}

/** Settings of all tables of a call. */
export interface ReadSettings {
  readonly map: CheckedMap;
  readonly currency: string;
  readonly counts: UidCounts;
  readonly categories: CategoryCollector;
}

/** The columns that identify a part. */
interface Identity {
  readonly mpn: number;
  readonly uid: number | undefined;
  readonly brand: number | undefined;
  readonly maker: number | undefined;
}

/** Whether the cells of a column decide how it is read. */
function isInferred(as: string): boolean {
  return as.startsWith('specs') || as === 'category_uids' || (as.startsWith('offers.') && as !== 'offers.sku');
}

const TOTALS =
  /^(?:(?:grand |sub|page )?totals?|sums?|summe|gesamt(?:summe|betrag)?|zwischensumme|insgesamt)(?:\s*:.{0,40}|\s+(?:amount|price|cost|value|qty|quantity|parts|items|stock|usd|eur)\b.{0,40})?$/iu;

/** Reads one table twice: first what its columns are and which parts it has, then the parts. */
export class TableReader {
  /** That of the last whole reading of the parts; before the first one is whole, that of the last one that began. */
  tally: TableTally;
  columns: readonly TableColumn[] = [];
  /** Where no headings are found, the cells that are those of the map but for case and punctuation. */
  nearHeadings: readonly string[] = [];
  /** Rows that are parts, counted by the first pass. */
  partRows = 0;
  private readonly lost = new LostNumbers();
  private header: TableHeader | undefined = undefined;
  private identity: Identity | undefined = undefined;
  /** Looks for a further table below this one; of JSON none is. */
  private below: NextTable | undefined = undefined;
  /** Counts rows of the same offer, in tables where they decide what a quantity is. */
  private offers: OfferRows | undefined = undefined;

  constructor(
    readonly table: RawTable,
    private readonly settings: ReadSettings,
    /** Whether a further table below is left out. */
    private readonly isLast = false,
  ) {
    this.tally = new TableTally(table.source, table.sheet);
  }

  /**
   * Reads all rows and decides how each column is read.
   * @returns false if no row names a column of part numbers
   * @throws UnreadableTableError for a table that is damaged
   */
  async prepare(): Promise<boolean> {
    const { map, currency, counts } = this.settings;
    const facts: ColumnFacts[] = [];
    let roles: AssignedColumn[] = [];
    let first: Row[] = [];
    for await (const rows of this.table.rows()) {
      let body = rows;
      if (!this.header) {
        first = [...first, ...rows];
        if (first.length < this.headerRows && !this.table.headings) continue;
        body = this.begin(first) ?? [];
        if (!this.header) return false;
      }
      if (roles.length === 0) roles = this.rolesOf(this.header);
      this.noteAll(body, facts, roles, counts);
      if (this.end !== undefined) break;
    }
    if (!this.header) {
      const body = this.begin(first);
      if (!this.header || !body) return false;
      roles = this.rolesOf(this.header);
      this.noteAll(body, facts, roles, counts);
    }
    for (const row of this.below?.rest() ?? []) this.note(row, facts, roles, counts);
    this.noteEnd();
    const header = this.wholeHeader(this.header);
    while (facts.length < header.headings.length) facts.push(new ColumnFacts());
    this.columns = await inferColumns(header, facts, map, {
      delimiter: this.table.delimiter,
      currency,
      isPerPrice: this.offers?.isPerPrice(this.partRows) ?? false,
      rows: this.partRows,
    });
    const ofNumbers = this.lost.notes(header.headings[(this.identity as Identity).mpn]);
    const others = noteOfOtherSellers(header, (heading) => map.columns.has(heading));
    for (const note of [...header.notes, ...(others === undefined ? [] : [others]), ...ofNumbers]) this.tally.note(note);
    this.noteHeadings();
    this.addCategories();
    return true;
  }

  /** Names the columns that a person means as prices and that cannot be. */
  private noteHeadings(): void {
    for (const { heading, map } of this.columns) {
      if (specKeyOf(map.as) === undefined || this.settings.map.columns.has(heading)) continue;
      if (hasTooLongQuantity(heading)) this.tally.note(`"${heading}" is not read as a price: its quantity has too many digits`);
      const meaning = readPriceHeading(heading);
      if (meaning?.isVague)
        this.tally.note(`"${heading}" is not read as a price of an offer, beside other prices; a map says otherwise`);
    }
  }

  /** The line where a further table begins. */
  private get end(): number | undefined {
    return this.below?.line;
  }

  /** The rows of a further table, if they are another reader's. */
  next(): RawTable | undefined {
    return this.end === undefined || this.isLast ? undefined : tableFrom(this.table, this.end);
  }

  private noteEnd(): void {
    if (this.end !== undefined && !this.isLast) {
      this.tally.note(`a second table begins in line ${this.end}; it is read by its own headings`);
    } else for (const note of this.table.notes ?? []) this.tally.note(note);
  }

  /** The number of first rows in which the headings are. */
  private get headerRows(): number {
    return Math.max(HEADER_ROWS, this.settings.map.header ?? 0);
  }

  /** Finds the headings among the first rows, and returns the rows below. */
  private begin(first: readonly Row[]): readonly Row[] | undefined {
    const { map } = this.settings;
    const { headings } = this.table;
    if (!headings) {
      this.header = findHeader(first.slice(0, this.headerRows), map);
      if (!this.header) this.nearHeadings = headingsLike([...map.columns.keys()], first.slice(0, this.headerRows));
      return this.header && first.slice(this.header.rows);
    }
    const header = findHeader([{ line: 0, cells: headings }], { ...map, header: undefined });
    if (header) this.header = { ...header, headings: [...headings], rows: 0 };
    return header && first;
  }

  /** The headings with those that were added while rows were read. */
  private wholeHeader(header: TableHeader): TableHeader {
    const { headings } = this.table;
    return headings ? { ...header, headings: [...headings] } : header;
  }

  private rolesOf(header: TableHeader): AssignedColumn[] {
    const { map } = this.settings;
    const roles = assignRoles(header, header.headings.length, map, false);
    this.categoryPlaces = roles.flatMap(({ as, index }) => (as === 'category_uids' ? [index] : []));
    const placeOf = (as: string) => roles.find((role) => role.as === as)?.index;
    const mpn = placeOf('mpn');
    if (mpn === undefined) throw this.withoutNumbers(header);
    if (!this.table.headings) this.below = new NextTable(header, mpn);
    this.identity = { mpn, uid: placeOf('uid'), brand: placeOf('brand.name'), maker: placeOf('manufacturer.name') };
    if (roles.some(({ given, heading }) => !given && isPlainQuantity(heading))) {
      this.offers = new OfferRows([placeOf('offers.sku'), placeOf('offers.seller.name')]);
    }
    return roles;
  }

  private withoutNumbers({ headings }: TableHeader): UnreadableTableError {
    const named = headings.slice(0, 20).map((heading) => `"${heading}"`);
    const { source } = this.table;
    return new UnreadableTableError(source, `no column is "mpn"; its columns are ${named.join(', ')}`);
  }

  private noteAll(rows: readonly Row[], facts: ColumnFacts[], roles: readonly AssignedColumn[], counts: UidCounts): void {
    for (const row of rows) {
      if (this.leftOut(row.cells) !== undefined) continue;
      for (const one of this.below?.add(row) ?? [row]) this.note(one, facts, roles, counts);
      if (this.end !== undefined) return;
    }
  }

  private note(row: Row, facts: ColumnFacts[], roles: readonly AssignedColumn[], counts: UidCounts): void {
    const { cells } = row;
    while (facts.length < cells.length) facts.push(new ColumnFacts());
    for (let i = 0; i < cells.length; i++) {
      if (i >= roles.length || isInferred(roles[i].as)) facts[i].add(cells[i]);
    }
    const uid = this.uidOf(cells);
    this.lost.add(textOf(cells[(this.identity as Identity).mpn]), row.line);
    counts.add(uid);
    this.offers?.add(uid, cells);
    this.partRows++;
    if (this.categoryPlaces.length > 0) this.noteCategory(cells);
  }

  private categoryPlaces: readonly number[] = [];
  /** The distinct cells of these columns. */
  private readonly categoryCells = new Map<string, readonly Cell[]>();

  private noteCategory(cells: readonly Cell[]): void {
    const places = this.categoryPlaces;
    const key = places.map((place) => textOf(cells[place] ?? '')).join('\n');
    if (this.categoryCells.has(key)) return;
    this.categoryCells.set(
      key,
      places.map((place) => cells[place] ?? ''),
    );
  }

  /** Adds the categories of all rows, so that their records are known before the parts are read. */
  private addCategories(): void {
    const places = this.categoryPlaces;
    for (const cells of this.categoryCells.values()) {
      const levels = cells.flatMap((cell, i) => {
        const separator = this.columns[places[i]]?.map.split;
        return isBlank(cell) ? [] : [{ text: textOf(cell), separator }];
      });
      this.settings.categories.add(pathOf(levels));
    }
    this.categoryCells.clear();
  }

  /** The uid that the part of a row will have. */
  private uidOf(cells: readonly Cell[]): string {
    const { mpn, uid, brand, maker } = this.identity as Identity;
    const { constants } = this.settings.map;
    const textAt = (place: number | undefined) => {
      const cell = place === undefined ? undefined : cells[place];
      return cell === undefined || isBlank(cell) ? undefined : textOf(cell);
    };
    const ofBrand = textAt(brand) ?? constants.get('brand.name');
    const ofMaker = () => textAt(maker) ?? constants.get('manufacturer.name') ?? '';
    return textAt(uid) ?? uidOfPart(ofBrand ?? ofMaker(), textOf(cells[mpn]));
  }

  /** Why a row is not a part; undefined if it is one. Blank rows are left out without a word. */
  private leftOut(cells: readonly Cell[]): string | undefined {
    const { mpn } = this.identity as Identity;
    const number = cells[mpn];
    if (number === undefined || isBlank(number)) return cells.every((cell) => isBlank(cell)) ? '' : 'it has no part number';
    const text = textOf(number);
    const header = this.header as TableHeader;
    if (text === header.cells[mpn] && cells.every((cell, i) => isBlank(cell) || textOf(cell) === (header.cells[i] ?? ''))) {
      return 'it repeats the headings';
    }
    return text.length < 80 && TOTALS.test(text) ? 'it is a line of totals' : undefined;
  }

  /** Why a row from the next table on is left out; nothing of rows that another reader has. */
  private whyBelow(cells: readonly Cell[]): string {
    const isBlankRow = cells.every((cell) => isBlank(cell));
    return isBlankRow || !this.isLast ? '' : `a second table begins in line ${this.end}; put it in a file or sheet of its own`;
  }

  /** The tally of a new reading of the parts. */
  newTally(): TableTally {
    const tally = this.tally.again();
    if (!this.tally.isWhole) this.tally = tally;
    return tally;
  }

  /** The parts of the rows in order. @param tally counts them */
  async *parts(tally: TableTally): AsyncGenerator<readonly ReadRow[], void, undefined> {
    const { map, categories } = this.settings;
    const { mpn } = this.identity as Identity;
    const { source, entry = source } = this.table;
    const fileSeller = entry
      .replace(/^.*[/\\]/, '')
      .replace(/(?:\.(?:[ct]sv|psv|tab|txt|dat|prn|asc|xls[xm]?|json|ndjson|jsonl|gz|zip))+$/i, '');
    const reader = new PartReader(this.columns, { map, fileSeller: fileSeller || 'table' }, categories);
    tally.columns = reader.tallies;
    let toSkip = (this.header as TableHeader).rows;
    for await (const rows of this.table.rows()) {
      const found: ReadRow[] = [];
      for (const { line, cells } of rows) {
        if (toSkip > 0) {
          toSkip--;
          continue;
        }
        const isBelow = this.end !== undefined && line >= this.end;
        const why = isBelow ? this.whyBelow(cells) : this.leftOut(cells);
        if (why === '') continue;
        tally.rows++;
        if (why !== undefined) tally.leaveOut(line, cells, why);
        else {
          found.push({ part: reader.read(cells, line, { uid: this.uidOf(cells), mpn: textOf(cells[mpn]) }), line });
        }
      }
      if (found.length > 0) yield found;
    }
  }
}
