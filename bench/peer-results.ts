import type { QueryArguments } from './classes.js';

/** A query class as a peer has measured it. */
export interface PeerClass {
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly totals_sum: number;
  /** Of the first twelve queries. */
  readonly totals: readonly number[];
}

/** What a peer has measured on the same parts. */
export interface PeerResults {
  /** The flattened parts that the peers index, and their queries: what their totals can be counted from. */
  readonly flat: string;
  readonly queries: ReadonlyMap<string, readonly QueryArguments[]>;
  /** Undefined where the peer has not been run. */
  readonly lucene: LuceneResults | undefined;
}

export interface LuceneResults {
  readonly build_s: number;
  readonly build_peak_rss_mb: number;
  readonly index_mb: number;
  readonly load_ms: number;
  readonly rss_mb: number;
  readonly classes: Readonly<Record<string, PeerClass>>;
}

/** Our totals of a class beside those of the peers. */
export interface TotalsComparison {
  /** Sum of the peers' totals. */
  readonly totals_sum: number;
  /** The queries whose totals are not the same. */
  readonly different: readonly { readonly query: string; readonly ours: number; readonly theirs: number }[];
  /** False if Lucene's results are not those of these parts and queries; undefined where it has not been run. */
  readonly agrees_with_lucene: boolean | undefined;
}

/** @param expected the peers' totals, query by query */
export function compareTotals(
  queries: readonly QueryArguments[],
  ours: readonly number[],
  expected: readonly number[],
  lucene: PeerClass | undefined,
): TotalsComparison {
  const totals_sum = expected.reduce((sum, total) => sum + total, 0);
  const different = ours
    .map((total, i) => ({ query: queries[i].join(' '), ours: total, theirs: expected[i] }))
    .filter(({ ours, theirs }) => ours !== theirs);
  const agrees = (results: PeerClass) =>
    results.totals_sum === totals_sum && results.totals.every((total, i) => total === expected[i]);
  return { totals_sum, different, agrees_with_lucene: lucene && agrees(lucene) };
}
