import { shorten } from '../../../model/nearest.js';
import { type Cell, isBlank } from '../../cells.js';
import type { Row } from '../../header.js';
import { type CellContext, cellValue } from './cell-value.js';
import { columnOf, type MergedCells, MOST_COLUMNS, setCell } from './merged-cells.js';
import { TextCollector, withPiece } from './texts.js';
import { XmlFault, type XmlSink } from './xml.js';

/** Most rows of a sheet, as its format has it. */
const MOST_ROWS = 1 << 20;
/** Most cells of a sheet up to the last one of each row: they are lists without gaps. */
const MOST_CELLS = 1 << 26;
const LETTERS_AND_DIGITS = /^([A-Za-z]{0,9})(\d{0,15})$/;

/** Reads the rows of a sheet. Places are optional in the format: a cell without one stands behind the cell before. */
export class SheetSink implements XmlSink {
  /** Formulas whose result the file does not have. */
  unknownResults = 0;
  hiddenRows = 0;
  private rows: Row[] = [];
  private readonly fill: ReturnType<MergedCells['filler']>;
  private isInData = false;
  private row = 0;
  private cells: Cell[] = [];
  private lastRow = 0;
  private total = 0;
  private column = 0;
  private type = 'n';
  private style: string | undefined = undefined;
  private value: string | undefined = undefined;
  private hasFormula = false;
  private isValue = false;
  private inline: TextCollector | undefined = undefined;

  constructor(
    private readonly context: CellContext,
    merged: MergedCells,
  ) {
    this.fill = merged.filler();
  }

  /** The rows that were read since the last call. */
  take(): readonly Row[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'sheetData') this.isInData = true;
    else if (!this.isInData) return;
    else if (this.inline) this.inline.open(name);
    else if (name === 'row') this.beginRow(attributes);
    else if (name === 'c') this.beginCell(attributes);
    else if (name === 'v') this.isValue = true;
    else if (name === 'f') this.hasFormula = true;
    else if (name === 'is') this.inline = new TextCollector();
  }

  text(text: string): void {
    if (this.isValue) this.value = withPiece(this.value ?? '', text);
    else this.inline?.text(text);
  }

  close(name: string): void {
    if (!this.isInData) return;
    if (name === 'sheetData') this.isInData = false;
    else if (name === 'v') this.endValue();
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
    else this.inline?.close(name);
  }

  private beginRow(attributes: ReadonlyMap<string, string>): void {
    const place = attributes.get('r');
    this.row = place === undefined ? this.row + 1 : this.placeOf(place).row || this.row + 1;
    this.column = 0;
    this.cells = [];
    const hidden = attributes.get('hidden');
    if (hidden === '1' || hidden === 'true') this.hiddenRows++;
  }

  private beginCell(attributes: ReadonlyMap<string, string>): void {
    const place = attributes.get('r');
    const { column, row } = place === undefined ? { column: 0, row: 0 } : this.placeOf(place);
    this.column = column || this.column + 1;
    // A row without a number has that of its cells.
    if (this.cells.length === 0 && row > this.row) this.row = row;
    if (this.column > MOST_COLUMNS) throw noPlace(place ?? `of column ${this.column}`);
    this.type = attributes.get('t') ?? 'n';
    this.style = attributes.get('s');
    this.value = undefined;
    this.hasFormula = false;
    this.inline = undefined;
  }

  private placeOf(place: string): { readonly column: number; readonly row: number } {
    const found = LETTERS_AND_DIGITS.exec(place);
    const column = columnOf(found?.[1] ?? '');
    const row = Number(found?.[2] ?? 0);
    if (!found || row > MOST_ROWS || column > MOST_COLUMNS) throw noPlace(place);
    return { column, row };
  }

  private endValue(): void {
    this.isValue = false;
    // A result that is an empty text.
    this.value ??= '';
  }

  private endCell(): void {
    const { type, style, value } = this;
    // Only a text can be empty.
    if (this.hasFormula && (value === undefined || (value === '' && type !== 'str'))) this.unknownResults++;
    const inline = this.inline?.take();
    this.inline = undefined;
    const cell = cellValue({ type, style, value, inline }, this.context);
    if (cell === undefined) throw new XmlFault(`a cell of type ${JSON.stringify(shorten(type))} in row ${this.row}`);
    if (cell !== '') setCell(this.cells, this.column, cell);
  }

  private endRow(): void {
    const { row, cells } = this;
    if (row > MOST_ROWS) throw noPlace(String(row));
    const spans = this.fill(row, cells);
    this.total += cells.length;
    if (this.total > MOST_CELLS) throw new XmlFault(TOO_MANY);
    if (cells.every(isBlank)) return;
    // A blank row separates a title from the headings; further ones say nothing more.
    if (row > this.lastRow + 1) this.rows.push({ line: row - 1, cells: [] });
    this.rows.push(spans ? { line: row, cells, spans } : { line: row, cells });
    this.lastRow = row;
  }
}

const TOO_MANY = `over ${MOST_CELLS} cells, blank ones before others included`;

function noPlace(place: string): XmlFault {
  return new XmlFault(`no workbook has a cell or row ${JSON.stringify(shorten(place))}`);
}
