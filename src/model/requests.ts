import type { SpecMetadata } from './documents.js';

/**
 * Which members of the answered documents are shown. Applied in the order include, show, hide, slice; docs/semantics.md,
 * "Directives". A name that is neither documented nor in any record is a `ValidationError`.
 */
export interface Directives {
  /** Dotted paths of hidden members to add to the default ones: `specs`, `specs.resistance`. */
  include?: string[];
  /** Dotted paths; when given, only these are shown, and `include` adds nothing. */
  show?: string[];
  /** Dotted paths that are removed after `show`. */
  hide?: string[];
  /** Dotted path of a list to `"[start:end]"` as in Python: `{ offers: '[0:5]' }`. */
  slice?: Record<string, string>;
}

/** Direction of a sort; records without a value come last in both. */
export type SortOrder = 'asc' | 'desc';

/** One key of a sort. */
export interface SortKey {
  /** A fieldname, or `score`. */
  field: string;
  /** The direction. */
  order: SortOrder;
}

/** How the values of a field are to be counted over the hits. */
export interface FacetFieldRequest {
  /** Whether to count them. Default false. */
  include?: boolean;
  /** Whether the filters of this very field are left out while counting, so that other choices stay countable. Default false. */
  exclude_filter?: boolean;
  /** Position of the first value, default 0. */
  start?: number;
  /** Values to return, default 10. */
  limit?: number;
  /**
   * Of a number field: at most so many ranges of round numbers that hold all of its values, each counted; for histograms.
   * Default 0: none.
   */
  ranges?: number;
}

/** Whether a number field is to be summed up over the hits. */
export interface StatsFieldRequest {
  /** Whether to do so. Default false. */
  include?: boolean;
  /** Whether the filters of this very field are left out. Default false. */
  exclude_filter?: boolean;
}

/** Whether the specs that matter for the hits are to be found, counted and summed up. */
export interface SpecDrilldownRequest {
  /** Whether to do so. Default false. */
  include?: boolean;
  /** Whether the filters of each spec are left out for it. Default false. */
  exclude_filter?: boolean;
  /** Values to return of each spec, default 10. */
  limit?: number;
}

/**
 * The request language; docs/semantics.md, "Keyword query", "Filters" and "Order and pages". All members are optional; the empty
 * request means the first ten of all records.
 */
export interface SearchRequest extends Directives {
  /** Keywords: words, `"phrases"`, `-not`, part numbers with `*` and `?`. All must be there. Default `""`: all records. */
  q?: string;
  /** Position of the first result, from 0 to 1000 (`Limits.start`). Default 0. */
  start?: number;
  /** Results to return, from 0 to 100 (`Limits.limit`). Default 10. */
  limit?: number;
  /**
   * `"field asc, field desc"` or a list of such pairs. Without a direction a field is ascending, `score` descending.
   * Default `"score desc"`.
   */
  sortby?:
    | string
    | {
        /** A fieldname, or `score`. */
        field: string;
        /** The direction. */
        order?: SortOrder;
      }[];
  /** Conditions that all hits meet. */
  filter?: {
    /** Fieldname to literal values: OR within a field, AND between fields. */
    fields?: Record<string, string[]>;
    /** Filter query texts such as `specs.resistance.value:[1000 TO 2000]`, AND'd. */
    queries?: string[];
  };
  /** What is to be counted over the hits. */
  facet?: {
    /** Fieldname to how its values are to be counted. */
    fields?: Record<string, FacetFieldRequest>;
    /** Filter query texts; the hits that meet each are to be counted. */
    queries?: string[];
  };
  /** Fieldname to whether it is to be summed up over the hits. */
  stats?: Record<string, StatsFieldRequest>;
  /** Of parts: whether the specs that matter for the hits are to be told. */
  spec_drilldown?: SpecDrilldownRequest;
}

/** The values of a field among the hits. */
export interface FacetResult {
  /** Values with the number of hits that have them. */
  facets: FacetCount[];
  /** Hits without a value. */
  missing: number;
  /** Rank among the specs of a drilldown, 1 the most useful; null elsewhere. */
  spec_drilldown_rank: number | null;
  /** Ranges of a number field in ascending order, one beside the other; there only where they are asked for. */
  ranges?: FacetRange[];
}

/** A range of a number field, and the number of hits that have a value in it. */
export interface FacetRange {
  /** Its lower bound, which belongs to it. */
  from: string;
  /** Its upper bound, which belongs to the next range, or of the last one to it. */
  to: string;
  /** Hits with a value in it, counted exactly. */
  count: number;
  /** The filter query that finds them: `specs.resistance.value:[1000 TO 2000}`. */
  query: string;
}

/** A value, and the number of hits that have it. */
export interface FacetCount {
  /** The value as text. */
  value: string;
  /** Hits that have it, counted exactly. */
  count: number;
}

/** A number field summed up over the hits. Numbers are exact decimals as text, and null where no hit has one. */
export interface StatsResult {
  /** Smallest number. */
  min: string | null;
  /** Largest number. */
  max: string | null;
  /** Mean, rounded to 20 significant digits. */
  mean: string | null;
  /** Standard deviation of a sample, rounded likewise; `0` of one number. */
  stddev: string | null;
  /** Numbers: each distinct one of a record. */
  count: number;
  /** Hits without one. */
  missing: number;
  /** Rank among the specs of a drilldown, 1 the most useful; null elsewhere. */
  spec_drilldown_rank: number | null;
}

/** One hit on a page. */
export interface SearchResult<T> {
  /** The record, as the directives of the request show it. */
  item: T;
}

/** What a search answers; docs/semantics.md, "Answers". */
export interface SearchResponse<T> {
  /** The normalised request: defaults present, `sortby` as text, lists as lists. */
  request: SearchRequest;
  /** The page: `limit` results from position `start` on, or what is left of them. */
  results: SearchResult<T>[];
  /** Exact number of matches. */
  hits: number;
  /** Time taken, in milliseconds. */
  msec: number;
  /** Values counted over the hits. */
  facet_results: {
    /** By fieldname. */
    fields: Record<string, FacetResult>;
    /** By filter query text. */
    queries: Record<string, Pick<FacetCount, 'count'>>;
  };
  /** Number fields summed up over the hits, by fieldname. */
  stats_results: Record<string, StatsResult>;
  /** What the spec keys of a drilldown mean, by spec key. */
  spec_metadata: Record<string, SpecMetadata>;
  /** What was ignored or is perhaps not what was meant, and why. */
  warnings: string[];
}
