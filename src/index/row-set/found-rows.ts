import type { RowSet } from './row-set.js';
import type { Scratch } from './scratch.js';

/** The rows of one segment that a search finds. */
export interface FoundRows {
  /** What lends their arrays. */
  readonly scratch: Scratch;
  readonly hits: RowSet;
  /** By field: the rows that would be hits without the filters of that field. Fields without filters are not there. */
  readonly widened: ReadonlyMap<string, RowSet>;
}
