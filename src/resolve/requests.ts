import type { AggregationRequest } from '../facets/aggregation.js';
import type { FieldFacet, FieldStats, NormalisedSearchRequest } from '../model/check-requests.js';
import { type CollectionName, FIELDS, type Field, type FieldKind, shorten } from '../model/fields.js';
import { type Issues, type Path, pathText } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import { argumentOf, type ParsedFilter, parseFilter } from '../parser/filter.js';
import { type ResolvedKeywords, resolveKeywords } from '../query/keywords.js';
import type { FieldFilters, ResolvedSearch } from '../query/search.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { distinctFilter, isSingle } from './distinct.js';
import { type FieldTypes, FilterResolver, type ResolvedFilter, soleField } from './filters.js';

/** A request whose texts are parsed and whose fieldnames are known. */
export interface ResolvedRequest {
  readonly search: ResolvedSearch;
  /** Undefined where nothing is to be counted. */
  readonly aggregation: AggregationRequest | undefined;
  readonly warnings: string[];
}

const NO_KEYWORDS: ResolvedKeywords = { terms: [], warnings: [] };

/** Parsing a character of a filter query takes about as long as so many steps of a plain loop. */
const CHARACTER_COST = 256;

/** Resolves the requests to one collection. */
export class RequestResolver {
  // Programs ask the same few texts again and again; parsing one costs more than many a search.
  private readonly parsedFilters = new RecentCache<ParsedFilter>();
  private readonly resolvedKeywords = new RecentCache<ResolvedKeywords>();

  constructor(
    private readonly collection: CollectionName,
    private readonly types: FieldTypes,
    private readonly limits: Limits,
  ) {}

  /**
   * In steps: a query text may be long, and there may be many.
   * @param issues takes what is wrong; what has an issue is left out of the result, and nothing may be answered then
   */
  *resolve(request: NormalisedSearchRequest, work: Work, issues: Issues, limits = this.limits): Steps<ResolvedRequest> {
    const { terms, warnings } = yield* this.keywords(request.q);
    const resolver = new FilterResolver(this.types, issues);
    const apart = new ExcludableFilters(request);
    const filters = new DistinctFilters(limits, issues);
    for (const given of request.filterFields) {
      const filter = filters.add(sound(issues, () => resolver.values(given)));
      if (filter) apart.offer(given.field.name, filter);
    }
    for (const [i, text] of request.filterQueries.entries()) {
      if (text === undefined) continue;
      const query = this.query(text, ['filter', 'queries', i], resolver, issues);
      if (work.spend(text.length * CHARACTER_COST)) yield;
      const added = filters.add(query?.filter);
      if (added && query?.sole !== undefined) apart.offer(query.sole, added);
    }
    const facetQueries = new DistinctFilters(limits, issues, filters.clauses);
    const queryPlaces: number[] = [];
    for (const [i, text] of request.facetQueries.entries()) {
      if (text === undefined) continue;
      const query = this.query(text, ['facet', 'queries', i], resolver, issues);
      if (query) queryPlaces.push(facetQueries.placeOf(query.filter));
      if (work.spend(text.length * CHARACTER_COST)) yield;
    }
    checkFacets(request, facetQueries.filters.length, limits, issues);
    for (const { field } of request.sortKeys) if (field.startsWith('specs.')) resolver.warnOfUnknownSpec(field);
    for (const facet of request.facetFields) this.checkFacet(facet, resolver, issues);
    for (const stats of request.stats) this.checkStats(stats, resolver, issues);
    return {
      search: {
        keywords: terms,
        filters: filters.filters,
        excludable: apart.filters,
        facetQueries: facetQueries.filters,
        queryPlaces,
        sortKeys: request.sortKeys,
      },
      aggregation: aggregationOf(request),
      warnings: [...warnings, ...resolver.warnings],
    };
  }

  /** The terms of `q`, and what of it is ignored. */
  *keywords(q: string): Steps<ResolvedKeywords> {
    if (q === '') return NO_KEYWORDS;
    const known = this.resolvedKeywords.find(q);
    return known ?? this.resolvedKeywords.keep(q, yield* resolveKeywords(q, this.collection, this.limits));
  }

  /** A filter query, and the field that it names if it is the only one; undefined for one with an issue. */
  private query(
    text: string,
    path: Path,
    resolver: FilterResolver,
    issues: Issues,
  ): { filter: ResolvedFilter; sole: string | undefined } | undefined {
    const { limits } = this;
    let parsed = this.parsedFilters.find(text);
    if (!parsed) {
      parsed = parseFilter(text, limits, path, issues);
      if (!parsed) return undefined;
      this.parsedFilters.keep(text, parsed);
    }
    const argument = argumentOf(path);
    for (const warning of parsed.warnings) resolver.warnings.add(`${pathText(argument)}: ${warning}`);
    const before = resolver.wildcards;
    const filter = sound(issues, () => resolver.filter(parsed.filter, { path, places: parsed.places }));
    // The query that goes beyond the limit is the one with the issue.
    if (before <= limits.wildcards && resolver.wildcards > limits.wildcards) {
      const reason = `: ${resolver.wildcards} values have a wildcard before their end, and only ${limits.wildcards} may (limit wildcards)`;
      const expected = [`at most ${limits.wildcards} (limit wildcards)`];
      issues.add('too_many', path, reason, { argument, found: resolver.wildcards, expected });
    }
    return filter && { filter, sole: soleField(parsed.filter) };
  }

  private checkFacet({ field, ranges }: FieldFacet, resolver: FilterResolver, issues: Issues): void {
    const kind = resolver.kindOfCounted(field);
    if (ranges === 0 || kind === undefined || kind === 'number') return;
    const path = ['facet', 'fields', field.name, 'ranges'];
    this.addWrongKind(path, field, kind, 'without ranges its values are counted one by one', issues);
  }

  private checkStats({ field }: FieldStats, resolver: FilterResolver, issues: Issues): void {
    const kind = resolver.kindOfCounted(field);
    if (kind === undefined || kind === 'number') return;
    this.addWrongKind(['stats', field.name], field, kind, 'a facet counts its values', issues);
  }

  private addWrongKind(path: Path, field: Field, kind: FieldKind, instead: string, issues: Issues): void {
    const details = { found: kind, expected: ['a number field'] };
    issues.add('wrong_kind', path, `: ${this.notANumberField(field, kind)}; ${instead}`, details);
  }

  private notANumberField({ name }: Field, kind: FieldKind): string {
    const fields = FIELDS[this.collection];
    const numbers = Object.keys(fields).filter((known) => fields[known] === 'number');
    const specs = this.collection === 'parts' ? [this.someNumberSpec()] : [];
    const instead = [...specs, ...numbers];
    const known = instead.length === 0 ? `${this.collection} have none` : `such as ${instead.join(', ')}`;
    return `${shorten(name)} is a ${kind.replace('_', ' ')} field, and only number fields have statistics and ranges (${known})`;
  }

  /** A number spec of this catalog, for an example. */
  private someNumberSpec(): string {
    for (const key of this.types.specKeys()) if (this.types.specType(key) === 'number') return `specs.${shorten(key)}.value`;
    return 'specs.<key>.min_value';
  }
}

function checkFacets({ facetFields, stats }: NormalisedSearchRequest, queries: number, limits: Limits, issues: Issues): void {
  const count = facetFields.length + stats.length + queries;
  if (count <= limits.facets) return;
  const expected = `at most ${limits.facets} facet fields, statistics and facet queries (limit facets)`;
  issues.add('too_many', ['facet'], `: a request may count ${expected}, not ${count}`, { found: count, expected: [expected] });
}

function addTooManyClauses({ filters }: Limits, count: number, issues: Issues): void {
  const expected = `at most ${filters} different values and clauses (limit filters)`;
  const text = `: the filters and facet queries of a request may have ${expected}`;
  issues.add('too_many', ['filter'], text, { found: count, expected: [expected] });
}

/** What is resolved, unless that adds an issue. */
function sound<T>(issues: Issues, resolve: () => T): T | undefined {
  const before = issues.count;
  const resolved = resolve();
  return issues.count === before ? resolved : undefined;
}

/** The different ones of some filters, and how many different conditions they have. */
class DistinctFilters {
  readonly filters: ResolvedFilter[] = [];
  private readonly places = new Map<string, number>();
  /** The only filter so far, while it is one condition. */
  private single: ResolvedFilter | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly issues: Issues,
    readonly clauses = new Set<string>(),
  ) {}

  /** The filter as it is evaluated; undefined if it is there already, and for one with an issue. */
  add(filter: ResolvedFilter | undefined): ResolvedFilter | undefined {
    if (!filter) return undefined;
    const known = this.filters.length;
    const place = this.placeOf(filter);
    return place === known ? this.filters[place] : undefined;
  }

  /** Its place among the different ones. */
  placeOf(filter: ResolvedFilter): number {
    // Most requests have one filter at most, which nothing can repeat.
    if (this.filters.length === 0 && this.clauses.size === 0 && this.limits.filters > 0 && isSingle(filter)) {
      this.single = filter;
      return this.filters.push(filter) - 1;
    }
    if (this.single) this.places.set(distinctFilter(this.single, this.clauses).key, 0);
    this.single = undefined;
    return this.placeOfAnother(filter);
  }

  private placeOfAnother(filter: ResolvedFilter): number {
    const before = this.clauses.size;
    const distinct = distinctFilter(filter, this.clauses);
    if (before <= this.limits.filters && this.clauses.size > this.limits.filters)
      addTooManyClauses(this.limits, this.clauses.size, this.issues);
    let place = this.places.get(distinct.key);
    if (place === undefined) {
      place = this.filters.length;
      this.places.set(distinct.key, place);
      this.filters.push(distinct.filter);
    }
    return place;
  }
}

/** The filters that are left out where their own field is counted. */
class ExcludableFilters {
  readonly filters: (FieldFilters & { filters: ResolvedFilter[] })[] = [];
  private readonly fields = new Set<string>();
  private readonly hasAllSpecs: boolean;

  constructor({ facetFields, stats, specDrilldown }: NormalisedSearchRequest) {
    for (const { field, excludeFilter } of [...facetFields, ...stats]) if (excludeFilter) this.fields.add(field.name);
    this.hasAllSpecs = specDrilldown?.excludeFilter ?? false;
  }

  offer(field: string, filter: ResolvedFilter): void {
    if (!this.fields.has(field) && !(this.hasAllSpecs && field.startsWith('specs.'))) return;
    const known = this.filters.find((group) => group.field === field);
    if (known) known.filters.push(filter);
    else this.filters.push({ field, filters: [filter] });
  }
}

function aggregationOf({ facetFields, stats, specDrilldown }: NormalisedSearchRequest): AggregationRequest | undefined {
  if (facetFields.length === 0 && stats.length === 0 && !specDrilldown) return undefined;
  return { facets: facetFields, stats, drilldown: specDrilldown };
}
