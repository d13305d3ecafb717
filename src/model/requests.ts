import type { SpecMetadata } from './documents.js';
import type { Rates } from './rates.js';

/**
 * Which members of documents an answer shows. Applied in the order include, show, hide, slice; docs/semantics.md, "Directives". A
 * name that is neither documented nor in any record is a `ValidationError`.
 */
export interface Directives {
  /** Dotted paths of hidden members to add to the default ones: `specs`, `specs.resistance`. */
  include?: string[];
  /** Dotted paths; if present, only these are shown, and `include` adds nothing. */
  show?: string[];
  /** Dotted paths to remove after `show`. */
  hide?: string[];
  /** Dotted path of a list to `"[start:end]"` as in Python: `{ offers: '[0:5]' }`. */
  slice?: Record<string, string>;
}

/** Direction of a sort; records without a value come last in both directions. */
export type SortOrder = 'asc' | 'desc';

/** One key of a sort. */
export interface SortKey {
  /** A fieldname, or `score`. */
  field: string;
  /** The direction. */
  order: SortOrder;
}

/** Order of a facet's values: by descending count, then by value; or by ascending value, as `sortby` orders them. */
export type FacetOrder = 'count' | 'value';

/** How to count the values of a field over the hits. */
export interface FacetFieldRequest {
  /** Whether to count them. Default false. */
  include?: boolean;
  /** Whether to ignore the filters of this field while counting, so that alternative choices still have counts. Default false. */
  exclude_filter?: boolean;
  /** Position of the first value, default 0. */
  start?: number;
  /** Values to return, default 10. */
  limit?: number;
  /**
   * Number fields: the most ranges of round numbers that together hold all values, each with its count, for histograms. Default
   * 0: none.
   */
  ranges?: number;
  /** Only the values whose fold contains the fold of this text; of numbers, whose text does. Default: all. */
  contains?: string;
  /** Order of the values. Default `count`. */
  order?: FacetOrder;
  /**
   * Whether to append, behind the page, the values of this field's `filter.fields` entry that are not on it, with their counts, which
   * may be 0. Default false.
   */
  chosen?: boolean;
  /**
   * `category_uids` only: the levels of the category tree to return, from 1 to 20. The values are then nodes in pre-order, each with at
   * most `limit` children, and `start` must be 0. Default: a plain list.
   */
  tree?: number;
}

/** Whether to compute statistics of a number field over the hits. */
export interface StatsFieldRequest {
  /** Whether to compute them. Default false. */
  include?: boolean;
  /** Whether to ignore the filters of this field. Default false. */
  exclude_filter?: boolean;
}

/** Whether to find the specs that best distinguish the hits, with counts and statistics. */
export interface SpecDrilldownRequest {
  /** Whether to do so. Default false. */
  include?: boolean;
  /** Whether to ignore the filters of each spec for its own counts. Default false. */
  exclude_filter?: boolean;
  /** Values to return for each spec, default 10. */
  limit?: number;
  /**
   * Most spec keys to return, up to 200 (`Limits.drilldownKeys`). Keys that the request filters by are returned besides. Default 50.
   */
  keys?: number;
}

/** A filter query whose parts come before others; docs/semantics.md, "Order of a search box". */
export interface RankBoost {
  /** A filter query text such as `mpn:LM358*`. Parts that do not meet it are found as well. */
  query: string;
  /** What the score of a part that meets it is multiplied by: a number above 0. */
  factor: number;
}

/** An order in which people look for parts; docs/semantics.md, "Order of a search box". */
export interface RankRequest {
  /** Whether parts in stock come before others of about the same score. Default false. */
  in_stock_first?: boolean;
  /** At most as many as `Limits.facets`. Default none. */
  boosts?: RankBoost[];
}

/**
 * The request language; docs/semantics.md, "Keyword query", "Filters" and "Order and pages". All members are optional; the empty
 * request returns the first ten of all records.
 */
export interface SearchRequest extends Directives {
  /** Keywords: words, `"phrases"`, `-not`, part numbers with `*` and `?`. A hit has all of them. Default `""`: all records. */
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
  /**
   * Parts only: what `score` means in `sortby`. Present, also as `{}`: the score times the factors of the boosts that a part meets, and
   * ties and near ties by what is known of a part. Absent: the score alone.
   */
  rank?: RankRequest;
  /** Which records to find, besides `q`: exact values of fields, and filter queries. All of them must match. Default: none. */
  filter?: {
    /** Fieldname to literal values: OR within a field, AND between fields. */
    fields?: Record<string, string[]>;
    /** Filter query texts such as `specs.resistance.value:[1000 TO 2000]`, AND'd. */
    queries?: string[];
  };
  /** What to count over the hits. */
  facet?: {
    /** Fieldname to how its values are counted. */
    fields?: Record<string, FacetFieldRequest>;
    /** Filter query texts; for each, the hits that meet it are counted. */
    queries?: string[];
  };
  /** Fieldname to whether to compute its statistics. */
  stats?: Record<string, StatsFieldRequest>;
  /** Parts only: whether to return the specs that best distinguish the hits. */
  spec_drilldown?: SpecDrilldownRequest;
  /**
   * The `next` of an earlier answer: the results begin behind the last one of that answer. `q`, `filter`, `sortby` and `rank` must be the same,
   * and `start` must be 0. Going on costs no more the deeper it is.
   */
  after?: string;
  /** Whether each result says which of its members met `q` and the filter queries, and has a snippet. Default false. */
  highlight?: boolean;
  /** Whether the answer has `suggestions` if nothing is found: what `q` perhaps meant. Default false. */
  suggest?: boolean;
}

/** The values of a field among the hits. */
export interface FacetResult {
  /** Values with the number of hits that have them. */
  facets: FacetCount[];
  /** Hits without a value. */
  missing: number;
  /** Rank among the specs of a drilldown, 1 the most useful; null elsewhere. */
  spec_drilldown_rank: number | null;
  /** Number of distinct values that hits have (after `contains`), an exact count; of a `tree` the nodes of its levels. */
  values: number;
  /** Adjacent ranges of a number field in ascending order; present only if requested. */
  ranges?: FacetRange[];
}

/** A range of a number field, and the number of hits that have a value in it. */
export interface FacetRange {
  /** Lower bound, inclusive. */
  from: string;
  /** Upper bound, exclusive; inclusive for the last range. */
  to: string;
  /** Hits with a value in it, an exact count. */
  count: number;
  /** The filter query that finds those hits: `specs.resistance.value:[1000 TO 2000}`. */
  query: string;
}

/** A value, and the number of hits that have it. */
export interface FacetCount {
  /** The value as text. */
  value: string;
  /** Hits that have it, an exact count. */
  count: number;
  /** The name of the category; null if it has no record. Present only in a `tree`. */
  name?: string | null;
  /** The uid of the category above it; null for a root. Present only in a `tree`. */
  parent?: string | null;
}

/** Statistics of a number field over the hits. Numbers are exact decimals as text, and null if no hit has one. */
export interface StatsResult {
  /** Smallest number. */
  min: string | null;
  /** Largest number. */
  max: string | null;
  /** Mean, rounded to 20 significant digits. */
  mean: string | null;
  /** Standard deviation of a sample, rounded likewise; `0` for one number. */
  stddev: string | null;
  /** Number of values: each distinct number of a record counts once. */
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
  /**
   * What met `q` and the filter queries, in document order and without overlaps; present only with `highlight`. docs/semantics.md,
   * "Highlights".
   */
  highlights?: Highlight[];
  /**
   * The first description with a highlight, else the short description, else null; present only with `highlight`. Plain text as the
   * document has it: a page must escape it.
   */
  snippet?: string | null;
}

/** A place in a text of a document. */
export interface Highlight {
  /** The member, in the record as it is without directives: `descriptions[0].value`, `offers[2].sku`. */
  path: string;
  /** Where it begins in the text, in UTF-16 units. */
  offset: number;
  /** Its length in UTF-16 units, at least 1. */
  length: number;
}

/** The answer to a search; docs/semantics.md, "Answers". */
export interface SearchResponse<T> {
  /** The normalised request: defaults present, `sortby` as text, lists as lists. */
  request: SearchRequest;
  /** The page: up to `limit` results from position `start` on. */
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
  /** Statistics over the hits, by fieldname. */
  stats_results: Record<string, StatsResult>;
  /** The metadata of a drilldown's spec keys, by spec key. */
  spec_metadata: Record<string, SpecMetadata>;
  /** Number of spec keys that the hits have, an exact count; present only if a drilldown is requested. */
  spec_keys?: number;
  /** Pass it as `after` for the results behind these; null if none follow, or `limit` is 0. */
  next: string | null;
  /**
   * Up to five corrected texts of `q`, each of which finds something with the filters of the request; empty if something is found.
   * Present only with `suggest`. docs/semantics.md, "Corrections".
   */
  suggestions?: string[];
  /** What converted prices: the option `rates` of the catalog, of parts; absent without it. */
  rates?: Rates;
  /** What was ignored or is perhaps not what the caller meant, and why. */
  warnings: string[];
}
