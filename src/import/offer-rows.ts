import { type Cell, isBlank, textOf } from './cells.js';

/** Counts rows that continue the offer of the row before. */
export class OfferRows {
  private continued = 0;
  private last: string | undefined = undefined;

  /** @param places the columns of the seller's number and of the seller, if there are any */
  constructor(private readonly places: readonly (number | undefined)[]) {}

  /** Adds a row. @param uid of its part */
  add(uid: string, cells: readonly Cell[]): void {
    let offer = uid;
    for (const place of this.places) {
      const cell = place === undefined ? undefined : cells[place];
      offer += `\n${cell === undefined || isBlank(cell) ? '' : textOf(cell)}`;
    }
    if (offer === this.last) this.continued++;
    this.last = offer;
  }

  /** Whether the offers have two rows or more on average: one for each price. @param rows the number of all rows */
  isPerPrice(rows: number): boolean {
    return this.continued * 2 >= rows && rows > 0;
  }
}
