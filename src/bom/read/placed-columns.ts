import { type Cell, isBlank, textOf } from '../../import/cells.js';
import type { ColumnTally } from '../../import/report.js';
import { textsOf } from './column-texts.js';
import type { FoundBom } from './found-bom.js';
import { isRemarkHeading } from './placed-headings.js';
import { isAffirmed, isNotPlacedRemark, isTick, markOf } from './placed-marks.js';
import { linesIn } from './quantity-columns.js';

/** The columns of a list that say which lines are not placed: by marks, and by remarks. */
export class PlacedColumns {
  /** Columns with ticks, beside which a cross means no. */
  private readonly ticked: ReadonlySet<number>;
  /** Columns such as `Fitted` that mark nothing but what is placed, so that a blank cell says that a line is not, and those lines. */
  private readonly blanks: ReadonlyMap<number, number[]>;
  /** Columns of remarks, and the lines that they say are not placed. */
  private readonly remarks: ReadonlyMap<number, number[]>;

  constructor(
    private readonly found: FoundBom,
    private readonly tallies: readonly ColumnTally[],
  ) {
    const { columns, headings, inverted, comments } = found.header;
    const marks = [...columns.keys()].filter((i) => columns[i] === 'dnp');
    this.ticked = new Set(marks.filter((i) => textsOf(found.rows)(i).some(isTick)));
    const affirm = (i: number) => {
      const filled = found.rows.flatMap(({ cells }) => (isBlankMark(cells[i]) ? [] : [textOf(cells[i])]));
      return filled.length > 0 && filled.every(isAffirmed);
    };
    this.blanks = new Map(marks.filter((i) => inverted.has(i) && affirm(i)).map((i) => [i, []]));
    const remarks = headings.flatMap((heading, i) =>
      i === comments || (columns[i] === undefined && isRemarkHeading(heading)) ? [i] : [],
    );
    this.remarks = new Map(remarks.map((i) => [i, []]));
  }

  /** Whether a row is marked as one that is not placed; counts the cells of marks. */
  isMarked(cells: readonly Cell[], line: number): boolean {
    const { columns, inverted } = this.found.header;
    let isMarked = false;
    for (const [i, column] of columns.entries()) {
      const cell = cells[i];
      const blanks = this.blanks.get(i);
      if (blanks && isBlankMark(cell)) {
        blanks.push(line);
        isMarked = true;
      }
      if (column !== 'dnp' || cell === undefined || isBlankMark(cell)) continue;
      const mark = markOf(textOf(cell), inverted.has(i), this.ticked.has(i));
      if (mark === undefined) this.tallies[i].refuse(cell, line);
      else this.tallies[i].read++;
      if (mark === 'not placed') isMarked = true;
    }
    for (const [i, lines] of this.remarks) {
      if (isBlank(cells[i]) || !isNotPlacedRemark(textOf(cells[i]))) continue;
      lines.push(line);
      isMarked = true;
    }
    return isMarked;
  }

  /** What a person should know of lines that no mark says are not placed. */
  notes(): string[] {
    const { headings } = this.found.header;
    const noteOf = (why: (heading: string) => string) => (entry: [number, number[]]) => {
      const [i, lines] = entry;
      if (lines.length === 0) return [];
      const are = lines.length === 1 ? '1 line is' : `${lines.length} lines are`;
      return [`${are} not placed, since ${why(headings[i])} (${linesIn(lines)})`];
    };
    return [
      ...[...this.blanks].flatMap(noteOf((heading) => `"${heading}" is blank there and marks other lines`)),
      ...[...this.remarks].flatMap(noteOf((heading) => `a remark in "${heading}" says it`)),
    ];
  }
}

/** A star is blank elsewhere. */
function isBlankMark(cell: Cell | undefined): boolean {
  return cell === undefined || (isBlank(cell) && textOf(cell) !== '*');
}
