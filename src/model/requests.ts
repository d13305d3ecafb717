import type { SpecMetadata } from './documents.js';

/** Which members of the answered documents are shown. Applied in the order include, show, hide, slice. */
export interface Directives {
  /** Hidden members to add to the default ones. */
  include?: string[];
  /** Dotted paths; when given, only these are shown. */
  show?: string[];
  /** Dotted paths that are removed after `show`. */
  hide?: string[];
  /** Dotted path of a list to `"[start:end]"` as in Python. */
  slice?: Record<string, string>;
}

export type SortOrder = 'asc' | 'desc';

/** One key of a sort. `field` is a fieldname or `score`. */
export interface SortKey {
  field: string;
  order: SortOrder;
}

export interface FacetFieldRequest {
  include?: boolean;
  exclude_filter?: boolean;
  start?: number;
  limit?: number;
}

export interface StatsFieldRequest {
  include?: boolean;
  exclude_filter?: boolean;
}

export interface SpecDrilldownRequest {
  include?: boolean;
  exclude_filter?: boolean;
  limit?: number;
}

/** The request language. All members are optional; the empty request means the first ten of all records. */
export interface SearchRequest extends Directives {
  /** Keywords, default `""` (all). */
  q?: string;
  /** Position of the first result, default 0. */
  start?: number;
  /** Results to return, default 10. */
  limit?: number;
  /** `"field asc, field desc"` or a list; default `"score desc"`. */
  sortby?: string | { field: string; order?: SortOrder }[];
  filter?: {
    /** Fieldname to literal values: OR within a field, AND between fields. */
    fields?: Record<string, string[]>;
    /** Filter query texts, AND'd. */
    queries?: string[];
  };
  facet?: { fields?: Record<string, FacetFieldRequest>; queries?: string[] };
  stats?: Record<string, StatsFieldRequest>;
  spec_drilldown?: SpecDrilldownRequest;
}

export interface FacetResult {
  facets: { value: string; count: number }[];
  missing: number;
  spec_drilldown_rank: number | null;
}

export interface StatsResult {
  min: string | null;
  max: string | null;
  mean: string | null;
  stddev: string | null;
  count: number;
  missing: number;
  spec_drilldown_rank: number | null;
}

export interface SearchResponse<T> {
  /** The normalised request: defaults present, `sortby` as text, lists as lists. */
  request: SearchRequest;
  results: { item: T }[];
  /** Exact number of matches. */
  hits: number;
  /** Time taken, in milliseconds. */
  msec: number;
  facet_results: { fields: Record<string, FacetResult>; queries: Record<string, { count: number }> };
  stats_results: Record<string, StatsResult>;
  spec_metadata: Record<string, SpecMetadata>;
  /** What was ignored or is perhaps not what was meant, and why. */
  warnings: string[];
}
