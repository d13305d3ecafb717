import { decimalText, parseDecimal } from '../analysis/decimal.js';
import { parseQuantity, type ReadQuantity, readQuantity } from '../analysis/quantity.js';
import { type FieldUnit, resolveUnit } from '../analysis/quantity-unit.js';
import { type Cell, type DecimalMark, markOfCell, textOf, withPlainNumbers } from './cells.js';
import type { ColumnUnit } from './spec-headings.js';

/** A value of a spec column: a number or a range, in base units. */
export type SpecReading = { readonly value: string } | { readonly min?: string; readonly max?: string };

/** Longer cells are not quantities. */
const LONGEST = 200;
const TOLERANCE = /^(?:±|\+\s*\/\s*-|\+-)/;

/** Without a word before it, which would make it a code. */
const NUMBER_FIRST = /^-?[\d.]/;

/** Reads the cells of one spec column as numbers. */
export class SpecNumbers {
  private readonly field: FieldUnit | undefined;

  /**
   * @param unit of the column; undefined for plain numbers
   * @param readsPlain whether a number without a unit is in the column's
   */
  constructor(
    private readonly unit: ColumnUnit | undefined,
    private readonly mark: DecimalMark,
    private readonly readsPlain: boolean,
  ) {
    this.field = unit && resolveUnit(unit.text);
  }

  /** Undefined for a cell that is not a number or a range of the column's unit. */
  read(cell: Cell): SpecReading | undefined {
    if (typeof cell === 'number') return Number.isFinite(cell) ? this.readText(String(cell)) : undefined;
    const text = textOf(cell);
    if (text === '' || text.length > LONGEST || TOLERANCE.test(text)) return undefined;
    const mark = markOfCell(cell, this.mark);
    const plain = withPlainNumbers(text, mark);
    const read = plain === undefined ? undefined : this.readText(plain);
    if (read || typeof cell === 'string' || !NUMBER_FIRST.test(text)) return read;
    // A word behind a number that no unit has leaves the number.
    return unitEvidence(text, mark) === undefined ? this.readText(String(cell.number)) : undefined;
  }

  private readText(text: string): SpecReading | undefined {
    const isPlain = parseDecimal(text);
    if (!this.field) return isPlain && { value: decimalText(isPlain) };
    if (isPlain && !this.readsPlain && !isPlain.isZero()) return undefined;
    const read = readQuantity(text, this.field);
    return read && this.inBase(read);
  }

  private inBase(read: ReadQuantity): SpecReading {
    const scale = parseDecimal(this.unit?.scale ?? '1');
    const text = (number: Parameters<typeof decimalText>[0]) => decimalText(scale ? number.times(scale) : number);
    if (read.kind === 'number') return { value: text(read.number) };
    return { ...(read.min && { min: text(read.min.value) }), ...(read.max && { max: text(read.max.value) }) };
  }
}

/** What a cell shows of the unit of its column. */
export type UnitEvidence = { readonly unit: string } | 'prefix' | 'plain' | undefined;

/** The unit that a cell names as a quantity; `prefix` for a quantity with a prefix alone, `plain` for a number. */
export function unitEvidence(text: string, mark: DecimalMark): UnitEvidence {
  if (text.length > LONGEST || TOLERANCE.test(text)) return undefined;
  const plain = withPlainNumbers(text, mark);
  if (plain === undefined) return undefined;
  if (parseDecimal(plain)) return 'plain';
  if (!/\d/.test(plain)) return undefined;
  const read = parseQuantity(plain);
  if (!read) return undefined;
  if (!read.unit) return 'prefix';
  return { unit: read.unit.symbol || read.unit.name };
}
