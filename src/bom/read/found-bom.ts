import type { Row } from '../../import/header.js';
import type { ImportReport } from '../../import/report.js';
import type { BomLine } from '../cost/costed-bom.js';
import type { BomHeader } from './bom-headings.js';

/** A parts list that was read. */
export interface ReadBom {
  /**
   * A line for each row that names a part. A quantity that cannot be read is the number of references, or 1; the notes of the report name
   * such lines.
   */
  lines: BomLine[];
  /** How the table was read, and which rows were left out; further tables below it follow. */
  report: ImportReport;
}

/** A table with its headings. */
export interface FoundBom {
  readonly source: string;
  readonly sheet: string | undefined;
  readonly header: BomHeader;
  /** The rows below the headings. */
  readonly rows: readonly Row[];
  /** Whether the headings are a row, so that further ones may follow below. */
  readonly hasHeadingsRow?: boolean | undefined;
  /** Sheets and files that have no such headings, or come later. */
  readonly others: readonly string[];
  /** Of a text with delimiters. */
  readonly delimiter?: string | undefined;
  /** What a person should know of how the rows were read. */
  readonly notes?: readonly string[] | undefined;
}
