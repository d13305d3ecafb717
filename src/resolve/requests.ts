import { KINDS, type Kind } from '../analysis/kinds.js';
import type { AggregationRequest } from '../facets/aggregation.js';
import type { FieldFacet, FieldStats, NormalisedSearchRequest } from '../model/check-requests.js';
import { ValidationError } from '../model/errors.js';
import { type CollectionName, FIELDS, type Field } from '../model/fields.js';
import type { Limits } from '../model/limits.js';
import { shorten } from '../model/nearest.js';
import { parseFilter } from '../parser/filter.js';
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
  private readonly parsedFilters = new RecentCache<ReturnType<typeof parseFilter>>();
  private readonly resolvedKeywords = new RecentCache<ResolvedKeywords>();

  constructor(
    private readonly collection: CollectionName,
    private readonly types: FieldTypes,
    private readonly limits: Limits,
  ) {}

  /** In steps: a query text may be long, and there may be many. @throws ValidationError, FilterSyntaxError */
  *resolve(request: NormalisedSearchRequest, work: Work): Steps<ResolvedRequest> {
    const { terms, warnings } = yield* this.keywords(request.q);
    const resolver = new FilterResolver(this.types);
    const apart = new ExcludableFilters(request);
    const filters = new DistinctFilters(this.limits);
    for (const { field, values } of request.filterFields) {
      const filter = filters.add(resolver.values(field, values, `filter.fields.${field.name}`));
      if (filter) apart.offer(field.name, filter);
    }
    for (const query of request.filterQueries) {
      const { filter, sole } = this.query(query, 'filter.queries', resolver);
      if (work.spend(query.length * CHARACTER_COST)) yield;
      const added = filters.add(filter);
      if (added && sole !== undefined) apart.offer(sole, added);
    }
    const facetQueries = new DistinctFilters(this.limits, filters.clauses);
    const queryPlaces: number[] = [];
    for (const query of request.facetQueries) {
      queryPlaces.push(facetQueries.placeOf(this.query(query, 'facet.queries', resolver).filter));
      if (work.spend(query.length * CHARACTER_COST)) yield;
    }
    this.checkFacets(request, facetQueries.filters.length);
    for (const { field } of request.sortKeys) if (field.startsWith('specs.')) resolver.warnOfUnknownSpec(field);
    for (const facet of request.facetFields) this.checkFacet(facet, resolver);
    for (const stats of request.stats) this.checkStats(stats, resolver);
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

  private checkFacets({ facetFields, stats }: NormalisedSearchRequest, queries: number): void {
    const count = facetFields.length + stats.length + queries;
    if (count <= this.limits.facets) return;
    throw new ValidationError(
      'facet',
      `facet: a request may count ${this.limits.facets} facet fields, statistics and facet queries at most, not ${count} (limit facets)`,
    );
  }

  /** The terms of `q`, and what of it is ignored. */
  *keywords(q: string): Steps<ResolvedKeywords> {
    if (q === '') return NO_KEYWORDS;
    const known = this.resolvedKeywords.find(q);
    return known ?? this.resolvedKeywords.keep(q, yield* resolveKeywords(q, this.collection, this.limits));
  }

  /** A filter query, and the field that it names if it is the only one. */
  private query(query: string, argument: string, resolver: FilterResolver): { filter: ResolvedFilter; sole: string | undefined } {
    const { limits } = this;
    // Warnings name the argument.
    const parsed = this.parsedFilters.get(`${argument} ${query}`, () => parseFilter(query, limits, argument));
    for (const warning of parsed.warnings) resolver.warnings.add(warning);
    const filter = resolver.filter(parsed.filter, argument);
    if (resolver.wildcards > limits.wildcards) {
      throw new ValidationError(
        argument,
        `${argument}: ${resolver.wildcards} values have a wildcard before their end, and only ${limits.wildcards} may (limit wildcards)`,
      );
    }
    return { filter, sole: soleField(parsed.filter) };
  }

  private checkFacet({ field, ranges }: FieldFacet, resolver: FilterResolver): void {
    const kind = resolver.kindOfCounted(field);
    if (ranges === 0 || kind === undefined || kind.numbers) return;
    const argument = `facet.fields.${field.name}.ranges`;
    throw new ValidationError(
      argument,
      `${argument}: ${this.noNumberField(field, kind)}; without ranges its values are counted one by one`,
    );
  }

  private checkStats({ field }: FieldStats, resolver: FilterResolver): void {
    const kind = resolver.kindOfCounted(field);
    if (kind === undefined || kind.numbers) return;
    const argument = `stats.${field.name}`;
    throw new ValidationError(
      argument,
      `${argument}: ${this.noNumberField(field, kind)}; its values are counted by facet.fields`,
    );
  }

  private noNumberField({ name }: Field, kind: Kind): string {
    const numbers = [...FIELDS[this.collection].values()].filter((field) => KINDS[field.kind].numbers).map((field) => field.name);
    const specs = this.collection === 'parts' ? [this.someNumberSpec()] : [];
    const instead = [...specs, ...numbers];
    const known = instead.length === 0 ? `${this.collection} have none` : `such as ${instead.join(', ')}`;
    return `${shorten(name)} is a ${kind.title} field, and numbers are summed up and put in ranges of number fields alone (${known})`;
  }

  /** A number spec of this catalog, for an example. */
  private someNumberSpec(): string {
    for (const key of this.types.specKeys()) if (this.types.specType(key) === 'number') return `specs.${shorten(key)}.value`;
    return 'specs.<key>.min_value';
  }
}

/** The different ones of some filters, and how many different conditions they have. */
class DistinctFilters {
  readonly filters: ResolvedFilter[] = [];
  private readonly places = new Map<string, number>();
  /** The only filter so far, while it is one condition. */
  private single: ResolvedFilter | undefined;

  constructor(
    private readonly limits: Limits,
    readonly clauses = new Set<string>(),
  ) {}

  /** The filter as it is evaluated; undefined if it is there already. */
  add(filter: ResolvedFilter): ResolvedFilter | undefined {
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
    const distinct = distinctFilter(filter, this.clauses);
    if (this.clauses.size > this.limits.filters) {
      throw new ValidationError(
        'filter',
        `filter: the filters and facet queries of a request may have ${this.limits.filters} different values and clauses at most (limit filters)`,
      );
    }
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
