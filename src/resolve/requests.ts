import { KINDS, type Kind } from '../analysis/kinds.js';
import type { FieldFacet, FieldStats, NormalisedSearchRequest } from '../model/check-requests.js';
import { ValidationError } from '../model/errors.js';
import { type CollectionName, FIELDS, type Field } from '../model/fields.js';
import type { Limits } from '../model/limits.js';
import { shorten } from '../model/nearest.js';
import type { SortKey } from '../model/requests.js';
import { parseFilter } from '../parser/filter.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { distinctFilter, isSingle } from './distinct.js';
import { type FieldTypes, FilterResolver, type ResolvedFilter, soleField } from './filters.js';
import { type ResolvedKeyword, type ResolvedKeywords, resolveKeywords } from './keywords.js';

/** A filter of a search. */
export interface SearchFilter {
  readonly filter: ResolvedFilter;
  /** The field that is counted also over the rows that only its own filters leave out, where this is one of them. */
  readonly excludedFor: string | undefined;
}

/** A facet query: the hits that meet it are counted. Two texts that ask the same share their filter. */
export interface FacetQuery {
  readonly text: string;
  readonly filter: ResolvedFilter;
}

/** What is to be counted over the hits. */
export interface CountRequest {
  readonly facets: readonly FieldFacet[];
  readonly stats: readonly FieldStats[];
  readonly drilldown: { readonly excludeFilter: boolean; readonly limit: number } | undefined;
}

/** A request whose texts are parsed and whose fieldnames are known: the same for each segment, and for each engine. */
export interface ResolvedSearch {
  readonly keywords: readonly ResolvedKeyword[];
  /** All different filters, in the order of the request. */
  readonly filters: readonly SearchFilter[];
  readonly facetQueries: readonly FacetQuery[];
  readonly sortKeys: readonly SortKey[];
  /** Undefined where nothing is to be counted but facet queries. */
  readonly counts: CountRequest | undefined;
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
  ) {}

  /** In steps: a query text may be long, and there may be many. @throws ValidationError, FilterSyntaxError */
  *resolve(request: NormalisedSearchRequest, work: Work, limits: Limits): Steps<ResolvedSearch> {
    const { terms, warnings } = yield* this.keywords(request.q, limits);
    const resolver = new FilterResolver(this.types);
    const filters = new DistinctFilters(limits);
    const isExcluded = excludedFields(request);
    for (const { field, values } of request.filterFields) {
      filters.add(resolver.values(field, values, `filter.fields.${field.name}`), isExcluded(field.name));
    }
    for (const query of request.filterQueries) {
      const { filter, sole } = this.query(query, 'filter.queries', resolver, limits);
      if (work.spend(query.length * CHARACTER_COST)) yield;
      filters.add(filter, isExcluded(sole));
    }
    const queries = new DistinctFilters(limits, filters.clauses);
    const facetQueries: FacetQuery[] = [];
    for (const text of request.facetQueries) {
      facetQueries.push({ text, filter: queries.add(this.query(text, 'facet.queries', resolver, limits).filter) });
      if (work.spend(text.length * CHARACTER_COST)) yield;
    }
    checkCounts(request, queries.all.length, limits);
    for (const { field } of request.sortKeys) if (field.startsWith('specs.')) resolver.warnOfUnknownSpec(field);
    for (const facet of request.facetFields) this.checkFacet(facet, resolver);
    for (const stats of request.stats) this.checkStats(stats, resolver);
    return {
      keywords: terms,
      filters: filters.all,
      facetQueries,
      sortKeys: request.sortKeys,
      counts: countsOf(request),
      warnings: [...warnings, ...resolver.warnings],
    };
  }

  /** The terms of `q`, and what of it is ignored. */
  *keywords(q: string, limits: Limits): Steps<ResolvedKeywords> {
    if (q === '') return NO_KEYWORDS;
    const known = this.resolvedKeywords.find(q);
    return known ?? this.resolvedKeywords.keep(q, yield* resolveKeywords(q, this.collection, limits));
  }

  /** A filter query, and the field that it names if it is the only one. */
  private query(
    query: string,
    argument: string,
    resolver: FilterResolver,
    limits: Limits,
  ): { filter: ResolvedFilter; sole: string | undefined } {
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

function checkCounts({ facetFields, stats }: NormalisedSearchRequest, queries: number, limits: Limits): void {
  const count = facetFields.length + stats.length + queries;
  if (count <= limits.facets) return;
  throw new ValidationError(
    'facet',
    `facet: a request may count ${limits.facets} facet fields, statistics and facet queries at most, not ${count} (limit facets)`,
  );
}

/** The different ones of some filters, and how many different conditions they have. */
class DistinctFilters {
  readonly all: SearchFilter[] = [];
  private readonly byKey = new Map<string, ResolvedFilter>();
  /** The only filter so far, while it is one condition. */
  private single: ResolvedFilter | undefined;

  constructor(
    private readonly limits: Limits,
    readonly clauses = new Set<string>(),
  ) {}

  /** The filter as it is evaluated: the same for all that ask the same. */
  add(filter: ResolvedFilter, excludedFor?: string): ResolvedFilter {
    // Most requests have one filter at most, which nothing can repeat.
    if (this.all.length === 0 && this.clauses.size === 0 && this.limits.filters > 0 && isSingle(filter)) {
      this.single = filter;
      this.all.push({ filter, excludedFor });
      return filter;
    }
    if (this.single) this.byKey.set(distinctFilter(this.single, this.clauses).key, this.single);
    this.single = undefined;
    return this.addAnother(filter, excludedFor);
  }

  private addAnother(filter: ResolvedFilter, excludedFor: string | undefined): ResolvedFilter {
    const distinct = distinctFilter(filter, this.clauses);
    if (this.clauses.size > this.limits.filters) {
      throw new ValidationError(
        'filter',
        `filter: the filters and facet queries of a request may have ${this.limits.filters} different values and clauses at most (limit filters)`,
      );
    }
    const known = this.byKey.get(distinct.key);
    if (known) return known;
    this.byKey.set(distinct.key, distinct.filter);
    this.all.push({ filter: distinct.filter, excludedFor });
    return distinct.filter;
  }
}

/** Tells of a field whether its filters are left out where it is counted: its name, or undefined. */
function excludedFields({
  facetFields,
  stats,
  specDrilldown,
}: NormalisedSearchRequest): (field: string | undefined) => string | undefined {
  const counted = new Set<string>();
  for (const { field, excludeFilter } of [...facetFields, ...stats]) if (excludeFilter) counted.add(field.name);
  const hasAllSpecs = specDrilldown?.excludeFilter ?? false;
  return (field) =>
    field !== undefined && (counted.has(field) || (hasAllSpecs && field.startsWith('specs.'))) ? field : undefined;
}

function countsOf({ facetFields, stats, specDrilldown }: NormalisedSearchRequest): CountRequest | undefined {
  if (facetFields.length === 0 && stats.length === 0 && !specDrilldown) return undefined;
  return { facets: facetFields, stats, drilldown: specDrilldown };
}
