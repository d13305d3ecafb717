import type { Row } from '../header.js';

/** A table as its file has it. */
export interface RawTable {
  /** The name of the file. */
  readonly source: string;
  /** The sheet of a workbook, or the file in an archive. */
  readonly sheet?: string;
  /** Whether that is the sheet of a workbook. */
  readonly isSheet?: boolean;
  /** The file of an archive that has the table, by its path there. */
  entry?: string;
  /** What separates the cells of a text file. */
  readonly delimiter?: string;
  /** The names of its columns, if the file has them apart from the rows; further ones may be added while rows are read. */
  readonly headings?: readonly string[];
  /** What a person should know of how its rows were read, in sentences; whole once all rows have been read. */
  readonly notes?: readonly string[];
  /** The rows in order, some at a time; of blank ones in a row one at most, or those of a JSON file. May be called several times. @throws UnreadableTableError */
  rows(): AsyncIterable<readonly Row[]>;
}
