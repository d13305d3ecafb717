import { FEW, firstFew } from './first-few.js';

/** `1.00E+05`: what a spreadsheet makes of the part number `100000` or `1E5`. */
const POWER_OF_TEN = /^\d(?:[.,]\d{1,14})?E\+\d{2,3}$/i;

/** Longer cells are not such numbers. */
const LONGEST = 24;

/** Collects part numbers that a spreadsheet took for numbers, and whose digits are lost. */
export class LostNumbers {
  private readonly lines: number[] = [];
  private count = 0;

  add(text: string, line: number): void {
    if (text.length > LONGEST || !POWER_OF_TEN.test(text)) return;
    this.count++;
    if (this.lines.length < FEW) this.lines.push(line);
  }

  /** What a person should know of them. */
  notes(heading: string): string[] {
    const { lines, count } = this;
    if (count === 0) return [];
    const places = firstFew(
      lines.map((line) => `line ${line}`),
      count,
    );
    const cells = count === 1 ? '1 cell' : `${count} cells`;
    const are = count === 1 ? 'is a power' : 'are powers';
    return [`${cells} of "${heading}" ${are} of ten such as 1.00E+05 (${places}); a spreadsheet has lost the part number`];
  }
}
