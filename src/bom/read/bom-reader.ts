import { type Cell, isBlank, textOf } from '../../import/cells.js';
import type { Row } from '../../import/header.js';
import { ColumnTally, TableTally } from '../../import/report.js';
import type { BomLine } from '../cost/costed-bom.js';
import { readQuantity } from '../quantity.js';
import type { BomColumn, CheckedBomMap } from './bom-map.js';
import type { FoundBom, ReadBom } from './found-bom.js';
import { referencesOf } from './references.js';

/** Texts of cells without a value. */
const NOTHING = /^(?:n\/?a|none|null|tbd|unknown|various|\?+|-+)$/i;
/** A line of totals. */
const TOTALS = /^(?:(?:grand |sub)?totals?|sums?|summe|gesamt(?:summe)?)\b/i;
/** Marks of a column for lines that are not placed; every other text but a denial is one too. */
const DENIED = /^(?:0|no|n|false|nein|fitted|placed|populated)?$/i;
/** Values that say that a line is not placed. */
const NOT_PLACED = /(?:^|[\s(/_-])(?:dnp|dni|dnf|do not (?:place|populate|fit)|not fitted|nicht bestückt)\)?$/i;

/** Reads the rows of a parts list. */
export class BomReader {
  private readonly lines: BomLine[] = [];
  private readonly tally: TableTally;
  private readonly columns: readonly ColumnTally[];
  private unequal = 0;

  constructor(
    private readonly found: FoundBom,
    private readonly map: CheckedBomMap,
  ) {
    const { header, source, sheet } = found;
    this.tally = new TableTally(source, sheet);
    this.columns = header.headings.map((heading, i) => new ColumnTally(heading, i, header.columns[i] ?? 'ignored', undefined));
    this.tally.columns = this.columns;
    for (const heading of map.columns.keys()) {
      if (!header.headings.includes(heading)) this.tally.note(`the map has a column "${heading}", which the table does not have`);
    }
  }

  read({ line, cells }: Row): void {
    if (cells.every(isBlank)) return;
    this.tally.rows++;
    const text = (as: BomColumn) => this.textOf(as, cells);
    const names = { mpn: text('mpn'), ...this.skuOf(cells), value: text('value') };
    const first = textOf(cells.find((cell) => !isBlank(cell)) ?? '');
    const isNameless = Object.values(names).every((name) => name === undefined);
    if (isNameless || this.isHeadings(cells)) {
      const why = isNameless ? (TOTALS.test(first) ? 'a line of totals' : 'it names no part') : 'it repeats the headings';
      this.tally.leaveOut(line, cells, why);
      return;
    }
    const references = referencesOf(text('references') ?? '');
    const read: BomLine = { quantity: this.quantityOf(cells, line, references), line };
    const own = { ...names, brand: text('brand'), footprint: text('footprint'), description: text('description') };
    for (const [name, value] of Object.entries(own)) if (value !== undefined) read[name] = value;
    if (references.length > 0) read.references = references;
    if (this.isLeftOut(cells, [read.value, read.mpn])) read.dnp = true;
    this.lines.push(read);
    this.tally.parts++;
  }

  result(others: readonly string[]): ReadBom {
    if (this.unequal > 0) {
      this.tally.note(`the quantity of ${this.unequal} lines is not the number of their references; the quantity was taken`);
    }
    for (const sheet of others) this.tally.note(`the sheet "${sheet}" was not read`);
    return { lines: this.lines, report: [this.tally.report()] };
  }

  /** The first cell of a kind of columns that has a text. */
  private textOf(as: BomColumn, cells: readonly Cell[]): string | undefined {
    const at = this.found.header.columns.findIndex((column, i) => column === as && isFilled(cells[i]));
    if (at < 0) return undefined;
    this.columns[at].read++;
    return textOf(cells[at]);
  }

  private skuOf(cells: readonly Cell[]): Pick<BomLine, 'sku' | 'seller'> {
    const { columns, sellers } = this.found.header;
    const at = columns.findIndex((column, i) => column === 'sku' && isFilled(cells[i]));
    const seller = this.textOf('seller', cells);
    if (at < 0) return {};
    this.columns[at].read++;
    const named = sellers.get(at) ?? seller;
    return { sku: textOf(cells[at]), ...(named !== undefined && { seller: named }) };
  }

  private quantityOf(cells: readonly Cell[], line: number, references: readonly string[]): number {
    const at = this.found.header.columns.indexOf('quantity');
    const counted = Math.max(1, references.length);
    if (at < 0 || isBlank(cells[at])) return counted;
    const { count, fault } = readQuantity(textOf(cells[at]), this.map.hasDecimalComma);
    if (count === undefined || fault !== undefined) {
      this.columns[at].refuse(cells[at], line);
      return counted;
    }
    this.columns[at].read++;
    if (references.length > 0 && references.length !== count) this.unequal++;
    return count;
  }

  private isLeftOut(cells: readonly Cell[], names: readonly (string | undefined)[]): boolean {
    if (names.some((name) => name !== undefined && NOT_PLACED.test(name))) return true;
    const { columns, inverted } = this.found.header;
    return columns.some((column, i) => {
      if (column !== 'dnp' || cells[i] === undefined) return false;
      const text = textOf(cells[i]);
      if (text !== '') this.columns[i].read++;
      if (inverted.has(i)) return /^(?:0|no|n|false|nein|not fitted|dnp|dni)$/i.test(text);
      return !DENIED.test(text);
    });
  }

  private isHeadings(cells: readonly Cell[]): boolean {
    const { headings } = this.found.header;
    return cells.every((cell, i) => isBlank(cell) || textOf(cell) === headings[i]);
  }
}

function isFilled(cell: Cell | undefined): cell is Cell {
  return cell !== undefined && !isBlank(cell) && !NOTHING.test(textOf(cell));
}
