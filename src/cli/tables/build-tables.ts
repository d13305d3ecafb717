import type { ImportReport } from '../../import/partdex-import.js';

/** Tables as a build reads them. The columns are decided when they are opened. */
export interface BuildTables {
  /** The parts of all files as NDJSON. */
  partLines(): AsyncIterable<Uint8Array>;
  /** Those of the file of that number, where a merge has the files as its sources. */
  partLinesOf(file: number): AsyncIterable<Uint8Array>;
  /** The categories that the rows name, as NDJSON. */
  categoryLines(): AsyncIterable<string>;
  /** How the tables were read; whole once the parts have been read. */
  report(): ImportReport;
  close(): Promise<void>;
}
