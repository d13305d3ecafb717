import type { QueryArguments } from '../queries/questions.js';
import type { PeerCounts } from './peer-counter.js';

/** A question as a peer has measured it. */
export interface PeerResult {
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly totals_sum: number;
  /** Of the first twelve queries. */
  readonly totals: readonly number[];
  /** Sum of the counts in its facets and statistics, 0 without such. */
  readonly fsum: number;
}

/** What a peer has measured on the same parts. */
export interface PeerResults {
  /** The flattened parts that the peers index, and their queries: what their totals can be counted from. */
  readonly flat: string;
  readonly queries: ReadonlyMap<string, readonly QueryArguments[]>;
  /** Undefined where the peer has not been run. */
  readonly lucene: LuceneResults | undefined;
  /** A loop over plain objects, and a Map of their part numbers. */
  readonly plainJs: MeasuredPeer | undefined;
}

/** The questions that a peer answered, by their letters. */
export interface MeasuredPeer {
  readonly classes: Readonly<Record<string, PeerResult>>;
}

export interface LuceneResults extends MeasuredPeer {
  readonly build_s: number;
  readonly build_peak_rss_mb: number;
  readonly index_mb: number;
  readonly load_ms: number;
  readonly rss_mb: number;
}

/** Our totals of a question, and the sums of its facets, beside those of the peers. */
export interface TotalsComparison {
  /** Sum of the peers' totals. */
  readonly totals_sum: number;
  /** Sum of the counts in the peers' facets and statistics; undefined for a question without them. */
  readonly facet_sum: number | undefined;
  /** The queries whose totals, or sums of counts, are not the same. */
  readonly different: readonly Difference[];
  /** False if Lucene's results are not those of these parts and queries; undefined where it has not been run. */
  readonly agrees_with_lucene: boolean | undefined;
}

export interface Difference {
  readonly query: string;
  /** The hits, or where these are equal the sum of the counts in facets and statistics. */
  readonly of: 'hits' | 'facets';
  readonly ours: number;
  readonly theirs: number;
}

/** @param expected the peers' counts, query by query */
export function compareTotals(
  queries: readonly QueryArguments[],
  ours: Required<PeerCounts>,
  { totals, facet_sums }: PeerCounts,
  lucene: PeerResult | undefined,
): TotalsComparison {
  const totals_sum = sumOf(totals);
  const facet_sum = facet_sums && sumOf(facet_sums);
  const different = ours.totals.flatMap((total, i): Difference[] => {
    const query = queries[i].join(' ');
    if (total !== totals[i]) return [{ query, of: 'hits', ours: total, theirs: totals[i] }];
    const sum = ours.facet_sums[i];
    return facet_sums && sum !== facet_sums[i] ? [{ query, of: 'facets', ours: sum, theirs: facet_sums[i] }] : [];
  });
  const agrees = (results: PeerResult) =>
    results.totals_sum === totals_sum &&
    results.totals.every((total, i) => total === totals[i]) &&
    (facet_sum === undefined || results.fsum === facet_sum);
  return { totals_sum, facet_sum, different, agrees_with_lucene: lucene && agrees(lucene) };
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
