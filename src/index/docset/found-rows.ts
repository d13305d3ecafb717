import type { DocSet } from './docset.js';

/** The rows of one segment that a search finds. */
export interface FoundRows {
  readonly hits: DocSet;
  /** By field: the rows that would be hits without the filters of that field. Fields without filters are not there. */
  readonly widened: ReadonlyMap<string, DocSet>;
}
