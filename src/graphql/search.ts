import { GraphQLError } from 'graphql';
import type { Part } from '../model/documents.js';
import { type SpecMember, specField } from '../model/fields.js';
import type { FacetCount, SearchRequest, SearchResponse } from '../model/requests.js';
import { ALL_VALUES, type Answering } from './answering.js';
import { attributeFacts, attributeSource, displayed } from './attribute.js';
import { type CategorySource, sources } from './category.js';
import { companyAggregation } from './company-aggregation.js';
import { HAS_STOCK, type ReadFilters } from './filters.js';
import { PartSource, partDirectives } from './part.js';
import type { Arguments, ObjectSource } from './schema.js';
import { drilldownKeys } from './spec-keys.js';
import { compareTexts, floatOf } from './values.js';

const SUGGESTED_FILTERS = 10;
/** Most attributes that are counted at a time, as many as a drilldown has. */
const MOST_ATTRIBUTES = 50;

/** What a search answers. Each field counts what it needs when it is asked for. */
export class PartResultSetSource implements ObjectSource {
  private page: Promise<SearchResponse<Part>> | undefined;
  private empty: Promise<SearchResponse<Part>> | undefined;
  private keys: Promise<string[]> | undefined;

  constructor(
    private readonly request: SearchRequest,
    private readonly filters: ReadFilters,
    private readonly currency: string,
    private readonly answering: Answering,
    private readonly ownWarnings: readonly string[],
  ) {}

  total(): Promise<number> {
    return this.hits();
  }

  async hits(): Promise<number> {
    return (await this.counted()).hits;
  }

  async results(): Promise<ObjectSource[]> {
    this.page ??= this.readPage();
    const { results } = await this.page;
    return results.map(({ item }) => {
      const part = new PartSource(item, this.currency);
      return { part: () => this.returned(part), description: part.description() };
    });
  }

  /** The part numbers of the page, which need no documents. No part is returned. */
  async mpns(): Promise<string[]> {
    const { results } = await this.search({ show: ['mpn'] });
    return results.map(({ item }) => item.mpn);
  }

  async warnings(): Promise<string[]> {
    return [...this.ownWarnings, ...(await this.counted()).warnings];
  }

  specs_view_attribute_groups(): ObjectSource[] {
    return [];
  }

  async spec_aggs({ attribute_names, attribute_selection = 'EXPLICIT', size }: Arguments): Promise<ObjectSource[]> {
    await this.checkSize(size);
    const chosen = await this.attributesOf(attribute_names as string[], attribute_selection);
    const fields: NonNullable<NonNullable<SearchRequest['facet']>['fields']> = {};
    const stats: NonNullable<SearchRequest['stats']> = {};
    for (const key of chosen) {
      fields[specField(key, 'value')] = { include: true, limit: size as number };
      if (this.answering.spec(key)?.type === 'number')
        for (const member of NUMBERS) stats[specField(key, member)] = { include: true };
    }
    if (chosen.length === 0) return [];
    const response = await this.search({ start: 0, limit: 0, facet: { fields }, stats });
    return chosen.map((key) => this.specAggregation(key, response));
  }

  async manufacturer_agg({ size }: Arguments): Promise<ObjectSource[]> {
    await this.checkSize(size);
    return companyAggregation('manufacturers', this.request, size as number | null | undefined, this.answering);
  }

  async distributor_agg({ size }: Arguments): Promise<ObjectSource[]> {
    await this.checkSize(size);
    return companyAggregation('sellers', this.request, size as number, this.answering);
  }

  async category_agg({ size }: Arguments): Promise<ObjectSource[]> {
    await this.checkSize(size);
    const tree = await this.answering.records.categories();
    const facets = await this.facet('category_uids');
    const nodes = facets.flatMap(({ value, count }) => {
      const node = tree.byUid.get(value);
      return node ? [{ node, count }] : [];
    });
    nodes.sort((a, b) => b.count - a.count || compareTexts(a.node.name, b.node.name) || compareTexts(a.node.uid, b.node.uid));
    const shown = nodes.slice(0, size as number);
    const categories = sources(
      shown.map(({ node }) => node),
      this.answering,
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
    const { hits, facet_results } = await this.search({ start: 0, limit: 0, facet: { queries: [HAS_STOCK] } });
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
    return (await this.drilldown()).slice(0, SUGGESTED_FILTERS).map((key) => attributeSource(key, this.answering));
  }

  async all_filters(): Promise<ObjectSource[]> {
    return (await this.drilldown()).map((key) => attributeSource(key, this.answering));
  }

  applied_category(): CategorySource | null {
    return this.filters.category ? sources([this.filters.category], this.answering)[0] : null;
  }

  applied_filters(): ObjectSource[] {
    return this.filters.applied;
  }

  /** A search whose count is of interest: the page, if it is asked for at all. */
  private async counted(): Promise<SearchResponse<Part>> {
    // The other fields of the same selection are begun meanwhile.
    await Promise.resolve();
    if (this.page) return this.page;
    this.empty ??= this.search({ start: 0, limit: 0 });
    return this.empty;
  }

  private async readPage(): Promise<SearchResponse<Part>> {
    return this.search(await partDirectives(this.answering));
  }

  /** The search, with what is said otherwise. */
  private search(otherwise: SearchRequest): Promise<SearchResponse<Part>> {
    return this.answering.search({ ...this.request, ...otherwise });
  }

  private returned(part: PartSource): PartSource {
    this.answering.partsReturned++;
    return part;
  }

  private async facet(field: string): Promise<readonly FacetCount[]> {
    const facet = { fields: { [field]: { include: true, limit: ALL_VALUES } } };
    const { facet_results } = await this.search({ start: 0, limit: 0, facet });
    return facet_results.fields[field].facets;
  }

  private drilldown(): Promise<string[]> {
    this.keys ??= drilldownKeys(this.request, this.answering);
    return this.keys;
  }

  /** The attributes to be counted; names that are none are told. */
  private async attributesOf(names: readonly string[], selection: unknown): Promise<string[]> {
    const keys = new Set<string>();
    for (const name of names) {
      if (this.answering.spec(name)) keys.add(name);
      else this.answering.warnings.add(`spec_aggs: no part has the attribute ${JSON.stringify(name.slice(0, 80))}`);
    }
    if (selection === 'ALL') for (const key of await this.drilldown()) keys.add(key);
    if (selection === 'WITH_SUGGESTED') for (const key of (await this.drilldown()).slice(0, SUGGESTED_FILTERS)) keys.add(key);
    if (keys.size > MOST_ATTRIBUTES && names.length > MOST_ATTRIBUTES) {
      throw new GraphQLError(`attribute_names must be at most ${MOST_ATTRIBUTES}`);
    }
    return [...keys];
  }

  private specAggregation(key: string, { facet_results, stats_results }: SearchResponse<Part>): ObjectSource {
    const facts = attributeFacts(key, this.answering);
    const isNumber = this.answering.spec(key)?.type === 'number';
    const buckets = facet_results.fields[specField(key, 'value')].facets.map(({ value, count }) => {
      return { display_value: isNumber ? displayed(value, facts) : value, float_value: isNumber ? floatOf(value) : null, count };
    });
    const ends = NUMBERS.flatMap((member) => {
      const { min, max } = stats_results[specField(key, member)] ?? {};
      return [min, max].filter((end) => typeof end === 'string');
    }).sort((a, b) => Number(a) - Number(b));
    const [min, max] = [ends[0], ends.at(-1)];
    return Object.assign(Object.create(null), {
      attribute: attributeSource(key, this.answering),
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

  /** @throws GraphQLError for a size that facets do not have */
  private async checkSize(size: unknown): Promise<void> {
    if (size === null || size === undefined) return;
    const { checks } = this.answering.inside;
    const facet = { fields: { category_uids: { include: true, limit: size as number } } };
    try {
      await checks.parts.checkSearch({ facet });
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('facet.'))
        throw new GraphQLError(error.message.replace(/^facet\S*/, 'size'));
      throw error;
    }
  }
}

/** Values alone and the ends of ranges. */
const NUMBERS: readonly SpecMember[] = ['value', 'min_value', 'max_value'];
