import type {
  Catalog,
  Directives,
  Limits,
  Part,
  PartsMatchRequest,
  PartsMatchResponse,
  SearchRequest,
  SearchResponse,
} from '../../src/partdex.js';
import { BILL_LINES } from './bills.js';

/** The request of a query. */
export type QuestionRequest = { readonly search: SearchRequest } | { readonly match: PartsMatchRequest & Directives };

export type QuestionResponse = SearchResponse<Part> | PartsMatchResponse;

/** The result of a query besides its time. */
export interface AnswerCounts {
  /** Exact number of hits; for a match request the sum over its queries. */
  readonly total: number;
  /** The counts of its facets' values and of its statistics, added up, as the peers do. */
  readonly facet_sum: number;
}

/** A whole bill of materials in one request. */
export const LIMITS: Partial<Limits> = { matchQueries: BILL_LINES };

export function ask({ parts }: Catalog, request: QuestionRequest): Promise<QuestionResponse> {
  return 'search' in request ? parts.search(request.search) : parts.match(request.match);
}

export function countsOf(response: QuestionResponse): AnswerCounts {
  if ('hits' in response) return { total: response.hits, facet_sum: facetSum(response) };
  const faulty = response.results.find(({ error }) => error !== null);
  if (faulty) throw new Error(`a query of a match request has a fault: ${faulty.error}`);
  return { total: response.results.reduce((sum, { hits }) => sum + (hits ?? 0), 0), facet_sum: 0 };
}

function facetSum({ facet_results, stats_results }: SearchResponse<Part>): number {
  let sum = 0;
  for (const { facets } of Object.values(facet_results.fields)) for (const { count } of facets) sum += count;
  for (const { count } of Object.values(stats_results)) sum += count;
  return sum;
}
