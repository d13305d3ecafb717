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
