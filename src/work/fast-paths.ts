/**
 * Switches of the fast paths. Every answer is the same with each of them off: a test checks that, and `npm run bench:kernels --
 * --switches` measures what each of them saves. Read outside of hot loops; programs cannot set them.
 */
export const fastPaths = {
  /** A single frequent word: the build stored the rows with the best scores. */
  champions: true,
  /** Phrases: two adjacent frequent words have their own postings. */
  phrasePairs: true,
  /** Keywords that are repeated often: a table of scores. */
  repeatedTerms: true,
  /** A page by uid of a large set: rows are walked in the order of uids until the page is full. */
  uidWalk: true,
  /** A page of a sorted result: a heap keeps the first rows instead of sorting all. */
  heap: true,
  /** A filter by few values: the postings of each value instead of a scan of the column. */
  valuePostings: true,
  /** Drilldowns: blocks list the spec keys that the rows may have, so other columns are not read. */
  specBlocks: true,
  /** Counts over all rows of a segment are cached. */
  totals: true,
  /** Columns are counted in runs of adjacent rows instead of row by row. */
  rowRuns: true,
  /** Few values in many combinations: the intersection of each value's postings with the set. */
  countedPostings: true,
  /** Many rows with few combinations of values: combinations are counted instead of values. */
  countedSets: true,
  /** Patterns of part numbers: the lists of the rarest trigrams instead of a scan of all signatures. */
  trigrams: true,
  /** Patterns of part numbers: an automaton reads each part number from its first difference from the one before. */
  automaton: true,
  /** The intersection of a short list and a long one gallops through the long one. */
  galloping: true,
  /** Answers with only uid and name are read from columns instead of stored documents. */
  columnAnswers: true,
  /** Stored documents are parsed only as far as the answer shows them. */
  someMembers: true,
  /** Similar parts are ordered by columns instead of their documents. */
  similarColumns: true,
};

export type FastPath = keyof typeof fastPaths;
