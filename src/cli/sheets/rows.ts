import { LIST_SEPARATOR } from '../../import/list-separator.js';
import type { Part } from '../../partdex.js';
import type { AnyRecord } from '../views/records.js';
import type { SheetColumn } from './columns.js';

/** A cell of a sheet. */
export interface SheetCell {
  readonly text: string;
  /** Whether it is one number, as a decimal. */
  readonly isNumber: boolean;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Makes rows of records. */
export class SheetRows {
  /** Cells with a value in which the separator of several values stands. */
  ambiguous = 0;
  private readonly isOfOffers: boolean;

  constructor(private readonly columns: readonly SheetColumn[]) {
    this.isOfOffers = columns.some(({ isOfOffer }) => isOfOffer);
  }

  /** The rows of a record: one, or one for each offer of a part if a column is of offers. */
  async of(record: AnyRecord): Promise<SheetCell[][]> {
    const offers = this.isOfOffers ? ((record as Part).offers ?? []) : [];
    const rows: SheetCell[][] = [];
    for (const offer of offers.length > 0 ? offers : [undefined]) {
      const row: SheetCell[] = [];
      for (const column of this.columns) {
        const values = column.values(record, offer);
        row.push(this.cellOf(values instanceof Promise ? await values : values, column.isNumber));
      }
      rows.push(row);
    }
    return rows;
  }

  private cellOf(values: readonly string[], isOfNumbers: boolean): SheetCell {
    if (values.some((value) => value.includes(LIST_SEPARATOR))) this.ambiguous++;
    const text = values.length === 1 ? values[0] : values.join(LIST_SEPARATOR);
    return { text, isNumber: isOfNumbers && NUMBER.test(text) };
  }
}
