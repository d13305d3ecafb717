import { MemberReader } from '../model/check-arguments.js';
import { addTooMany } from '../model/check-requests.js';
import type { Part } from '../model/documents.js';
import { type SpecMember, specField } from '../model/fields.js';
import { withoutIssues } from '../model/issues.js';
import type { SearchResponse } from '../model/requests.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { attributeFacts, attributeSource, displayed } from './attribute.js';
import { type CategorySource, sources } from './category.js';
import { companyAggregation } from './company-aggregation.js';
import { HAS_STOCK, type ReadFilters } from './filters.js';
import { PartSource } from './part.js';
import type { Arguments, ObjectSource } from './schema.js';
import type { AskedSearch, SearchNeeds, SearchPage, SharedSearch } from './shared-search.js';
import { rankedKeys } from './spec-keys.js';
import { compareTexts, floatOf } from './values.js';

const SUGGESTED_FILTERS = 10;
/** Where issues of aggregations are in a request of the library. */
const FACETS = ['facet', 'fields'];
/** Most attributes counted at a time, as many as a drilldown has. */
const MOST_ATTRIBUTES = 50;

/** The warnings of a search: those of its arguments, and the receiver of the others. */
export interface SearchWarnings {
  readonly own: readonly string[];
  readonly warn: Warn;
}

/** The answer to a search. Each field registers what it needs as soon as it is resolved; one search finds it all. */
export class PartResultSetSource implements ObjectSource {
  private readonly page: SearchPage;
  /** The search, for a field that needs something of it. */
  private readonly telling: AskedSearch;

  constructor(
    private readonly search: SharedSearch,
    page: Omit<SearchPage, 'directives'>,
    private readonly filters: ReadFilters,
    private readonly currency: string,
    private readonly context: AnswerContext,
    private readonly told: SearchWarnings,
  ) {
    this.telling = { conditions: search.conditions, ask: (needs) => this.ask(needs) };
    this.page = { ...page, directives: context.records.partDirectives };
  }

  total(): Promise<number> {
    return this.hits();
  }

  async hits(): Promise<number> {
    return (await this.ask({})).hits;
  }

  async results(): Promise<ObjectSource[]> {
    const { results } = await this.ask({ page: this.page });
    return results.map(({ item }) => {
      const part = new PartSource(item, this.currency);
      return { part: () => this.returned(part), description: part.description() };
    });
  }

  /** The part numbers of the page, which need no documents. No part is returned. */
  async mpns(): Promise<string[]> {
    const { results } = await this.ask({ page: { ...this.page, directives: NUMBERS_ALONE } });
    return results.map(({ item }) => item.mpn);
  }

  async warnings(): Promise<string[]> {
    return [...this.told.own, ...(await this.ask({})).warnings];
  }

  specs_view_attribute_groups(): ObjectSource[] {
    return [];
  }

  async spec_aggs({ attribute_names, attribute_selection = 'EXPLICIT', size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size);
    const keys = this.namedAttributes(attribute_names as string[]);
    // Without an unneeded `await`, so that it is registered together with the other fields.
    if (attribute_selection !== 'EXPLICIT') {
      const suggested = await this.drilldown();
      for (const key of attribute_selection === 'ALL' ? suggested : suggested.slice(0, SUGGESTED_FILTERS)) keys.add(key);
    }
    if (keys.size > MOST_ATTRIBUTES && (attribute_names as string[]).length > MOST_ATTRIBUTES) {
      withoutIssues(undefined, (issues) => addTooMany(FACETS, `at most ${MOST_ATTRIBUTES}`, keys.size, issues));
    }
    if (keys.size === 0) return [];
    const chosen = [...keys];
    const response = await this.ask({
      facets: new Map(chosen.map((key) => [specField(key, 'value'), size as number])),
      stats: chosen
        .filter((key) => this.context.spec(key)?.type === 'number')
        .flatMap((key) => NUMBERS.map((member) => specField(key, member))),
    });
    return chosen.map((key) => this.specAggregation(key, size as number, response));
  }

  async manufacturer_agg({ size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size);
    return companyAggregation('manufacturers', this.telling, size as number | null | undefined, this.context);
  }

  async distributor_agg({ size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size);
    return companyAggregation('sellers', this.telling, size as number, this.context);
  }

  async category_agg({ size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size);
    const { records, work } = this.context;
    const [{ facet_results }, tree] = await Promise.all([
      this.ask({ facets: new Map([['category_uids', Number.POSITIVE_INFINITY]]) }),
      records.categories(work),
    ]);
    const nodes = facet_results.fields.category_uids.facets.flatMap(({ value, count }) => {
      const node = tree.byUid.get(value);
      return node ? [{ node, count }] : [];
    });
    nodes.sort((a, b) => b.count - a.count || compareTexts(a.node.name, b.node.name) || compareTexts(a.node.uid, b.node.uid));
    const shown = nodes.slice(0, size as number);
    const categories = sources(
      shown.map(({ node }) => node),
      this.context,
    );
    return categories.map((category, i) => ({ category, count: shown[i].count }));
  }

  cad_agg(): ObjectSource[] {
    return [];
  }

  cad_level_agg(): ObjectSource[] {
    return [];
  }

  async in_stock_agg(): Promise<ObjectSource[]> {
    const { hits, facet_results } = await this.ask({ query: HAS_STOCK });
    const { count } = facet_results.queries[HAS_STOCK];
    const buckets = [
      { is_in_stock: true, count },
      { is_in_stock: false, count: hits - count },
    ];
    return buckets.filter((bucket) => bucket.count > 0);
  }

  suggested_categories(): ObjectSource[] {
    return [];
  }

  async suggested_filters(): Promise<ObjectSource[]> {
    return (await this.drilldown()).slice(0, SUGGESTED_FILTERS).map((key) => attributeSource(key, this.context));
  }

  async all_filters(): Promise<ObjectSource[]> {
    return (await this.drilldown()).map((key) => attributeSource(key, this.context));
  }

  applied_category(): CategorySource | null {
    return this.filters.category ? sources([this.filters.category], this.context)[0] : null;
  }

  applied_filters(): ObjectSource[] {
    return this.filters.applied;
  }

  /** The answer for some fields; what the search ignores becomes a warning. */
  private async ask(needs: SearchNeeds): Promise<SearchResponse<Part>> {
    const response = await this.search.ask(needs);
    for (const warning of response.warnings) this.told.warn(warning);
    return response;
  }

  private returned(part: PartSource): PartSource {
    this.context.partsReturned++;
    return part;
  }

  private async drilldown(): Promise<string[]> {
    return rankedKeys(await this.ask({ drilldown: true }));
  }

  /** The attributes of some names; unknown names become warnings. */
  private namedAttributes(names: readonly string[]): Set<string> {
    const keys = new Set<string>();
    for (const name of names) {
      if (this.context.spec(name)) keys.add(name);
      else this.told.warn(`spec_aggs: no part has the attribute ${JSON.stringify(name.slice(0, 80))}`);
    }
    return keys;
  }

  private specAggregation(key: string, size: number, { facet_results, stats_results }: SearchResponse<Part>): ObjectSource {
    const facts = attributeFacts(key, this.context);
    const isNumber = this.context.spec(key)?.type === 'number';
    // Another field may have requested more of them.
    const counted = facet_results.fields[specField(key, 'value')].facets.slice(0, size);
    const buckets = counted.map(({ value, count }) => {
      return { display_value: isNumber ? displayed(value, facts) : value, float_value: isNumber ? floatOf(value) : null, count };
    });
    const ends = NUMBERS.flatMap((member) => {
      const { min, max } = stats_results[specField(key, member)] ?? {};
      return [min, max].filter((end) => typeof end === 'string');
    }).sort((a, b) => Number(a) - Number(b));
    const [min, max] = [ends[0], ends.at(-1)];
    return Object.assign(Object.create(null), {
      attribute: attributeSource(key, this.context),
      buckets,
      min: floatOf(min),
      max: floatOf(max),
      display_min: min === undefined ? null : displayed(min, facts),
      display_max: max === undefined ? null : displayed(max, facts),
      value_type: facts.valueType,
      units: facts.unitSymbol ?? facts.unitName,
      units_name: facts.unitName,
      units_symbol: facts.unitSymbol,
    });
  }

  /** @throws ValidationError for an invalid size of a facet */
  private checkSize(size: unknown): void {
    const { facetLimit } = this.context.internals.limits;
    withoutIssues(undefined, (issues) =>
      MemberReader.of({ limit: size }, FACETS, ['limit'], issues).count('limit', 0, facetLimit),
    );
  }
}

/** Directives of a page whose documents are not needed. */
const NUMBERS_ALONE = async () => ({ show: ['mpn'] });
/** Values and the ends of ranges only. */
const NUMBERS: readonly SpecMember[] = ['value', 'min_value', 'max_value'];
