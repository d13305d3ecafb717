import { type Cell, isBlank, textOf } from './cells.js';
import type { RawTable } from './formats/raw-table.js';
import type { Row, TableHeader } from './header.js';
import { knownHeading } from './headings.js';

/** Longer cells are not headings. */
const LONGEST = 60;
/** Titles above further headings. */
const MOST_TITLES = 3;
const NUMBER = /^[-+$€£]?\s*[\d.,]/u;

/** Looks for the headings of a further table below a table. */
export class NextTable {
  /** The line where it begins, with its title; undefined if there is none. */
  line: number | undefined = undefined;
  private titles: Row[] = [];

  /** @param mpn the place of the part numbers in the table above */
  constructor(
    private readonly header: TableHeader,
    private readonly mpn: number,
  ) {}

  /** Adds a row with a part number; returns those that are rows of the table above for certain. */
  add(row: Row): readonly Row[] {
    if (this.isHeadings(row.cells)) {
      this.line = (this.titles[0] ?? row).line;
      this.titles = [];
      return [];
    }
    if (this.isTitle(row.cells)) {
      this.titles.push(row);
      return this.titles.length > MOST_TITLES ? this.titles.splice(0, 1) : [];
    }
    return [...this.rest(), row];
  }

  /** The rows that were no titles, since no headings follow. */
  rest(): readonly Row[] {
    const { titles } = this;
    if (titles.length > 0) this.titles = [];
    return titles;
  }

  /** A row with nothing but a text where the part numbers are. */
  private isTitle(cells: readonly Cell[]): boolean {
    return this.header.headings.length > 1 && cells.every((cell, i) => i === this.mpn || isBlank(cell));
  }

  private isHeadings(cells: readonly Cell[]): boolean {
    const number = cells[this.mpn];
    if (typeof number !== 'string' || number.length > LONGEST || /\d/.test(number)) return false;
    const text = textOf(number);
    const certainty = knownHeading(text)?.certainty ?? 0;
    if (certainty < 2 && text !== this.header.cells[this.mpn]) return false;
    const others = cells.filter((cell, i) => i !== this.mpn && !isBlank(cell)).map(textOf);
    const isText = (other: string) => other.length <= LONGEST && !NUMBER.test(other);
    return others.length > 0 && (others.every(isText) || others.some((other) => knownHeading(other) !== undefined));
  }
}

/** The rows of a table from a line on. */
export function tableFrom(table: RawTable, line: number): RawTable {
  const { source, sheet, isSheet, entry, delimiter } = table;
  return {
    source,
    ...(isSheet && { isSheet }),
    ...(entry !== undefined && { entry }),
    ...(sheet !== undefined && { sheet }),
    ...(delimiter !== undefined && { delimiter }),
    get notes() {
      return table.notes ?? [];
    },
    async *rows() {
      for await (const rows of table.rows()) {
        const below = rows.filter((row) => row.line >= line);
        if (below.length > 0) yield below;
      }
    },
  };
}
