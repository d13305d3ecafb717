import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import {
  NumberQuery,
  needPartNumbers,
  PART_NUMBER_FIELDS,
  type PartNumberField,
  partNumberQuery,
} from '../match/part-number-query.js';
import type { CheckedMatchQuery, MatchCondition, NormalisedMatchRequest } from '../model/check-match.js';
import { readWord } from '../parser/words.js';
import { bindFilters, needFilter } from '../query/bind-filter.js';
import {
  BRAND,
  bindCompany,
  type CompanyFields,
  type CompanyRecords,
  MANUFACTURER,
  needCompany,
  recordsOf,
  SELLER,
} from '../query/companies.js';
import { bindKeywords, needKeywords } from '../query/keywords.js';
import {
  type BoundCondition,
  type BoundMatch,
  type BoundNumbers,
  bindNumbers,
  findPatterns,
  MatchSources,
  mergeMatches,
  type NumberCondition,
  runMatch,
  runMatchAtOnce,
  type SegmentMatches,
} from '../query/match.js';
import type { Hit } from '../query/merge.js';
import { findNearMatches, mergeNearMatches, type NearMatch } from '../query/near-matches.js';
import { ALL_ROWS, and, or, type PlanNode } from '../query/plan.js';
import type { ResolvedFilter } from '../resolve/filters.js';
import type { ResolvedKeywords } from '../resolve/keywords.js';
import type { Steps, Task } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import type { NumberPlaces } from './internals.js';
import { load } from './load.js';

/** A segment, with what matches read of it. */
interface MatchSegment {
  readonly segment: Segment;
  readonly sources: MatchSources;
}

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
  /** Filters of the client's scope, which see hidden fields too. */
  readonly scope: readonly ResolvedFilter[];
}

/** What was found for one query. */
export interface FoundMatches {
  readonly hits: number;
  readonly page: readonly Hit[];
  readonly warnings: readonly string[];
  readonly suggested: readonly NearMatch[];
}

const NO_OTHERS: readonly BoundCondition[] = [];
const NOTHING_SUGGESTED: readonly NearMatch[] = [];
const ALL_PARTS: MatchScope = { brandOrManufacturer: false, filters: [], scope: [] };

/** What one query asks for, read. */
interface ReadQuery {
  readonly query: CheckedMatchQuery;
  readonly conditions: readonly NumberCondition[];
  readonly keywords: ResolvedKeywords | undefined;
}

const MANUFACTURERS: readonly PartNumberField[] = ['mpn', 'aka_mpns'];
const SELLERS: readonly PartNumberField[] = ['offers.sku'];

const NUMBER_FIELDS: readonly (readonly [MatchCondition & ('mpn' | 'sku' | 'mpn_or_sku'), readonly PartNumberField[]])[] = [
  ['mpn', MANUFACTURERS],
  ['sku', SELLERS],
  ['mpn_or_sku', PART_NUMBER_FIELDS],
];

/** Finds the parts of match queries. */
export class PartMatcher {
  private readonly segments: readonly MatchSegment[];
  private readonly brands: NamedCompanies;
  private readonly sellers: NamedCompanies;
  private readonly manufacturers: NamedCompanies;

  constructor(
    segments: readonly Segment[],
    companies: CompanySegments,
    private readonly resolveKeywords: (q: string) => Steps<ResolvedKeywords>,
  ) {
    this.segments = segments.map((segment) => ({ segment, sources: new MatchSources(segment) }));
    this.brands = new NamedCompanies(BRAND, companies.brands);
    this.sellers = new NamedCompanies(SELLER, companies.sellers);
    this.manufacturers = new NamedCompanies(MANUFACTURER, companies.manufacturers);
  }

  /** What is found for each query; undefined for those with an error. @param needs what else is to be loaded */
  *match(
    { queries, exactOnly, suggest }: NormalisedMatchRequest,
    work: Work,
    scope = ALL_PARTS,
    needs = new Needs(),
  ): Task<(FoundMatches | undefined)[]> {
    const read: (ReadQuery | undefined)[] = [];
    for (const { query } of queries) {
      if (work.isDue()) yield;
      const keywords = query?.q === undefined ? undefined : yield* this.resolveKeywords(query.q);
      read.push(query && { query, conditions: numberConditions(query, exactOnly), keywords });
    }
    this.need(read, scope, suggest, needs);
    yield* load(needs, work);
    const within = new Map<MatchSegment, PlanNode>();
    for (const one of this.segments) {
      const { segment } = one;
      const nodes = [yield* bindFilters(scope.filters, segment, work), yield* bindFilters(scope.scope, segment.whole, work)];
      within.set(one, and(nodes));
    }
    const found: (FoundMatches | undefined)[] = [];
    for (const one of read) {
      if (work.isDue()) yield;
      found.push(
        one && (this.findAtOnce(one, scope, within, suggest, work) ?? (yield* this.find(one, scope, within, suggest, work))),
      );
    }
    return found;
  }

  /** Where parts may have some numbers without wildcards. That no part has one is known without a query. */
  *placesOf(numbers: readonly string[], work: Work): Task<NumberPlaces[]> {
    const needs = new Needs();
    for (const { segment } of this.segments) for (const name of PART_NUMBER_FIELDS) needPartNumbers(segment, name, needs);
    yield* load(needs, work);
    const places: NumberPlaces[] = [];
    for (const text of numbers) {
      if (work.isDue()) yield;
      const number = new NumberQuery(text, false);
      places.push({ mpn: this.mayHave(number, MANUFACTURERS), sku: this.mayHave(number, SELLERS) });
    }
    return places;
  }

  private mayHave(number: NumberQuery, fields: readonly PartNumberField[]): boolean {
    // It is compared as it is written, if at all.
    if (number.isEmpty) return true;
    for (const { sources } of this.segments) {
      for (const name of fields) {
        const numbers = sources.numbersOf(name);
        if (numbers && number.mayBeIn(numbers)) return true;
      }
    }
    return false;
  }

  /** Once for all queries: lists of parts read the same sections again and again. */
  private need(read: readonly (ReadQuery | undefined)[], scope: MatchScope, suggest: boolean, needs: Needs): void {
    const names = new Set<PartNumberField>(suggest ? PART_NUMBER_FIELDS : []);
    if (!suggest)
      for (const one of read) if (one) for (const { fields } of one.conditions) for (const name of fields) names.add(name);
    for (const { segment } of this.segments) {
      MatchSources.need(segment, needs);
      for (const name of names) needPartNumbers(segment, name, needs);
      for (const filter of scope.filters) needFilter(filter, segment, needs);
      for (const filter of scope.scope) needFilter(filter, segment.whole, needs);
      for (const one of read) if (one) this.needOthers(one, scope, segment, needs);
    }
  }

  private needOthers({ query, keywords }: ReadQuery, scope: MatchScope, segment: Segment, needs: Needs): void {
    if (keywords) needKeywords(keywords.terms, segment, needs);
    if (query.brand !== undefined) {
      this.brands.need(query.brand, segment, needs);
      if (scope.brandOrManufacturer) this.manufacturers.need(query.brand, segment, needs);
    }
    if (query.seller !== undefined) this.sellers.need(query.seller, segment, needs);
  }

  /** What is found for a query that needs no steps, as most do. @returns undefined for another */
  private findAtOnce(
    read: ReadQuery,
    scope: MatchScope,
    within: ReadonlyMap<MatchSegment, PlanNode>,
    suggest: boolean,
    work: Work,
  ): FoundMatches | undefined {
    const [one] = this.segments;
    const { query, conditions } = read;
    if (this.segments.length !== 1 || suggest || conditions.some(({ query: number }) => number.isPattern)) return undefined;
    const numbers = bindNumbers(conditions, one.sources);
    const others = numbers.isUnmet ? NO_OTHERS : this.knownOthers(read, scope, one.segment);
    if (!others) return undefined;
    const matches = numbers.isUnmet
      ? undefined
      : runMatchAtOnce(boundMatch(one, numbers, others, within, work), query.start + query.limit);
    if (!numbers.isUnmet && !matches) return undefined;
    const { hits, top } = mergeMatches(matches ? [matches] : [], query.start + query.limit);
    return {
      hits,
      page: query.start === 0 ? top : top.slice(query.start),
      warnings: warningsOf(read),
      suggested: NOTHING_SUGGESTED,
    };
  }

  private *find(
    read: ReadQuery,
    scope: MatchScope,
    within: ReadonlyMap<MatchSegment, PlanNode>,
    suggest: boolean,
    work: Work,
  ): Task<FoundMatches> {
    const { query, conditions } = read;
    const wanted = query.start + query.limit;
    const partials: SegmentMatches[] = [];
    const hasPattern = conditions.some(({ query: number }) => number.isPattern);
    const ofSegments: { readonly one: MatchSegment; readonly numbers: BoundNumbers }[] = [];
    for (const one of this.segments) {
      const patterns = hasPattern ? yield* findPatterns(conditions, one.sources, work) : undefined;
      const numbers = bindNumbers(conditions, one.sources, patterns);
      if (suggest) ofSegments.push({ one, numbers });
      if (numbers.isUnmet) continue;
      const bound = yield* this.bind(read, one, numbers, scope, within, work);
      partials.push(yield* runMatch(bound, wanted));
    }
    const { hits, top } = mergeMatches(partials, wanted);
    let suggested = NOTHING_SUGGESTED;
    if (suggest && hits === 0) {
      const suggestions: NearMatch[][] = [];
      for (const { one, numbers } of ofSegments) {
        const bound = yield* this.bind(read, one, numbers, scope, within, work);
        suggestions.push(yield* findNearMatches({ query, conditions }, bound));
      }
      suggested = mergeNearMatches(suggestions);
    }
    return { hits, page: query.start === 0 ? top : top.slice(query.start), warnings: warningsOf(read), suggested };
  }

  private *bind(
    read: ReadQuery,
    one: MatchSegment,
    numbers: BoundNumbers,
    scope: MatchScope,
    within: ReadonlyMap<MatchSegment, PlanNode>,
    work: Work,
  ): Steps<BoundMatch> {
    const others = this.knownOthers(read, scope, one.segment) ?? (yield* this.bindOthers(read, scope, one.segment, work));
    return boundMatch(one, numbers, others, within, work);
  }

  /** The conditions that are no part numbers if there is none, or only a brand that was found before; undefined otherwise. */
  private knownOthers(
    { query: { brand, seller }, keywords }: ReadQuery,
    { brandOrManufacturer }: MatchScope,
    segment: Segment,
  ): readonly BoundCondition[] | undefined {
    if (seller !== undefined || keywords) return undefined;
    if (brand === undefined) return NO_OTHERS;
    const node = brandOrManufacturer ? undefined : this.brands.cached(brand, segment);
    return node && [{ name: 'brand', node }];
  }

  /** The conditions that are no part numbers, for one segment. */
  private *bindOthers(
    { query: { brand, seller }, keywords }: ReadQuery,
    { brandOrManufacturer }: MatchScope,
    segment: Segment,
    work: Work,
  ): Steps<BoundCondition[]> {
    const others: BoundCondition[] = [];
    if (brand !== undefined) {
      const node = this.brands.cached(brand, segment) ?? (yield* this.brands.named(brand, segment, work));
      const also = brandOrManufacturer ? [yield* this.manufacturers.named(brand, segment, work)] : [];
      others.push({ name: 'brand', node: also.length === 0 ? node : or([node, ...also]) });
    }
    if (seller !== undefined) others.push({ name: 'seller', node: yield* this.sellers.named(seller, segment, work) });
    if (keywords) others.push({ name: 'q', node: (yield* bindKeywords(keywords.terms, segment, work)).node });
    return others;
  }
}

function boundMatch(
  one: MatchSegment,
  { matched, numbers, isUnmet }: BoundNumbers,
  others: readonly BoundCondition[],
  within: ReadonlyMap<MatchSegment, PlanNode>,
  work: Work,
): BoundMatch {
  const { segment, sources } = one;
  // Member by member: spreading the numbers took a sixth of the time of a match (`bench:compare`, n).
  return { matched, numbers, isUnmet, others, within: within.get(one) ?? ALL_ROWS, sources, universe: segment.universe(work) };
}

function warningsOf({ conditions, keywords }: ReadQuery): readonly string[] {
  const warnings: string[] = [];
  for (const { name, query } of conditions) if (query.isEmpty) warnings.push(emptyNumber(name, query.isPattern));
  if (keywords) warnings.push(...keywords.warnings);
  return warnings;
}

/** What is said of a number of which nothing is left to compare. */
export function emptyNumber(name: MatchCondition, isPattern: boolean): string {
  const what = isPattern ? 'only its wildcards count' : 'it matches nothing';
  return `${name} has no letter or digit: ${what}; with exact_only it is compared as it is written`;
}

function numberConditions(query: CheckedMatchQuery, exactOnly: boolean): readonly NumberCondition[] {
  let conditions: NumberCondition[] = [];
  for (const [name, fields] of NUMBER_FIELDS) {
    const text = query[name];
    if (text === undefined) continue;
    const condition = { name, fields, query: partNumberQuery(readWord(text), exactOnly) };
    // As a literal, a list of one is no longer than it must be.
    conditions = conditions.length === 0 ? [condition] : [...conditions, condition];
  }
  return conditions;
}

/** The rows of parts by what their brand, or a seller, is called: a list of parts names the same few again and again. */
class NamedCompanies {
  private readonly records: CompanyRecords;
  private readonly bound = new Map<Segment, RecentCache<PlanNode>>();

  constructor(
    private readonly fields: CompanyFields,
    records: readonly Segment[],
  ) {
    this.records = recordsOf(records);
  }

  need(text: string, segment: Segment, needs: Needs): void {
    // What is cached was read, and sections stay loaded.
    if (!this.cached(text, segment)) needCompany(text, this.fields, segment, this.records, needs);
  }

  /** The rows if they were found before. */
  cached(text: string, segment: Segment): PlanNode | undefined {
    return this.bound.get(segment)?.find(text);
  }

  *named(text: string, segment: Segment, work: Work): Steps<PlanNode> {
    let bound = this.bound.get(segment);
    if (!bound) this.bound.set(segment, (bound = new RecentCache()));
    return bound.find(text) ?? bound.keep(text, yield* bindCompany(text, this.fields, segment, this.records, work));
  }
}
