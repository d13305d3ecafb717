import type { DocSet } from './docset.js';
import type { Scratch } from './scratch.js';

/** The rows of one segment that a search finds. */
export interface FoundRows {
  /** What lends their arrays. */
  readonly scratch: Scratch;
  readonly hits: DocSet;
  /** By field: the rows that would be hits without the filters of that field. Fields without filters are not there. */
  readonly widened: ReadonlyMap<string, DocSet>;
}
