/**
 * Switches of the fast paths. Every answer is the same with each of them off: a test holds the engine to that, and
 * `npm run bench:kernels -- --switches` measures what each of them saves. Read outside of hot loops; programs cannot set them.
 */
export const fastPaths = {
  /** A lone frequent word: the rows with the best scores are known since the build. */
  champions: true,
  /** Phrases: two frequent words side by side have postings of their own. */
  phrasePairs: true,
  /** Keywords that are repeated often: a table of scores. */
  repeatedTerms: true,
  /** A page by uid of a large set: rows are walked in the order of uids until the page is full. */
  uidWalk: true,
  /** A page of a sorted result: a heap keeps the first rows, in place of sorting all. */
  heap: true,
  /** A filter by few values: the postings of each value, in place of a scan of the column. */
  valuePostings: true,
  /** Drilldowns: blocks tell which spec keys the rows may have, so that other columns are not read. */
  specBlocks: true,
  /** Counts over all rows of a segment are cached. */
  totals: true,
  /** Columns are counted in runs of neighbouring rows, in place of row by row. */
  rowRuns: true,
  /** Few values in many combinations: the postings of each value are counted within the set. */
  countedPostings: true,
  /** Many rows with few combinations of values: combinations are counted, in place of values. */
  countedSets: true,
  /** Patterns of part numbers: the lists of the rarest trigrams, in place of a scan of all signatures. */
  trigrams: true,
  /** Patterns of part numbers: an automaton reads neighbours from where they differ. */
  automaton: true,
  /** The intersection of a short list and a long one gallops through the long one. */
  galloping: true,
  /** Answers of uid and name alone are read from columns, in place of stored documents. */
  columnAnswers: true,
};

export type FastPath = keyof typeof fastPaths;
