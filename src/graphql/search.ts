import { partNumberForm } from '../analysis/text.js';
import { addTooMany, MemberReader } from '../model/check-arguments.js';
import type { Part } from '../model/documents.js';
import { specField } from '../model/fields.js';
import { withoutIssues } from '../model/issues.js';
import type { SearchResponse } from '../model/requests.js';
import type { AnswerContext, Warn } from './answer-context.js';
import { attributeSource } from './attribute.js';
import { CAD_STATES, HAS_CAD_MODEL } from './cad-states.js';
import { type CategorySource, sources } from './category.js';
import type { CategoryNode } from './category-tree.js';
import { makerAggregation, sellerAggregation } from './company-aggregation.js';
import { HAS_STOCK, type ReadFilters } from './filters.js';
import { type PartArguments, PartSource } from './part.js';
import type { Arguments, ObjectSource } from './schema.js';
import type { AskedSearch, SearchNeeds, SearchPage, SharedSearch } from './shared-search.js';
import { specAggregation } from './spec-aggregation.js';
import { rankedKeys } from './spec-keys.js';
import { cacheId } from './stable-hash.js';
import { compareTexts, partNumbersOf } from './values.js';

const SUGGESTED_FILTERS = 10;
const SUGGESTED_CATEGORIES = 10;
const ATTRIBUTE_GROUP = 'Technical Specifications';
/** Where issues of aggregations are in a request of the library. */
const FACETS = ['facet', 'fields'];
/** Most attributes counted at a time, as many as a drilldown has. */
const MOST_ATTRIBUTES = 50;

/** The warnings of a search: those of its arguments, and the receiver of the others. */
export interface SearchWarnings {
  readonly own: readonly string[];
  readonly warn: Warn;
}

/** A page as a request asks for it. */
export type SearchPageAsked = Omit<SearchPage, 'directives'>;

/** The arguments of a search that decide what its results have. */
export interface ResultArguments extends PartArguments {
  readonly q: string;
}

/** The answer to a search. Each field registers what it needs as soon as it is resolved; one search finds it all. */
export class PartResultSetSource implements ObjectSource {
  private readonly page: SearchPage;
  /** The search, for a field that needs something of it. */
  private readonly telling: AskedSearch;

  constructor(
    private readonly search: SharedSearch,
    page: SearchPageAsked,
    private readonly filters: ReadFilters,
    private readonly asked: ResultArguments,
    private readonly context: AnswerContext,
    private readonly told: SearchWarnings,
  ) {
    this.telling = { conditions: search.conditions, ask: (needs) => this.ask(needs) };
    this.page = { directives: context.partDirectives, ...page };
  }

  total(): Promise<number> {
    return this.hits();
  }

  async hits(): Promise<number> {
    return (await this.ask({})).hits;
  }

  async next(): Promise<string | null> {
    return (await this.ask({ page: this.page })).next;
  }

  async results(): Promise<ObjectSource[]> {
    const { results } = await this.ask({ page: this.page });
    return results.map(({ item }) => {
      const part = new PartSource(item, this.asked);
      const akaMpn = this.akaMpn(item);
      return {
        _cache_id: () => cacheId('result', [part.identity(), akaMpn]),
        part: () => this.returned(part),
        explain: '',
        aka_mpn: akaMpn,
        description: part.description(),
      };
    });
  }

  /** The part numbers of the page, which need no documents. No part is returned. */
  async mpns(): Promise<string[]> {
    const { results } = await this.ask({ page: { ...this.page, directives: NUMBERS_ALONE } });
    return results.map(({ item }) => item.mpn);
  }

  async warnings(): Promise<string[]> {
    return [...this.told.own, ...warningsOf(await this.ask({}))];
  }

  async specs_view_attribute_groups(): Promise<ObjectSource[]> {
    const attributes = await this.suggested_filters();
    return attributes.length === 0 ? [] : [{ name: ATTRIBUTE_GROUP, attributes }];
  }

  async spec_aggs({ attribute_names, attribute_selection = 'EXPLICIT', size }: Arguments): Promise<ObjectSource[]> {
    const names = attribute_names as string[];
    this.checkSize(size, specField(names[0] ?? '*', 'value'));
    const keys = this.namedAttributes(names);
    // Without an unneeded `await`, so that it is registered together with the other fields.
    if (attribute_selection !== 'EXPLICIT') {
      const suggested = await this.drilldown(attribute_selection === 'ALL' ? MOST_ATTRIBUTES : SUGGESTED_FILTERS);
      for (const key of suggested) keys.add(key);
    }
    if (keys.size > MOST_ATTRIBUTES && names.length > MOST_ATTRIBUTES) {
      withoutIssues(undefined, (issues) => addTooMany(FACETS, `at most ${MOST_ATTRIBUTES}`, keys.size, issues));
    }
    if (keys.size === 0) return [];
    const chosen = [...keys];
    const response = await this.ask({
      facets: new Map(chosen.map((key) => [specField(key, 'value'), size as number])),
      stats: chosen.filter((key) => this.context.spec(key)?.type === 'number').map((key) => specField(key, 'range')),
    });
    const aggregations: ObjectSource[] = [];
    for (const key of chosen) {
      // Writing the quantities of an attribute takes a tenth of a millisecond, and twenty fields of the root may ask for fifty each.
      await this.context.work.pause();
      aggregations.push(specAggregation(key, size as number, response, this.context));
    }
    return aggregations;
  }

  async manufacturer_agg({ size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size, 'manufacturer.uid');
    return makerAggregation(this.telling, size as number | null | undefined, this.context);
  }

  async distributor_agg({ size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size, 'offers.seller.uid');
    return sellerAggregation(this.telling, size as number, this.context);
  }

  async category_agg({ size }: Arguments): Promise<ObjectSource[]> {
    this.checkSize(size, 'category_uids');
    return this.categoryBuckets((await this.countedCategories()).slice(0, size as number));
  }

  async cad_agg(): Promise<ObjectSource[]> {
    return (await this.cadStates()).map(({ state, count }) => ({ cad_state: state, count }));
  }

  async cad_level_agg(): Promise<ObjectSource[]> {
    return (await this.cadStates()).map(({ level, displayName, count }) => ({ level, display_name: displayName, count }));
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

  /** The categories of the hits that are the most special: none of their children has hits. */
  async suggested_categories(): Promise<ObjectSource[]> {
    const counted = await this.countedCategories();
    const hit = new Set(counted.map(({ node }) => node));
    const leaves = counted.filter(({ node }) => !node.children.some((child) => hit.has(child)));
    return this.categoryBuckets(leaves.slice(0, SUGGESTED_CATEGORIES));
  }

  async suggested_filters(): Promise<ObjectSource[]> {
    return (await this.drilldown(SUGGESTED_FILTERS)).map((key) => attributeSource(key, this.context));
  }

  async all_filters(): Promise<ObjectSource[]> {
    const { drilldownKeys } = this.context.internals.limits;
    const response = await this.ask({ keys: drilldownKeys });
    const keys = rankedKeys(response);
    const { spec_keys: carried = 0 } = response;
    if (keys.length < carried) {
      const name = this.context.nameOf('all_filters');
      this.told.warn(`${name}: ${keys.length} of the ${carried} attributes that hits have are listed (limit drilldownKeys)`);
    }
    return keys.map((key) => attributeSource(key, this.context));
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
    for (const warning of warningsOf(response)) this.told.warn(warning);
    return response;
  }

  /** The first other number of a part that is the typed one, if its own is not. */
  private akaMpn({ mpn, aka_mpns }: Part): string | null {
    const typed = partNumberForm(this.asked.q);
    if (typed === '' || partNumberForm(mpn) === typed) return null;
    return partNumbersOf(aka_mpns).find((other) => partNumberForm(other) === typed) ?? null;
  }

  /** The categories of the hits, count descending, then by name. */
  private async countedCategories(): Promise<readonly CountedCategory[]> {
    const { records, work } = this.context;
    const [{ facet_results }, tree] = await Promise.all([
      this.ask({ facets: new Map([['category_uids', Number.POSITIVE_INFINITY]]) }),
      records.categories(work),
    ]);
    const counted = facet_results.fields.category_uids.facets.flatMap(({ value, count }) => {
      const node = tree.byUid.get(value);
      return node ? [{ node, count }] : [];
    });
    return counted.sort(
      (a, b) => b.count - a.count || compareTexts(a.node.name, b.node.name) || compareTexts(a.node.uid, b.node.uid),
    );
  }

  private categoryBuckets(counted: readonly CountedCategory[]): ObjectSource[] {
    const categories = sources(
      counted.map(({ node }) => node),
      this.context,
    );
    return categories.map((category, i) => ({ category, count: counted[i].count }));
  }

  /** The states of the hits, count descending. */
  private async cadStates() {
    const { hits, facet_results } = await this.ask({ query: HAS_CAD_MODEL });
    const { count: having } = facet_results.queries[HAS_CAD_MODEL];
    const counted = CAD_STATES.map((state) => ({ ...state, count: state.hasModel ? having : hits - having }));
    return counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  }

  private returned(part: PartSource): PartSource {
    this.context.partsReturned++;
    return part;
  }

  /** The attributes that the hits have, the most useful filters first. */
  private async drilldown(most: number): Promise<string[]> {
    const keys = Math.min(most, this.context.internals.limits.drilldownKeys);
    return rankedKeys(await this.ask({ keys })).slice(0, keys);
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

  /** @throws ValidationError for an invalid size of a facet */
  private checkSize(size: unknown, field: string): void {
    const { facetLimit } = this.context.internals.limits;
    withoutIssues(undefined, (issues) =>
      MemberReader.of({ limit: size }, [...FACETS, field], ['limit'], issues).count('limit', 0, facetLimit),
    );
  }
}

/** The warnings about the request. How many spec keys are returned is a matter of the fields. */
function warningsOf({ warnings }: SearchResponse<Part>): string[] {
  return warnings.filter((warning) => !warning.startsWith('spec_drilldown'));
}

/** A category and the number of hits in it or below it. */
interface CountedCategory {
  readonly node: CategoryNode;
  readonly count: number;
}

/** Directives of a page whose documents are not needed. */
const NUMBERS_ALONE = async () => ({ show: ['mpn'] });
