import type { Segment } from '../index/segment.js';
import { type PartNumberField, partNumberQuery } from '../match/part-number-query.js';
import type { CheckedMatchQuery, MatchCondition, NormalisedMatchRequest } from '../model/check-match.js';
import { readWord } from '../parser/words.js';
import { bindFilters } from '../query/bind-filter.js';
import { BRAND, bindCompany, type CompanyFields, CompanyRecords, MANUFACTURER, SELLER } from '../query/companies.js';
import { bindKeywords, type ResolvedKeywords } from '../query/keywords.js';
import {
  type BoundCondition,
  type BoundMatch,
  bindMatch,
  MatchSources,
  mergeMatches,
  type NumberCondition,
  runMatch,
  type SegmentMatches,
} from '../query/match.js';
import type { Hit } from '../query/merge.js';
import { or, type PlanNode } from '../query/plan.js';
import { mergeSuggestions, type SuggestedPart, suggestParts } from '../query/suggest-parts.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';

/** The segments of the companies that parts speak of. */
export interface CompanySegments {
  readonly brands: readonly Segment[];
  readonly sellers: readonly Segment[];
  readonly manufacturers: readonly Segment[];
}

/** What all queries of a match request have in common. */
export interface MatchScope {
  /** Whether `brand` may also be what the manufacturer is called. */
  readonly brandOrManufacturer: boolean;
  /** Filters that all parts meet. */
  readonly filters: readonly ResolvedFilter[];
}

/** What was found for one query. */
export interface FoundMatches {
  readonly hits: number;
  readonly page: readonly Hit[];
  readonly warnings: readonly string[];
  readonly suggested: readonly SuggestedPart[];
}

const ALL_PARTS: MatchScope = { brandOrManufacturer: false, filters: [] };

/** How a query is answered. */
interface MatchManner {
  readonly exactOnly: boolean;
  readonly suggest: boolean;
  readonly scope: MatchScope;
  /** The filters of the scope, by segment. */
  readonly scopes: readonly PlanNode[];
}

const NUMBER_FIELDS: readonly (readonly [MatchCondition & ('mpn' | 'sku' | 'mpn_or_sku'), readonly PartNumberField[]])[] = [
  ['mpn', ['mpn']],
  ['sku', ['offers.sku']],
  ['mpn_or_sku', ['mpn', 'offers.sku']],
];

/** Finds the parts of match queries. */
export class PartMatcher {
  private readonly brands: NamedCompanies;
  private readonly sellers: NamedCompanies;
  private readonly manufacturers: NamedCompanies;
  private sources: readonly MatchSources[] | undefined;

  constructor(
    private readonly segments: readonly Segment[],
    companies: CompanySegments,
    private readonly resolveKeywords: (q: string) => Steps<ResolvedKeywords>,
  ) {
    this.brands = new NamedCompanies(segments, BRAND, companies.brands);
    this.sellers = new NamedCompanies(segments, SELLER, companies.sellers);
    this.manufacturers = new NamedCompanies(segments, MANUFACTURER, companies.manufacturers);
  }

  /** What is found for each query; undefined for those with an error. */
  async match(
    { queries, exactOnly, suggest }: NormalisedMatchRequest,
    work: Work,
    scope: MatchScope = ALL_PARTS,
  ): Promise<(FoundMatches | undefined)[]> {
    this.sources ??= await Promise.all(this.segments.map((segment) => MatchSources.of(segment)));
    const scopes: PlanNode[] = await Promise.all(this.segments.map((segment) => bindFilters(scope.filters, segment, work)));
    const found: (FoundMatches | undefined)[] = [];
    for (const { query } of queries) {
      await work.pause();
      found.push(query && (await this.find(query, this.sources, { exactOnly, suggest, scope, scopes }, work)));
    }
    return found;
  }

  private async find(
    query: CheckedMatchQuery,
    sources: readonly MatchSources[],
    { exactOnly, suggest, scope, scopes }: MatchManner,
    work: Work,
  ): Promise<FoundMatches> {
    const conditions = numberConditions(query, exactOnly);
    const keywords = query.q === undefined ? undefined : await work.run(this.resolveKeywords(query.q));
    const bound: BoundMatch[] = [];
    for (let i = 0; i < sources.length; i++) {
      bound.push(
        await bindMatch(conditions, await this.bindOthers(query, keywords, scope, i, work), sources[i], work, scopes[i]),
      );
    }
    const wanted = query.start + query.limit;
    const partials: SegmentMatches[] = [];
    for (const segment of bound) partials.push(await work.run(runMatch(segment, wanted)));
    const { hits, top } = mergeMatches(sources, partials, wanted);
    const unmatched = { query, conditions };
    const suggested =
      suggest && hits === 0 ? mergeSuggestions(await Promise.all(bound.map((segment) => suggestParts(unmatched, segment)))) : [];
    const warnings = conditions.flatMap(({ name, query: { isPattern, isEmpty } }) =>
      isEmpty ? [emptyNumber(name, isPattern)] : [],
    );
    if (keywords) warnings.push(...keywords.warnings);
    return { hits, page: top.slice(query.start), warnings, suggested };
  }

  /** The conditions that are no part numbers, for one segment. */
  private async bindOthers(
    { brand, seller }: CheckedMatchQuery,
    keywords: ResolvedKeywords | undefined,
    { brandOrManufacturer }: MatchScope,
    segment: number,
    work: Work,
  ): Promise<BoundCondition[]> {
    const others: BoundCondition[] = [];
    if (brand !== undefined) {
      const nodes = [(await this.brands.named(brand, work))[segment]];
      if (brandOrManufacturer) nodes.push((await this.manufacturers.named(brand, work))[segment]);
      others.push({ name: 'brand', node: or(nodes) });
    }
    if (seller !== undefined) others.push({ name: 'seller', node: (await this.sellers.named(seller, work))[segment] });
    if (keywords) others.push({ name: 'q', node: (await bindKeywords(keywords.terms, this.segments[segment], work)).node });
    return others;
  }
}

/** What is said of a number of which nothing is left to compare. */
function emptyNumber(name: MatchCondition, isPattern: boolean): string {
  const what = isPattern ? 'only its wildcards count' : 'it matches nothing';
  return `${name} has no letter or digit: ${what}; with exact_only it is compared as it is written`;
}

function numberConditions(query: CheckedMatchQuery, exactOnly: boolean): NumberCondition[] {
  const conditions: NumberCondition[] = [];
  for (const [name, fields] of NUMBER_FIELDS) {
    const text = query[name];
    if (text !== undefined) conditions.push({ name, fields, query: partNumberQuery(readWord(text), exactOnly) });
  }
  return conditions;
}

/** The rows of parts by what their brand, or a seller, is called: a list of parts names the same few again and again. */
class NamedCompanies {
  private readonly records: CompanyRecords;
  private readonly bound = new RecentCache<readonly PlanNode[]>();

  constructor(
    private readonly segments: readonly Segment[],
    private readonly fields: CompanyFields,
    records: readonly Segment[],
  ) {
    this.records = new CompanyRecords(records);
  }

  /** One node a segment. */
  async named(text: string, work: Work): Promise<readonly PlanNode[]> {
    const known = this.bound.find(text);
    if (known) return known;
    const nodes: PlanNode[] = [];
    for (const segment of this.segments) nodes.push(await bindCompany(text, this.fields, segment, this.records, work));
    return this.bound.get(text, () => nodes);
  }
}
