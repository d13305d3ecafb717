import type { Kind } from '../analysis/kinds.js';
import type { DrilldownRequest, FieldFacet, FieldStats } from '../model/check-counts.js';
import type { SortKey } from '../model/requests.js';
import type { SearchFilter } from './distinct-filters.js';
import type { ResolvedKeyword } from './keywords.js';
import type { ResolvedFilter } from './resolved-filter.js';

/** A facet query: counts the hits that meet it. Two texts with the same meaning share their filter. */
export interface FacetQuery {
  readonly text: string;
  readonly filter: ResolvedFilter;
}

/** A facet, with the values to append if they are not on its page: as texts, numbers in their canonical form. */
export interface ResolvedFacet extends Omit<FieldFacet, 'chosen'> {
  /** That of the field in this catalog. */
  readonly kind: Kind;
  readonly chosen: readonly string[];
  /** Whether a word of a value, or a part number, must begin with `contains`. No request asks for that; completions do. */
  readonly isBeginning?: boolean;
}

/** A drilldown, with the spec keys that are returned even if they are not among the best. */
export interface ResolvedDrilldown extends DrilldownRequest {
  readonly filteredKeys: ReadonlySet<string>;
  /** Whether the values of a key are numbers. */
  readonly isNumber: (key: string) => boolean;
}

/** What to count over the hits. */
export interface CountRequest {
  readonly facets: readonly ResolvedFacet[];
  readonly stats: readonly FieldStats[];
  readonly drilldown: ResolvedDrilldown | undefined;
}

/** A sort key by a field, by the score, or by the numbers that an interface has computed for each row; NaN for none. */
export type ResolvedSortKey = SortKey & { readonly numbers?: RowNumbers };

/** A number for each row of each segment, by segment. */
export type RowNumbers = ReadonlyMap<unknown, Float64Array>;

/** A filter that multiplies the scores of the parts that meet it. */
export interface ResolvedBoost {
  readonly query: string;
  readonly filter: ResolvedFilter;
  readonly factor: number;
}

/** What `score` means in the order of a search. */
export interface ResolvedRank {
  readonly inStockFirst: boolean;
  readonly boosts: readonly ResolvedBoost[];
}

/** A request with parsed texts and known fieldnames: the same for each segment, and for each engine. */
export interface ResolvedSearch {
  readonly keywords: readonly ResolvedKeyword[];
  /** All distinct filters, in the order of the request. */
  readonly filters: readonly SearchFilter[];
  /** Filters of the client's scope, which every hit and every count meets and no exclusion drops; they see hidden fields too. */
  readonly scope?: readonly ResolvedFilter[];
  readonly facetQueries: readonly FacetQuery[];
  readonly sortKeys: readonly ResolvedSortKey[];
  /** Undefined where `score` is the score alone, or orders nothing. */
  readonly rank?: ResolvedRank;
  /** Undefined if the request counts facet queries at most. */
  readonly counts: CountRequest | undefined;
  readonly warnings: string[];
}
