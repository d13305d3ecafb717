import { KINDS, type Kind } from '../analysis/kinds.js';
import type { FieldPlace } from '../model/check-arguments.js';
import type { FieldFacet, FieldStats } from '../model/check-counts.js';
import type { NormalisedSearchRequest } from '../model/check-requests.js';
import { type CollectionName, FIELDS, type Field, findField, isExtentMember, SPEC_PREFIX, WORDS } from '../model/fields.js';
import type { Path } from '../model/issue.js';
import { Issues, pathText } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import { shorten } from '../model/nearest.js';
import { parsePriceField } from '../model/offer-fields.js';
import { placeOfSortKey, SCORE } from '../model/sortby.js';
import type { Filter } from '../parser/ast.js';
import { argumentOf, type ParsedFilter, parsingFilter } from '../parser/filter.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { CONDITION_PLACE, ConditionMeanings } from './condition-meanings.js';
import { CHARACTER_COST } from './costs.js';
import { chosenOf, excludedFields, keysOfFields } from './counted-fields.js';
import { DistinctFilters } from './distinct-filters.js';
import { addCovers, addFacetOfRange } from './extents.js';
import { addFieldFilters, sound } from './field-filters.js';
import { type FieldTypes, FilterResolver, type IsRefused, type ResolvedFilter } from './filters.js';
import { type ResolvedKeywords, resolveKeywords } from './keywords.js';
import { refuseFields } from './refused-fields.js';
import { RequestRoom } from './request-room.js';
import type { CountRequest, FacetQuery, ResolvedBoost, ResolvedRank, ResolvedSearch } from './resolved-search.js';
import { soleField, soleSpecKey } from './sole-names.js';

const NO_KEYWORDS: ResolvedKeywords = { terms: [], warnings: [] };
const NO_CONDITIONS: readonly Filter[] = [];
const NO_RULES: ResolveRules = {};
const NONE_CHOSEN: readonly string[] = [];
const NO_QUERIES: readonly FacetQuery[] = [];
const NO_PLACES: ParsedFilter['places'] = new Map();
/** Resolving a condition with a thousand values takes about as long as this many steps of a plain loop. */
const CONDITION_COST = 100_000;

/** What an interface sets for one request. */
export interface ResolveRules {
  /** Fieldnames that count as unknown. */
  readonly isRefused?: IsRefused | undefined;
  /** Further filters, as syntax trees. */
  readonly conditions?: readonly Filter[] | undefined;
}

/** A filter query, resolved and as it was parsed. */
interface ResolvedQuery {
  readonly filter: ResolvedFilter;
  readonly parsed: ParsedFilter['filter'];
}

/** What the queries of a request are resolved with. */
interface QueryContext {
  readonly resolver: FilterResolver;
  readonly limits: Limits;
  readonly issues: Issues;
}

/** Resolves the requests to one collection. */
export class RequestResolver {
  // Programs send the same few texts again and again, and parsing one costs more than many searches.
  private readonly parsedFilters = new RecentCache<ParsedFilter>();
  private readonly resolvedKeywords = new RecentCache<ResolvedKeywords>();
  private readonly meanings: ConditionMeanings;

  constructor(
    private readonly collection: CollectionName,
    private readonly types: FieldTypes,
    /** With the fields that `types` hides. */
    private readonly wholeTypes = types,
  ) {
    this.meanings = new ConditionMeanings(types);
  }

  /**
   * The filters of a client's scope.
   * @throws Error for one that cannot be read: a fault of the server
   */
  *scope(texts: readonly string[], work: Work, limits: Limits): Steps<readonly ResolvedFilter[] | undefined> {
    if (texts.length === 0) return undefined;
    const issues = new Issues({ filter: texts });
    const resolver = new FilterResolver(this.wholeTypes, issues);
    const filters: ResolvedFilter[] = [];
    for (const [i, text] of texts.entries()) {
      const query = yield* this.query(text, ['filter', i], { resolver, limits, issues }, work);
      if (query) filters.push(query.filter);
      if (work.spend((1 + text.length) * CHARACTER_COST)) yield;
    }
    const fault = issues.error();
    if (fault) throw new Error(`the scope of a key cannot be applied: ${fault.message}`);
    return filters;
  }

  /**
   * In steps: a query text may be long, and there may be many.
   * @param issues receives the issues; whatever has an issue is left out of the result, and the request must then be rejected
   */
  *resolve(
    request: NormalisedSearchRequest,
    work: Work,
    limits: Limits,
    issues: Issues,
    { isRefused, conditions = NO_CONDITIONS }: ResolveRules = NO_RULES,
  ): Steps<ResolvedSearch> {
    if (isRefused) refuseFields(request, isRefused, this.types, issues);
    const { q, filterFields } = request;
    const known = q === '' ? NO_KEYWORDS : this.resolvedKeywords.find(q);
    const { terms, warnings } = known ?? (yield* this.keywords(q, limits));
    const resolver = new FilterResolver(this.types, issues, isRefused);
    const context: QueryContext = { resolver, limits, issues };
    const filters = new DistinctFilters(limits, issues);
    const isExcluded = excludedFields(request);
    const keys = request.specDrilldown && keysOfFields(filterFields);
    if (filterFields.length > 0) yield* addFieldFilters(filterFields, filters, isExcluded, { resolver, limits, issues, work });
    for (let i = 0; i < request.filterQueries.length; i++) {
      const text = request.filterQueries[i];
      if (text === undefined) continue;
      const path = ['filter', 'queries', i];
      const parsed = this.parsedFilters.find(text) ?? (yield* this.parsed(text, limits, path, issues, work));
      const query = parsed && this.meaning(parsed, path, context);
      if (work.spend((1 + text.length) * CHARACTER_COST)) yield;
      if (!query) continue;
      filters.add(query.filter, isExcluded?.(soleField(query.parsed)));
      const key = keys && soleSpecKey(query.parsed);
      if (key !== undefined) keys?.add(key);
    }
    for (const condition of conditions) {
      const filter = sound(issues, () => resolver.filter(condition, CONDITION_PLACE));
      if (filter) filters.add(filter);
      if (work.spend(CONDITION_COST)) yield;
    }
    const asksQueries = request.facetQueries.length > 0;
    const queries = asksQueries ? new DistinctFilters(limits, issues, filters) : filters;
    const facetQueries = asksQueries ? yield* this.facetQueries(request, context, queries, work) : NO_QUERIES;
    const rank = request.rank && (yield* this.rank(request, context, queries, work));
    checkCounts(request, asksQueries ? queries.all.length : 0, limits, issues);
    this.checkFields(request, resolver, issues);
    const resolved: ResolvedSearch = {
      keywords: terms,
      filters: filters.all,
      facetQueries,
      sortKeys: request.sortKeys,
      counts: this.countsOf(request, resolver, keys),
      warnings: allWarnings(warnings, resolver.warnings, request.warnings),
    };
    return rank ? { ...resolved, rank } : resolved;
  }

  private *facetQueries(
    request: NormalisedSearchRequest,
    context: QueryContext,
    queries: DistinctFilters,
    work: Work,
  ): Steps<FacetQuery[]> {
    const resolved: FacetQuery[] = [];
    for (const [i, text] of request.facetQueries.entries()) {
      if (text === undefined) continue;
      const query = yield* this.query(text, ['facet', 'queries', i], context, work);
      if (query) resolved.push({ text, filter: queries.add(query.filter) });
      if (work.spend((1 + text.length) * CHARACTER_COST)) yield;
    }
    return resolved;
  }

  /** The terms of `q`, and the warnings about ignored ones. */
  *keywords(q: string, limits: Limits): Steps<ResolvedKeywords> {
    if (q === '') return NO_KEYWORDS;
    const known = this.resolvedKeywords.find(q);
    return known ?? this.resolvedKeywords.keep(q, yield* resolveKeywords(q, this.collection, limits));
  }

  /** Notes what a text is the print of, so that it need not be parsed. */
  note(text: string, filter: Filter): void {
    if (!this.parsedFilters.find(text)) this.parsedFilters.keep(text, { filter, places: NO_PLACES, warnings: [] });
  }

  /** The meaning of a condition; undefined if it has a fault, or if a request of these limits may not have it. */
  condition(filter: Filter, limits: Limits): ResolvedFilter | undefined {
    return this.meanings.within(filter, limits)?.filter;
  }

  /** What a request may still have of such conditions. */
  room(limits: Limits): RequestRoom {
    return new RequestRoom(limits, (condition) => this.meanings.within(condition, limits));
  }

  /** Undefined, after all has been checked, if the request does not sort by score. */
  private *rank(
    { rank, sortKeys }: NormalisedSearchRequest,
    context: QueryContext,
    earlier: DistinctFilters,
    work: Work,
  ): Steps<ResolvedRank | undefined> {
    const boosts: ResolvedBoost[] = [];
    const distinct = new DistinctFilters(context.limits, context.issues, earlier);
    for (const [i, { query: text, factor }] of rank?.boosts.entries() ?? []) {
      if (text === undefined) continue;
      const query = yield* this.query(text, ['rank', 'boosts', i, 'query'], context, work);
      if (query && factor !== undefined) boosts.push({ query: text, filter: distinct.add(query.filter), factor });
      if (work.spend((1 + text.length) * CHARACTER_COST)) yield;
    }
    return sortKeys.some(({ field }) => field === SCORE) ? { inStockFirst: rank?.inStockFirst ?? false, boosts } : undefined;
  }

  /** A filter query, resolved and as it was parsed; undefined for a query with an issue. */
  private *query(text: string, path: Path, context: QueryContext, work: Work): Steps<ResolvedQuery | undefined> {
    const { limits, issues } = context;
    const parsed = this.parsedFilters.find(text) ?? (yield* this.parsed(text, limits, path, issues, work));
    return parsed && this.meaning(parsed, path, context);
  }

  /** The meaning of a filter query; undefined if it has an issue. */
  private meaning(parsed: ParsedFilter, path: Path, { resolver, limits, issues }: QueryContext): ResolvedQuery | undefined {
    for (const warning of parsed.warnings) resolver.warnings.add(`${pathText(argumentOf(path))}: ${warning}`);
    const before = resolver.wildcards;
    const { doubts } = this.meanings;
    const known = resolver.refusesSome ? undefined : this.meanings.known(parsed.filter);
    if (known) resolver.wildcards += known.wildcards;
    const filter = known?.filter ?? sound(issues, () => resolver.filter(parsed.filter, { path, places: parsed.places }));
    const isPlain = filter && !known && !resolver.refusesSome && resolver.warnings.size === 0;
    if (isPlain) this.meanings.keep(parsed.filter, { filter, wildcards: resolver.wildcards - before }, doubts);
    // The query that exceeds the limit has the issue.
    if (before <= limits.wildcards && resolver.wildcards > limits.wildcards) {
      const reason = `: ${resolver.wildcards} values have a wildcard before their end, and only ${limits.wildcards} may (limit wildcards)`;
      const expected = [`at most ${limits.wildcards} (limit wildcards)`];
      issues.add('too_many', path, reason, { argument: argumentOf(path), found: resolver.wildcards, expected });
    }
    return filter && { filter, parsed: parsed.filter };
  }

  /** Of a long text, reading its tokens, parsing and resolving take some milliseconds each. */
  private *parsed(text: string, limits: Limits, path: Path, issues: Issues, work: Work): Steps<ParsedFilter | undefined> {
    const isDue = (characters: number) => work.spend(characters * CHARACTER_COST);
    const parsed = yield* parsingFilter(text, limits, path, issues, isDue);
    if (isDue(text.length)) yield;
    return parsed && this.parsedFilters.keep(text, parsed);
  }

  /** The fields that a request sorts by and counts. */
  private checkFields({ sortKeys, facetFields, stats }: NormalisedSearchRequest, resolver: FilterResolver, issues: Issues): void {
    for (const { field } of sortKeys) if (isCheckedSort(field)) this.checkSort(field, resolver, issues);
    for (const facet of facetFields) this.checkFacet(facet, resolver, issues);
    for (const one of stats) this.checkStats(one, resolver, issues);
  }

  private checkSort(name: string, resolver: FilterResolver, issues: Issues): void {
    const field = findField(this.collection, name);
    if (field?.spec && isExtentMember(field.spec.member)) {
      if (isExtentUncounted(field, placeOfSortKey(issues, name), resolver, issues)) return;
    }
    if (field?.price) resolver.warnOfUnknownPrice(field);
    else resolver.warnOfUnknownSpec(name);
  }

  private checkFacet({ field, start, ranges, tree }: FieldFacet, resolver: FilterResolver, issues: Issues): void {
    if (field.name === WORDS) this.addUncounted(field, issues);
    const at = ['facet', 'fields', field.name];
    if (isExtentUncounted(field, { path: at }, resolver, issues)) return;
    if (field.spec?.member === 'range' && ranges === 0) addFacetOfRange(field.name, [...at, 'ranges'], issues);
    const kind = resolver.kindOfCounted(field);
    if (tree > 0) this.checkTree(field, start, issues);
    if (ranges === 0 || kind === undefined || kind.numbers) return;
    this.addWrongKind([...at, 'ranges'], field, kind, 'without ranges its values are counted one by one', issues);
  }

  /** The values of `words` are those of many fields, which are counted one by one. */
  private addUncounted({ name }: Field, issues: Issues): void {
    const text = `: ${name} has the texts of many fields and is not counted; ask for a facet of one of them, such as brand.name`;
    issues.add('wrong_kind', ['facet', 'fields', name], text, { found: name, expected: ['a field with values of its own'] });
  }

  private checkTree({ name }: Field, start: number, issues: Issues): void {
    const path = ['facet', 'fields', name];
    if (this.collection !== 'parts' || name !== 'category_uids') {
      const text = `: only category_uids of parts have a tree, not ${shorten(name)}`;
      issues.add('wrong_kind', [...path, 'tree'], text, { found: name, expected: ['the field category_uids'] });
    }
    if (start === 0) return;
    issues.add('out_of_range', [...path, 'start'], ' must be 0 where a tree is asked for', { found: start, expected: ['0'] });
  }

  private checkStats({ field }: FieldStats, resolver: FilterResolver, issues: Issues): void {
    if (isExtentUncounted(field, { path: ['stats', field.name] }, resolver, issues)) return;
    const kind = resolver.kindOfCounted(field);
    if (kind === undefined || kind.numbers) return;
    // The version 3 document has statistics of the names of records: there is nothing to compute but how many there are.
    if (this.collection !== 'parts' && field.name === 'name') return;
    this.addWrongKind(['stats', field.name], field, kind, 'a facet counts its values', issues);
  }

  private countsOf(
    request: NormalisedSearchRequest,
    resolver: FilterResolver,
    filteredKeys?: ReadonlySet<string>,
  ): CountRequest | undefined {
    const { facetFields, stats, specDrilldown } = request;
    if (facetFields.length === 0 && stats.length === 0 && !specDrilldown) return undefined;
    return {
      facets: facetFields.map((facet) => {
        const kind = this.kindOf(facet.field);
        const { field, excludeFilter, start, limit, ranges, contains, order, tree } = facet;
        const given = facet.chosen ? request.filterFields.find((one) => one.field.name === field.name) : undefined;
        const chosen = given ? chosenOf(given, kind, resolver) : NONE_CHOSEN;
        return { field, excludeFilter, start, limit, ranges, contains, order, tree, kind, chosen };
      }),
      stats,
      drilldown: specDrilldown && {
        filteredKeys: filteredKeys ?? new Set(),
        isNumber: (key) => this.types.specType(key) === 'number',
        ...specDrilldown,
      },
    };
  }

  /** The kind of a field to count; a spec that no part has counts as text. */
  private kindOf(field: Field): Kind {
    if (field.spec === undefined) return KINDS[field.kind];
    const type = this.types.specType(field.spec.key);
    return type === undefined ? KINDS.string : KINDS[field.kind === 'spec' ? type : field.kind];
  }

  private addWrongKind(path: Path, field: Field, kind: Kind, instead: string, issues: Issues): void {
    const details = { found: kind.name, expected: ['a number field'] };
    issues.add('wrong_kind', path, `: ${this.notANumberField(field, kind)}; ${instead}`, details);
  }

  private notANumberField({ name }: Field, kind: Kind): string {
    const fields = [...FIELDS[this.collection].values(), ...(this.types.ownFields?.values() ?? [])];
    const numbers = fields.filter((field) => KINDS[field.kind].numbers).map((field) => field.name);
    const specs = this.collection === 'parts' ? [this.someNumberSpec()] : [];
    const instead = [...specs, ...numbers];
    const known = instead.length === 0 ? `${this.collection} have none` : `such as ${instead.join(', ')}`;
    return `${shorten(name)} is a ${kind.title} field, and only number fields have statistics and ranges (${known})`;
  }

  /** A number spec of this catalog, for an example. */
  private someNumberSpec(): string {
    for (const key of this.types.specKeys()) if (this.types.specType(key) === 'number') return `specs.${shorten(key)}.value`;
    return 'specs.<key>.min_value';
  }
}

function allWarnings(ofKeywords: readonly string[], ofFilters: ReadonlySet<string>, ofRequest: readonly string[]): string[] {
  if (ofKeywords.length === 0 && ofFilters.size === 0 && ofRequest.length === 0) return [];
  return [...ofKeywords, ...ofFilters, ...ofRequest];
}

/** Whether a field may order nothing: one of a spec or of a price. */
function isCheckedSort(name: string): boolean {
  return name.startsWith(SPEC_PREFIX) || parsePriceField(name) !== undefined;
}

/** Whether a field of an extent can be neither sorted by nor counted, with an issue. */
function isExtentUncounted(field: Field, place: FieldPlace, resolver: FilterResolver, issues: Issues): boolean {
  const { name, spec } = field;
  if (spec === undefined) return false;
  if (spec.member === 'covers') addCovers(name, spec.key, place, issues);
  return spec.member === 'covers' || resolver.refuseExtentOfTexts(field, place);
}

function checkCounts({ facetFields, stats }: NormalisedSearchRequest, queries: number, limits: Limits, issues: Issues): void {
  const count = facetFields.length + stats.length + queries;
  if (count <= limits.facets) return;
  const expected = `at most ${limits.facets} facet fields, statistics and facet queries (limit facets)`;
  issues.add('too_many', ['facet'], `: a request may count ${expected}, not ${count}`, { found: count, expected: [expected] });
}
