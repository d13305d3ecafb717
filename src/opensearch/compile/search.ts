import type { ResolvedSearch } from '../../resolve/resolved-search.js';
import { type IndexLayout, LENGTH, MERIT, NUMBER_LENGTH, STORED_PART, UID } from '../schema.js';
import type { FilterBehind } from './counts.js';
import { compileFilter } from './filters.js';
import { boostName, type Counts, KeywordCompiler, planScore, type ScorePlan } from './keywords.js';
import { ALL, constant, noneOf, type Query } from './queries.js';
import type { FilterContext } from './ranges.js';
import { compileSort, type EngineSortValue, isComputed, type SortClause } from './sorts.js';

/** What compiling a search depends on besides the search. */
export interface SearchContext extends FilterContext {
  readonly layout: IndexLayout;
}

/** The hits that a request wants of those that a search finds. */
export interface WantedHits {
  readonly from: number;
  readonly size: number;
  /** The engine's values of the sort clauses behind which the hits begin. */
  readonly after?: readonly EngineSortValue[] | undefined;
  /** Whether the stored parts come with them. */
  readonly withParts: boolean;
}

/** Hits that the client orders if a score does not fit into the engine's: the engine's result window. */
export const MOST_RANKED = 10_000;

/** A search as requests of the engine. */
export interface CompiledSearch {
  /** Finds the hits, but for the filters behind it. */
  readonly query: Query;
  readonly behind: readonly FilterBehind[];
  readonly sort: readonly SortClause[];
  /** The score, if the order asks for one. */
  readonly score: ScorePlan | undefined;
  /** Whether the client orders the hits. */
  readonly isRanked: boolean;
  /** The facet queries, by their text. */
  readonly facetQueries: readonly { readonly text: string; readonly query: Query }[];
}

/** Whether the order of a search depends on scores. */
function isScored(search: ResolvedSearch): boolean {
  const { keywords, rank, sortKeys } = search;
  const uid = sortKeys.findIndex(({ field }) => field === UID);
  const keys = uid < 0 ? sortKeys : sortKeys.slice(0, uid);
  if (!keys.some(({ field, numbers }) => field === 'score' && !numbers)) return false;
  return rank !== undefined || keywords.some(({ excluded }) => !excluded);
}

/** @param counts needed if the search is scored */
export function compileSearch(search: ResolvedSearch, context: SearchContext, counts: Counts | undefined): CompiledSearch {
  const { keywords, filters, scope = [], rank } = search;
  const compiler = new KeywordCompiler(context.layout, context);
  const required = keywords.filter(({ excluded }) => !excluded);
  const scores = isScored(search);
  const behind: FilterBehind[] = [];
  const filter: Query[] = [];
  for (const { filter: one, excludedFor } of filters) {
    const query = compileFilter(one, context);
    if (excludedFor === undefined) filter.push(query);
    else behind.push({ field: excludedFor, query });
  }
  for (const one of scope) filter.push(compileFilter(one, context));
  for (const keyword of keywords) if (keyword.excluded) filter.push(noneOf(compiler.query(keyword)));
  const boosts = scores && rank ? rank.boosts : [];
  const factors = boosts.map(({ factor }) => factor);
  const plan = scores && counts ? planScore(required, factors, counts) : undefined;
  const should: Query[] = [];
  const must: Query[] = [];
  if (!plan) filter.push(...required.map((keyword) => compiler.query(keyword)));
  else {
    const { fits, distinct, params } = plan;
    distinct.forEach((keyword, place) => {
      must.push(fits ? compiler.scored(keyword, 2 * place) : compiler.named(keyword, place));
    });
    const exact = fits ? compiler.exact(required) : undefined;
    if (exact) should.push(constant(exact, 2 ** params.exact));
    boosts.forEach(({ filter: boost }, i) => {
      const query = compileFilter(boost, context);
      should.push(fits ? constant(query, 2 ** params.boosts[i]) : constant(query, 1, boostName(i)));
    });
  }
  const order = { params: plan?.params ?? NO_SCORE, rank: scores ? rank : undefined, hasScores: required.length > 0 };
  const sort = compileSort(search.sortKeys, context.fields, { ...order, hasMarks: !scores });
  for (const { marked } of sort) if (marked) should.push(constant(marked.query, 2 ** marked.bit));
  // Without a filter, one of what only scores would have to be met.
  const query: Query = {
    bool: { filter: filter.length > 0 ? filter : [ALL], ...(must.length > 0 && { must }), ...(should.length > 0 && { should }) },
  };
  return {
    query,
    behind,
    sort,
    score: plan,
    isRanked: plan !== undefined && !plan.fits,
    facetQueries: search.facetQueries.map(({ text, filter: one }) => ({ text, query: compileFilter(one, context) })),
  };
}

const NO_SCORE = { idf: [], shift: [], exact: -1, boosts: [], factors: [] };

/** The counts that a scored search depends on. */
export function countedTermsOf(search: ResolvedSearch, context: SearchContext) {
  return new KeywordCompiler(context.layout, context).countedTerms(search.keywords);
}

/** The body of a request for hits. @param aggregations what else it counts */
export function searchBody(compiled: CompiledSearch, wanted: WantedHits, aggregations: Record<string, object>): object {
  const { query, behind, sort, score, isRanked } = compiled;
  const { from, size, after, withParts } = wanted;
  const body = {
    query,
    ...(behind.length > 0 && { post_filter: { bool: { filter: behind.map((one) => one.query) } } }),
    track_total_hits: true,
    _source: withParts ? [STORED_PART] : false,
    ...(Object.keys(aggregations).length > 0 && { aggs: aggregations }),
  };
  if (isRanked) {
    const values = [LENGTH, MERIT, NUMBER_LENGTH];
    const others = sort.filter((one) => !isComputed(one)).map(({ clause }) => clause);
    return { ...body, _source: false, from: 0, size: MOST_RANKED, sort: others, docvalue_fields: values };
  }
  return {
    ...body,
    from: after ? 0 : from,
    size,
    ...(size > 0 && { sort: sort.map(({ clause }) => clause) }),
    // A sort script is given no score without it.
    ...(size > 0 && (score || sort.some(({ marked }) => marked)) && { track_scores: true }),
    ...(after && { search_after: after }),
  };
}
