import type { CallRules } from '../catalog/internals.js';
import type { Part } from '../model/documents.js';
import type { Directives, SearchRequest, SearchResponse, SortKey } from '../model/requests.js';
import type { Filter } from '../parser/ast.js';

/** More values than any catalog has: a limit must be an integer. */
const MOST_VALUES = 1_000_000_000;

/** Waits for its turn before it reads its needs. */
export type SearchLater = (pass: () => Promise<PassRequest>) => Promise<SearchResponse<Part>>;

/** One search of the catalog, and its rules. */
export interface PassRequest extends Pick<CallRules, 'conditions' | 'order'> {
  readonly request: SearchRequest;
}

/** What identifies a search: its keywords and filters. */
export interface SearchConditions extends Readonly<Pick<SearchRequest, 'q' | 'filter'>> {
  /** Further filters, as syntax trees. */
  readonly conditions?: readonly Filter[];
}

/** An order that is found before the search. */
export interface PageOrder {
  /** Equal for equal orders. */
  readonly key: string;
  find(): Promise<NonNullable<CallRules['order']>>;
}

/** A page of the hits. */
export interface SearchPage {
  readonly start: number;
  readonly limit: number;
  /** The cursor behind which the page begins. */
  readonly after: string | undefined;
  readonly sortby: readonly SortKey[] | undefined;
  /** What is first among hits that score alike. */
  readonly rank?: SearchRequest['rank'];
  /** Makes the order in place of `sortby`. */
  readonly order?: PageOrder;
  /** The members of the parts to read. */
  readonly directives: () => Promise<Directives>;
}

/** What a field needs from the answer of a search, besides the number of hits. */
export interface SearchNeeds {
  readonly page?: SearchPage;
  /** Fieldnames to the number of values, Infinity for all of them. */
  readonly facets?: ReadonlyMap<string, number>;
  /** Number fields to compute statistics of. */
  readonly stats?: readonly string[];
  /** A facet query. */
  readonly query?: string;
  /** How many of the most useful spec keys. */
  readonly keys?: number;
}

/** A search on which fields register what they need. */
export interface AskedSearch {
  readonly conditions: SearchConditions;
  ask(needs: SearchNeeds): Promise<SearchResponse<Part>>;
}

/**
 * A search that several fields of a request need. One search answers everything that they register before it begins; only further
 * pages take one each.
 */
export class SharedSearch implements AskedSearch {
  private readonly passes: SearchPass[] = [];

  constructor(
    readonly conditions: SearchConditions,
    private readonly search: SearchLater,
  ) {}

  /** An answer that contains what is needed, perhaps with more: facets with more values, for example. */
  ask(needs: SearchNeeds): Promise<SearchResponse<Part>> {
    let pass = this.passes.find((known) => known.has(needs) || known.take(needs));
    if (!pass) {
      pass = new SearchPass(this.conditions, this.search);
      pass.take(needs);
      this.passes.push(pass);
    }
    return pass.answer;
  }
}

const NO_DRILLDOWN = -1;

/** One search of the catalog, and everything it must return. */
class SearchPass {
  readonly answer: Promise<SearchResponse<Part>>;
  private hasBegun = false;
  private page: SearchPage | undefined = undefined;
  private readonly facets = new Map<string, number>();
  private readonly stats = new Set<string>();
  private readonly queries = new Set<string>();
  /** Spec keys of a drilldown; -1 without one. */
  private keys = NO_DRILLDOWN;

  constructor(conditions: SearchConditions, search: SearchLater) {
    this.answer = search(async () => {
      this.hasBegun = true;
      return this.request(conditions);
    });
  }

  /** Whether its answer, as it is, contains what is needed. */
  has({ page, facets, stats = [], query, keys = NO_DRILLDOWN }: SearchNeeds): boolean {
    if (page && !(this.page && isSamePage(page, this.page))) return false;
    for (const [field, limit] of facets ?? []) if (!((this.facets.get(field) ?? -1) >= limit)) return false;
    if (!stats.every((field) => this.stats.has(field))) return false;
    return (query === undefined || this.queries.has(query)) && keys <= this.keys;
  }

  /** Registers a need; false if it is too late, or for another page. */
  take({ page, facets, stats = [], query, keys = NO_DRILLDOWN }: SearchNeeds): boolean {
    if (this.hasBegun || (page && this.page && !isSamePage(page, this.page))) return false;
    this.page ??= page;
    for (const [field, limit] of facets ?? []) this.facets.set(field, Math.max(limit, this.facets.get(field) ?? 0));
    for (const field of stats) this.stats.add(field);
    if (query !== undefined) this.queries.add(query);
    this.keys = Math.max(this.keys, keys);
    return true;
  }

  private async request({ conditions, ...asked }: SearchConditions): Promise<PassRequest> {
    const { page } = this;
    const fields = Object.fromEntries(
      [...this.facets].map(([field, limit]) => [field, { include: true, limit: Math.min(limit, MOST_VALUES) }]),
    );
    const stats = Object.fromEntries([...this.stats].map((field) => [field, { include: true }]));
    const request = {
      facet: { fields, queries: [...this.queries] },
      stats,
      ...asked,
      ...(page ? await requestOf(page) : { start: 0, limit: 0 }),
      ...(this.keys > NO_DRILLDOWN && { spec_drilldown: { include: true, limit: 1, keys: this.keys } }),
    };
    return { request, ...(conditions && { conditions }), ...(page?.order && { order: await page.order.find() }) };
  }
}

async function requestOf({ start, limit, after, sortby, rank, directives }: SearchPage): Promise<SearchRequest> {
  return {
    start,
    limit,
    ...(after !== undefined && { after }),
    ...(sortby && { sortby: [...sortby] }),
    ...(rank && { rank }),
    ...(await directives()),
  };
}

function isSamePage(a: SearchPage, b: SearchPage): boolean {
  const isSameSort = JSON.stringify([a.sortby, a.rank]) === JSON.stringify([b.sortby, b.rank]);
  const isSameOrder = a.order?.key === b.order?.key;
  if (a.after !== b.after) return false;
  return a.start === b.start && a.limit === b.limit && a.directives === b.directives && isSameSort && isSameOrder;
}
