import { type Cell, isBlank, numberOf, textOf } from '../../import/cells.js';
import type { Row } from '../../import/header.js';
import { LostNumbers } from '../../import/lost-numbers.js';
import { ColumnTally, TableTally } from '../../import/report.js';
import { UnreadableTableError } from '../../model/errors.js';
import type { BomLine } from '../cost/costed-bom.js';
import { isNothing } from '../empty-cells.js';
import { readQuantity } from '../quantity.js';
import { isTotals, startsTotals } from '../totals.js';
import { isHeadingOf } from './bom-headings.js';
import type { BomColumn, CheckedBomMap } from './bom-map.js';
import { repeats } from './column-texts.js';
import type { FoundBom, ReadBom } from './found-bom.js';
import { PlacedColumns } from './placed-columns.js';
import { isNotPlaced } from './placed-marks.js';
import {
  type LineText,
  noteOfAlternates,
  noteOfUnclear,
  noteOfUnread,
  noteOfWhole,
  wholeQuantityOf,
} from './quantity-columns.js';
import { type CellReferences, referencesOf } from './references.js';
import { RepeatedReferences } from './repeated-references.js';

/** Most references of all lines; a range of a few letters may have as many. */
const MOST_REFERENCES = 1 << 20;
/** Why a row is left out that has neither a number nor a value. */
export const NAMES_NO_PART = 'it names no part';
/** A number of metres or litres; three digits could be thousands. */
const FRACTION = /^\d{1,9}[.,](?:\d{1,2}|\d{4,6})$/;

/** Whether numbers have decimal commas: where a number shows one, or where semicolons stand between the cells. */
export type DecimalComma = 'shown' | 'likely' | 'no';

/** `1,000`, which has a decimal comma only if other numbers show one or the map says so. */
const GROUPED_BY_COMMAS = /^\d{1,3}(?:,\d{3})+(?![\d.,])/;

/** Reads the rows of a parts list. */
export class BomReader {
  private readonly lines: BomLine[] = [];
  private readonly tally: TableTally;
  private readonly columns: readonly ColumnTally[];
  private readonly placed: PlacedColumns;
  /** The column of the quantities of all boards, and the lines whose quantity it has. */
  private readonly whole: number | undefined;
  private readonly wholeLines: number[] = [];
  private unequal = 0;
  private readonly repeated = new RepeatedReferences();
  private readonly lost = new LostNumbers();
  /** References that may be several, where they are counted. */
  private readonly unclear: LineText[] = [];
  /** The line above, and what is to be known of it if the next row continues its references. */
  private last: { readonly line: BomLine; readonly isCounted: boolean; goesOn: boolean } | undefined = undefined;

  /** @param references how many the tables above have */
  constructor(
    private readonly found: FoundBom,
    private readonly map: CheckedBomMap,
    private readonly comma: DecimalComma,
    private references = 0,
  ) {
    const { header, source, sheet } = found;
    this.tally = new TableTally(source, sheet);
    this.columns = header.headings.map((heading, i) => new ColumnTally(heading, i, header.columns[i] ?? 'ignored', undefined));
    this.tally.columns = this.columns;
    this.placed = new PlacedColumns(found, this.columns);
    this.whole = wholeQuantityOf(header);
    const unread = [noteOfUnread(header), noteOfAlternates(header)].filter((note) => note !== undefined);
    for (const note of [...(found.notes ?? []), ...unread]) this.tally.note(note);
    for (const heading of map.columns.keys()) {
      if (header.headings.some((one) => isHeadingOf(heading, one))) continue;
      this.tally.note(`the map has a column "${heading}", which the table does not have`);
    }
  }

  /** Reads a row that is not blank. */
  read({ line, cells }: Row): void {
    this.tally.rows++;
    const text = (as: BomColumn) => this.textOf(as, cells);
    const names = { mpn: text('mpn'), ...this.skuOf(cells), value: text('value') };
    const first = textOf(cells.find((cell) => !isBlank(cell)) ?? '');
    const { references, unclear, repeated } = this.referencesOf(text('references'), line);
    if (this.isContinued(cells)) {
      this.continueLast(cells, references);
      if (!this.last?.line.dnp) this.repeated.add(references, line, repeated);
      if (this.last?.isCounted && unclear !== undefined) this.unclear.push({ line, text: unclear });
      return;
    }
    this.endLast();
    const given = [names.mpn, names.sku, names.value].filter((name) => name !== undefined);
    const isTotal = given.length > 0 && references.length === 0 && given.every(isTotals);
    if (given.length === 0 || isTotal || repeats(this.found.header.headings, cells)) {
      const isOfTotals = isTotal || (given.length === 0 && startsTotals(first));
      const why = given.length === 0 ? NAMES_NO_PART : 'it repeats the headings';
      this.tally.leaveOut(line, cells, isOfTotals ? 'a line of totals' : why);
      return;
    }
    const read: BomLine = { quantity: this.quantityOf(cells, line, references), line };
    const own = { ...names, brand: text('brand'), footprint: text('footprint'), description: text('description') };
    for (const [name, value] of Object.entries(own)) if (value !== undefined) read[name] = value;
    if (references.length > 0) read.references = references;
    const isMarked = this.placed.isMarked(cells, line);
    if (isMarked || [read.value, read.mpn].some((name) => name !== undefined && isNotPlaced(name))) read.dnp = true;
    this.countRead(cells);
    this.lost.add(names.mpn ?? '', line);
    // Variants of a board have a reference on a line that is placed and on others that are not.
    if (!read.dnp) this.repeated.add(references, line, repeated);
    this.lines.push(read);
    const isCounted = this.isCounted(cells);
    if (isCounted && unclear !== undefined) this.unclear.push({ line, text: unclear });
    this.last = { line: read, isCounted, goesOn: this.goesOn(cells) };
    this.tally.parts++;
  }

  /** The references of a cell. @throws UnreadableTableError if the list has more than memory should hold */
  private referencesOf(cell: string | undefined, line: number): CellReferences {
    if (cell === undefined) return { references: [], count: 0 };
    const read = referencesOf(cell, MOST_REFERENCES - this.references);
    this.references += read.count;
    if (this.references <= MOST_REFERENCES) return read;
    const why = `it has over ${MOST_REFERENCES} references, with those of ranges such as R1-R9; a parts list has fewer`;
    throw new UnreadableTableError(this.found.source, why, line);
  }

  /** Whether a row has references alone, and the line above ends with a comma: OrCAD wraps them. */
  private isContinued(cells: readonly Cell[]): boolean {
    const at = this.found.header.columns.indexOf('references');
    return this.last?.goesOn === true && at >= 0 && cells.every((cell, i) => isBlank(cell) === (i !== at)) && at < cells.length;
  }

  private continueLast(cells: readonly Cell[], references: readonly string[]): void {
    const { last } = this;
    if (!last) return;
    const { line, isCounted } = last;
    this.countRead(cells);
    line.references ??= [];
    for (const reference of references) line.references.push(reference);
    if (isCounted) line.quantity = line.references.length;
    last.goesOn = this.goesOn(cells);
  }

  private goesOn(cells: readonly Cell[]): boolean {
    const at = this.found.header.columns.indexOf('references');
    const cell = cells[at];
    return cell !== undefined && /,\s*$/.test(textOf(cell));
  }

  /** Whether the quantity of a row is the number of its references. */
  private isCounted(cells: readonly Cell[]): boolean {
    const cell = cells[this.found.header.columns.indexOf('quantity')];
    return cell === undefined || isBlank(cell) || this.countIn(cell) === undefined;
  }

  /** The references of the line above are whole. */
  private endLast(): void {
    const { line, isCounted } = this.last ?? {};
    this.last = undefined;
    const count = line?.references?.length ?? 0;
    if (line && !isCounted && count > 0 && count !== line.quantity) this.unequal++;
  }

  /** How many references were read, with those of the tables above. */
  get referenceCount(): number {
    return this.references;
  }

  /** A second table begins, perhaps with titles. */
  end(titles: readonly Row[], line: number): void {
    for (const title of titles) {
      this.tally.rows++;
      this.tally.leaveOut(title.line, title.cells, NAMES_NO_PART);
    }
    this.tally.note(`a second table begins in line ${line}; it is read by its own headings`);
  }

  result(): ReadBom {
    this.endLast();
    this.noteUnreadQuantities();
    const { headings, columns } = this.found.header;
    if (this.whole !== undefined && this.wholeLines.length > 0)
      this.tally.note(noteOfWhole(this.wholeLines, headings[columns.indexOf('quantity')], headings[this.whole]));
    if (this.unequal > 0) {
      const [lines, their] = this.unequal === 1 ? ['1 line', 'its'] : [`${this.unequal} lines`, 'their'];
      this.tally.note(`the quantity of ${lines} is not the number of ${their} references; the quantity was taken`);
    }
    if (this.unclear.length > 0) this.tally.note(noteOfUnclear(this.unclear, headings[columns.indexOf('references')]));
    for (const note of this.placed.notes()) this.tally.note(note);
    for (const note of this.repeated.notes(headings[columns.indexOf('references')] ?? '')) this.tally.note(note);
    for (const note of this.lost.notes(headings[columns.indexOf('mpn')] ?? '')) this.tally.note(note);
    for (const sheet of this.found.others) this.tally.note(`the sheet "${sheet}" was not read`);
    return { lines: this.lines, report: [this.tally.report()] };
  }

  /** Nothing in a line shows that its quantity is a guess. */
  private noteUnreadQuantities(): void {
    const column = this.columns[this.found.header.columns.indexOf('quantity')];
    if (!column || column.unread === 0) return;
    const { heading, unread, examples } = column.report();
    const places = examples.map(({ line, text }) => `line ${line}: "${text}"`).join(', ');
    const cells = unread === 1 ? '1 cell' : `${unread} cells`;
    const more = unread > examples.length ? ', …' : '';
    this.tally.note(`${cells} of "${heading}" cannot be read (${places}${more}); the references count, or 1 piece`);
  }

  /** The first cell of a kind of columns that has a text. */
  private textOf(as: BomColumn, cells: readonly Cell[]): string | undefined {
    const { columns, comments } = this.found.header;
    const filled = [...columns.keys()].filter((i) => columns[i] === as && isFilled(cells[i]));
    const at = filled.find((i) => i !== comments) ?? filled[0];
    return at === undefined ? undefined : textOf(cells[at]);
  }

  private skuOf(cells: readonly Cell[]): Pick<BomLine, 'sku' | 'seller'> {
    const { columns, sellers } = this.found.header;
    const at = columns.findIndex((column, i) => column === 'sku' && isFilled(cells[i]));
    const seller = sellers.get(at) ?? this.textOf('seller', cells);
    return { ...(at >= 0 && { sku: textOf(cells[at]) }), ...(seller !== undefined && { seller }) };
  }

  private quantityOf(cells: readonly Cell[], line: number, references: readonly string[]): number {
    const at = this.found.header.columns.indexOf('quantity');
    const counted = Math.max(1, references.length);
    if (at < 0 || isBlank(cells[at])) return references.length > 0 ? counted : (this.wholeQuantityOf(cells, line) ?? counted);
    const count = this.countIn(cells[at]);
    if (count === undefined) {
      this.columns[at].refuse(cells[at], line);
      return counted;
    }
    this.columns[at].read++;
    return count;
  }

  /** The number of all boards, which is nearer than one piece. */
  private wholeQuantityOf(cells: readonly Cell[], line: number): number | undefined {
    const cell = this.whole === undefined ? undefined : cells[this.whole];
    const count = cell === undefined || isBlank(cell) ? undefined : this.countIn(cell);
    if (count !== undefined) this.wholeLines.push(line);
    return count;
  }

  private countIn(cell: Cell): number | undefined {
    const number = numberOf(cell);
    if (number !== undefined) return Number.isFinite(number) && number >= 0 ? number : undefined;
    const text = textOf(cell);
    const { decimal } = this.map.table;
    const mayGroup = this.comma === 'likely' && GROUPED_BY_COMMAS.test(text);
    const hasDecimalComma = decimal === undefined ? this.comma !== 'no' && !mayGroup : decimal === ',';
    return readQuantity(text, hasDecimalComma).count ?? fractionOf(text);
  }

  /** Counts the cells of a line that are not blank, but for the quantity and marks, which may not fit and were counted. */
  private countRead(cells: readonly Cell[]): void {
    const { columns } = this.found.header;
    const quantity = columns.indexOf('quantity');
    for (const [i, column] of this.columns.entries()) {
      if (i !== quantity && columns[i] !== 'dnp' && !isBlank(cells[i])) column.read++;
    }
  }
}

function isFilled(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && !isBlank(cell) && !isNothing(textOf(cell));
}

/** A quantity that is no whole number: a list may count in metres. Its mark is the decimal one, whichever it is. */
function fractionOf(text: string): number | undefined {
  return FRACTION.test(text) ? Number(text.replace(',', '.')) : undefined;
}
