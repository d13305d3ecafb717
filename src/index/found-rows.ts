import type { RowSet } from './row-set/row-set.js';
import type { Universe } from './universe.js';

/** The rows of one segment that a search finds. */
export interface FoundRows {
  /** What they are rows of; its scratch has lent their arrays. */
  readonly universe: Universe;
  readonly hits: RowSet;
  /** By field: the rows that would be hits without the filters of that field. Fields without filters are not there. */
  readonly widened: ReadonlyMap<string, RowSet>;
}
