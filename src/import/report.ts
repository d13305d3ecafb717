import { type Cell, isBlank, textOf } from './cells.js';

/** How a column of a table was read. */
export interface ColumnReport {
  /** Its heading. */
  heading: string;
  /** Its place, from 1. */
  column: number;
  /** The member that it became, or `ignored`. */
  as: string;
  /** The unit of its values. */
  unit?: string;
  /** Cells that were read. */
  read: number;
  /** Cells that are not blank and do not fit. */
  unread: number;
  /** The first cells that do not fit. */
  examples: {
    /** The line of the file, from 1. */
    line: number;
    /** The cell, shortened. */
    text: string;
  }[];
}

/** How a table was read; docs/import.md, "The report". */
export interface TableReport {
  /** The name of the file. */
  source: string;
  /** The sheet of a workbook, or the file in an archive. */
  sheet?: string;
  /** Rows below the headings that are not blank. */
  rows: number;
  /** Parts of which the table has the first row. */
  parts: number;
  /** All columns, in their order. */
  columns: ColumnReport[];
  /** Rows that did not become parts; the first thousand. */
  left_out: {
    /** The line of the file, from 1. */
    line: number;
    /** The cells of the row, shortened. */
    text: string;
    /** The reason. */
    why: string;
  }[];
  /** Values of rows of the same part that contradict each other; the first thousand. */
  conflicts: {
    /** The uid of the part. */
    uid: string;
    /** The member. */
    path: string;
    /** The value that the part has. */
    kept: unknown;
    /** The value that it does not have. */
    given: unknown;
    /** The file that gave it. */
    source: string;
  }[];
  /** What else a person should know, one sentence each. */
  notes: string[];
}

/** One for each table, in order. */
export type ImportReport = TableReport[];

const MOST_EXAMPLES = 5;
const MOST_LISTED = 1000;
const LONGEST_TEXT = 120;

/** Counts the cells of a column. */
export class ColumnTally {
  read = 0;
  unread = 0;
  /** Cells of which only the number was read: `1000+`. */
  bounds = 0;
  /** Prices of 0, which were not read. */
  zeros = 0;
  private readonly examples: { line: number; text: string }[] = [];

  constructor(
    private readonly heading: string,
    private readonly index: number,
    private readonly as: string,
    private readonly unit: string | undefined,
  ) {}

  refuse(cell: Cell, line: number): void {
    this.unread++;
    if (this.examples.length < MOST_EXAMPLES) this.examples.push({ line, text: shortened(textOf(cell)) });
  }

  report(): ColumnReport {
    const { heading, as, unit, read, unread } = this;
    const examples = this.examples.map((example) => ({ ...example }));
    return { heading, column: this.index + 1, as, ...(unit !== undefined && { unit }), read, unread, examples };
  }

  /** What a person should know of the column. */
  notes(): string[] {
    const { bounds, zeros, heading } = this;
    const [prices, are, they] = zeros === 1 ? ['price', 'is', 'it was'] : ['prices', 'are', 'they were'];
    return [
      ...(bounds > 0
        ? [
            `${bounds === 1 ? '1 cell' : `${bounds} cells`} of "${heading}" ${bounds === 1 ? 'is a bound' : 'are bounds'} such as "1000+"; the number was taken`,
          ]
        : []),
      ...(zeros > 0
        ? [`${zeros} ${prices} of "${heading}" ${are} 0, as lists write where they have none; ${they} not read`]
        : []),
    ];
  }
}

/** Collects what is to be reported of one table. */
export class TableTally {
  rows = 0;
  parts = 0;
  columns: readonly ColumnTally[] = [];
  /** Whether all rows have been read. */
  isWhole = false;
  readonly conflicts: TableReport['conflicts'] = [];
  private readonly leftOut: TableReport['left_out'] = [];
  private leftOutCount = 0;
  private conflictCount = 0;

  constructor(
    private readonly source: string,
    private readonly sheet: string | undefined,
    private readonly notes: string[] = [],
  ) {}

  /** A tally of another reading of the table, with the same notes. */
  again(): TableTally {
    return new TableTally(this.source, this.sheet, this.notes);
  }

  note(note: string): void {
    this.notes.push(note);
  }

  leaveOut(line: number, cells: readonly Cell[], why: string): void {
    this.leftOutCount++;
    if (this.leftOut.length >= MOST_LISTED) return;
    const text = cells.filter((cell) => !isBlank(cell)).map(textOf);
    this.leftOut.push({ line, text: shortened(text.join(' | ')), why });
  }

  conflict(conflict: TableReport['conflicts'][number]): void {
    this.conflictCount++;
    if (this.conflicts.length < MOST_LISTED) this.conflicts.push(conflict);
  }

  report(): TableReport {
    const more = (count: number, what: string) => (count > MOST_LISTED ? [`${count - MOST_LISTED} more ${what}`] : []);
    return {
      source: this.source,
      ...(this.sheet !== undefined && { sheet: this.sheet }),
      rows: this.rows,
      parts: this.parts,
      columns: this.columns.map((column) => column.report()),
      left_out: this.leftOut.map((row) => ({ ...row })),
      conflicts: this.conflicts.map((conflict) => ({ ...conflict })),
      notes: [
        ...this.notes,
        ...this.columns.flatMap((column) => column.notes()),
        ...more(this.leftOutCount, 'rows were left out'),
        ...more(this.conflictCount, 'conflicts'),
      ],
    };
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
